"""Arguments and options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click
from click import get_current_context
from click.core import ParameterSource

from paddock.bots import DEFAULT_SIMULATED
from paddock.cli.parameter_types import GameName, LevelNames
from paddock.engine.errors import BadOption
from paddock.games import GAMES

if TYPE_CHECKING:
    from paddock.engine.game import Game

F = TypeVar("F", bound=Callable[..., Any])

INTERRUPTED = 130
"""The exit status of a command that Ctrl-C stopped."""


def one_of(words: Sequence[str]) -> str:
    """
    >>> one_of(["mist", "life", "mmm"])
    'mist, life or mmm'
    """
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def game_argument(*, required: bool = True, default: str = "") -> Callable[[F], F]:
    """Return the decorator for the argument GAME. `default` describes what happens without it."""
    return click.argument(
        "game_id",
        metavar="GAME" if required else "[GAME]",
        type=GameName(),
        required=required,
        help=f"The game: {one_of(list(GAMES))}.{default and f' [default: {default}]'}",
    )


players_option = click.option(
    "--players", type=int, metavar="N", show_default="the fewest of the game", help="Number of seats."
)
game_options = click.option(
    "--option",
    "pairs",
    multiple=True,
    metavar="KEY=VALUE",
    help="Set an option of the game. Repeat it for more. 'paddock games GAME' lists all.",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="Random seed. The same seed gives the same games.",
)
threads_option = click.option(
    "--threads",
    type=click.IntRange(min=1),
    metavar="N",
    show_default="all",
    help="Number of cores. The results do not depend on it.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


levels_option = click.option(
    "--bots",
    type=LevelNames(),
    metavar="LEVELS",
    show_default=DEFAULT_SIMULATED,
    help="Levels of the seats, separated by commas. One level fills all seats.",
)


def core_count() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def parse_options(pairs: Sequence[str]) -> dict[str, object]:
    """Return the values of `--option` as texts by key. Raise `BadOption` for a pair that is none.

    >>> parse_options(["doubling=on"])
    {'doubling': 'on'}
    """
    values: dict[str, object] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise BadOption(f"--option needs key=value, like doubling=on, not {pair!r}")
        if key in values:
            raise BadOption(f"option {key} is given twice; give it once")
        values[key] = text
    return values


def defaults_sentence(**values: object) -> str:
    """Return a sentence that lists the options at their default, such as `Defaults: --seed 0.`; or no text."""
    context = get_current_context()
    used = [
        f"--{name.replace('_', '-')} {value}"
        for name, value in values.items()
        if context.get_parameter_source(name) in (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
    ]
    return f"Defaults: {', '.join(used)}." if used else ""


def fewest_players(game: Game) -> int:
    """Return the smallest number of seats of a game."""
    return game.facts.players[0]


def players_text(game: Game) -> str:
    """Return how many people play, and whether they win together, as in `2 to 4 players together`."""
    few, many = game.facts.players[0], game.facts.players[-1]
    number = f"{few}" if few == many else f"{few} to {many}"
    return f"{number} players{' together' if game.facts.together else ''}"
