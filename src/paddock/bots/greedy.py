"""Looks exactly one turn ahead: the public yardstick. What a turn is worth, each room says in its `greed.py`."""

import numpy as np

from paddock.rules.kinds import Move, Rng, Seat, Table
from paddock.rules.verbs import greedy as best_of_this_turn

MOST_LISTED = 1024
"""More than any list of legal moves."""


def greedy(table: Table, seat: Seat, legal: list[Move], rng: Rng) -> Move:
    if len(legal) == 1:
        return legal[0]
    listed = np.zeros(MOST_LISTED, np.int16)
    return Move(int(best_of_this_turn(table[0], rng, listed)))
