"""Who sits at a simulated table. Players are a record, so kernels choose by its type how they decide."""

from typing import Final

import numpy as np

from paddock.rules.chance import below
from paddock.rules.compiler import compiled
from paddock.rules.kinds import Moves, Rng, State, Table, new_table
from paddock.rules.verbs import dispatched, moves, register


@dispatched
def decide(players: State, s: State, rng: Rng, listed: Moves) -> int:  # type: ignore[empty-body]
    """The move of the seat whose turn it is, as these players play."""


UNIFORM: Final = np.dtype([("uniform", "i1")])
"""Players who play any legal move, each as likely as the others."""


@compiled
def any_move(players: State, s: State, rng: Rng, listed: Moves) -> int:
    return listed[below(rng, moves(s, listed))]  # type: ignore[no-any-return]


register(UNIFORM, decide=any_move)


def uniform_players() -> Table:
    return new_table(UNIFORM)
