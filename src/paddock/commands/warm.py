"""`paddock warm`: compile ahead, so that nobody waits at the table."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import rich_click as click

if TYPE_CHECKING:
    from paddock.rules.game import Game


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--simulations", is_flag=True, help="Also what simulations and single steps from Python need.")
def warm(names: tuple[str, ...], simulations: bool) -> None:
    """Compile the rules of all games, or of some, for this machine."""
    import time

    from paddock.games import game, games
    from paddock.terminal.compiling import compile_ahead, is_compiled
    from paddock.terminal.paper import paper

    started = time.perf_counter()
    chosen = [game(name) for name in names] or games()
    due = [room for room in chosen if not is_compiled(room, simulations=simulations)]
    if len(due) > 1:
        side_by_side(due, simulations)
    for room in due:  # the only one, or what another process could not do
        compile_ahead(room, paper(stderr=True), simulations=simulations)
    titles = ", ".join(room.facts.title for room in chosen)
    paper().print(f"Ready: {titles} ({time.perf_counter() - started:.1f} s).")


def side_by_side(rooms: list[Game], simulations: bool) -> None:
    """One process for each game, as many at a time as there are cores: the compiler itself uses only one."""
    words = [sys.executable, "-m", "paddock.cli", "warm", *(["--simulations"] if simulations else [])]

    def compile_one(room: Game) -> None:
        subprocess.run([*words, room.id], stdout=subprocess.DEVNULL, check=False)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(compile_one, rooms))
