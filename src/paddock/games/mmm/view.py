"""The view and the observation of Mmm!. There are no secrets (1.5), so all seats have the same view.

Squares have the names that tokens use: `c4`.
"""

from itertools import chain, repeat
from typing import Final

import numpy as np

from paddock.engine.boards.grid import square_names
from paddock.engine.compilation.decorators import compiled, compiled_holding_gil
from paddock.engine.plain_position import PlainPosition, ViewPart, cached_part, query
from paddock.engine.tensor_layout import TensorField, tensor_offsets
from paddock.engine.types import CHANCE, OVER, Move, Positions, Seat, State, Tensor
from paddock.games.mmm.board import LARGEST_ITEM, MOST_ITEMS
from paddock.games.mmm.data import FACE_NAMES, FACES, MOST_DICE, SIDE, SQUARES
from paddock.games.mmm.notation import name_of, write
from paddock.games.mmm.rules import fits, rating, would_finish
from paddock.games.mmm.state import CLOSED, NONE

FOOD_KINDS: Final = FACES - 1


class Item(ViewPart, frozen=True):
    """One piece of food with its squares in reading order."""

    food: str
    squares: tuple[str, ...]
    left: int
    """Squares that are not gathered, including squares under dice."""
    finished: bool
    would_finish: bool
    """Whether gathering now would finish it."""


class View(ViewPart, frozen=True):
    """The facts that every seat sees."""

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
    """The squares of this turn's dice, in the order of placing."""
    rolled: tuple[str, ...]
    """The faces of the unplaced dice of the last roll."""
    fitting: tuple[str, ...]
    """The squares that one of them can go to."""
    dice_to_roll: int
    """Dice that are not placed."""
    fail_chance: float
    """The chance that a roll of these dice fails."""
    cat_moved: int
    cat_left: int
    """Moves of the cat to the pantry, including the one through the door."""
    cat_would_move: bool | None
    """Whether the cat would move if the player gathered now; None while no die is placed."""
    squares_left: int
    line: bool
    in_line: tuple[str, ...]
    """Free squares on a possible line of this turn; without the line variant all free squares."""


def view(s: PlainPosition, seat: Seat | None) -> View:
    """Return the view of a seat; None stands for a spectator."""
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
        free=square_names(board.free),
        gathered=square_names(board.gathered),
        dice=tuple(map(name_of, s.lies[: s.placed])),
        rolled=tuple(chain.from_iterable(map(repeat, FACE_NAMES, s.rolled))),
        fitting=square_names(board.fitting),
        dice_to_roll=s.dice - s.placed,
        fail_chance=0.0 if over else fail_chance(s, board),
        cat_moved=s.cat,
        cat_left=s.cat_moves - s.cat,
        cat_would_move=None if s.placed == 0 else not any(board.finishing),
        squares_left=s.left,
        line=bool(s.line),
        in_line=square_names(board.in_line),
    )


@cached_part
def item(food: int, squares: int, left: int, finishing: int) -> Item:
    return Item(FACE_NAMES[food], square_names(squares), left, left == 0, bool(finishing))


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


def look_over(s: PlainPosition) -> PlainPosition:
    """Return facts from the rules: squares that dice can go to, gathered squares, items that would be finished."""
    return query(note_board, BOARD, s)


@compiled_holding_gil
def note_board(position: Positions, out: Positions) -> None:
    s, board = position[0], out[0]
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
    """3.3 Return whether a chip lies on the square: it is closed, but neither bare nor under a die."""
    if s.food[square] == NONE or s.asks[square] != CLOSED:
        return False
    for die in range(s.placed):
        if s.lies[die] == square:
            return False
    return True


