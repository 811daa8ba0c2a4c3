"""`paddock arena`: rate bots against each other, with confidence intervals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import rich_click as click

from paddock.cli.command_classes import PaddockCommand
from paddock.cli.commands.solve import solve_with_progress
from paddock.cli.parameter_types import Count, LevelNames
from paddock.cli.shared_options import (
    INTERRUPTED,
    core_count,
    defaults_sentence,
    fewest_players,
    game_argument,
    game_options,
    json_option,
    parse_options,
    players_option,
    seed_option,
    threads_option,
)
from paddock.engine.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console

    from paddock.bots.arena.entrants import Entrant
    from paddock.bots.arena.intervals import Share
    from paddock.bots.arena.tournament import Report
    from paddock.engine.game import Game
    from paddock.engine.solver.protocols import Solution
    from paddock.match.match_state import MatchState

DEFAULT_BOTS = "uniform,chick,greedy"
QUICK_GAMES = 1000
SEARCHING_GAMES = 30
"""Default numbers of games of each bot at each table, without and with searching bots."""


@click.command(
    cls=PaddockCommand,
    levels=True,
    examples=["paddock arena mist", "paddock arena mist --players 4 --bots greedy,owl --games 1000"],
)
@game_argument()
@click.option(
    "--bots",
    type=LevelNames(),
    metavar="LEVELS",
    default=DEFAULT_BOTS,
    show_default=True,
    help="Levels to compare, separated by commas.",
)
@click.option(
    "--games",
    type=Count(),
    metavar="N",
    show_default=f"{QUICK_GAMES}, or {SEARCHING_GAMES} if a bot searches",
    help="Games of each bot at each table, such as 1e6.",
)
@players_option
@game_options
@seed_option
@threads_option
@click.option(
    "--openspiel", type=int, metavar="N", help="Enter OpenSpiel's tree search too, with N simulations per choice."
)
@click.option(
    "--luck/--no-luck",
    default=None,
    show_default="luck, if a bot searches",
    help="Subtract luck from the results, where the bots of a game can measure it.",
)
@json_option
def arena(
    game_id: str,
    bots: str,
    games: int | None,
    players: int | None,
    pairs: tuple[str, ...],
    seed: int,
    threads: int | None,
    openspiel: int | None,
    luck: bool | None,
    as_json: bool,
) -> int:
    """Rate bots against each other.

    Each bot is a guest at tables of each other bot. It visits every seat with the same dice. In games that are won
    together, each bot plays alone at all seats. Ctrl-C stops and reports the games so far.
    """
    from paddock.bots.arena.entrants import entrant
    from paddock.bots.arena.tournament import Arena
    from paddock.bots.levels import uses_search
    from paddock.cli.compilation_progress import compile_ahead
    from paddock.cli.console import new_console
    from paddock.cli.progress_bar import progress_bar
    from paddock.games import load_game
    from paddock.match.match_state import MatchState

    game = load_game(game_id)
    seats = fewest_players(game) if players is None else players
    match = MatchState(game, seats, parse_options(pairs), attended=False)
    levels = [word.strip() for word in bots.split(",")]
    guests = openspiel_entrants(openspiel)
    entrants = [entrant(match, level) for level in levels] + guests
    searching = any(uses_search(game, level) for level in levels)
    number = games or (SEARCHING_GAMES if searching or guests else QUICK_GAMES)
    with_luck = searching if luck is None else luck
    Arena(match, entrants, number)  # checks the options before the compiler runs
    stderr = new_console(stderr=True)
    compile_ahead(game, stderr, simulations=True)
    solution = find_solution(match, threads or core_count(), stderr) if with_luck or searching else None
    entrants = [entrant(match, level, solution) for level in levels] + guests
    planned = Arena(match, entrants, number, luck=with_luck, solution=solution)
    with progress_bar(game.facts.title, planned.games, stderr) as progress:
        report = planned.run(seed=seed, threads=threads or core_count(), progress=progress)
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False))
    else:
        used = defaults_sentence(bots=bots, games=number, players=seats, seed=seed)
        print_report(game, report, used, new_console())
    return 0 if report.complete else INTERRUPTED


def openspiel_entrants(simulations: int | None) -> list[Entrant]:
    """Return OpenSpiel's search if it is asked for. Raise `BadOption` if it is not installed."""
    if simulations is None:
        return []
    try:
        from paddock.envs.openspiel_bots import openspiel_entrant
    except ModuleNotFoundError as missing:
        raise BadOption(f"--openspiel needs {missing.name}; install it with: pip install 'paddock[envs]'") from None
    return [openspiel_entrant(simulations)]


