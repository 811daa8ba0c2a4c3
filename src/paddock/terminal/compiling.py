"""Compile the rules of a game before somebody waits for them, and say so when it takes a while."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import llvmlite.binding
from rich.console import Console

from paddock.rules.compiler import CACHE, COMPILING
from paddock.rules.game import Game

LINEAR_ALGEBRA = "scipy.linalg"


def compile_ahead(game: Game, out: Console, *, simulations: bool = False) -> None:
    """Make all native code that a table needs, and with `simulations` what whole games in kernels need as well.

    The compiler uses one core, so every stage but the first goes to a process of its own. A mark in the cache says that
    a stage is all there; the cache itself belongs to exactly these sources.
    """
    due = missing_stages(game, simulations=simulations)
    with ThreadPoolExecutor() as pool:
        pool.map(lambda stage: compile_elsewhere(game, stage), due[1:])
        for stage in due[:1]:
            compile_stage(game, stage, out)
    for stage in missing_stages(game, simulations=simulations):  # what another process could not do
        compile_stage(game, stage, out)


def compile_for_a_person(game: Game, out: Console) -> None:
    """What a table needs, at once; what its bots need to think, in the background while somebody plays already.

    Where nobody sits and waits, both at once: then the same seed brings the same match.
    """
    if not out.is_terminal:
        compile_ahead(game, out)
        return
    if "bots" in missing_stages(game, simulations=False):
        threading.Thread(target=compile_elsewhere, args=(game, "bots"), daemon=True).start()
    if "table" in missing_stages(game, simulations=False):
        compile_stage(game, "table", out)


def bots_can_think(game: Game) -> bool:
    """Whether nobody would have to wait for the compiler when a bot is asked."""
    return "bots" not in missing_stages(game, simulations=False)


def compile_stage(game: Game, stage: str, out: Console) -> None:
    from paddock.terminal.rehearsal import STAGES

    run(STAGES[stage](game), f"Compiling the rules of {game.facts.title} for this machine, once ({stage})", out)
    leave(mark_of(game, stage))


def compile_elsewhere(game: Game, stage: str) -> None:
    """In a process of its own, into the cache of this one."""
    words = [sys.executable, "-m", "paddock.cli", "warm", game.id, "--stage", stage]
    surroundings = {**os.environ, "XDG_CACHE_HOME": str(CACHE.parents[2])}
    subprocess.run(words, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def missing_stages(game: Game, *, simulations: bool) -> list[str]:
    stages = ["table", "bots", "simulations"] if simulations else ["table", "bots"]
    return [stage for stage in stages if COMPILING and not mark_of(game, stage).exists()]


def mark_of(game: Game, stage: str) -> Path:
    return CACHE / f"{game.id}-{stage}-{llvmlite.binding.get_host_cpu_name()}.done"


def load_compiler() -> None:
    """Let Numba load itself without SciPy's linear algebra, which no rule of ours needs.

    Where SciPy happens to be installed it would add a fifth of a second before every first move.
    """
    if LINEAR_ALGEBRA not in sys.modules:
        sys.modules[LINEAR_ALGEBRA] = None  # type: ignore[assignment]
        try:
            import_module("numba.np.arraymath")
        finally:
            del sys.modules[LINEAR_ALGEBRA]


def run(steps: list[Callable[[], object]], title: str, out: Console) -> None:
    """Take the steps with a bar on a terminal, after a plain line elsewhere."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    plain = not out.is_terminal or out.is_dumb_terminal
    if plain:
        out.print(f"{title} ...", markup=False)
    columns = (SpinnerColumn("line"), TextColumn("{task.description}"), BarColumn(20), TimeElapsedColumn())
    with Progress(*columns, console=out, transient=True, disable=plain) as progress:
        for take in progress.track(steps, description=title):
            take()


def leave(mark: Path) -> None:
    """Remember that this is done; where nothing can be written, the next time compiles again."""
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        return
