"""The ladder of levels ends when it is flat; blunders are reported by level; luck keeps the starter's advantage."""

from pathlib import Path

import numpy as np
import pytest

from paddock.lab import study_plan
from paddock.lab.data.kernels import REVIEW_COLUMNS
from paddock.lab.data.measures import seat_matrix, turn_order
from paddock.lab.data.parquet_files import case_directory, chunk_path, read_chunk
from paddock.lab.level_ladder import is_flat, rating_spread, step_gain
from paddock.lab.report.files import as_markdown, write_report
from paddock.lab.runner import run
from paddock.lab.statistics.block_sums import BlockSums
from paddock.lab.study import Study
from paddock.lab.study_plan import BLUNDERS, LADDER, LUCK, SPREAD, plan_of


def step_with_share(share: float, games: int = 400, *, team: bool = False) -> BlockSums:
    """Return a step of the ladder with this share of victories, equal in all blocks."""
    plan = plan_of(Study("mmm" if team else "mist", players=2 if team else 3, games=games))
    won = (np.arange(games) % 20 < 20 * share).astype(float)
    blocks = BlockSums(plan.cases[0])
    blocks.add(0, {"games": np.ones(games), "won" if team else "guest": won})
    return blocks


def test_a_step_without_significant_gain_is_flat() -> None:
    plan = plan_of(Study("mist", players=3, ladder=["all"]))
    assert not is_flat(plan, [])
    assert not is_flat(plan, [step_with_share(0.6)])
    assert is_flat(plan, [step_with_share(0.6), step_with_share(0.35)])
    team = plan_of(Study("mmm", ladder=["all"]))
    assert not is_flat(team, [step_with_share(0.1, team=True)])  # the lowest level has no level to compare with
    assert not is_flat(team, [step_with_share(0.1, team=True), step_with_share(0.5, team=True)])
    assert is_flat(team, [step_with_share(0.5, team=True), step_with_share(0.5, team=True)])
    assert step_gain(
        step_with_share(0.5, team=True), step_with_share(0.1, team=True), together=True
    ).value == pytest.approx(0.4)


def test_the_rating_spread_is_the_sum_of_the_steps() -> None:
    one, both = rating_spread([step_with_share(0.5)]), rating_spread([step_with_share(0.5), step_with_share(0.5)])
    assert one.value == pytest.approx(120.4, abs=0.1)  # half of the victories against two: odds of 2 against each
    assert both.value == pytest.approx(2 * one.value)


def test_the_ladder_ends_when_it_is_flat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy beats uniform. A larger budget, which greedy does not use, brings no gain."""
    monkeypatch.setattr(study_plan, "LEVEL_LADDER", ("uniform", "greedy:7", "greedy"))
    request = Study("mist", games=200, bots="greedy", ladder=["all"], ladder_games=600, seed=2)
    plan = plan_of(request)
    run(plan, tmp_path, threads=2)
    results = write_report(tmp_path)
    ladder = [other for other in results.others if other.kind == LADDER]
    assert [other.name for other in ladder] == ["greedy:7", "greedy"]
    last = [case for case in plan.cases if case.name == "greedy:1024"]
    assert len(last) == 3
    assert not any(case_directory(tmp_path, case).exists() for case in last)
    assert results.games == plan.games - 600
    (ladder_range,) = [other for other in results.others if other.kind == SPREAD]
    assert ladder_range.name == "uniform to greedy:7"
    assert "no measurable gain from greedy" in ladder_range.meaning
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    run(plan, tmp_path)  # no chunk is missing
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")} == before


def test_decisions_are_reviewed(tmp_path: Path) -> None:
    """In its own evaluation the best bot loses nothing. The uniform bot does, and large losses are rarer."""
    plan = plan_of(Study("mist", games=10, bots="greedy", ladder=["uniform", "owl"], ladder_games=3, blunders=10))
    run(plan, tmp_path)
    results = write_report(tmp_path)
    uniform, best = [other for other in results.others if other.kind == BLUNDERS]
    assert (uniform.name, best.name) == ("uniform", "owl")
    assert best.finding.value == 0.0
    assert all(one.value == 0.0 for one in best.more)
    assert uniform.finding.value > 0.01
    by_match, *beyond = (one.value for one in uniform.more)
    assert by_match > uniform.finding.value
    assert beyond == sorted(beyond, reverse=True)
    assert beyond[0] > 0
    assert "| owl | 10 |" in as_markdown(results)

    reviewed = next(case for case in plan.cases if case.kind == BLUNDERS)
    columns = read_chunk(chunk_path(tmp_path, reviewed, 0))
    assert set(REVIEW_COLUMNS) < set(columns)
    assert (columns["free"] == 0).any() or columns["free"].min() > 0
    assert (columns["beyond_10"] <= columns["free"]).all()


def test_luck_before_the_first_decision_is_not_subtracted(tmp_path: Path) -> None:
    """Luck after the first decision has mean zero at every place in the turn order."""
    plan = plan_of(Study("mist", games=10, bots="greedy", luck=300, seed=8))
    run(plan, tmp_path)
    case = plan.cases[-1]
    assert case.kind == LUCK
    chunks = [read_chunk(chunk_path(tmp_path, case, first)) for first, _ in case.spans()]
    columns = {name: np.concatenate([chunk[name] for chunk in chunks]) for name in chunks[0]}
    order = turn_order(columns["starter"], case.players)
    since = seat_matrix(columns, "luck", case.players) - seat_matrix(columns, "luck_before", case.players)
    first = np.take_along_axis(since, order, 1)[:, 0]
    assert abs(first.mean()) < 4 * first.std() / np.sqrt(len(first))
    assert (since.sum(axis=1) ** 2 < 1e-9).all()  # the gains of a seat are the losses of the others
    starter = next(other for other in write_report(tmp_path).others if other.name == "starter")
    assert 0 < starter.finding.low < starter.finding.high < 1
