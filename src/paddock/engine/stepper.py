"""`Stepper`: one game, played step by step from Python, for training loops and demonstrations.

    stepper = Stepper(load_game("mist"), players=4, seed=7)
    while stepper.legal_count:
        if stepper.legal_count < 0:
            stepper.chance()                 # a die, a card
        else:
            stepper.step(stepper.moves_buf[0])    # any of the first `legal_count` entries is legal

`legal_count` is the number of legal moves, negative where chance acts and 0 at the end.
"""

from collections.abc import Callable, Mapping
from typing import Any

from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.game import Game
from paddock.engine.options import resolve_options
from paddock.engine.playouts import chance_step, step
from paddock.engine.position_calls import legal_count_at
from paddock.engine.rng import stream
from paddock.engine.types import Moves


def bound(kernel: Callable[..., int], *arguments: Any) -> Callable[..., int]:
    """Return the native function of a kernel for arguments of these types, without the type look-up at every call.

    The kernel is compiled but not called.
    """
    if not COMPILING:
        return kernel
    import numba

    types = tuple(numba.typeof(argument) for argument in arguments)
    native: Callable[..., int] = kernel.compile(types)  # type: ignore[attr-defined]
    return native


class Stepper:
    """A game that is played step by step. It does not check moves: a move must be one of those listed."""

    __slots__ = ("_chance", "_rng", "_start", "_step", "_weights_buf", "game", "legal_count", "moves_buf", "position")

    def __init__(self, game: Game, players: int, options: Mapping[str, object] | None = None, *, seed: int = 0) -> None:
        self.game = game
        self._start = game.start_position(players, resolve_options(game.options, options or {}, attended=False))
        self.position = self._start.copy()
        self.moves_buf: Moves = game.buffers().moves
        self._weights_buf = game.buffers().weights
        self._rng = stream(seed)
        self._chance = bound(chance_step, self.position, self._rng, self.moves_buf, self._weights_buf)
        self._step = bound(step, self.position, 0, self.moves_buf)
        self.legal_count = 0
        self.restart()

    def restart(self) -> int:
        """Start a new game with the same options and the same random stream. Return `legal_count`."""
        self.position[:] = self._start
        self.legal_count = legal_count_at(self.position, self.moves_buf)
        return self.legal_count

    def step(self, move: int) -> int:
        """Play a listed move. Return the new `legal_count`."""
        self.legal_count = legal_count = self._step(self.position, move, self.moves_buf)
        return legal_count

    def chance(self) -> int:
        """Play one event of chance. Return the new `legal_count`."""
        self.legal_count = legal_count = self._chance(self.position, self._rng, self.moves_buf, self._weights_buf)
        return legal_count
