"""The ladder of levels: the gain of each level over the one below, and the step at which the gain ends."""

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import numpy as np

from paddock.lab.data.parquet_files import read_case
from paddock.lab.statistics.block_sums import BlockSums, merge_blocks
from paddock.lab.statistics.bootstrap import Estimate, difference, estimate, percentile_interval
from paddock.lab.statistics.statistic_definitions import guest_share, per_game, rating_gap
from paddock.lab.study_plan import LADDER, Plan

win_share = per_game("won")


def step_gain(blocks: BlockSums, before: BlockSums | None, together: bool) -> Estimate:
    """Return the gain of a level: its share of the victories beyond a fair one, as a guest of the level below.

    In a co-operative game it is the difference from the win share of a team of the level below. The lowest level has
    no level below; its gain is its win share.
    """
    if not together:
        fair = 1 / blocks.case.players
        share = estimate(blocks, guest_share, share=True)
        return Estimate(share.value - fair, share.low - fair, share.high - fair)
    return estimate(blocks, win_share, share=True) if before is None else difference(blocks, before, win_share)


def played_steps(plan: Plan, sums: dict[int, BlockSums]) -> list[BlockSums]:
    """Return the played steps of the ladder in order. The cases of a level at each seat are one step."""
    cases = [case for case in plan.cases if case.kind == LADDER and case.number in sums]
    return [
        merge_blocks([sums[case.number] for case in step]) for _, step in groupby(cases, key=lambda case: case.name)
    ]


def is_flat(plan: Plan, steps: list[BlockSums]) -> bool:
    """Return whether the last of these steps has no significant gain."""
    if len(steps) < (2 if plan.game.facts.together else 1):  # the first team has no team to compare with
        return False
    before = steps[-2] if len(steps) > 1 else None
    return step_gain(steps[-1], before, plan.game.facts.together).low <= 0


def read_stages(plan: Plan, out: Path, progress: Callable[[int], None] = lambda games: None) -> dict[int, BlockSums]:
    """Return the sums of all cases by number, up to the step at which the ladder is flat."""
    sums: dict[int, BlockSums] = {}
    for stage in plan.stages():
        if plan.stops_when_flat and is_flat(plan, played_steps(plan, sums)):
            break
        sums |= {case.number: read_case(plan, out, case, progress) for case in stage}
    return sums


def rating_spread(steps: list[BlockSums]) -> Estimate:
    """Return the rating points between the lowest and the highest level: the sum of the steps, per resample."""
    gap = rating_gap(steps[0].case.players)
    value = sum(float(gap(step.total())) for step in steps)
    return Estimate(value, *percentile_interval(np.sum([gap(step.resampled()) for step in steps], axis=0)))
