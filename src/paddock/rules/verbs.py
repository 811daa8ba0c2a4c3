"""The verbs: what every room can do with a position.

A verb is chosen by the type of the record it is called on, in compiled code at compile time and in plain
Python at call time. So whatever is built on verbs (`kernels.py`, bots, environments) is written once and
names no game. A room's functions are handed in when it opens (`open_room`).
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numba
import numba.extending
import numpy as np

from paddock.rules.kinds import Move, Moves, Numbers, Rng, Seat, State, Tensor, Weights

P = ParamSpec("P")
R = TypeVar("R")

ROOMS: dict[Any, dict[str, Callable[..., Any]]] = {}
"""Record type (NumPy's and Numba's) -> that room's functions by verb."""

VERBS: list[str] = []
"""What every room can do."""


def verb(stub: Callable[P, R]) -> Callable[P, R]:
    """A signature becomes a verb that every room must have."""
    VERBS.append(stub.__name__)
    return dispatched(stub)


def dispatched(stub: Callable[P, R]) -> Callable[P, R]:
    """Chosen by the type of the record, in Python and in compiled code."""
    name = stub.__name__

    def call(s, *args):  # type: ignore[no-untyped-def]
        return ROOMS[s.dtype][name](s, *args)

    @numba.extending.overload(call, strict=False)
    def choose(s, *args):  # type: ignore[no-untyped-def]
        chosen = ROOMS[s][name]

        def impl(s, *args):  # type: ignore[no-untyped-def]
            return chosen(s, *args)

        return impl

    call.__name__ = name
    call.__doc__ = stub.__doc__
    return call  # type: ignore[return-value]


def register(record: np.dtype[Any], **functions: Callable[..., Any]) -> None:
    """What dispatched functions do for this record type."""
    ROOMS[record] = ROOMS[numba.from_dtype(record)] = functions


@verb
def turn(s: State) -> int:  # type: ignore[empty-body]
    """Whose turn it is: a seat, CHANCE or OVER."""


@verb
def moves(s: State, out: Moves) -> int:  # type: ignore[empty-body]
    """List the legal moves, or chance's outcomes, ascending; the only place that says what is legal."""


@verb
def weights(s: State, out: Weights) -> int:  # type: ignore[empty-body]
    """The integer weights of the chance outcomes that `moves` lists, in the same order; returns their sum."""


@verb
def apply(s: State, move: Move) -> None:
    """Play a move. Trusts its caller: `match.play` checks membership first."""


@verb
def payoff(s: State, out: Numbers) -> None:
    """Who won, per seat: 1, a share of a shared victory, or 0."""


@verb
def score(s: State, out: Numbers) -> None:
    """The points per seat as they stand, also before the end."""


@verb
def imagine(s: State, seat: Seat, rng: Rng) -> None:
    """Deal anew what this seat cannot know, in keeping with all that it does know."""


@verb
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """What this seat knows, as the numbers that the room's `OBSERVATION` names."""
