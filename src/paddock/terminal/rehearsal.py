"""Everything a table does, done once among bots: whatever is not compiled yet is compiled on the way."""

import io
from collections.abc import Callable

import numpy as np

from paddock.bots.analysis import Valuer
from paddock.bots.coach import advise
from paddock.bots.player import ask, bot
from paddock.match.match import Match
from paddock.match.simulation import simulate
from paddock.rules.chance import outcome, streams
from paddock.rules.game import Game
from paddock.rules.kernels import chance_step, step
from paddock.rules.kinds import CHANCE, Move, Rng, Seat
from paddock.rules.verbs import observe

MOST_EVENTS = 2000
"""A longer trial match would bring nothing new."""


def stream(number: int) -> Rng:
    return np.ascontiguousarray(streams(0, number, 1)[0])


def table_steps(game: Game) -> list[Callable[[], object]]:
    """Verb by verb on one table, then a trial match for all that is left."""
    match = Match(game, game.facts.players[0], attended=False)
    return [
        lambda: match.turn,
        match.legal,
        lambda: match.chances() if match.turn == CHANCE else None,
        lambda: match.push(match.legal()[0]),
        lambda: trial(match, "uniform", "greedy"),
        match.payoff,
        match.scores,
    ]


def bots_steps(game: Game) -> list[Callable[[], object]]:
    """A match of those who think, the coach, and what an analysis asks."""
    match = Match(game, game.facts.players[0], attended=False)
    early = Match(game, game.facts.players[0], attended=False)
    return [
        lambda: begin(match),
        lambda: ask(bot("owl"), match, stream(0)),
        lambda: advise(match, seconds=0),
        lambda: Valuer(match).worth(match.table),
        lambda: trial(early, "hound", "greedy"),
    ]


def begin(match: Match) -> None:
    """Up to the first decision."""
    while match.turn == CHANCE:
        match.push(match.legal()[0])


def trial(match: Match, *names_of_levels: str) -> None:
    """A match of bots among themselves in which everything is drawn, asked and told as at a real table."""
    speech = match.game.speech
    levels = [bot(level) for level in names_of_levels]
    names = [f"seat {seat + 1}" for seat in range(match.players)]
    listed, heavy = np.zeros(match.game.most_moves, np.int16), np.zeros(match.game.most_moves, np.int32)
    for event in range(MOST_EVENTS):
        if match.over:
            break
        legal = match.legal()
        if match.turn == CHANCE:
            listed[: len(legal)] = legal
            match.push(Move(outcome(match.state, stream(event), listed, heavy)))
        else:
            s = match.plain
            speech.question(s)
            speech.draw(match.view(Seat(match.turn)), names)
            for move in legal:
                speech.label(s, move)
            match.push(ask(levels[event % len(levels)], match, stream(event)))
    match.story(names)
    if match.over:
        speech.closing(match.plain, names)


def simulation_steps(game: Game) -> list[Callable[[], object]]:
    """Whole games, single steps and observations, as simulations and environments use them."""
    players = game.facts.players[0]
    match = Match(game, players, attended=False)
    listed, heavy = np.zeros(game.most_moves, np.int16), np.zeros(game.most_moves, np.int32)

    def single_step() -> None:
        legal = match.legal()
        listed[: len(legal)] = legal
        if match.turn == CHANCE:
            chance_step(match.table, stream(0), listed, heavy)
        step(match.table, match.legal()[0], listed)

    def environment() -> None:
        from paddock.envs.batches import Batch

        Batch(game, 1, players, {}).observe(0, 0, np.zeros(game.observation_size, np.float32))

    return [
        lambda: simulate(game, players, {}, games=1),
        lambda: simulate(game, players, {}, games=1, records=io.BytesIO()),
        single_step,
        lambda: observe(match.state, Seat(0), np.zeros(game.observation_size, np.float32)),
        environment,
    ]


STAGES: dict[str, Callable[[Game], list[Callable[[], object]]]] = {
    "table": table_steps,
    "bots": bots_steps,
    "simulations": simulation_steps,
}
