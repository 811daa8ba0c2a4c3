"""`paddock solve`: compute the exact value of a game."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import rich_click as click

from paddock.cli.command_classes import PaddockCommand
from paddock.cli.commands.board import drawing_option
from paddock.cli.shared_options import (
    core_count,
    fewest_players,
    game_argument,
    game_options,
    json_option,
    one_of,
    parse_options,
    threads_option,
)
from paddock.engine.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console

    from paddock.engine.game import Game
    from paddock.engine.solver.protocols import Problem, Solution
    from paddock.engine.types import Move
    from paddock.match.match_state import MatchState

SHOWN_ROLLS = 6
"""First rolls whose best decision is shown, spread evenly over all rolls."""


@click.command(cls=PaddockCommand, examples=["paddock solve", "paddock solve mmm --board hard"])
@game_argument(required=False, default="the game that can be solved")
@game_options
@click.option("--board", "board", metavar="BOARD", help="The board: a shipped name, a TOML file or drawn rows.")
@threads_option
@click.option("--force", is_flag=True, help="Solve again, even if a solution is stored.")
@json_option
def solve(
    game_id: str | None, pairs: tuple[str, ...], board: str | None, threads: int | None, force: bool, as_json: bool
) -> None:
    """Compute the best play of a game and its exact win probability."""
    from paddock.cli.console import new_console
    from paddock.match.match_state import MatchState

    game = solvable_game(game_id)
    options = parse_options(pairs)
    if board is not None:
        option = drawing_option(game)
        if option.name in options:
            raise BadOption(f"the {option.name} is given twice; use --board or --option, not both")
        options[option.name] = board
    match = MatchState(game, fewest_players(game), options)
    assert game.solver is not None
    problem = game.solver(match.options)
    started = time.perf_counter()
    stored = None if force else problem.known()
    solution = stored or solve_with_progress(game, problem, threads or core_count(), new_console(stderr=True))
    seconds = time.perf_counter() - started
    if as_json:
        print(json.dumps(solution_json(match, problem, solution, seconds, stored is not None), ensure_ascii=False))
    else:
        print_solution(match, problem, solution, seconds, stored is not None)


def solvable_game(game_id: str | None) -> Game:
    """Return this game, or the first game that can be solved. Raise `BadOption` if this game cannot be solved."""
    from paddock.games import games, load_game

    solvable = [game for game in games() if game.solver is not None]
    game = solvable[0] if game_id is None else load_game(game_id)
    if game.solver is None:
        names = one_of([each.id for each in solvable])
        raise BadOption(f"{game.facts.title} cannot be solved: it has too many positions; solve {names} instead")
    return game


def solve_with_progress(game: Game, problem: Problem, threads: int, console: Console) -> Solution:
    """Print the size of the problem, then solve it."""
    from paddock.cli.progress_bar import progress_bar

    size = f"{problem.positions:,} positions, {problem.bytes / 1e6:,.0f} MB of memory"
    console.print(f"Solving {game.facts.title}: {size} ...", markup=False)
    with progress_bar(game.facts.title, problem.positions, console) as progress:
        return problem.solve(threads, progress)


def solution_json(
    match: MatchState, problem: Problem, solution: Solution, seconds: float, stored: bool
) -> dict[str, object]:
    from paddock.engine.options import Drawing

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
        "solved_before": stored,
    }


def print_solution(match: MatchState, problem: Problem, solution: Solution, seconds: float, stored: bool) -> None:
    """Print the win probability and the best decisions after some first rolls."""
    from paddock.cli.console import new_console

    console = new_console()
    console.print(f"{match.game.facts.credit}.")
    console.print(f"Best play wins with probability {solution.win_probability:.6f}.")
    size = f"{problem.positions:,} positions, {problem.bytes / 1e6:,.0f} MB"
    console.print(f"{size}, {'read from storage' if stored else 'solved'} in {seconds:.1f} s.")
    console.print("\nThe best first decisions, and the win probability after each:")
    for sentence in first_decisions(match, solution):
        console.print(sentence, markup=False)


def first_decisions(match: MatchState, solution: Solution) -> Iterator[str]:
    """Yield the best decisions after some first rolls. A game that starts without a roll yields one line."""
    from paddock.engine.types import CHANCE

    rolls: Sequence[Move | None] = match.legal_moves() if match.turn == CHANCE else [None]
    for roll in rolls[:: max(1, len(rolls) // SHOWN_ROLLS)]:
        match.rewind(0)
        if roll is not None:
            match.play_move(roll)
        value = solution.value(match.state)
        while match.turn >= 0:
            match.play_move(solution.best(match.state))
        yield f"  {value:.4f}  {' '.join(match.narrate(['The roller'] * match.players))}"
    match.rewind(0)
