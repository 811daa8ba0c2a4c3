"""OpenSpiel's tree searches as bots of ours: MCTS where everything lies open, IS-MCTS where seats have secrets.

Both are OpenSpiel's Python implementations, as they are; only the random games at their leaves run in our kernels.
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot

from paddock.bots.entrants import Entrant
from paddock.bots.player import Question
from paddock.envs.openspiel import Sitting, load, register, trail_from
from paddock.rules.chance import word
from paddock.rules.game import Game
from paddock.rules.kernels import batch
from paddock.rules.kinds import CHANCE, Move, Numbers, Rng, new_table
from paddock.rules.options import Value
from paddock.rules.players import uniform_players
from paddock.rules.refusals import BadOption

EXPLORATION: Final = 1.0
"""Of payoffs from 0 to 1."""


class Leaves:
    """What OpenSpiel calls an evaluator: a position is worth what one random game from it pays."""

    def __init__(self, game: Game, players: int, rng: Rng) -> None:
        self.players, self.work, self.rng = uniform_players(), new_table(game.state), rng.reshape(1, 2)
        self.listed, self.heavy = np.zeros(game.most_moves, np.int16), np.zeros(game.most_moves, np.int32)
        self.payoffs, self.scores = np.zeros((1, players)), np.zeros((1, players))
        self.steps = np.zeros(1, np.int64)

    def evaluate(self, state: Sitting) -> Numbers:
        results = self.payoffs, self.scores, self.steps
        batch(self.players, state.table, self.work, self.rng, self.listed, self.heavy, *results)
        paid: Numbers = self.payoffs[0].copy()
        return paid

    def prior(self, state: Sitting) -> list[tuple[int, float]]:
        if state.current_player() == CHANCE:
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


@lru_cache(maxsize=64)
def loaded(game: Game, players: int, agreed: tuple[tuple[str, Value], ...]) -> Any:
    register(game)
    return load(game, players, **dict(agreed))


def search_of(asked: Question, simulations: int, rng: Rng) -> Any:
    """A search of OpenSpiel's for the game in question."""
    theirs = loaded(asked.game, asked.players, tuple(asked.options.items()))
    leaves = Leaves(asked.game, asked.players, rng)
    whims = np.random.RandomState(int(word(rng)))
    if asked.game.facts.hidden:
        return theirs, ISMCTSBot(theirs, leaves, EXPLORATION, simulations, random_state=whims)
    return theirs, MCTSBot(theirs, EXPLORATION, simulations, leaves, solve=False, random_state=whims)


def openspiel_entrant(simulations: int) -> Entrant:
    """A bot that searches with so many simulations for every choice."""
    if simulations < 1:
        raise BadOption(f"OpenSpiel needs at least one simulation for a choice, not {simulations}")

    def decided(asked: Question, rng: Rng) -> Move:
        if len(asked.legal) == 1:
            return asked.legal[0]
        theirs, search = search_of(asked, simulations, rng)
        state = theirs.new_initial_state()
        state.trail = trail_from(asked.game, asked.players, asked.table)
        return Move(int(search.step(state)))

    return Entrant(f"openspiel:{simulations}", decided)
