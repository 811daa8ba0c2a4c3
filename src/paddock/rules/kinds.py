"""The words that the whole package uses for its numbers."""

from functools import cache
from typing import Any, Final, NewType, TypeAlias

import numpy as np
import numpy.typing as npt

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in code and from 1 for people."""

Move = NewType("Move", int)
"""A decision or a chance outcome: one small integer whose meaning is the room's own."""

CHANCE: Final = -1
"""`turn` says so when a die or a card decides."""

OVER: Final = -2
"""`turn` says so when the match has ended."""


class State(np.void):  # type: ignore[misc]  # the stubs call it final; NumPy itself subclasses it
    """One position: a record with the named fields of its room's `state.py`, read and written as `s.field`.

    NumPy's own `np.record` does the same, at several times the price of every access.
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except (KeyError, ValueError):
            raise AttributeError(f"a position of this game has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


Table: TypeAlias = np.ndarray[Any, np.dtype[Any]]
"""An array of positions; one position is a table of length one. Copying it is copying bytes."""

Moves: TypeAlias = npt.NDArray[np.int16]
Weights: TypeAlias = npt.NDArray[np.int32]
Counts: TypeAlias = npt.NDArray[np.int64]
Notes: TypeAlias = npt.NDArray[np.int32]
Numbers: TypeAlias = npt.NDArray[np.float64]
Tensor: TypeAlias = npt.NDArray[np.float32]
Rng: TypeAlias = npt.NDArray[np.uint64]


@cache
def states_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same record type, read as `s.field`. One object for each: types that are the same one compare in no time."""
    return np.dtype((State, dtype))


# NumPy makes and copies records field by field, for twenty microseconds and more; as bytes they take less than one.


def new_table(dtype: np.dtype[Any], length: int = 1) -> Table:
    """Empty positions whose fields read as `s.field` in Python and in compiled code alike."""
    return np.frombuffer(bytearray(length * dtype.itemsize), states_of(dtype))


def copied(table: Table) -> Table:
    """The same positions in a table of their own."""
    return np.frombuffer(bytearray(table.tobytes()), table.dtype)


def same_position(one: Table, other: Table) -> bool:
    """Whether two tables hold the same positions: field by field, since the gaps between fields mean nothing."""
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names or ())
