"""The growth of land areas: features of a player's land that are valid for every sheet and house rule.

Sizes are in twentieths and points in tens, so that all numbers stay near 1.
"""

from typing import Final

import numpy as np

from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.tensor_layout import TensorField, tensor_offsets, tensor_size
from paddock.engine.types import State, Tensor
from paddock.games.kuhlorado.areas import FIRST_COLUMN, LAST_COLUMN, NONE, ONE, ROW, bit, first, grown, size, spread
from paddock.games.kuhlorado.rules import points_for_area

SIZE_SCALE: Final = 20.0
POINTS_SCALE: Final = 10.0
MORE: Final = (0, 1, 2, 3, 4, 5, 7)
"""The numbers of squares by which the largest area may grow."""
MORE_FOR_SECOND: Final = (0, 1, 2, 4)
FEW_WAYS: Final = 3
"""The number of free squares next to an area from which on they are not distinguished."""
LINKS: Final = 3
"""The kinds of links: one free square between two own ones, free squares next to own ones, any free squares."""
LAND_FIELDS: Final = (
    TensorField("sizes", (3,), "squares of the three largest areas, in twentieths"),
    TensorField("areas", (1,), "number of areas, in tens"),
    TensorField("squares", (1,), "own squares, in twentieths"),
    TensorField("points", (2,), "points of all areas now, and if each had one square more, in tens"),
    TensorField("largest_grown", (len(MORE),), "points of the largest area with `MORE` squares added, in tens"),
    TensorField("second_grown", (len(MORE_FOR_SECOND),), "the same for the second largest, `MORE_FOR_SECOND`"),
    TensorField("ways", (4,), "free squares next to the largest area, cows among them, next to the second, to both"),
    TensorField("pairs", (1,), "areas of exactly two squares, in tens"),
    TensorField("few_ways", (FEW_WAYS,), "1 for the number of free squares next to the largest area, if few"),
    TensorField("links", (LINKS, 3), "own squares that each kind of link connects, their points, points after turns"),
    TensorField("reachable", (1,), "free squares that any link connects with the largest area, in twentieths"),
    TensorField("joins", (2, 2), "size and points of the largest area after the best mark, and after the second best"),
)
"""The numbers that `note_land` writes."""
LAND_AT: Final = tensor_offsets(LAND_FIELDS)
LAND: Final = tensor_size(LAND_FIELDS)
OUTLOOKS: Final = 2 * LINKS + 2
LEADING: Final = np.array(
    [LAND_AT.links + 3 * link + i for link in range(LINKS) for i in (1, 2)] + [LAND_AT.joins + 1, LAND_AT.joins + 3]
)
"""The indices of the points of the largest future area: by each kind of link, now and after turns, and by joins."""


@compiled
def note_land(s: State, mine: np.uint64, free: np.uint64, cows: np.uint64, turns: int, out: Tensor) -> None:
    """Write what a player has, and may get in this number of own turns, into the parts that `LAND_FIELDS` names."""
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
    out[LAND_AT.sizes] = size_of_largest / SIZE_SCALE
    out[LAND_AT.sizes + 1] = size_of_second / SIZE_SCALE
    out[LAND_AT.sizes + 2] = size_of_third / SIZE_SCALE
    out[LAND_AT.areas] = areas / POINTS_SCALE
    out[LAND_AT.squares] = size(mine) / SIZE_SCALE
    out[LAND_AT.points] = now / POINTS_SCALE
    out[LAND_AT.points + 1] = soon / POINTS_SCALE
    for i in range(len(MORE)):
        out[LAND_AT.largest_grown + i] = points_for_area(s, size_of_largest + MORE[i]) / POINTS_SCALE
    for i in range(len(MORE_FOR_SECOND)):
        out[LAND_AT.second_grown + i] = points_for_area(s, size_of_second + MORE_FOR_SECOND[i]) / POINTS_SCALE
    ways = spread(largest) & free
    out[LAND_AT.ways] = size(ways) / POINTS_SCALE
    out[LAND_AT.ways + 1] = size(ways & cows) / POINTS_SCALE
    out[LAND_AT.ways + 2] = size(spread(second) & free) / POINTS_SCALE
    out[LAND_AT.ways + 3] = size(ways & spread(second)) / POINTS_SCALE
    out[LAND_AT.pairs] = pairs / POINTS_SCALE
    if size(ways) < FEW_WAYS:
        out[LAND_AT.few_ways + size(ways)] = 1.0
    note_links(s, mine, free, largest, turns, out)
    note_joins(s, mine, between(mine) & free, size_of_largest + int(ways != NONE), out)


@compiled
def note_links(s: State, mine: np.uint64, free: np.uint64, largest: np.uint64, turns: int, out: Tensor) -> None:
    """Write how many own squares would be connected with the largest area if free squares became own ones too."""
    linked = grown(largest, mine | (between(mine) & free))
    near = grown(largest, mine | (spread(mine) & free))
    far = grown(largest, mine | free)
    note_link(s, size(linked & mine), turns, out, LAND_AT.links)
    note_link(s, size(near & mine), turns, out, LAND_AT.links + 3)
    note_link(s, size(far & mine), turns, out, LAND_AT.links + 6)
    out[LAND_AT.reachable] = size(far & free) / SIZE_SCALE


@inlined
def note_link(s: State, squares: int, turns: int, out: Tensor, at: int) -> None:
    """Write a number of connected squares and their points, now and when each turn adds a square, from `at` on."""
    out[at] = squares / SIZE_SCALE
    out[at + 1] = points_for_area(s, squares) / POINTS_SCALE
    out[at + 2] = points_for_area(s, squares + turns) / POINTS_SCALE


@compiled
def note_joins(s: State, mine: np.uint64, joints: np.uint64, grown_by_one: int, out: Tensor) -> None:
    """Write the largest area that a single mark makes, and the largest if exactly that square is lost."""
    best, next_best = grown_by_one, grown_by_one
    while joints != NONE:
        here = bit(first(joints))
        joints ^= here
        squares = size(grown(here, mine | here))
        if squares > best:
            best, next_best = squares, best
        else:
            next_best = max(next_best, squares)
    out[LAND_AT.joins] = best / SIZE_SCALE
    out[LAND_AT.joins + 1] = points_for_area(s, best) / POINTS_SCALE
    out[LAND_AT.joins + 2] = next_best / SIZE_SCALE
    out[LAND_AT.joins + 3] = points_for_area(s, next_best) / POINTS_SCALE


@compiled
def between(squares: np.uint64) -> np.uint64:
    """Return the squares that touch at least two of these squares."""
    left, right = (squares & ~FIRST_COLUMN) >> ONE, (squares & ~LAST_COLUMN) << ONE
    up, down = squares >> ROW, squares << ROW
    return (left & right) | (up & down) | ((left | right) & (up | down))
