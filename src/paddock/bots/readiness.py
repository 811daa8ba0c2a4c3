"""Whether the native code of a game is there, and having it made by another process if not.

A mark in the cache says that a stage is all there; the cache itself belongs to exactly these sources.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import llvmlite.binding

from paddock.bots.levels import thinks
from paddock.rules.compiler import CACHE, COMPILING
from paddock.rules.game import Game

STAND_IN: Final = "greedy"

ASKED: Final[set[str]] = set()
"""Games whose bots another process compiles for us, or has tried to."""
ASKING: Final = threading.Lock()


def missing_stages(game: Game, *, simulations: bool = False) -> list[str]:
    stages = ["table", "bots", "simulations"] if simulations else ["table", "bots"]
    return [stage for stage in stages if COMPILING and not mark_of(game, stage).exists()]


def bots_can_think(game: Game) -> bool:
    """Whether nobody would have to wait for the compiler when a bot is asked."""
    return "bots" not in missing_stages(game)


def level_for_now(game: Game, level: str) -> str:
    """The level at which a bot plays now: its own, or greedily while its thinking is still compiled."""
    return STAND_IN if thinks(game, level) and not bots_can_think(game) else level


def compile_elsewhere(game: Game, stage: str) -> None:
    """In a process of its own, into the cache of this one."""
    words = [sys.executable, "-m", "paddock.cli", "warm", game.id, "--stage", stage]
    surroundings = {**os.environ, "XDG_CACHE_HOME": str(CACHE.parents[2])}
    subprocess.run(words, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def have_bots_compiled(game: Game) -> None:
    """See to it that bots can think soon, by one process for each game; returns at once."""
    with ASKING:
        if game.id in ASKED or bots_can_think(game):
            return
        ASKED.add(game.id)
    threading.Thread(target=compile_elsewhere, args=(game, "bots"), daemon=True).start()


def mark_of(game: Game, stage: str) -> Path:
    return CACHE / f"{game.id}-{stage}-{llvmlite.binding.get_host_cpu_name()}.done"


def leave(mark: Path) -> None:
    """Remember that this is done; where nothing can be written, the next time compiles again."""
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        return
