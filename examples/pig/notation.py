"""The tokens of Pig (`starter:2`, `die:4`, `hold`, `again`), and the errors for illegal moves."""

import re

from paddock.engine.errors import BadNotation
from paddock.engine.plain_position import PlainPosition
from paddock.engine.types import Move
from pig.rules import AGAIN, HOLD
from pig.state import DIE_THROWN, FINISHED, HOLD_OR_AGAIN, STARTER_DRAWN

CHOICES = {"hold": HOLD, "again": AGAIN}
CLAUSES = {STARTER_DRAWN: "1.2", DIE_THROWN: "2.1", HOLD_OR_AGAIN: "2.2", FINISHED: "3.1"}
EXPECTED = {
    STARTER_DRAWN: "the starting player is drawn",
    DIE_THROWN: "the die is thrown",
    HOLD_OR_AGAIN: "the active player holds or throws again",
    FINISHED: "the match is over",
}


def write(s: PlainPosition, move: Move) -> str:
    """Return the token of a legal move."""
    if s.stage == HOLD_OR_AGAIN:
        return "hold" if move == HOLD else "again"
    return f"starter:{move + 1}" if s.stage == STARTER_DRAWN else f"die:{move}"


def read(s: PlainPosition, token: str) -> Move:
    """Return the move of a token. Raise `BadNotation` if it has none here."""
    if s.stage == HOLD_OR_AGAIN and token in CHOICES:
        return Move(CHOICES[token])
    if s.stage == STARTER_DRAWN and (seat := re.fullmatch(r"starter:([1-9])", token)):
        return Move(int(seat[1]) - 1)
    if s.stage == DIE_THROWN and (die := re.fullmatch(r"die:([0-9])", token)):
        return Move(int(die[1]))
    raise BadNotation(f"{token!r} cannot be read here, where {EXPECTED[s.stage]}")


def clause(s: PlainPosition) -> str:
    """Return the clause that governs the next event."""
    return CLAUSES[s.stage]


def forbids(s: PlainPosition, move: Move) -> tuple[str, str]:
    """Return the clause and the reason why a readable move is illegal."""
    if s.stage == STARTER_DRAWN:
        return clause(s), f"there is no seat {move + 1}"
    if s.stage == DIE_THROWN:
        return clause(s), f"a die has no face {move}"
    return clause(s), EXPECTED[s.stage]
