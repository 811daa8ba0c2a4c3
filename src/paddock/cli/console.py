"""Consoles that write plain lines, which also suit pipes and screen readers."""

import os
import sys

from rich.console import Console


def new_console(*, stderr: bool = False) -> Console:
    """Return a console. With `NO_COLOR`, on a dumb terminal or in a pipe it writes only text."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    console = Console(stderr=stderr, highlight=False, emoji=False, color_system=None if plain else "auto")
    console.soft_wrap = not console.is_terminal  # a pipe gets one line per sentence
    return console


def read_line(console: Console, prompt: str) -> str | None:
    """Return the next line of input, or None at its end."""
    if sys.stdin.isatty() and console.is_terminal:
        try:
            return input(prompt)
        except EOFError:
            console.print()
            return None
    console.print(prompt, end="", markup=False)
    line = sys.stdin.readline()
    console.print(line.rstrip("\n"), markup=False)  # no terminal echoes input from a pipe
    return line or None
