"""Bots that use the tree searches of OpenSpiel: MCTS, or IS-MCTS in games with hidden information.

Both are OpenSpiel's unchanged Python implementations. Only the random playouts at the leaves run in our kernels.
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot

from paddock.bots.arena.entrants import Entrant
from paddock.bots.bot import Question
from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.engine.options import OptionValue
from paddock.engine.playouts import batch
from paddock.engine.policy import uniform_players
from paddock.engine.rng import word
from paddock.engine.types import CHANCE, Move, Numbers, Rng, new_positions
from paddock.envs.openspiel import OpenSpielState, history_from, load, register

EXPLORATION: Final = 1.0
"""Exploration constant of UCT, for payoffs from 0 to 1."""


class RandomPlayoutEvaluator:
    """Evaluator of OpenSpiel: the value of a position is the payoff of one random playout."""

    def __init__(self, game: Game, players: int, rng: Rng) -> None:
        self.players, self.work, self.rng = uniform_players(), new_positions(game.state), rng.reshape(1, 2)
        self.moves_buf, self.weights_buf = game.buffers()
        self.payoffs, self.scores = np.zeros((1, players)), np.zeros((1, players))
        self.steps = np.zeros(1, np.int64)

    def evaluate(self, state: OpenSpielState) -> Numbers:
        results = self.payoffs, self.scores, self.steps
        batch(self.players, state.position, self.work, self.rng, self.moves_buf, self.weights_buf, *results)
        payoffs: Numbers = self.payoffs[0].copy()
        return payoffs

    def prior(self, state: OpenSpielState) -> list[tuple[int, float]]:
        if state.current_player() == CHANCE:
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


@lru_cache(maxsize=64)
def load_cached(game: Game, players: int, options: tuple[tuple[str, OptionValue], ...]) -> Any:
    register(game)
    return load(game, players, **dict(options))


def make_search(question: Question, simulations: int, rng: Rng) -> Any:
    """Return the game of OpenSpiel and a search for it."""
    game = load_cached(question.game, question.players, tuple(question.options.items()))
    evaluator = RandomPlayoutEvaluator(question.game, question.players, rng)
    random_state = np.random.RandomState(int(word(rng)))
    if question.game.facts.hidden:
        return game, ISMCTSBot(game, evaluator, EXPLORATION, simulations, random_state=random_state)
    return game, MCTSBot(game, EXPLORATION, simulations, evaluator, solve=False, random_state=random_state)


def openspiel_entrant(simulations: int) -> Entrant:
    """Return a bot that searches with this number of simulations per decision."""
    if simulations < 1:
        raise BadOption(f"--openspiel needs at least one simulation per decision, not {simulations}")

    def choose(asked: Question, rng: Rng) -> Move:
        if len(asked.legal) == 1:
            return asked.legal[0]
        game, search = make_search(asked, simulations, rng)
        state = game.new_initial_state()
        state.event_history = history_from(asked.game, asked.players, asked.position)
        return Move(int(search.step(state)))

    return Entrant(f"openspiel:{simulations}", choose)
