"""The levels by name, and how each of them chooses in each game.

A chick looks one turn ahead as `greedy` does, and forgets to look now and then; it does not think, so a million of its
games are a matter of seconds. Every level that thinks weighs its moves in the same way, and differs in how closely it
follows what it found: the hotter, the more often it prefers a move that is worth less, small differences first. Where a
room has no `greedy`, chicks think too. How often a chick forgets and how hot the others are was set game by game, and
apart for variants in which a slip costs more, so that the levels are about evenly spaced in strength (`paddock train
GAME --levels`, docs/bots.md).
"""

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

from paddock.bots.mind import GREEDY, THINKING, UNIFORM
from paddock.rules.game import Game
from paddock.rules.options import Choices
from paddock.rules.refusals import BadOption

LEVELS: Final = {
    "uniform": "any legal move, each as likely as the others",
    "chick": "sensible like a child: forgets, takes chances",
    "hound": "plays well, and overlooks things",
    "fox": "plays very well, and seldom slips",
    "owl": "the best there is",
    "greedy": "looks exactly one turn ahead, at points only: the public yardstick",
    "careful": "a fox who likes to be safe",
    "daring": "a fox who likes to dare",
}
"""By name: the ladder from weak to strong, then the yardstick and two characters."""

LADDER: Final = ("uniform", "chick", "hound", "fox", "owl")
BRIEF: Final = 128
LONG: Final = 512
"""Games that a level may imagine for one choice where it searches; only the owl takes its time."""
FORGETS: Final = "forgets"
"""What chicks are set by, where a room has a greedy bot; all others by their temperature."""
LEAN: Final = {"careful": -1.0, "daring": 1.0}
AS_USUAL: Final[Choices] = {}
"""Nothing is agreed on but what the rules say."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How one seat chooses."""

    kind: int = THINKING
    temperature: float = 0.0
    lean: float = 0.0
    iterations: int = BRIEF
    forgets: float = 0.0
    """Of one who is greedy: the chance that a decision is made without a look, by any legal move."""


@cache
def settings() -> dict[str, dict[str, float]]:
    """Game or variant -> how often a chick `forgets`, and by level the temperature of those who think."""
    return tomllib.loads((files("paddock.bots") / "learned" / "levels.toml").read_text(encoding="utf-8"))


def played(game: Game, options: Choices) -> str:
    """What levels.toml calls a game at a table with these options: by its id, and by what sets it apart.

    >>> from paddock.games import game
    >>> played(game("mmm"), {"line": False}), played(game("mmm"), {"line": True})
    ('mmm', 'mmm line')
    """
    return " ".join((game.id, *(name for name in game.apart if options.get(name))))


def check_level(level: str) -> tuple[str, int | None]:
    """The level, if there is one of this name, and the budget that may follow it: `owl:2000`."""
    name, colon, budget = level.partition(":")
    if name not in LEVELS:
        raise BadOption(f"there is no bot {name!r}; there are {', '.join(LEVELS)}")
    if not colon:
        return name, None
    if not re.fullmatch(r"[1-9]\d{0,6}", budget):
        raise BadOption(
            f"bot {level!r}: after the colon comes how many games it may imagine for a choice, as in owl:2000"
        )
    return name, int(budget)


def manner(game: Game, level: str, options: Choices = AS_USUAL) -> Manner:
    """How a bot of this level chooses in this game, at a table with these options."""
    level, budget = check_level(level)
    how = usual_manner(game, level, options)
    return how if budget is None else replace(how, iterations=budget)


def usual_manner(game: Game, level: str, options: Choices) -> Manner:
    if level == "uniform":
        return Manner(UNIFORM)
    if level == "greedy":
        if "greedy" not in game.skills:
            raise BadOption(f"{game.facts.title} has no greedy bot; all others play every game")
        return Manner(GREEDY)
    if level == "owl":
        return Manner(iterations=LONG)
    key = setting_of(game, level)
    setting = settings().get(played(game, options), settings()["elsewhere"])[key]
    return Manner(GREEDY, forgets=setting) if key == FORGETS else Manner(THINKING, setting, LEAN.get(level, 0.0))


def setting_of(game: Game, level: str) -> str:
    """What sets a level between the weakest and the best here, as it is called in levels.toml."""
    if level == "chick" and "greedy" in game.skills:
        return FORGETS
    return "fox" if level in LEAN else level


def thinks(game: Game, level: str) -> bool:
    """Whether a bot of this level thinks in this game; one that does not needs no mind."""
    return manner(game, level).kind == THINKING
