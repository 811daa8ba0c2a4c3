"""Drawn grids: what every board and every sheet has in common, whatever its game.

A grid is a tuple of rows, a row is a string, and a letter says what a square is. People type grids from their own
box into a TOML file; records carry them as one line, rows joined by ``/``. What is wrong with a grid is said in
sentences that name the square, so that whoever typed it finds the slip without counting.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeAlias

from paddock.rules.refusals import BadNotation, BadOption

Square: TypeAlias = tuple[int, int]
"""Row and column, both from 0, row first. People read and write ``c4`` instead."""

Rows: TypeAlias = tuple[str, ...]

COLUMNS = "abcdefghijklmnopqrstuvwxyz"

KEYS = ("game", "title", "note", "grid")
"""What a grid file says; the note may be left out."""


class BadGrid(BadOption):
    """A grid that cannot be used. Its text is one sentence a line, each saying what is wrong and where."""


def square_name(row: int, column: int) -> str:
    """What people call a square: the column's letter from the left, then the row's number from the top.

    >>> square_name(0, 0), square_name(3, 2), square_name(2, 3)
    ('a1', 'c4', 'd3')
    """
    if not (0 <= row < 99 and 0 <= column < len(COLUMNS)):
        raise ValueError(f"No square has a name in row {row}, column {column}: names go from a1 to z99.")
    return f"{COLUMNS[column]}{row + 1}"


def square_at(name: str) -> Square:
    """The row and the column of a square that people call ``name``.

    >>> square_at("a1"), square_at("c4"), square_at("d3")
    ((0, 0), (3, 2), (2, 3))
    """
    if not re.fullmatch("[a-z][1-9][0-9]?", name):
        raise BadNotation(f'"{name}" is not a square: write a column letter and a row number, like c4.')
    return int(name[1:]) - 1, COLUMNS.index(name[0])


WORD_SIDE = 8
"""A grid of at most this side is one bit a square in a word of 64: square 0 is the lowest, then row by row."""

NAMES = tuple(square_name(*divmod(square, WORD_SIDE)) for square in range(WORD_SIDE * WORD_SIDE))
"""What people call the squares of such a grid."""

BITS = tuple((1 << square, name) for square, name in enumerate(NAMES))


@lru_cache(maxsize=4096)
def names_in(squares: int) -> tuple[str, ...]:
    """What people call the squares of a set, which is a word of 64 bits.

    >>> names_in(0b11), names_in(1 << 26), names_in(0)
    (('a1', 'b1'), ('c4',), ())
    """
    return tuple(name for bit, name in BITS if squares & bit)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a sentence lists them.

    >>> listed(["a1"]), listed(["a1", "b1", "c1"]), listed(["easy", "hard"], "or")
    ('a1', 'a1, b1 and c1', 'easy or hard')
    """
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "row"), counted(3, "square")
    ('1 row', '3 squares')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def squares_named(squares: Iterable[Square]) -> str:
    """Squares as a sentence lists them.

    >>> squares_named([(0, 0), (0, 1), (1, 0)])
    'a1, b1 and a2'
    """
    return listed(square_name(row, column) for row, column in squares)


def rows_of(text: str) -> Rows:
    """The rows of a grid written on one line.

    >>> rows_of("ab/cd")
    ('ab', 'cd')
    """
    return tuple(text.split("/"))


def joined(rows: Iterable[str]) -> str:
    """The one way to write a grid on one line: in options, in records, on the command line.

    >>> joined(("ab", "cd"))
    'ab/cd'
    """
    return "/".join(rows)


def squares_of(rows: Rows, letters: Collection[str]) -> list[Square]:
    """The squares that show one of these letters, in reading order.

    >>> squares_of(("ab", "ca"), "a")
    [(0, 0), (1, 1)]
    """
    return [(row, column) for row, line in enumerate(rows) for column, letter in enumerate(line) if letter in letters]


def beside(square: Square) -> tuple[Square, Square, Square, Square]:
    """The four squares that touch this one, in reading order; diagonals do not touch. Some may lie off the grid."""
    row, column = square
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def groups_of(rows: Rows, letters: Collection[str]) -> list[tuple[Square, ...]]:
    """Squares of one letter that touch make a group; groups, and the squares in each, come in reading order.

    >>> groups_of(("aab", "bBa"), "abB")
    [((0, 0), (0, 1)), ((0, 2),), ((1, 0),), ((1, 1),), ((1, 2),)]
    """
    letter_at = {(row, column): rows[row][column] for row, column in squares_of(rows, letters)}
    groups = []
    while letter_at:
        first = next(iter(letter_at))
        letter = letter_at.pop(first)
        group = [first]
        for square in group:  # grows while it is walked
            for near in beside(square):
                if letter_at.get(near) == letter:
                    del letter_at[near]
                    group.append(near)
        groups.append(tuple(sorted(group)))
    return groups


