"""The ladder of levels walks up by itself, and what decisions give away is told level by level."""

from pathlib import Path

import numpy as np
import pytest

from paddock.lab import study
from paddock.lab.blocks import Blocks
from paddock.lab.climbing import is_flat, rating_spread, step_up
from paddock.lab.kernels import SEEN
from paddock.lab.measures import matrix, turn_order
from paddock.lab.report import as_markdown, write_report
from paddock.lab.running import run
from paddock.lab.study import BLUNDERS, LADDER, LUCK, SPREAD, Study, plan_of
from paddock.lab.tables import chunk_at, folder_of, read_chunk


def taken(share: float, games: int = 400, *, team: bool = False) -> Blocks:
    """A step in which so much was won, evenly over all blocks."""
    plan = plan_of(Study("mmm" if team else "mist", players=2 if team else 3, games=games))
    won = (np.arange(games) % 20 < 20 * share).astype(float)
    blocks = Blocks(plan.cases[0])
    blocks.add(0, {"games": np.ones(games), "won" if team else "guest": won})
    return blocks


def test_a_step_is_flat_if_it_may_bring_nothing() -> None:
    climbing = plan_of(Study("mist", players=3, ladder=["all"]))
    assert not is_flat(climbing, [])
    assert not is_flat(climbing, [taken(0.6)])
    assert is_flat(climbing, [taken(0.6), taken(0.35)])
    team = plan_of(Study("mmm", ladder=["all"]))
    assert not is_flat(team, [taken(0.1, team=True)])  # the lowest has nobody to be compared with
    assert not is_flat(team, [taken(0.1, team=True), taken(0.5, team=True)])
    assert is_flat(team, [taken(0.5, team=True), taken(0.5, team=True)])
    assert step_up(taken(0.5, team=True), taken(0.1, team=True), together=True).value == pytest.approx(0.4)


def test_steps_lie_one_upon_the_other() -> None:
    one, both = rating_spread([taken(0.5)]), rating_spread([taken(0.5), taken(0.5)])
    assert one.value == pytest.approx(120.4, abs=0.1)  # even odds against two: by a factor of two better
    assert both.value == pytest.approx(2 * one.value)


def test_the_ladder_ends_where_it_is_flat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy players are better than others; with twice the time, which they do not use, they are no better."""
    monkeypatch.setattr(study, "RUNGS", ("uniform", "greedy:7", "greedy"))
    asked = Study("mist", games=200, bots="greedy", ladder=["all"], ladder_games=600, seed=2)
    plan = plan_of(asked)
    run(plan, tmp_path, threads=2)
    results = write_report(tmp_path)
    climbed = [other for other in results.others if other.kind == LADDER]
    assert [other.name for other in climbed] == ["greedy:7", "greedy"]
    last = [case for case in plan.cases if case.name == "greedy:1024"]
    assert len(last) == 3
    assert not any(folder_of(tmp_path, case).exists() for case in last)
    assert results.games == plan.games - 600
    (whole,) = [other for other in results.others if other.kind == SPREAD]
    assert whole.name == "uniform to greedy:7"
    assert "greedy brings nothing more" in whole.meaning
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    run(plan, tmp_path)  # nothing is left to do
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")} == before


def test_decisions_are_looked_at_again(tmp_path: Path) -> None:
    """In its own eyes the best bot gives nothing away; one who plays anything does, and more seldom more of it."""
    plan = plan_of(Study("mist", games=10, bots="greedy", ladder=["uniform", "owl"], ladder_games=3, blunders=10))
    run(plan, tmp_path)
    results = write_report(tmp_path)
    anything, best = [other for other in results.others if other.kind == BLUNDERS]
    assert (anything.name, best.name) == ("uniform", "owl")
    assert best.finding.value == 0.0
    assert all(one.value == 0.0 for one in best.more)
    assert anything.finding.value > 0.01
    by_match, *beyond = (one.value for one in anything.more)
    assert by_match > anything.finding.value
    assert beyond == sorted(beyond, reverse=True)
    assert beyond[0] > 0
    assert "| owl | 10 |" in as_markdown(results)

    reviewed = next(case for case in plan.cases if case.kind == BLUNDERS)
    columns = read_chunk(chunk_at(tmp_path, reviewed, 0))
    assert set(SEEN) < set(columns)
    assert (columns["free"] == 0).any() or columns["free"].min() > 0
    assert (columns["beyond_10"] <= columns["free"]).all()


def test_to_begin_is_no_luck_that_is_taken_out(tmp_path: Path) -> None:
    """What dice and cards are worth has no mean at any place in the turn order, once somebody has decided."""
    plan = plan_of(Study("mist", games=10, bots="greedy", luck=300, seed=8))
    run(plan, tmp_path)
    case = plan.cases[-1]
    assert case.kind == LUCK
    chunks = [read_chunk(chunk_at(tmp_path, case, first)) for first, _ in case.spans()]
    columns = {name: np.concatenate([chunk[name] for chunk in chunks]) for name in chunks[0]}
    order = turn_order(columns["starter"], case.players)
    since = matrix(columns, "luck", case.players) - matrix(columns, "luck_before", case.players)
    first = np.take_along_axis(since, order, 1)[:, 0]
    assert abs(first.mean()) < 4 * first.std() / np.sqrt(len(first))
    assert (since.sum(axis=1) ** 2 < 1e-9).all()  # what one gains the others lose
    starter = next(other for other in write_report(tmp_path).others if other.name == "starter")
    assert 0 < starter.finding.low < starter.finding.high < 1
