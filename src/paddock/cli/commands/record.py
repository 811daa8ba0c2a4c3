"""`paddock record`: check and show recorded matches."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from paddock.cli.command_classes import PaddockGroup
from paddock.engine.errors import BadNotation, PaddockError

if TYPE_CHECKING:
    from paddock.match.match_state import MatchState
    from paddock.match.record import Record

WRONG = 1
"""The exit status if a record is wrong."""

record_argument = click.argument(
    "path",
    metavar="[FILE]",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=False,
    help="A file of records. [default: the newest match of 'paddock play']",
)
line_option = click.option(
    "--line",
    type=click.IntRange(min=1),
    metavar="N",
    show_default="the first record",
    help="Line of the record in the file.",
)


@click.group(cls=PaddockGroup)
def record() -> None:
    """Check or show recorded matches."""


@record.command(examples=["paddock record check games.jsonl"])
@record_argument
def check(path: Path | None) -> int:
    """Replay every record of FILE and check its events, dice and result."""
    from paddock.match.record_check import check_file

    file = path or newest_match()
    good = wrong = 0
    for verdict in check_file(file):
        if verdict.ok:
            good += 1
        else:
            wrong += 1
            clause = verdict.clause or ""
            cited = f" (clause {clause})" if clause and f"clause {clause}" not in verdict.message else ""
            print(f"{file}: {verdict}{cited}")
    if wrong:
        print(f"{file}: {wrong} of {good + wrong} records wrong.")
        return WRONG
    if not good:
        raise BadNotation(f"{file} has no record")
    print(f"{file}: {good} {'record' if good == 1 else 'records'}, all good.")
    return 0


@record.command(examples=["paddock record show games.jsonl --line 3"])
@record_argument
@line_option
def show(path: Path | None, line: int | None) -> None:
    """Describe a match of FILE in sentences."""
    from paddock.match.seat_names import display_names

    shown, match = load_match(path or newest_match(), line)
    print(f"{match.game.facts.credit}.")
    print(f"{', '.join(f'{seat} {name}' for seat, name in enumerate(shown.seats, 1))}.")
    names = display_names(shown.seats)
    print("\n".join(match.narrate(names)))
    if match.over:
        print("\n".join(match.game.narrator.closing(match.plain, names)))
    else:
        print("The match is unfinished.")


def load_match(file: Path, line: int | None) -> tuple[Record, MatchState]:
    """Return the record in this line of a file, and its match. Raise `BadNotation` if it is wrong."""
    from paddock.match.record import decode, replayed

    number, text = find_line(file, line)
    try:
        found = decode(text)
        return found, replayed(found)
    except PaddockError as error:
        raise BadNotation(f"{file}, line {number}: {error}") from None


def find_line(file: Path, wanted: int | None) -> tuple[int, bytes]:
    """Return the line with this number, or the first line that is not empty, and its number."""
    with file.open("rb") as lines:
        for number, text in enumerate(lines, 1):
            if text.strip() if wanted is None else number == wanted:
                return number, text
    raise BadNotation(f"{file} has no record" if wanted is None else f"{file} has no line {wanted}")


def newest_match() -> Path:
    """Return the file of the newest match of `paddock play`, and print its name on standard error."""
    from paddock.cli.terminal.saved_matches import newest_file

    file = newest_file()
    if file is None:
        raise BadNotation("there is no saved match; play one with 'paddock play', or name a FILE of records")
    print(f"Newest match: {file}", file=sys.stderr)
    return file
