"""The chance of a majority in Life is Life, from the places where hidden cards may lie.

A seat knows the number of hidden cards of each animal and of each rival, and all places are equally likely. A trade
moves only visible cards, so the places stay the same. Later moves of rivals, and conclusions from a rival that does
not declare (3.1), are ignored. Numbers refer to RULES.md.
"""

from math import comb
from typing import Final, TypeAlias

import numpy as np

from paddock.engine.compilation.decorators import compiled
from paddock.engine.types import State
from paddock.games.life.data import ALL_CARDS, CARDS, SPECIES

Places: TypeAlias = tuple[int, int, int, int, int]
"""Numbers of hidden cards: of each rival from the left neighbour on (0 without a rival), and put aside (1.5)."""

BINOMIALS: Final = np.array([[comb(n, k) for k in range(max(CARDS) + 1)] for n in range(ALL_CARDS + 1)], np.float64)
"""n, k -> the number of sets of k places among n."""


@compiled
def not_located(s: State, seat: int, animal: int) -> int:
    """Return the number of cards of an animal that a seat, or a spectator (-1), cannot locate."""
    left = CARDS[animal] - s.given[animal]
    for row in range(s.rows):
        left -= s.row[row, animal]
    for other in range(s.seats):
        left -= s.known[other, animal]
    if seat >= 0:  # its own hand instead of its publicly known cards
        left += s.known[seat, animal] - s.hand[seat, animal]
    return left  # type: ignore[no-any-return]


@compiled
def places_for(s: State, seat: int) -> Places:
    """Return the numbers of hidden cards from the view of this seat."""
    return (hidden(s, seat, 1), hidden(s, seat, 2), hidden(s, seat, 3), hidden(s, seat, 4), put_aside(s))


@compiled
def hidden(s: State, seat: int, away: int) -> int:
    """2.8 Return the number of unseen cards in the hand `away` seats to the left of this seat."""
    if away >= s.seats:
        return 0
    rival = (seat + away) % s.seats
    cards = int(s.held[rival])
    for animal in range(SPECIES):
        cards -= s.known[rival, animal]
    return cards


@compiled
def put_aside(s: State) -> int:
    """1.5 Return the number of cards in no hand and no row."""
    cards = ALL_CARDS - int(s.players_left) * int(s.hand_size)
    for row in range(s.rows):
        cards -= s.row_size[row]
    return cards


@compiled
def expected(s: State, seat: int, places: Places, animal: int, cards: int, points: int) -> float:
    """4.2 to 4.4 Return these points times the chance that `cards` cards of an animal are the majority."""
    if cards < (2 if s.players_left == 2 else 1):
        return 0.0
    left = not_located(s, seat, animal)
    all_ways = BINOMIALS[places[0] + places[1] + places[2] + places[3] + places[4], left]
    return points * ways_with_fewer(s, seat, places, animal, cards, left) / all_ways  # type: ignore[no-any-return]


@compiled
def ways_with_fewer(s: State, seat: int, places: Places, animal: int, cards: int, left: int) -> float:
    """Return the number of ways to place the `left` hidden cards so that every rival has fewer than `cards`."""
    first = min(places[0], cards - 1 - known(s, seat, 1, animal))
    second = min(places[1], cards - 1 - known(s, seat, 2, animal))
    third = min(places[2], cards - 1 - known(s, seat, 3, animal))
    fourth = min(places[3], cards - 1 - known(s, seat, 4, animal))
    ways = 0.0
    if min(first, second, third, fourth) < 0:
        return ways
    for i in range(min(first, left) + 1):
        for j in range(min(second, left - i) + 1):
            two = BINOMIALS[places[0], i] * BINOMIALS[places[1], j]
            for k in range(min(third, left - i - j) + 1):
                three = two * BINOMIALS[places[2], k]
                rest = left - i - j - k
                for m in range(min(fourth, rest) + 1):
                    ways += three * BINOMIALS[places[3], m] * BINOMIALS[places[4], rest - m]
    return ways


@compiled
def known(s: State, seat: int, away: int, animal: int) -> int:
    """2.8 Return the publicly known cards of an animal in the hand `away` seats to the left of this seat."""
    return s.known[(seat + away) % s.seats, animal] if away < s.seats else 0
