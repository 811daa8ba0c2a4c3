"""The verbs: the functions that every game implements on its position.

A verb is dispatched by the type of the record in its first argument, in compiled code at compile time and in plain
Python at call time. So kernels, bots and environments are written once and name no game. `define_game` registers the
functions of a game.
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numba
import numba.extending
import numpy as np

from paddock.engine.types import Move, Moves, Numbers, Rng, Seat, State, Tensor, Weights

P = ParamSpec("P")
R = TypeVar("R")

IMPLEMENTATIONS: dict[Any, dict[str, Callable[..., Any]]] = {}
"""Record type (of NumPy and of Numba) -> the functions of that game by verb."""

VERBS: list[str] = []
"""The names of the verbs that every game implements."""


def verb(stub: Callable[P, R]) -> Callable[P, R]:
    """Turn a signature into a verb that every game must implement."""
    VERBS.append(stub.__name__)
    return dispatched(stub)


def dispatched(stub: Callable[P, R]) -> Callable[P, R]:
    """Return a function that is dispatched by the type of its first argument, in Python and in compiled code."""
    name = stub.__name__

    def call(s, *args):  # type: ignore[no-untyped-def]
        return IMPLEMENTATIONS[s.dtype][name](s, *args)

    @numba.extending.overload(call, strict=False)
    def choose(s, *args):  # type: ignore[no-untyped-def]
        chosen = IMPLEMENTATIONS[s][name]

        def impl(s, *args):  # type: ignore[no-untyped-def]
            return chosen(s, *args)

        return impl

    call.__name__ = name
    call.__doc__ = stub.__doc__
    return call  # type: ignore[return-value]


def register(record: np.dtype[Any], **functions: Callable[..., Any]) -> None:
    """Register the functions that dispatched functions call for this record type."""
    IMPLEMENTATIONS[record] = IMPLEMENTATIONS[numba.from_dtype(record)] = functions


@verb
def turn(s: State) -> int:  # type: ignore[empty-body]
    """Return the seat whose turn it is, CHANCE or OVER."""


@verb
def moves(s: State, out: Moves) -> int:  # type: ignore[empty-body]
    """List the legal moves or the outcomes of chance, ascending. Return their number. Legality is decided only here."""


@verb
def weights(s: State, out: Weights) -> int:  # type: ignore[empty-body]
    """List the integer weights of the chance outcomes, in the order of `moves`. Return their sum."""


@verb
def apply(s: State, move: Move) -> None:
    """Play a move without a check. `MatchState.play_move` checks it first."""


@verb
def payoff(s: State, out: Numbers) -> None:
    """Write the share of the victory per seat: 1, a fraction of a shared victory, or 0."""


@verb
def score(s: State, out: Numbers) -> None:
    """Write the current points per seat, also before the end."""


@verb
def imagine(s: State, seat: Seat, rng: Rng) -> None:
    """Resample the facts that this seat cannot know, consistently with the facts that it knows."""


@verb
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Write the numbers that this seat knows: the parts that the game's `OBSERVATION` names."""
