"""Where hidden cards may lie in Life is Life: the chance of a majority as a count of places.

Of the hidden cards a seat knows how many there are of each animal and how many lie with each rival, and takes every
place for equally likely. A trade moves only cards in sight, so it leaves the places as they are. What rivals may do
afterwards is left out, and what their silence tells (3.1). Numbers refer to RULES.md.
"""

from math import comb
from typing import Final, TypeAlias

import numpy as np

from paddock.games.life.data import ALL_CARDS, CARDS, SPECIES
from paddock.rules.compiler import compiled
from paddock.rules.kinds import State

Places: TypeAlias = tuple[int, int, int, int, int]
"""Where hidden cards lie: with each rival, from the left neighbour on (0 where nobody sits), and aside (1.5)."""

WAYS: Final = np.array([[comb(n, k) for k in range(max(CARDS) + 1)] for n in range(ALL_CARDS + 1)], np.float64)
"""n, k -> how many sets of k places there are among n."""


@compiled
def not_located(s: State, seat: int, animal: int) -> int:
    """Cards of an animal that a seat, or somebody who only watches (-1), cannot place: all but those in sight."""
    left = CARDS[animal] - s.given[animal]
    for row in range(s.rows):
        left -= s.row[row, animal]
    for other in range(s.seats):
        left -= s.known[other, animal]
    if seat >= 0:  # its own hand in place of what the others know of it
        left += s.known[seat, animal] - s.hand[seat, animal]
    return left  # type: ignore[no-any-return]


@compiled
def places_for(s: State, seat: int) -> Places:
    return (hidden(s, seat, 1), hidden(s, seat, 2), hidden(s, seat, 3), hidden(s, seat, 4), put_aside(s))


@compiled
def hidden(s: State, seat: int, away: int) -> int:
    """2.8 Cards that nobody else has seen, in the hand so many seats to the left of this one."""
    if away >= s.seats:
        return 0
    rival = (seat + away) % s.seats
    cards = int(s.held[rival])
    for animal in range(SPECIES):
        cards -= s.known[rival, animal]
    return cards


@compiled
def put_aside(s: State) -> int:
    """1.5 Cards that are in no hand and no row."""
    cards = ALL_CARDS - int(s.players_left) * int(s.hand_size)
    for row in range(s.rows):
        cards -= s.row_size[row]
    return cards


@compiled
def expected(s: State, seat: int, places: Places, animal: int, cards: int, points: int) -> float:
    """4.2 to 4.4 These points, by the chance that with so many cards of an animal nobody else has as many."""
    if cards < (2 if s.players_left == 2 else 1):
        return 0.0
    left = not_located(s, seat, animal)
    all_ways = WAYS[places[0] + places[1] + places[2] + places[3] + places[4], left]
    return points * ways_with_fewer(s, seat, places, animal, cards, left) / all_ways  # type: ignore[no-any-return]


@compiled
def ways_with_fewer(s: State, seat: int, places: Places, animal: int, cards: int, left: int) -> float:
    """In how many ways the cards of an animal that are `left` can lie so that every rival has fewer than `cards`."""
    first = min(places[0], cards - 1 - known(s, seat, 1, animal))
    second = min(places[1], cards - 1 - known(s, seat, 2, animal))
    third = min(places[2], cards - 1 - known(s, seat, 3, animal))
    fourth = min(places[3], cards - 1 - known(s, seat, 4, animal))
    ways = 0.0
    if min(first, second, third, fourth) < 0:
        return ways
    for i in range(min(first, left) + 1):
        for j in range(min(second, left - i) + 1):
            two = WAYS[places[0], i] * WAYS[places[1], j]
            for k in range(min(third, left - i - j) + 1):
                three = two * WAYS[places[2], k]
                rest = left - i - j - k
                for m in range(min(fourth, rest) + 1):
                    ways += three * WAYS[places[3], m] * WAYS[places[4], rest - m]
    return ways


@compiled
def known(s: State, seat: int, away: int, animal: int) -> int:
    """2.8 Cards of an animal that everybody knows of, in the hand so many seats to the left of this one."""
    return s.known[(seat + away) % s.seats, animal] if away < s.seats else 0
