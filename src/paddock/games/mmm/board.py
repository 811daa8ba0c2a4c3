"""The pantry: which squares show which food, and which squares make one item.

A small letter is a square of that food. Squares of one letter that touch, not diagonally, are one item; where two
items of one food touch, one of them is drawn in capitals (`bB` are two breads). `.` is a bare square.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from paddock.rules.grid import (
    WORD_SIDE,
    GridFile,
    Rows,
    Square,
    counted,
    drawing_flaws,
    find_grid,
    groups_of,
    shipped_grids,
    squares_named,
)

FOOD_NAMES = {"b": "bread", "f": "fish", "u": "cucumber", "h": "cheese", "a": "carrot"}

FOODS = "".join(FOOD_NAMES)
"""The letters of the foods; a food's number is its place here. First letters, and for the three with c the second."""

BARE = "."

LARGEST_SIDE = WORD_SIDE
"""A board is one bit a square in a word of 64."""

LARGEST_ITEM = 8
MOST_ITEMS = 32

BOARDS = ("easy", "hard", "expert")

LETTERS = FOODS + FOODS.upper() + BARE
MEANING = ", ".join(f"{letter} {name}" for letter, name in FOOD_NAMES.items())
MEANING += f' (capitals for a second item of the same food beside it) or "{BARE}" for a bare square'


@dataclass(frozen=True)
class Item:
    """One piece of food on the board; the cat waits when all its squares are gathered."""

    food: int
    squares: tuple[Square, ...]


def items_of(rows: Rows) -> tuple[Item, ...]:
    """The items of a board without flaws, by their first squares in reading order.

    >>> items_of(("bbB", "f.B"))
    (Item(food=0, squares=((0, 0), (0, 1))), Item(food=0, squares=((0, 2), (1, 2))), Item(food=1, squares=((1, 0),)))
    """
    return tuple(
        Item(FOODS.index(rows[row][column].lower()), group)
        for group in groups_of(rows, FOODS + FOODS.upper())
        for row, column in group[:1]
    )


def flaws(rows: Rows) -> list[str]:
    """What is wrong with a board, one sentence for each flaw; nothing if it can be played.

    >>> flaws(("bbz", "ff."))[0].partition(":")[0]
    '"z" at c1 means nothing'
    """
    found = drawing_flaws(rows, 1, LARGEST_SIDE, LETTERS, MEANING)
    if found:
        return found
    items = items_of(rows)
    if not items:
        return ["There is no food on the board: nothing could be gathered."]
    for item in items:
        if len(item.squares) > LARGEST_ITEM:
            food = FOOD_NAMES[FOODS[item.food]]
            found.append(
                f"The {food} at {squares_named(item.squares)} has {len(item.squares)} squares: at most {LARGEST_ITEM} "
                "are possible (where two items of one food touch, draw one of them in capitals)."
            )
    if len(items) > MOST_ITEMS:
        row, column = items[MOST_ITEMS].squares[0]
        found.append(
            f"The board has {counted(len(items), 'item')}: at most {MOST_ITEMS} are possible, "
            f"and the one at {squares_named([(row, column)])} is one too many."
        )
    return found


@cache
def shipped() -> Mapping[str, GridFile]:
    """The boards that come with the game, from the easiest to the hardest."""
    return shipped_grids(files("paddock.games.mmm") / "boards", BOARDS)


def resolve(text: str) -> str:
    """The board that an option's text means, as rows joined by `/`; `BadGrid` if it means none.

    >>> resolve("bb/ff")
    'bb/ff'
    """
    return find_grid(text, "mmm", shipped(), flaws)
