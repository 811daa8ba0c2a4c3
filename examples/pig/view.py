"""The view and the observation of Pig. Nothing is hidden, so all seats know everything."""

from dataclasses import dataclass
from typing import Final

from paddock.engine.compilation.decorators import compiled
from paddock.engine.plain_position import PlainPosition
from paddock.engine.tensor_layout import TensorField, tensor_offsets
from paddock.engine.types import Move, Seat, State, Tensor
from pig.data import MOST_SEATS
from pig.notation import write
from pig.state import FINISHED, STARTER_DRAWN


@dataclass(frozen=True, slots=True)
class View:
    """The view of every seat."""

    active: int | None
    points: tuple[int, ...]
    thrown: int
    goal: int


def view(s: PlainPosition, seat: Seat | None) -> View:
    """Return the view of a seat, or of a spectator (None)."""
    playing = s.stage not in (STARTER_DRAWN, FINISHED)
    return View(s.active if playing else None, s.points[: s.seats], s.thrown, s.goal)


def seen(s: PlainPosition, move: Move, seat: Seat | None) -> str:
    """Return the token: every event is public."""
    return write(s, move)


OBSERVATION: Final = (
    TensorField("to_move", (1,), "1 if this seat decides now"),
    TensorField("seats", (MOST_SEATS,), "1 for every seat that is taken, this seat first"),
    TensorField("points", (MOST_SEATS,), "points as shares of the goal, in the same order"),
    TensorField("thrown", (1,), "points thrown this turn, as a share of the goal"),
)

AT: Final = tensor_offsets(OBSERVATION)


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Write the observation of a seat. The seat itself comes first."""
    out[:] = 0.0
    out[AT.to_move] = s.turn == seat
    for i in range(s.seats):
        out[AT.seats + i] = 1.0
        out[AT.points + i] = s.points[(seat + i) % s.seats] / s.goal
    out[AT.thrown] = s.thrown / s.goal
