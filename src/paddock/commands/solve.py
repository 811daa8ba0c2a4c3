"""`paddock solve`: the exact value of a game, where it can be computed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import rich_click as click

from paddock.commands.agreement import WithOptions, agreed, cores, fewest, option_pairs, threads_to_use
from paddock.commands.board import drawing_of
from paddock.rules.refusals import BadOption

if TYPE_CHECKING:
    from rich.console import Console

    from paddock.match.match import Match
    from paddock.rules.game import Game
    from paddock.rules.kinds import Move
    from paddock.rules.solving import Problem, Solution

EXAMPLES = 6
"""First rolls that are answered, spread over all that there are."""


@click.command(cls=WithOptions)
@click.argument("name", metavar="GAME")
@option_pairs
@click.option("--board", "file", metavar="FILE", help="The board to solve: a shipped name, a TOML file or drawn rows.")
@threads_to_use
@click.option("--afresh", is_flag=True, help="Solve it again, even if it was solved before.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of sentences.")
def solve(
    name: str, pairs: tuple[str, ...], file: str | None, threads: int | None, afresh: bool, as_json: bool
) -> None:
    """Compute the best play of a game, and how often it wins, exactly."""
    from paddock.games import game
    from paddock.match.match import Match
    from paddock.terminal.paper import paper

    room = game(name)
    if room.solver is None:
        raise BadOption(f"{room.facts.title} cannot be solved: it is too large for exact values of every position")
    given = agreed(pairs)
    if file is not None:
        option = drawing_of(room)
        if option.name in given:
            raise BadOption(f"the {option.name} is given twice, by --board and by --option")
        given[option.name] = file
    match = Match(room, fewest(room), given)
    problem = room.solver(match.options)
    started = time.perf_counter()
    kept = None if afresh else problem.known()
    solution = kept or solved(room, problem, threads or cores(), paper(stderr=True))
    seconds = time.perf_counter() - started
    if as_json:
        print(json.dumps(summary(match, problem, solution, seconds, kept is not None), ensure_ascii=False))
    else:
        show(match, problem, solution, seconds, kept is not None)


def solved(room: Game, problem: Problem, threads: int, err: Console) -> Solution:
    """Say what it takes, then do it."""
    from paddock.terminal.progress import bar

    size = f"{problem.positions:,} positions, {problem.bytes / 1e6:,.0f} MB of memory"
    err.print(f"Solving {room.facts.title}: {size} ...", markup=False)
    with bar(room.facts.title, problem.positions, err) as progress:
        return problem.solve(threads, progress)


def summary(match: Match, problem: Problem, solution: Solution, seconds: float, kept: bool) -> dict[str, object]:
    """The answer as JSON."""
    from paddock.rules.options import Drawing

    boards = [match.options[option.name] for option in match.game.options if isinstance(option, Drawing)]
    return {
        "game": match.game.id,
        "rules": match.game.rules_version,
        "options": match.options,
        "board": boards[0] if boards else None,
        "win_probability": round(solution.win_probability, 6),
        "positions": problem.positions,
        "bytes": problem.bytes,
        "seconds": round(seconds, 3),
        "solved_before": kept,
    }


def show(match: Match, problem: Problem, solution: Solution, seconds: float, kept: bool) -> None:
    """The same for people, with what to do after some first rolls."""
    from paddock.terminal.paper import paper

    out = paper()
    out.print(f"{match.game.facts.credit}.")
    out.print(f"Best play wins with probability {solution.win_probability:.6f}.")
    how = "read from where it was kept" if kept else "solved"
    size = f"{problem.positions:,} positions, {problem.bytes / 1e6:,.0f} MB"
    out.print(f"{size}, {how} in {seconds:.1f} s.")
    out.print("\nThe best first decisions, and how often one wins from there:")
    for sentence in first_decisions(match, solution):
        out.print(sentence, markup=False)


def first_decisions(match: Match, solution: Solution) -> Iterator[str]:
    """A few outcomes of the first chance, or none, each with the best that can be decided before the next."""
    from paddock.rules.kinds import CHANCE

    rolls: Sequence[Move | None] = match.legal() if match.turn == CHANCE else [None]
    for roll in rolls[:: max(1, len(rolls) // EXAMPLES)]:
        match.rewind(0)
        if roll is not None:
            match.push(roll)
        value = solution.value(match.state)
        while match.turn >= 0:
            match.push(solution.best(match.state))
        yield f"  {value:.4f}  {' '.join(match.story(['The roller'] * match.players))}"
    match.rewind(0)
