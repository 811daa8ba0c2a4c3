"""Compile the rules of a game before somebody waits for them, and say so when it takes a while."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import llvmlite.binding
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from paddock.bots import LEVELS
from paddock.bots.player import ask
from paddock.match.match import Match
from paddock.match.simulation import simulate
from paddock.rules.chance import outcome, streams
from paddock.rules.compiler import CACHE, COMPILING
from paddock.rules.game import Game
from paddock.rules.kernels import chance_step, step
from paddock.rules.kinds import CHANCE, Seat
from paddock.rules.verbs import observe

MOST_EVENTS = 2000
"""Longer, and a trial match has compiled all that it will."""


def compile_ahead(game: Game, out: Console, *, simulations: bool = False) -> None:
    """Make all native code that a table needs, and with `simulations` what whole games in kernels need as well."""
    stages = {"table": table_steps(game)}
    if simulations:
        stages["simulations"] = simulation_steps(game)
    for stage, steps in stages.items():
        mark = CACHE / f"{game.id}-{stage}-{llvmlite.binding.get_host_cpu_name()}.done"
        if COMPILING and not mark.exists():
            run(steps, f"Compiling the rules of {game.facts.title} for this machine, once ({stage})", out)
            leave(mark)


def run(steps: list[Callable[[], object]], title: str, out: Console) -> None:
    """Take the steps with a bar on a terminal, after a plain line elsewhere."""
    if not out.is_terminal or out.is_dumb_terminal:
        out.print(f"{title} ...", markup=False)
    columns = (SpinnerColumn("line"), TextColumn("{task.description}"), BarColumn(20), TimeElapsedColumn())
    quiet = not out.is_terminal or out.is_dumb_terminal
    with Progress(*columns, console=out, transient=True, disable=quiet) as progress:
        for take in progress.track(steps, description=title):
            take()


def leave(mark: Path) -> None:
    """Remember that this is done; where nothing can be written, the next time compiles again."""
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        return


def table_steps(game: Game) -> list[Callable[[], object]]:
    """Verb by verb on one table, then a trial match for all that is left."""
    match = Match(game, game.facts.players[0], attended=False)
    return [
        lambda: match.turn,
        match.legal,
        lambda: match.chances() if match.turn == CHANCE else None,
        lambda: match.push(match.legal()[0]),
        lambda: trial(match),
        match.payoff,
        match.scores,
    ]


def trial(match: Match) -> None:
    """A match of bots among themselves in which everything is drawn, asked and told as at a real table."""
    game, bot = match.game, next(iter(LEVELS.values()))
    names = [f"seat {seat + 1}" for seat in range(match.players)]
    listed, heavy = np.zeros(game.most_moves, np.int16), np.zeros(game.most_moves, np.int32)
    for rng in events_streams():
        if match.over:
            break
        if match.turn == CHANCE:
            listed[: len(match.legal())] = match.legal()
            match.push(outcome(match.state, rng, listed, heavy))  # type: ignore[arg-type]
        else:
            game.speech.question(match.state)
            game.speech.draw(match.view(Seat(match.turn)), names)
            for move in match.legal():
                game.speech.label(match.state, move)
            match.push(ask(bot, match, rng))
    match.story(names)
    if match.over:
        game.speech.closing(match.state, names)


def events_streams() -> Iterator[np.ndarray[tuple[int], np.dtype[np.uint64]]]:
    for event in range(MOST_EVENTS):
        yield np.ascontiguousarray(streams(0, event, 1)[0])


def simulation_steps(game: Game) -> list[Callable[[], object]]:
    """Whole games, single steps and observations, as simulations and environments use them."""
    players = game.facts.players[0]
    match = Match(game, players, attended=False)
    rng = np.ascontiguousarray(streams(0, 0, 1)[0])
    listed, heavy = np.zeros(game.most_moves, np.int16), np.zeros(game.most_moves, np.int32)

    def single_steps() -> None:
        listed[: len(match.legal())] = match.legal()
        if match.turn == CHANCE:
            chance_step(match.table, rng, listed, heavy)
        else:
            step(match.table, match.legal()[0], listed)

    return [
        lambda: simulate(game, players, {}, games=1),
        lambda: simulate(game, players, {}, games=1, records=io.BytesIO()),
        single_steps,
        lambda: observe(match.state, Seat(0), np.zeros(game.observation_size, np.float32)),
    ]
