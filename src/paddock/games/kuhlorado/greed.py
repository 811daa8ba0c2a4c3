"""The skill `greedy`: keep dice and mark squares for the best lead in points at the end of this turn.

The best gains of each number, of a number with a cow and of two cows settle all 21 results of two dice, and so the
mean of every choice of dice to keep. All is counted in whole points (36 equally likely throws of two dice), so equal
choices are found equal, and go by lot.
"""

from typing import Final, TypeAlias

import numpy as np

from paddock.games.kuhlorado.areas import NONE, ONE, bit, first, free_of
from paddock.games.kuhlorado.data import COW, FACES
from paddock.games.kuhlorado.gains import LOWEST, Standing, gain, interim, marking, note_gains, standing
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, KEEP_LOWER, KEEP_NONE, moves
from paddock.games.kuhlorado.state import DICE_KEPT, MARKED
from paddock.rules.chance import below
from paddock.rules.compiler import compiled, inlined
from paddock.rules.kinds import Moves, Rng, State

THROWS: Final = FACES * FACES

Leader: TypeAlias = tuple[int, int, int]
"""The best move so far, its value, and how many were as good."""
Six: TypeAlias = tuple[int, int, int, int, int, int]
"""A value for each number, then for the cow."""


@compiled
def greedy(s: State, rng: Rng, listed: Moves) -> int:
    """The choice with the highest mean gain of this turn. `listed` also serves as scratch."""
    now = standing(s)
    leader = (0, THROWS * LOWEST, 0)
    if s.stage == DICE_KEPT:
        alone, with_cow = best_marks(s, now, listed)
        for i in range(moves(s, listed)):
            leader = weigh(rng, leader, int(listed[i]), keeping(s, alone, with_cow, int(listed[i])))
    elif s.stage == MARKED:
        squares = NONE
        for i in range(moves(s, listed)):
            squares |= bit(int(listed[i]))
        note_gains(s, now, squares, listed)
        cows = squares & free_of(s, COW)
        left = squares
        while left != NONE:
            square = first(left)
            left ^= bit(square)
            others = squares ^ cows if s.dice[0] != COW and bit(square) & cows != NONE else cows
            leader = weigh(rng, leader, square, marking(s, now, listed, square, others))
    else:
        for i in range(moves(s, listed)):
            leader = weigh(rng, leader, int(listed[i]), second_mark(s, now, int(listed[i])))
    return leader[0]


@inlined
def weigh(rng: Rng, leader: Leader, move: int, value: int) -> Leader:
    """Who leads when this move is compared too; of equals each is as likely."""
    chosen, best, equals = leader
    if value > best:
        return move, value, 1
    if value < best:
        return leader
    equals += 1
    return move if below(rng, equals) == 0 else chosen, best, equals


@compiled
def second_mark(s: State, now: Standing, move: int) -> int:
    """The gain of a second mark, or of none."""
    if move == DONE:
        return interim(s, now.own, 0)
    return gain(s, now, move) + interim(s, now.own | bit(move), int(s.kind[move] == COW))


@compiled
def keeping(s: State, alone: Six, with_cow: Six, kept: int) -> int:
    """36 times the mean gain after keeping these dice (2.2, 2.3)."""
    lower, higher = int(s.dice[0]), int(s.dice[1])
    if kept == KEEP_BOTH:
        return THROWS * result(alone, with_cow, lower, higher)
    total = 0
    for die in range(1, FACES + 1):
        if kept == KEEP_NONE:
            for other in range(1, FACES + 1):
                total += result(alone, with_cow, die, other)
        else:
            total += FACES * result(alone, with_cow, die, lower if kept == KEEP_LOWER else higher)
    return total


@inlined
def result(alone: Six, with_cow: Six, one: int, other: int) -> int:
    """The most that two final dice bring."""
    lower, higher = min(one, other), max(one, other)
    if lower == COW:
        most = with_cow[COW - 1]
    elif higher == COW:
        most = max(alone[COW - 1], with_cow[lower - 1])
    else:
        most = max(alone[lower - 1], alone[higher - 1])
    return most if most > LOWEST else 0  # 3.3 nothing is marked


@compiled
def best_marks(s: State, now: Standing, gains: Moves) -> tuple[Six, Six]:
    """The most that one mark brings, by kind of square, and the most with a cow that may go with it."""
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
    """The most that one of these squares brings, with one of the others if that goes."""
    best = LOWEST
    while squares != NONE:
        best = max(best, marking(s, now, gains, first(squares), others))
        squares &= squares - ONE
    return best


@compiled
def best_two(s: State, now: Standing, gains: Moves, cows: np.uint64) -> int:
    """3.4, 3.5 Two of these cows, or the only one."""
    best = LOWEST
    while cows != NONE:
        if best == LOWEST or cows & (cows - ONE) != NONE:
            best = max(best, marking(s, now, gains, first(cows), cows))
        cows &= cows - ONE
    return best
