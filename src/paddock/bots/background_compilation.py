"""Compile the stages of a game in another process."""

import os
import subprocess
import sys
import threading
from typing import Final

from paddock.bots.compile_stages import bots_are_compiled
from paddock.engine.compilation.compile_cache import CACHE
from paddock.engine.game import Game

WARMUP: Final = "paddock.bots.game_warmup"
"""The module that compiles a stage."""

REQUESTED: Final[set[str]] = set()
"""Games whose bots another process compiles or tried to compile."""
REQUEST_LOCK: Final = threading.Lock()
"""The lock for `REQUESTED`."""


def compile_in_subprocess(game: Game, *stage: str, module: str = WARMUP) -> None:
    """Run a warm-up module in another process, with the cache of this one. A failure leaves no mark."""
    words = [sys.executable, "-m", module, game.id, *stage]
    environment = {**os.environ, "XDG_CACHE_HOME": str(CACHE.parents[2])}
    subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def compile_bots_in_background(game: Game) -> None:
    """Start one process that compiles the bots of a game, unless it was started before. Return at once."""
    with REQUEST_LOCK:
        if game.id in REQUESTED or bots_are_compiled(game):
            return
        REQUESTED.add(game.id)
    threading.Thread(target=compile_in_subprocess, args=(game, "bots"), daemon=True).start()
