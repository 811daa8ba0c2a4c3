"""The optional verb `greedy` of Kuhlorado: keep dice and mark squares for the best lead at the end of this turn.

The best gains of each number, of a number with a cow and of two cows determine all 21 results of two dice, and so the
mean of every choice of dice to keep. All gains are whole points (over 36 equally likely throws of two dice), so equal
choices compare equal, and ties are broken at random.
"""

from typing import Final, TypeAlias

import numpy as np

from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.rng import below
from paddock.engine.types import Moves, Rng, State
from paddock.games.kuhlorado.areas import NONE, ONE, bit, first, free_of
from paddock.games.kuhlorado.bot.mark_gains import LOWEST, Standing, gain, interim, marking, note_gains, standing
from paddock.games.kuhlorado.data import COW, FACES
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, KEEP_LOWER, KEEP_NONE, moves
from paddock.games.kuhlorado.state import DICE_KEPT, MARKED

THROWS: Final = FACES * FACES

Leader: TypeAlias = tuple[int, int, int]
"""The best move so far, its value, and the number of equally good moves."""
Six: TypeAlias = tuple[int, int, int, int, int, int]
"""A value for each number, then for the cow."""


@compiled
def greedy(s: State, rng: Rng, moves_buf: Moves) -> int:
    """Return the move with the highest mean gain of this turn. `moves_buf` is also a work array."""
    now = standing(s)
    leader = (0, THROWS * LOWEST, 0)
    if s.stage == DICE_KEPT:
        single, with_cow = best_marks(s, now, moves_buf)
        for i in range(moves(s, moves_buf)):
            leader = compare(rng, leader, int(moves_buf[i]), keeping(s, single, with_cow, int(moves_buf[i])))
    elif s.stage == MARKED:
        squares = NONE
        for i in range(moves(s, moves_buf)):
            squares |= bit(int(moves_buf[i]))
        note_gains(s, now, squares, moves_buf)
        cows = squares & free_of(s, COW)
        left = squares
        while left != NONE:
            square = first(left)
            left ^= bit(square)
            others = squares ^ cows if s.dice[0] != COW and bit(square) & cows != NONE else cows
            leader = compare(rng, leader, square, marking(s, now, moves_buf, square, others))
    else:
        for i in range(moves(s, moves_buf)):
            leader = compare(rng, leader, int(moves_buf[i]), second_mark(s, now, int(moves_buf[i])))
    return leader[0]


@inlined
def compare(rng: Rng, leader: Leader, move: int, value: int) -> Leader:
    """Return the leader after a comparison with this move. Equal moves are equally likely."""
    chosen, best, equals = leader
    if value > best:
        return move, value, 1
    if value < best:
        return leader
    equals += 1
    return move if below(rng, equals) == 0 else chosen, best, equals


@compiled
def second_mark(s: State, now: Standing, move: int) -> int:
    """Return the gain of a second mark, or of none."""
    if move == DONE:
        return interim(s, now.own, 0)
    return gain(s, now, move) + interim(s, now.own | bit(move), int(s.kind[move] == COW))


@compiled
def keeping(s: State, single: Six, with_cow: Six, kept: int) -> int:
    """Return 36 times the mean gain after keeping these dice (2.2, 2.3)."""
    lower, higher = int(s.dice[0]), int(s.dice[1])
    if kept == KEEP_BOTH:
        return THROWS * result(single, with_cow, lower, higher)
    total = 0
    for die in range(1, FACES + 1):
        if kept == KEEP_NONE:
            for other in range(1, FACES + 1):
                total += result(single, with_cow, die, other)
        else:
            total += FACES * result(single, with_cow, die, lower if kept == KEEP_LOWER else higher)
    return total


@inlined
def result(single: Six, with_cow: Six, one: int, other: int) -> int:
    """Return the highest gain with two final dice."""
    lower, higher = min(one, other), max(one, other)
    if lower == COW:
        most = with_cow[COW - 1]
    elif higher == COW:
        most = max(single[COW - 1], with_cow[lower - 1])
    else:
        most = max(single[lower - 1], single[higher - 1])
    return most if most > LOWEST else 0  # 3.3 nothing is marked


@compiled
def best_marks(s: State, now: Standing, gains: Moves) -> tuple[Six, Six]:
    """Return the highest gain of one mark by kind of square, and the highest gain together with a cow."""
    a, b, c, d, e, cows = free_of(s, 1), free_of(s, 2), free_of(s, 3), free_of(s, 4), free_of(s, 5), free_of(s, COW)
    note_gains(s, now, a | b | c | d | e | cows, gains)
    return (
        (
            best_of(s, now, gains, a, NONE),
            best_of(s, now, gains, b, NONE),
            best_of(s, now, gains, c, NONE),
            best_of(s, now, gains, d, NONE),
            best_of(s, now, gains, e, NONE),
            best_of(s, now, gains, cows, NONE),
        ),
        (
            best_of(s, now, gains, a, cows),
            best_of(s, now, gains, b, cows),
            best_of(s, now, gains, c, cows),
            best_of(s, now, gains, d, cows),
            best_of(s, now, gains, e, cows),
            best_two(s, now, gains, cows),
        ),
    )


@compiled
def best_of(s: State, now: Standing, gains: Moves, squares: np.uint64, others: np.uint64) -> int:
    """Return the highest gain of one of these squares, with one of the others if it can follow."""
    best = LOWEST
    while squares != NONE:
        best = max(best, marking(s, now, gains, first(squares), others))
        squares &= squares - ONE
    return best


@compiled
def best_two(s: State, now: Standing, gains: Moves, cows: np.uint64) -> int:
    """3.4, 3.5 Return the highest gain of two of these cows, or of the only one."""
    best = LOWEST
    while cows != NONE:
        if best == LOWEST or cows & (cows - ONE) != NONE:
            best = max(best, marking(s, now, gains, first(cows), cows))
        cows &= cows - ONE
    return best
