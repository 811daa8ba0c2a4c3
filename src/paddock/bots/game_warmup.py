"""Compile a game ahead: `python -m paddock.bots.game_warmup GAME STAGE`.

Each stage calls the functions that it is named for. Numba compiles them at their first call and caches the result.
"""

import argparse
import io
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from paddock.bots.analysis import Valuer
from paddock.bots.bot import ask, bot
from paddock.bots.coach import advise
from paddock.bots.compile_stages import stage_mark, write_mark
from paddock.engine.game import Game
from paddock.engine.playouts import chance_step, step
from paddock.engine.rng import draw_outcome, stream
from paddock.engine.types import CHANCE, Move, Seat
from paddock.engine.verbs import observe
from paddock.games import load_game
from paddock.match.match_state import MatchState
from paddock.match.simulation import simulate

Steps: TypeAlias = list[Callable[[], object]]

MOST_EVENTS: Final = 2000
"""Length at which a trial match ends. More events compile nothing new."""


def table_steps(game: Game) -> Steps:
    """Return the steps that compile a table: each verb once, then a trial match of bots that do not search."""
    match = MatchState(game, game.facts.players[0], attended=False)
    return [
        lambda: match.turn,
        match.legal_moves,
        lambda: match.outcomes()[1] if match.turn == CHANCE else None,
        lambda: match.play_move(match.legal_moves()[0]),
        lambda: play_trial_match(match, "uniform", "greedy"),
        match.payoff,
        match.scores,
    ]


def bots_steps(game: Game) -> Steps:
    """Return the steps that compile searching bots, the coach and the analysis."""
    match = MatchState(game, game.facts.players[0], attended=False)
    trial = MatchState(game, game.facts.players[0], attended=False)
    return [
        lambda: play_to_first_decision(match),
        lambda: ask(bot("owl"), match, stream(0, 0)),
        lambda: advise(match, seconds=0),
        lambda: Valuer(match).win_chances(match.position),
        lambda: play_trial_match(trial, "hound", "greedy"),
    ]


def simulation_steps(game: Game) -> Steps:
    """Return the steps that compile whole games, single steps and observations."""
    players = game.facts.players[0]
    match = MatchState(game, players, attended=False)
    moves_buf, weights_buf = game.buffers()

    def single_step() -> None:
        legal = match.legal_moves()
        moves_buf[: len(legal)] = legal
        if match.turn == CHANCE:
            chance_step(match.position, stream(0, 0), moves_buf, weights_buf)
        step(match.position, match.legal_moves()[0], moves_buf)

    return [
        lambda: simulate(game, players, {}, games=1),
        lambda: simulate(game, players, {}, games=1, records=io.BytesIO()),
        single_step,
        lambda: observe(match.state, Seat(0), np.zeros(game.observation_size, np.float32)),
    ]


STAGES: Final[dict[str, Callable[[Game], Steps]]] = {
    "table": table_steps,
    "bots": bots_steps,
    "simulations": simulation_steps,
}


def play_to_first_decision(match: MatchState) -> None:
    while match.turn == CHANCE:
        match.play_move(match.legal_moves()[0])


def play_trial_match(match: MatchState, *levels: str) -> None:
    """Play a match between bots. Draw, ask and narrate everything that a real table needs."""
    narrator = match.game.narrator
    bots = [bot(level) for level in levels]
    names = [f"seat {seat + 1}" for seat in range(match.players)]
    moves_buf, weights_buf = np.zeros(match.game.most_moves, np.int16), np.zeros(match.game.most_moves, np.int32)
    for event in range(MOST_EVENTS):
        if match.over:
            break
        legal = match.legal_moves()
        if match.turn == CHANCE:
            moves_buf[: len(legal)] = legal
            match.play_move(Move(draw_outcome(match.state, stream(0, event), moves_buf, weights_buf)))
        else:
            s = match.plain
            narrator.question(s)
            narrator.draw(match.view(Seat(match.turn)), names)
            for move in legal:
                narrator.label(s, move)
            match.play_move(ask(bots[event % len(bots)], match, stream(0, event)))
    match.narrate(names)
    if match.over:
        narrator.closing(match.plain, names)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile one stage of a game for this machine.")
    parser.add_argument("game")
    parser.add_argument("stage", choices=STAGES)
    given = parser.parse_args()
    game = load_game(given.game)
    for run_step in STAGES[given.stage](game):
        run_step()
    write_mark(stage_mark(game, given.stage))


if __name__ == "__main__":
    main()
