"""Sums of measures in blocks of games, and in resamples of these blocks. Memory does not grow with the games."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.lab.data.measures import Column, Columns
from paddock.lab.study_plan import BLOCKS, Case

RESAMPLES: Final = 1000
"""Number of resamples for an interval."""

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
