"""The algorithms that a game package can choose from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from paddock.bots.algorithms.expectimax import expectimax, expectimax_after_turn, expectimax_memory, expectimax_value
from paddock.bots.algorithms.move_choice import no_value_after_turn, no_value_estimate
from paddock.bots.algorithms.plan_search import plan_search, plan_search_memory, prepare
from paddock.bots.algorithms.turn_enumeration import enumerate_turn, enumeration_after_turn, turn_enumeration_memory
from paddock.bots.algorithms.value_estimates import settled_value, value_by_moves
from paddock.engine.game import Game
from paddock.engine.types import Positions


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
