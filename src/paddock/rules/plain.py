"""A position in plain Python: numbers and tuples, for everything that speaks about positions.

Reading a field of a NumPy record takes about a microsecond and gives a NumPy number; a compiled function that is called
with a record takes twenty. So views, tokens and sentences read a position once, as a whole, and what they must ask the
rules they ask in one go: a compiled question fills a small record, which is read in the same way.
"""

import struct
from collections.abc import Callable
from functools import cache, lru_cache, partial
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import msgspec
import numpy as np

from paddock.rules.kinds import Table, new_table

A = ParamSpec("A")
R = TypeVar("R")

KEPT_PARTS = 4096
"""Parts of one kind that are remembered: a megabyte or so."""

LETTERS = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "u8": "Q", "f4": "f", "f8": "d"}
"""NumPy's types of fields -> what `struct` calls them."""


class Plain:
    """A position at one moment: every field of its record as a number, a tuple or a tuple of tuples.

    It is a value: it stays as it is when the match goes on. All numbers are read at once; rows of them are cut out when
    somebody asks, since most who speak about a position need only a few.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def table(self) -> Table:
            """The same position for compiled code: rules take `s.table[0]`, questions take `s.table`."""

        def __getattr__(self, field: str) -> Any: ...


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A view or a part of one: a value that goes over the wire as it is.

    It is made faster than a dataclass, and written in a third to a half of the time. It holds nothing that could hold
    it, so nobody has to look for circles.
    """


def plain(table: Table) -> Plain:
    """Read a table of one position."""
    return reader_of(table.dtype)(table)


def glance(table: Table) -> Plain:
    """The same for who asks for few fields, such as who writes a move down: each is read when it is asked for."""
    return glancer_of(table.dtype)(table.tobytes())


def shared(make: Callable[A, R]) -> Callable[A, R]:
    """For parts of views, which are values: what looks as it did a move ago, or at another table, is made only once."""
    return lru_cache(maxsize=KEPT_PARTS)(make)  # type: ignore[return-value]


def answer(question: Callable[..., None], to: np.dtype[Any], s: Plain, *more: int) -> Plain:
    """What a compiled question writes into a record of this type."""
    out = new_table(to)
    question(s.table, out, *more)
    return plain(out)


@cache
def reader_of(dtype: np.dtype[Any]) -> Callable[[Table], Plain]:
    """How to read records of this type: their bytes become numbers at once; fields are places in that row.

    Arrays of rows, which few ask for, are read when somebody does.
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

    def table(s: Any) -> Table:
        return np.frombuffer(bytearray(s[-1]), dtype)

    kind: Any = type("Reading", (tuple, Plain), {"__slots__": (), **fields, "table": property(table)})
    unpack = struct.Struct(f"{layout}{dtype.itemsize - used}x").unpack
    made: Callable[[tuple[Any, ...]], Plain] = partial(tuple.__new__, kind)

    def reader(table: Table) -> Plain:
        position = table.tobytes()
        return made(unpack(position) + (position,))

    return reader


def rows_at(offset: int, layout: str, shape: tuple[int, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """How to read an array of this shape from the bytes that a reading keeps at its end."""
    rows = part_at(offset, layout, shape)
    return lambda s: rows(s[-1])


@cache
def glancer_of(dtype: np.dtype[Any]) -> Callable[[bytes], Plain]:
    """How to glance at records of this type: they stay bytes."""
    fields = {}
    for name in dtype.names or ():
        field, offset = dtype.fields[name][:2]  # type: ignore[index]
        layout = f"={prod(field.shape)}{LETTERS[field.base.str[1:]]}"
        fields[name] = property(part_at(offset, layout, field.shape))

    def table(s: Any) -> Table:
        return np.frombuffer(bytearray(s), dtype)

    kind: Any = type("Glance", (bytes, Plain), {"__slots__": (), **fields, "table": property(table)})
    return kind  # type: ignore[no-any-return]


def part_at(offset: int, layout: str, shape: tuple[int, ...]) -> Callable[[bytes], Any]:
    """How to read a number, a row of them, or an array of this shape there from the bytes of a record.

    >>> part_at(1, "=2b", (2,))(bytes([9, 1, 2])), part_at(2, "=1b", ())(bytes([9, 1, 2]))
    ((1, 2), 2)
    """
    unpack = struct.Struct(layout).unpack_from
    if not shape:
        return lambda position: unpack(position, offset)[0]
    rows = cut(0, shape)
    return lambda position: rows(unpack(position, offset))


def cut(first: int, shape: tuple[int, ...]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Takes an array of this shape, from the first of its numbers on, out of a row of them.

    >>> cut(1, (2, 3))((9, 1, 2, 3, 4, 5, 6, 9))
    ((1, 2, 3), (4, 5, 6))
    """
    if len(shape) == 1:
        return itemgetter(slice(first, first + shape[0]))
    rows = [cut(first + row * prod(shape[1:]), shape[1:]) for row in range(shape[0])]
    return lambda numbers: tuple([row(numbers) for row in rows])
