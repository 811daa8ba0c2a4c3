"""The position of Pig as one record."""

from typing import Final

from paddock.engine.game import Field, record_type
from pig.data import MOST_SEATS

# The next event (`stage`), in the order of a match.
STARTER_DRAWN: Final = 0
DIE_THROWN: Final = 1
HOLD_OR_AGAIN: Final = 2
FINISHED: Final = 3

FIELDS: Final = (
    Field("turn", "i1", "the player to act: a seat, -1 chance, -2 over"),
    Field("stage", "i1", "the kind of the next event"),
    Field("seats", "i1", "players"),
    Field("goal", "i2", "points that win"),
    Field("active", "i1", "the seat of this turn, also while chance acts"),
    Field("thrown", "i2", "points that the active seat has thrown this turn"),
    Field("points", "i2", "points of each seat", (MOST_SEATS,)),
)

STATE: Final = record_type(FIELDS, __file__)
