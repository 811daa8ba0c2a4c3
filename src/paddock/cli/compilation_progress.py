"""Compile the rules of a game before they are needed, and report it when it takes time."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from rich.console import Console

from paddock.bots.background_compilation import compile_bots_in_background, compile_in_subprocess
from paddock.bots.compile_stages import missing_stages, stage_mark, write_mark

if TYPE_CHECKING:
    from paddock.bots.game_warmup import Steps
    from paddock.engine.game import Game
    from paddock.lab.study_plan import Plan

LINEAR_ALGEBRA = "scipy.linalg"


def compile_ahead(game: Game, console: Console, *, simulations: bool = False) -> None:
    """Compile everything that a table needs; with `simulations`, also the kernels of whole games.

    The compiler uses one core. So each stage after the first runs in its own process.
    """
    missing = missing_stages(game, simulations=simulations)
    with ThreadPoolExecutor() as pool:
        pool.map(lambda stage: compile_in_subprocess(game, stage), missing[1:])
        for stage in missing[:1]:
            compile_stage(game, stage, console)
    for stage in missing_stages(game, simulations=simulations):  # a subprocess failed
        compile_stage(game, stage, console)


def compile_for_play(game: Game, console: Console) -> None:
    """Compile the table now, and the bots in the background while a person plays.

    Without a terminal, compile both now. Then the same seed gives the same match.
    """
    if not console.is_terminal:
        compile_ahead(game, console)
        return
    compile_bots_in_background(game)
    if "table" in missing_stages(game):
        compile_stage(game, "table", console)


def load_or_compile(game: Game, console: Console) -> None:
    """Load the code of a table into this process. Compile it first, with a message, if it is missing."""
    from paddock.bots.game_warmup import STAGES

    if "table" in missing_stages(game):
        compile_stage(game, "table", console)
        return
    for run_step in STAGES["table"](game):
        run_step()


def compile_stage(game: Game, stage: str, console: Console) -> None:
    """Compile one stage of `paddock.bots.game_warmup` in this process, and write its mark."""
    from paddock.bots.game_warmup import STAGES

    run_steps(STAGES[stage](game), compile_title(game, stage), console)
    write_mark(stage_mark(game, stage))


def compile_envs(game: Game, console: Console) -> None:
    """Compile the environments in this process, and write their mark."""
    from paddock.envs.warmup import env_steps, envs_mark

    run_steps(env_steps(game), compile_title(game, "envs"), console)
    write_mark(envs_mark(game))


def compile_study(plan: Plan, console: Console) -> None:
    """Compile the kernels that a study needs in this process, and write their marks."""
    from paddock.lab.warmup import compile_case, uncompiled_cases

    if missing := uncompiled_cases(plan):
        steps: Steps = [partial(compile_case, mark, case) for mark, case in missing.items()]
        run_steps(steps, compile_title(plan.game, "lab"), console)


def compile_title(game: Game, stage: str) -> str:
    return f"Compiling {game.facts.title} for this machine, once ({stage})"


def load_compiler() -> None:
    """Load Numba without SciPy's linear algebra, which the rules do not need.

    Where SciPy is installed, this saves 0.2 seconds before the first move.
    """
    if LINEAR_ALGEBRA not in sys.modules:
        sys.modules[LINEAR_ALGEBRA] = None  # type: ignore[assignment]
        try:
            import_module("numba.np.arraymath")
        finally:
            del sys.modules[LINEAR_ALGEBRA]


def run_steps(steps: Steps, title: str, console: Console) -> None:
    """Run the steps: with a progress bar on a terminal, else after one line of text."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    plain = not console.is_terminal or console.is_dumb_terminal
    if plain:
        console.print(f"{title} ...", markup=False)
    columns = (SpinnerColumn("line"), TextColumn("{task.description}"), BarColumn(20), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=plain) as progress:
        for run_step in progress.track(steps, description=title):
            run_step()
