"""Construction of bot memories: the record type of a game, its trained weights and the play styles of the seats."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from paddock.bots.algorithms.move_choice import decide
from paddock.bots.algorithms.registry import ALGORITHMS
from paddock.bots.algorithms.value_network import learned_weights, load_weights
from paddock.bots.levels import PlayStyle
from paddock.engine.game import Game
from paddock.engine.types import Positions, Seat, new_positions
from paddock.engine.verbs import register


@cache
def memory_type(game: Game) -> np.dtype[Any]:
    """Return the record type of this game's bot memories, registered with its algorithm."""
    algorithm = ALGORITHMS[game.algorithm]
    record = algorithm.record(game)
    register(
        record,
        evaluate_moves=algorithm.evaluate_moves,
        decide=decide,
        value_estimate=algorithm.value_estimate,
        value_after_turn=algorithm.value_after_turn,
    )
    return record


def new_memory(game: Game, players: int, play_styles: Sequence[PlayStyle]) -> Positions:
    """Return a bot memory with the game's trained weights that plays all seats in these styles."""
    memory = new_positions(memory_type(game))
    one = memory[0]
    one.players, one.together = players, game.facts.together
    for seat, play_style in enumerate(play_styles):
        set_play_style(memory, Seat(seat), play_style)
    load_weights(memory, learned_weights(game))
    ALGORITHMS[game.algorithm].prepare(memory, game)
    return memory


def set_play_style(memory: Positions, seat: Seat, play_style: PlayStyle) -> None:
    """Change the play style of one seat."""
    one = memory[0]
    one.policy[seat], one.random_move_chance[seat] = play_style.policy, play_style.random_move_chance
    one.temperature[seat], one.boldness[seat] = play_style.temperature, play_style.boldness
    one.iterations[seat] = play_style.iterations
