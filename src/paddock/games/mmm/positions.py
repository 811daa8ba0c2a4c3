"""Positions between turns: five remains in any order, listed once each and found by a key.

All that can be gathered is listed from the full pantry down, so positions stand in the order of their squares.
"""

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.games.mmm.board import LARGEST_ITEM
from paddock.games.mmm.data import CROSS
from paddock.games.mmm.remains import Foods
from paddock.rules.compiler import compiled, inlined
from paddock.rules.kinds import Counts

KINDS: Final = CROSS
"""Five foods."""

MOST_REMAINS: Final = int((2**63 - 1) ** (1 / KINDS)) - 1
"""Five numbers below this are one key of 63 bits."""

WORD_BITS: Final = 32
LOW_WORD: Final = (1 << WORD_BITS) - 1
STIR_LOW, STIR_HIGH = 0x2545F491, 0x1B873593
"""Odd numbers below 2**30 without a pattern: keys, which are much alike, spread evenly and no product overflows."""

Five: TypeAlias = npt.NDArray[np.int16]
"""What remains of each food."""
Fives: TypeAlias = npt.NDArray[np.int16]
"""Rows of these."""
Places: TypeAlias = npt.NDArray[np.int32]


class Index(NamedTuple):
    """Where a key was put: a hash table with open addresses."""

    keys: Counts
    """-1 where none is."""
    places: Places


def new_index(capacity: int) -> Index:
    """Room for so many keys. Its length is a power of two, and it is never more than half full: a search is short."""
    length = 2 << (capacity - 1).bit_length()
    return Index(np.full(length, -1, np.int64), np.zeros(length, np.int32))


# ---- Five foods and their keys


@inlined
def change(five: Five, food: int, remains: int, out: Five) -> None:
    """The same five foods but for one, of which this remains."""
    for kind in range(KINDS):
        out[kind] = five[kind]
    out[food] = remains


@inlined
def key_in_order(five: Five, many: int) -> int:
    """Five remains as one number, each below `many`."""
    key = 0
    for food in range(KINDS):
        key = key * many + int(five[food])
    return key


@inlined
def key_in_any_order(five: Five, many: int) -> int:
    """The same for all orders of the five: they are sorted first, by the nine comparisons that five numbers need."""
    a, b, c, d, e = int(five[0]), int(five[1]), int(five[2]), int(five[3]), int(five[4])
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
def where(index: Index, key: int) -> int:
    """The entry that holds this key, or the empty one where it belongs."""
    last = len(index.keys) - 1
    stirred = (key & LOW_WORD) * STIR_LOW + (key >> WORD_BITS) * STIR_HIGH
    entry = (stirred ^ stirred >> WORD_BITS) & last
    while index.keys[entry] != key and index.keys[entry] != -1:
        entry = entry + 1 & last
    return entry


@compiled
def move_over(old: Index, new: Index) -> None:
    """Put all keys into another index."""
    for entry in range(len(old.keys)):
        key = int(old.keys[entry])
        if key != -1:
            place = where(new, key)
            new.keys[place] = key
            new.places[place] = old.places[entry]


# ---- Positions


@compiled
def list_positions(foods: Foods, positions: Fives, index: Index, spread: int, listed: int) -> tuple[int, int]:
    """Go on listing what the positions from `spread` on can become by one square, each new one once, at the end.

    So positions stand in the order of their squares, most first. Stops when all are listed or there is no room for
    more; answers how many have been looked at, and how many there are.
    """
    many = len(foods.ways)
    while spread < listed:
        if listed + KINDS * LARGEST_ITEM > min(len(positions), len(index.keys) // 2):
            break
        for food in range(KINDS):
            remains = positions[spread, food]
            for way in range(foods.ways[remains]):
                change(positions[spread], food, foods.after[remains, way], positions[listed])
                key = key_in_any_order(positions[listed], many)
                entry = where(index, key)
                if index.keys[entry] == -1:
                    index.keys[entry] = key
                    index.places[entry] = listed
                    listed += 1
        spread += 1
    return spread, listed
