"""The pasture: numbers, cows and troughs on one sheet, shipped, typed in, or made from a seed.

`1`-`5` are number squares, `c` a cow, `o` a small trough of one cell and `OO` a large one of two cells side by side.

What must hold for a sheet to be playable is in `flaws`. What makes a sheet good is in `lively`: nobody has to keep to
it who types a sheet from their own box, but all sheets that come with the game and all made from a seed do.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from random import Random
from typing import TypeAlias

from paddock.rules.grid import (
    WORD_SIDE,
    BadGrid,
    GridFile,
    Rows,
    Square,
    beside,
    counted,
    drawing_flaws,
    find_grid,
    groups_of,
    joined,
    shipped_grids,
    squares_named,
    squares_of,
)

NUMBERS = "12345"
COW = "c"
SMALL, LARGE = "o", "O"
TROUGHS = SMALL + LARGE
MEANING = "1 to 5, c for a cow, o for a small trough or O for each of the two cells of a large one"

SMALLEST_SIDE = 3
"""Less, and there is no square inside the border for a trough."""

SIDE = WORD_SIDE
"""Of the printed sheets, and the most that fits: a sheet is one bit a square in a word of 64."""

MOST_TROUGHS = 4

SHEETS = tuple(str(number) for number in range(1, 11))
"""Drawn by us."""
FAIR = {
    "11": ("Clover", 1717),
    "12": ("Daisy", 3312),
    "13": ("Poppy", 245),
    "14": ("Thistle", 2877),
    "15": ("Buttercup", 1398),
    "16": ("Cornflower", 3977),
    "17": ("Dandelion", 2980),
    "18": ("Bluebell", 3660),
    "19": ("Sorrel", 1533),
    "20": ("Harebell", 456),
}
"""Made from seeds: the fairest of 4,000 that are also lively (docs/studies/kuhlorado-fair.md)."""

COWS = 18
OF_EACH_NUMBER = 8
COWS_ON_A_BORDER = 2
COWS_IN_A_QUARTER = 3
LARGEST_HERD = 3
EQUAL_PAIRS = 2
"""How often two equal numbers may lie side by side on a lively sheet; never three."""


EVERY_SQUARE = [(row, column) for row in range(SIDE) for column in range(SIDE)]

Letters: TypeAlias = dict[Square, str]
"""A sheet in the making: what lies on the squares that are done."""


@dataclass(frozen=True)
class Trough:
    """One trough, and the squares that decide who owns it: those beside its cells, never diagonally."""

    cells: tuple[Square, ...]
    neighbours: tuple[Square, ...]
    large: bool


def troughs_of(rows: Rows) -> tuple[Trough, ...]:
    """The troughs of a sheet without flaws, by their first cells in reading order.

    >>> troughs_of(("123", "4o5", "ccc"))
    (Trough(cells=((1, 1),), neighbours=((0, 1), (1, 0), (1, 2), (2, 1)), large=False),)
    """
    return tuple(
        Trough(cells, tuple(sorted({near for cell in cells for near in beside(cell)} - {*cells})), len(cells) > 1)
        for cells in groups_of(rows, TROUGHS)
    )


def flaws(rows: Rows) -> list[str]:
    """What is wrong with a sheet, one sentence for each flaw; nothing if it can be played.

    Troughs may come close diagonally: only squares side by side own a trough, so none would be lost.

    >>> flaws(("123", "o45", "ccc"))
    ['The trough cell at a2 lies on the border: troughs are only possible inside.']
    """
    found = drawing_flaws(rows, SMALLEST_SIDE, SIDE, NUMBERS + COW + TROUGHS, MEANING)
    if found:
        return found
    for row, column in squares_of(rows, TROUGHS):
        if row in (0, len(rows) - 1) or column in (0, len(rows[0]) - 1):
            found.append(
                f"The trough cell at {squares_named([(row, column)])} lies on the border: "
                "troughs are only possible inside."
            )
    groups = groups_of(rows, TROUGHS)
    for group in groups:
        row, column = group[0]
        if rows[row][column] == SMALL and len(group) > 1:
            found.append(f"The small troughs at {squares_named(group)} touch: draw a large trough as OO.")
        if rows[row][column] == LARGE and len(group) != 2:
            found.append(
                f"The large trough at {squares_named(group)} has {counted(len(group), 'cell')}: "
                "it must have two side by side, and two troughs must not touch."
            )
    for one, other in combinations(groups, 2):
        if any(near in other for cell in one for near in beside(cell)):
            found.append(f"The troughs at {squares_named(one)} and at {squares_named(other)} touch.")
    if len(groups) > MOST_TROUGHS:
        found.append(
            f"The sheet has {len(groups)} troughs: at most {MOST_TROUGHS} are possible, "
            f"and the one at {squares_named(groups[MOST_TROUGHS])} is one too many."
        )
    if not squares_of(rows, COW):
        found.append("There is no cow on the sheet: the game would be over before it starts.")
    if not squares_of(rows, NUMBERS):
        found.append("There is no number on the sheet: the game would be over before it starts.")
    return found


def lively(rows: Rows) -> bool:
    """Whether cows are in reach of every border, trough and quarter, and neither cows nor equal numbers lie in clumps.

    A sheet that is only half drawn, with other letters on its open squares, can be asked as well.
    """
    cows = squares_of(rows, COW)
    last = len(rows) - 1
    borders = [
        sum(row == 0 for row, _ in cows),
        sum(row == last for row, _ in cows),
        sum(column == 0 for _, column in cows),
        sum(column == last for _, column in cows),
    ]
    quarters = [
        sum((2 * row > last) == south and (2 * column > last) == east for row, column in cows)
        for south in (False, True)
        for east in (False, True)
    ]
    equal_numbers = [len(group) for group in groups_of(rows, NUMBERS)]
    return (
        min(borders) >= COWS_ON_A_BORDER
        and min(quarters) >= COWS_IN_A_QUARTER
        and all(any(near in cows for near in trough.neighbours) for trough in troughs_of(rows))
        and all(len(herd) <= LARGEST_HERD for herd in groups_of(rows, COW))
        and all(together <= 2 for together in equal_numbers)
        and equal_numbers.count(2) <= EQUAL_PAIRS
    )


@lru_cache(maxsize=256)
def generate(seed: int) -> Rows:
    """A sheet of our own making: the same for the same seed, on every machine and with every Python.

    >>> generate(1) == generate(1) != generate(2)
    True
    """
    rng = Random(seed)
    troughs = lay_troughs(rng)
    herded = with_cows(rng, troughs)
    while not lively(drawn(herded)):  # about one drawing of nine is
        herded = with_cows(rng, troughs)
    filled = with_numbers(rng, herded)
    while not lively(drawn(filled)):  # nearly all are
        filled = with_numbers(rng, herded)
    return drawn(filled)


def drawn(letters: Letters) -> Rows:
    """A sheet in the making as rows, `.` where nothing is yet."""
    return tuple("".join(letters.get((row, column), ".") for column in range(SIDE)) for row in range(SIDE))


def lay_troughs(rng: Random) -> Letters:
    """Two large troughs and two small ones inside the border, which do not touch even diagonally.

    There is always room for the next. Inside the border are 36 squares; with the squares around it a large trough
    takes at most 12 of them and a small one 9, so 3 are left for the last small trough whatever came before.
    """
    inside = [(row, column) for row in range(1, SIDE - 1) for column in range(1, SIDE - 1)]
    single = [(cell,) for cell in inside]
    double = [(cell, near) for cell in inside for near in beside(cell) if cell < near and near in inside]
    troughs: Letters = {}
    for letter, places in ((LARGE, double), (LARGE, double), (SMALL, single), (SMALL, single)):
        apart = [
            place
            for place in places
            if all(max(abs(row - r), abs(column - c)) > 1 for row, column in place for r, c in troughs)
        ]
        troughs |= dict.fromkeys(apart[lot(rng, len(apart))], letter)
    return troughs


def with_cows(rng: Random, troughs: Letters) -> Letters:
    """Cows on squares drawn by lot; a square between two cows stays free of them, so that herds stay small.

    The lots suffice: 17 cows have 68 sides, which makes at most 34 squares between two of them, and 58 are open.
    """
    letters = dict(troughs)
    open_squares = [square for square in EVERY_SQUARE if square not in troughs]
    cows = 0
    while cows < COWS:
        square = open_squares.pop(lot(rng, len(open_squares)))
        if sum(letters.get(near) == COW for near in beside(square)) < 2:
            letters[square] = COW
            cows += 1
    return letters


def with_numbers(rng: Random, herded: Letters) -> Letters:
    """Numbers in reading order, each by lot among those that are not beside it already, if such are left."""
    letters = dict(herded)
    numbers = list(NUMBERS * OF_EACH_NUMBER)
    for square in EVERY_SQUARE:
        if square not in letters:
            taken = [letters.get(near) for near in beside(square)]
            fitting = [number for number in numbers if number not in taken] or numbers
            letters[square] = fitting[lot(rng, len(fitting))]
            numbers.remove(letters[square])
    return letters


def lot(rng: Random, many: int) -> int:
    """One of 0, 1, ... `many` - 1, from raw bits: Python does not promise that its own choices stay the same."""
    return rng.getrandbits(32) * many >> 32


@cache
def shipped() -> Mapping[str, GridFile]:
    """The twenty sheets that come with the game."""
    note = "One of the fairest of 4,000 sheets made by chance: random:{}."
    fair = {
        name: GridFile("kuhlorado", title, generate(seed), note.format(seed)) for name, (title, seed) in FAIR.items()
    }
    return {**shipped_grids(files("paddock.games.kuhlorado") / "sheets", SHEETS), **fair}


def resolve(text: str) -> str:
    """The sheet that an option's text means, as rows joined by `/`; `BadGrid` if it means none.

    >>> resolve("random:7") == "/".join(generate(7))
    True
    """
    if text.startswith("random:"):
        if not re.fullmatch(r"random:[0-9]{1,18}", text):
            raise BadGrid(f'"{text}" names no seed: write a whole number of at most 18 digits, like random:7.')
        return joined(generate(int(text.removeprefix("random:"))))
    return find_grid(text, "kuhlorado", shipped(), flaws, also=["random:<seed>"])
