"""The interface of an exact solver: a problem, and its solution with the value of every position.

A game that can be solved has a `solver` in its `Game`, which returns a `Problem` for given options. Solving may take a
minute, so a problem has its size and a look-up of a stored solution.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from paddock.engine.options import OptionValues
from paddock.engine.types import Move, State

Progress: TypeAlias = Callable[[int], None]
"""Called from time to time with the number of solved positions."""


class Solution(Protocol):
    """The win chance under best play, for every position."""

    @property
    def win_probability(self) -> float:
        """The win chance at the start."""

    def value(self, s: State) -> float:
        """Return the win chance in this position."""

    def values(self, s: State) -> list[tuple[Move, float]]:
        """Return the win chance after each legal move. The list is empty where no seat decides."""

    def best(self, s: State) -> Move:
        """Return the first of the best moves."""


class Problem(Protocol):
    """A game with fixed options, to be solved."""

    @property
    def positions(self) -> int:
        """The number of positions."""

    @property
    def bytes(self) -> int:
        """The memory that solving takes."""

    def known(self) -> Solution | None:
        """Return the stored solution, or None."""

    def solve(self, threads: int, progress: Progress) -> Solution:
        """Solve the problem, store the solution and return it."""


Solver: TypeAlias = Callable[[OptionValues], Problem]
"""Returns the problem with these options. Raises `BadOption` if it cannot be solved."""
