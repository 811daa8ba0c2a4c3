"""One turn ahead in Mmm!: which square, and whether to roll again or to gather. Numbers refer to RULES.md.

A turn is worth the squares it gathers, and WAITING more if the cat waits (3.4); nothing if it fails, or if it lets the
cat into the pantry (4.2). What the dice of this turn may still bring is an exact expectation for up to three dice;
with four or five, a roll of three or more is taken for the last one of the turn.
"""

from typing import Final

from paddock.games.mmm.data import FACES, ORDERED, OUTCOMES, SHOWN, SIDE
from paddock.games.mmm.prospects import FOODS, NOWHERE, OPEN, Prospects, covered, missing, on_column, on_row, prospects
from paddock.games.mmm.rules import AGAIN, GATHER, moves, would_finish
from paddock.games.mmm.state import NONE
from paddock.rules.chance import below
from paddock.rules.compiler import compiled
from paddock.rules.kinds import Moves, Rng, State
from paddock.rules.tuples import replaced

WAITING: Final = 0.5
"""What it is worth, in squares, that the cat waits. Measured over 3,000 to 10,000 games a board: from 0.25 to
0.75 all win as often, 0 and 1.5 clearly less. All squares are worth the same: an extra for nearly finished items
loses, one for hardly begun items gains a little in the line variant and loses a little without."""
EQUAL: Final = 1e-9
"""Values as close as this are one value, added up in another order."""

UNKNOWN: Final = (-1.0,) * (2 * FOODS)
"""Worth by kind of square: a food, and whether its nearest item lies there."""


@compiled
def greedy(s: State, rng: Rng, listed: Moves) -> int:
    """The square for a die, or to roll again, or to gather: whatever makes the turn worth most; ties by lot."""
    n = moves(s, listed)
    placed, waits = int(s.placed), cat_waits(s)
    everywhere = NOWHERE if s.line else prospects(s, NONE, 0, 1, s.height * SIDE)
    by_kind = UNKNOWN
    best, ties, chosen = -1.0, 0, 0
    for i in range(n):
        move = int(listed[i])
        if move == GATHER:
            worth = gathered(s, placed, waits)
        elif move == AGAIN and s.line:
            worth = again(s, on_row(s, s.lies[0], NONE), on_column(s, s.lies[0], NONE), placed, waits)
        elif move == AGAIN:
            worth = again(s, everywhere, NOWHERE, placed, waits)
        elif s.line:
            worth = placing(s, move, on_row(s, move, move), on_column(s, move, move), waits)
        else:  # all squares of a food are alike but for those where fewest are missing
            food = int(s.asks[move])
            nearest = missing(s, s.item_at[move]) == everywhere[food] % OPEN
            kind = 2 * food + nearest
            if by_kind[kind] < 0.0:
                rest = covered(everywhere, food, 1) if nearest else replaced(everywhere, food, everywhere[food] - OPEN)
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
    """3.4 Gathering now would finish an item."""
    for die in range(s.placed):
        if would_finish(s, s.item_at[s.lies[die]]):
            return True
    return False


# ---- What a turn is worth


@compiled
def gathered(s: State, placed: int, waits: bool) -> float:
    """3.1 to 3.5, 4.2 The turn is over."""
    if waits:
        return placed + WAITING
    return 0.0 if s.cat + 1 == s.cat_moves else float(placed)