@compiled
def is_in_line(s: State, square: int) -> bool:
    """5.1 Return whether a possible line of this turn contains this square."""
    return (s.rows >> square // SIDE | s.columns >> square % SIDE) & 1 == 1  # type: ignore[no-any-return]


def fail_chance(s: PlainPosition, board: PlainPosition) -> float:
    """2.8 Return the chance that a roll fails: every die shows the cross or a food without a square for it."""
    return float((1 - board.foods / FACES) ** (s.dice - s.placed))


def seen(s: PlainPosition, move: Move, seat: Seat | None) -> str:
    """Return the token. Every event is public."""
    return write(s, move)


OBSERVATION: Final = (
    TensorField("to_move", (1,), "1 if this seat has the dice and decides now"),
    TensorField("to_roll", (1,), "turns until this seat rolls, as a share of a round"),
    TensorField("free", (FOOD_KINDS, SIDE, SIDE), "1 where a free square shows this food, by food, row and column"),
    TensorField("die", (SIDE, SIDE), "1 where a die lies"),
    TensorField("chip", (SIDE, SIDE), "1 where a square is gathered"),
    TensorField("item_left", (SIDE, SIDE), "squares of the item there that are not gathered, in eighths"),
    TensorField("joined_right", (SIDE, SIDE), "1 where the square to the right belongs to the same item"),
    TensorField("joined_below", (SIDE, SIDE), "1 where the square below belongs to the same item"),
    TensorField("in_line", (SIDE, SIDE), "1 where a free square is on this turn's line, or the variant is off"),
    TensorField("rolled", (FACES,), "dice of the last roll that are not placed, by face, in fifths"),
    TensorField("dice_left", (1,), "dice that are not placed, in fifths"),
    TensorField("may_stop", (1,), "1 if a die of the last roll is placed, so that the player may roll again or gather"),
    TensorField("finishing", (1,), "1 if gathering now would finish an item"),
    TensorField("squares_left", (1,), "share of the squares that are not gathered"),
    TensorField("cat_left", (1,), "share of the cat's moves still to come"),
    TensorField("cat_steps", (1,), "the cat's moves still to come, in tens"),
    TensorField("line", (1,), "1 if the dice of a turn must lie in a line"),
)

AT: Final = tensor_offsets(OBSERVATION)


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Write the board, and the turn relative to this seat."""
    out[:] = 0.0
    out[AT.to_move] = s.turn == seat
    out[AT.to_roll] = ((seat - s.roller) % s.seats) / s.seats
    for square in range(s.height * SIDE):  # always written: no branch to mispredict
        asks, item = int(s.asks[square]), int(s.item_at[square])
        out[(AT.free + asks * SQUARES if asks != CLOSED else AT.chip) + square] = item != NONE
        out[AT.item_left + square] = s.item_left[max(item, 0)] * int(item != NONE) / LARGEST_ITEM
        out[AT.in_line + square] = int(asks != CLOSED) & int(is_in_line(s, square))
    for square in range(s.height * SIDE - 1):
        right = square % SIDE + 1 < SIDE
        out[AT.joined_right + square] = (
            int(s.item_at[square] != NONE) & right & int(s.item_at[square + 1] == s.item_at[square])
        )
    for square in range(s.height * SIDE - SIDE):
        out[AT.joined_below + square] = int(s.item_at[square] != NONE) & int(
            s.item_at[square + SIDE] == s.item_at[square]
        )
    for die in range(s.placed):
        out[AT.die + int(s.lies[die])] = 1.0
        out[AT.chip + int(s.lies[die])] = 0.0
    for face in range(FACES):
        out[AT.rolled + face] = s.rolled[face] / MOST_DICE
    out[AT.dice_left] = (s.dice - s.placed) / MOST_DICE
    out[AT.may_stop] = s.fresh > 0
    for die in range(s.placed):
        if would_finish(s, s.item_at[s.lies[die]]):
            out[AT.finishing] = 1.0
    out[AT.squares_left] = s.left / s.squares
    out[AT.cat_left] = (s.cat_moves - s.cat) / s.cat_moves
    out[AT.cat_steps] = (s.cat_moves - s.cat) / 10.0
    out[AT.line] = s.line
