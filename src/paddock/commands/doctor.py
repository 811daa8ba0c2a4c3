"""`paddock doctor`: is every table what its log says?"""

import rich_click as click

WRONG = 1


@click.command()
@click.option("--database", metavar="URL", default="", help="sqlite:///FILE or postgresql://...; else that of `serve`.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of sentences.")
def doctor(database: str, as_json: bool) -> int:
    """Derive every table that goes on from its log, and tell which of them differ."""
    from paddock.server import doctor as practice
    from paddock.server.database import open_existing
    from paddock.server.settings import Service
    from paddock.server.store import Reader

    engine = open_existing(Service(database=database).address)
    try:
        found = practice.examine(Reader(engine))
    finally:
        engine.dispose()
    if as_json:
        print(practice.as_json(found).decode())
    else:
        for finding in found.findings:
            print(finding)
        ill = len({finding.table for finding in found.findings})
        tables = "1 table goes" if found.tables == 1 else f"{found.tables} tables go"
        print(f"{tables} on; {'all are well' if not ill else f'{ill} not well'}.")
    return WRONG if found.findings else 0
