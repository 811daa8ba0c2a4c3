"""The sheets of Kuhlorado: shipped sheets, sheets from a file and sheets generated from a seed.

`1`-`5` are number squares, `c` a cow, `o` a small trough of one cell and `OO` a large one of two cells side by side.

`flaws` checks whether a sheet can be played. `lively` checks whether it is a good sheet. Shipped and generated sheets
are lively; a sheet that people type from their own box need not be.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

from paddock.engine.boards.flaws import BadGrid, Flaw, flaw, flaw_sentence, grid_sentences
from paddock.engine.boards.grid import (
    WORD_SIDE,
    GridFile,
    Rows,
    Square,
    drawing_flaws,
    find_grid,
    groups_of,
    joined,
    names_of,
    neighbours_of,
    shipped_grids,
    squares_of,
)

NUMBERS = "12345"
COW = "c"
SMALL, LARGE = "o", "O"
TROUGHS = SMALL + LARGE
MEANING = "1 to 5, c for a cow, o for a small trough or O for each of the two cells of a large one"

SMALLEST_SIDE = 3
"""The shortest side. A smaller sheet has no square inside its border for a trough."""

SIDE = WORD_SIDE
"""The side of the printed sheets, and the longest side: a set of squares fits into a word of 64 bits."""

MOST_TROUGHS = 4

SHEETS = tuple(str(number) for number in range(1, 11))
"""The names of the sheets that were drawn for Paddock."""
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
"""Name -> title and seed of the fairest of 4,000 generated sheets (docs/studies/kuhlorado-fair.md)."""

COWS = 18
OF_EACH_NUMBER = 8
COWS_ON_A_BORDER = 2
COWS_IN_A_QUARTER = 3
LARGEST_HERD = 3
EQUAL_PAIRS = 2
"""The most pairs of adjacent equal numbers on a lively sheet. Three in a group are never allowed."""


EVERY_SQUARE = [(row, column) for row in range(SIDE) for column in range(SIDE)]

Letters: TypeAlias = dict[Square, str]
"""An unfinished sheet: the letters of its finished squares."""


@dataclass(frozen=True)
class Trough:
    """One trough, and the squares that decide its owner: those that touch its cells, not diagonally."""

    cells: tuple[Square, ...]
    neighbours: tuple[Square, ...]
    large: bool


def troughs_of(rows: Rows) -> tuple[Trough, ...]:
    """Return the troughs of a sheet without flaws, by their first cells in reading order.

    >>> troughs_of(("123", "4o5", "ccc"))
    (Trough(cells=((1, 1),), neighbours=((0, 1), (1, 0), (1, 2), (2, 1)), large=False),)
    """
    return tuple(
        Trough(
            cells, tuple(sorted({near for cell in cells for near in neighbours_of(cell)} - {*cells})), len(cells) > 1
        )
        for cells in groups_of(rows, TROUGHS)
    )


FLAW_SENTENCES: Final = grid_sentences("kuhlorado", [*SHEETS, *FAIR, "random:<seed>"], MEANING) | {
    "bad_seed": '"{text}" names no seed: write a whole number of at most 18 digits, like random:7.',
    "border": "The trough cell at {squares} lies on the border: troughs are only possible inside.",
    "small_touch": "The small troughs at {squares} touch: draw a large trough as OO.",
    "large_cells": (
        "The large trough at {squares} has {n} {n|cell|cells}: it must have two side by side, "
        "and two troughs must not touch."
    ),
    "touch": "The troughs at {one} and at {other} touch.",
    "many_troughs": "The sheet has {n} troughs: at most {most} are possible, and the one at {squares} is one too many.",
    "no_cow": "There is no cow on the sheet: the game would be over before it starts.",
    "no_number": "There is no number on the sheet: the game would be over before it starts.",
}
"""Key of a flaw -> its English sentence."""


def flaws(rows: Rows) -> list[Flaw]:
    """Return the flaws of a sheet; an empty list if it can be played.

    Troughs may touch diagonally, since only squares next to a trough decide it.

    >>> flaws(("123", "o45", "ccc"))
    [Flaw(key='border', squares=('a2',), params={})]
    """
    found = drawing_flaws(rows, SMALLEST_SIDE, SIDE, NUMBERS + COW + TROUGHS)
    if found:
        return found
    for row, column in squares_of(rows, TROUGHS):
        if row in (0, len(rows) - 1) or column in (0, len(rows[0]) - 1):
            found.append(flaw("border", names_of([(row, column)])))
    groups = groups_of(rows, TROUGHS)
    for group in groups:
        row, column = group[0]
        if rows[row][column] == SMALL and len(group) > 1:
            found.append(flaw("small_touch", names_of(group)))
        if rows[row][column] == LARGE and len(group) != 2:
            found.append(flaw("large_cells", names_of(group), n=len(group)))
    for one, other in combinations(groups, 2):
        if any(near in other for cell in one for near in neighbours_of(cell)):
            found.append(flaw("touch", names_of(one + other), one=names_of(one), other=names_of(other)))
    if len(groups) > MOST_TROUGHS:
        found.append(flaw("many_troughs", names_of(groups[MOST_TROUGHS]), n=len(groups), most=MOST_TROUGHS))
    if not squares_of(rows, COW):
        found.append(flaw("no_cow"))
    if not squares_of(rows, NUMBERS):
        found.append(flaw("no_number"))
    return found


def lively(rows: Rows) -> bool:
    """Return whether every border, trough and quarter has cows, and neither cows nor equal numbers form large groups.

    An unfinished sheet with other letters on its open squares can be checked as well.
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
    """Return the generated sheet of a seed, equal on every machine and with every Python version.

    >>> generate(1) == generate(1) != generate(2)
    True
    """
    rng = Random(seed)
    troughs = lay_troughs(rng)
    herded = with_cows(rng, troughs)
    while not lively(drawn(herded)):  # about one of nine is lively
        herded = with_cows(rng, troughs)
    filled = with_numbers(rng, herded)
    while not lively(drawn(filled)):  # nearly all are lively
        filled = with_numbers(rng, herded)
    return drawn(filled)


