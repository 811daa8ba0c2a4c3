"""After a failure people get a sentence, acknowledged moves are safe, and play continues."""

import asyncio
import json
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import text, update
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from paddock.client import Client, Refused
from paddock.server.storage.engine import engine_of, open_database
from paddock.server.storage.schema import log, tables
from server.auditing import audit
from server.guests import Guest, Player, Tally, sit_down
from server.houses import House, Zygote, free_port, surroundings, wait_until_open
from server.offspring import die_with_parent
from server.postgres import Postgres
from support.command_line import Paddock

Trouble = Callable[[], None]
MANY = 100_000
"""More SQLite pages than any test fills."""


async def play_through(url: str, make: Trouble, heal: Trouble) -> list[Player]:
    """Let three people play until one of them notices the trouble, end it, and let them play on."""
    tally, rng = Tally(), random.Random(4)
    guests = [await Guest([url]).introduce(name) for name in ("Ada", "Bruno", "Clara")]
    players = await sit_down(guests, "life", rng, tally)
    late = asyncio.Event()
    for player in players:
        player.enough = late.is_set
    playing = asyncio.gather(*(player.play() for player in players))
    await tally.wait_for(6)
    make()
    await until(lambda: any(player.problems for player in players))
    await asyncio.sleep(0.3)
    heal()  # in this thread: processes that it starts die with it
    known = tally.count
    await until(lambda: tally.count >= known + 5)
    late.set()
    await playing
    await asyncio.gather(*(player.catch_up() for player in players))
    return players


async def until(come: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not come():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(wait(), 60)


def sentences(players: list[Player]) -> set[str]:
    return {problem["message"] for player in players for problem in player.problems}


# ---- The database


def test_a_full_disk_is_reported_and_loses_nothing(zygote: Zygote, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.write_text(str(MANY))
    house = House(zygote, tmp_path, f"sqlite:///{tmp_path / 'paddock.db'}", pages=pages)

    def fill() -> None:
        pages.write_text("1")

    def make_room() -> None:
        pages.write_text(str(MANY))

    try:
        players = asyncio.run(play_through(house.open(), fill, make_room))
    finally:
        house.kill()
    assert sentences(players) == {"The server's disk is full: this was not saved. Earlier moves are safe."}
    audit(house.database, players)


def test_a_full_disk_under_postgresql(zygote: Zygote, postgres: Postgres, tmp_path: Path) -> None:
    """A trigger raises PostgreSQL's error for a full disk."""
    house = House(zygote, tmp_path, postgres.new_database())
    full = """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON log EXECUTE FUNCTION full_disk();
    """

    def tell(statement: str) -> None:
        with psycopg.connect(house.database, autocommit=True) as connection:
            connection.execute(statement.encode())

    try:
        players = asyncio.run(
            play_through(house.open(), lambda: tell(full), lambda: tell("DROP FUNCTION full_disk CASCADE"))
        )
    finally:
        house.kill()
    assert sentences(players) == {"The server's disk is full: this was not saved. Earlier moves are safe."}
    audit(house.database, players)


def test_a_database_that_goes_and_comes_back(zygote: Zygote, postgres: Postgres, tmp_path: Path) -> None:
    house = House(zygote, tmp_path, postgres.new_database())

    def go() -> None:
        postgres.stop()
        with pytest.raises(Refused) as refused:
            Client(house.url).ask("GET", "/health")
        assert refused.value.code == "unavailable"

    try:
        players = asyncio.run(play_through(house.open(), go, postgres.start))
        assert Client(house.url).ask("GET", "/health")["status"] == "ok"
    finally:
        house.kill()
    assert sentences(players) == {"The database does not answer: this was not saved. Earlier moves are safe."}
    audit(house.database, players)


# ---- Shutdown


def test_a_clean_shutdown_saves_acknowledged_moves(mortal_house: House) -> None:
    """Sockets are closed with the code for a restart, and the exit status is 0."""

    async def evening() -> tuple[int, list[Player]]:
        tally, late = Tally(), asyncio.Event()
        guests = [await Guest([mortal_house.url]).introduce(name) for name in ("Ada", "Bruno", "Clara")]
        players = await sit_down(guests, "life", random.Random(4), tally)  # random players never finish this game
        for player in players:
            player.enough = late.is_set
        playing = asyncio.gather(*(player.play() for player in players))
        await tally.wait_for(8)
        status = await asyncio.to_thread(mortal_house.stop)
        mortal_house.start()
        await tally.wait_for(tally.count + 8)
        late.set()
        await playing
        await asyncio.gather(*(player.catch_up() for player in players))
        return status, players

    mortal_house.open()
    status, players = asyncio.run(evening())
    assert status == 0
    assert {code for player in players for code in player.closings} == {1012}
    assert mortal_house.log.read_text() == ""
    mortal_house.kill()
    audit(mortal_house.database, players)


def test_the_command_stops_cleanly(tmp_path: Path) -> None:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "paddock", "serve", "--port", str(port)],
        env={**surroundings(), "XDG_DATA_HOME": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=die_with_parent,
    )
    try:
        wait_until_open(port)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=30)[1]
        assert (process.returncode, said) == (0, b"")
    finally:
        process.kill()
        process.wait()


