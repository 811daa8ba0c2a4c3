"""The named parts of a tensor: where each part begins, how long the tensor is, and how to split it."""

from collections import namedtuple
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Any

from paddock.engine.types import Tensor


@dataclass(frozen=True, slots=True)
class TensorField:
    """One named part of an observation or of the features."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """The number of entries."""
        return prod(self.shape)


def tensor_size(fields: Iterable[TensorField]) -> int:
    """Return the length of a tensor with these parts.

    >>> tensor_size([TensorField("to_move", (1,), ""), TensorField("board", (8, 8), "")])
    65
    """
    return sum(field.size for field in fields)


def tensor_offsets(fields: Iterable[TensorField]) -> Any:
    """Return the index at which each part begins, as a named tuple of integers.

    A named tuple in a module is a compile-time constant for Numba, so `out[AT.board + i]` costs no look-up.

    >>> at = tensor_offsets([TensorField("to_move", (1,), ""), TensorField("board", (8, 8), "")])
    >>> at.to_move, at.board
    (0, 1)
    """
    parts = tuple(fields)
    layout: Any = namedtuple("TensorOffsets", [field.name for field in parts])  # type: ignore[misc]
    return layout(*accumulate((field.size for field in parts[:-1]), initial=0))


def split_tensor(fields: Iterable[TensorField], tensor: Tensor) -> dict[str, Tensor]:
    """Return the parts of a tensor by name, as views in their own shapes; axes before the last stay.

    >>> import numpy as np
    >>> split_tensor([TensorField("to_move", (1,), ""), TensorField("board", (1, 2), "")], np.array([1, 3, 4]))
    {'to_move': array([1]), 'board': array([[3, 4]])}
    """
    parts, first = {}, 0
    for field in fields:
        part = tensor[..., first : first + field.size]
        parts[field.name] = part.reshape(*tensor.shape[:-1], *field.shape)
        first += field.size
    return parts
