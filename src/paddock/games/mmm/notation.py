"""The tokens of Mmm!, and the reasons against illegal moves. docs/reference/notation.md has the grammar."""

from paddock.engine.boards.grid import NAMES, square_at, square_name
from paddock.engine.errors import BadNotation
from paddock.engine.plain_position import PlainPosition
from paddock.engine.text.english import count_noun
from paddock.engine.types import Move
from paddock.games.mmm.data import FACE_LETTERS, FACE_NAMES, SIDE, THROWS
from paddock.games.mmm.rules import AGAIN, GATHER
from paddock.games.mmm.state import CLOSED, DICE_PLACED, DICE_ROLLED, FINISHED, NONE

CHOICES = {"again": AGAIN, "gather": GATHER}
ROLLS = tuple(tuple("roll:" + "".join(FACE_LETTERS[face] for face in throw) for throw in throws) for throws in THROWS)
"""Number of dice, throw -> its token."""
CLAUSES = {DICE_ROLLED: "2.1", DICE_PLACED: "2.4", FINISHED: "4.3"}
EXPECTED = {
    DICE_ROLLED: "the dice are rolled",
    DICE_PLACED: "a die is placed, the others are rolled again, or all is gathered",
    FINISHED: "the match is over",
}


def name_of(square: int) -> str:
    """Return the name of a square. Squares are numbered row by row, eight in a row.

    >>> name_of(0), name_of(2), name_of(24)
    ('a1', 'c1', 'a4')
    """
    return NAMES[square]


def write(s: PlainPosition, move: Move) -> str:
    """Return the token of a legal move."""
    if s.stage == DICE_ROLLED:
        dice: int = s.dice - s.placed
        return ROLLS[dice][move]
    if move == AGAIN:
        return "again"
    return "gather" if move == GATHER else f"place:{name_of(move)}"


def read(s: PlainPosition, token: str) -> Move:
    """Return the move that a token means here. Raise `BadNotation` if it means none."""
    word, _, text = token.partition(":")
    if s.stage == DICE_ROLLED and word == "roll":
        return read_throw(s.dice - s.placed, token)
    if s.stage == DICE_PLACED and token in CHOICES:
        return Move(CHOICES[token])
    if s.stage == DICE_PLACED and word == "place":
        return read_square(s, text, token)
    raise BadNotation(f"{token!r} cannot be read here, where {EXPECTED[s.stage]}")


def read_throw(dice: int, token: str) -> Move:
    """Return the move of a throw. Raise `BadNotation` if the token is not a throw of this number of dice."""
    if token not in ROLLS[dice]:
        raise BadNotation(
            f"{token!r}: write {count_noun(dice, 'letter')} of {FACE_LETTERS}, in this order, one for each die rolled"
        )
    return Move(ROLLS[dice].index(token))


def read_square(s: PlainPosition, name: str, token: str) -> Move:
    """Return the move to a square. Raise `BadNotation` if the board has no such square."""
    row, column = square_at(name)
    if row >= s.height or column >= s.width:
        last = square_name(s.height - 1, s.width - 1)
        raise BadNotation(f"{token!r}: this board has the squares a1 to {last}")
    return Move(row * SIDE + column)


def clause(s: PlainPosition) -> str:
    """Return the number of the clause that governs the next event."""
    return CLAUSES[s.stage]


def forbids(s: PlainPosition, move: Move) -> tuple[str, str]:
    """Return the clause against an illegal move, and the reason as a sentence."""
    if s.stage != DICE_PLACED:
        return clause(s), EXPECTED[s.stage]
    if move in (AGAIN, GATHER):
        return "2.4", "no die of this roll is placed yet, and one that fits must be"
    name = name_of(move)
    if s.food[move] == NONE:
        return "2.2", f"there is no food at {name}"
    if move in s.lies:
        return "2.6", f"a die lies at {name} already"
    if s.asks[move] == CLOSED:
        return "3.3", f"{name} is gathered already"
    food = FACE_NAMES[s.food[move]]
    if s.rolled[s.food[move]] == 0:
        return "2.2", f"{name} shows {food}, and no die of this roll that is left does"
    return "5.1", f"{name} is not in one row or one column with the dice of this turn"
