"""`paddock serve`: start the server. Plain `paddock` starts it on this machine and opens a browser."""

from importlib import import_module

import rich_click as click

from paddock.cli.command_classes import PaddockCommand

PORT = 4747
PORTS_TO_TRY = 20
"""Number of ports, from the default on, that plain `paddock` tries if another program uses them."""


@click.command(
    cls=PaddockCommand,
    examples=["paddock serve", "paddock serve --host 0.0.0.0 --port 8000 --database sqlite:///paddock.db"],
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen at. 0.0.0.0 accepts other devices of the network.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="N",
    default=PORT,
    show_default=True,
    help="Port to listen at, from 1 to 65535.",
)
@click.option(
    "--database",
    envvar="PADDOCK_DATABASE",
    metavar="URL",
    default="",
    show_default="a SQLite file in the data directory",
    help="sqlite:///FILE or postgresql://...",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="Number of server processes, up to 64. More than 1 needs PostgreSQL.",
)
@click.option(
    "--public-url",
    envvar="PADDOCK_PUBLIC_URL",
    metavar="URL",
    default="",
    show_default="host and port",
    help="Address in the links that guests get. It may contain a path: https://example.org/paddock.",
)
@click.option("--replace", is_flag=True, help="Stop the server that uses this port, once this one is loaded.")
@click.option(
    "--lab/--no-lab",
    default=None,
    show_default="on if only this machine can connect",
    help="Let guests run studies in the lab.",
)
@click.option("--open/--no-open", "open_page", default=False, show_default=True, help="Open a browser.")
@click.option(
    "--log",
    type=click.Choice(["warning", "info"]),
    metavar="SEVERITY",
    default="warning",
    show_default=True,
    help="Lowest severity of log messages: warning or info.",
)
def serve(
    host: str,
    port: int,
    database: str,
    workers: int,
    public_url: str,
    *,
    replace: bool,
    lab: bool | None,
    open_page: bool,
    log: str,
) -> None:
    """Start the server. People play in their browsers, and bots fill free seats."""
    from paddock.cli.compilation_progress import load_compiler, load_or_compile
    from paddock.cli.console import new_console
    from paddock.cli.local_server import open_when_ready
    from paddock.games import games
    from paddock.server.config import ServerConfig
    from paddock.server.serve import check_options, check_service, run
    from paddock.server.takeover import stop_running

    load_compiler()
    service = ServerConfig(host, port, database, workers, public_url, lab=lab)
    if replace:
        check_options(service)
    else:
        check_service(service)
    console = new_console()
    for game in games():  # before the first guest arrives
        load_or_compile(game, console)
    if replace:
        import_module("paddock.server.app")  # while the old server still answers
        stop_running(service)
        check_service(service)
    console.print(f"Paddock is at {service.url} (Ctrl-C ends it).", markup=False, highlight=False)
    if open_page:
        open_when_ready(service.url)
    run(service, log=log)


def serve_here(context: click.Context) -> None:
    """Serve on this machine only and open a browser. If Paddock runs already, only open the browser."""
    from paddock.cli.browser import open_page
    from paddock.cli.local_server import free_port, is_paddock

    url = f"http://127.0.0.1:{PORT}"
    if is_paddock(url):
        click.echo(f"Paddock runs already at {url}.")
        open_page(url)
    else:
        context.invoke(serve, port=free_port(range(PORT, PORT + PORTS_TO_TRY)), open_page=True)
