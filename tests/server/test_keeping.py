"""An entry counts once the log has it: rollback when a commit fails, or seems to fail."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from paddock.server.api.schemas import SeatWish, TableWish
from paddock.server.errors import NotNow, Stale
from paddock.server.metrics import Metrics
from paddock.server.runtime.bot_runner import thought
from paddock.server.runtime.registry import Tables
from paddock.server.runtime.session import Live, Wanted
from paddock.server.storage import queries as store
from paddock.server.storage.doctor import examine
from paddock.server.storage.engine import open_database
from paddock.server.storage.writer import Unkept, Wish, Writer
from paddock.server.table.commands import AnyAct, Play, Say, Seed
from paddock.server.table.events import Played, Settings
from paddock.server.table.handlers import Person
from paddock.server.table.setup import laid
from paddock.server.table.table import Gathering

BROKEN = OperationalError("INSERT", {}, Exception("the connection broke"))


class Worker:
    """The tables of one worker, without a process."""

    def __init__(self, engine: Engine) -> None:
        self.reader = store.Reader(engine)
        self.writer = Writer(engine)
        self.tables = Tables(self.reader, self.writer, Metrics())

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
    assert examine(store.Reader(engine)).findings == []
    engine.dispose()


async def table_of(worker: Worker) -> tuple[Live, Person]:
    """Return a begun table with three seats of one person."""
    guest = await worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))
    person = Person(guest, "Ada")
    live = await worker.tables.lay(*laid(person, TableWish("mist", [SeatWish("me")] * 3)))
    for seat in range(3):
        await worker.tables.act(live.gathering.deed.key, person, Seed(seat=seat, seed=str(seat)))
    return live, person


def next_move(live: Live) -> Play:
    match = live.gathering.match
    return Play(at=len(match.moves), tokens=[match.legal_tokens()[0]])


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.bots.compile_status.REQUESTED", {"mist"})


Failing = Callable[[Writer, list[Wish]], None]


def once(monkeypatch: pytest.MonkeyPatch, failing: Failing) -> None:
    """Replace the next transaction by this function."""
    rightly = Writer._together

    def together(writer: Writer, batch: list[Wish]) -> None:
        monkeypatch.setattr(Writer, "_together", rightly)
        failing(writer, batch)

    monkeypatch.setattr(Writer, "_together", together)


def test_a_failed_write_is_rolled_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(writer: Writer, batch: list[Wish]) -> None:
        raise BROKEN

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            live, person = await table_of(worker)
            key, number, move = live.gathering.deed.key, live.gathering.number, next_move(live)
            once(monkeypatch, fail)
            with pytest.raises(Unkept, match="was not saved"):
                await worker.tables.act(key, person, move)
            assert live.gathering.number == number
            assert len(live.gathering.match.moves) == move.at
            await worker.tables.act(key, person, move)
            assert live.gathering.number == number + 1

    asyncio.run(story())


def test_a_commit_that_only_seemed_to_fail_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks just after the commit. The log has the entry, so it counts and is not played twice."""
    rightly = Writer._together

    def keep_and_fail(writer: Writer, batch: list[Wish]) -> None:
        rightly(writer, batch)
        raise BROKEN

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            live, person = await table_of(worker)
            number = live.gathering.number
            once(monkeypatch, keep_and_fail)
            await worker.tables.act(live.gathering.deed.key, person, next_move(live))
            assert live.gathering.number == number + 1
            assert len(worker.reader.log(live.gathering.deed.id)) == number + 1

    asyncio.run(story())


def test_a_stale_copy_catches_up(tmp_path: Path) -> None:
    """Two workers do not hear each other. The log refuses a number twice, and the late worker retries."""

    async def story() -> None:
        async with workers(tmp_path, 2) as [one, other]:
            live, person = await table_of(one)
            key, move = live.gathering.deed.key, next_move(live)
            old = await other.tables.live(key)
            await one.tables.act(key, person, Say(phrase="hello"))
            await other.tables.act(key, person, move)
            assert old.gathering.number == live.gathering.number + 1
            with pytest.raises(Stale, match="moved on"):  # a later move of another kind at the same point
                await one.tables.act(key, person, Play(at=move.at, tokens=["nothing"]))
            await one.tables.act(key, person, Say(phrase="hello"))
            assert live.gathering.number == old.gathering.number + 1

    asyncio.run(story())


