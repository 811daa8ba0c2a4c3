"""Remains: the lengths of the unfinished items of a food, and the tables of a die placed on them.

Without the line variant it does not matter which square of an item is gathered, nor where the item lies. So a food is
a few numbers: an item of three squares and one of two are `(3, 2)`, and a die on the longer one leaves `(2, 2)`. All
faces of a die are equally likely, so it does not matter *which* food has these items. A position between turns is five
such remains in any order, and the moves that the cat has to go.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.engine.boards.grid import rows_of
from paddock.games.mmm.board import FOODS, LARGEST_ITEM, items_of

Remains: TypeAlias = tuple[int, ...]
"""The squares left of each unfinished item of one food, longest first."""

Sizes: TypeAlias = tuple[Remains, ...]
"""The items of each food in a full pantry, foods with the longest item first."""


def longest_first(lengths: Iterable[int]) -> Remains:
    """
    >>> longest_first([0, 2, 3])
    (3, 2)
    """
    return tuple(sorted((length for length in lengths if length), reverse=True))


def sizes_of(board: str) -> Sizes:
    """Return the lengths of the items of a board. Boards with equal lengths have equal values.

    >>> sizes_of("bbB/f..")
    ((2, 1), (1,), (), (), ())
    """
    items = items_of(rows_of(board))
    foods = [longest_first(len(item.squares) for item in items if item.food == food) for food in range(len(FOODS))]
    return tuple(sorted(foods, reverse=True))


def with_a_die(remains: Remains) -> list[Remains]:
    """Return the remains after one more die, once for each length of an item. A finished item is dropped.

    >>> with_a_die((3, 2, 2, 1))
    [(2, 2, 2, 1), (3, 2, 1, 1), (3, 2, 2)]
    """
    places = [remains.index(length) for length in sorted(set(remains), reverse=True)]
    return [longest_first([*remains[:at], remains[at] - 1, *remains[at + 1 :]]) for at in places]


def all_remains(sizes: Sizes) -> list[Remains]:
    """Return all remains of any food, fewest squares first. The first is empty.

    >>> all_remains(((2, 1), (1,)))
    [(), (1,), (1, 1), (2,), (2, 1)]
    """
    found = {(), *sizes}
    fresh = list(found)
    while fresh:
        fresh = [less for remains in fresh for less in with_a_die(remains) if less not in found]
        found.update(fresh)
    return sorted(found, key=lambda remains: (sum(remains), remains))


class Foods(NamedTuple):
    """Arrays for compiled code. Remains are indices in `all_remains`."""

    squares: npt.NDArray[np.int16]
    """Remains -> squares left."""
    ways: npt.NDArray[np.int16]
    """Remains -> the number of ways to place a die."""
    after: npt.NDArray[np.int16]
    """Remains, way -> the remains after the die."""
    finishes: npt.NDArray[np.int16]
    """Remains, way -> 1 if the die covers the last square of an item."""


def foods_of(every: Sequence[Remains]) -> Foods:
    """Return the arrays for these remains."""
    number = {remains: place for place, remains in enumerate(every)}
    after = np.zeros((len(every), LARGEST_ITEM), np.int16)
    finishes = np.zeros((len(every), LARGEST_ITEM), np.int16)
    for place, remains in enumerate(every):
        for way, less in enumerate(with_a_die(remains)):
            after[place, way] = number[less]
            finishes[place, way] = len(less) < len(remains)
    squares = np.array([sum(remains) for remains in every], np.int16)
    ways = np.array([len(set(remains)) for remains in every], np.int16)
    return Foods(squares, ways, after, finishes)


def most_nodes(sizes: Sizes, dice: int) -> list[int]:
    """Return an upper bound of the nodes of one turn with 0, 1, ... dice placed, for any position.

    >>> most_nodes(((2, 1), (1,)), 2)
    [1, 3, 3]
    """
    total = [1] + [0] * dice
    for start in sizes:
        most = [0] * (dice + 1)
        for remains in all_remains((start,)):
            seen = {remains}
            for placed in range(dice + 1):
                most[placed] = max(most[placed], len(seen))
                seen = {less for one in seen for less in with_a_die(one)}
        total = [sum(total[i] * most[placed - i] for i in range(placed + 1)) for placed in range(dice + 1)]
    return total
