"""The tokens of So ein Mist, and the reasons against illegal moves. docs/reference/notation.md has the grammar."""

import re

from paddock.engine.errors import BadNotation
from paddock.engine.plain_position import PlainPosition
from paddock.engine.types import Move
from paddock.games.mist.data import ANIMALS, MOST_KINDS, MOST_STARTING
from paddock.games.mist.rules import MORE, STOP, unseen_pile
from paddock.games.mist.state import (
    ANIMALS_DEALT,
    DIE_THROWN,
    FINISHED,
    GAP_FILLED,
    PASSED_SHOWN,
    PATH_LAID,
    STARTER_DRAWN,
    STOP_OR_MORE,
)

VALUE = r"(\+0|[+-][1-9][0-9]?)"
"""The pattern of a value. There is one way to write it, so that equal matches have equal tokens: not +08, not -0."""
CARD = re.compile(r"(start|cow|sheep|pig|chicken|horse|rabbit)" + VALUE)
CHOICES = {"stop": STOP, "more": MORE}
CLAUSES = {
    ANIMALS_DEALT: "1.1",
    PATH_LAID: "1.6",
    STARTER_DRAWN: "1.8",
    DIE_THROWN: "2.1",
    STOP_OR_MORE: "2.2",
    GAP_FILLED: "3.4",
    PASSED_SHOWN: "4.2",
    FINISHED: "4.1",
}
WORDS = {
    ANIMALS_DEALT: "animal",
    PATH_LAID: "lay",
    STARTER_DRAWN: "starter",
    DIE_THROWN: "die",
    GAP_FILLED: "draw",
}
EXPECTED = {
    ANIMALS_DEALT: "an animal is dealt",
    PATH_LAID: "a card of the path is laid",
    STARTER_DRAWN: "the starting player is drawn",
    DIE_THROWN: "a die is thrown",
    STOP_OR_MORE: "the active player stops or throws one more die",
    GAP_FILLED: "the active player's pile fills the gap",
    PASSED_SHOWN: "the next passed card is turned over",
    FINISHED: "the match is over",
}


def word(s: PlainPosition) -> str:
    """Return the word of the next chance event."""
    stage = s.stage
    if stage == PASSED_SHOWN:
        return "left" if s.shown % s.passed_on == 0 else "right"
    return WORDS[stage]


def write(s: PlainPosition, move: Move) -> str:
    """Return the token of a legal move."""
    if s.stage == STOP_OR_MORE:
        return "stop" if move == STOP else "more"
    return f"{word(s)}:{argument(s, move)}"


def argument(s: PlainPosition, move: Move) -> str:
    """Return the part of the token after the colon."""
    stage = s.stage
    if stage == ANIMALS_DEALT:
        return ANIMALS[move]
    if stage == STARTER_DRAWN:
        return str(move + 1)
    if stage == DIE_THROWN:
        return str(move)
    if stage != PATH_LAID:
        return f"{s.values[move]:+d}"
    if move < MOST_STARTING:
        return f"start{s.starting_values[move]:+d}"
    seat, kind = divmod(move - MOST_STARTING, MOST_KINDS)
    return f"{ANIMALS[s.animal[seat]]}{s.values[kind]:+d}"


def read(s: PlainPosition, token: str) -> Move:
    """Return the move that a token means here. Raise `BadNotation` if it means none."""
    if s.stage == STOP_OR_MORE and token in CHOICES:
        return Move(CHOICES[token])
    if s.stage not in (STOP_OR_MORE, FINISHED):
        name, _, text = token.partition(":")
        if name == word(s):
            return move_from_argument(s, text, token)
    raise BadNotation(f"{token!r} cannot be read here, where {EXPECTED[s.stage]}")


def move_from_argument(s: PlainPosition, text: str, token: str) -> Move:
    """Return the move that the text after the colon means. Raise `BadNotation` if it means none."""
    if s.stage == ANIMALS_DEALT and text in ANIMALS:
        return Move(ANIMALS.index(text))
    if s.stage == STARTER_DRAWN and re.fullmatch(r"[1-9]", text):
        return Move(int(text) - 1)
    if s.stage == DIE_THROWN and re.fullmatch(r"[0-9]", text):
        return Move(int(text))
    if s.stage == PATH_LAID and (card := CARD.fullmatch(text)):
        return move_of_card(s, card[1], int(card[2]), token)
    if s.stage in (GAP_FILLED, PASSED_SHOWN) and re.fullmatch(VALUE, text):
        return Move(kind_of(int(text), s.values[: s.kinds], token))
    raise BadNotation(f"{token!r} cannot be read here, where {EXPECTED[s.stage]}")


def move_of_card(s: PlainPosition, animal: str, value: int, token: str) -> Move:
    """Return the move that lays this card. Raise `BadNotation` if there is no such card."""
    if animal == "start":
        return Move(kind_of(value, s.starting_values[: s.starting_kinds], token))
    seats = [seat for seat in range(s.seats) if ANIMALS[s.animal[seat]] == animal]
    if not seats:
        raise BadNotation(f"{token!r}: no player has the {animal}")
    return Move(MOST_STARTING + seats[0] * MOST_KINDS + kind_of(value, s.values[: s.kinds], token))


def kind_of(value: int, values: tuple[int, ...], token: str) -> int:
    """Return the index of a card value. Raise `BadNotation` if there is no such card."""
    if value not in values:
        raise BadNotation(
            f"{token!r}: there is no card of value {value:+d}, only {', '.join(f'{v:+d}' for v in values)}"
        )
    return values.index(value)


def clause(s: PlainPosition) -> str:
    """Return the number of the clause that governs the next event."""
    return CLAUSES[s.stage]


def forbids(s: PlainPosition, move: Move) -> tuple[str, str]:
    """Return the clause against an illegal move, and the reason as a sentence."""
    here = clause(s)
    if s.stage == ANIMALS_DEALT:
        return here, f"the {ANIMALS[move]} has been dealt already"
    if s.stage == DIE_THROWN:
        return here, f"a die has no face {move}"
    if s.stage == STARTER_DRAWN:
        return here, f"there is no seat {move + 1}"
    if s.stage == PATH_LAID and move >= MOST_STARTING:
        return here, f"the {ANIMALS[s.animal[(move - MOST_STARTING) // MOST_KINDS]]} has laid its card already"
    if s.stage == PATH_LAID:
        return "1.4", f"no starting card {s.starting_values[move]:+d} is left"
    if s.stage in (GAP_FILLED, PASSED_SHOWN):
        return here, f"the {ANIMALS[s.animal[unseen_pile(s.position[0])]]} has no unseen card {s.values[move]:+d} left"
    return here, EXPECTED[s.stage]
