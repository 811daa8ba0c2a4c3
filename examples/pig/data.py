"""The facts, sizes and options of Pig."""

from typing import Final

from paddock.engine.game import Facts
from paddock.engine.options import Number, Option

FACTS: Final = Facts(
    id="pig",
    title="Pig",
    designer="folklore",
    publisher="first described by John Scarne",
    year=1945,
    players=range(2, 5),
    summary="One die: throw for as long as you dare, but a 1 loses it all.",
)

RULES_VERSION: Final = 1
"""The version of the rules. Records contain it."""

MOST_SEATS: Final = FACTS.players[-1]
FACES: Final = 6
MOST_MOVES: Final = FACES
"""The longest list of moves: all faces of the die."""
UNLUCKY: Final = 1
GOAL: Final = 100

OPTIONS: Final[tuple[Option, ...]] = (Number("goal", GOAL, "points that win", 2, 1000),)
