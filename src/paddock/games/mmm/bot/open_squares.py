"""The prospects of a turn of Mmm!: for each food the open squares, and the dice that its nearest item needs.

Only these two numbers of a food matter for the rest of a turn. A die on the item with the fewest missing squares is at
least as good for every later die as a die elsewhere. In the line variant (5.1) this holds for each possible line.
Numbers refer to RULES.md.
"""

from typing import Final, TypeAlias

from paddock.engine.compilation.decorators import compiled
from paddock.engine.compilation.tuple_replace import replaced
from paddock.engine.types import State
from paddock.games.mmm.data import CROSS, SIDE
from paddock.games.mmm.state import CLOSED, NONE

Prospects: TypeAlias = tuple[int, ...]
"""For each food: OPEN times its open squares, plus the dice that its nearest item needs."""

FOODS: Final = CROSS
OPEN: Final = 16
FAR: Final = OPEN - 1
"""The number of needed dice if no item can be finished: more than there are."""
NOWHERE: Final = (FAR,) * FOODS


@compiled
def missing(s: State, item: int) -> int:
    """Return the number of squares of an item without a chip or a die."""
    squares = int(s.item_left[item])
    for die in range(s.placed):
        squares -= s.item_at[s.lies[die]] == item
    return squares


@compiled
def prospects(s: State, taken: int, first: int, step: int, squares: int) -> Prospects:
    """Return the prospects of these squares, from the first one on in steps, when a die lies on `taken` too."""
    found = NOWHERE
    end = first + step * squares
    for square in range(first, end, step):
        food = int(s.asks[square])
        if food == CLOSED or square == taken:
            continue
        item = int(s.item_at[square])
        needs = missing(s, item) - (taken != NONE and s.item_at[taken] == item)
        if s.line:  # 5.3 it can be finished only if all of it lies here
            here = 0
            for other in range(first, end, step):
                here += s.item_at[other] == item and s.asks[other] != CLOSED and other != taken
            if here < needs:
                needs = FAR
        found = replaced(found, food, found[food] - found[food] % OPEN + OPEN + min(found[food] % OPEN, needs))
    return found


@compiled
def on_row(s: State, square: int, taken: int) -> Prospects:
    """5.1 Return the prospects of the row of a square, if the line of this turn may be that row."""
    row = square // SIDE
    return prospects(s, taken, row * SIDE, 1, SIDE) if s.rows >> row & 1 else NOWHERE


@compiled
def on_column(s: State, square: int, taken: int) -> Prospects:
    """5.1 Return the prospects of the column of a square, if the line of this turn may be that column."""
    column = square % SIDE
    return prospects(s, taken, column, SIDE, SIDE) if s.columns >> column & 1 else NOWHERE


@compiled
def after_placing(prospect: Prospects, food: int, dice: int) -> Prospects:
    """Return the prospects after `dice` dice on the nearest item. Once one item is finished, others do not matter."""
    needs = prospect[food] % OPEN
    return replaced(
        prospect, food, prospect[food] - OPEN * dice - needs + (needs - dice if dice < needs < FAR else FAR)
    )
