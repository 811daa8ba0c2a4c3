"""How certain a measured share is. Plain arithmetic on observations that do not depend on each other.

Games that share their dice do depend on each other. So an observation here is the mean over all games of one seed.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from paddock.rules.kinds import Numbers

CONFIDENT: Final = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""
BELIEF: Final = 5
"""Observations."""
ROUNDING: Final = 1e-12
"""Observations that differ by less are the same."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of victories with its standard error and its 95 % interval."""

    mean: float
    error: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


def wilson(share: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share: stays between 0 and 1, and is not empty where all or none were won.

    >>> [round(end, 3) for end in wilson(0.5, 100)]
    [0.404, 0.596]
    >>> [round(end, 3) for end in wilson(1.0, 100)]
    [0.963, 1.0]
    """
    square = CONFIDENT**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = CONFIDENT * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_and_error(values: Numbers) -> tuple[float, float]:
    """Mean and its standard error; a single value says nothing of its error, which is then 0.

    >>> mean_and_error(np.array([0.0, 1.0, 0.0, 1.0]))[0]
    0.5
    """
    deviation = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    return float(values.mean()), deviation / sqrt(len(values)) if deviation > ROUNDING else 0.0


def share_of(observations: Numbers) -> Share:
    """The share that these observations measure: Wilson's interval for as many games as would be as certain.

    >>> share_of(np.array([0.5] * 9)).mean  # paired games can be as regular as that
    0.5
    >>> share_of(np.ones(100)).low == wilson(1.0, 100)[0]
    True
    """
    mean, error = mean_and_error(observations)
    spread = mean * (1 - mean)
    if error > 0 and spread <= 0:  # without luck a share may come out a little beyond 0 or 1
        return Share(mean, error, max(0.0, mean - CONFIDENT * error), min(1.0, mean + CONFIDENT * error))
    low, high = wilson(min(max(mean, 0.0), 1.0), spread / error**2 if error > 0 else len(observations))
    return Share(mean, error, low, high)


def share_without_luck(results: Numbers, luck: Numbers) -> Share:
    """The share that is left when luck is taken out; where it was all luck, the rest is exact.

    >>> share_without_luck(np.array([0.0, 1.0] * 4 + [1.0, 0.0] * 4), np.array([-0.5, 0.5] * 4 + [0.5, -0.5] * 4))
    Share(mean=0.5, error=0.0, low=0.5, high=0.5)
    """
    left = share_of(without_luck(results, luck))
    exact = left.error == 0.0 and mean_and_error(results)[1] > 0.0
    return Share(left.mean, 0.0, left.mean, left.mean) if exact else left


def paired_difference(some: Numbers, others: Numbers) -> tuple[float, float]:
    """Mean and half of the 95 % interval of the difference between observations of the same seeds.

    >>> paired_difference(np.array([1.0, 0.0, 1.0]), np.array([0.5, -0.5, 0.5]))
    (0.5, 0.0)
    """
    both = min(len(some), len(others))
    mean, error = mean_and_error(some[:both] - others[:both])
    return mean, CONFIDENT * error


def slope(results: Numbers, luck: Numbers) -> float:
    """By how much a result grows with luck; by as much, says what is believed beforehand and counts `BELIEF` times.

    >>> slope(np.tile([1.0, 3.0, 5.0], 100), np.tile([-1.0, 0.0, 1.0], 100)) > 1.9
    True
    >>> slope(np.ones(3), np.full(3, 0.25))  # nothing can be learned from luck that does not vary
    1.0
    """
    if not luck.any():
        return 1.0
    beyond = luck - luck.mean()
    belief = BELIEF * float(luck @ luck) / len(luck)
    return (float(beyond @ results) + belief) / (float(beyond @ beyond) + belief)


def without_luck(results: Numbers, luck: Numbers) -> Numbers:
    """Results minus as much of their luck as makes them vary least; their mean is still what it should be.

    How much that is, is learned for the even seeds from the odd ones and the other way round: a factor that had
    seen the very luck it is multiplied with would bias the mean.

    >>> without_luck(np.array([0.0, 1.0, 1.0, 0.0]), np.array([-0.5, 0.5, 0.5, -0.5])).tolist()
    [0.5, 0.5, 0.5, 0.5]
    """
    left = np.empty_like(results)
    for half in (0, 1):
        factor = slope(results[1 - half :: 2], luck[1 - half :: 2])
        left[half::2] = results[half::2] - factor * luck[half::2]
    return left
