"""An entry counts once the log has it: rollback when a commit fails, or seems to fail."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from paddock.server.api.schemas import SeatRequest, TableRequest
from paddock.server.errors import NotPossibleNow, Stale
from paddock.server.metrics import Metrics
from paddock.server.runtime.bot_runner import thought
from paddock.server.runtime.registry import TableRegistry
from paddock.server.runtime.session import PendingCommand, TableSession
from paddock.server.storage import queries as store
from paddock.server.storage.doctor import examine
from paddock.server.storage.engine import open_database
from paddock.server.storage.writer import WriteFailed, WriteJob, Writer
from paddock.server.table.commands import AnyCommand, Play, Say, Seed
from paddock.server.table.events import Played, Settings
from paddock.server.table.handlers import Person
from paddock.server.table.setup import table_from_request
from paddock.server.table.table import Table

BROKEN = OperationalError("INSERT", {}, Exception("the connection broke"))


class Worker:
    """The tables of one worker, without a process."""

    def __init__(self, engine: Engine) -> None:
        self.queries = store.Queries(engine)
        self.writer = Writer(engine)
        self.tables = TableRegistry(self.queries, self.writer, Metrics())

    async def close(self) -> None:
        await self.tables.close()
        await self.writer.close()


@contextlib.asynccontextmanager
async def workers(folder: Path, count: int = 1) -> AsyncIterator[list[Worker]]:
    engine = open_database(f"sqlite:///{folder / 'paddock.db'}")
    some = [Worker(engine) for _ in range(count)]
    for worker in some:
        worker.tables.shared = count > 1
    yield some
    for worker in some:
        await worker.close()
    assert examine(store.Queries(engine)).findings == []
    engine.dispose()


async def table_of(worker: Worker) -> tuple[TableSession, Person]:
    """Return a begun table with three seats of one person."""
    guest = await worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))
    person = Person(guest, "Ada")
    session = await worker.tables.lay(*table_from_request(person, TableRequest("mist", [SeatRequest("me")] * 3)))
    for seat in range(3):
        await worker.tables.act(session.table.config.key, person, Seed(seat=seat, seed=str(seat)))
    return session, person


def next_move(session: TableSession) -> Play:
    match = session.table.match
    return Play(at=len(match.moves), tokens=[match.legal_tokens()[0]])


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.bots.compile_status.REQUESTED", {"mist"})


Failing = Callable[[Writer, list[WriteJob]], None]


def once(monkeypatch: pytest.MonkeyPatch, failing: Failing) -> None:
    """Replace the next transaction by this function."""
    rightly = Writer._together

    def together(writer: Writer, batch: list[WriteJob]) -> None:
        monkeypatch.setattr(Writer, "_together", rightly)
        failing(writer, batch)

    monkeypatch.setattr(Writer, "_together", together)


def test_a_failed_write_is_rolled_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(writer: Writer, batch: list[WriteJob]) -> None:
        raise BROKEN

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            key, number, move = session.table.config.key, session.table.number, next_move(session)
            once(monkeypatch, fail)
            with pytest.raises(WriteFailed, match="was not saved"):
                await worker.tables.act(key, person, move)
            assert session.table.number == number
            assert len(session.table.match.moves) == move.at
            await worker.tables.act(key, person, move)
            assert session.table.number == number + 1

    asyncio.run(story())


def test_a_commit_that_only_seemed_to_fail_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks just after the commit. The log has the entry, so it counts and is not played twice."""
    rightly = Writer._together

    def keep_and_fail(writer: Writer, batch: list[WriteJob]) -> None:
        rightly(writer, batch)
        raise BROKEN

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            number = session.table.number
            once(monkeypatch, keep_and_fail)
            await worker.tables.act(session.table.config.key, person, next_move(session))
            assert session.table.number == number + 1
            assert len(worker.queries.log(session.table.config.id)) == number + 1

    asyncio.run(story())


def test_a_stale_copy_catches_up(tmp_path: Path) -> None:
    """Two workers do not hear each other. The log refuses a number twice, and the late worker retries."""

    async def story() -> None:
        async with workers(tmp_path, 2) as [one, other]:
            session, person = await table_of(one)
            key, move = session.table.config.key, next_move(session)
            old = await other.tables.session(key)
            await one.tables.act(key, person, Say(phrase="hello"))
            await other.tables.act(key, person, move)
            assert old.table.number == session.table.number + 1
            with pytest.raises(Stale, match="moved on"):  # a later move of another kind at the same point
                await one.tables.act(key, person, Play(at=move.at, tokens=["nothing"]))
            await one.tables.act(key, person, Say(phrase="hello"))
            assert session.table.number == old.table.number + 1

    asyncio.run(story())


