"""Report of a board search: the kept boards as files, all results as JSON, and a Markdown page."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from paddock.engine.boards.board_toml import as_toml
from paddock.engine.boards.grid import GridFile, rows_of
from paddock.engine.game import Game
from paddock.engine.options import Drawing
from paddock.lab.board_search import REPORTED, BoardResult, SearchResult, SearchRound, StarterAdvantage, check_search
from paddock.lab.data.parquet_files import write_atomically
from paddock.lab.report.number_format import format_range, format_value

SHARES: Final = {"win_0": "victories, starter", "behind": "drama", "decided": "decided after"}
NUMBERS: Final = {"lead_changes": "changes of the lead", "margin": "points between first and second"}
"""Column headings of the page by statistic; shares are in percent."""


def write_search_result(result: SearchResult, out: Path) -> None:
    """Write every kept board as a file in `kept`, and all results as `chosen.json`."""
    write_boards(result, out / "kept")
    write_atomically(out / "chosen.json", msgspec.json.format(msgspec.json.encode(result), indent=1))


def write_boards(result: SearchResult, directory: Path) -> None:
    """Write the kept boards as board files `1.toml`, `2.toml` and so on."""
    game, option = check_search(result.search)
    directory.mkdir(parents=True, exist_ok=True)
    for place, board in enumerate(result.kept, 1):
        write_atomically(directory / f"{place}.toml", board_file(game, option, board, place).encode())


def board_file(game: Game, option: Drawing, board: str, place: int) -> str:
    note = f"{board}, kept by a search for fair and lively boards."
    grid = GridFile(game.id, f"Kept {option.name} {place}", rows_of(option.read(board)), note)
    return as_toml(grid, [f"Letters: {option.letters}."])


def as_markdown(result: SearchResult) -> str:
    """Return the method, then one table of kept and shipped boards per final measurement."""
    lines = [method_sentences(result), ""]
    measurements = zip(result.search.measured, result.measured, result.unfairness, strict=True)
    for search_round, boards, advantage in measurements:
        lines += [f"## {search_round.bots}, {search_round.games:,} games per board", ""]
        if search_round.luck:
            lines += ["Luck is subtracted: a bot evaluates every die and card.", ""]
        lines += list(result_table(result, search_round, boards))
        lines += ["", advantage_sentences(advantage), ""]
    return "\n".join(lines)


def advantage_sentences(advantage: StarterAdvantage) -> str:
    """Return the sentences that compare the kept boards with the shipped boards."""
    return (
        f"Mean advantage of the starter over a fair share, in percentage points: {in_points(advantage.kept)} on the "
        f"kept boards, {in_points(advantage.shipped)} on the shipped boards. "
        f"Difference: {in_points(advantage.difference)}."
    )


def method_sentences(result: SearchResult) -> str:
    """Return the sentences that describe the candidates and the rounds."""
    search = result.search
    rounds = [round_sentence(number, search_round) for number, search_round in enumerate(search.rounds, 1)]
    last = search.first + search.candidates - 1
    return (
        f"{search.candidates:,} candidates, `random:{search.first}` to `random:{last}`, seed {search.seed}. "
        + " ".join(rounds)
        + " The tables below come from new dice that had no part in the selection. Parentheses hold 95 % intervals."
    )


def round_sentence(number: int, search_round: SearchRound) -> str:
    luck = ", luck subtracted" if search_round.luck else ""
    lively = f" with at least the median of {' and '.join(search_round.lively)}" if search_round.lively else ""
    played = f"{search_round.bots} bots, {search_round.games:,} games per board{luck}"
    return f"Round {number}: {played}; kept {search_round.keep}{lively}."


def result_table(result: SearchResult, search_round: SearchRound, boards: list[BoardResult]) -> Iterator[str]:
    keys = {} if search_round.luck else {key: SHARES.get(key) or NUMBERS[key] for key in REPORTED}
    yield f"| {' | '.join(['board', SHARES['win_0'], *keys.values()])} |"
    yield "|---" * (2 + len(keys)) + "|"
    for place, board in enumerate(boards, 1):
        name = f"kept {place}: `{board.drawing}`" if place <= len(result.kept) else f"shipped {board.drawing}"
        cells = [cell(board.wins[0], "share"), *(cell(board.others[key], statistic_kind(key)) for key in keys)]
        yield f"| {name} | {' | '.join(cells)} |"


def statistic_kind(key: str) -> str:
    return "share" if key in SHARES else "number"


def cell(value: tuple[float, float, float], kind: str) -> str:
    return f"{format_value(*value, kind)} ({format_range(*value[1:], kind)})"


def in_points(value: tuple[float, float, float]) -> str:
    return f"{format_value(*value, 'chance', sign=True)} ({format_range(*value[1:], 'chance')})"
