"""Confidence intervals of a measured share of victories.

Observations must be independent. Games with the same dice are not, so one observation is the mean over all games of one
seed.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from paddock.engine.types import Numbers

Z_95: Final = 1.959964
"""The half-width of a 95 % interval, in standard errors."""
ROUNDING: Final = 1e-12
"""The standard deviation below which observations count as equal."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of victories with its standard error and its 95 % interval."""

    mean: float
    error: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2


def wilson(share: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share. It lies within 0 and 1 and is never empty.

    >>> [round(end, 3) for end in wilson(0.5, 100)]
    [0.404, 0.596]
    >>> [round(end, 3) for end in wilson(1.0, 100)]
    [0.963, 1.0]
    """
    square = Z_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z_95 * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_and_error(values: Numbers) -> tuple[float, float]:
    """Return the mean and its standard error; the error of a single value is 0.

    >>> import numpy as np
    >>> mean_and_error(np.array([0.0, 1.0, 0.0, 1.0]))[0]
    0.5
    """
    deviation = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    return float(values.mean()), deviation / sqrt(len(values)) if deviation > ROUNDING else 0.0


def share_of(observations: Numbers) -> Share:
    """Return the mean share with Wilson's interval for the effective number of games.

    >>> import numpy as np
    >>> share_of(np.array([0.5] * 9)).mean  # paired games can be that regular
    0.5
    >>> share_of(np.ones(100)).low == wilson(1.0, 100)[0]
    True
    """
    mean, error = mean_and_error(observations)
    spread = mean * (1 - mean)
    if error > 0 and spread <= 0:  # without its luck a share may lie slightly outside 0 to 1
        return Share(mean, error, max(0.0, mean - Z_95 * error), min(1.0, mean + Z_95 * error))
    low, high = wilson(min(max(mean, 0.0), 1.0), spread / error**2 if error > 0 else len(observations))
    return Share(mean, error, low, high)


def paired_difference(some: Numbers, others: Numbers) -> tuple[float, float]:
    """Return mean and half-width of the 95 % interval of the difference between observations of the same seeds.

    >>> import numpy as np
    >>> paired_difference(np.array([1.0, 0.0, 1.0]), np.array([0.5, -0.5, 0.5]))
    (0.5, 0.0)
    """
    both = min(len(some), len(others))
    mean, error = mean_and_error(some[:both] - others[:both])
    return mean, Z_95 * error
