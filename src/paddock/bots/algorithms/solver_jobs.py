"""Solver jobs: solve a game in the background, and find solutions in memory or on disk.

Solving may take a minute. Until it is done, bots use the search algorithm of their game. A solution stays on disk, and
reading it takes milliseconds.
"""

import os
import sys
import threading
import time
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from paddock.bots.algorithms.solver_admission import SolverAdmission
from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.engine.options import OptionValue, OptionValues
from paddock.engine.solver.protocols import Problem, Progress, Solution

SOLVER_LOCK = threading.Lock()
"""A lock that lets one problem be solved at a time, to leave processor and memory to the matches in progress."""

ADMISSION: Final = SolverAdmission()
MOST_JOBS: Final = 8
"""Solver jobs that are remembered, each perhaps with a solution. The least recently used are forgotten."""
LONGEST: Final = 300.0
"""Seconds until a job is cancelled."""


class SolverTimeout(Exception):
    """Solving takes too long."""


@dataclass
class SolverJob:
    """The state of one problem in this process. `problem` is None if the game cannot be solved."""

    problem: Problem | None
    solution: Solution | None = None
    solving: threading.Thread | None = None
    starting: threading.Lock = field(default_factory=threading.Lock)

    def known(self) -> Solution | None:
        """Return the solution if it is in memory or on disk."""
        if self.solution is None and self.problem is not None:
            self.solution = self.problem.known()
        return self.solution

    def start(self, client: str) -> None:
        """Start a daemon thread that solves the problem, unless it is solved, one is running or too many wait."""
        with self.starting:
            if self.problem is None or self.solving is not None or self.known() is not None:
                return
            if ADMISSION.enter(client):
                self.solving = threading.Thread(target=self._solve, args=(client,), name="solving", daemon=True)
                self.solving.start()

    def _solve(self, client: str) -> None:
        assert self.problem is not None
        if sys.platform == "linux":  # there a thread has its own priority; matches in progress come first
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
        try:
            with SOLVER_LOCK:
                found = self.problem.solve(1, time_limit(LONGEST))
                self.solution = self.problem.known()  # memory-mapped
                if self.solution is None:  # the disk cannot be written
                    keep_in_memory(self, found)
        except (BadOption, MemoryError, SolverTimeout):  # too large
            pass
        finally:
            self.problem = None
            ADMISSION.leave(client)


UNSTORED: Final[list[SolverJob]] = []
"""The job whose solution is in memory and not on disk. There is at most one."""


def keep_in_memory(job: SolverJob, solution: Solution) -> None:
    """Keep a solution that is not on disk, and drop the one before."""
    for other in UNSTORED:
        other.solution = None
    UNSTORED[:] = [job]
    job.solution = solution


def time_limit(seconds: float) -> Progress:
    """Return a progress function that raises `SolverTimeout` after this time."""
    latest = time.monotonic() + seconds

    def check(done: int) -> None:
        if time.monotonic() > latest:
            raise SolverTimeout

    return check


@lru_cache(maxsize=MOST_JOBS)
def solver_job(game: Game, options: tuple[tuple[str, OptionValue], ...]) -> SolverJob:
    assert game.solver is not None
    try:
        return SolverJob(game.solver(dict(options)))
    except BadOption:
        return SolverJob(None)


NO_JOB: Final = SolverJob(None)
"""The job of a game without a solver."""


def solver_job_for(game: Game, options: OptionValues) -> SolverJob:
    """Return the solver job of a game with these options."""
    if game.solver is None:
        return NO_JOB
    return solver_job(game, tuple(sorted(options.items())))


def known_solution(game: Game, options: OptionValues) -> Solution | None:
    """Return the solution if it is in memory or on disk, otherwise None."""
    return solver_job_for(game, options).known()


def solve_in_background(game: Game, options: OptionValues, client: str = "") -> None:
    """Start solving a game with these options, if it can be solved and few problems wait. Return immediately.

    One problem of each client waits or is solved at a time.
    """
    solver_job_for(game, options).start(client)
