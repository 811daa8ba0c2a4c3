"""Sums of measures, block by block: as much memory for ten games as for ten billion.

Games do not depend on each other, so any grouping that does not look at results will do. Intervals come from drawing
blocks with replacement; cases with the same dice are drawn alike, which makes differences those of pairs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.bots.certainty import wilson
from paddock.lab.measures import Column, Columns
from paddock.lab.study import BLOCKS, Case

DRAWS: Final = 1000
"""Times that blocks are drawn for an interval."""
ENDS: Final = (2.5, 97.5)
"""Percentiles of a 95 % interval."""
NOTHING: Final = 1e-15

Sums: TypeAlias = Mapping[str, Column]
"""Of each measure: one sum, or one for each draw."""
Formula: TypeAlias = Callable[[Sums], Column]
"""A statistic, by sums."""


@dataclass(slots=True)
class Blocks:
    """The sums of a case."""

    case: Case
    names: list[str] = field(default_factory=list)
    sums: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((BLOCKS, 0)))
    scores: dict[float, int] = field(default_factory=dict)
    """How often a seat ended with a score."""
    _drawn: Sums | None = None

    def add(self, first: int, columns: Columns) -> None:
        """The measures of the games from `first` on; games are added in any order."""
        if not self.names:
            self.names, self.sums = list(columns), np.zeros((BLOCKS, len(columns)))
        numbers = np.stack([columns[name] for name in self.names], axis=1)
        size = self.case.block
        starts = np.arange(0, len(numbers), size)
        np.add.at(
            self.sums, (first // size + np.arange(len(starts))) % BLOCKS, np.add.reduceat(numbers, starts, axis=0)
        )

    def count_scores(self, scores: Column) -> None:
        for score, many in zip(*np.unique(scores, return_counts=True), strict=True):
            self.scores[float(score)] = self.scores.get(float(score), 0) + int(many)

    @property
    def filled(self) -> npt.NDArray[np.float64]:
        """The blocks that have games."""
        return self.sums[self.sums[:, self.names.index("games")] > 0]

    def total(self) -> Sums:
        return dict(zip(self.names, self.filled.sum(axis=0), strict=True))

    def drawn(self) -> Sums:
        """The same for every draw; asked for once all games have been added."""
        if self._drawn is None:
            filled = self.filled
            self._drawn = dict(zip(self.names, (draws_of(len(filled)) @ filled).T, strict=True))
        return self._drawn


def merged(parts: list[Blocks]) -> Blocks:
    """Cases that were played with the same dice as one: a block holds the games of all."""
    first = parts[0]
    return Blocks(first.case, first.names, np.sum([part.sums for part in parts], axis=0), first.scores)


@lru_cache(maxsize=8)
def draws_of(blocks: int) -> npt.NDArray[np.float64]:
    """How often each block is drawn, draw by draw; always the same ones, so that a report is reproducible."""
    rng = np.random.default_rng(blocks)
    return rng.multinomial(blocks, np.full(blocks, 1 / blocks), size=DRAWS).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_sure(self) -> bool:
        """Of a difference: that it is not zero."""
        return self.low > 0 or self.high < 0


def estimate(blocks: Blocks, formula: Formula, *, share: bool = False) -> Estimate:
    """Bootstrap over blocks; of a share Wilson's interval, for as many games as would be as certain."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(formula(blocks.total()))
        drawn = formula(blocks.drawn())
    if share and np.isfinite(value) and 0 <= value <= 1:
        spread = float(np.nanvar(drawn))
        games = value * (1 - value) / spread if spread > NOTHING else float(blocks.total()["games"])
        return Estimate(value, *wilson(value, games))
    return Estimate(value, *ends_of(drawn))


def difference(blocks: Blocks, base: Blocks, formula: Formula) -> Estimate:
    """Of a statistic between two cases; in pairs if they have the same dice game by game."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(formula(blocks.total())) - float(formula(base.total()))
        other = base.drawn() if blocks.case.games == base.case.games else shuffled(base.drawn())
        return Estimate(value, *ends_of(formula(blocks.drawn()) - formula(other)))


def shuffled(drawn: Sums) -> Sums:
    """The draws in another order, so that they are not paired with anybody's."""
    return {name: np.roll(column, DRAWS // 2) for name, column in drawn.items()}


def ends_of(drawn: Column) -> tuple[float, float]:
    finite = drawn[np.isfinite(drawn)]
    if not len(finite):
        return float("nan"), float("nan")
    low, high = np.percentile(finite, ENDS)
    return float(low), float(high)
