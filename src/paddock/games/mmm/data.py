"""Mmm!: its facts, its dice, its ratings and its options. The boards are in `board.py` and `boards/`."""

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

import numpy as np

from paddock.engine.game import Facts
from paddock.engine.options import Drawing, Number, Option, Switch
from paddock.games.mmm.board import BOARDS, FLAW_SENTENCES, FOOD_NAMES, FOODS, LARGEST_SIDE, MEANING, resolve

FACTS: Final = Facts(
    id="mmm",
    title="Mmm!",
    designer="Reiner Knizia",
    publisher="Pegasus Spiele",
    year=2015,
    players=range(1, 7),
    summary="Gather all the food together before the cat is in the pantry.",
    together=True,
)

RULES_VERSION: Final = 1
"""The version in records. It goes up when a change of the rules could make an old record replay differently."""

FACE_LETTERS: Final = FOODS + "x"
FACE_NAMES: Final = (*FOOD_NAMES.values(), "cross")
FACES: Final = len(FACE_LETTERS)
CROSS: Final = FACE_LETTERS.index("x")

SIDE: Final = LARGEST_SIDE
"""The side of the field. Every board lies in its upper left corner, so a square has one number on all boards."""
SQUARES: Final = SIDE * SIDE

DICE: Final = 3
MOST_DICE: Final = 5
CAT_MOVES: Final = 11
MOST_CAT_MOVES: Final = 60

THROWS: Final = tuple(tuple(combinations_with_replacement(range(FACES), dice)) for dice in range(MOST_DICE + 1))
"""Number of dice -> their throws without order, listed as `bbb bbf ... xxx`. The index in the list is the move.

>>> [len(throws) for throws in THROWS]
[1, 6, 21, 56, 126, 252]
"""
MOST_THROWS: Final = len(THROWS[MOST_DICE])
MOST_MOVES: Final = MOST_THROWS
"""The longest list of moves: any throw of all dice."""


def ordered_throws(throw: tuple[int, ...]) -> int:
    """Return the number of ordered throws of distinguishable dice that show this.

    >>> ordered_throws((0, 0, 0)), ordered_throws((0, 0, 5)), ordered_throws((0, 1, 5))
    (1, 3, 6)
    """
    return factorial(len(throw)) // prod(factorial(many) for many in Counter(throw).values())


# The same as arrays for compiled code, padded with zeros.
OUTCOMES: Final = np.array([len(throws) for throws in THROWS], np.int16)
"""Number of dice -> the number of throws."""
ORDERED: Final = np.array(
    [[ordered_throws(throw) for throw in throws] + [0] * (MOST_THROWS - len(throws)) for throws in THROWS], np.int32
)
"""Number of dice, throw -> its weight."""
SHOWN: Final = np.array(
    [
        [[throw.count(face) for face in range(FACES)] for throw in throws] + [[0] * FACES] * (MOST_THROWS - len(throws))
        for throws in THROWS
    ],
    np.int8,
)
"""Number of dice, throw, face -> the number of dice that show it."""

WON: Final = (
    (6, "Masterly: the cat was still fast asleep."),
    (4, "Splendid: there was time left for a nap."),
    (2, "Well gathered: the feast can begin."),
    (1, "By a whisker: the cat already had a paw on the door!"),
)
"""4.4 Least number of moves of the cat to go, the door included -> the rating."""
LOST: Final = (
    (6, "The shelves are still stacked high: the cat was much too fast."),
    (4, "A small supper: half of the guests got crumbs."),
    (2, "A bite for everybody, but no feast."),
    (1, "A single piece was missing. What a pity!"),
)
"""4.5 Least number of squares left -> the rating."""

OPTIONS: Final[tuple[Option, ...]] = (
    Drawing(
        "board",
        "easy",
        "the pantry: which squares show which food",
        f"{', '.join(BOARDS)}, a TOML file, or drawn rows joined by /",
        MEANING,
        resolve,
        BOARDS,
        FLAW_SENTENCES,
    ),
    Switch("line", False, "all dice of a turn lie in one row or in one column"),
    Number("cat_moves", CAT_MOVES, "moves that bring the cat into the pantry", 1, MOST_CAT_MOVES),
    Number("dice", DICE, "dice that are rolled in a turn", 1, MOST_DICE),
)
