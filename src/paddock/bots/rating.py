"""Ratings: one number for each bot, such that all results of an arena are most likely (Bradley and Terry).

A guest of strength a at a table of n - 1 hosts of strength b is expected to take a / (a + (n - 1) b) of the victories.
Strengths are told as Elo does: 400 points more are ten times the odds; the mean of all who took part is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from paddock.bots.certainty import CONFIDENT, Share
from paddock.rules.kinds import Numbers

POINTS: Final = 400 / log(10)
"""Of a rating, for odds e times as good."""
CLOSE: Final = 1e-9
MOST_ROUNDS: Final = 100
LARGEST_STEP: Final = 2.0


@dataclass(frozen=True, slots=True)
class Rating:
    """Points with their 95 % interval."""

    points: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Meeting:
    """What a guest took at a table of hosts, seed by seed."""

    guest: int
    host: int
    shares: Numbers


def rated(bots: int, seats: int, meetings: Sequence[Meeting]) -> list[Rating]:
    """The ratings under which these results are most likely.

    Each meeting counts one game more than was played, with a fair share, so that nobody is rated infinite.
    The error is that of independent seeds, each with all its games ("sandwich"), not of independent games.

    >>> even = Meeting(0, 1, np.array([0.5] * 100))
    >>> [round(rating.points) for rating in rated(2, 2, [even])]
    [0, 0]
    >>> ahead = Meeting(0, 1, np.array([1.0, 1.0, 1.0, 0.0] * 100))  # odds of 3 to 1
    >>> one, other = rated(2, 2, [ahead])
    >>> round(one.points - other.points)
    190
    >>> quarter = Meeting(0, 1, np.array([0.25] * 100))  # of four at the table
    >>> [round(abs(rating.points), 6) for rating in rated(2, 4, [quarter])]
    [0.0, 0.0]
    """
    who = np.zeros((len(meetings), bots))
    for row, meeting in zip(who, meetings, strict=True):
        row[meeting.guest], row[meeting.host] = 1.0, -1.0
    fair = 1 / seats
    counts = np.array([len(meeting.shares) + 1 for meeting in meetings], float)
    taken = np.array([meeting.shares.sum() + fair for meeting in meetings])
    strengths = np.zeros(bots)
    for _ in range(MOST_ROUNDS):
        expected = shares_of_guests(who @ strengths, seats)
        step = inverse(who, counts, expected) @ (who.T @ (taken - counts * expected))
        strengths += np.clip(step, -LARGEST_STEP, LARGEST_STEP)
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    expected = shares_of_guests(who @ strengths, seats)
    pulls = np.zeros((max((len(meeting.shares) for meeting in meetings), default=0), bots))
    for row, meeting, share in zip(who, meetings, expected, strict=True):
        pulls[: len(meeting.shares)] += np.outer(meeting.shares - share, row)
    added = (fair - expected)[:, None] * who
    bread = inverse(who, counts, expected)
    spread = bread @ (pulls.T @ pulls + added.T @ added) @ bread
    errors = CONFIDENT * np.sqrt(np.maximum(np.diag(spread), 0.0))
    return [
        Rating(POINTS * strength, POINTS * (strength - error), POINTS * (strength + error))
        for strength, error in zip((strengths - strengths.mean()).tolist(), errors.tolist(), strict=True)
    ]


def shares_of_guests(ahead: Numbers, seats: int) -> Numbers:
    """What guests are expected to take who are so far ahead of their hosts, in logarithms of strength."""
    return 1 / (1 + (seats - 1) * np.exp(-ahead))


def inverse(who: Numbers, counts: Numbers, expected: Numbers) -> Numbers:
    """Of the curvature; only differences of strength are determined, so among those that leave the mean alone."""
    curvature = who.T @ (who * (counts * expected * (1 - expected))[:, None])
    return np.asarray(np.linalg.pinv(curvature, hermitian=True), np.float64)


def rated_alone(share: Share, observations: int) -> Rating:
    """The rating of a team that plays for itself: the odds of its victory, with half a game added on either side.

    >>> round(rated_alone(Share(10 / 11, 0.0, 0.9, 0.92), 10**9).points)
    400
    """

    def points(chance: float) -> float:
        near = (min(max(chance, 0.0), 1.0) * observations + 0.5) / (observations + 1)
        return POINTS * log(near / (1 - near))

    return Rating(points(share.mean), points(share.low), points(share.high))
