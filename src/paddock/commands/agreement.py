"""What several commands ask for alike: a game, the number of players, options, whole numbers."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import rich_click as click

from paddock.rules.refusals import BadOption

if TYPE_CHECKING:
    from paddock.rules.game import Game

INTERRUPTED = 130
"""The status of a command that was stopped by Ctrl-C."""

PAIR = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)


def with_all_pairs_named(words: Sequence[str]) -> list[str]:
    """`--option a=1 b=2` means the same as `--option a=1 --option b=2`.

    >>> with_all_pairs_named(["mist", "--option", "dice=4", "doubling=on", "--seed", "1"])
    ['mist', '--option', 'dice=4', '--option', 'doubling=on', '--seed', '1']
    """
    named: list[str] = []
    for word in words:
        if len(named) > 1 and named[-2] == "--option" and PAIR.fullmatch(word):
            named.append("--option")
        named.append(word)
    return named


class WithOptions(click.RichCommand):
    """A command with `--option key=value ...`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, with_all_pairs_named(args))


option_pairs = click.option(
    "--option",
    "pairs",
    multiple=True,
    metavar="KEY=VALUE",
    help="Agree on an option of the game; may be given often. `paddock games` lists them.",
)

seed_of_games = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Same seed, same games."
)
threads_to_use = click.option(
    "--threads", type=click.IntRange(min=1), help="Cores to use; without it, all. Changes only the time."
)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def agreed(pairs: Sequence[str]) -> dict[str, object]:
    """The options that were given, still as texts.

    >>> agreed(["doubling=on"])
    {'doubling': 'on'}
    """
    given: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise BadOption(f"--option takes key=value, like doubling=on, not {pair!r}")
        if name in given:
            raise BadOption(f"option {name} is given twice")
        given[name] = text
    return given


def fewest(game: Game) -> int:
    """The smallest table for this game."""
    return game.facts.players[0]


def players_in_words(game: Game) -> str:
    """How many play, and whether together."""
    few, many = game.facts.players[0], game.facts.players[-1]
    number = f"{few}" if few == many else f"{few} to {many}"
    return f"{number} players{' together' if game.facts.together else ''}"


class Count(click.ParamType[int]):
    """A whole number that may also be written like 1e6."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = float(value) if re.search(r"[.eE]", str(value)) else int(value)
        except ValueError:
            number = 0.5
        if number != number or number in (float("inf"), float("-inf")) or number != int(number) or number < 1:
            self.fail(f"{value!r} is not a whole number of at least 1, like 1000 or 1e6.", param, ctx)
        return int(number)
