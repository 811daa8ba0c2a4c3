"""`paddock warm`: compile ahead, so that nobody waits at the table."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import rich_click as click

from paddock.rules.refusals import BadOption


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--simulations", is_flag=True, help="Also what simulations and single steps from Python need.")
@click.option("--stage", hidden=True, help="Only this part of it, in this process.")
def warm(names: tuple[str, ...], simulations: bool, stage: str | None) -> None:
    """Compile the rules of all games, or of some, for this machine."""
    import time

    from paddock.games import game, games
    from paddock.terminal.compiling import compile_ahead, compile_elsewhere, compile_stage, missing_stages
    from paddock.terminal.paper import paper

    started = time.perf_counter()
    chosen = [game(name) for name in names] or games()
    if stage is not None:
        from paddock.terminal.rehearsal import STAGES

        if stage not in STAGES:
            raise BadOption(f"there is no stage {stage!r}; there are {', '.join(STAGES)}")
        for room in chosen:
            compile_stage(room, stage, paper(stderr=True))
        return
    if len(chosen) > 1:  # as many processes as there are cores: the compiler itself uses only one
        jobs = [(room, due) for room in chosen for due in missing_stages(room, simulations=simulations)]
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            list(pool.map(lambda job: compile_elsewhere(*job), jobs))
    for room in chosen:  # the only one, or what another process could not do
        compile_ahead(room, paper(stderr=True), simulations=simulations)
    titles = ", ".join(room.facts.title for room in chosen)
    paper().print(f"Ready: {titles} ({time.perf_counter() - started:.1f} s).")