def test_the_match_begins_together_with_the_last_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the last seed is not saved, the match has not begun: both are one write."""

    def fail(writer: Writer, batch: list[Wish]) -> None:
        raise BROKEN

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))
            person = Person(guest, "Ada")
            live = await worker.tables.lay(*laid(person, TableWish("mist", [SeatWish("me")] * 3)))
            key = live.gathering.deed.key
            for seat in range(2):
                await worker.tables.act(key, person, Seed(seat=seat, seed=str(seat)))
            once(monkeypatch, fail)
            with pytest.raises(Unkept):
                await worker.tables.act(key, person, Seed(seat=2, seed="2"))
            assert not live.gathering.begun
            await worker.tables.act(key, person, Seed(seat=2, seed="2"))
            assert live.gathering.begun
            with pytest.raises(NotNow):
                await worker.tables.act(key, person, Seed(seat=2, seed="3"))

    asyncio.run(story())


class AtOnce:
    """Commands on the fast path, and the result of each: 1 when it was committed, -1 when it was rolled back."""

    def __init__(self, worker: Worker, live: Live, person: Person) -> None:
        self.tables, self.live, self.person = worker.tables, live, person
        self.fates: list[int] = []

    def do(self, act: AnyAct) -> bool:
        mine = len(self.fates)
        self.fates.append(0)

        def becomes(fate: int) -> None:
            assert self.fates[mine] == 0
            self.fates[mine] = fate

        return self.tables.act_at_once(self.live, Wanted(self.person, act, lambda: becomes(1), lambda: becomes(-1)))

    async def all_told(self) -> list[int]:
        while 0 in self.fates or self.live.lock.locked:
            await asyncio.sleep(0.001)
        return self.fates


def test_commands_during_a_write_are_the_next_write(tmp_path: Path) -> None:
    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))
            person = Person(guest, "Ada")
            live = await worker.tables.lay(*laid(person, TableWish("mist", [SeatWish("me")] * 3)))
            commits, at_once = worker.writer.commits, AtOnce(worker, live, person)
            for seat in range(3):
                assert at_once.do(Seed(seat=seat, seed=str(seat)))
            assert await at_once.all_told() == [1, 1, 1]
            assert live.gathering.begun
            assert worker.writer.commits == commits + 2
            assert len(worker.reader.log(live.gathering.deed.id)) == live.gathering.number

    asyncio.run(story())


def test_a_refused_command_goes_to_the_slow_path(tmp_path: Path) -> None:
    """The commands after it follow it, in order. The commands before it are committed."""

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            live, person = await table_of(worker)
            number, at_once = live.gathering.number, AtOnce(worker, live, person)
            stale = Play(at=0, tokens=["stop"])
            assert not at_once.do(stale)
            assert not live.lock.locked
            at_once.fates.clear()
            for act in (Say(phrase="hello"), Say(phrase="hello"), stale, Say(phrase="hello")):
                assert at_once.do(act)
            assert await at_once.all_told() == [1, 1, -1, -1]
            assert live.gathering.number == number + 2
            assert len(worker.reader.log(live.gathering.deed.id)) == number + 2

    asyncio.run(story())


def test_a_failed_write_of_the_fast_path_is_rolled_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The callers are notified, and no move is counted. Commands that waited run on the rolled-back table."""

    def fail(writer: Writer, batch: list[Wish]) -> None:
        raise BROKEN

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            live, person = await table_of(worker)
            number, move, at_once = live.gathering.number, next_move(live), AtOnce(worker, live, person)
            once(monkeypatch, fail)
            assert at_once.do(move)
            assert at_once.do(Say(phrase="hello"))
            assert await at_once.all_told() == [-1, 1]
            assert live.gathering.number == number + 1
            assert len(live.gathering.match.moves) == move.at
            assert worker.tables.metrics.played == 0
            assert at_once.do(move)
            assert await at_once.all_told() == [-1, 1, 1]
            assert worker.tables.metrics.played == 1

    asyncio.run(story())


def test_an_evicted_table_runs_no_commands(tmp_path: Path) -> None:
    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            live, person = await table_of(worker)
            at_once = AtOnce(worker, live, person)
            assert at_once.do(Say(phrase="hello"))
            assert at_once.do(Say(phrase="hello"))
            worker.tables._forget(live)
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
            assert worker.reader.guest_name(str(guest)) == "Ada"

    asyncio.run(story())


def test_a_table_and_its_first_entries_are_one_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))
            wish = TableWish("mist", [SeatWish("me")] * 3)
            with monkeypatch.context() as patches:
                patches.setattr(store, "row_of", lambda table, line: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    await worker.tables.lay(*laid(Person(guest, "Ada"), wish))
            assert list(worker.reader.live()) == []
            assert worker.tables.in_memory == 0

    asyncio.run(story())


def test_a_bot_thinks_once_however_often_the_table_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chat during a bot's turn does not restart the bot."""
    thoughts = 0

    def counted(table: Gathering, level: str) -> Awaitable[str]:
        nonlocal thoughts
        thoughts += 1
        return slowly(thought(table, level))

    async def slowly(token: Awaitable[str]) -> str:
        await asyncio.sleep(0.3)
        return await token

    monkeypatch.setattr("paddock.server.runtime.scheduler.thought", counted)

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: store.add_guest(connection, "Ada"))
            person = Person(guest, "Ada")
            seats = [SeatWish("bot", "uniform"), SeatWish("me"), SeatWish("me")]
            wish = TableWish("mist", seats, settings=Settings(pace="instant"))
            live = await worker.tables.lay(*laid(person, wish))
            key = live.gathering.deed.key
            for seat in (1, 2):
                await worker.tables.act(key, person, Seed(seat=seat, seed=str(seat)))
            while live.gathering.turn != 0:
                await worker.tables.act(key, person, next_move(live))
            for _ in range(10):
                await worker.tables.act(key, person, Say(phrase="hello"))
            assert thoughts == 1
            while live.gathering.turn == 0:
                await asyncio.sleep(0.01)
            assert thoughts == sum(isinstance(line.entry, Played) and line.entry.bot for line in live.gathering.lines)

    asyncio.run(story())
