"""The record type of a position of Kuhlorado, and the stages of a match."""

from typing import Final

from paddock.engine.game import Field, record_type
from paddock.games.kuhlorado.data import COW, MOST_BANDS, PRIZES, SEATS, SQUARES

# What happens next (`stage`), in the order of a match.
STARTER_DRAWN: Final = 0
FIRST_THROW: Final = 1
DICE_KEPT: Final = 2
SECOND_THROW: Final = 3
MARKED: Final = 4
SECOND_MARKED: Final = 5
FINISHED: Final = 6

NOBODY: Final = -1
"""The owner of an unmarked square."""
NOWHERE: Final = -1
"""The number of a square off the sheet, or of no square."""

FIELDS: Final = (
    Field("turn", "i1", "the seat to move, -1 chance, -2 over"),
    Field("stage", "i1", "what happens next"),
    # agreed before the start
    Field("advanced", "i1", "there is an interim score"),
    Field("worth", "i1", "points of each prize: pastures north, east, south, west, then the troughs", (PRIZES,)),
    Field("bands", "i1", "sizes from which on a land area scores more"),
    Field("area_sizes", "i1", "those sizes, ascending", (MOST_BANDS,)),
    Field("area_points", "i1", "points of a land area of each of those sizes", (MOST_BANDS,)),
    Field("interim_cows", "i1", "marked cows that bring the interim score"),
    Field("interim_points", "i1", "points for a group of exactly two squares at the interim score"),
    Field("last_numbers", "i1", "the match ends when at most this many number squares are free"),
    # the sheet
    Field("width", "i1", "columns"),
    Field("height", "i1", "rows"),
    Field("kind", "i1", "kind of each square: 1 to 5, 6 a cow, 7 a trough, 0 off the sheet", (SQUARES,)),
    Field("decides", "u1", "prizes that a square decides, a bit each; of a trough's cell, that trough", (SQUARES,)),
    Field("troughs", "i1", "number of troughs"),
    Field("cows", "i1", "number of cow squares, free or marked"),
    # the marks
    Field("owner", "i1", "owner of each square: a seat, -1 unmarked", (SQUARES,)),
    Field("free", "i1", "squares not marked yet, by kind", (COW + 1,)),
    # the turn
    Field("starter", "i1", "the seat that began; -1 before it is drawn"),
    Field("active", "i1", "the seat whose turn it is, also while chance decides"),
    Field("dice", "i1", "the two dice, the lower first; of one kept alone, the other is 0; 0 before a throw", (2,)),
    Field("first", "i1", "the square marked first in this turn, while a second may follow; else -1"),
    # the interim score
    Field("interim_taken", "i1", "it has been taken"),
    Field("interim", "i2", "points of each seat at the interim score", (SEATS,)),
)

STATE: Final = record_type(FIELDS, __file__)
