"""Compile the rules of a game before somebody waits for them, and say so when it takes a while."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

from rich.console import Console

from paddock.bots.readiness import compile_elsewhere, have_bots_compiled, leave, mark_of, missing_stages
from paddock.rules.game import Game

LINEAR_ALGEBRA = "scipy.linalg"


def compile_ahead(game: Game, out: Console, *, simulations: bool = False) -> None:
    """Make all native code that a table needs, and with `simulations` what whole games in kernels need as well.

    The compiler uses one core, so every stage but the first goes to a process of its own.
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
    have_bots_compiled(game)
    if "table" in missing_stages(game):
        compile_stage(game, "table", out)


def have_at_hand(game: Game, out: Console) -> None:
    """Everything that a table needs, in this process: compiled if it must be, else just loaded, without a word."""
    from paddock.terminal.rehearsal import STAGES

    if "table" in missing_stages(game):
        compile_stage(game, "table", out)
        return
    for take in STAGES["table"](game):
        take()


def compile_stage(game: Game, stage: str, out: Console) -> None:
    from paddock.terminal.rehearsal import STAGES

    run(STAGES[stage](game), f"Compiling the rules of {game.facts.title} for this machine, once ({stage})", out)
    leave(mark_of(game, stage))


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
