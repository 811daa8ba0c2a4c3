"""Where it is kept: SQLite in a file, or PostgreSQL by its address; brought up to date by Alembic when it is opened."""

import sqlite3
from pathlib import Path
from typing import Any, Final

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, SQLAlchemyError

from paddock.rules.refusals import Refusal
from paddock.server.schema import metadata

MIGRATIONS: Final = Path(__file__).parent / "migrations"
MIGRATING: Final = 7_036_225
"""The number of the lock in PostgreSQL that lets one worker migrate at a time; any number of our own would do."""
PATIENCE: Final = 10.0
"""Seconds that one process waits for another one's transaction."""
KNOCKING: Final = 5
"""Seconds in which a PostgreSQL that is there answers."""
NO_ROOM: Final = "53100"
"""PostgreSQL's word for a full disk."""


class Unavailable(Refusal):
    """The database cannot be used, now or at all."""


def open_database(address: str) -> Engine:
    """The database of this address, with our tables in it."""
    engine = engine_of(address)
    try:
        with engine.begin() as connection:
            migrate(connection, shown(engine))
    except Unavailable:
        engine.dispose()
        raise
    except SQLAlchemyError as flaw:
        engine.dispose()
        told = " ".join(str(getattr(flaw, "orig", flaw)).split())
        raise Unavailable(f"the database {shown(engine)} cannot be used: {told}") from None
    return engine


def open_existing(address: str) -> Engine:
    """The same, but nothing is made where nothing was."""
    url = engine_of(address).url
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise Unavailable(f"there is no database {url.database}")
    return open_database(address)


def shown(engine: Engine) -> str:
    """Its address for people, without the password."""
    return engine.url.render_as_string(hide_password=True)


def engine_of(address: str) -> Engine:
    try:
        url = make_url(address)
        if url.drivername == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise Unavailable(f"a database of {url.get_backend_name()} is not known here; use SQLite or PostgreSQL")
        if url.get_backend_name() == "sqlite":
            if url.database in (None, "", ":memory:"):
                raise Unavailable("a database in memory would lose everything; name a file, like sqlite:///paddock.db")
            Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(url, connect_args={"timeout": PATIENCE}, hide_parameters=True)
            event.listen(engine, "connect", careful)
            event.listen(engine, "begin", begin_at_once)
            return engine
        knocking = {"connect_timeout": KNOCKING}
        return create_engine(
            url, pool_pre_ping=True, pool_size=8, max_overflow=8, connect_args=knocking, hide_parameters=True
        )
    except (ArgumentError, NoSuchModuleError):
        raise Unavailable(f"{address!r} is no address of a database; one looks like sqlite:///paddock.db") from None
    except OSError as flaw:
        raise Unavailable(f"the database cannot be kept there: {flaw.strerror}") from None


def careful(connection: sqlite3.Connection, _: Any) -> None:
    """Acknowledged means on disk: a commit returns when the disk has it. We begin transactions ourselves."""
    connection.isolation_level = None
    for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {line}")


def begin_at_once(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reading") else "BEGIN IMMEDIATE")


def migrate(connection: Connection, name: str) -> None:
    """Bring the tables up to date; a database of a later Paddock is left alone."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    here = MigrationContext.configure(connection).get_current_revision()
    newest = scripts.get_current_head()
    if here == newest:
        return
    if here is not None and here not in {script.revision for script in scripts.walk_revisions()}:
        raise Unavailable(f"the database {name} was written by a newer Paddock, of version {here}; update this one")

    def upgrade(revision: Any, context: Any) -> Any:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(config, scripts, fn=upgrade) as environment:
        environment.configure(connection=connection, target_metadata=metadata)
        environment.run_migrations()


def is_full(flaw: DatabaseError) -> bool:
    """Whether there was no room on the disk."""
    return getattr(flaw.orig, "sqlstate", None) == NO_ROOM or "disk is full" in str(flaw.orig)
