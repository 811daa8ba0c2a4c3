"""Exact play: where a game can be solved, its bots weigh their moves by the solution.

Solving may take a minute. So a table has its game solved in the background (`solve_in_background`) and nobody waits:
until the solution is there, bots think in the other way of their game. A solution that was found once is kept on disk
and read from there in milliseconds.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from paddock.bots.mind import chosen_at
from paddock.rules.game import Game
from paddock.rules.kinds import Move, Moves, Rng, Table
from paddock.rules.options import Choices, Value
from paddock.rules.refusals import BadOption
from paddock.rules.solving import Problem, Solution
from paddock.rules.verbs import turn

ONE_AT_A_TIME = threading.Lock()
"""Two boards are not solved at once: people play meanwhile, and memory is bounded by one problem's."""


@dataclass
class Posed:
    """A problem as this process knows it; no problem where the game cannot be solved."""

    problem: Problem | None
    solution: Solution | None = None
    solving: threading.Thread | None = None
    starting: threading.Lock = field(default_factory=threading.Lock)

    def known(self) -> Solution | None:
        """The solution, if it is in memory or on disk."""
        if self.solution is None and self.problem is not None:
            self.solution = self.problem.known()
        return self.solution

    def begin(self) -> None:
        """Solve it in a thread that ends with the process, unless this is done or under way."""
        with self.starting:
            if self.problem is not None and self.solving is None and self.known() is None:
                self.solving = threading.Thread(target=self._solve, name="solving", daemon=True)
                self.solving.start()

    def _solve(self) -> None:
        assert self.problem is not None
        with ONE_AT_A_TIME:
            try:
                found = self.problem.solve(1, lambda done: None)
                self.solution = self.problem.known() or found  # what lies on disk takes no memory of this process
            except (BadOption, MemoryError):  # too large
                pass
            self.problem = None


@cache
def posed(game: Game, options: tuple[tuple[str, Value], ...]) -> Posed:
    if game.solver is None:
        return Posed(None)
    try:
        return Posed(game.solver(dict(options)))
    except BadOption:
        return Posed(None)


def posed_by(game: Game, options: Choices) -> Posed:
    """The problem of a game with these options."""
    return posed(game, tuple(sorted(options.items())))


def solution_at_hand(game: Game, options: Choices) -> Solution | None:
    """The solution, if nobody has to wait for it."""
    return posed_by(game, options).known()


def solve_in_background(game: Game, options: Choices) -> None:
    """See to it that a solution will be at hand, if there can be one; returns at once."""
    posed_by(game, options).begin()


def weigh_exactly(solution: Solution, mind: Table, table: Table, listed: Moves) -> int:
    """As `mind.weigh`, by the solution: for the seat to move, and for all who win or lose with it."""
    one, seat = mind[0], turn(table[0])
    choices: Sequence[tuple[Move, float]] = solution.values(table[0])
    for i, (move, value) in enumerate(choices):
        listed[i] = move
        if one.together:
            one.worth[i] = value
        else:
            one.worth[i, seat] = value
    return len(choices)


def decide_exactly(solution: Solution, mind: Table, table: Table, rng: Rng, listed: Moves) -> Move:
    """As `mind.decide`, by the solution."""
    n = weigh_exactly(solution, mind, table, listed)
    return Move(int(listed[chosen_at(mind, table, rng, listed, n)]))
