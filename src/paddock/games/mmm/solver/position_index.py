"""The list of all positions between turns, and a hash table that finds them by a key.

The list begins with the full pantry and is in the order of the squares left, most first.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.types import Counts
from paddock.games.mmm.board import LARGEST_ITEM
from paddock.games.mmm.data import CROSS
from paddock.games.mmm.solver.remaining_items import Foods

KINDS: Final = CROSS
"""The number of foods."""

MOST_REMAINS: Final = int((2**63 - 1) ** (1 / KINDS)) - 1
"""The most different remains: five numbers up to this fit into a key of 63 bits."""

WORD_BITS: Final = 32
LOW_WORD: Final = (1 << WORD_BITS) - 1
STIR_LOW, STIR_HIGH = 0x2545F491, 0x1B873593
"""Odd numbers below 2**30 without a pattern. They spread similar keys evenly, and no product overflows."""

RemainsByFood: TypeAlias = npt.NDArray[np.int16]
"""The remains of each of the five foods."""
RemainsRows: TypeAlias = npt.NDArray[np.int16]
"""An array with one row of remains for each position or node."""
Places: TypeAlias = npt.NDArray[np.int32]


class Index(NamedTuple):
    """A hash table with open addressing."""

    keys: Counts
    """The keys; -1 in an empty entry."""
    places: Places
    """The position or node of each key."""


def new_index(capacity: int) -> Index:
    """Return an empty index for this number of keys. Its length is a power of two, and at most half of it is used."""
    length = 2 << (capacity - 1).bit_length()
    return Index(np.full(length, -1, np.int64), np.zeros(length, np.int32))


# ---- Keys


@inlined
def copy_with(remains_by_food: RemainsByFood, food: int, remains: int, out: RemainsByFood) -> None:
    """Copy the remains of five foods to `out`, with another number for one food."""
    for kind in range(KINDS):
        out[kind] = remains_by_food[kind]
    out[food] = remains


@inlined
def key_in_order(remains_by_food: RemainsByFood, many: int) -> int:
    """Return five remains, each below `many`, as one number."""
    key = 0
    for food in range(KINDS):
        key = key * many + int(remains_by_food[food])
    return key


@inlined
def key_in_any_order(remains_by_food: RemainsByFood, many: int) -> int:
    """Return a key that is equal for all orders of the five remains. A network of nine comparisons sorts them."""
    r = remains_by_food
    a, b, c, d, e = int(r[0]), int(r[1]), int(r[2]), int(r[3]), int(r[4])
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    b, e = min(b, e), max(b, e)
    a, d = min(a, d), max(a, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return (((a * many + b) * many + c) * many + d) * many + e


@inlined
def find_entry(index: Index, key: int) -> int:
    """Return the entry with this key, or the empty entry where it belongs."""
    last = len(index.keys) - 1
    mixed = (key & LOW_WORD) * STIR_LOW + (key >> WORD_BITS) * STIR_HIGH
    entry = (mixed ^ mixed >> WORD_BITS) & last
    while index.keys[entry] != key and index.keys[entry] != -1:
        entry = entry + 1 & last
    return entry


@compiled
def rehash(old: Index, new: Index) -> None:
    """Copy all keys to another index."""
    for entry in range(len(old.keys)):
        key = int(old.keys[entry])
        if key != -1:
            place = find_entry(new, key)
            new.keys[place] = key
            new.places[place] = old.places[entry]


# ---- Positions


@compiled
def list_positions(foods: Foods, positions: RemainsRows, index: Index, expanded: int, listed: int) -> tuple[int, int]:
    """Append the positions that follow from position `expanded` on by one more gathered square, each once.

    Stop when all positions are listed or the arrays are full. Return the number of expanded positions and the number
    of listed positions.
    """
    many = len(foods.ways)
    while expanded < listed:
        if listed + KINDS * LARGEST_ITEM > min(len(positions), len(index.keys) // 2):
            break
        for food in range(KINDS):
            remains = positions[expanded, food]
            for way in range(foods.ways[remains]):
                copy_with(positions[expanded], food, foods.after[remains, way], positions[listed])
                key = key_in_any_order(positions[listed], many)
                entry = find_entry(index, key)
                if index.keys[entry] == -1:
                    index.keys[entry] = key
                    index.places[entry] = listed
                    listed += 1
        expanded += 1
    return expanded, listed
