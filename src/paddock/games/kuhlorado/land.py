"""Land in the making: what a player's areas can still grow into, in numbers that hold for every sheet and house rule.

Sizes are in twentieths and points in tens, so that all numbers stay near 1.
"""

from typing import Final

import numpy as np

from paddock.games.kuhlorado.areas import FIRST_COLUMN, LAST_COLUMN, NONE, ONE, ROW, bit, first, grown, size, spread
from paddock.games.kuhlorado.rules import points_for_area
from paddock.rules.compiler import compiled, inlined
from paddock.rules.kinds import State, Tensor

SIZE_SCALE: Final = 20.0
POINTS_SCALE: Final = 10.0
MORE: Final = (0, 1, 2, 3, 4, 5, 7)
"""Squares by which the largest area might grow."""
MORE_FOR_SECOND: Final = (0, 1, 2, 4)
FEW_WAYS: Final = 3
"""Free squares beside an area are told apart up to so many."""
LINKS: Final = 3
"""Ways to hang together: by one free square between two own ones, by steps to free squares, by any free squares."""
LAND: Final = 7 + len(MORE) + len(MORE_FOR_SECOND) + 5 + FEW_WAYS + 3 * LINKS + 4 + 1
"""How many numbers `note_land` writes."""
LINKED: Final = 7 + len(MORE) + len(MORE_FOR_SECOND) + 5 + FEW_WAYS
JOINED: Final = LINKED + 3 * LINKS + 1
OUTLOOKS: Final = 2 * LINKS + 2
LEADING: Final = np.array([LINKED + 3 * link + i for link in range(LINKS) for i in (1, 2)] + [JOINED + 1, JOINED + 3])
"""Where it writes points of the largest area to come: by each kind of link, with and without turns, and by joins."""


@compiled
def note_land(s: State, mine: np.uint64, free: np.uint64, cows: np.uint64, turns: int, out: Tensor, at: int) -> int:
    """What a player has and may get when so many own turns follow; returns where the next number goes."""
    largest = second = NONE
    size_of_largest = size_of_second = size_of_third = areas = pairs = now = soon = 0
    left = mine
    while left != NONE:
        area = grown(left ^ (left & (left - ONE)), left)
        left ^= area
        squares = size(area)
        areas += 1
        pairs += int(squares == 2)
        now += points_for_area(s, squares)
        soon += points_for_area(s, squares + 1)
        if squares > size_of_largest:
            size_of_third, size_of_second, size_of_largest = size_of_second, size_of_largest, squares
            second, largest = largest, area
        elif squares > size_of_second:
            size_of_third, size_of_second, second = size_of_second, squares, area
        else:
            size_of_third = max(size_of_third, squares)
    out[at] = size_of_largest / SIZE_SCALE
    out[at + 1] = size_of_second / SIZE_SCALE
    out[at + 2] = size_of_third / SIZE_SCALE
    out[at + 3] = areas / POINTS_SCALE
    out[at + 4] = size(mine) / SIZE_SCALE
    out[at + 5] = now / POINTS_SCALE
    out[at + 6] = soon / POINTS_SCALE
    at += 7
    for more in MORE:
        out[at] = points_for_area(s, size_of_largest + more) / POINTS_SCALE
        at += 1
    for more in MORE_FOR_SECOND:
        out[at] = points_for_area(s, size_of_second + more) / POINTS_SCALE
        at += 1
    ways = spread(largest) & free
    out[at] = size(ways) / POINTS_SCALE
    out[at + 1] = size(ways & cows) / POINTS_SCALE
    out[at + 2] = size(spread(second) & free) / POINTS_SCALE
    out[at + 3] = size(ways & spread(second)) / POINTS_SCALE
    out[at + 4] = pairs / POINTS_SCALE
    at += 5
    if size(ways) < FEW_WAYS:
        out[at + size(ways)] = 1.0
    at += FEW_WAYS
    at = note_links(s, mine, free, largest, turns, out, at)
    return note_joins(s, mine, between(mine) & free, size_of_largest + int(ways != NONE), out, at)


@compiled
def note_links(s: State, mine: np.uint64, free: np.uint64, largest: np.uint64, turns: int, out: Tensor, at: int) -> int:
    """How many own squares would hang together with the largest area if free squares became own ones too."""
    linked = grown(largest, mine | (between(mine) & free))
    near = grown(largest, mine | (spread(mine) & free))
    far = grown(largest, mine | free)
    at = note_link(s, size(linked & mine), turns, out, at)
    at = note_link(s, size(near & mine), turns, out, at)
    at = note_link(s, size(far & mine), turns, out, at)
    out[at] = size(far & free) / SIZE_SCALE
    return at + 1


@inlined
def note_link(s: State, squares: int, turns: int, out: Tensor, at: int) -> int:
    out[at] = squares / SIZE_SCALE
    out[at + 1] = points_for_area(s, squares) / POINTS_SCALE
    out[at + 2] = points_for_area(s, squares + turns) / POINTS_SCALE
    return at + 3


@compiled
def note_joins(s: State, mine: np.uint64, joints: np.uint64, grown_by_one: int, out: Tensor, at: int) -> int:
    """The largest area that a single mark makes, and the largest if that very square is lost."""
    best, next_best = grown_by_one, grown_by_one
    while joints != NONE:
        here = bit(first(joints))
        joints ^= here
        squares = size(grown(here, mine | here))
        if squares > best:
            best, next_best = squares, best
        else:
            next_best = max(next_best, squares)
    out[at] = best / SIZE_SCALE
    out[at + 1] = points_for_area(s, best) / POINTS_SCALE
    out[at + 2] = next_best / SIZE_SCALE
    out[at + 3] = points_for_area(s, next_best) / POINTS_SCALE
    return at + 4


@compiled
def between(squares: np.uint64) -> np.uint64:
    """What touches at least two of these squares."""
    left, right = (squares & ~FIRST_COLUMN) >> ONE, (squares & ~LAST_COLUMN) << ONE
    up, down = squares >> ROW, squares << ROW
    return (left & right) | (up & down) | ((left | right) & (up | down))
