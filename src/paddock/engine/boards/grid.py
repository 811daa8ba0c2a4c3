"""Drawn grids: squares and their names, the rows of a drawing, flaws, and grid files.

A grid is a tuple of rows, a row is a string, and a letter stands for one square. People type the grid of their own
box into a TOML file. Records hold it as one line, with the rows joined by ``/``. A flaw names its squares, so that the
author of a grid finds the mistake without counting.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeAlias

from paddock.engine.boards.flaws import BadGrid, Flaw, flaw, flaw_sentence
from paddock.engine.errors import BadNotation
from paddock.engine.text.english import join_words
from paddock.engine.text.messages import Sentences

Square: TypeAlias = tuple[int, int]
"""Row and column, both from 0, row first. People read and write ``c4`` instead."""

Rows: TypeAlias = tuple[str, ...]

COLUMNS = "abcdefghijklmnopqrstuvwxyz"

KEYS = ("game", "title", "note", "grid")
"""The keys of a grid file. The note is optional."""


def square_name(row: int, column: int) -> str:
    """Return the name of a square: the letter of its column from the left, then the number of its row from the top.

    Raise `ValueError` if the square has no name.

    >>> square_name(0, 0), square_name(3, 2), square_name(2, 3)
    ('a1', 'c4', 'd3')
    """
    if not (0 <= row < 99 and 0 <= column < len(COLUMNS)):
        raise ValueError(f"No square has a name in row {row}, column {column}: names go from a1 to z99.")
    return f"{COLUMNS[column]}{row + 1}"


def square_at(name: str) -> Square:
    """Return the row and the column of the square with this name. Raise `BadNotation` if it is not a name.

    >>> square_at("a1"), square_at("c4"), square_at("d3")
    ((0, 0), (3, 2), (2, 3))
    """
    if not re.fullmatch("[a-z][1-9][0-9]?", name):
        raise BadNotation(f'"{name}" is not a square: write a column letter and a row number, like c4.')
    return int(name[1:]) - 1, COLUMNS.index(name[0])


WORD_SIDE = 8
"""The longest side of a grid that fits into a word of 64 bits: one bit for each square, row by row, square 0 lowest."""

NAMES = tuple(square_name(*divmod(square, WORD_SIDE)) for square in range(WORD_SIDE * WORD_SIDE))
"""The names of the squares of such a grid."""

BITS = tuple((1 << square, name) for square, name in enumerate(NAMES))


@lru_cache(maxsize=4096)
def square_names(squares: int) -> tuple[str, ...]:
    """Return the names of the squares in a set of squares, which is a word of 64 bits.

    >>> square_names(0b11), square_names(1 << 26), square_names(0)
    (('a1', 'b1'), ('c4',), ())
    """
    return tuple(name for bit, name in BITS if squares & bit)


def names_of(squares: Iterable[Square]) -> tuple[str, ...]:
    """Return the names of squares.

    >>> names_of([(0, 0), (0, 1), (1, 0)])
    ('a1', 'b1', 'a2')
    """
    return tuple(square_name(row, column) for row, column in squares)


def rows_of(text: str) -> Rows:
    """Return the rows of a grid that is written on one line.

    >>> rows_of("ab/cd")
    ('ab', 'cd')
    """
    return tuple(text.split("/"))


def joined(rows: Iterable[str]) -> str:
    """Return a grid on one line, as options, records and the command line write it.

    >>> joined(("ab", "cd"))
    'ab/cd'
    """
    return "/".join(rows)


def squares_of(rows: Rows, letters: Collection[str]) -> list[Square]:
    """Return the squares that show one of these letters, in reading order.

    >>> squares_of(("ab", "ca"), "a")
    [(0, 0), (1, 1)]
    """
    return [(row, column) for row, line in enumerate(rows) for column, letter in enumerate(line) if letter in letters]


def neighbours_of(square: Square) -> tuple[Square, Square, Square, Square]:
    """Return the four squares that touch this one, in reading order, not diagonally. Some may lie off the grid."""
    row, column = square
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def groups_of(rows: Rows, letters: Collection[str]) -> list[tuple[Square, ...]]:
    """Return the groups of touching squares with equal letters. Groups and their squares are in reading order.

    >>> groups_of(("aab", "bBa"), "abB")
    [((0, 0), (0, 1)), ((0, 2),), ((1, 0),), ((1, 1),), ((1, 2),)]
    """
    letter_at = {(row, column): rows[row][column] for row, column in squares_of(rows, letters)}
    groups = []
    while letter_at:
        first = next(iter(letter_at))
        letter = letter_at.pop(first)
        group = [first]
        for square in group:  # the loop appends to it
            for near in neighbours_of(square):
                if letter_at.get(near) == letter:
                    del letter_at[near]
                    group.append(near)
        groups.append(tuple(sorted(group)))
    return groups


def drawing_flaws(rows: Rows, smallest: int, largest: int, letters: Collection[str]) -> list[Flaw]:
    """Return the flaws that keep rows from being a rectangle of known letters.

    A side has ``smallest`` to ``largest`` squares. Each unknown letter is one flaw with all its squares.

    >>> drawing_flaws(("ab", "c"), 1, 8, "abc")
    [Flaw(key='uneven', squares=(), params={'row': 2, 'n': 1, 'first': 2})]
    >>> drawing_flaws(("ax", "xb"), 1, 8, "ab")
    [Flaw(key='unknown_letter', squares=('b1', 'a2'), params={'letter': 'x'})]
    """
    if not any(rows):
        return [flaw("empty")]
    width, widest = len(rows[0]), max(map(len, rows))
    if max(len(rows), widest) > largest:
        return [flaw("too_large", rows=len(rows), columns=widest, most=largest)]
    flaws = [
        flaw("uneven", row=number, n=len(row), first=width) for number, row in enumerate(rows, 1) if len(row) != width
    ]
    if min(len(rows), widest) < smallest:
        flaws.append(flaw("too_small", rows=len(rows), columns=widest, least=smallest))
    unknown = dict.fromkeys(letter for row in rows for letter in row if letter not in letters)
    return flaws + [flaw("unknown_letter", names_of(squares_of(rows, letter)), letter=letter) for letter in unknown]


@dataclass(frozen=True)
class GridFile:
    """The content of a grid file: well formed, but not yet checked by its game."""

    game: str
    title: str
    rows: Rows
    note: str


def drawn_rows(text: str) -> Rows:
    """Return the rows of a drawing. Spaces inside a line and blank lines around the drawing are ignored.

    >>> drawn_rows('''
    ...     b b f
    ...     u u f
    ... ''')
    ('bbf', 'uuf')
    """
    return tuple("".join(line.split()) for line in text.strip().splitlines())


def grid_from_toml(content: bytes, source: str) -> GridFile:
    """Return the grid of a file with this content. Raise `BadGrid`; its sentences call the file ``source``."""
    try:
        text = content.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadGrid(f"{source}, line {line}: this is not UTF-8 text.") from None
    try:
        document = tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # ValueError: also TOMLDecodeError and huge numbers
        raise BadGrid(f"{source} is not TOML: {error}.") from None

    lines = text.splitlines()

    def where(key: str) -> str:
        found = [number for number, line in enumerate(lines, 1) if re.match(rf"\s*{re.escape(key)}\s*=", line)]
        return f'{source}, line {found[0]}: "{key}"' if len(found) == 1 else f'{source}: "{key}"'

    flaws = [f"{where(key)} means nothing: the keys are {join_words(KEYS)}." for key in document if key not in KEYS]
    grid = {"note": ""} | document
    for key in KEYS:
        value = grid.get(key)
        if value is None:
            flaws.append(f"{where(key)} is missing.")
        elif not isinstance(value, str):
            flaws.append(f"{where(key)} must be text in quotation marks.")
        elif not value.strip() and key != "note":
            flaws.append(f"{where(key)} is empty.")
        elif not ("".join(drawn_rows(value)) if key == "grid" else value).isprintable():
            flaws.append(f"{where(key)} holds characters that cannot be printed on one line.")
    if flaws:
        raise BadGrid("\n".join(flaws))
    return GridFile(grid["game"], grid["title"], drawn_rows(grid["grid"]), grid["note"])


def read_grid_file(path: str | Path) -> GridFile:
    """Return the grid in a file. Raise `BadGrid` with the reason if the file cannot be read."""
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        raise BadGrid(f"There is no file {path}.") from None
    except (OSError, ValueError) as error:  # ValueError: not a valid file name
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadGrid(f"{path} cannot be read: {reason}.") from None
    return grid_from_toml(content, str(path))


def shipped_grids(folder: Traversable, names: Iterable[str]) -> dict[str, GridFile]:
    """Return the grids of the package by name, in this order."""
    return {name: grid_from_toml((folder / f"{name}.toml").read_bytes(), f"{name}.toml") for name in names}


def find_grid(
    text: str,
    game: str,
    shipped: Mapping[str, GridFile],
    flaws: Callable[[Rows], list[Flaw]],
    sentences: Sentences,
) -> str:
    """Return the grid that the text of an option means, on one line: a shipped name, drawn rows, or a file's path.

    A text that draws a flawless grid always means that grid, so a record never depends on local files. Raise
    `BadGrid` for any other text, with the flaws of what is drawn.
    """
    if text in shipped:
        return joined(shipped[text].rows)
    rows = tuple("".join(row.split()) for row in rows_of(text))
    wrong = known_flaws(rows, flaws)
    if not wrong:
        return joined(rows)
    if text.endswith(".toml") or is_file(text):
        grid = read_grid_file(text)
        if grid.game != game:
            raise BadGrid(f'{text} draws a grid for "{grid.game}", not for "{game}".')
        if wrong := known_flaws(grid.rows, flaws):
            raise BadGrid("\n".join(f"{text}: {flaw_sentence(one, sentences)}" for one in wrong), wrong)
        return joined(grid.rows)
    unknown = flaw("unknown_board", text=text)
    drawn = wrong if "/" in text else ()
    message = "\n".join(flaw_sentence(one, sentences) for one in (unknown, *drawn))
    raise BadGrid(message, drawn or [unknown])


@lru_cache(maxsize=256)
def known_flaws(rows: Rows, flaws: Callable[[Rows], list[Flaw]]) -> tuple[Flaw, ...]:
    """Return the flaws that a game finds in a grid. The result is cached, since most grids occur again."""
    return tuple(flaws(rows))


def is_file(text: str) -> bool:
    """Return whether a file of this name exists."""
    try:
        return Path(text).is_file()
    except OSError:  # a drawing may be too long for a file name
        return False
