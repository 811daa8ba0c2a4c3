"""Databases of earlier versions are migrated without loss."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

from paddock.server.storage.engine import MIGRATIONS, engine_of, open_database
from paddock.server.storage.schema import metadata

ROWS = [(1, 1, 5.0, 0, "laid"), (1, 2, 7.0, 1, "first"), (2, 1, 6.0, 0, "other"), (1, 3, 7.0, 2, "second")]


def bring_to(engine: Engine, version: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    with (
        engine.begin() as connection,
        EnvironmentContext(config, scripts, fn=lambda here, _: scripts._upgrade_revs(version, here)) as environment,
    ):
        environment.configure(connection=connection, target_metadata=metadata)
        environment.run_migrations()


def test_the_migrations_lead_to_the_schema(database: str) -> None:
    engine = open_database(database)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


@pytest.mark.parametrize("version", ["0001", "0002"])
def test_a_migration_keeps_the_log(version: str, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'paddock.db'}"
    engine = engine_of(address)
    bring_to(engine, version)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO guests VALUES ('ada', 'Ada', 1.0)"))
        for table in (1, 2):
            connection.execute(
                text(
                    "INSERT INTO tables (id, key, watch, host, game, rules, options, players, settings, secret,"
                    " created, state) VALUES (:id, :key, :key, 'ada', 'mist', 1, '{}', 3, '{}', x'00', 1.0, 'playing')"
                ),
                {"id": table, "key": f"key {table}"},
            )
        for row in ROWS:
            names = ("table", "number", "at", "turn", "entry")
            connection.execute(
                text("INSERT INTO log VALUES (:table, :number, :at, :turn, :entry)"), dict(zip(names, row, strict=True))
            )
    engine.dispose()
    engine = open_database(address)
    with engine.connect() as connection:
        found = connection.execute(text("SELECT * FROM log")).all()
        assert sorted(tuple(row) for row in found) == sorted(ROWS)
        assert [row.at for row in found] == sorted(row[2] for row in ROWS)
        assert connection.execute(text("SELECT old_cookies FROM guests")).scalar_one()  # cookies of 0.1 stay valid
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
