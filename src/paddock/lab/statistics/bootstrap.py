"""Sums of measures in blocks of games, and bootstrap intervals from them. Memory does not grow with the games.

Games are independent, so any grouping that ignores the results is valid. Intervals come from resampling blocks with
replacement. Cases with the same dice use the same resamples, so their differences are paired.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.bots.arena.intervals import wilson
from paddock.lab.data.measures import Column, Columns
from paddock.lab.study_plan import BLOCKS, Case

RESAMPLES: Final = 1000
"""Number of resamples for an interval."""
PERCENTILES: Final = (2.5, 97.5)
"""Percentiles of a 95 % interval."""
EPSILON: Final = 1e-15
"""Variances below this are rounding errors."""

Sums: TypeAlias = Mapping[str, Column]
"""Sums by measure: one number, or one per resample."""
Formula: TypeAlias = Callable[[Sums], Column]
"""A statistic as a function of sums."""


@dataclass(slots=True)
class BlockSums:
    """Sums of the measures of a case, per block."""

    case: Case
    names: list[str] = field(default_factory=list)
    sums: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((BLOCKS, 0)))
    scores: dict[float, int] = field(default_factory=dict)
    """Number of seats by final score."""
    _resampled: Sums | None = None

    def add(self, first: int, columns: Columns) -> None:
        """Add the measures of consecutive games from `first` on. The order of calls does not matter."""
        if not self.names:
            self.names, self.sums = list(columns), np.zeros((BLOCKS, len(columns)))
        numbers = np.stack([columns[name] for name in self.names], axis=1)
        size = self.case.block
        starts = np.arange(0, len(numbers), size)
        np.add.at(
            self.sums, (first // size + np.arange(len(starts))) % BLOCKS, np.add.reduceat(numbers, starts, axis=0)
        )

    def count_scores(self, scores: Column) -> None:
        for score, count in zip(*np.unique(scores, return_counts=True), strict=True):
            self.scores[float(score)] = self.scores.get(float(score), 0) + int(count)

    @property
    def filled(self) -> npt.NDArray[np.float64]:
        """Blocks that have games."""
        return self.sums[self.sums[:, self.names.index("games")] > 0]

    def total(self) -> Sums:
        return dict(zip(self.names, self.filled.sum(axis=0), strict=True))

    def resampled(self) -> Sums:
        """Return the sums of every resample. Call it only after all games were added."""
        if self._resampled is None:
            filled = self.filled
            self._resampled = dict(zip(self.names, (resampling_counts(len(filled)) @ filled).T, strict=True))
        return self._resampled


def merge_blocks(parts: list[BlockSums]) -> BlockSums:
    """Merge cases with the same dice into one. A block has the games of all of them."""
    first = parts[0]
    return BlockSums(first.case, first.names, np.sum([part.sums for part in parts], axis=0), first.scores)


@lru_cache(maxsize=8)
def resampling_counts(blocks: int) -> npt.NDArray[np.float64]:
    """Return how often each resample takes each block. The seed is fixed, so that a report is reproducible."""
    rng = np.random.default_rng(blocks)
    return rng.multinomial(blocks, np.full(blocks, 1 / blocks), size=RESAMPLES).astype(np.float64)


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
