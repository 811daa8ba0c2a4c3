"""`paddock warm`: compile ahead, so that nobody waits at the table."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import rich_click as click

from paddock.rules.refusals import BadOption

if TYPE_CHECKING:
    from paddock.rules.game import Game


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--simulations", is_flag=True, help="Also what simulations and single steps from Python need.")
@click.option("--lab", "studies", is_flag=True, help="Also what the studies of `paddock lab` need.")
@click.option("--stage", hidden=True, help="Only this part of it.")
def warm(names: tuple[str, ...], simulations: bool, studies: bool, stage: str | None) -> None:
    """Compile the rules of all games, or of some, for this machine."""
    import time

    from paddock.bots.readiness import compile_elsewhere, missing_stages
    from paddock.commands.lab import check_installed, compile_for, uncompiled, usual_study
    from paddock.games import game, games
    from paddock.terminal.compiling import compile_stage
    from paddock.terminal.paper import paper

    if stage not in (None, *PARTS):
        raise BadOption(f"there is no stage {stage!r}; there are {', '.join(PARTS)}")
    started = time.perf_counter()
    chosen = [game(name) for name in names] or games()
    wanted = [stage] if stage else ["table", "bots"] + ["simulations"] * simulations + ["lab"] * studies
    if "lab" in wanted:
        check_installed()

    def due() -> list[tuple[Game, str]]:
        missing = [(room, part) for room in chosen for part in missing_stages(room, simulations=True) if part in wanted]
        return missing + [(room, "lab") for room in chosen if "lab" in wanted and uncompiled(usual_study(room))]

    if len(due()) > 1:  # as many processes as there are cores: the compiler itself uses only one
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            list(pool.map(lambda job: compile_elsewhere(*job), due()))
    for room, part in due():  # the only one, or what another process could not do
        if part == "lab":
            compile_for(usual_study(room), paper(stderr=True))
        else:
            compile_stage(room, part, paper(stderr=True))
    titles = ", ".join(room.facts.title for room in chosen)
    paper().print(f"Ready: {titles} ({time.perf_counter() - started:.1f} s).")


PARTS = ("table", "bots", "simulations", "lab")
