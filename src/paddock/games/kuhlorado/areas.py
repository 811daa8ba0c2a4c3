"""Sets of squares, and land areas: connected squares of one player.

A set of squares is a word of 64 bits with one bit for each square, square 0 lowest, so a whole set spreads in one step.
All operands are `uint64`, so that NumPy scalars and native integers agree. (From plain Python, compiled functions
return an `int`, which the caller converts to `uint64` again.)
"""

from typing import Final

import numpy as np

from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.types import State
from paddock.games.kuhlorado.data import SQUARES
from paddock.games.kuhlorado.sheet import SIDE
from paddock.games.kuhlorado.state import NOBODY

NONE: Final = np.uint64(0)
ONE: Final = np.uint64(1)
ROW: Final = np.uint64(SIDE)
FIRST_COLUMN: Final = np.uint64(sum(1 << square for square in range(0, SQUARES, SIDE)))
LAST_COLUMN: Final = FIRST_COLUMN << np.uint64(SIDE - 1)


@inlined
def bit(square: int) -> np.uint64:
    """Return the set of this square alone."""
    return ONE << np.uint64(square)


@inlined
def first(squares: np.uint64) -> int:
    """Return the first of these squares. There must be one."""
    return size((squares ^ (squares - ONE)) >> ONE)


@compiled
def marked_by(s: State, seat: int) -> np.uint64:
    """Return all squares of one player."""
    squares = NONE
    for square in range(SQUARES):
        if s.owner[square] == seat:
            squares |= bit(square)
    return squares


@compiled
def free_of(s: State, kind: int) -> np.uint64:
    """Return the unmarked squares of a kind."""
    squares = NONE
    for square in range(SQUARES):
        if s.kind[square] == kind and s.owner[square] == NOBODY:
            squares |= bit(square)
    return squares


@compiled
def neighbours(squares: np.uint64) -> np.uint64:
    """Return all squares that touch one of these, not diagonally and not around the edge of the sheet."""
    return ((squares & ~LAST_COLUMN) << ONE) | ((squares & ~FIRST_COLUMN) >> ONE) | (squares << ROW) | (squares >> ROW)


@compiled
def spread(squares: np.uint64) -> np.uint64:
    """Return these squares and all that touch them."""
    return squares | neighbours(squares)


@compiled
def first_area(squares: np.uint64) -> np.uint64:
    """Return the land area of the first of these squares. There must be one."""
    return grown(squares ^ (squares & (squares - ONE)), squares)


@compiled
def grown(area: np.uint64, squares: np.uint64) -> np.uint64:
    """Return all of these squares that are connected with the area."""
    wider = spread(area) & squares
    while wider != area:
        area = wider
        wider = spread(area) & squares
    return area


@compiled
def groups_of_two(squares: np.uint64) -> int:
    """Return the number of land areas with exactly two squares."""
    n = 0
    while squares != NONE:
        area = first_area(squares)
        squares ^= area
        n += int(size(area) == 2)
    return n


PAIRS: Final = np.uint64(0x5555555555555555)
QUARTERS: Final = np.uint64(0x3333333333333333)
OCTETS: Final = np.uint64(0x0F0F0F0F0F0F0F0F)
COUNT: Final = np.uint64(0x7F)
TWO, FOUR, EIGHT, SIXTEEN, HALF = (np.uint64(1 << i) for i in range(1, 6))


@compiled
def size(squares: np.uint64) -> int:
    """Return the number of squares. Neighbouring counts are added, first of single bits, at last of halves."""
    counts = squares - ((squares >> ONE) & PAIRS)
    counts = (counts & QUARTERS) + ((counts >> TWO) & QUARTERS)
    counts = (counts + (counts >> FOUR)) & OCTETS
    counts += counts >> EIGHT
    counts += counts >> SIXTEEN
    counts += counts >> HALF
    return np.int64(counts & COUNT)  # type: ignore[return-value]
