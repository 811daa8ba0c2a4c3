"""The algorithms that a game package can choose from, and new bot memories."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from paddock.bots.algorithms.expectimax import expectimax, expectimax_after_turn, expectimax_memory, expectimax_value
from paddock.bots.algorithms.move_choice import decide, no_value_after_turn, no_value_estimate
from paddock.bots.algorithms.plan_search import plan_search, plan_search_memory, prepare
from paddock.bots.algorithms.turn_enumeration import enumerate_turn, enumeration_after_turn, turn_enumeration_memory
from paddock.bots.algorithms.value_network import learned_weights, load_weights
from paddock.bots.arena.luck import settled_value, value_by_moves
from paddock.bots.levels import PlayStyle
from paddock.engine.game import Game
from paddock.engine.types import Positions, Seat, new_positions
from paddock.engine.verbs import register


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A search algorithm: its memory, its evaluation of moves and its estimates of positions."""

    record: Callable[[Game], np.dtype[Any]]
    evaluate_moves: Callable[..., int]
    value_estimate: Callable[..., bool] = no_value_estimate
    value_after_turn: Callable[..., bool] = no_value_after_turn
    prepare: Callable[[Positions, Game], None] = lambda memory, game: None
    """Called after the weights are loaded."""


ALGORITHMS: Final = {
    "expectimax": Algorithm(expectimax_memory, expectimax, expectimax_value, expectimax_after_turn),
    "turn_enumeration": Algorithm(turn_enumeration_memory, enumerate_turn, value_by_moves, enumeration_after_turn),
    "plan_search": Algorithm(plan_search_memory, plan_search, settled_value, prepare=prepare),
}
"""The algorithms by the name that a game package uses (`Game.algorithm`)."""


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