def test_the_match_begins_together_with_the_last_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the last seed is not saved, the match has not begun: both are one write."""

    def fail(writer: Writer, batch: list[WriteJob]) -> None:
        raise BROKEN

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))
            person = Person(guest, "Ada")
            session = await worker.tables.lay(
                *table_from_request(person, TableRequest("mist", [SeatRequest("me")] * 3))
            )
            key = session.table.config.key
            for seat in range(2):
                await worker.tables.act(key, person, Seed(seat=seat, seed=str(seat)))
            once(monkeypatch, fail)
            with pytest.raises(WriteFailed):
                await worker.tables.act(key, person, Seed(seat=2, seed="2"))
            assert not session.table.begun
            await worker.tables.act(key, person, Seed(seat=2, seed="2"))
            assert session.table.begun
            with pytest.raises(NotPossibleNow):
                await worker.tables.act(key, person, Seed(seat=2, seed="3"))

    asyncio.run(story())


class AtOnce:
    """Commands on the fast path, and the result of each: 1 when it was committed, -1 when it was rolled back."""

    def __init__(self, worker: Worker, session: TableSession, person: Person) -> None:
        self.tables, self.session, self.person = worker.tables, session, person
        self.fates: list[int] = []

    def do(self, act: AnyCommand) -> bool:
        mine = len(self.fates)
        self.fates.append(0)

        def becomes(fate: int) -> None:
            assert self.fates[mine] == 0
            self.fates[mine] = fate

        return self.tables.act_at_once(
            self.session, PendingCommand(self.person, act, lambda: becomes(1), lambda: becomes(-1))
        )

    async def all_told(self) -> list[int]:
        while 0 in self.fates or self.session.lock.locked:
            await asyncio.sleep(0.001)
        return self.fates


def test_commands_during_a_write_are_the_next_write(tmp_path: Path) -> None:
    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))
            person = Person(guest, "Ada")
            session = await worker.tables.lay(
                *table_from_request(person, TableRequest("mist", [SeatRequest("me")] * 3))
            )
            commits, at_once = worker.writer.commits, AtOnce(worker, session, person)
            for seat in range(3):
                assert at_once.do(Seed(seat=seat, seed=str(seat)))
            assert await at_once.all_told() == [1, 1, 1]
            assert session.table.begun
            assert worker.writer.commits == commits + 2
            assert len(worker.queries.log(session.table.config.id)) == session.table.number

    asyncio.run(story())


def test_a_refused_command_goes_to_the_slow_path(tmp_path: Path) -> None:
    """The commands after it follow it, in order. The commands before it are committed."""

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            number, at_once = session.table.number, AtOnce(worker, session, person)
            stale = Play(at=0, tokens=["stop"])
            assert not at_once.do(stale)
            assert not session.lock.locked
            at_once.fates.clear()
            for act in (Say(phrase="hello"), Say(phrase="hello"), stale, Say(phrase="hello")):
                assert at_once.do(act)
            assert await at_once.all_told() == [1, 1, -1, -1]
            assert session.table.number == number + 2
            assert len(worker.queries.log(session.table.config.id)) == number + 2

    asyncio.run(story())


def test_a_failed_write_of_the_fast_path_is_rolled_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The callers are notified, and no move is counted. Commands that waited run on the rolled-back table."""

    def fail(writer: Writer, batch: list[WriteJob]) -> None:
        raise BROKEN

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            number, move, at_once = session.table.number, next_move(session), AtOnce(worker, session, person)
            once(monkeypatch, fail)
            assert at_once.do(move)
            assert at_once.do(Say(phrase="hello"))
            assert await at_once.all_told() == [-1, 1]
            assert session.table.number == number + 1
            assert len(session.table.match.moves) == move.at
            assert worker.tables.metrics.played == 0
            assert at_once.do(move)
            assert await at_once.all_told() == [-1, 1, 1]
            assert worker.tables.metrics.played == 1

    asyncio.run(story())


def test_an_evicted_table_runs_no_commands(tmp_path: Path) -> None:
    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            at_once = AtOnce(worker, session, person)
            assert at_once.do(Say(phrase="hello"))
            assert at_once.do(Say(phrase="hello"))
            worker.tables._forget(session)
            assert await at_once.all_told() == [1, -1]
            assert not at_once.do(Say(phrase="hello"))

    asyncio.run(story())


def test_the_writer_survives_every_error(tmp_path: Path) -> None:
    def flawed(connection: Connection) -> None:
        raise ZeroDivisionError

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            asked = [worker.writer.do(flawed), worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))]
            flaw, guest = await asyncio.gather(*asked, return_exceptions=True)
            assert isinstance(flaw, ZeroDivisionError)
            assert worker.queries.guest_name(str(guest)) == "Ada"

    asyncio.run(story())


def test_a_table_and_its_first_entries_are_one_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))
            wish = TableRequest("mist", [SeatRequest("me")] * 3)
            with monkeypatch.context() as patches:
                patches.setattr(store, "row_of", lambda table, line: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    await worker.tables.lay(*table_from_request(Person(guest, "Ada"), wish))
            assert list(worker.queries.session()) == []
            assert worker.tables.in_memory == 0

    asyncio.run(story())


def test_a_bot_thinks_once_however_often_the_table_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chat during a bot's turn does not restart the bot."""
    thoughts = 0

    def counted(table: Table, level: str, *, attended: bool) -> Awaitable[str]:
        nonlocal thoughts
        thoughts += 1
        return slowly(thought(table, level, attended=attended))

    async def slowly(token: Awaitable[str]) -> str:
        await asyncio.sleep(0.3)
        return await token

    monkeypatch.setattr("paddock.server.runtime.scheduler.thought", counted)

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))
            person = Person(guest, "Ada")
            seats = [SeatRequest("bot", "uniform"), SeatRequest("me"), SeatRequest("me")]
            wish = TableRequest("mist", seats, settings=Settings(pace="instant"))
            session = await worker.tables.lay(*table_from_request(person, wish))
            session.visited = time.monotonic()  # a person is connected, so the bot moves at once
            key = session.table.config.key
            for seat in (1, 2):
                await worker.tables.act(key, person, Seed(seat=seat, seed=str(seat)))
            while session.table.turn != 0:
                await worker.tables.act(key, person, next_move(session))
            for _ in range(10):
                await worker.tables.act(key, person, Say(phrase="hello"))
            assert thoughts == 1
            while session.table.turn == 0:
                await asyncio.sleep(0.01)
            assert thoughts == sum(isinstance(line.entry, Played) and line.entry.bot for line in session.table.lines)

    asyncio.run(story())
