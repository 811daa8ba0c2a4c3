"""The executor: an event counts once the log has it, whatever fails on the way."""

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.engine.base import RootTransaction
from sqlalchemy.exc import OperationalError

from paddock.server.api.schemas import SeatRequest, TableRequest
from paddock.server.errors import NotPossibleNow, Repeated, Stale
from paddock.server.metrics import Metrics
from paddock.server.runtime.bot_runner import thought
from paddock.server.runtime.registry import TableRegistry
from paddock.server.runtime.session import TableSession
from paddock.server.storage import queries as store
from paddock.server.storage import statements
from paddock.server.storage.doctor import examine
from paddock.server.storage.engine import Unavailable, open_database
from paddock.server.storage.writer import WriteFailed, WriteJob, Writer, WriteUnknown
from paddock.server.table.commands import AnyCommand, Play, Say, Seed
from paddock.server.table.events import Played, Settings
from paddock.server.table.handlers import Person
from paddock.server.table.setup import table_from_request
from paddock.server.table.table import Table

PATIENCE = 30.0
MOST_FAULTS = 600
"""More calls than one command makes."""
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
    guest = await worker.writer.do(lambda connection: statements.add_guest(connection, "Ada"))
    person = Person(guest, "Ada")
    session = await worker.tables.create(*table_from_request(person, TableRequest("mist", [SeatRequest("me")] * 3)))
    for seat in range(3):
        await worker.tables.command(session.table.config.key, person, Seed(seat=seat, seed=str(seat)))
    return session, person


def next_move(session: TableSession) -> Play:
    match = session.table.match
    return Play(at=len(match.moves), tokens=[match.legal_tokens()[0]])


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paddock.bots.background_compilation.REQUESTED", {"mist"})


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
                await worker.tables.command(key, person, move)
            assert session.table.number == number
            assert len(session.table.match.moves) == move.at
            await worker.tables.command(key, person, move)
            assert session.table.number == number + 1

    asyncio.run(story())


def break_after_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the connection just after the next commit, before its answer."""
    rightly = RootTransaction.commit

    def commit(transaction: RootTransaction) -> None:
        monkeypatch.setattr(RootTransaction, "commit", rightly)
        rightly(transaction)
        raise BROKEN

    monkeypatch.setattr(RootTransaction, "commit", commit)


def test_a_commit_that_only_seemed_to_fail_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks just after the commit. The log has the entry, so it counts and is not played twice."""

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            number = session.table.number
            break_after_commit(monkeypatch)
            await worker.tables.command(session.table.config.key, person, next_move(session))
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
            await one.tables.command(key, person, Say(phrase="hello"))
            await other.tables.command(key, person, move)
            assert old.table.number == session.table.number + 1
            with pytest.raises(Stale, match="moved on"):  # a later move of another kind at the same point
                await one.tables.command(key, person, Play(at=move.at, tokens=["nothing"]))
            await one.tables.command(key, person, Say(phrase="hello"))
            assert session.table.number == old.table.number + 1

    asyncio.run(story())


