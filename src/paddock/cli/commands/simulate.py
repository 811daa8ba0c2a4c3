"""`paddock simulate`: play many games between bots and summarise them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import rich_click as click

from paddock.bots import DEFAULT_SIMULATED
from paddock.cli.command_classes import PaddockCommand
from paddock.cli.parameter_types import Count
from paddock.cli.shared_options import (
    core_count,
    defaults_sentence,
    fewest_players,
    game_argument,
    game_options,
    json_option,
    levels_option,
    parse_options,
    players_option,
    seed_option,
    threads_option,
)
from paddock.engine.errors import BadOption

if TYPE_CHECKING:
    from paddock.engine.game import Game
    from paddock.match.simulation import Summary

QUICK_GAMES = 10_000
SEARCHING_GAMES = 10
"""Default numbers of games, without and with searching bots: a few seconds on one core."""


@click.command(
    cls=PaddockCommand,
    levels=True,
    examples=["paddock simulate mist", "paddock simulate mist --bots owl,greedy,greedy --games 50"],
)
@game_argument()
@players_option
@game_options
@click.option(
    "--games",
    type=Count(),
    metavar="N",
    show_default=f"{QUICK_GAMES}, or {SEARCHING_GAMES} if a bot searches",
    help="Number of games, such as 1e6.",
)
@seed_option
@threads_option
@levels_option
@click.option(
    "--records",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the record of each game to this file, one per line.",
)
@json_option
def simulate(
    game_id: str,
    players: int | None,
    pairs: tuple[str, ...],
    games: int | None,
    seed: int,
    threads: int | None,
    bots: str | None,
    records: Path | None,
    as_json: bool,
) -> None:
    """Play many games between bots and summarise the results."""
    from paddock.bots.player_records import simulated_players
    from paddock.cli.compilation_progress import compile_ahead
    from paddock.cli.console import new_console
    from paddock.cli.progress_bar import progress_bar
    from paddock.games import load_game
    from paddock.match.match_state import MatchState
    from paddock.match.simulation import simulate as run

    game = load_game(game_id)
    seats = fewest_players(game) if players is None else players
    options = parse_options(pairs)
    match = MatchState(game, seats, options, attended=False)  # checks the options before a file is opened
    levels = levels_per_seat(bots, seats)
    seated = simulated_players(game, levels, match.options)
    number = games or default_games(game, levels)
    stderr = new_console(stderr=True)
    with opened(records) if records else nullcontext() as file:
        compile_ahead(game, stderr, simulations=True)
        with progress_bar(game.facts.title, number, stderr) as progress:
            summary = run(
                game,
                seats,
                options,
                games=number,
                seed=seed,
                threads=threads or core_count(),
                bots=seated,
                records=file,
                progress=progress,
            )
    if as_json:
        print(json.dumps(summary.as_json(), ensure_ascii=False))
    else:
        used = defaults_sentence(players=seats, bots=bots or DEFAULT_SIMULATED, games=number, seed=seed)
        print_summary(game, summary, used)


def levels_per_seat(text: str | None, seats: int) -> list[str]:
    """Return a level for each seat. Raise `BadOption` if their number does not fit."""
    levels = [DEFAULT_SIMULATED] if text is None else [word.strip() for word in text.split(",")]
    if len(levels) not in (1, seats):
        raise BadOption(f"--bots needs one level, or {seats} levels for {seats} seats, not {len(levels)}")
    return levels * seats if len(levels) == 1 else levels


def default_games(game: Game, levels: Sequence[str]) -> int:
    from paddock.bots.levels import uses_search

    return SEARCHING_GAMES if any(uses_search(game, level) for level in levels) else QUICK_GAMES


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file to write. Raise `BadOption` if it cannot be written."""
    try:
        file = path.open("wb")
    except OSError as error:
        raise BadOption(f"cannot write {path}: {error.strerror}") from None
    with file:
        yield file


def print_summary(game: Game, summary: Summary, defaults: str) -> None:
    from rich.table import Table

    from paddock.cli.console import new_console

    console = new_console()
    console.print(f"{game.facts.credit}.")
    seats = "1 player" if summary.players == 1 else f"{summary.players} players"
    threads = "1 thread" if summary.threads == 1 else f"{summary.threads} threads"
    console.print(f"{summary.games:,} games with {seats} ({', '.join(summary.bots)}), seed {summary.seed}, {threads}.")
    if defaults:
        console.print(defaults)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("seat", "bot", "win share", "mean score", "deviation", "quantiles"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for seat in range(summary.players):
        table.add_row(
            str(seat + 1),
            summary.bots[seat],
            f"{summary.win_share[seat]:.2%} ± {summary.win_share_error[seat]:.2%}",
            f"{summary.mean_scores[seat]:.2f}",
            f"{summary.score_deviation[seat]:.2f}",
            " ".join(f"{score:g}" for score in summary.score_quantiles[seat]),
        )
    console.print(table)
    lengths = " ".join(f"{length:g}" for length in summary.steps_quantiles)
    console.print(f"Length: {summary.mean_steps:.1f} steps on average; quantiles {lengths}.")
    console.print("Quantiles are at 5, 25, 50, 75 and 95 %.")
    console.print(
        f"Speed: {summary.games_per_second:,.0f} games and {summary.steps_per_second:,.0f} steps per second "
        f"({summary.seconds:.2f} s)."
    )
