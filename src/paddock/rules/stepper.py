"""One game, one step at a time, from Python: for training loops and for people who want to see it move.

    table = Stepper(game("mist"), players=4, seed=7)
    while table.standing:
        if table.standing < 0:
            table.chance()                 # a die, a card
        else:
            table.step(table.listed[0])    # any of the first `standing` entries is legal

`standing` is the number of legal moves, negative where chance is due and 0 at the end.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from paddock.rules.chance import streams
from paddock.rules.compiler import COMPILING
from paddock.rules.game import Game
from paddock.rules.kernels import chance_step, standing_at, step
from paddock.rules.kinds import Moves
from paddock.rules.options import agree


def bound(kernel: Callable[..., int], *arguments: Any) -> Callable[..., int]:
    """The native function behind a kernel for arguments like these, without the look-up at every call.

    Nothing is called yet: where players think, a call may take its time.
    """
    if not COMPILING:
        return kernel
    import numba

    types = tuple(numba.typeof(argument) for argument in arguments)
    native: Callable[..., int] = kernel.compile(types)  # type: ignore[attr-defined]
    return native


class Stepper:
    """A game that is stepped through. Trusts its caller: a move must be one of those listed."""

    __slots__ = ("_chance", "_heavy", "_rng", "_start", "_step", "game", "listed", "standing", "table")

    def __init__(self, game: Game, players: int, options: Mapping[str, object] | None = None, *, seed: int = 0) -> None:
        self.game = game
        self._start = game.table(players, agree(game.options, options or {}, attended=False))
        self.table = self._start.copy()
        self.listed: Moves = np.zeros(game.most_moves, np.int16)
        self._heavy = np.zeros(game.most_moves, np.int32)
        self._rng = np.ascontiguousarray(streams(seed, 0, 1)[0])
        self._chance = bound(chance_step, self.table, self._rng, self.listed, self._heavy)
        self._step = bound(step, self.table, 0, self.listed)
        self.standing = 0
        self.restart()

    def restart(self) -> int:
        """A new game with the same options; its dice go on where the last one's ended."""
        self.table[:] = self._start
        self.standing = standing_at(self.table, self.listed)
        return self.standing

    def step(self, move: int) -> int:
        """Play a listed move; returns the new standing."""
        self.standing = standing = self._step(self.table, move, self.listed)
        return standing

    def chance(self) -> int:
        """Let chance play; returns the new standing."""
        self.standing = standing = self._chance(self.table, self._rng, self.listed, self._heavy)
        return standing
