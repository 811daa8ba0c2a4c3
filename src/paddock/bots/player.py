"""How a bot is asked for a move."""

from typing import Protocol

import numpy as np

from paddock.match.match import Match
from paddock.rules.kinds import Move, Rng, Seat, Table
from paddock.rules.verbs import imagine


class Bot(Protocol):
    """Chooses one of the legal moves of the seat whose turn it is."""

    def __call__(self, table: Table, seat: Seat, legal: list[Move], rng: Rng) -> Move: ...


def ask(bot: Bot, match: Match, rng: Rng) -> Move:
    """A bot's move in this match. It gets an imagined position: the secrets of others never reach it."""
    seat = Seat(match.turn)
    imagined = match.table.copy()
    imagine(imagined[0], seat, rng)
    return bot(imagined, seat, match.legal(), rng)


def private_stream(seed: int) -> Rng:
    """A stream of random numbers for a bot at a table, apart from the table's dice."""
    from paddock.rules.chance import streams

    return np.ascontiguousarray(streams(seed, 0, 1)[0])
