"""Pig in tokens (`starter:2`, `die:4`, `hold`, `again`), and what to say to a move that is none."""

import re

from paddock.rules.kinds import Move
from paddock.rules.plain import Plain
from paddock.rules.refusals import BadNotation
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


def write(s: Plain, move: Move) -> str:
    """The token of a legal move."""
    if s.stage == HOLD_OR_AGAIN:
        return "hold" if move == HOLD else "again"
    return f"starter:{move + 1}" if s.stage == STARTER_DRAWN else f"die:{move}"


def read(s: Plain, token: str) -> Move:
    """The move that a token means here."""
    if s.stage == HOLD_OR_AGAIN and token in CHOICES:
        return Move(CHOICES[token])
    if s.stage == STARTER_DRAWN and (seat := re.fullmatch(r"starter:([1-9])", token)):
        return Move(int(seat[1]) - 1)
    if s.stage == DIE_THROWN and (die := re.fullmatch(r"die:([0-9])", token)):
        return Move(int(die[1]))
    raise BadNotation(f"{token!r} cannot be read here, where {EXPECTED[s.stage]}")


def clause(s: Plain) -> str:
    """The clause that governs what happens now."""
    return CLAUSES[s.stage]


def forbids(s: Plain, move: Move) -> tuple[str, str]:
    """Why a readable move is not legal here."""
    if s.stage == STARTER_DRAWN:
        return clause(s), f"there is no seat {move + 1}"
    if s.stage == DIE_THROWN:
        return clause(s), f"a die has no face {move}"
    return clause(s), EXPECTED[s.stage]
