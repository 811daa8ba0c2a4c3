"""`paddock simulate`: thousands of games between bots, summed up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import rich_click as click

from paddock.commands.agreement import (
    Count,
    WithOptions,
    agreed,
    cores,
    fewest,
    option_pairs,
    seed_of_games,
    threads_to_use,
)
from paddock.rules.refusals import BadOption

if TYPE_CHECKING:
    from paddock.match.simulation import Summary
    from paddock.rules.game import Game


@click.command(cls=WithOptions)
@click.argument("name", metavar="GAME")
@click.option("--players", type=int, help="How many sit at the table; without it, as few as the game allows.")
@option_pairs
@click.option("--games", type=Count(), required=True, help="How many games; 1e6 is fine.")
@seed_of_games
@threads_to_use
@click.option("--bots", help="Levels of the seats, separated by commas; a single one is for all seats.")
@click.option("--records", type=click.Path(dir_okay=False, path_type=Path), help="Write every game here (JSON lines).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def simulate(
    name: str,
    players: int | None,
    pairs: tuple[str, ...],
    games: int,
    seed: int,
    threads: int | None,
    bots: str | None,
    records: Path | None,
    as_json: bool,
) -> None:
    """Play many games between bots and sum them up."""
    from paddock.bots.simulation import players_of
    from paddock.games import game
    from paddock.match.match import Match
    from paddock.match.simulation import simulate as run
    from paddock.terminal.compiling import compile_ahead
    from paddock.terminal.paper import paper
    from paddock.terminal.progress import bar

    room = game(name)
    seats = fewest(room) if players is None else players
    options = agreed(pairs)
    match = Match(room, seats, options, attended=False)  # refuses what cannot be played before a file is touched
    seated = players_of(room, levels_of(bots, seats), match.options)
    err = paper(stderr=True)
    with opened(records) if records else nullcontext() as file:
        compile_ahead(room, err, simulations=True)
        with bar(room.facts.title, games, err) as progress:
            summary = run(
                room,
                seats,
                options,
                games=games,
                seed=seed,
                threads=threads or cores(),
                bots=seated,
                records=file,
                progress=progress,
            )
    if as_json:
        print(json.dumps(summary.as_json(), ensure_ascii=False))
    else:
        show(room, summary)


def levels_of(words: str | None, seats: int) -> list[str]:
    """A bot's level for each seat."""
    from paddock.bots import IN_SIMULATIONS

    levels = [IN_SIMULATIONS] if words is None else [word.strip() for word in words.split(",")]
    if len(levels) not in (1, seats):
        raise BadOption(f"--bots takes one level for all or {seats} of them, one for each seat, not {len(levels)}")
    return levels * seats if len(levels) == 1 else levels


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    try:
        file = path.open("wb")
    except OSError as error:
        raise BadOption(f"--records: {path} cannot be written: {error.strerror}") from None
    with file:
        yield file


def show(room: Game, summary: Summary) -> None:
    """The summary for people."""
    from rich.table import Table

    from paddock.terminal.paper import paper

    out = paper()
    out.print(f"{room.facts.credit}.")
    out.print(
        f"{summary.games:,} games with {summary.players} players, seed {summary.seed}, "
        f"{summary.threads} {'thread' if summary.threads == 1 else 'threads'}."
    )
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
    out.print(table)
    lengths = " ".join(f"{length:g}" for length in summary.steps_quantiles)
    out.print(f"Length: {summary.mean_steps:.1f} steps on average; quantiles {lengths}.")
    out.print("Quantiles are at 5, 25, 50, 75 and 95 %.")
    out.print(
        f"Speed: {summary.games_per_second:,.0f} games and {summary.steps_per_second:,.0f} steps a second "
        f"({summary.seconds:.2f} s)."
    )
