"""Simulations: the same games whatever the threads, sums that are right, memory that does not grow."""

import io
import json
from typing import Any

import numpy as np
import pytest

from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState
from paddock.match.record_check import check_line
from paddock.match.simulation import CHUNK, Players, Tally, moments, play_chunk, quantiles, simulate

UNIFORM = Players(("uniform",) * 3)


@pytest.mark.parametrize("name", GAMES)
def test_same_seed_same_records_whatever_the_threads(name: str) -> None:
    game = load_game(name)
    written = []
    for threads in (1, 2, 3):
        out = io.BytesIO()
        simulate(game, game.facts.players[-1], {}, games=6, seed=11, threads=threads, records=out)
        written.append(out.getvalue())
    assert written[0] == written[1] == written[2]
    for number, line in enumerate(written[0].splitlines(), 1):
        verdict = check_line(number, line)
        assert verdict.ok, verdict


@pytest.mark.interpreted
def test_chunks_of_any_size_hold_the_same_games() -> None:
    match = MatchState(load_game("mist"), 3, {})
    whole = play_chunk(match, UNIFORM, 5, 0, 10, with_records=True)
    parts = [
        play_chunk(match, UNIFORM, 5, first, count, with_records=True) for first, count in ((0, 3), (3, 1), (4, 6))
    ]
    assert b"".join(part.records for part in parts) == whole.records
    assert np.concatenate([part.steps for part in parts]).tolist() == whole.steps.tolist()


def test_the_summary_counts_what_the_records_say() -> None:
    out = io.BytesIO()
    summary = simulate(load_game("kuhlorado"), 2, {"advanced": True}, games=40, seed=3, records=out)
    records = [json.loads(line) for line in out.getvalue().splitlines()]
    assert summary.games == len(records) == 40
    assert summary.wins == [sum(r["result"]["payoff"][seat] for r in records) for seat in (0, 1)]
    assert summary.mean_steps == pytest.approx(np.mean([len(r["events"]) for r in records]))
    assert summary.mean_scores == pytest.approx(np.mean([r["result"]["scores"] for r in records], axis=0))
    assert summary.score_deviation == pytest.approx(np.std([r["result"]["scores"] for r in records], axis=0))
    assert summary.steps == sum(len(r["events"]) for r in records)
    assert json.loads(json.dumps(summary.as_json()))["wins"] == summary.wins


def test_another_seed_gives_other_games() -> None:
    first, second = io.BytesIO(), io.BytesIO()
    simulate(load_game("mist"), 3, {}, games=2, seed=1, records=first)
    simulate(load_game("mist"), 3, {}, games=2, seed=2, records=second)
    assert first.getvalue() != second.getvalue()


def test_uniform_seats_are_equal_in_mist() -> None:
    """By symmetry every seat wins as often; a favoured seat would differ by more than five standard errors."""
    summary = simulate(load_game("mist"), 4, {}, games=4 * CHUNK, seed=9)
    for share, error in zip(summary.win_share, summary.win_share_error, strict=True):
        assert abs(share - 0.25) < 5 * error


def test_progress_tells_every_chunk() -> None:
    reported: list[int] = []
    simulate(load_game("mist"), 3, {}, games=2 * CHUNK + 5, progress=reported.append)
    assert reported == [CHUNK, 2 * CHUNK, 2 * CHUNK + 5]


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    """A tally keeps counts by value: ten times the games, no more values than the game has."""
    match = MatchState(load_game("mist"), 3, {})
    small, large = Tally(3), Tally(3)
    small.add(play_chunk(match, UNIFORM, 1, 0, 2000, with_records=False))
    for first in range(0, 20000, 2000):
        large.add(play_chunk(match, UNIFORM, 1, first, 2000, with_records=False))
    assert large.games == 20000
    assert len(large.steps) < 2 * len(small.steps)
    assert all(len(counts) < 200 for counts in large.scores)


def test_quantiles_and_moments_of_counts() -> None:
    values: list[Any] = [1, 1, 2, 5, 9]
    counts = {1: 2, 2: 1, 5: 1, 9: 1}
    assert list(moments(counts)) == pytest.approx([np.mean(values), np.std(values)])
    assert quantiles(counts) == [1, 1, 2, 5, 9]
