"""The tokens of Kuhlorado, and the reasons against illegal moves. docs/reference/notation.md has the grammar."""

import re

from paddock.engine.boards.grid import NAMES, square_at
from paddock.engine.errors import BadNotation
from paddock.engine.plain_position import PlainPosition
from paddock.engine.types import Move
from paddock.games.kuhlorado.data import COW, LETTERS, SQUARES, TROUGH
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, KEEP_HIGHER, KEEP_LOWER, KEEP_NONE, TENS
from paddock.games.kuhlorado.sheet import SIDE
from paddock.games.kuhlorado.state import (
    DICE_KEPT,
    FINISHED,
    FIRST_THROW,
    MARKED,
    NOBODY,
    SECOND_MARKED,
    SECOND_THROW,
    STARTER_DRAWN,
)

CLAUSES = {STARTER_DRAWN: "1.6", FIRST_THROW: "2.1", DICE_KEPT: "2.2", SECOND_THROW: "2.3"}
EXPECTED = {
    STARTER_DRAWN: "the starting player is drawn",
    FIRST_THROW: "both dice are thrown",
    DICE_KEPT: "the active player says which dice to keep",
    SECOND_THROW: "the dice that were not kept are thrown again",
    MARKED: "the active player marks a square",
    SECOND_MARKED: "the active player marks a second square",
    FINISHED: "the match is over",
}


def name(square: int) -> str:
    """
    >>> name(0), name(26), name(63)
    ('a1', 'c4', 'h8')
    """
    return NAMES[square]


def kind_in_words(kind: int) -> str:
    """
    >>> kind_in_words(3), kind_in_words(6)
    ('a 3', 'a cow')
    """
    return "a cow" if kind == COW else "a trough" if kind == TROUGH else f"a {kind}"


def dice_in_words(s: PlainPosition) -> str:
    """Return the two dice in words."""
    return faces_in_words(*s.dice)


def faces_in_words(lower: int, higher: int) -> str:
    """
    >>> faces_in_words(3, 6), faces_in_words(6, 6), faces_in_words(2, 2)
    ('a 3 and a cow', 'two cows', 'two 2s')
    """
    if lower == higher:
        return "two cows" if lower == COW else f"two {lower}s"
    return f"{kind_in_words(lower)} and {kind_in_words(higher)}"


def kept_dice(s: PlainPosition, kept: int) -> str:
    """Return the dice that a choice keeps, in the letters of the notation."""
    lower, higher = (LETTERS[die] for die in s.dice)
    return {KEEP_NONE: "-", KEEP_LOWER: lower, KEEP_HIGHER: higher, KEEP_BOTH: lower + higher}[kept]


def write(s: PlainPosition, move: Move) -> str:
    """Return the token of a legal move."""
    if s.stage == STARTER_DRAWN:
        return f"starter:{move + 1}"
    if s.stage in (FIRST_THROW, SECOND_THROW):
        tens, ones = divmod(move, TENS)
        return f"throw:{LETTERS[tens] if tens else ''}{LETTERS[ones]}"
    if s.stage == DICE_KEPT:
        return f"keep:{kept_dice(s, move)}"
    return "done" if move == DONE else f"mark:{name(move)}"


def read(s: PlainPosition, token: str) -> Move:
    """Return the move that a token means here. Raise `BadNotation` if it means none."""
    word, _, text = token.partition(":")
    if s.stage == STARTER_DRAWN and word == "starter" and re.fullmatch(r"[1-9]", text):
        return Move(int(text) - 1)
    if s.stage in (FIRST_THROW, SECOND_THROW) and word == "throw":
        return read_throw(text, token)
    if s.stage == DICE_KEPT and word == "keep":
        return read_keep(s, text, token)
    if s.stage in (MARKED, SECOND_MARKED) and token == "done":
        return Move(DONE)
    if s.stage in (MARKED, SECOND_MARKED) and word == "mark":
        return read_mark(s, text)
    raise BadNotation(f"{token!r} cannot be read here, where {EXPECTED[s.stage]}")


def read_throw(text: str, token: str) -> Move:
    """Return the move of a throw. Raise `BadNotation` if the text is not a throw."""
    if not re.fullmatch(r"[1-5c]{1,2}", text) or sorted(text) != list(text):
        raise BadNotation(f"{token!r}: one or two dice from 1 to 5 and c are written ascending, c last")
    faces = [LETTERS.index(letter) for letter in text]
    return Move(faces[0] if len(faces) == 1 else faces[0] * TENS + faces[1])


def read_keep(s: PlainPosition, text: str, token: str) -> Move:
    """Return the move that keeps these dice. Raise `BadNotation` if they were not thrown."""
    for kept in (KEEP_NONE, KEEP_LOWER, KEEP_HIGHER, KEEP_BOTH):
        if text == kept_dice(s, kept):
            return Move(kept)
    choices = ", ".join(dict.fromkeys(kept_dice(s, kept) for kept in (KEEP_BOTH, KEEP_LOWER, KEEP_HIGHER)))
    raise BadNotation(f"{token!r}: {dice_in_words(s)} were thrown, so {choices} or - can be kept")


def read_mark(s: PlainPosition, text: str) -> Move:
    """Return the move that marks a square. Raise `BadNotation` if the sheet has no such square."""
    row, column = square_at(text)
    if row >= s.height or column >= s.width:
        last = name((s.height - 1) * SIDE + s.width - 1)
        raise BadNotation(f"there is no square {text}: the sheet goes from a1 to {last}")
    return Move(row * SIDE + column)


def clause(s: PlainPosition) -> str:
    """Return the number of the clause that governs the next event."""
    if s.stage in CLAUSES:
        return CLAUSES[s.stage]
    if s.stage == FINISHED:
        return "4.1" if s.free[COW] == 0 else "4.2"
    lower, higher = s.dice
    if lower == COW:
        return "3.4"
    if higher != COW:
        return "3.2"
    return "3.6" if s.stage == MARKED else "3.7"


def forbids(s: PlainPosition, move: Move) -> tuple[str, str]:
    """Return the clause against an illegal move, and the reason as a sentence."""
    here = clause(s)
    if s.stage == STARTER_DRAWN:
        return here, f"there is no seat {move + 1}"
    if s.stage == SECOND_THROW and s.dice[0] > 0:
        return here, "one die was kept, so one die is thrown"
    if s.stage in (FIRST_THROW, SECOND_THROW):
        return here, "both dice are thrown"
    if s.stage in (MARKED, SECOND_MARKED):
        return forbids_mark(s, move, here)
    return here, EXPECTED[s.stage]


def forbids_mark(s: PlainPosition, move: Move, here: str) -> tuple[str, str]:
    if move == DONE:
        return here, "two cows mark two squares" if s.stage == SECOND_MARKED else "a square that fits must be marked"
    if not 0 <= move < SQUARES or s.kind[move] == 0:
        return here, "there is no such square"
    kind = s.kind[move]
    if kind == TROUGH:
        return "3.1", f"{name(move)} is a trough"
    if s.owner[move] != NOBODY:
        return "3.1", f"{name(move)} is marked already"
    if kind not in s.dice:
        return here, f"{name(move)} shows {kind_in_words(kind)}, and the dice show {dice_in_words(s)}"
    if kind == s.kind[s.first]:
        return here, f"{kind_in_words(kind)} is marked already; the second mark is for the other die"
    return here, f"exactly one square must lie between {name(s.first)} and {name(move)}, straight or diagonally"
