"""The rest of a turn of Mmm!, laid out so that all its ends can be judged and every choice weighed exactly by them.

A *sight* is the board with some more dice on it, whatever the order in which they were placed; the first is the board
as it is now. A turn ends in a sight that is gathered, or it fails: in the line variant in at most a few hundred ways,
since the dice of a turn share a line, and elsewhere in as few, since items of one food that miss as much are alike.
What the dice of later rolls may bring is then one walk through the sights, the same as for the solution (`turns.py`).
"""

from typing import Final

import numpy as np

from paddock.games.mmm.board import LARGEST_ITEM, MOST_ITEMS
from paddock.games.mmm.data import MOST_DICE, SIDE, SQUARES
from paddock.games.mmm.positions import KINDS, where
from paddock.games.mmm.prospects import missing
from paddock.games.mmm.rules import AGAIN, GATHER, fail, gather, is_wanted, moves, place
from paddock.games.mmm.state import STATE
from paddock.games.mmm.turns import HANDS, NUMBER_OF_HAND, SMALLER, lay_out_hands, place_all, rolled, weigh
from paddock.rules.chance import mixed
from paddock.rules.compiler import compiled
from paddock.rules.kinds import Moves, Numbers, State, Table

MOST_SIGHTS: Final = 4096
"""Enough for the line variant on any board with any number of dice, and elsewhere for three dice."""
MOST_LINKS: Final = 8 * MOST_SIGHTS
MOST_HANDS: Final = 32 * MOST_SIGHTS
ENTRIES: Final = 2 * MOST_SIGHTS
"""Of the table in which sights are found again: never more than half full, and a power of two."""

MANY_DICE: Final = 4
"""With so many dice to come and no line, only two items of a food are looked at: the nearest to being finished, and
the farthest. The next die may still go to any."""

ADDED: Final = np.array(
    [
        [NUMBER_OF_HAND[tuple(sorted((*hand, food)))] if len(hand) < MOST_DICE else 0 for food in range(KINDS)]
        for hand in HANDS
    ]
)
"""Hand, food -> the hand with one more die of this food."""

MARKS: Final = (mixed(np.arange(1, SQUARES + 1, dtype=np.uint64)) >> np.uint64(12)).astype(np.int64)
"""Numbers without a pattern. The sum of those of some squares, or items, is that of no others, for all practical
purposes; and five of them do not overflow."""

FORESIGHT: Final = np.dtype(
    [
        ("board", np.dtype((State, STATE)), (MOST_SIGHTS,)),
        ("key", "i8", (MOST_SIGHTS,)),
        ("found", np.dtype((State, np.dtype([("keys", "i8", (ENTRIES,)), ("places", "i4", (ENTRIES,))])))),
        ("sight_after", "i4", (SQUARES,)),  # the next die on each square -> the sight then
        ("known", "i1"),  # whether all this is of a turn whose ends were judged; 0 forgets it
        ("weighed", "i1"),
        ("sights", "i4"),
        ("hands", "i4"),
        ("worth", "f8", (MOST_SIGHTS + 1,)),  # of each end; to be filled in
        # from here on as in `turns.Turn`, for a board on which nothing moves but this turn
        ("level", "i8", (MOST_DICE + 2,)),
        ("position", "i4", (MOST_SIGHTS,)),
        ("finished", "i4", (MOST_SIGHTS,)),
        ("link", "i4", (KINDS * MOST_SIGHTS + 1,)),
        ("next", "i4", (MOST_LINKS,)),
        ("all_placed", "f4", (MOST_HANDS, 2)),
        ("first_all", "i4", (MOST_SIGHTS,)),
        ("last", "f4", (MOST_SIGHTS, 2)),
        ("fails", "i4", (MOST_SIGHTS,)),
        ("exactly", "f8", (MOST_HANDS,)),
        ("some", "f8", (MOST_HANDS,)),
        ("first", "i4", (MOST_SIGHTS,)),
        ("gather", "f8", (MOST_SIGHTS,)),
        ("again", "f8", (MOST_SIGHTS,)),
        ("values", "f4", (MOST_SIGHTS, 2)),  # of a sight: if the turn fails, if it is gathered
    ],
    align=True,
)
"""Room to look through a turn."""

FAILED: Final = 0
"""The first end of a turn; the others are the sights, gathered, in their order."""


# ---- The ends of a turn


@compiled
def foresee(s: State, ahead: State) -> int:
    """Lay out the rest of this turn; answers how many ends there are to be judged.

    What may come does not depend on what the dice of this roll show, so there are none if only that is new.
    """
    if ahead.known and is_laid_out(s, ahead.board[0]):
        return 0
    ahead.known, ahead.weighed = 1, 0
    dice = int(s.dice) - int(s.placed)
    for entry in range(ENTRIES):
        ahead.found.keys[entry] = -1
    ahead.board[0] = s
    ahead.key[0] = 0
    ahead.level[0], ahead.level[1] = 0, 1
    ahead.sights, ahead.hands = 1, SMALLER[dice + 1]
    links = 0
    for placed in range(dice):
        for sight in range(ahead.level[placed], ahead.level[placed + 1]):
            few = sight > 0 and not s.line and s.dice >= MANY_DICE
            for food in range(KINDS):
                ahead.link[KINDS * sight + food] = links
                links = place_next(ahead, sight, food, dice - placed - 1, few, links)
        ahead.level[placed + 2] = ahead.sights
    ahead.link[KINDS * ahead.level[dice]] = links
    return int(ahead.sights) + 1


