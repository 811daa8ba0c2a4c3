"""Limits of the solver: waiting jobs, memory, time, and disk space for solutions."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from paddock.bots.algorithms import solver_jobs
from paddock.bots.algorithms.solver_admission import MOST_WAITING
from paddock.bots.algorithms.solver_jobs import ADMISSION, MOST_JOBS, SolverJob, solver_job, solver_job_for
from paddock.engine.solver import stored_solutions as stored
from paddock.engine.solver.protocols import Progress, Solution
from paddock.engine.types import Move, State
from paddock.games import load_game
from paddock.games.mmm.solver import solution as mmm_solution
from paddock.games.mmm.solver.position_index import new_index
from paddock.match.match_state import MatchState

PATIENCE = 60.0


class Solved:
    """A solution of no game."""

    win_probability = 0.5

    def value(self, s: State) -> float:
        return 0.5

    def values(self, s: State) -> list[tuple[Move, float]]:
        return []

    def best(self, s: State) -> Move:
        return Move(0)


class Held:
    """A problem that is solved once `go` is set, and whose solution cannot be stored."""

    positions = 1
    bytes = 1

    def __init__(self, go: threading.Event) -> None:
        self.go = go

    def known(self) -> Solution | None:
        return None

    def solve(self, threads: int, progress: Progress) -> Solution:
        assert self.go.wait(PATIENCE)
        progress(1)
        return Solved()


@pytest.fixture(autouse=True)
def empty_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path))
    mmm_solution.load_solution.cache_clear()
    solver_job.cache_clear()
    yield
    solver_job.cache_clear()
    mmm_solution.load_solution.cache_clear()


def end(*jobs: SolverJob) -> None:
    for job in jobs:
        if job.solving is not None:
            job.solving.join(PATIENCE)
    assert ADMISSION.waiting == 0


def test_each_client_has_one_problem_and_all_have_few() -> None:
    go = threading.Event()
    jobs = [SolverJob(Held(go)) for _ in range(2 + MOST_WAITING)]
    refused = ADMISSION.refused
    jobs[0].start("mallory")
    jobs[1].start("mallory")
    assert jobs[1].solving is None
    for number, job in enumerate(jobs[2:]):
        job.start(f"guest {number}")
    assert ADMISSION.waiting == MOST_WAITING
    assert [job.solving is not None for job in jobs] == [True, False, True, True, False]
    assert ADMISSION.refused == refused + 2
    go.set()
    end(*jobs)
    jobs[1].start("mallory")  # there is room now
    end(*jobs)
    assert jobs[1].solution is not None


def test_one_solution_that_is_not_on_disk_stays_in_memory() -> None:
    go = threading.Event()
    go.set()
    jobs = [SolverJob(Held(go)) for _ in range(3)]
    for job in jobs:
        job.start("ann")
        end(job)
    assert [job.known() is not None for job in jobs] == [False, False, True]


def test_a_problem_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_jobs, "LONGEST", -1.0)
    go = threading.Event()
    go.set()
    job = SolverJob(Held(go))
    job.start("ann")
    end(job)
    assert job.known() is None


def test_few_jobs_are_remembered() -> None:
    game = load_game("mmm")
    for cat_moves in range(1, 3 * MOST_JOBS):
        solver_job_for(game, MatchState(game, 2, {"board": "bbf", "cat_moves": cat_moves}).options)
    for other in ("mist", "life"):  # a game without a solver takes no place
        solver_job_for(load_game(other), {})
    assert solver_job.cache_info().currsize == MOST_JOBS


def store(cat_moves: int, used: float) -> Path:
    """Store a solution, and return its directory. `used` is the time of its last use."""
    options = MatchState(load_game("mmm"), 2, {"board": "bbf", "cat_moves": cat_moves}).options
    key = mmm_solution.key_of(options)
    index = new_index(4)
    mmm_solution.store_solution(key.directory, np.zeros((1000, cat_moves + 1), np.float32), index)
    if key.directory.exists():
        os.utime(key.directory, (used, used))
    return key.directory


def names() -> list[str]:
    return sorted(directory.name[-4:] for _, _, directory in stored.stored_solutions())


def test_the_least_recently_used_solutions_leave_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_STORED_BYTES", 50_000)
    for cat_moves in (1, 2, 3):
        store(cat_moves, used=cat_moves)  # 8, 12 and 16 kB
    assert names() == ["cat1", "cat2", "cat3"]
    options = MatchState(load_game("mmm"), 2, {"board": "bbf", "cat_moves": 1}).options
    assert mmm_solution.problem(options).known() is not None  # a use
    store(4, used=4)  # 20 kB
    assert names() == ["cat1", "cat3", "cat4"]
    assert sum(size for _, size, _ in stored.stored_solutions()) <= 50_000


def test_the_disk_has_a_limited_number_of_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_STORED", 2)
    for cat_moves in (1, 2, 3):
        store(cat_moves, used=cat_moves)
    assert names() == ["cat2", "cat3"]


def test_a_solution_larger_than_the_limit_is_kept_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_STORED_BYTES", 1)
    store(1, used=1)
    store(2, used=2)
    assert names() == ["cat2"]
