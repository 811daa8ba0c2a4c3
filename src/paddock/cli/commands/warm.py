"""`paddock warm`: compile games ahead of their first use."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import rich_click as click

from paddock.cli.command_classes import PaddockCommand
from paddock.cli.parameter_types import GameName
from paddock.cli.shared_options import one_of
from paddock.games import GAMES

if TYPE_CHECKING:
    from rich.console import Console

    from paddock.engine.game import Game

MODULES = {
    "table": "paddock.bots.game_warmup",
    "bots": "paddock.bots.game_warmup",
    "simulations": "paddock.bots.game_warmup",
    "envs": "paddock.envs.warmup",
    "lab": "paddock.lab.warmup",
}
"""The module that compiles each stage."""


@click.command(cls=PaddockCommand, examples=["paddock warm mist", "paddock warm --simulations --lab"])
@click.argument(
    "names",
    nargs=-1,
    metavar="[GAME]...",
    type=GameName(),
    help=f"Games: {one_of(list(GAMES))}. [default: all]",
)
@click.option("--simulations", is_flag=True, help="Also compile simulations and environments.")
@click.option("--lab", "with_lab", is_flag=True, help="Also compile the studies of 'paddock lab'.")
@click.option(
    "--only",
    type=click.Choice(list(MODULES)),
    metavar="STAGE",
    show_default="table and bots",
    help=f"Compile only this stage: {one_of(list(MODULES))}.",
)
def warm(names: tuple[str, ...], simulations: bool, with_lab: bool, only: str | None) -> None:
    """Compile games for this machine, so that the first move is quick."""
    import time

    from paddock.bots.background_compilation import compile_in_subprocess
    from paddock.cli.commands.lab import check_installed
    from paddock.cli.console import new_console
    from paddock.games import games, load_game

    started = time.perf_counter()
    chosen = [load_game(name) for name in names] or games()
    stages = [only] if only else ["table", "bots", *["simulations", "envs"] * simulations, *["lab"] * with_lab]
    if "lab" in stages:
        check_installed()

    def missing() -> list[tuple[Game, str]]:
        # Stage by stage: two stages of a game at the same time would compile its rules twice.
        return [(game, stage) for stage in stages for game in chosen if not is_compiled(game, stage)]

    def compile_apart(job: tuple[Game, str]) -> None:
        game, stage = job
        module = MODULES[stage]
        compile_in_subprocess(game, *[stage] * (module == MODULES["table"]), module=module)

    if len(missing()) > 1:  # the compiler uses one core, so each core gets a process
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            list(pool.map(compile_apart, missing()))
    for game, stage in missing():  # a single stage, or a stage whose process failed
        compile_here(game, stage, new_console(stderr=True))
    titles = ", ".join(game.facts.title for game in chosen)
    new_console().print(f"Ready: {titles} ({time.perf_counter() - started:.1f} s).")


def is_compiled(game: Game, stage: str) -> bool:
    if stage == "envs":
        from paddock.envs.warmup import envs_are_compiled

        return envs_are_compiled(game)
    if stage == "lab":
        from paddock.lab.warmup import typical_study, uncompiled_cases

        return not uncompiled_cases(typical_study(game))
    from paddock.bots.compile_stages import missing_stages

    return stage not in missing_stages(game, simulations=True)


def compile_here(game: Game, stage: str, console: Console) -> None:
    """Compile a stage in this process, with a message."""
    from paddock.cli.compilation_progress import compile_envs, compile_stage, compile_study

    if stage == "envs":
        compile_envs(game, console)
    elif stage == "lab":
        from paddock.lab.warmup import typical_study

        compile_study(typical_study(game), console)
    else:
        compile_stage(game, stage, console)
