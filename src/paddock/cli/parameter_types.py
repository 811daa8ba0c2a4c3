"""Types of arguments and options. They complete their values in a shell without the compiler."""

import re
from typing import Any

import rich_click as click
from click.shell_completion import CompletionItem

from paddock.bots.level_names import LEVELS
from paddock.games import GAMES


class GameName(click.ParamType[str]):
    """The id of a game. The command itself reports an unknown one."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in GAMES if name.startswith(incomplete)]


class LevelNames(click.ParamType[str]):
    """Levels, separated by commas. The command itself reports an unknown one."""

    name = "levels"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, begun = incomplete.rpartition(",")
        return [
            CompletionItem(f"{before}{comma}{name}", help=meaning)
            for name, meaning in LEVELS.items()
            if name.startswith(begun)
        ]


class Count(click.ParamType[int]):
    """A whole number of at least 1. The form 1e6 is accepted."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = float(value) if re.search(r"[.eE]", str(value)) else int(value)
        except ValueError:
            number = 0.5
        if number != number or number in (float("inf"), float("-inf")) or number != int(number) or number < 1:
            self.fail(f"{value!r} is not a whole number of at least 1, like 1000 or 1e6.", param, ctx)
        return int(number)