def test_the_match_begins_together_with_the_last_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the last seed is not saved, the match has not begun: both are one write."""

    def fail(writer: Writer, batch: list[WriteJob]) -> None:
        raise BROKEN

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: statements.add_guest(connection, "Ada"))
            person = Person(guest, "Ada")
            session = await worker.tables.create(
                *table_from_request(person, TableRequest("mist", [SeatRequest("me")] * 3))
            )
            key = session.table.config.key
            for seat in range(2):
                await worker.tables.command(key, person, Seed(seat=seat, seed=str(seat)))
            once(monkeypatch, fail)
            with pytest.raises(WriteFailed):
                await worker.tables.command(key, person, Seed(seat=2, seed="2"))
            assert not session.table.begun
            await worker.tables.command(key, person, Seed(seat=2, seed="2"))
            assert session.table.begun
            with pytest.raises(NotPossibleNow):
                await worker.tables.command(key, person, Seed(seat=2, seed="3"))

    asyncio.run(story())


def outcome(results: list[object]) -> list[str]:
    return [type(result).__name__ for result in results]


def test_commands_during_a_write_are_the_next_write(tmp_path: Path) -> None:
    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: statements.add_guest(connection, "Ada"))
            person = Person(guest, "Ada")
            request = TableRequest("mist", [SeatRequest("me")] * 3)
            session = await worker.tables.create(*table_from_request(person, request))
            key, commits = session.table.config.key, worker.writer.commits
            first = asyncio.create_task(worker.tables.command(key, person, Say(phrase="hello")))
            while not session.lock.locked():
                await asyncio.sleep(0)
            seeds = [worker.tables.command(key, person, Seed(seat=seat, seed=str(seat))) for seat in range(3)]
            await asyncio.gather(first, *seeds)
            assert session.table.begun
            assert worker.writer.commits == commits + 2
            assert len(worker.queries.log(session.table.config.id)) == session.table.number

    asyncio.run(story())


def test_a_refused_command_leaves_the_others_of_its_batch(tmp_path: Path) -> None:
    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            key, number = session.table.config.key, session.table.number
            commands: list[AnyCommand] = [Say(phrase="hello"), Play(at=0, tokens=["stop"]), Say(phrase="bye")]
            asked = [worker.tables.command(key, person, command) for command in commands]
            assert outcome(await asyncio.gather(*asked, return_exceptions=True)) == [
                "TableSession",
                "Stale",
                "TableSession",
            ]
            assert session.table.number == number + 2
            assert len(worker.queries.log(session.table.config.id)) == number + 2

    asyncio.run(story())


def test_a_command_at_an_evicted_table_reads_it_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            key, number = session.table.config.key, session.table.number
            asked = asyncio.create_task(worker.tables.command(key, person, Say(phrase="hello")))
            await asyncio.sleep(0)
            worker.tables.evict(session)
            again = await asked
            assert again is not session
            assert again.table.number == number + 1

    asyncio.run(story())


def test_an_unknown_result_is_never_called_a_no(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit arrives, the connection breaks, and the log cannot be read: the answer is "look again"."""

    def unreadable(*_: object) -> None:
        raise Unavailable("the database does not answer")

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            key, number, move = session.table.config.key, session.table.number, next_move(session)
            break_after_commit(monkeypatch)
            with monkeypatch.context() as patches:
                patches.setattr(worker.queries, "log", unreadable)
                with pytest.raises(WriteUnknown, match="look again"):
                    await worker.tables.command(key, person, move)
            assert session.evicted
            assert (await worker.tables.table(key)).number == number + 1
            with pytest.raises(Repeated):
                await worker.tables.command(key, person, move)

    asyncio.run(story())


# ---- Faults everywhere


CALLBACKS = ("_hand_over", "_settle", "_ended")
"""Functions that the event loop calls, and that call only the standard library: nothing in them can fail."""


class Fault(Exception):
    """An unexpected error that a test injects."""


class FaultyCalls:
    """Raises a fault in one call of our own functions, counted from 0, in this thread."""

    def __init__(self, target: int) -> None:
        self.target, self.calls = target, 0

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        ours = event == "call" and str(frame.f_globals.get("__name__", "")).startswith("paddock.")
        if ours and frame.f_code.co_name not in CALLBACKS:
            self.calls += 1
            if self.calls - 1 == self.target:
                raise Fault(frame.f_code.co_qualname)

    @contextlib.contextmanager
    def here(self) -> Iterator[None]:
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


def assert_memory_is_the_log(worker: Worker, key: str) -> None:
    """A table in memory has the events of its log, and the same position."""
    config = worker.queries.config(key)
    assert config is not None
    stored = worker.queries.table(config)
    for session in worker.tables.sessions():
        table = session.table
        if table.config.key != key:
            continue
        assert [(entry.at, entry.entry) for entry in table.lines] == [(one.at, one.entry) for one in stored.lines]
        assert table.match.tokens == stored.match.tokens
        assert table.match.position.tobytes() == stored.match.position.tobytes()


