"""The pairings of an arena and the tables that each of them needs."""

from dataclasses import dataclass
from typing import TypeAlias

Pairing: TypeAlias = tuple[int, int]
"""Guest and host, as numbers of entrants. If all seats win together, both are the same."""


def seatings(players: int, guest: int, host: int) -> list[tuple[int, ...]]:
    """Return the tables with the guest at each seat in turn.

    >>> seatings(3, 0, 1)
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    return [tuple(guest if seat == at else host for seat in range(players)) for at in range(players)]


@dataclass(frozen=True, slots=True)
class Matchup:
    """The tables of a pairing, played with the same dice, and the seat of each table that counts for a cell."""

    tables: tuple[tuple[int, ...], ...]
    seats: dict[Pairing, tuple[int, ...]]


def matchup_of(players: int, pairing: Pairing, *, together: bool) -> Matchup:
    """Return the tables of a pairing. With two players the same games count for both cells.

    >>> matchup_of(2, (0, 1), together=False).seats
    {(0, 1): (0, 1), (1, 0): (1, 0)}
    >>> matchup_of(4, (0, 0), together=True)
    Matchup(tables=((0, 0, 0, 0),), seats={(0, 0): (0,)})
    """
    guest, host = pairing
    if together:
        return Matchup(((guest,) * players,), {(guest, guest): (0,)})
    tables = tuple(seatings(players, guest, host))
    seats = {(guest, host): tuple(range(players))}
    if players == 2:
        seats[host, guest] = (1, 0)
    return Matchup(tables, seats)


def all_pairings(players: int, bots: int, *, together: bool) -> list[Pairing]:
    """Return all pairings of bots; with two players, each pair of bots once.

    >>> all_pairings(2, 3, together=False)
    [(0, 1), (0, 2), (1, 2)]
    >>> all_pairings(4, 2, together=False)
    [(0, 1), (1, 0)]
    """
    if together:
        return [(one, one) for one in range(bots)]
    pairs = [(guest, host) for guest in range(bots) for host in range(bots) if guest != host]
    return [pair for pair in pairs if players > 2 or pair[0] < pair[1]]
