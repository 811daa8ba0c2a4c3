"""The boards of Mmm!: foods, items and flaws of a drawn pantry, and the shipped boards.

A small letter is a square of that food. Squares of one letter that touch, not diagonally, are one item. Where two
items of one food touch, one of them is drawn in capitals (`bB` are two breads). `.` is a bare square.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from paddock.engine.boards.flaws import Flaw, flaw, grid_sentences
from paddock.engine.boards.grid import (
    WORD_SIDE,
    GridFile,
    Rows,
    Square,
    drawing_flaws,
    find_grid,
    groups_of,
    names_of,
    shipped_grids,
)

FOOD_NAMES = {"b": "bread", "f": "fish", "u": "cucumber", "h": "cheese", "a": "carrot"}

FOODS = "".join(FOOD_NAMES)
"""The letters of the foods; the number of a food is its index. Foods with c have their second letter."""

BARE = "."

LARGEST_SIDE = WORD_SIDE
"""The longest side. A set of squares fits into a word of 64 bits."""

LARGEST_ITEM = 8
MOST_ITEMS = 32

BOARDS = ("easy", "hard", "expert")

LETTERS = FOODS + FOODS.upper() + BARE
MEANING = ", ".join(f"{letter} {name}" for letter, name in FOOD_NAMES.items())
MEANING += f' (capitals for a second item of the same food beside it) or "{BARE}" for a bare square'


@dataclass(frozen=True)
class Item:
    """One piece of food on the board. The cat waits when all its squares are gathered."""

    food: int
    squares: tuple[Square, ...]


def items_of(rows: Rows) -> tuple[Item, ...]:
    """Return the items of a board without flaws, by their first squares in reading order.

    >>> items_of(("bbB", "f.B"))
    (Item(food=0, squares=((0, 0), (0, 1))), Item(food=0, squares=((0, 2), (1, 2))), Item(food=1, squares=((1, 0),)))
    """
    return tuple(
        Item(FOODS.index(rows[row][column].lower()), group)
        for group in groups_of(rows, FOODS + FOODS.upper())
        for row, column in group[:1]
    )


FLAW_SENTENCES: Final = grid_sentences("mmm", BOARDS, MEANING) | {
    "no_food": "There is no food on the board: nothing could be gathered.",
    "large_item": (
        "The {food} at {squares} has {n} squares: at most {most} are possible "
        "(where two items of one food touch, draw one of them in capitals)."
    ),
    "many_items": "The board has {n} items: at most {most} are possible, and the one at {squares} is one too many.",
}
"""Key of a flaw -> its English sentence."""


def flaws(rows: Rows) -> list[Flaw]:
    """Return the flaws of a board; an empty list if it can be played.

    >>> flaws(("bbz", "ff."))
    [Flaw(key='unknown_letter', squares=('c1',), params={'letter': 'z'})]
    """
    found = drawing_flaws(rows, 1, LARGEST_SIDE, LETTERS)
    if found:
        return found
    items = items_of(rows)
    if not items:
        return [flaw("no_food")]
    for item in items:
        if len(item.squares) > LARGEST_ITEM:
            food = FOOD_NAMES[FOODS[item.food]]
            found.append(flaw("large_item", names_of(item.squares), food=food, n=len(item.squares), most=LARGEST_ITEM))
    if len(items) > MOST_ITEMS:
        first = items[MOST_ITEMS].squares[:1]
        found.append(flaw("many_items", names_of(first), n=len(items), most=MOST_ITEMS))
    return found


@cache
def shipped() -> Mapping[str, GridFile]:
    """Return the boards of the package, from the easiest to the hardest."""
    return shipped_grids(files("paddock.games.mmm") / "boards", BOARDS)


def resolve(text: str) -> str:
    """Return the board that the text of an option means, as rows joined by `/`. Raise `BadGrid` if it means none.

    >>> resolve("bb/ff")
    'bb/ff'
    """
    return find_grid(text, "mmm", shipped(), flaws, FLAW_SENTENCES)
