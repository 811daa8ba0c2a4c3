"""Solver jobs: solve a game in the background, and find solutions in memory or on disk.

Solving may take a minute. Until it is done, bots use the search algorithm of their game. A solution stays on disk, and
reading it takes milliseconds.
"""

import threading
from dataclasses import dataclass, field
from functools import cache

from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.engine.options import OptionValue, OptionValues
from paddock.engine.solver_protocols import Problem, Solution

SOLVER_LOCK = threading.Lock()
"""A lock that lets one problem be solved at a time, to leave processor and memory to the matches in progress."""


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

    def start(self) -> None:
        """Start a daemon thread that solves the problem, unless it is solved or one is running."""
        with self.starting:
            if self.problem is not None and self.solving is None and self.known() is None:
                self.solving = threading.Thread(target=self._solve, name="solving", daemon=True)
                self.solving.start()

    def _solve(self) -> None:
        assert self.problem is not None
        with SOLVER_LOCK:
            try:
                found = self.problem.solve(1, lambda done: None)
                self.solution = self.problem.known() or found  # memory-mapped if it is on disk
            except (BadOption, MemoryError):  # too large
                pass
            self.problem = None


@cache
def solver_job(game: Game, options: tuple[tuple[str, OptionValue], ...]) -> SolverJob:
    if game.solver is None:
        return SolverJob(None)
    try:
        return SolverJob(game.solver(dict(options)))
    except BadOption:
        return SolverJob(None)


def solver_job_for(game: Game, options: OptionValues) -> SolverJob:
    """Return the solver job of a game with these options."""
    return solver_job(game, tuple(sorted(options.items())))


def known_solution(game: Game, options: OptionValues) -> Solution | None:
    """Return the solution if it is in memory or on disk, otherwise None."""
    return solver_job_for(game, options).known()


def solve_in_background(game: Game, options: OptionValues) -> None:
    """Start solving a game with these options, if it can be solved. Return immediately."""
    solver_job_for(game, options).start()
