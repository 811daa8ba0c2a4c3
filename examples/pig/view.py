"""What one seat may know of Pig: everything, since nothing is hidden."""

from dataclasses import dataclass
from typing import Final

from paddock.rules.compiler import compiled
from paddock.rules.game import Piece
from paddock.rules.kinds import Move, Seat, State, Tensor
from paddock.rules.plain import Plain
from pig.data import MOST_SEATS
from pig.notation import write
from pig.state import FINISHED, STARTER_DRAWN


@dataclass(frozen=True, slots=True)
class View:
    """The table as everybody sees it."""

    active: int | None
    points: tuple[int, ...]
    thrown: int
    goal: int


def view(s: Plain, seat: Seat | None) -> View:
    """The view of a seat; None is somebody who only watches."""
    playing = s.stage not in (STARTER_DRAWN, FINISHED)
    return View(s.active if playing else None, s.points[: s.seats], s.thrown, s.goal)


def seen(s: Plain, move: Move, seat: Seat | None) -> str:
    """Every event is public."""
    return write(s, move)


OBSERVATION: Final = (
    Piece("to_move", (1,), "1 if this seat decides now"),
    Piece("seats", (MOST_SEATS,), "1 for every seat that is taken, this seat first"),
    Piece("points", (MOST_SEATS,), "points as shares of the goal, in the same order"),
    Piece("thrown", (1,), "what was thrown this turn, as a share of the goal"),
)


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Everything relative to the seat: itself first."""
    out[:] = 0.0
    out[0] = s.turn == seat
    for i in range(s.seats):
        out[1 + i] = 1.0
        out[1 + MOST_SEATS + i] = s.points[(seat + i) % s.seats] / s.goal
    out[1 + 2 * MOST_SEATS] = s.thrown / s.goal