def find_solution(match: MatchState, threads: int, console: Console) -> Solution | None:
    """Return the solution of the game, solved now if necessary, or None if the game cannot be solved."""
    from paddock.bots.arena.paired_games import problem_of

    problem = problem_of(match)
    try:
        return (problem.known() or solve_with_progress(match.game, problem, threads, console)) if problem else None
    except BadOption:  # too large
        return None


def print_report(game: Game, report: Report, defaults: str, console: Console) -> None:
    console.print(f"{game.facts.credit}.")
    seats = "1 player" if report.players == 1 else f"{report.players} players"
    stopped = "" if report.complete else "; stopped before the end"
    console.print(
        f"{report.games:,} games with {seats} between {', '.join(report.bots)}, seed {report.seed} "
        f"({report.seconds:.1f} s){stopped}."
    )
    if defaults:
        console.print(defaults)
    print_ratings(report, console)
    if report.together:
        print_teams(report, console)
    else:
        print_guests(report, console)
    if report.luck_known:
        worths = sorted(cell.worth for cell in report.cells)
        console.print(
            "Second lines are without luck: the effect of each die and card is subtracted. "
            f"One game is then worth {worth_text(worths[0])} to {worth_text(worths[-1])} games."
        )
    else:
        console.print("Luck is not subtracted. Ask for it with --luck, if the bots of this game can measure it.")


def print_ratings(report: Report, console: Console) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("bot", "rating", "95 %", "time per decision", "slowest"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for standing in report.standings:
        rating, pace = standing.rating, standing.pace
        mean, slowest = duration_text(pace.mean), duration_text(pace.slowest)
        table.add_row(standing.bot, f"{rating.points:+.0f}", f"± {rating.margin:.0f}", mean, slowest)
    console.print()
    console.print(table)
    zero = "odds of victory" if report.together else "mean 0"
    console.print(f"Ratings: {zero}; 400 points more are ten times the odds.")


def print_guests(report: Report, console: Console) -> None:
    """Print the table of each bot as a guest of each other bot."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("one of, among")
    for host in report.bots:
        table.add_column(host, justify="right")
    for guest in report.bots:
        row = []
        for host in report.bots:
            cell = report.cell(guest, host)
            row.append(share_text(cell.share, cell.adjusted, report.luck_known) if cell else "")
        table.add_row(guest, *row)
    console.print()
    console.print(table)
    console.print(
        f"Percent of the victories that one guest takes among {report.players - 1} of the others, "
        f"with 95 % intervals; a fair share is {1 / report.players:.1%}."
    )


def print_teams(report: Report, console: Console) -> None:
    """Print the win rate of each team, and its lead over each other team."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("team of", "wins", *(f"ahead of {other}" for other in report.bots)):
        table.add_column(heading, justify="left" if heading == "team of" else "right")
    leads = {(found.bot, found.other): found for found in report.differences}
    for bot in report.bots:
        cell = report.cell(bot, bot)
        if cell is None:
            continue
        row = [share_text(cell.share, cell.adjusted, report.luck_known)]
        for other in report.bots:
            lead = leads.get((bot, other))
            lines = [f"{100 * lead.share:+.2f}±{100 * lead.margin:.2f}"] if lead else []
            if lead and report.luck_known:
                lines.append(f"{100 * lead.adjusted:+.2f}±{100 * lead.adjusted_margin:.2f}")
            row.append("\n".join(lines))
        table.add_row(bot, *row)
    console.print()
    console.print(table)
    console.print("Percent of the games won, with 95 % intervals; all teams had the same dice.")


def share_text(share: Share, adjusted: Share, luck_known: bool) -> str:
    """Return a share in percent and, on a second line, the share without luck."""
    lines = [f"{100 * each.mean:.2f}±{100 * each.margin:.2f}" for each in (share, adjusted)]
    return "\n".join(lines if luck_known else lines[:1])


def worth_text(worth: float) -> str:
    """Return how many games one game is worth.

    >>> worth_text(3.14159), worth_text(314.159), worth_text(1e12)
    ('3.1', '314', 'any number of')
    """
    from paddock.bots.arena.tournament import MAX_WORTH

    if worth >= MAX_WORTH:
        return "any number of"
    return f"{worth:.1f}" if worth < 100 else f"{worth:.0f}"


def duration_text(seconds: float) -> str:
    """
    >>> duration_text(0.0000213), duration_text(0.0213), duration_text(2.13)
    ('21 µs', '21 ms', '2.1 s')
    """
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1e3:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
