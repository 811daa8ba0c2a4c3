"""`paddock board`: check boards and sheets that people draw, and write files to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from paddock.cli.command_classes import PaddockGroup
from paddock.cli.shared_options import fewest_players, game_argument, one_of
from paddock.engine.errors import BadOption

if TYPE_CHECKING:
    from paddock.engine.boards.grid import Rows
    from paddock.engine.game import Game
    from paddock.engine.options import Drawing


@click.group(cls=PaddockGroup)
def board() -> None:
    """Check a board or sheet, or write a new one to start from."""


@board.command(examples=["paddock board check mmm-board.toml"])
@click.argument("path", metavar="FILE", help="A TOML file with a board or sheet.")
def check(path: str) -> None:
    """Check the board or sheet in FILE and report every error with its square."""
    from paddock.engine.boards.grid import joined, read_grid_file, rows_of
    from paddock.engine.text.english import count_noun
    from paddock.games import load_game
    from paddock.match.match_state import MatchState

    grid = read_grid_file(path)
    game = load_game(grid.game)
    option = drawing_option(game)
    # An option reads a text that ends with .toml, and an absolute path, as a file.
    rows = rows_of(option.resolve(path if path.endswith(".toml") else str(Path(path).resolve())))
    MatchState(game, fewest_players(game), {option.name: joined(rows)})  # checks that the board can be played
    size = f"{count_noun(len(rows), 'row')} of {count_noun(len(rows[0]), 'square')}"
    print(f'{path} is fine: "{grid.title}", a {option.name} for {game.facts.title} with {size}.\n')
    print(grid_text(rows))
    print(f"\n{letter_counts(rows)}\n\nPlay on it with: paddock play {game.id} --option {option.name}={path}")


@board.command(examples=["paddock board new mmm"])
@game_argument()
@click.argument(
    "path",
    metavar="[FILE]",
    type=click.Path(dir_okay=False, path_type=Path),
    required=False,
    help="The new file. [default: GAME-board.toml or GAME-sheet.toml]",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    show_default="the shipped board or sheet",
    help="Start from a random sheet, where the game has them.",
)
def new(game_id: str, path: Path | None, seed: int | None) -> None:
    """Write a new FILE with a board or sheet to start from.

    An existing file is never overwritten.
    """
    from paddock.engine.boards.grid import rows_of
    from paddock.games import load_game

    game = load_game(game_id)
    option = drawing_option(game)
    text = option.default if seed is None else f"random:{seed}"
    rows = rows_of(option.read(text))
    file = path or Path(f"{game.id}-{option.name}.toml")
    try:
        with file.open("x", encoding="utf-8") as page:
            page.write(template(game, option, rows, text))
    except FileExistsError:
        raise BadOption(f"{file} exists already and was not changed; choose another name") from None
    except OSError as error:
        raise BadOption(f"cannot write {file}: {error.strerror}") from None
    print(f"{file} is written. Change its grid, then check it with: paddock board check {file}")


def drawing_option(game: Game) -> Drawing:
    """Return the option of a game that takes a board or sheet. Raise `BadOption` if there is none."""
    from paddock.engine.options import Drawing
    from paddock.games import games

    drawings = {
        each.id: [option for option in each.options if isinstance(option, Drawing)] for each in [*games(), game]
    }
    if not drawings[game.id]:
        names = one_of([name for name, found in drawings.items() if found])
        raise BadOption(f"{game.facts.title} has no board that can be changed; choose {names}")
    return drawings[game.id][0]


def template(game: Game, option: Drawing, rows: Rows, source: str) -> str:
    """Return a grid file with remarks that explain how to fill it in."""
    from paddock.engine.boards.board_toml import as_toml
    from paddock.engine.boards.grid import GridFile

    remarks = (
        f"A {option.name} for {game.facts.credit}.",
        "Change the grid: one letter for each square, one line for each row. Spaces are ignored.",
        f"Letters: {option.letters}.",
        "Then check it with: paddock board check FILE",
    )
    return as_toml(GridFile(game.id, f"My {option.name}", rows, f"begun from {source}"), remarks)


def grid_text(rows: Rows) -> str:
    """Return the grid with the names of its columns and rows.

    >>> print(grid_text(("bb", "f.")))
        a b
     1  b b
     2  f .
    """
    from paddock.engine.boards.grid import COLUMNS

    head = "    " + " ".join(COLUMNS[: len(rows[0])])
    return "\n".join([head, *(f"{number:2d}  {' '.join(row)}" for number, row in enumerate(rows, 1))])


def letter_counts(rows: Rows) -> str:
    """Return the number of squares with each letter, to compare with the box.

    >>> letter_counts(("bb", "f."))
    'Squares: 1 × ., 2 × b, 1 × f.'
    """
    from collections import Counter

    counts = sorted(Counter("".join(rows)).items())
    return f"Squares: {', '.join(f'{count} × {letter}' for letter, count in counts)}."
