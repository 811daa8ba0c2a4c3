"""What a search found, as files: the drawings that were kept, and a page with the figures of all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from paddock.lab.selection import TOLD, Chosen, Measured, Round, Unfairness, check_search
from paddock.lab.tables import write
from paddock.lab.wording import in_unit, span
from paddock.match.drawing import as_toml
from paddock.rules.game import Game
from paddock.rules.grid import GridFile, rows_of
from paddock.rules.options import Drawing

SHARES: Final = {"win_0": "victories, starter", "behind": "drama", "decided": "decided after"}
NUMBERS: Final = {"lead_changes": "changes of the lead", "margin": "points between first and second"}
"""What a page tells of each drawing."""


def keep_drawings(chosen: Chosen, out: Path) -> None:
    """Every drawing that was kept as a file, and all figures as JSON."""
    write_drawings(chosen, out / "kept")
    write(out / "chosen.json", msgspec.json.format(msgspec.json.encode(chosen), indent=1))


def write_drawings(chosen: Chosen, folder: Path) -> None:
    """Files that a table can be laid with."""
    room, option = check_search(chosen.search)
    folder.mkdir(parents=True, exist_ok=True)
    for place, drawing in enumerate(chosen.kept, 1):
        write(folder / f"{place}.toml", as_file(room, option, drawing, place).encode())


def as_file(room: Game, option: Drawing, drawing: str, place: int) -> str:
    note = f"{drawing}, kept by a search for fair and lively ones."
    grid = GridFile(room.id, f"Kept {option.name} {place}", rows_of(option.read(drawing)), note)
    return as_toml(grid, [f"Letters: {option.letters}."])


def as_markdown(chosen: Chosen) -> str:
    """The figures of those that were kept beside those that come with the game."""
    lines = [told_in_a_sentence(chosen), ""]
    for one, measured, unfair in zip(chosen.search.measured, chosen.measured, chosen.unfairness, strict=True):
        lines += [f"## {one.bots}, {one.games:,} games on each", ""]
        if one.luck:
            lines += ["Luck is taken out: a mind appraises every die and card as it falls.", ""]
        lines += list(table_of(chosen, one, measured))
        lines += ["", told_beside(unfair), ""]
    return "\n".join(lines)


def told_beside(unfair: Unfairness) -> str:
    """Those that were kept beside those that come with the game."""
    return (
        f"The starter's share beyond a fair one, mean over those that were kept: {in_points(unfair.kept)} points; "
        f"over those that come with the game: {in_points(unfair.shipped)}; "
        f"difference: {in_points(unfair.difference)}."
    )


def told_in_a_sentence(chosen: Chosen) -> str:
    """How it was searched."""
    search = chosen.search
    rounds = [
        f"{one.bots} bots, {one.games:,} games on each{', luck taken out' if one.luck else ''}: {one.keep} went on"
        + (f", of those with at least the median of {' and '.join(one.lively)}" if one.lively else "")
        for one in search.rounds
    ]
    last = f"{search.first + search.candidates - 1}"
    return (
        f"{search.candidates:,} drawings, `random:{search.first}` to `random:{last}`, seed {search.seed}. "
        + "; ".join(rounds)
        + ". All figures below are from other dice than those of the choice, with 95 % intervals."
    )


def table_of(chosen: Chosen, one: Round, measured: list[Measured]) -> Iterator[str]:
    keys = {} if one.luck else {key: SHARES.get(key) or NUMBERS[key] for key in TOLD}
    yield f"| {' | '.join(['drawing', SHARES['win_0'], *keys.values()])} |"
    yield "|---" * (2 + len(keys)) + "|"
    for place, each in enumerate(measured, 1):
        name = f"kept {place}: `{each.drawing}`" if place <= len(chosen.kept) else f"shipped {each.drawing}"
        cells = [cell(each.wins[0], "share"), *(cell(each.others[key], kind_of(key)) for key in keys)]
        yield f"| {name} | {' | '.join(cells)} |"


def kind_of(key: str) -> str:
    return "share" if key in SHARES else "number"


def cell(value: tuple[float, float, float], kind: str) -> str:
    return f"{in_unit(*value, kind)} ({span(*value[1:], kind)})"


def in_points(value: tuple[float, float, float]) -> str:
    return f"{in_unit(*value, 'chance', sign=True)} ({span(*value[1:], 'chance')})"
