"""The optional verb `greedy` of Mmm!: the best square, roll or gathering within one turn. Numbers refer to RULES.md.

The value of a turn is the number of gathered squares, plus WAITING if the cat waits (3.4). It is 0 if the turn fails or
lets the cat into the pantry (4.2). The expectation over the remaining dice is exact for up to three dice. With four or
five dice, a roll of three or more counts as the last one of the turn.
"""

from typing import Final

from paddock.engine.compilation.decorators import compiled
from paddock.engine.compilation.tuple_replace import replaced
from paddock.engine.rng import below
from paddock.engine.types import Moves, Rng, State
from paddock.games.mmm.bot.open_squares import (
    FOODS,
    NOWHERE,
    OPEN,
    Prospects,
    after_placing,
    missing,
    on_column,
    on_row,
    prospects,
)
from paddock.games.mmm.data import FACES, ORDERED, OUTCOMES, SHOWN, SIDE
from paddock.games.mmm.rules import AGAIN, GATHER, moves, would_finish
from paddock.games.mmm.state import NONE

WAITING: Final = 0.5
"""The value, in squares, of a cat that waits. In 3,000 to 10,000 games per board, 0.25 to 0.75 win equally often, and
0 and 1.5 clearly less. All squares have equal value: a bonus for nearly finished items loses; a bonus for new items
gains a little in the line variant and loses a little without it."""
EQUAL: Final = 1e-9
"""Values this close are equal; they differ only in rounding."""

UNKNOWN: Final = (-1.0,) * (2 * FOODS)
"""Value by kind of square: a food, and whether the square belongs to its nearest item."""


@compiled
def greedy(s: State, rng: Rng, moves_buf: Moves) -> int:
    """Return the square, AGAIN or GATHER with the most valuable turn. Ties are broken at random."""
    n = moves(s, moves_buf)
    placed, waits = int(s.placed), cat_waits(s)
    everywhere = NOWHERE if s.line else prospects(s, NONE, 0, 1, s.height * SIDE)
    by_kind = UNKNOWN
    best, ties, chosen = -1.0, 0, 0
    for i in range(n):
        move = int(moves_buf[i])
        if move == GATHER:
            worth = gathered(s, placed, waits)
        elif move == AGAIN and s.line:
            worth = again(s, on_row(s, s.lies[0], NONE), on_column(s, s.lies[0], NONE), placed, waits)
        elif move == AGAIN:
            worth = again(s, everywhere, NOWHERE, placed, waits)
        elif s.line:
            worth = placing(s, move, on_row(s, move, move), on_column(s, move, move), waits)
        else:  # all squares of a food are equal, except those of the nearest item
            food = int(s.asks[move])
            nearest = missing(s, s.item_at[move]) == everywhere[food] % OPEN
            kind = 2 * food + nearest
            if by_kind[kind] < 0.0:
                rest = (
                    after_placing(everywhere, food, 1)
                    if nearest
                    else replaced(everywhere, food, everywhere[food] - OPEN)
                )
                by_kind = replaced(by_kind, kind, placing(s, move, rest, NOWHERE, waits))
            worth = by_kind[kind]
        if worth > best + EQUAL:
            best, ties = worth, 0
        if worth >= best - EQUAL:
            ties += 1
            if below(rng, ties) == 0:
                chosen = move
    return chosen


@compiled
def cat_waits(s: State) -> bool:
    """3.4 Return whether gathering now would finish an item."""
    for die in range(s.placed):
        if would_finish(s, s.item_at[s.lies[die]]):
            return True
    return False


# ---- The value of a turn


@compiled
def gathered(s: State, placed: int, waits: bool) -> float:
    """3.1 to 3.5, 4.2 Return the value of a turn that ends with gathering."""
    if waits:
        return placed + WAITING
    return 0.0 if s.cat + 1 == s.cat_moves else float(placed)