def drawn(letters: Letters) -> Rows:
    """Return an unfinished sheet as rows, with `.` on open squares."""
    return tuple("".join(letters.get((row, column), ".") for column in range(SIDE)) for row in range(SIDE))


def lay_troughs(rng: Random) -> Letters:
    """Return two large and two small troughs inside the border, which do not touch even diagonally.

    There is always a place for the next trough. Of the 36 squares inside the border, a large trough excludes at most
    12 and a small one 9, so at least 3 are left for the last small trough.
    """
    inside = [(row, column) for row in range(1, SIDE - 1) for column in range(1, SIDE - 1)]
    single = [(cell,) for cell in inside]
    double = [(cell, near) for cell in inside for near in neighbours_of(cell) if cell < near and near in inside]
    troughs: Letters = {}
    for letter, places in ((LARGE, double), (LARGE, double), (SMALL, single), (SMALL, single)):
        apart = [
            place
            for place in places
            if all(max(abs(row - r), abs(column - c)) > 1 for row, column in place for r, c in troughs)
        ]
        troughs |= dict.fromkeys(apart[random_below(rng, len(apart))], letter)
    return troughs


def with_cows(rng: Random, troughs: Letters) -> Letters:
    """Return the sheet with cows on random squares. A square between two cows gets no cow, so that herds stay small.

    There are enough squares: 17 cows have 68 sides, so at most 34 squares lie between two cows, and 58 are open.
    """
    letters = dict(troughs)
    open_squares = [square for square in EVERY_SQUARE if square not in troughs]
    cows = 0
    while cows < COWS:
        square = open_squares.pop(random_below(rng, len(open_squares)))
        if sum(letters.get(near) == COW for near in neighbours_of(square)) < 2:
            letters[square] = COW
            cows += 1
    return letters


def with_numbers(rng: Random, herded: Letters) -> Letters:
    """Return the sheet with random numbers in reading order, if possible different from their neighbours."""
    letters = dict(herded)
    numbers = list(NUMBERS * OF_EACH_NUMBER)
    for square in EVERY_SQUARE:
        if square not in letters:
            taken = [letters.get(near) for near in neighbours_of(square)]
            fitting = [number for number in numbers if number not in taken] or numbers
            letters[square] = fitting[random_below(rng, len(fitting))]
            numbers.remove(letters[square])
    return letters


def random_below(rng: Random, many: int) -> int:
    """Return a random number below `many` from raw bits, since `Random.choice` may change between Python versions."""
    return rng.getrandbits(32) * many >> 32


@cache
def shipped() -> Mapping[str, GridFile]:
    """Return the twenty sheets of the package."""
    note = "One of the fairest of 4,000 sheets made by chance: random:{}."
    fair = {
        name: GridFile("kuhlorado", title, generate(seed), note.format(seed)) for name, (title, seed) in FAIR.items()
    }
    return {**shipped_grids(files("paddock.games.kuhlorado") / "sheets", SHEETS), **fair}


def resolve(text: str) -> str:
    """Return the sheet that the text of an option means, as rows joined by `/`. Raise `BadGrid` if it means none.

    >>> resolve("random:7") == "/".join(generate(7))
    True
    """
    if text.startswith("random:"):
        if not re.fullmatch(r"random:[0-9]{1,18}", text):
            wrong = flaw("bad_seed", text=text)
            raise BadGrid(flaw_sentence(wrong, FLAW_SENTENCES), [wrong])
        return joined(generate(int(text.removeprefix("random:"))))
    return find_grid(text, "kuhlorado", shipped(), flaws, FLAW_SENTENCES)