@compiled
def placing(s: State, square: int, row: Prospects, column: Prospects, waited: bool) -> float:
    """2.5 A die on this square, then the best of stopping, rolling again and placing more dice of this roll."""
    placed = int(s.placed) + 1
    waits = waited or missing(s, s.item_at[square]) == 1
    if placed == s.dice:
        return gathered(s, placed, waits)
    best = max(gathered(s, placed, waits), again(s, row, column, placed, waits))
    food = s.asks[square]
    for offer in (row, column):
        for a in range(min(s.rolled[0] - (food == 0), offer[0] // OPEN) + 1):
            for b in range(min(s.rolled[1] - (food == 1), offer[1] // OPEN) + 1):
                for c in range(min(s.rolled[2] - (food == 2), offer[2] // OPEN) + 1):
                    for d in range(min(s.rolled[3] - (food == 3), offer[3] // OPEN) + 1):
                        for e in range(min(s.rolled[4] - (food == 4), offer[4] // OPEN) + 1):
                            more = a + b + c + d + e
                            if more > 0:
                                best = max(best, placing_more(s, offer, (a, b, c, d, e), placed + more, waits))
    return best


@compiled
def placing_more(s: State, offer: Prospects, dice: Prospects, placed: int, waited: bool) -> float:
    """2.5 These dice, too, each where fewest are missing; then the better of stopping and rolling again."""
    waits = waited
    for food in range(FOODS):
        if dice[food] > 0:
            waits |= offer[food] % OPEN <= dice[food]
            offer = covered(offer, food, dice[food])
    worth = gathered(s, placed, waits)
    return worth if placed == s.dice else max(worth, again(s, offer, NOWHERE, placed, waits))


@compiled
def again(s: State, row: Prospects, column: Prospects, placed: int, waits: bool) -> float:
    """2.7 Roll all dice that are not placed; in a line variant that is still open, two lines to choose from."""
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
def one_more(s: State, offer: Prospects, food: int, placed: int, waits: bool) -> float:
    """Gathering with one more die of a food; 2.8 nothing if it cannot be placed."""
    if offer[food] < OPEN:
        return 0.0
    return gathered(s, placed + 1, waits or offer[food] % OPEN == 1)


@compiled
def roll_two(s: State, row: Prospects, column: Prospects, placed: int, waits: bool) -> float:
    total = 0.0
    for food in range(FOODS):
        one = max(one_of_two(s, row, food, placed, waits), one_of_two(s, column, food, placed, waits))
        total += 2 * one  # beside a cross
        for other in range(food):
            worth = max(one_of_two(s, row, other, placed, waits), one_of_two(s, column, other, placed, waits))
            pair = max(both(s, row, food, other, placed, waits), both(s, column, food, other, placed, waits))
            total += 2 * max(one, worth, pair)
        total += max(one, both(s, row, food, food, placed, waits), both(s, column, food, food, placed, waits))
    return total / FACES**2


@compiled
def one_of_two(s: State, offer: Prospects, food: int, placed: int, waited: bool) -> float:
    """A die of a food placed, the other one left: the better of stopping and rolling it again."""
    if offer[food] < OPEN:
        return 0.0
    waits = waited or offer[food] % OPEN == 1
    rest = covered(offer, food, 1)
    return max(gathered(s, placed + 1, waits), roll_one(s, rest, NOWHERE, placed + 1, waits))


@compiled
def both(s: State, offer: Prospects, food: int, other: int, placed: int, waits: bool) -> float:
    """The last two dice placed; 0 if they cannot be."""
    if food == other:
        return gathered(s, placed + 2, waits or offer[food] % OPEN <= 2) if offer[food] >= 2 * OPEN else 0.0
    if min(offer[food], offer[other]) < OPEN:
        return 0.0
    return gathered(s, placed + 2, waits or offer[food] % OPEN == 1 or offer[other] % OPEN == 1)


@compiled
def roll_many(s: State, row: Prospects, column: Prospects, placed: int, waits: bool) -> float:
    """Three dice or more to roll again (there are four or five): as if all that fit were placed and the turn over."""
    dice = int(s.dice) - placed
    total = 0.0
    for throw in range(OUTCOMES[dice]):
        best = 0.0
        for offer in (row, column):
            more, finished = 0, waits
            for food in range(FOODS):
                fit = min(int(SHOWN[dice, throw, food]), offer[food] // OPEN)
                more += fit
                finished |= offer[food] % OPEN <= fit
            if more > 0:
                best = max(best, gathered(s, placed + more, finished))
        total += ORDERED[dice, throw] * best
    return float(total / FACES**dice)
