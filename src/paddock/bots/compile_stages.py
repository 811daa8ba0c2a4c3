"""The stages of a game's native code: which ones are compiled, and how bots play until then.

A mark in the cache shows that a stage is complete. The cache directory belongs to exactly these sources.
"""

from pathlib import Path
from typing import Final

import llvmlite.binding

from paddock.bots.levels import uses_search
from paddock.engine.compilation.compile_cache import CACHE, COMPILING
from paddock.engine.game import Game

SUBSTITUTE_LEVEL: Final = "greedy"
"""The level of a bot while its search is still being compiled."""


def missing_stages(game: Game, *, simulations: bool = False) -> list[str]:
    """Return the stages that are not compiled yet: `table`, `bots` and, if asked for, `simulations`."""
    stages = ["table", "bots", "simulations"] if simulations else ["table", "bots"]
    return [stage for stage in stages if COMPILING and not stage_mark(game, stage).exists()]


def bots_are_compiled(game: Game) -> bool:
    """Return whether a bot can search at once, without the compiler."""
    return "bots" not in missing_stages(game)


def level_for_now(game: Game, level: str) -> str:
    """Return the level at which a bot plays now: its own, or `greedy` while its search is being compiled."""
    return SUBSTITUTE_LEVEL if uses_search(game, level) and not bots_are_compiled(game) else level


def stage_mark(game: Game, stage: str) -> Path:
    """Return the marker file of a stage on this kind of processor."""
    return CACHE / f"{game.id}-{stage}-{llvmlite.binding.get_host_cpu_name()}.done"


def write_mark(mark: Path) -> None:
    """Create a mark. Where the cache cannot be written, the next process compiles again."""
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        return
