"""The gains of marks: the change of the active player's lead in points at the end of the turn.

The gain of each single square is computed once. The gain of two squares is the sum of their gains, corrected for
prizes that both decide and for land that both touch.
"""

from typing import Final, NamedTuple

import numpy as np

from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.types import Moves, State
from paddock.games.kuhlorado.areas import (
    FIRST_COLUMN,
    LAST_COLUMN,
    NONE,
    ONE,
    bit,
    first,
    groups_of_two,
    grown,
    marked_by,
    size,
    spread,
)
from paddock.games.kuhlorado.data import COW, PRIZES
from paddock.games.kuhlorado.rules import JUMP, lead, points_for_area, points_for_areas
from paddock.games.kuhlorado.sheet import SIDE

LOWEST: Final = -(2**15)
"""A value below any gain: there is no such mark."""

TWO: Final = np.uint64(JUMP)
TWO_ROWS: Final = np.uint64(JUMP * SIDE)
FIRST_TWO: Final = FIRST_COLUMN | (FIRST_COLUMN << ONE)
LAST_TWO: Final = LAST_COLUMN | (LAST_COLUMN >> ONE)


class Standing(NamedTuple):
    """The sheet from the side of the active player: own squares, and prizes by the lead there, one bit each."""

    own: np.uint64
    tied: int
    one_behind: int
    two_behind: int


@compiled
def standing(s: State) -> Standing:
    tied = one_behind = two_behind = 0
    for prize in range(PRIZES):
        ahead = lead(s, prize) if s.active == 0 else -lead(s, prize)
        tied |= int(ahead == 0) << prize
        one_behind |= int(ahead == -1) << prize
        two_behind |= int(ahead == -2) << prize
    return Standing(marked_by(s, int(s.active)), tied, one_behind, two_behind)


@compiled
def note_gains(s: State, now: Standing, squares: np.uint64, gains: Moves) -> None:
    """Write the gain of each of these squares at the index of the square."""
    while squares != NONE:
        square = first(squares)
        gains[square] = gain(s, now, square)
        squares &= squares - ONE


@compiled
def gain(s: State, now: Standing, square: int) -> int:
    """5. Return the gain of this mark in prizes and land."""
    here = bit(square)
    area = grown(here, now.own | here)
    return prizes(s, now, square) + points_for_area(s, size(area)) - points_for_areas(s, area ^ here)


@compiled
def prizes(s: State, now: Standing, square: int) -> int:
    """5.1 to 5.3 Return the gain in prizes: a mark wins a tied prize, and ties one that the rival leads by one."""
    return points_of(s, int(s.decides[square]) & (now.tied | now.one_behind))


@compiled
def points_of(s: State, prizes: int) -> int:
    """Return the sum of the points of these prizes."""
    points = prize = 0
    while prizes > 0:
        if prizes & 1:
            points += int(s.worth[prize])
        prizes >>= 1
        prize += 1
    return points


@compiled
def interim(s: State, own: np.uint64, cows: int) -> int:
    """6.1 Return the lead in the interim score after a turn with these own squares and `cows` more cows."""
    if not s.advanced or s.interim_taken or s.cows - s.free[COW] + cows < s.interim_cows:
        return 0
    return int(s.interim_points) * (groups_of_two(own) - groups_of_two(marked_by(s, 1 - s.active)))


@compiled
def marking(s: State, now: Standing, gains: Moves, square: int, others: np.uint64) -> int:
    """Return the gain of this mark with the best of the others that can follow. Two cows if it is one of them."""
    here = bit(square)
    best = int(gains[square]) + interim(s, now.own | here, int(s.kind[square] == COW))
    if others & here == NONE:
        others &= next_but_one(here)  # 3.7 a second mark is optional
    else:
        others ^= here  # 3.4 a second mark is required
        best = LOWEST if others != NONE else best
    if others == NONE:
        return best
    area = grown(here, now.own | here)
    touching = spread(area)
    parts = points_for_areas(s, area ^ here)
    while others != NONE:
        other = first(others)
        there = bit(other)
        others ^= there
        # A prize that both decide: a tied one is won once, not twice; two squares tie a lead of two.
        shared = int(s.decides[square]) & int(s.decides[other])
        value = points_of(s, shared & now.two_behind) - points_of(s, shared & now.tied)
        if touching & there == NONE:
            value += int(gains[square]) + int(gains[other])
        else:
            both = grown(area | there, now.own | here | there)
            value += prizes(s, now, square) + prizes(s, now, other) + points_for_area(s, size(both))
            value -= parts + points_for_areas(s, both ^ area ^ there)
        cows = int(s.kind[square] == COW) + int(s.kind[other] == COW)
        best = max(best, value + interim(s, now.own | here | there, cows))
    return best


@inlined
def next_but_one(here: np.uint64) -> np.uint64:
    """3.7 Return the squares with exactly one square between."""
    rows = here | (here << TWO_ROWS) | (here >> TWO_ROWS)
    return (rows | ((rows & ~LAST_TWO) << TWO) | ((rows & ~FIRST_TWO) >> TWO)) ^ here