def drawing_flaws(rows: Rows, smallest: int, largest: int, letters: Collection[str], meaning: str) -> list[str]:
    """What keeps rows from being a rectangle of known letters, ``smallest`` to ``largest`` squares a side.

    A letter that means nothing gets one sentence with all its squares. ``meaning`` explains the letters that do.

    >>> drawing_flaws(("ab", "c"), 1, 8, "abc", "a, b or c")
    ['Row 2 has 1 square, but row 1 has 2: all rows must be equally long.']
    >>> drawing_flaws(("ax", "xb"), 1, 8, "ab", "a or b")
    ['"x" at b1 and a2 means nothing: use a or b.']
    """
    if not any(rows):
        return ["The grid is empty: draw one letter for each square, one line for each row."]
    width = len(rows[0])
    widest = max(map(len, rows))
    size = f"The grid has {counted(len(rows), 'row')} of {counted(widest, 'square')}"
    if len(rows) > largest or widest > largest:
        return [f"{size}: at most {largest} by {largest} are possible."]
    flaws = [
        f"Row {number} has {counted(len(row), 'square')}, but row 1 has {width}: all rows must be equally long."
        for number, row in enumerate(rows, 1)
        if len(row) != width
    ]
    if len(rows) < smallest or widest < smallest:
        flaws.append(f"{size}: at least {smallest} by {smallest} are needed.")
    unknown = dict.fromkeys(letter for row in rows for letter in row if letter not in letters)
    return flaws + [
        f'"{letter}" at {squares_named(squares_of(rows, letter))} means nothing: use {meaning}.' for letter in unknown
    ]


@dataclass(frozen=True)
class GridFile:
    """A board or a sheet as somebody typed it: well formed, but not yet looked at by its game."""

    game: str
    title: str
    rows: Rows
    note: str


def drawn_rows(text: str) -> Rows:
    """Rows as people draw them: spaces inside a line and blank lines around the drawing mean nothing.

    >>> drawn_rows('''
    ...     b b f
    ...     u u f
    ... ''')
    ('bbf', 'uuf')
    """
    return tuple("".join(line.split()) for line in text.strip().splitlines())


def grid_from_toml(content: bytes, source: str) -> GridFile:
    """Read the content of a grid file; ``source`` is what sentences call it."""
    try:
        text = content.decode("utf-8-sig")  # some editors put a mark before the first letter
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadGrid(f"{source}, line {line}: this is not UTF-8 text.") from None
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib's own error is a ValueError; so are its absurd numbers
        raise BadGrid(f"{source} is not TOML: {error}.") from None

    lines = text.splitlines()

    def where(key: str) -> str:
        found = [number for number, line in enumerate(lines, 1) if re.match(rf"\s*{re.escape(key)}\s*=", line)]
        return f'{source}, line {found[0]}: "{key}"' if len(found) == 1 else f'{source}: "{key}"'

    flaws = [f"{where(key)} means nothing: the keys are {listed(KEYS)}." for key in table if key not in KEYS]
    grid = {"note": ""} | table
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
    """Read a grid that somebody typed; raises `BadGrid` with the reason if that is not possible."""
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        raise BadGrid(f"There is no file {path}.") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file system takes
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadGrid(f"{path} cannot be read: {reason}.") from None
    return grid_from_toml(content, str(path))


def shipped_grids(folder: Traversable, names: Iterable[str]) -> dict[str, GridFile]:
    """The grids that come with a game, by name, in this order."""
    return {name: grid_from_toml((folder / f"{name}.toml").read_bytes(), f"{name}.toml") for name in names}


def find_grid(
    text: str,
    game: str,
    shipped: Mapping[str, GridFile],
    flaws: Callable[[Rows], list[str]],
    also: Sequence[str] = (),
) -> str:
    """The grid that an option's text means, on one line: a shipped name, drawn rows, or a path to a file.

    A text that draws a flawless grid always means that grid, so a record never depends on the files around it.
    ``also`` names what else the caller would have understood, for the sentence that lists what is accepted.
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
            raise BadGrid("\n".join(f"{text}: {sentence}" for sentence in wrong))
        return joined(grid.rows)
    accepted = listed([*shipped, *also, 'rows drawn from the top and joined by "/"', "the path of a TOML file"], "or")
    refusal = f'"{text}" is not a grid for "{game}": accepted are {accepted}.'
    raise BadGrid("\n".join([refusal, *wrong] if "/" in text else [refusal]))


@lru_cache(maxsize=256)
def known_flaws(rows: Rows, flaws: Callable[[Rows], list[str]]) -> tuple[str, ...]:
    """What a game finds wrong with a grid; most grids are ones that it has looked at before."""
    return tuple(flaws(rows))


def is_file(text: str) -> bool:
    """Whether there is a file of this name."""
    try:
        return Path(text).is_file()
    except OSError:  # a drawing may be too long to be a file's name
        return False
