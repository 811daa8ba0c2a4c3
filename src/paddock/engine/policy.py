"""The policy of the players in a simulated match: their record type selects the function that decides.

This file has the uniform policy. The bots add others.
"""

from typing import Final

import numpy as np

from paddock.engine.compilation.decorators import compiled
from paddock.engine.rng import below
from paddock.engine.types import Moves, Positions, Rng, State, new_positions
from paddock.engine.verbs import dispatched, moves, register


@dispatched
def decide(players: State, s: State, rng: Rng, moves_buf: Moves) -> int:  # type: ignore[empty-body]
    """Return the move of the seat whose turn it is, as these players decide."""


UNIFORM_PLAYERS: Final = np.dtype([("uniform", "i1")])
"""Players that play every legal move with equal probability."""


@compiled
def uniform_move(players: State, s: State, rng: Rng, moves_buf: Moves) -> int:
    return moves_buf[below(rng, moves(s, moves_buf))]  # type: ignore[no-any-return]


register(UNIFORM_PLAYERS, decide=uniform_move)


def uniform_players() -> Positions:
    return new_positions(UNIFORM_PLAYERS)
