"""The levels, and the play style of each level in each game.

A chick plays greedily, but a share of its moves is uniformly random. It does not search, so a million of its games take
seconds. All other levels between uniform and owl use the same search and differ in temperature: the higher, the more
often a level prefers a worse move, above all a slightly worse one. In a game without the verb `greedy` a chick searches
too. `training/weights/levels.toml` has the calibrated settings of each game, and of variants in which mistakes cost
more. With them the levels are about evenly spaced in strength (`paddock train GAME --levels`).
"""

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

from paddock.bots.algorithms.move_choice import GREEDY, SEARCHING, UNIFORM
from paddock.bots.level_names import LADDER as LADDER
from paddock.bots.level_names import LEVELS as LEVELS
from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.engine.options import OptionValues
from paddock.match.seat_names import level_in

DEFAULT_BUDGET: Final = 128
"""The search budget of a level for one decision, in rollouts."""
OWL_BUDGET: Final = 512
"""The search budget of the owl."""
RANDOM_MOVE_CHANCE: Final = "random_move_chance"
"""The setting of a chick in a game with a greedy bot. The setting of all other levels is their temperature."""
BOLDNESS: Final = {"careful": -1.0, "daring": 1.0}
"""The preference for risk, in log-odds, of the levels that have one."""
DEFAULT_OPTIONS: Final[OptionValues] = {}
"""The options of a table with the usual rules."""


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """The settings by which one seat chooses its moves."""

    policy: int = SEARCHING
    """UNIFORM, GREEDY or SEARCHING."""
    temperature: float = 0.0
    """The temperature in log-odds."""
    boldness: float = 0.0
    """The preference for daring moves, in log-odds."""
    iterations: int = DEFAULT_BUDGET
    """The search budget of one decision, in rollouts."""
    random_move_chance: float = 0.0
    """For GREEDY: probability of a uniformly random move."""


@cache
def settings() -> dict[str, dict[str, float]]:
    """Return the contents of levels.toml: game or variant -> setting -> value."""
    return tomllib.loads((files("paddock.bots.training") / "weights" / "levels.toml").read_text(encoding="utf-8"))


def calibration_key(game: Game, options: OptionValues) -> str:
    """Return the name of a game with these options in levels.toml: its id and its calibrated variants.

    >>> from paddock.games import load_game
    >>> calibration_key(load_game("mmm"), {"line": False}), calibration_key(load_game("mmm"), {"line": True})
    ('mmm', 'mmm line')
    """
    return " ".join((game.id, *(name for name in game.calibrated_variants if options.get(name))))


def check_level(level: str) -> tuple[str, int | None]:
    """Return the level and the search budget that may follow it, as in `owl:2000`. Raise `BadOption` if invalid."""
    name, colon, budget = level.partition(":")
    if name not in LEVELS:
        raise BadOption(f"there is no bot {name!r}; there are {', '.join(LEVELS)}")
    if not colon:
        return name, None
    if not re.fullmatch(r"[1-9]\d{0,6}", budget):
        raise BadOption(f"bot {level!r}: a search budget from 1 to 9999999 must follow the colon, as in owl:2000")
    return name, int(budget)


def play_style(game: Game, level: str, options: OptionValues = DEFAULT_OPTIONS) -> PlayStyle:
    """Return the play style of a level in this game with these options."""
    level, budget = check_level(level)
    style = default_play_style(game, level, options)
    return style if budget is None else replace(style, iterations=budget)


def default_play_style(game: Game, level: str, options: OptionValues) -> PlayStyle:
    """Return the play style of a level with the default search budget."""
    if level == "uniform":
        return PlayStyle(UNIFORM)
    if level == "greedy":
        if "greedy" not in game.optional_verbs:
            raise BadOption(f"{game.facts.title} has no greedy bot; choose another bot")
        return PlayStyle(GREEDY)
    if level == "owl":
        return PlayStyle(iterations=OWL_BUDGET)
    key = setting_key(game, level)
    setting = settings().get(calibration_key(game, options), settings()["elsewhere"])[key]
    return (
        PlayStyle(GREEDY, random_move_chance=setting)
        if key == RANDOM_MOVE_CHANCE
        else PlayStyle(SEARCHING, setting, BOLDNESS.get(level, 0.0))
    )


def setting_key(game: Game, level: str) -> str:
    """Return the name of a level's setting in levels.toml, for a level between uniform and owl."""
    if level == "chick" and "greedy" in game.optional_verbs:
        return RANDOM_MOVE_CHANCE
    return "fox" if level in BOLDNESS else level


def uses_search(game: Game, level: str) -> bool:
    """Return whether a bot of this level searches in this game and so needs a bot memory."""
    return play_style(game, level).policy == SEARCHING


def is_bot(seat: str) -> bool:
    """Return whether the name of a seat in a record is that of a bot."""
    return level_in(seat).partition(":")[0] in LEVELS