@pytest.mark.parametrize("commands", [1, 3])
def test_a_fault_in_any_call_loses_nothing(tmp_path: Path, commands: int) -> None:
    """Every call and every resumed await of the pipeline fails once, for a move and for a batch of commands."""

    async def attempt(worker: Worker, key: str, person: Person, move: Play) -> list[object]:
        asked = [worker.tables.command(key, person, move)]
        asked += [worker.tables.command(key, person, Say(phrase="hello")) for _ in range(commands - 1)]
        return await asyncio.gather(*asked, return_exceptions=True)

    async def story() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_: None)  # faults in background tasks are expected here
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            key, target, reached = session.table.config.key, 0, True
            while reached and target < MOST_FAULTS:
                session = await worker.tables.session(key)
                if session.table.over:
                    session, person = await table_of(worker)
                    key = session.table.config.key
                move, fault = next_move(session), FaultyCalls(target)
                with fault.here():
                    await asyncio.wait_for(attempt(worker, key, person, move), PATIENCE)
                reached = fault.calls > target
                await settled(worker)
                assert_memory_is_the_log(worker, key)
                await worker.tables.command(key, person, Say(phrase="hello"))  # the table goes on
                assert_memory_is_the_log(worker, key)
                target += 1
            assert target > 30

    asyncio.run(story())


async def settled(worker: Worker) -> None:
    """Wait until no command is running."""
    for session in worker.tables.sessions():
        while session.running is not None:
            await asyncio.sleep(0)


def test_a_cancellation_at_any_moment_loses_nothing(tmp_path: Path) -> None:
    """The caller, or the task of the table, is cancelled after each number of steps of the event loop."""

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            session, person = await table_of(worker)
            key = session.table.config.key
            for steps in range(12):
                for inner in (False, True):
                    session = await worker.tables.session(key)
                    asked = asyncio.create_task(worker.tables.command(key, person, Say(phrase="hello")))
                    for _ in range(steps):
                        await asyncio.sleep(0)
                    victim = session.running if inner else asked
                    if victim is not None:
                        victim.cancel()
                    await asyncio.wait([asked], timeout=PATIENCE)
                    assert asked.done()
                    await settled(worker)
                    await worker.tables.command(key, person, Say(phrase="bye"))
                    assert_memory_is_the_log(worker, key)

    asyncio.run(story())


def test_the_writer_survives_every_error(tmp_path: Path) -> None:
    def flawed(connection: Connection) -> None:
        raise ZeroDivisionError

    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            asked = [
                worker.writer.do(flawed),
                worker.writer.do(lambda connection: statements.add_guest(connection, "Ada")),
            ]
            flaw, guest = await asyncio.gather(*asked, return_exceptions=True)
            assert isinstance(flaw, ZeroDivisionError)
            assert worker.queries.guest_name(str(guest)) == "Ada"

    asyncio.run(story())


def test_a_table_and_its_first_entries_are_one_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with workers(tmp_path) as [worker]:
            guest = await worker.writer.do(lambda connection: statements.add_guest(connection, "Ada"))
            wish = TableRequest("mist", [SeatRequest("me")] * 3)
            with monkeypatch.context() as patches:
                patches.setattr(statements, "row_of", lambda table, line: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    await worker.tables.create(*table_from_request(Person(guest, "Ada"), wish))
            assert list(worker.queries.unfinished()) == []
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
            guest = await worker.writer.do(lambda connection: statements.add_guest(connection, "Ada"))
            person = Person(guest, "Ada")
            seats = [SeatRequest("bot", "uniform"), SeatRequest("me"), SeatRequest("me")]
            wish = TableRequest("mist", seats, settings=Settings(pace="instant"))
            session = await worker.tables.create(*table_from_request(person, wish))
            session.visited = time.monotonic()  # a person is connected, so the bot moves at once
            key = session.table.config.key
            for seat in (1, 2):
                await worker.tables.command(key, person, Seed(seat=seat, seed=str(seat)))
            while session.table.turn != 0:
                await worker.tables.command(key, person, next_move(session))
            for _ in range(10):
                await worker.tables.command(key, person, Say(phrase="hello"))
            assert thoughts == 1
            while session.table.turn == 0:
                await asyncio.sleep(0.01)
            assert thoughts == sum(isinstance(line.entry, Played) and line.entry.bot for line in session.table.lines)

    asyncio.run(story())
