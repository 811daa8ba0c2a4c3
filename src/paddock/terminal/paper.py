"""Where the terminal writes and reads: plain lines that also read well in a pipe or to a screen reader."""

import os
import sys

from rich.console import Console


def paper(*, stderr: bool = False) -> Console:
    """A console without tricks; with `NO_COLOR`, a dumb terminal or a pipe it writes nothing but text."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    out = Console(stderr=stderr, highlight=False, emoji=False, color_system=None if plain else "auto")
    out.soft_wrap = not out.is_terminal  # lines in a pipe are as long as their sentence
    return out


def ask(out: Console, prompt: str) -> str | None:
    """One line that somebody typed; None when input has ended."""
    if sys.stdin.isatty() and out.is_terminal:
        try:
            return input(prompt)
        except EOFError:
            out.print()
            return None
    out.print(prompt, end="", markup=False)
    line = sys.stdin.readline()
    out.print(line.rstrip("\n"), markup=False)  # nobody else shows what came through a pipe
    return line or None
