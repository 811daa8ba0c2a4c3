"""Expected values of the next round: the likely walk of each player, and the cards left for later players.

It is a fast approximation for the features. Each player throws until one of its best faces comes, with the number of
best faces that has the highest mean. Unlike `greedy.py`, it does not search sets of dice. Numbers refer to RULES.md.
"""

from typing import Final, TypeAlias

import numpy as np

from paddock.engine.compilation.decorators import compiled
from paddock.engine.compilation.tuple_replace import replaced
from paddock.engine.types import State
from paddock.games.mist.bot.greedy import Six
from paddock.games.mist.data import FACES, MOST_PLACES, MOST_SEATS
from paddock.games.mist.rules import landing, taker, worth

Faces: TypeAlias = tuple[float, float, float, float, float, float]
"""A number for each face of a die, from 1 on."""

NO_FACES: Final[Faces] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
ALL_STAY: Final[tuple[float, ...]] = (1.0,) * MOST_PLACES
NO_POINTS: Final[tuple[float, ...]] = (0.0,) * MOST_SEATS


def chance_to_walk(dice: int, good: int) -> float:
    """Return the chance to walk by one particular face of `good` faces, if the player throws on after any other.

    >>> [round(chance_to_walk(5, good), 3) for good in (1, 2, 6)]
    [0.46, 0.355, 0.167]
    """
    chance, still_throwing = 0.0, 1.0
    for thrown in range(dice):
        chance += still_throwing / FACES
        still_throwing *= max(FACES - good - thrown, 0) / FACES  # 2.3 a new face that is not good
    return chance


CHANCE_TO_WALK: Final = np.array(
    [[chance_to_walk(dice, max(good, 1)) for good in range(FACES + 1)] for dice in range(FACES + 2)]
)
"""Dice that may be thrown, number of good faces -> the chance to walk by one of them."""


@compiled
def rank(gains: Faces, face: int) -> int:
    """Return the rank of a face by its gain, from 0; of equal gains the lower face comes first."""
    place = 0
    for other in range(FACES):
        place += (gains[other] > gains[face]) | ((gains[other] == gains[face]) & (other < face))
    return place


@compiled
def likely_walk(gains: Faces, dice: int) -> tuple[float, Faces]:
    """Return the mean gain of a turn, and the chance that it ends with each face."""
    ordered: tuple[float, ...] = NO_FACES
    for face in range(FACES):
        ordered = replaced(ordered, rank(gains, face), gains[face])
    others = gains[0] + gains[1] + gains[2] + gains[3] + gains[4] + gains[5]
    most, best, good, bad = -np.inf, 0.0, 0.0, 0.0
    lowest = ordered[0]
    for many in range(1, FACES + 1):
        best += ordered[many - 1]
        others -= ordered[many - 1]
        each = CHANCE_TO_WALK[dice, many]
        rest = (1.0 - many * each) / (FACES - many) if many < FACES else 0.0
        mean = each * best + rest * others
        if mean > most:
            most, good, bad, lowest = mean, each, rest, ordered[many - 1]
    return most, (
        good if gains[0] >= lowest else bad,
        good if gains[1] >= lowest else bad,
        good if gains[2] >= lowest else bad,
        good if gains[3] >= lowest else bad,
        good if gains[4] >= lowest else bad,
        good if gains[5] >= lowest else bad,
    )


@compiled
def places_ahead(s: State, walker: int) -> Six:
    """Return the place that a walk by each face leads to."""
    return (
        landing(s, walker, 1),
        landing(s, walker, 2),
        landing(s, walker, 3),
        landing(s, walker, 4),
        landing(s, walker, 5),
        landing(s, walker, 6),
    )


@compiled
def receiver(s: State, walker: int, at: int, before: int) -> int:
    """Return the seat that takes the card after `before` other players have walked and left their places."""
    found = taker(s, walker, at)
    return walker if (found - s.active + s.seats) % s.seats < before else found


@compiled
def gain_then(s: State, walker: int, at: int, before: int, stays: float) -> float:
    """Return the gain of `greedy.gain` times the chance that the card stays, less an unseen card for the rival."""
    found = receiver(s, walker, at, before)
    points = worth(s, found, s.owner[at], s.value[at])
    gain = points * (int(s.seats) - 1) if found == walker else -points
    return stays * gain - (1.0 - stays) * mean_unseen(s, walker)


@compiled
def mean_unseen(s: State, seat: int) -> float:
    """Return the mean value of the unseen cards of this seat's animal."""
    cards = total = 0
    for kind in range(s.kinds):
        cards += int(s.stock[seat, kind])
        total += int(s.stock[seat, kind]) * int(s.values[kind])
    return total / max(cards, 1)


@compiled
def look_at_round(s: State, seat: int) -> tuple[tuple[float, ...], Faces, float, Faces, float, float]:
    """Follow the next turn of each player in order.

    Return the expected points of each seat after the round; for this seat the gain of each face, the mean gain of its
    turn and the chance of each face; and the expected visits to its place before and after its turn.
    """
    stays, expected = ALL_STAY, NO_POINTS
    for other in range(s.seats):
        expected = replaced(expected, other, float(s.points[other]))
    own, own_mean, own_chances = NO_FACES, 0.0, NO_FACES
    visits_before = visits_after = 0.0
    met = False
    for before in range(min(int(s.seats), int(s.last_turn) - int(s.turns) + 1)):
        walker = (int(s.active) + before) % int(s.seats)
        places = places_ahead(s, walker)
        gains = (
            gain_then(s, walker, places[0], before, stays[places[0]]),
            gain_then(s, walker, places[1], before, stays[places[1]]),
            gain_then(s, walker, places[2], before, stays[places[2]]),
            gain_then(s, walker, places[3], before, stays[places[3]]),
            gain_then(s, walker, places[4], before, stays[places[4]]),
            gain_then(s, walker, places[5], before, stays[places[5]]),
        )
        mean, chances = likely_walk(gains, int(s.dice))
        if walker == seat:
            own, own_mean, own_chances, met = gains, mean, chances, True
        for face in range(FACES):
            at, chance = places[face], chances[face]
            found = receiver(s, walker, at, before)
            points = worth(s, found, s.owner[at], s.value[at])
            expected = replaced(expected, found, expected[found] + chance * stays[at] * points)
            stays = replaced(stays, at, stays[at] * (1.0 - chance))
            if at == s.place[seat]:
                visits_before += 0.0 if met else chance
                visits_after += chance if met else 0.0
    return expected, own, own_mean, own_chances, visits_before, visits_after


@compiled
def mean_from(s: State, seat: int, at: int) -> float:
    """Return the mean gain of a turn if this figure stood at another place and nothing else changed.

    Gaps exist only in the last round and are counted like cards here.
    """
    gains = (
        gain_then(s, seat, (at + 1) % int(s.places), 0, 1.0),
        gain_then(s, seat, (at + 2) % int(s.places), 0, 1.0),
        gain_then(s, seat, (at + 3) % int(s.places), 0, 1.0),
        gain_then(s, seat, (at + 4) % int(s.places), 0, 1.0),
        gain_then(s, seat, (at + 5) % int(s.places), 0, 1.0),
        gain_then(s, seat, (at + 6) % int(s.places), 0, 1.0),
    )
    return likely_walk(gains, int(s.dice))[0]