@compiled
def is_laid_out(s: State, known: State) -> bool:
    """Whether all that may come of one position may come of the other."""
    if s.line != known.line or s.dice != known.dice or s.cat_moves - s.cat != known.cat_moves - known.cat:
        return False
    if s.placed != known.placed or s.left != known.left:
        return False
    for die in range(s.placed):
        if s.lies[die] != known.lies[die]:
            return False
    for item in range(MOST_ITEMS):
        if s.item_left[item] != known.item_left[item]:
            return False
    for square in range(SQUARES):
        if s.asks[square] != known.asks[square] or s.item_at[square] != known.item_at[square]:
            return False
    return True


@compiled
def place_next(ahead: State, sight: int, food: int, left: int, few: bool, links: int) -> int:
    """Find the sights that one more die of this food leads to; answers the number of links."""
    board = ahead.board[sight]
    looked = lengths_looked_at(board, food) if few else -1
    seen = 0
    for square in range(board.height * SIDE):
        if not is_wanted(square, board.asks[square], 1 << food, board.rows, board.columns):
            continue
        mark = int(MARKS[square])
        if not board.line:  # items of one food that miss as much are alike
            misses = missing(board, board.item_at[square])
            if seen >> misses & 1:
                if sight == 0:
                    ahead.sight_after[square] = sight_of(ahead, board, food, misses)
                continue
            seen |= 1 << misses
            if not looked >> misses & 1:
                continue
            mark = mark_of(food, misses)
        then = sight_with(ahead, sight, square, int(ahead.key[sight]) + mark, left)
        if sight == 0:
            ahead.sight_after[square] = then
        if then > 0 and links < MOST_LINKS:
            ahead.next[links] = then
            links += 1
    return links


@compiled
def mark_of(food: int, misses: int) -> int:
    """What a die on such an item adds to the key: of five foods and eight lengths, the same for the same remains."""
    shorter = int(MARKS[food * LARGEST_ITEM + misses - 2]) if misses > 1 else 0
    return shorter - int(MARKS[food * LARGEST_ITEM + misses - 1])


@compiled
def sight_of(ahead: State, board: State, food: int, misses: int) -> int:
    """The sight after a first die on such an item, which was found before."""
    return int(ahead.found.places[where(ahead.found, mark_of(food, misses))])


@compiled
def lengths_looked_at(board: State, food: int) -> int:
    """The fewest and the most that items of a food miss, as bits."""
    fewest, most = LARGEST_ITEM, 0
    for square in range(board.height * SIDE):
        if board.asks[square] == food:
            misses = missing(board, board.item_at[square])
            fewest, most = min(fewest, misses), max(most, misses)
    return 1 << fewest | 1 << most


@compiled
def sight_with(ahead: State, sight: int, square: int, key: int, left: int) -> int:
    """The sight with one more die, a new one if it was not seen before; 0 if there is no room for it."""
    entry = where(ahead.found, key)
    if ahead.found.keys[entry] == key:
        return int(ahead.found.places[entry])
    then, hands = int(ahead.sights), int(SMALLER[left + 1])
    if then == MOST_SIGHTS or ahead.hands + hands > MOST_HANDS:
        return 0
    ahead.found.keys[entry] = key
    ahead.found.places[entry] = then
    ahead.board[then] = ahead.board[sight]
    place(ahead.board[then], square)
    ahead.key[then] = key
    ahead.sights += 1
    ahead.hands += hands
    return then


@compiled
def end_of(s: State, ahead: State, end: int, out: Table) -> None:
    """One end of the turn, as a position."""
    if end == FAILED:
        out[0] = s
        fail(out[0])
        return
    out[0] = ahead.board[end - 1]
    if out[0].placed > 0:  # else the last die was placed, and all is gathered already
        gather(out[0])


# ---- What they make of the choices


@compiled
def weigh_ends(s: State, ahead: State) -> None:
    """What everything in this turn is worth by its ends.

    A solution has a value for each number of moves that the cat has to go. Here a turn that fails stands in the first
    column, and whatever is gathered in the second, wherever the cat then is.
    """
    if ahead.weighed:
        return
    ahead.weighed = 1
    dice = int(s.dice) - int(s.placed)
    ahead.values[0, 0] = ahead.worth[FAILED]
    for sight in range(ahead.sights):
        ahead.position[sight] = sight
        ahead.finished[sight] = 1
        ahead.values[sight, 1] = ahead.worth[sight + 1]
    lay_out_hands(dice, ahead)  # type: ignore[arg-type]
    place_all(dice, ahead.values, ahead)  # type: ignore[arg-type]
    weigh(dice, 1, ahead.values, ahead)  # type: ignore[arg-type]


@compiled
def weigh_turn(s: State, ahead: State, listed: Moves, out: Numbers) -> int:
    """List the legal moves, and what each is worth by what the ends of the turn are worth."""
    n = moves(s, listed)
    weigh_ends(s, ahead)
    left = int(s.dice) - int(s.placed) - 1
    for i in range(n):
        move = int(listed[i])
        if move == AGAIN:
            out[i] = ahead.again[0]
        elif move == GATHER:
            out[i] = ahead.values[0, 1]
        else:
            out[i] = rolled(hand_without(s, int(s.asks[move])), left, 1, ahead, int(ahead.sight_after[move]))  # type: ignore[arg-type]
    return n


@compiled
def worth_of_turn(s: State, ahead: State) -> float:
    """2.1 What it is worth to roll all dice."""
    weigh_ends(s, ahead)
    return float(ahead.again[0])


@compiled
def hand_without(s: State, food: int) -> int:
    """The foods that the dice of this roll show, but for a die of this one."""
    hand = 0
    for kind in range(KINDS):
        for _ in range(s.rolled[kind] - (kind == food)):
            hand = int(ADDED[hand, kind])
    return hand
