"""One PostgreSQL and one zygote for all tests of a process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.houses import House, Zygote
from server.postgres import Postgres, running_postgres

GAMES = ("mist", "mmm", "life")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def zygote() -> Iterator[Zygote]:
    process = Zygote(*GAMES)
    yield process
    process.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'paddock.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def house(zygote: Zygote, tmp_path: Path, database: str) -> Iterator[House]:
    """A process of the service, not yet started."""
    one = House(zygote, tmp_path, database)
    yield one
    one.kill()
