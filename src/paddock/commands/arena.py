"""`paddock arena`: which bot is the best, by how much, and how certain that is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import rich_click as click

from paddock.commands.agreement import (
    INTERRUPTED,
    Count,
    WithOptions,
    agreed,
    cores,
    fewest,
    option_pairs,
    seed_of_games,
    threads_to_use,
)
from paddock.commands.solve import solved
from paddock.rules.refusals import BadOption

if TYPE_CHECKING:
    from rich.console import Console

    from paddock.bots.arena import Report
    from paddock.bots.certainty import Share
    from paddock.bots.entrants import Entrant
    from paddock.match.match import Match
    from paddock.rules.game import Game
    from paddock.rules.solving import Solution


@click.command(cls=WithOptions)
@click.argument("name", metavar="GAME")
@click.option("--bots", required=True, help="Who meets whom: levels, separated by commas.")
@click.option("--games", type=Count(), required=True, help="Games of each guest at each table; 1e6 is fine.")
@click.option("--players", type=int, help="How many sit at a table; without it, as few as the game allows.")
@option_pairs
@seed_of_games
@threads_to_use
@click.option(
    "--openspiel", type=int, metavar="N", help="OpenSpiel's tree search takes part too, with N simulations a choice."
)
@click.option("--luck/--no-luck", default=True, help="Take luck out of the results, where a game's bots can tell it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
def arena(
    name: str,
    bots: str,
    games: int,
    players: int | None,
    pairs: tuple[str, ...],
    seed: int,
    threads: int | None,
    openspiel: int | None,
    luck: bool,
    as_json: bool,
) -> int:
    """Let bots meet each other and rate them.

    Each is a guest at tables of each other, at every seat in turn and with the same dice. In games that are won
    together each plays alone at all seats. Ctrl-C ends it with what has been played by then.
    """
    from paddock.bots.arena import Arena
    from paddock.bots.entrants import entrant
    from paddock.bots.levels import thinks
    from paddock.games import game
    from paddock.match.match import Match
    from paddock.terminal.compiling import compile_ahead
    from paddock.terminal.paper import paper
    from paddock.terminal.progress import bar

    room = game(name)
    match = Match(room, fewest(room) if players is None else players, agreed(pairs), attended=False)
    levels = [word.strip() for word in bots.split(",")]
    guests = visitors(openspiel)
    Arena(
        match, [entrant(match, level) for level in levels] + guests, games
    )  # refuses what cannot be played before anybody waits
    err = paper(stderr=True)
    compile_ahead(room, err, simulations=True)
    solution = (
        solution_at(match, threads or cores(), err) if luck or any(thinks(room, level) for level in levels) else None
    )
    entrants = [entrant(match, level, solution) for level in levels] + guests
    planned = Arena(match, entrants, games, luck=luck, solution=solution)
    with bar(room.facts.title, planned.games, err) as progress:
        report = planned.run(seed=seed, threads=threads or cores(), progress=progress)
    if as_json:
        print(json.dumps(report.as_json(), ensure_ascii=False))
    else:
        show(room, report, paper())
    return 0 if report.complete else INTERRUPTED


def visitors(openspiel: int | None) -> list[Entrant]:
    """OpenSpiel's search, if it is asked for; a sentence on how to get it where it is not installed."""
    if openspiel is None:
        return []
    try:
        from paddock.envs.rivals import openspiel_entrant
    except ModuleNotFoundError as missing:
        raise BadOption(f"--openspiel needs {missing.name}: pip install 'paddock[envs]'") from None
    return [openspiel_entrant(openspiel)]


def solution_at(match: Match, threads: int, err: Console) -> Solution | None:
    """The solution of the game at this table, solved now if it was not before; None where there can be none."""
    from paddock.bots.entrants import problem_of

    problem = problem_of(match)
    try:
        return (problem.known() or solved(match.game, problem, threads, err)) if problem else None
    except BadOption:  # too large
        return None


