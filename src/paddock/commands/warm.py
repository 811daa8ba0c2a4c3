"""`paddock warm`: compile ahead, so that nobody waits at the table."""

import rich_click as click


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME]...")
def warm(names: tuple[str, ...]) -> None:
    """Compile the rules of all games, or of some, for this machine."""
    import time

    from paddock.games import game, games
    from paddock.terminal.compiling import compile_ahead
    from paddock.terminal.paper import paper

    started = time.perf_counter()
    chosen = [game(name) for name in names] or games()
    for room in chosen:
        compile_ahead(room, paper(stderr=True), simulations=True)
    titles = ", ".join(room.facts.title for room in chosen)
    paper().print(f"Ready: {titles} ({time.perf_counter() - started:.1f} s).")
