"""Bootstrap intervals of statistics.

Games are independent, so any grouping that ignores the results is valid. Intervals come from resampling blocks with
replacement. Cases with the same dice use the same resamples, so their differences are paired.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from paddock.bots.arena.intervals import wilson
from paddock.lab.data.measures import Column
from paddock.lab.statistics.block_sums import RESAMPLES, BlockSums, Formula, Sums

PERCENTILES: Final = (2.5, 97.5)
"""Percentiles of a 95 % interval."""
EPSILON: Final = 1e-15
"""Variances below this are rounding errors."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_significant(self) -> bool:
        """Whether the interval of a difference excludes zero."""
        return self.low > 0 or self.high < 0


def estimate(blocks: BlockSums, formula: Formula, *, share: bool = False) -> Estimate:
    """Return a statistic with its bootstrap interval.

    A share gets Wilson's interval instead, for the number of independent games that has the bootstrap's variance.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(formula(blocks.total()))
        resampled = formula(blocks.resampled())
    if share and np.isfinite(value) and 0 <= value <= 1:
        variance = float(np.nanvar(resampled))
        games = value * (1 - value) / variance if variance > EPSILON else float(blocks.total()["games"])
        return Estimate(value, *wilson(value, games))
    return Estimate(value, *percentile_interval(resampled))


def difference(blocks: BlockSums, base: BlockSums, formula: Formula) -> Estimate:
    """Return the difference of a statistic between two cases, paired if both have the same number of games."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(formula(blocks.total())) - float(formula(base.total()))
        other = base.resampled() if blocks.case.games == base.case.games else unpaired(base.resampled())
        return Estimate(value, *percentile_interval(formula(blocks.resampled()) - formula(other)))


def unpaired(resampled: Sums) -> Sums:
    """Return the resamples in another order, so that they are independent of those of other cases."""
    return {name: np.roll(column, RESAMPLES // 2) for name, column in resampled.items()}


def percentile_interval(resampled: Column) -> tuple[float, float]:
    finite = resampled[np.isfinite(resampled)]
    if not len(finite):
        return float("nan"), float("nan")
    low, high = np.percentile(finite, PERCENTILES)
    return float(low), float(high)