def show(room: Game, report: Report, out: Console) -> None:
    """The report for people."""
    out.print(f"{room.facts.credit}.")
    table = "1 player" if report.players == 1 else f"{report.players} players"
    out.print(
        f"{report.games:,} games with {table}, seed {report.seed} ({report.seconds:.1f} s)"
        f"{'' if report.complete else '; stopped before the end'}."
    )
    show_standings(report, out)
    if report.together:
        show_teams(report, out)
    else:
        show_guests(report, out)
    if report.luck_known:
        worths = sorted(cell.worth for cell in report.cells)
        out.print(
            "Second lines are without luck: what every die and card brought beyond expectation is taken out. "
            f"So one game is worth {times(worths[0])} to {times(worths[-1])} games."
        )
    else:
        out.print("Luck was not taken out: that was not asked for, or the bots of this game cannot tell it.")


def show_standings(report: Report, out: Console) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("bot", "rating", "95 %", "time for a decision", "slowest"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for standing in report.standings:
        rating, pace = standing.rating, standing.pace
        table.add_row(
            standing.bot, f"{rating.points:+.0f}", f"± {rating.margin:.0f}", lasting(pace.mean), lasting(pace.slowest)
        )
    out.print()
    out.print(table)
    what = "odds of victory" if report.together else "mean 0"
    out.print(f"Ratings: {what}; 400 points more are ten times the odds.")


def show_guests(report: Report, out: Console) -> None:
    """The cross table."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("one of, among")
    for host in report.bots:
        table.add_column(host, justify="right")
    for guest in report.bots:
        row = []
        for host in report.bots:
            cell = report.cell(guest, host)
            row.append(both(cell.share, cell.adjusted, report.luck_known) if cell else "")
        table.add_row(guest, *row)
    out.print()
    out.print(table)
    out.print(
        f"Per cent of the victories that one guest takes among {report.players - 1} of the others, "
        f"with 95 % intervals; a fair share is {1 / report.players:.1%}."
    )


def show_teams(report: Report, out: Console) -> None:
    """Win rates, and by how much each team is ahead of each other."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("team of", "wins", *(f"ahead of {other}" for other in report.bots)):
        table.add_column(heading, justify="left" if heading == "team of" else "right")
    ahead = {(found.bot, found.other): found for found in report.differences}
    for bot in report.bots:
        cell = report.cell(bot, bot)
        if cell is None:
            continue
        row = [both(cell.share, cell.adjusted, report.luck_known)]
        for other in report.bots:
            found = ahead.get((bot, other))
            lines = [f"{100 * found.share:+.2f}±{100 * found.margin:.2f}"] if found else []
            if found and report.luck_known:
                lines.append(f"{100 * found.adjusted:+.2f}±{100 * found.adjusted_margin:.2f}")
            row.append("\n".join(lines))
        table.add_row(bot, *row)
    out.print()
    out.print(table)
    out.print("Per cent of the games won, with 95 % intervals; all teams had the same dice.")


def both(share: Share, adjusted: Share, luck_known: bool) -> str:
    """A share in per cent as it was, and below it without luck."""
    lines = [f"{100 * each.mean:.2f}±{100 * each.margin:.2f}" for each in (share, adjusted)]
    return "\n".join(lines if luck_known else lines[:1])


def times(worth: float) -> str:
    """How many games one game is worth.

    >>> times(3.14159), times(314.159), times(1e12)
    ('3.1', '314', 'any number of')
    """
    from paddock.bots.arena import MOST_WORTH

    if worth >= MOST_WORTH:
        return "any number of"
    return f"{worth:.1f}" if worth < 100 else f"{worth:.0f}"


def lasting(seconds: float) -> str:
    """
    >>> lasting(0.0000213), lasting(0.0213), lasting(2.13)
    ('21 µs', '21 ms', '2.1 s')
    """
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1e3:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