@compiled
def placing(s: State, square: int, row: Prospects, column: Prospects, waited: bool) -> float:
    """2.5 Return the value of a die on this square, then the best of gathering, rolling again and placing more dice."""
    placed = int(s.placed) + 1
    waits = waited or missing(s, s.item_at[square]) == 1
    if placed == s.dice:
        return gathered(s, placed, waits)
    best = max(gathered(s, placed, waits), again(s, row, column, placed, waits))
    food = s.asks[square]
    for prospect in (row, column):
        for a in range(min(s.rolled[0] - (food == 0), prospect[0] // OPEN) + 1):
            for b in range(min(s.rolled[1] - (food == 1), prospect[1] // OPEN) + 1):
                for c in range(min(s.rolled[2] - (food == 2), prospect[2] // OPEN) + 1):
                    for d in range(min(s.rolled[3] - (food == 3), prospect[3] // OPEN) + 1):
                        for e in range(min(s.rolled[4] - (food == 4), prospect[4] // OPEN) + 1):
                            more = a + b + c + d + e
                            if more > 0:
                                best = max(best, placing_more(s, prospect, (a, b, c, d, e), placed + more, waits))
    return best


@compiled
def placing_more(s: State, prospect: Prospects, dice: Prospects, placed: int, waited: bool) -> float:
    """2.5 Return the value of these dice on the nearest items, then the better of gathering and rolling again."""
    waits = waited
    for food in range(FOODS):
        if dice[food] > 0:
            waits |= prospect[food] % OPEN <= dice[food]
            prospect = after_placing(prospect, food, dice[food])
    worth = gathered(s, placed, waits)
    return worth if placed == s.dice else max(worth, again(s, prospect, NOWHERE, placed, waits))


@compiled
def again(s: State, row: Prospects, column: Prospects, placed: int, waits: bool) -> float:
    """2.7 Return the value of rolling all remaining dice. In the line variant there may be two lines to choose from."""
    dice = int(s.dice) - placed
    if dice == 1:
        return roll_one(s, row, column, placed, waits)
    if dice == 2:
        return roll_two(s, row, column, placed, waits)
    return roll_many(s, row, column, placed, waits)


@compiled
def roll_one(s: State, row: Prospects, column: Prospects, placed: int, waits: bool) -> float:
    total = 0.0
    for food in range(FOODS):
        total += max(one_more(s, row, food, placed, waits), one_more(s, column, food, placed, waits))
    return total / FACES


@compiled
def one_more(s: State, prospect: Prospects, food: int, placed: int, waits: bool) -> float:
    """Return the value of gathering with one more die of a food; 2.8 return 0 if it cannot be placed."""
    if prospect[food] < OPEN:
        return 0.0
    return gathered(s, placed + 1, waits or prospect[food] % OPEN == 1)


@compiled
def roll_two(s: State, row: Prospects, column: Prospects, placed: int, waits: bool) -> float:
    total = 0.0
    for food in range(FOODS):
        one = max(one_of_two(s, row, food, placed, waits), one_of_two(s, column, food, placed, waits))
        total += 2 * one  # the other die shows a cross
        for other in range(food):
            worth = max(one_of_two(s, row, other, placed, waits), one_of_two(s, column, other, placed, waits))
            pair = max(both(s, row, food, other, placed, waits), both(s, column, food, other, placed, waits))
            total += 2 * max(one, worth, pair)
        total += max(one, both(s, row, food, food, placed, waits), both(s, column, food, food, placed, waits))
    return total / FACES**2


@compiled
def one_of_two(s: State, prospect: Prospects, food: int, placed: int, waited: bool) -> float:
    """Return the value of placing one die: the better of gathering and rolling the other die again."""
    if prospect[food] < OPEN:
        return 0.0
    waits = waited or prospect[food] % OPEN == 1
    rest = after_placing(prospect, food, 1)
    return max(gathered(s, placed + 1, waits), roll_one(s, rest, NOWHERE, placed + 1, waits))


@compiled
def both(s: State, prospect: Prospects, food: int, other: int, placed: int, waits: bool) -> float:
    """Return the value of placing the last two dice; 0 if they cannot be placed."""
    if food == other:
        return gathered(s, placed + 2, waits or prospect[food] % OPEN <= 2) if prospect[food] >= 2 * OPEN else 0.0
    if min(prospect[food], prospect[other]) < OPEN:
        return 0.0
    return gathered(s, placed + 2, waits or prospect[food] % OPEN == 1 or prospect[other] % OPEN == 1)


@compiled
def roll_many(s: State, row: Prospects, column: Prospects, placed: int, waits: bool) -> float:
    """Return the value of rolling three or more dice of four or five, as if the turn ended with all that fit."""
    dice = int(s.dice) - placed
    total = 0.0
    for throw in range(OUTCOMES[dice]):
        best = 0.0
        for prospect in (row, column):
            more, finished = 0, waits
            for food in range(FOODS):
                fit = min(int(SHOWN[dice, throw, food]), prospect[food] // OPEN)
                more += fit
                finished |= prospect[food] % OPEN <= fit
            if more > 0:
                best = max(best, gathered(s, placed + more, finished))
        total += ORDERED[dice, throw] * best
    return float(total / FACES**dice)
