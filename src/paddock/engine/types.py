"""The types of seats, moves, positions and arrays."""

from functools import cache
from typing import Any, Final, NamedTuple, NewType, TypeAlias

import numpy as np
import numpy.typing as npt

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in code and from 1 for people."""

Move = NewType("Move", int)
"""A decision or a chance outcome: one small integer, which each game defines."""

CHANCE: Final = -1
"""The result of `turn` when a die or a card decides."""

OVER: Final = -2
"""The result of `turn` when the match is over."""


class State(np.void):  # type: ignore[misc]  # the stubs call it final; NumPy itself subclasses it
    """One position: a record with the named fields of the game's `state.py`, read and written as `s.field`.

    `np.record` does the same, but each access takes several times as long.
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except (KeyError, ValueError):
            raise AttributeError(f"a position of this game has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


Positions: TypeAlias = np.ndarray[Any, np.dtype[Any]]
"""An array of positions. A single position is an array of length one. A copy copies bytes."""

Moves: TypeAlias = npt.NDArray[np.int16]
Weights: TypeAlias = npt.NDArray[np.int32]
Counts: TypeAlias = npt.NDArray[np.int64]
EventTally: TypeAlias = npt.NDArray[np.int32]
Numbers: TypeAlias = npt.NDArray[np.float64]
Tensor: TypeAlias = npt.NDArray[np.float32]
Rng: TypeAlias = npt.NDArray[np.uint64]


class Buffers(NamedTuple):
    """Arrays that kernels write moves and weights into; compiled code allocates nothing."""

    moves: Moves
    weights: Weights


@cache
def states_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the record type whose fields read as `s.field`. It is cached, since identical types compare fastest."""
    return np.dtype((State, dtype))


# NumPy creates and copies records field by field, in 20 microseconds and more. As bytes it takes less than one.


def new_positions(dtype: np.dtype[Any], length: int = 1) -> Positions:
    """Return positions with all fields 0, which read as `s.field` in Python and in compiled code."""
    return np.frombuffer(bytearray(length * dtype.itemsize), states_of(dtype))


def copy_positions(position: Positions) -> Positions:
    """Return a copy of the positions."""
    return np.frombuffer(bytearray(position.tobytes()), position.dtype)


def same_position(one: Positions, other: Positions) -> bool:
    """Return whether two arrays contain the same positions. Gaps between fields are ignored."""
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names or ())
