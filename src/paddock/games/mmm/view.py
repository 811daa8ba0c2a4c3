"""What one seat may know of Mmm!: everything, since all lies open and all decide together (1.5).

Squares go by the names that people and tokens use: `c4`.
"""

from itertools import chain, repeat
from typing import Final

import numpy as np

from paddock.games.mmm.board import LARGEST_ITEM, MOST_ITEMS
from paddock.games.mmm.data import FACE_NAMES, FACES, MOST_DICE, SIDE, SQUARES
from paddock.games.mmm.notation import name_of, write
from paddock.games.mmm.rules import fits, rating, would_finish
from paddock.games.mmm.state import CLOSED, NONE
from paddock.rules.compiler import brief, compiled
from paddock.rules.game import Piece
from paddock.rules.grid import names_in
from paddock.rules.kinds import CHANCE, OVER, Move, Seat, State, Table, Tensor
from paddock.rules.plain import Plain, Shown, answer, shared

FOOD_KINDS: Final = FACES - 1


class Item(Shown, frozen=True):
    """One piece of food with its squares in reading order."""

    food: str
    squares: tuple[str, ...]
    left: int
    """Squares that are not gathered; dice gather nothing yet."""
    finished: bool
    would_finish: bool
    """Gathering now would finish it."""


class View(Shown, frozen=True):
    """The table as everybody sees it."""

    whose: int | None
    over: bool
    won: bool
    rating: str | None
    roller: int | None
    width: int
    height: int
    items: tuple[Item, ...]
    free: tuple[str, ...]
    gathered: tuple[str, ...]
    dice: tuple[str, ...]
    """Where this turn's dice lie, first come first."""
    rolled: tuple[str, ...]
    """What the dice of the last roll that are not placed show."""
    fitting: tuple[str, ...]
    """Squares where one of them can go."""
    dice_to_roll: int
    """Dice that are not placed."""
    fail_chance: float
    """How likely a roll of these would fail, as the dice lie now."""
    cat_moved: int
    cat_left: int
    """Moves until the cat is in the pantry, the last one through the door."""
    cat_would_move: bool | None
    """Whether gathering now would let the cat move; None while there is nothing to gather."""
    squares_left: int
    line: bool
    in_line: tuple[str, ...]
    """Free squares where the line of this turn allows a die; without the variant all free ones."""


def view(s: Plain, seat: Seat | None) -> View:
    """The view of a seat; None is somebody who only watches."""
    over = s.turn == OVER
    board = look_over(s)
    items = tuple(map(item, board.food, board.squares, s.item_left, board.finishing))[: s.items]
    return View(
        whose=None if s.turn in (CHANCE, OVER) else s.turn,
        over=over,
        won=s.left == 0,
        rating=rating(s) if over else None,
        roller=None if over else s.roller,
        width=s.width,
        height=s.height,
        items=items,
        free=names_in(board.free),
        gathered=names_in(board.gathered),
        dice=tuple(map(name_of, s.lies[: s.placed])),
        rolled=tuple(chain.from_iterable(map(repeat, FACE_NAMES, s.rolled))),
        fitting=names_in(board.fitting),
        dice_to_roll=s.dice - s.placed,
        fail_chance=0.0 if over else fail_chance(s, board),
        cat_moved=s.cat,
        cat_left=s.cat_moves - s.cat,
        cat_would_move=None if s.placed == 0 else not any(board.finishing),
        squares_left=s.left,
        line=bool(s.line),
        in_line=names_in(board.in_line),
    )


@shared
def item(food: int, squares: int, left: int, finishing: int) -> Item:
    return Item(FACE_NAMES[food], names_in(squares), left, left == 0, bool(finishing))


BOARD: Final = np.dtype(
    [
        # sets of squares, one bit each
        ("free", "u8"),
        ("gathered", "u8"),
        ("fitting", "u8"),
        ("in_line", "u8"),
        ("foods", "i1"),  # foods that a die could still be placed on
        # of each item
        ("squares", "u8", (MOST_ITEMS,)),
        ("food", "i1", (MOST_ITEMS,)),
        ("finishing", "i1", (MOST_ITEMS,)),
    ],
    align=True,
)


def look_over(s: Plain) -> Plain:
    """The board as the rules see it: where dice can go, what is gathered, what gathering would finish."""
    return answer(note_board, BOARD, s)


@brief
def note_board(table: Table, out: Table) -> None:
    s, board = table[0], out[0]
    foods = 0
    for square in range(SQUARES):
        here = np.uint64(1) << np.uint64(square)
        number = s.item_at[square]
        if number != NONE:
            board.squares[number] |= here
            board.food[number] = s.food[square]
        if s.asks[square] != CLOSED:
            board.free |= here
            if fits(s, square):
                board.fitting |= here
            if is_in_line(s, square):
                board.in_line |= here
                foods |= 1 << int(s.asks[square])
        elif is_gathered(s, square):
            board.gathered |= here
    for number in range(s.items):
        board.finishing[number] = would_finish(s, number)
    for food in range(FOOD_KINDS):
        board.foods += foods >> food & 1