# ---- Startup errors: one sentence and status 2


def test_a_port_that_is_taken(paddock: Paddock) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        answer = paddock("serve", "--port", str(port))
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert f"port {port}: this port is already in use" in answer.err


def test_a_database_of_a_newer_paddock(paddock: Paddock, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'paddock.db'}"
    engine = open_database(address)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    for command in (["serve", "--port", str(free_port())], ["doctor"]):
        answer = paddock(*command, "--database", address)
        assert answer.status == 2
        assert answer.err.count("\n") == 1
        assert "has schema 9999 of a newer Paddock; update Paddock" in answer.err


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("postgresql://somebody:hush@/nowhere?host=/nowhere", "cannot be used"),
        ("mysql://localhost/paddock", "use SQLite or PostgreSQL"),
        ("sqlite://", "loses everything"),
        ("somewhere", "is not a database address"),
        ("sqlite:////dev/null/paddock.db", "cannot be"),
    ],
)
def test_a_database_that_cannot_be_used(address: str, expected: str, paddock: Paddock) -> None:
    answer = paddock("serve", "--port", str(free_port()), "--database", address)
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert expected in answer.err
    assert "hush" not in answer.err


def test_several_workers_need_postgresql(paddock: Paddock) -> None:
    answer = paddock("serve", "--port", str(free_port()), "--workers", "2")
    assert answer.status == 2
    assert "several workers need PostgreSQL" in answer.err


# ---- Tables that cannot go on


@pytest.fixture
def sqlite_house(zygote: Zygote, tmp_path: Path) -> Iterator[House]:
    house = House(zygote, tmp_path, f"sqlite:///{tmp_path / 'paddock.db'}")
    yield house
    house.kill()


@pytest.mark.parametrize(
    ("damage", "code", "expected"),
    [
        (update(tables).where(tables.c.id == 1).values(rules=99), "frozen", "has version 99 of the rules"),
        (update(log).where((log.c.table == 1) & (log.c.number == 5)).values(entry="{"), "broken", "Entry 5 of its log"),
    ],
)
def test_a_table_that_cannot_go_on_says_so_everywhere(
    damage: Any, code: str, expected: str, sqlite_house: House
) -> None:
    """Also while a bot is due there. The other tables go on."""
    house = sqlite_house

    async def lay() -> list[Player]:
        guest = await Guest([house.url]).introduce("Ada")
        rng = random.Random(4)
        return [(await sit_down([guest], "mist", rng, Tally(), bots=2))[0] for _ in range(2)]

    house.open()
    ill, well = asyncio.run(lay())
    house.kill()
    engine = engine_of(house.database)
    with engine.begin() as connection:
        connection.execute(damage)
        connection.execute(update(tables).where(tables.c.id == 1).values(due=1.0))
    engine.dispose()
    client = Client(house.open(), cookie=ill.guest.cookie)

    listed = {row["table"]: row for row in client.ask("GET", "/api/tables")}
    assert listed[ill.table]["problem"]["code"] == code
    assert expected in listed[ill.table]["problem"]["message"]
    assert "problem" not in listed[well.table]
    act = {"do": "say", "phrase": "hello"}
    for method, path, body in (
        ("GET", f"/api/tables/{ill.table}", None),
        ("GET", f"/api/tables/{ill.table}/dice", None),
        ("GET", f"/api/replays/{ill.table}", None),
        ("POST", f"/api/tables/{ill.table}/commands", act),
    ):
        with pytest.raises(Refused) as refused:
            client.ask(method, path, body)
        assert refused.value.code == code
        assert expected in str(refused.value)
    told, closed = first_words(house, ill)
    assert (told["what"], told["problem"]["code"], closed) == ("refused", code, 4403)
    asyncio.run(well.play())
    assert well.over
    assert house.log.read_text() == ""


def first_words(house: House, player: Player) -> tuple[dict[str, Any], int]:
    """Return the first message of a table's socket, and the code that closes it."""
    address = f"ws://127.0.0.1:{house.port}/api/tables/{player.table}/socket"
    with connect(address, additional_headers={"Cookie": player.guest.cookie or ""}) as there:
        told = json.loads(there.recv(10))
        with pytest.raises(ConnectionClosed) as closed:
            there.recv(10)
        assert closed.value.rcvd is not None
        return told, closed.value.rcvd.code
