"""One PostgreSQL and one zygote for all tests of a process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.house import House
from server.houses import House as MortalHouse
from server.houses import Zygote
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
    """Return the address of an empty database, once for each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'paddock.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A service inside the test's own process."""
    with House(tmp_path_factory.mktemp("house")) as one:
        yield one


@pytest.fixture
def mortal_house(zygote: Zygote, tmp_path: Path, database: str) -> Iterator[MortalHouse]:
    """A service process that can be killed. It is not started yet."""
    one = MortalHouse(zygote, tmp_path, database)
    yield one
    one.kill()
