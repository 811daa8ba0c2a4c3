"""The ladder of levels: who is better than whom, by how much, and where it is flat."""

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import numpy as np

from paddock.lab.blocks import Blocks, Estimate, difference, ends_of, estimate, merged
from paddock.lab.statistics import guest_share, per_game, rating_gap
from paddock.lab.study import LADDER, Plan
from paddock.lab.tables import read_case

won = per_game("won")


def step_up(blocks: Blocks, before: Blocks | None, together: bool) -> Estimate:
    """What a level brings: its share of the victories beyond a fair one as a guest of the level before.

    Of a team that plays so, what it wins more often than a team of the level before; of the first, how often it wins.
    """
    if not together:
        fair = 1 / blocks.case.players
        share = estimate(blocks, guest_share, share=True)
        return Estimate(share.value - fair, share.low - fair, share.high - fair)
    return estimate(blocks, won, share=True) if before is None else difference(blocks, before, won)


def climbed(plan: Plan, found: dict[int, Blocks]) -> list[Blocks]:
    """The steps of the ladder that were played, one after the other; at every seat in turn is one step."""
    cases = [case for case in plan.cases if case.kind == LADDER and case.number in found]
    return [merged([found[case.number] for case in step]) for _, step in groupby(cases, key=lambda case: case.name)]


def is_flat(plan: Plan, steps: list[Blocks]) -> bool:
    """Whether the last of these steps brought nothing that could be seen."""
    if len(steps) < (2 if plan.room.facts.together else 1):  # the first team only shows where the ladder stands
        return False
    before = steps[-2] if len(steps) > 1 else None
    return step_up(steps[-1], before, plan.room.facts.together).low <= 0


def read_stages(plan: Plan, out: Path, read: Callable[[int], None] = lambda games: None) -> dict[int, Blocks]:
    """All cases by number, up to where the ladder is flat."""
    found: dict[int, Blocks] = {}
    for stage in plan.stages():
        if plan.climbs and is_flat(plan, climbed(plan, found)):
            break
        found |= {case.number: read_case(plan, out, case, read) for case in stage}
    return found


def rating_spread(steps: list[Blocks]) -> Estimate:
    """Points of rating between the lowest and the highest level: the steps one upon the other, draw by draw."""
    gap = rating_gap(steps[0].case.players)
    value = sum(float(gap(step.total())) for step in steps)
    return Estimate(value, *ends_of(np.sum([gap(step.drawn()) for step in steps], axis=0)))
