"""The record type of a position of Mmm!, and the stages of a match."""

from typing import Final

from paddock.engine.game import Field, record_type
from paddock.games.mmm.board import MOST_ITEMS
from paddock.games.mmm.data import CROSS, FACES, MOST_DICE, SIDE, SQUARES

# What happens next (`stage`).
DICE_ROLLED: Final = 0
DICE_PLACED: Final = 1
FINISHED: Final = 2

NONE: Final = -1
CLOSED: Final = CROSS
"""The value of `asks` for a covered or bare square. It is the cross, which never fits."""
EVERYWHERE: Final = (1 << SIDE) - 1
"""All rows, or all columns, one bit each."""

FIELDS: Final = (
    Field("turn", "i1", "the seat to move, -1 chance, -2 over"),
    Field("stage", "i1", "what happens next"),
    Field("seats", "i1", "players"),
    # agreed before the start
    Field("dice", "i1", "dice that are rolled in a turn"),
    Field("line", "i1", "all dice of a turn lie in one row or in one column"),
    Field("cat_moves", "i1", "moves that bring the cat into the pantry"),
    Field("width", "i1", "columns of the board"),
    Field("height", "i1", "rows of the board"),
    Field("squares", "i1", "squares with food"),
    Field("items", "i1", "items on the board"),
    Field("food", "i1", "food of each square, -1 none; squares are numbered row by row, eight a row", (SQUARES,)),
    Field("item_at", "i1", "item of each square, -1 none", (SQUARES,)),
    # the board
    Field("asks", "i1", "the food that a die on each square must show; the cross where no die can go", (SQUARES,)),
    Field("item_left", "i1", "squares of each item that are not gathered", (MOST_ITEMS,)),
    Field("left", "i1", "squares that are not gathered"),
    Field("cat", "i1", "moves the cat has made"),
    # the turn
    Field("roller", "i1", "the seat with the dice, also while chance decides"),
    Field("rolled", "i1", "dice of the last roll that are not placed, by face", (FACES,)),
    Field("fresh", "i1", "dice of the last roll that are placed"),
    Field("placed", "i1", "dice placed this turn"),
    Field("lies", "i1", "their squares, in the order of placing; -1 for none", (MOST_DICE,)),
    Field("rows", "i2", "rows that the line of this turn may still be, one bit each; all without the variant"),
    Field("columns", "i2", "columns that it may still be, one bit each"),
)

STATE: Final = record_type(FIELDS, __file__)
