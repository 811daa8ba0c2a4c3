"""What it means for a game to be solved: the best that can be done, exactly, in every position.

A room that can be solved offers `solver` in its `Game`: options in, a `Problem` out. Solving may take a minute, so a
problem says beforehand how large it is, and whether it was solved before.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from paddock.rules.kinds import Move, State
from paddock.rules.options import Choices

Progress: TypeAlias = Callable[[int], None]
"""Is told now and then how many positions are done."""


class Solution(Protocol):
    """The chance to win under best play, for every position."""

    @property
    def win_probability(self) -> float:
        """At the start."""

    def value(self, s: State) -> float:
        """Here, whoever or whatever is to move."""

    def values(self, s: State) -> list[tuple[Move, float]]:
        """After each legal move; their largest is the value of the position. Empty where nobody decides."""

    def best(self, s: State) -> Move:
        """The first of the best moves."""


class Problem(Protocol):
    """A game with certain options, to be solved."""

    @property
    def positions(self) -> int: ...
    @property
    def bytes(self) -> int:
        """The memory that solving it takes."""

    def known(self) -> Solution | None:
        """The solution, if it was found before and kept."""

    def solve(self, threads: int, progress: Progress) -> Solution:
        """Find the solution, and keep it for the next time."""


Solver: TypeAlias = Callable[[Choices], Problem]
"""The problem that these options pose; `BadOption` if it cannot be solved."""
