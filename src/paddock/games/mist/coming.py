"""The round that is coming, by means: where everybody is likely to walk, and what is left for those who come later.

For judging many positions quickly. Players are thought to throw until one of their best faces lies, as many of them as
pays best; which sets of dice to stop on is not followed further, unlike in `greed.py`. Numbers refer to RULES.md.
"""

from typing import Final, TypeAlias

import numpy as np

from paddock.games.mist.data import FACES, MOST_PLACES, MOST_SEATS
from paddock.games.mist.greed import Six
from paddock.games.mist.rules import landing, taker, worth
from paddock.rules.compiler import compiled
from paddock.rules.kinds import State
from paddock.rules.tuples import replaced

Faces: TypeAlias = tuple[float, float, float, float, float, float]
"""A number for each face of a die, from 1 on."""

NO_FACES: Final[Faces] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
ALL_STAY: Final[tuple[float, ...]] = (1.0,) * MOST_PLACES
NO_POINTS: Final[tuple[float, ...]] = (0.0,) * MOST_SEATS


def chance_to_walk(dice: int, good: int) -> float:
    """The chance to walk by a certain one of so many good faces, if any other is thrown on from.

    >>> [round(chance_to_walk(5, good), 3) for good in (1, 2, 6)]
    [0.46, 0.355, 0.167]
    """
    chance, still_throwing = 0.0, 1.0
    for thrown in range(dice):
        chance += still_throwing / FACES
        still_throwing *= max(FACES - good - thrown, 0) / FACES  # 2.3 a new face, and none of the good ones
    return chance


CHANCE_TO_WALK: Final = np.array(
    [[chance_to_walk(dice, max(good, 1)) for good in range(FACES + 1)] for dice in range(FACES + 2)]
)
"""By the dice that may be thrown, and the number of good faces."""


@compiled
def rank(gains: Faces, face: int) -> int:
    """How many faces bring more; of equals, the lower first."""
    place = 0
    for other in range(FACES):
        place += (gains[other] > gains[face]) | ((gains[other] == gains[face]) & (other < face))
    return place


@compiled
def likely_walk(gains: Faces, dice: int) -> tuple[float, Faces]:
    """What a turn brings on the whole, and how likely it ends with each face."""
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
def places_before(s: State, walker: int) -> Six:
    """Where a walk by each face leads."""
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
    """Who takes the card there when so many others have walked: who stands there now and is one of them has left."""
    found = taker(s, walker, at)
    return walker if (found - s.active + s.seats) % s.seats < before else found


@compiled
def gain_then(s: State, walker: int, at: int, before: int, stays: float) -> float:
    """The same gain as `greed.gain`, by the chance that the card is still there; else another goes to who took it."""
    found = receiver(s, walker, at, before)
    points = worth(s, found, s.owner[at], s.value[at])
    gain = points * (int(s.seats) - 1) if found == walker else -points
    return stays * gain - (1.0 - stays) * mean_unseen(s, walker)


@compiled
def mean_unseen(s: State, seat: int) -> float:
    """The mean of the cards of this seat's animal that nobody has seen yet."""
    cards = total = 0
    for kind in range(s.kinds):
        cards += int(s.stock[seat, kind])
        total += int(s.stock[seat, kind]) * int(s.values[kind])
    return total / max(cards, 1)


@compiled
def look_at_round(s: State, seat: int) -> tuple[tuple[float, ...], Faces, float, Faces, float, float]:
    """Everybody's turn to come, one after the other.

    Returns the points that each seat may expect after it; of this seat what each face brings then, the mean of its
    turn and how likely each face is; and how many walk to its place, before its turn and after it.
    """
    stays, expected = ALL_STAY, NO_POINTS
    for other in range(s.seats):
        expected = replaced(expected, other, float(s.points[other]))
    own, own_mean, own_chances = NO_FACES, 0.0, NO_FACES
    visits_before = visits_after = 0.0
    met = False
    for before in range(min(int(s.seats), int(s.last_turn) - int(s.turns) + 1)):
        walker = (int(s.active) + before) % int(s.seats)
        places = places_before(s, walker)
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
    """What a turn would bring on the whole if this figure stood at another place and all else were as it is now.

    Gaps, which only come in the very last round, are counted like cards here.
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
