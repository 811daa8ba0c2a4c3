"""Plain positions: a position as Python numbers and tuples, for views, tokens and sentences.

Reading a field of a NumPy record takes about a microsecond and gives a NumPy number, and calling a compiled function
with a record takes twenty. So views, tokens and sentences read a whole position once. A `query` asks the rules several
questions in one call: a compiled function fills a small record, which is read in the same way.
"""

import struct
from collections.abc import Callable
from functools import cache, lru_cache, partial
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import msgspec
import numpy as np

from paddock.engine.types import Positions, new_positions

A = ParamSpec("A")
R = TypeVar("R")

KEPT_PARTS = 4096
"""Cached view parts of one kind, about a megabyte."""

LETTERS = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "u8": "Q", "f4": "f", "f8": "d"}
"""NumPy type of a field -> its format character in `struct`."""


class PlainPosition:
    """A position at one moment: every field of its record as a number, a tuple or a tuple of tuples.

    It is a value and does not change when the match continues. All numbers are unpacked at once; a tuple is built when
    a caller reads its field, since most callers read only a few fields.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def position(self) -> Positions:
            """The same position for compiled code: rules take `s.position[0]`, queries take `s.position`."""

        def __getattr__(self, field: str) -> Any: ...


class ViewPart(msgspec.Struct, frozen=True, gc=False):
    """A view or a part of one: a value that the server sends as it is.

    A `msgspec.Struct` is created faster than a dataclass and encoded two to three times as fast. It contains no
    reference cycles, so the garbage collector does not track it.
    """


def plain_position(position: Positions) -> PlainPosition:
    """Return an array of one position as a plain position."""
    return reader_of(position.dtype)(position)


def lazy_position(position: Positions) -> PlainPosition:
    """Return a plain position that unpacks each field on access, for callers that read few fields."""
    return lazy_reader_of(position.dtype)(position.tobytes())


def cached_part(make: Callable[A, R]) -> Callable[A, R]:
    """Cache a function that builds a part of a view. Equal parts are built only once, in all matches."""
    return lru_cache(maxsize=KEPT_PARTS)(make)  # type: ignore[return-value]


def query(fill: Callable[..., None], to: np.dtype[Any], s: PlainPosition, *more: int) -> PlainPosition:
    """Return the record that a compiled function fills from a position, as a plain position."""
    out = new_positions(to)
    fill(s.position, out, *more)
    return plain_position(out)


@cache
def reader_of(dtype: np.dtype[Any]) -> Callable[[Positions], PlainPosition]:
    """Return the function that reads records of this type: it unpacks all bytes at once; fields are indices.

    Arrays with several dimensions are unpacked on access, since few callers need them.
    """
    layout, fields = "=", {}
    used = first = 0
    for name in dtype.names or ():
        field, offset = dtype.fields[name][:2]  # type: ignore[index]
        many, letter = prod(field.shape), LETTERS[field.base.str[1:]]
        if len(field.shape) > 1:
            fields[name] = property(rows_at(offset, f"={many}{letter}", field.shape))
            continue
        layout += f"{offset - used}x{many}{letter}"
        used = offset + field.itemsize
        fields[name] = property(itemgetter(slice(first, first + many) if field.shape else first))
        first += many

    def position(s: Any) -> Positions:
        return np.frombuffer(bytearray(s[-1]), dtype)

    kind: Any = type(
        "ReadPosition", (tuple, PlainPosition), {"__slots__": (), **fields, "position": property(position)}
    )
    unpack = struct.Struct(f"{layout}{dtype.itemsize - used}x").unpack
    made: Callable[[tuple[Any, ...]], PlainPosition] = partial(tuple.__new__, kind)

    def reader(position: Positions) -> PlainPosition:
        content = position.tobytes()
        return made(unpack(content) + (content,))

    return reader


def rows_at(offset: int, layout: str, shape: tuple[int, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a property getter for an array of this shape, from the bytes at the end of the tuple."""
    rows = part_at(offset, layout, shape)
    return lambda s: rows(s[-1])


@cache
def lazy_reader_of(dtype: np.dtype[Any]) -> Callable[[bytes], PlainPosition]:
    """Return the class of lazy positions of this type. They stay bytes, and each field is unpacked on access."""
    fields = {}
    for name in dtype.names or ():
        field, offset = dtype.fields[name][:2]  # type: ignore[index]
        layout = f"={prod(field.shape)}{LETTERS[field.base.str[1:]]}"
        fields[name] = property(part_at(offset, layout, field.shape))

    def position(s: Any) -> Positions:
        return np.frombuffer(bytearray(s), dtype)

    kind: Any = type(
        "LazyPosition", (bytes, PlainPosition), {"__slots__": (), **fields, "position": property(position)}
    )
    return kind  # type: ignore[no-any-return]


def part_at(offset: int, layout: str, shape: tuple[int, ...]) -> Callable[[bytes], Any]:
    """Return a function that unpacks a number or an array of this shape at an offset of bytes.

    >>> part_at(1, "=2b", (2,))(bytes([9, 1, 2])), part_at(2, "=1b", ())(bytes([9, 1, 2]))
    ((1, 2), 2)
    """
    unpack = struct.Struct(layout).unpack_from
    if not shape:
        return lambda position: unpack(position, offset)[0]
    rows = cut(0, shape)
    return lambda position: rows(unpack(position, offset))


def cut(first: int, shape: tuple[int, ...]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Return a function that takes an array of this shape, beginning at index `first`, out of a flat tuple.

    >>> cut(1, (2, 3))((9, 1, 2, 3, 4, 5, 6, 9))
    ((1, 2, 3), (4, 5, 6))
    """
    if len(shape) == 1:
        return itemgetter(slice(first, first + shape[0]))
    rows = [cut(first + row * prod(shape[1:]), shape[1:]) for row in range(shape[0])]
    return lambda numbers: tuple([row(numbers) for row in rows])
