"""`paddock serve`: the table for everybody with a browser. Plain `paddock` serves on this machine and opens one."""

import rich_click as click

PORT = 4747
NEAR = 20
"""Ports after the usual one that plain `paddock` tries when somebody else uses it."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 lets the household in.")
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True)
@click.option("--database", metavar="URL", default="", help="sqlite:///FILE or postgresql://...")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes on one PostgreSQL."
)
@click.option("--public-url", metavar="URL", default="", help="Where people find it, if not at host and port.")
@click.option("--open/--no-open", "open_page", default=False, help="Open a browser there.", show_default=True)
@click.option("--log", type=click.Choice(["warning", "info"]), default="warning", show_default=True)
def serve(host: str, port: int, database: str, workers: int, public_url: str, *, open_page: bool, log: str) -> None:
    """Serve the tables: people sit down with a browser, bots where nobody does."""
    from paddock.server.heap import start_with_the_c_library

    start_with_the_c_library()  # before anything is loaded, which would be for nothing
    from paddock.games import games
    from paddock.server.running import check_service, run
    from paddock.server.settings import Service
    from paddock.terminal.browser import open_when_ready
    from paddock.terminal.compiling import have_at_hand, load_compiler
    from paddock.terminal.paper import paper

    load_compiler()
    service = Service(host, port, database, workers, public_url)
    check_service(service)
    out = paper()
    for room in games():  # nobody at a table waits for the compiler
        have_at_hand(room, out)
    out.print(f"Paddock is at {service.url} (Ctrl-C ends it).", markup=False, highlight=False)
    if open_page:
        open_when_ready(service.url)
    run(service, log=log)


def serve_here(context: click.Context) -> None:
    """On this machine only, in a browser; if Paddock is there already, just the browser."""
    from paddock.terminal.browser import free_port, is_paddock, open_page

    url = f"http://127.0.0.1:{PORT}"
    if is_paddock(url):
        click.echo(f"Paddock is at {url} already.")
        open_page(url)
    else:
        context.invoke(serve, port=free_port(range(PORT, PORT + NEAR)), open_page=True)
