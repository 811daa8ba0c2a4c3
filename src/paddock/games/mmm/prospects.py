"""What the squares that are open still offer to the dice of a turn in Mmm!. Numbers refer to RULES.md.

Only two numbers of a food matter for the rest of a turn: how many squares are open to it, and how many dice the item
needs that is nearest to being finished. For whoever places a die where fewest are missing does at least as well with
every later die as by placing it elsewhere. In the line variant (5.1) the same is true of each line that is possible.
"""

from typing import Final, TypeAlias

from paddock.games.mmm.data import CROSS, SIDE
from paddock.games.mmm.state import CLOSED, NONE
from paddock.rules.compiler import compiled
from paddock.rules.kinds import State
from paddock.rules.tuples import replaced

Prospects: TypeAlias = tuple[int, ...]
"""For each food OPEN times the squares that are open to it, plus the dice that its nearest item needs."""

FOODS: Final = CROSS
OPEN: Final = 16
FAR: Final = OPEN - 1
"""No item can be finished: more dice than any item needs, and than there are."""
NOWHERE: Final = (FAR,) * FOODS


@compiled
def missing(s: State, item: int) -> int:
    """Squares of an item that have neither a chip nor a die."""
    squares = int(s.item_left[item])
    for die in range(s.placed):
        squares -= s.item_at[s.lies[die]] == item
    return squares


@compiled
def prospects(s: State, taken: int, first: int, step: int, squares: int) -> Prospects:
    """What these squares offer, from the first one on in steps, when a die lies on one more (`taken`)."""
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
    """5.1 What the row of a square offers, if the line of this turn may be that row."""
    row = square // SIDE
    return prospects(s, taken, row * SIDE, 1, SIDE) if s.rows >> row & 1 else NOWHERE


@compiled
def on_column(s: State, square: int, taken: int) -> Prospects:
    """5.1 What the column of a square offers, if the line of this turn may be that column."""
    column = square % SIDE
    return prospects(s, taken, column, SIDE, SIDE) if s.columns >> column & 1 else NOWHERE


@compiled
def covered(offer: Prospects, food: int, dice: int) -> Prospects:
    """The offer after so many dice where fewest are missing. Once an item is finished, what others need is all one."""
    needs = offer[food] % OPEN
    return replaced(offer, food, offer[food] - OPEN * dice - needs + (needs - dice if dice < needs < FAR else FAR))
