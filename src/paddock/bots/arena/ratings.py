"""Elo ratings by the Bradley-Terry model: the maximum-likelihood strengths for all results of an arena.

The expected share of a guest of strength a at a table of n - 1 hosts of strength b is a / (a + (n - 1) b). On the Elo
scale 400 points more are ten times the odds. The mean of all participants is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from paddock.bots.arena.intervals import Z_95, Share
from paddock.engine.types import Numbers

POINTS: Final = 400 / log(10)
"""The rating points of one unit of log-odds."""
TOLERANCE: Final = 1e-9
"""The step size at which Newton's method stops."""
MAX_STEPS: Final = 100
"""The limit of steps of Newton's method."""
LARGEST_STEP: Final = 2.0
"""The limit of one step, in log-odds."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Rating points with their 95 % interval."""

    points: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Meeting:
    """The shares of the victories that a guest took at tables of hosts, by seed."""

    guest: int
    host: int
    shares: Numbers


def bradley_terry_ratings(bots: int, seats: int, meetings: Sequence[Meeting]) -> list[Rating]:
    """Return the maximum-likelihood ratings of all bots.

    Each meeting gets one additional game with a fair share, so that no rating is infinite. Errors come from the
    sandwich estimator with seeds as clusters, because the games of one seed are not independent.

    >>> even = Meeting(0, 1, np.array([0.5] * 100))
    >>> [round(rating.points) for rating in bradley_terry_ratings(2, 2, [even])]
    [0, 0]
    >>> ahead = Meeting(0, 1, np.array([1.0, 1.0, 1.0, 0.0] * 100))  # odds of 3 to 1
    >>> one, other = bradley_terry_ratings(2, 2, [ahead])
    >>> round(one.points - other.points)
    190
    >>> quarter = Meeting(0, 1, np.array([0.25] * 100))  # a fair share of four
    >>> [round(abs(rating.points), 6) for rating in bradley_terry_ratings(2, 4, [quarter])]
    [0.0, 0.0]
    """
    design = np.zeros((len(meetings), bots))
    for row, meeting in zip(design, meetings, strict=True):
        row[meeting.guest], row[meeting.host] = 1.0, -1.0
    fair = 1 / seats
    counts = np.array([len(meeting.shares) + 1 for meeting in meetings], float)
    taken = np.array([meeting.shares.sum() + fair for meeting in meetings])
    strengths = np.zeros(bots)
    for _ in range(MAX_STEPS):
        expected = guest_shares(design @ strengths, seats)
        step = inverse_curvature(design, counts, expected) @ (design.T @ (taken - counts * expected))
        strengths += np.clip(step, -LARGEST_STEP, LARGEST_STEP)
        if np.abs(step).max(initial=0.0) < TOLERANCE:
            break
    errors = rating_errors(design, counts, guest_shares(design @ strengths, seats), meetings, fair)
    return [
        Rating(POINTS * strength, POINTS * (strength - error), POINTS * (strength + error))
        for strength, error in zip((strengths - strengths.mean()).tolist(), errors.tolist(), strict=True)
    ]


def rating_errors(
    design: Numbers, counts: Numbers, expected: Numbers, meetings: Sequence[Meeting], fair: float
) -> Numbers:
    """Return half of the 95 % intervals of the strengths, by the sandwich estimator."""
    scores = np.zeros((max((len(meeting.shares) for meeting in meetings), default=0), design.shape[1]))
    for row, meeting, share in zip(design, meetings, expected, strict=True):
        scores[: len(meeting.shares)] += np.outer(meeting.shares - share, row)
    added = (fair - expected)[:, None] * design
    bread = inverse_curvature(design, counts, expected)
    covariance = bread @ (scores.T @ scores + added.T @ added) @ bread
    return np.asarray(Z_95 * np.sqrt(np.maximum(np.diag(covariance), 0.0)), np.float64)


def guest_shares(ahead: Numbers, seats: int) -> Numbers:
    """Return the expected shares of guests with these leads over their hosts, in log-odds."""
    return 1 / (1 + (seats - 1) * np.exp(-ahead))


def inverse_curvature(design: Numbers, counts: Numbers, expected: Numbers) -> Numbers:
    """Return the pseudo-inverse of the curvature; only differences of strengths are determined, not their mean."""
    curvature = design.T @ (design * (counts * expected * (1 - expected))[:, None])
    return np.asarray(np.linalg.pinv(curvature, hermitian=True), np.float64)


def team_rating(share: Share, observations: int) -> Rating:
    """Return the rating of a team by the log-odds of its victory, with half a won and half a lost game added.

    >>> round(team_rating(Share(10 / 11, 0.0, 0.9, 0.92), 10**9).points)
    400
    """

    def points(chance: float) -> float:
        near = (min(max(chance, 0.0), 1.0) * observations + 0.5) / (observations + 1)
        return POINTS * log(near / (1 - near))

    return Rating(points(share.mean), points(share.low), points(share.high))
