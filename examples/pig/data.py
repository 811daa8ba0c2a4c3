"""What lies in the box of Pig, and what a table may agree on."""

from typing import Final

from paddock.rules.game import Facts
from paddock.rules.options import Number, Option

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
"""A record names it."""

MOST_SEATS: Final = FACTS.players[-1]
FACES: Final = 6
MOST_MOVES: Final = FACES
"""The longest list: any face of the die."""
UNLUCKY: Final = 1
GOAL: Final = 100

OPTIONS: Final[tuple[Option, ...]] = (Number("goal", GOAL, "points that win", 2, 1000),)
