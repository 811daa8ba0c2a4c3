"""The levels by name, and how each of them chooses in each game.

Every level that thinks weighs its moves in the same way, and differs in how closely it follows what it found: the
hotter, the more often it prefers a move that is worth less, small differences first. Temperatures were set game by
game so that the levels are about evenly spaced in strength (`paddock train GAME --levels`, docs/bots.md).
"""

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

from paddock.bots.mind import GREEDY, THINKING, UNIFORM
from paddock.rules.game import Game
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
LEAN: Final = {"careful": -1.0, "daring": 1.0}


@dataclass(frozen=True, slots=True)
class Manner:
    """How one seat chooses."""

    kind: int = THINKING
    temperature: float = 0.0
    lean: float = 0.0
    iterations: int = BRIEF


@cache
def temperatures() -> dict[str, dict[str, float]]:
    """Game and level -> temperature."""
    return tomllib.loads((files("paddock.bots") / "learned" / "temperatures.toml").read_text(encoding="utf-8"))


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


def manner(game: Game, level: str) -> Manner:
    """How a bot of this level chooses in this game."""
    level, budget = check_level(level)
    how = usual_manner(game, level)
    return how if budget is None else replace(how, iterations=budget)


def usual_manner(game: Game, level: str) -> Manner:
    if level == "uniform":
        return Manner(UNIFORM)
    if level == "greedy":
        if "greedy" not in game.skills:
            raise BadOption(f"{game.facts.title} has no greedy bot; all others play every game")
        return Manner(GREEDY)
    by_level = temperatures().get(game.id, temperatures()["elsewhere"])
    if level == "owl":
        return Manner(iterations=LONG)
    return Manner(THINKING, by_level["fox" if level in LEAN else level], LEAN.get(level, 0.0))
