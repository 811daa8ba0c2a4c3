"""`paddock doctor`: check the tables of a server."""

import rich_click as click

from paddock.cli.command_classes import PaddockCommand
from paddock.cli.shared_options import json_option

WRONG = 1
"""The exit status if a table is inconsistent."""


@click.command(cls=PaddockCommand, examples=["paddock doctor"])
@click.option(
    "--database",
    metavar="URL",
    default="",
    show_default="the database of 'paddock serve'",
    help="sqlite:///FILE or postgresql://...",
)
@json_option
def doctor(database: str, as_json: bool) -> int:
    """Replay the log of every unfinished table and report inconsistencies."""
    from paddock.server.config import ServerConfig
    from paddock.server.storage import doctor as practice
    from paddock.server.storage.engine import open_existing
    from paddock.server.storage.queries import Queries

    engine = open_existing(ServerConfig(database=database).address)
    try:
        found = practice.examine(Queries(engine))
    finally:
        engine.dispose()
    if as_json:
        print(practice.as_json(found).decode())
    else:
        for finding in found.findings:
            print(finding)
        wrong = len({finding.table for finding in found.findings})
        tables = "1 unfinished table" if found.tables == 1 else f"{found.tables} unfinished tables"
        print(f"{tables}; {f'{wrong} inconsistent' if wrong else 'all are consistent'}.")
    return WRONG if found.findings else 0
