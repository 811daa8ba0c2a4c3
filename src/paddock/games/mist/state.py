"""The record type of a position of So ein Mist, and the stages of a match."""

from typing import Final

from paddock.engine.game import Field, record_type
from paddock.games.mist.data import MOST_KINDS, MOST_PLACES, MOST_SEATS, MOST_STARTING

# What happens next (`stage`), in the order of a match.
ANIMALS_DEALT: Final = 0
PATH_LAID: Final = 1
STARTER_DRAWN: Final = 2
DIE_THROWN: Final = 3
STOP_OR_MORE: Final = 4
GAP_FILLED: Final = 5
PASSED_SHOWN: Final = 6
FINISHED: Final = 7

NOBODY: Final = -1
"""The owner of a starting card."""
GAP: Final = -2
"""The owner of the card at a place without a card."""

FIELDS: Final = (
    Field("turn", "i1", "the seat to move, -1 chance, -2 over"),
    Field("stage", "i1", "what happens next"),
    Field("seats", "i1", "players"),
    # agreed before the start
    Field("dice", "i1", "dice that may be thrown in a turn"),
    Field("doubling", "i1", "own cards count double"),
    Field("tally", "i1", "points are shown"),
    Field("passed_on", "i1", "cards each seat passed on unseen"),
    Field("kinds", "i1", "different values among one animal's cards"),
    Field("values", "i1", "those values, ascending", (MOST_KINDS,)),
    Field("pile_size", "i1", "cards of one animal"),
    Field("starting_kinds", "i1", "different values among the starting cards"),
    Field("starting_values", "i1", "those values, ascending", (MOST_STARTING,)),
    # cards
    Field("stock", "i1", "cards of each seat's animal that no seat has seen yet, by kind", (MOST_SEATS, MOST_KINDS)),
    Field("starting", "i1", "starting cards not laid yet, by kind", (MOST_STARTING,)),
    Field("draws", "i1", "cards in each seat's draw pile", (MOST_SEATS,)),
    Field("places", "i1", "length of the path"),
    Field("laid", "i1", "places laid so far"),
    Field("owner", "i1", "owner of the card at a place: a seat, -1 none (starting card), -2 a gap", (MOST_PLACES,)),
    Field("value", "i1", "value of the card at a place", (MOST_PLACES,)),
    # figures
    Field("animal", "i1", "each seat's animal", (MOST_SEATS,)),
    Field("place", "i1", "place of each figure; -1 before its card is laid", (MOST_SEATS,)),
    Field("arrived", "i2", "the turn in which each figure came to its place; 0 at the start", (MOST_SEATS,)),
    # the turn
    Field("starter", "i1", "the seat that began"),
    Field("active", "i1", "the seat whose turn it is, also while chance decides"),
    Field("turns", "i2", "turns begun so far"),
    Field("last_turn", "i2", "turns in the whole match"),
    Field("thrown", "i2", "numbers thrown this turn, one bit each"),
    Field("count", "i1", "dice thrown this turn"),
    Field("die", "i1", "the newest die"),
    Field("gap", "i1", "the place to fill"),
    Field("shown", "i1", "passed cards turned over so far"),
    # scoring piles
    Field("points", "i2", "total of each scoring pile", (MOST_SEATS,)),
    Field("food", "i2", "total of its positive cards", (MOST_SEATS,)),
    Field("taken", "i1", "cards in it, those passed on included", (MOST_SEATS,)),
)

STATE: Final = record_type(FIELDS, __file__)
