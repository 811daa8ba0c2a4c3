"""A position of Pig as one record."""

from typing import Final

from paddock.rules.game import Field, record_of
from pig.data import MOST_SEATS

# What happens next (`stage`), in the order of a match.
STARTER_DRAWN: Final = 0
DIE_THROWN: Final = 1
HOLD_OR_AGAIN: Final = 2
FINISHED: Final = 3

FIELDS: Final = (
    Field("turn", "i1", "whose turn: a seat, -1 chance, -2 over"),
    Field("stage", "i1", "what happens next"),
    Field("seats", "i1", "players"),
    Field("goal", "i2", "points that win"),
    Field("active", "i1", "whose turn it is, also while chance decides"),
    Field("thrown", "i2", "what the active seat has thrown this turn"),
    Field("points", "i2", "points of each seat", (MOST_SEATS,)),
)

STATE: Final = record_of(FIELDS, __file__)
