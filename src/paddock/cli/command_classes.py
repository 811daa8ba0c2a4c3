"""Commands and groups with examples and a list of levels in their help."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import rich_click as click

from paddock.bots.level_names import LEVELS

PAIR = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)


def expand_pairs(words: Sequence[str]) -> list[str]:
    """Return the words with `--option` before each pair, so that one `--option` may have several pairs.

    >>> expand_pairs(["mist", "--option", "dice=4", "doubling=on", "--seed", "1"])
    ['mist', '--option', 'dice=4', '--option', 'doubling=on', '--seed', '1']
    """
    expanded: list[str] = []
    for word in words:
        if len(expanded) > 1 and expanded[-2] == "--option" and PAIR.fullmatch(word):
            expanded.append("--option")
        expanded.append(word)
    return expanded


class PaddockCommand(click.RichCommand):
    """A command with examples. Its help shows them, and an error about a missing argument shows the first."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), levels: bool = False, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.panels = [
            click.RichOptionPanel("Arguments", column_types=["required", "metavar_short", "help"]),
            click.RichOptionPanel(
                "Options", column_types=["required", "opt_long", "opt_short", "metavar_short", "help"]
            ),
        ]
        self.examples = tuple(examples)
        self.shows_levels = levels

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, expand_pairs(args))

    def format_epilog(self, ctx: click.RichContext, formatter: click.RichHelpFormatter) -> None:  # type: ignore[override]
        from rich.padding import Padding
        from rich.text import Text

        for paragraph in self.paragraphs():
            formatter.write(Padding(Text(paragraph), (0, 1, 1, 1)))

    def paragraphs(self) -> list[str]:
        """Return the texts below the options: the levels and the examples."""
        width = max(map(len, LEVELS))
        levels = "\n".join(f"  {name:{width}}  {meaning}" for name, meaning in LEVELS.items())
        examples = "\n".join(f"  {example}" for example in self.examples)
        title = "Example" if len(self.examples) == 1 else "Examples"
        shown = [f"Levels of bots:\n{levels}\n  LEVEL:N searches N games per choice, such as owl:2000."]
        return (shown if self.shows_levels else []) + ([f"{title}:\n{examples}"] if examples else [])


class PaddockGroup(click.RichGroup):
    """A group that lists its commands in the order of their definition."""

    command_class = PaddockCommand

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not self.invoke_without_command:
            ctx.fail(f"{ctx.command_path} needs a command: {', '.join(self.commands)}.")
        return super().parse_args(ctx, args)
