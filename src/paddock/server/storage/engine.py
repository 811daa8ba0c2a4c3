"""Opens the database, SQLite or PostgreSQL, and migrates it with Alembic."""

import sqlite3
from pathlib import Path
from typing import Any, Final

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, SQLAlchemyError

from paddock.engine.errors import PaddockError
from paddock.server.storage.schema import metadata

MIGRATIONS: Final = Path(__file__).parent / "migrations"
MIGRATING: Final = 7_036_225
"""The PostgreSQL advisory lock that lets one worker migrate at a time. The number is arbitrary."""
PATIENCE: Final = 10.0
"""Seconds that a process waits for another process's SQLite transaction."""
KNOCKING: Final = 5
"""Seconds until a connection attempt to PostgreSQL fails."""
NO_ROOM: Final = "53100"
"""PostgreSQL's error code for a full disk."""


class Unavailable(PaddockError):
    """The database cannot be used, for now or at all."""

    code = "unavailable"


def open_database(address: str) -> Engine:
    """Return the database at this address, migrated to the newest schema. Raise `Unavailable` if that fails."""
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
    """Return the database at this address, but raise `Unavailable` where none exists yet."""
    url = engine_of(address).url
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise Unavailable(f"there is no database {url.database}; check the address")
    return open_database(address)


def shown(engine: Engine) -> str:
    """Return the address of the database without its password."""
    return engine.url.render_as_string(hide_password=True)


def engine_of(address: str) -> Engine:
    try:
        url = make_url(address)
        if url.drivername == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise Unavailable(f"databases of type {url.get_backend_name()} are not supported; use SQLite or PostgreSQL")
        if url.get_backend_name() == "sqlite":
            if url.database in (None, "", ":memory:"):
                raise Unavailable("a database in memory loses everything; name a file, like sqlite:///paddock.db")
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
        raise Unavailable(f"{address!r} is not a database address; write for example sqlite:///paddock.db") from None
    except OSError as flaw:
        raise Unavailable(f"the database folder cannot be created: {flaw.strerror}") from None


def careful(connection: sqlite3.Connection, _: Any) -> None:
    """Configure SQLite so that a commit returns only when the disk has it. Transactions are begun explicitly."""
    connection.isolation_level = None
    for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {line}")


def begin_at_once(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN" if connection.get_execution_options().get("reading") else "BEGIN IMMEDIATE")


def migrate(connection: Connection, name: str) -> None:
    """Migrate the schema. Raise `Unavailable` if a newer Paddock wrote the database."""
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
        raise Unavailable(f"the database {name} has schema {here} of a newer Paddock; update Paddock")

    def upgrade(revision: Any, context: Any) -> Any:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(config, scripts, fn=upgrade) as environment:
        environment.configure(connection=connection, target_metadata=metadata)
        environment.run_migrations()


def is_full(flaw: DatabaseError) -> bool:
    """Return whether the error means a full disk."""
    return getattr(flaw.orig, "sqlstate", None) == NO_ROOM or "disk is full" in str(flaw.orig)
