"""`paddock board`: boards and sheets that people type from their own box."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from paddock.commands.agreement import fewest
from paddock.rules.refusals import BadOption

if TYPE_CHECKING:
    from paddock.rules.game import Game
    from paddock.rules.grid import Rows
    from paddock.rules.options import Drawing


@click.group()
def board() -> None:
    """Check a board or a sheet that was typed, or begin a new one."""


@board.command()
@click.argument("file")
def check(file: str) -> None:
    """Say what is wrong with the board or sheet in FILE, and where."""
    from paddock.games import game
    from paddock.match.match import Match
    from paddock.rules.grid import counted, joined, read_grid_file, rows_of

    typed = read_grid_file(file)
    room = game(typed.game)
    option = drawing_of(room)
    # A text that ends so is never taken for a shipped name or for drawn rows; nor is the whole path from the root.
    found = rows_of(option.resolve(file if file.endswith(".toml") else str(Path(file).resolve())))
    Match(room, fewest(room), {option.name: joined(found)})  # refuses what could be read but not played
    size = f"{counted(len(found), 'row')} of {counted(len(found[0]), 'square')}"
    print(f'{file} is fine: "{typed.title}", a {option.name} for {room.facts.title} with {size}.\n')
    print(pictured(found))
    print(f"\n{tally(found)}\n\nPlay on it with: paddock play {room.id} --option {option.name}={file}")


@board.command()
@click.argument("name", metavar="GAME")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--seed", type=click.IntRange(min=0), help="Begin with one made from this seed, if the game makes them.")
def new(name: str, file: Path | None, seed: int | None) -> None:
    """Write a FILE to begin a board or a sheet with; an existing one is never overwritten."""
    from paddock.games import game
    from paddock.rules.grid import rows_of

    room = game(name)
    option = drawing_of(room)
    text = option.default if seed is None else f"random:{seed}"
    rows = rows_of(option.read(text))
    path = file or Path(f"{room.id}-{option.name}.toml")
    try:
        with path.open("x", encoding="utf-8") as page:
            page.write(template(room, option, rows, text))
    except FileExistsError:
        raise BadOption(f"{path} is there already and stays as it is: give another name") from None
    except OSError as error:
        raise BadOption(f"{path} cannot be written: {error.strerror}") from None
    print(f"{path} is written. Change its grid, then: paddock board check {path}")


def drawing_of(room: Game) -> Drawing:
    """The option of this game that takes a board or a sheet."""
    from paddock.rules.options import Drawing

    for option in room.options:
        if isinstance(option, Drawing):
            return option
    raise BadOption(f"{room.facts.title} is played without a board that could be changed")


def template(room: Game, option: Drawing, rows: Rows, source: str) -> str:
    """A grid file with the words that somebody needs who fills it in."""
    from paddock.match.drawing import as_toml
    from paddock.rules.grid import GridFile

    remarks = (
        f"A {option.name} for {room.facts.credit}.",
        "Change the grid: one letter for each square, a line for each row; spaces between letters mean nothing.",
        f"Letters: {option.letters}.",
        "Then ask what is wrong with it: paddock board check FILE",
    )
    return as_toml(GridFile(room.id, f"My {option.name}", rows, f"begun from {source}"), remarks)


def pictured(rows: Rows) -> str:
    """The grid with the names of its columns and rows.

    >>> print(pictured(("bb", "f.")))
        a b
     1  b b
     2  f .
    """
    from paddock.rules.grid import COLUMNS

    head = "    " + " ".join(COLUMNS[: len(rows[0])])
    return "\n".join([head, *(f"{number:2d}  {' '.join(row)}" for number, row in enumerate(rows, 1))])


def tally(rows: Rows) -> str:
    """How often each letter is there, to compare with the box.

    >>> tally(("bb", "f."))
    'Squares: 1 × ., 2 × b, 1 × f.'
    """
    from collections import Counter

    counts = sorted(Counter("".join(rows)).items())
    return f"Squares: {', '.join(f'{count} × {letter}' for letter, count in counts)}."