@compiled
def is_gathered(s: State, square: int) -> bool:
    """3.3 A chip lies there: it is closed, but neither bare nor under a die."""
    if s.food[square] == NONE or s.asks[square] != CLOSED:
        return False
    for die in range(s.placed):
        if s.lies[die] == square:
            return False
    return True


@compiled
def is_in_line(s: State, square: int) -> bool:
    """5.1 The line of this turn, whichever it may still become, goes through this square."""
    return (s.rows >> square // SIDE | s.columns >> square % SIDE) & 1 == 1  # type: ignore[no-any-return]


def fail_chance(s: Plain, board: Plain) -> float:
    """2.8 A roll fails when every die shows the cross or a food that has no square for it."""
    return float((1 - board.foods / FACES) ** (s.dice - s.placed))


def seen(s: Plain, move: Move, seat: Seat | None) -> str:
    """Every event is public."""
    return write(s, move)


OBSERVATION: Final = (
    Piece("to_move", (1,), "1 if this seat has the dice and decides now"),
    Piece("to_roll", (1,), "how far off this seat's own roll is, in parts of a round"),
    Piece("free", (FOOD_KINDS, SIDE, SIDE), "1 where a free square shows this food, by food, row and column"),
    Piece("die", (SIDE, SIDE), "1 where a die lies"),
    Piece("chip", (SIDE, SIDE), "1 where a square is gathered"),
    Piece("item_left", (SIDE, SIDE), "squares of the item there that are not gathered, in eighths"),
    Piece("joined_right", (SIDE, SIDE), "1 where the square to the right belongs to the same item"),
    Piece("joined_below", (SIDE, SIDE), "1 where the square below belongs to the same item"),
    Piece("in_line", (SIDE, SIDE), "1 where a free square is on this turn's line, or the variant is off"),
    Piece("rolled", (FACES,), "dice of the last roll that are not placed, by face, in fifths"),
    Piece("dice_left", (1,), "dice that are not placed, in fifths"),
    Piece("may_stop", (1,), "1 if a die of the last roll is placed, so that one may roll again or gather"),
    Piece("finishing", (1,), "1 if gathering now would finish an item"),
    Piece("squares_left", (1,), "share of the squares that are not gathered"),
    Piece("cat_left", (1,), "share of the cat's moves still to come"),
    Piece("cat_steps", (1,), "the cat's moves still to come, in tens"),
    Piece("line", (1,), "1 if the dice of a turn must lie in a line"),
)


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """The board as it lies, and the turn as this seat sees it."""
    out[:] = 0.0
    at = 0
    out[at] = s.turn == seat
    out[at + 1] = ((seat - s.roller) % s.seats) / s.seats
    at += 2
    planes = at + FOOD_KINDS * SQUARES
    for square in range(s.height * SIDE):  # always written: no branch to mispredict
        asks, item = int(s.asks[square]), int(s.item_at[square])
        out[at + (asks if asks != CLOSED else FOOD_KINDS + 1) * SQUARES + square] = item != NONE
        out[planes + 2 * SQUARES + square] = s.item_left[max(item, 0)] * int(item != NONE) / LARGEST_ITEM
        out[planes + 5 * SQUARES + square] = int(asks != CLOSED) & int(is_in_line(s, square))
    for square in range(s.height * SIDE - 1):
        right = square % SIDE + 1 < SIDE
        out[planes + 3 * SQUARES + square] = (
            int(s.item_at[square] != NONE) & right & int(s.item_at[square + 1] == s.item_at[square])
        )
    for square in range(s.height * SIDE - SIDE):
        out[planes + 4 * SQUARES + square] = int(s.item_at[square] != NONE) & int(
            s.item_at[square + SIDE] == s.item_at[square]
        )
    for die in range(s.placed):
        out[planes + int(s.lies[die])] = 1.0
        out[planes + SQUARES + int(s.lies[die])] = 0.0
    at = planes + 6 * SQUARES
    for face in range(FACES):
        out[at + face] = s.rolled[face] / MOST_DICE
    at += FACES
    out[at] = (s.dice - s.placed) / MOST_DICE
    out[at + 1] = s.fresh > 0
    for die in range(s.placed):
        if would_finish(s, s.item_at[s.lies[die]]):
            out[at + 2] = 1.0
    out[at + 3] = s.left / s.squares
    out[at + 4] = (s.cat_moves - s.cat) / s.cat_moves
    out[at + 5] = (s.cat_moves - s.cat) / 10.0
    out[at + 6] = s.line
