"""The record type of a position of Life is Life, and the stages of a match."""

from typing import Final

from paddock.engine.game import Field, record_type
from paddock.games.life.data import MOST_ROWS, MOST_SEATS, SPECIES

# What happens next (`stage`), in the order of a match.
STARTER_DRAWN: Final = 0
HAND_DEALT: Final = 1
ROW_DEALT: Final = 2
TRADE_OR_KNOCK: Final = 3
CARD_GIVEN: Final = 4
DECLARE_OR_NOT: Final = 5
FINISHED: Final = 6

# How the last phase ended (`ending`).
NOT_YET: Final = 0
COUNTED: Final = 1
SUDDEN_DEATH: Final = 2

NOBODY: Final = -1

FIELDS: Final = (
    Field("turn", "i1", "the seat to move, -1 chance, -2 over"),
    Field("stage", "i1", "what happens next"),
    Field("seats", "i1", "players"),
    # agreed before the start
    Field("advanced", "i1", "cats are no combination, and the player who declares gains a life"),
    Field("optional", "i1", "a complete combination may be kept silent"),
    Field("rows", "i1", "rows on the table"),
    Field("row_size", "i1", "cards in each row", (MOST_ROWS,)),
    Field("hand_size", "i1", "cards dealt to each hand"),
    Field("full_lives", "i1", "lives at the start"),
    Field("values", "i1", "points for the majority of each animal", (SPECIES,)),
    Field("turn_limit", "i2", "turns each in a phase before the next player must knock; 0 for no limit"),
    # the match
    Field("phase", "i4", "number of this phase, from 1"),
    Field("starter", "i1", "the seat that began this phase"),
    Field("players_left", "i1", "players in the game in this phase"),
    Field("lives", "i1", "lives of each seat", (MOST_SEATS,)),
    Field("rank", "i1", "final rank of each seat; 0 while it is in the game", (MOST_SEATS,)),
    # cards
    Field("unseen", "i1", "cards of each animal neither in a hand nor on the table", (SPECIES,)),
    Field("hand", "i1", "cards in each hand, by animal", (MOST_SEATS, SPECIES)),
    Field("held", "i1", "number of cards in each hand", (MOST_SEATS,)),
    Field("known", "i1", "those of them that all seats saw being picked up", (MOST_SEATS, SPECIES)),
    Field("row", "i1", "cards in each row, by animal", (MOST_ROWS, SPECIES)),
    Field("dealt_to", "i1", "the seat or the row that the next card is dealt to"),
    Field("dealt", "i1", "cards in that row so far"),
    # the turn
    Field("active", "i1", "the seat whose turn it is"),
    Field("taking", "i1", "the row that is being traded for; -1 between trades"),
    Field("given", "i1", "cards laid down for it so far, by animal", (SPECIES,)),
    Field("to_give", "i1", "cards still to lay down for it"),
    Field("last_given", "i1", "the animal laid down last in this trade; the next is no earlier one"),
    # the phase
    Field("traded", "i1", "1 for a seat that has traded in this phase", (MOST_SEATS,)),
    Field("trades", "i4", "trades in this phase"),
    Field("knocker", "i1", "the seat that knocked first in this phase; -1 none yet"),
    Field("knocked", "i1", "1 for a seat that knocked, or passed in the last round", (MOST_SEATS,)),
    # the end of the last phase
    Field("ending", "i1", "how it ended: 0 no phase has ended yet, 1 counted, 2 sudden death"),
    Field("ended_by", "i1", "the seat that knocked or declared sudden death; -1 none"),
    Field("needed", "i1", "cards that a majority took"),
    Field("shown", "i1", "hands as they were laid open; after sudden death the declarer's only", (MOST_SEATS, SPECIES)),
    Field("points", "i2", "points of each seat", (MOST_SEATS,)),
    Field("change", "i1", "lives that each seat lost or won", (MOST_SEATS,)),
)

STATE: Final = record_type(FIELDS, __file__)
