"""Plays any legal move, each as likely as the others."""

from paddock.rules.chance import below
from paddock.rules.kinds import Move, Rng, Seat, Table


def uniform(table: Table, seat: Seat, legal: list[Move], rng: Rng) -> Move:
    return legal[below(rng, len(legal))]
