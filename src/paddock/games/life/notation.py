"""The tokens of Life is Life, and the reasons against illegal moves. docs/reference/notation.md has the grammar."""

import re

from paddock.engine.errors import BadNotation
from paddock.engine.plain_position import PlainPosition
from paddock.engine.types import Move
from paddock.games.life.data import ANIMALS, CARDS, MOST_ROWS, PLURALS
from paddock.games.life.rules import DECLARE, KNOCK, SILENT, must_knock
from paddock.games.life.state import (
    CARD_GIVEN,
    DECLARE_OR_NOT,
    FINISHED,
    HAND_DEALT,
    ROW_DEALT,
    STARTER_DRAWN,
    TRADE_OR_KNOCK,
)

SUDDEN_CHOICES = {"declare": DECLARE, "silent": SILENT}
CLAUSES = {
    STARTER_DRAWN: "1.3",
    HAND_DEALT: "1.4",
    ROW_DEALT: "1.5",
    TRADE_OR_KNOCK: "2.1",
    CARD_GIVEN: "2.2",
    DECLARE_OR_NOT: "6.3",
    FINISHED: "5.3",
}
EXPECTED = {
    STARTER_DRAWN: "the starting player is drawn",
    HAND_DEALT: "a card is dealt to a hand",
    ROW_DEALT: "a card is laid in a row",
    TRADE_OR_KNOCK: "the active player trades or knocks",
    CARD_GIVEN: "the active player lays down a card",
    DECLARE_OR_NOT: "the active player declares or stays silent",
    FINISHED: "the match is over",
}


def before_animal(s: PlainPosition) -> str:
    """Return the token of the next card, up to its animal."""
    if s.stage == CARD_GIVEN:
        return "give:"
    return f"{'hand' if s.stage == HAND_DEALT else 'row'}:{s.dealt_to + 1}:"


def write(s: PlainPosition, move: Move) -> str:
    """Return the token of a legal move."""
    if s.stage == STARTER_DRAWN:
        return f"starter:{move + 1}"
    if s.stage == TRADE_OR_KNOCK:
        return "knock" if move == KNOCK else f"take:{move + 1}"
    if s.stage == DECLARE_OR_NOT:
        return "declare" if move == DECLARE else "silent"
    return before_animal(s) + ANIMALS[move]


def read(s: PlainPosition, token: str) -> Move:
    """Return the move that a token means here. Raise `BadNotation` if it means none."""
    if s.stage == STARTER_DRAWN and (seat := re.fullmatch(r"starter:([1-9])", token)):
        return Move(int(seat[1]) - 1)
    if s.stage == TRADE_OR_KNOCK and token == "knock":
        return Move(KNOCK)
    if s.stage == TRADE_OR_KNOCK and (row := re.fullmatch(rf"take:([1-{MOST_ROWS}])", token)):
        return Move(int(row[1]) - 1)
    if s.stage == DECLARE_OR_NOT and token in SUDDEN_CHOICES:
        return Move(SUDDEN_CHOICES[token])
    if s.stage in (HAND_DEALT, ROW_DEALT, CARD_GIVEN):
        place, colon, animal = token.rpartition(":")
        if place + colon == before_animal(s) and animal in ANIMALS:
            return Move(ANIMALS.index(animal))
        example = before_animal(s) + ANIMALS[0]
        raise BadNotation(f"{token!r} cannot be read here, where {EXPECTED[s.stage]}, written like {example}")
    raise BadNotation(f"{token!r} cannot be read here, where {EXPECTED[s.stage]}")


def clause(s: PlainPosition) -> str:
    """Return the number of the clause that governs the next event."""
    return CLAUSES[s.stage]


def forbids(s: PlainPosition, move: Move) -> tuple[str, str]:
    """Return the clause against an illegal move, and the reason as a sentence."""
    here = clause(s)
    if s.stage == STARTER_DRAWN:
        return here, f"there is no seat {move + 1}"
    if s.stage in (HAND_DEALT, ROW_DEALT):
        return here, f"all {CARDS[move]} {PLURALS[move]} have been dealt"
    if s.stage == DECLARE_OR_NOT:
        return "3.1", "the hand has no complete combination to declare"
    if s.stage == TRADE_OR_KNOCK:
        return forbids_turn(s, move)
    if s.stage == CARD_GIVEN:
        return forbids_gift(s, move)
    return here, EXPECTED[s.stage]


def forbids_turn(s: PlainPosition, move: Move) -> tuple[str, str]:
    if move == KNOCK:
        return "2.6", "you have not traded in this phase yet"
    if move >= s.rows:
        return "1.5", f"there is no row {move + 1}, only {s.rows}"
    if must_knock(s.position[0]):
        return "6.4", f"the limit of {s.turn_limit} turns each is reached, so you must knock"
    return "2.4", f"all you could give for row {move + 1} is exactly the cards that lie there"


def forbids_gift(s: PlainPosition, move: Move) -> tuple[str, str]:
    if s.hand[s.active][move] == 0:
        return "2.3", f"you have no {ANIMALS[move]} to give"
    if move < s.last_given:
        return "2.5", f"cards are laid down in order: the {ANIMALS[move]} comes before the {ANIMALS[s.last_given]}"
    if sum(s.hand[s.active][move:]) < s.to_give:
        return "2.5", f"from the {ANIMALS[move]} on you have too few cards left to make up row {s.taking + 1}"
    return "2.4", f"your gift would be exactly the cards of row {s.taking + 1}"
