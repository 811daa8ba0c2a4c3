"""The tables in memory: loaded from their logs on demand, evicted when they are idle.

Any worker can serve any table. The state in memory is a copy: an entry counts once the log has it.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final

from sqlalchemy import Connection

from paddock.engine.errors import PaddockError
from paddock.server.errors import Forbidden, NotFound, NotPossibleNow, Repeated, Stale
from paddock.server.growing import as_kept, grow, grow_with_signs
from paddock.server.metrics import Metrics
from paddock.server.runtime.scheduler import SLACK, Scheduler
from paddock.server.runtime.session import PendingCommand, TableSession
from paddock.server.storage import queries as store
from paddock.server.storage.engine import Unavailable
from paddock.server.storage.writer import WriteConflict, WriteFailed, WriteJob, Writer
from paddock.server.table.commands import AnyCommand, Play
from paddock.server.table.events import AnyEvent, RematchCreated
from paddock.server.table.handlers import Person, handle
from paddock.server.table.setup import rematch_of
from paddock.server.table.table import CorruptLog, LogEntry, Table, TableConfig, told

IDLE: Final = 20.0
"""Seconds until a table without subscribers is evicted."""
ELSEWHERE: Final = 1.0
"""The same, if another worker continues the table."""
SWEEP: Final = 1.0
"""Seconds between two sweeps for due and idle tables."""
TRIES: Final = 5
"""Attempts at a write if other workers are faster."""
MOST_AT_ONCE: Final = 200
"""Tables that one sweep loads at most."""


class TableRegistry:
    """The tables of this worker, and the commands to them."""

    def __init__(self, queries: store.Queries, writer: Writer, metrics: Metrics) -> None:
        self.queries = queries
        self.writer = writer
        self.metrics = metrics
        self.shared = writer.announce
        """Whether other workers write to the same logs."""
        self._live: dict[str, TableSession] = {}
        self._by_id: dict[int, str] = {}
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self._heard: dict[int, int] = {}
        """Table -> the number of an entry that another worker wrote while some table was loading."""
        self._unreadable: set[str] = set()
        self._reading: set[asyncio.Task[None]] = set()
        self.scheduler = Scheduler(self._keep, metrics, shared=self.shared)
        self._sweeping = asyncio.create_task(self._sweep(), name="sweep")

    @property
    def in_memory(self) -> int:
        return len(self._live)

    async def close(self) -> None:
        """Stop timers and bots. Pending writes are still committed."""
        self._sweeping.cancel()
        self.scheduler.close(list(self._live.values()))

    # ---- Finding a table

    async def session(self, key: str) -> TableSession:
        """Return the session of this table, loaded from its log if necessary. Raise `NotFound` for an unknown key."""
        session = self._live.get(key)
        if session is None:
            loading = self._loading.get(key)
            if loading is None:
                loading = self._loading[key] = asyncio.create_task(self._load(key))
                loading.add_done_callback(lambda _: self._loaded(key))
            session = await asyncio.shield(loading)
        session.used = time.monotonic()
        return session

    def in_use(self, table: int) -> TableSession | None:
        """Return the session of the table with this number, if it is in memory."""
        return self._live.get(self._by_id.get(table, ""))

    def numbers(self) -> set[int]:
        """Return the numbers of all tables in memory."""
        return set(self._by_id)

    def _loaded(self, key: str) -> None:
        self._loading.pop(key, None)
        if not self._loading:
            self._heard.clear()

    async def _load(self, key: str) -> TableSession:
        config = await asyncio.to_thread(self.queries.config, key)
        if config is None:
            raise NotFound("there is no such table; check that the link is complete")
        session = self._remember(TableSession(await asyncio.to_thread(self.queries.table, config)))
        if self._heard.pop(config.id, 0) > session.table.number:
            async with session.lock:
                await self._read_on(session)
        return session

    async def kept(self, key: str) -> Table:
        """Return the table without entries that are still being written."""
        session = await self.session(key)
        async with session.lock:
            return session.table

    async def lay(self, config: TableConfig, first: list[AnyEvent]) -> TableSession:
        """Create a table with its first entries, in one transaction, and return its session."""
        table, wish = Table(config), WriteJob()
        lines = await asyncio.to_thread(grow, table, first)  # it may continue a long match

        def add(connection: Connection) -> None:
            table.config = replace(config, id=store.add_table(connection, table))
            wish.rows, wish.also = as_kept(table, lines)

        wish.doing = add
        await self.writer.keep(wish)
        wish.doing = None  # breaks a reference cycle: `add` references the job
        session = TableSession(table)
        session.ours = True
        return self._remember(session)

    def _remember(self, session: TableSession) -> TableSession:
        config = session.table.config
        self._live[config.key] = session
        self._by_id[config.id] = config.key
        self.scheduler.wind(session)
        return session

    def _forget(self, session: TableSession) -> None:
        """Evict the session. The next access reads the table from its log."""
        config = session.table.config
        session.forgotten = True
        session.changed()
        self.scheduler.stop(session)
        self._live.pop(config.key, None)
        self._by_id.pop(config.id, None)

    # ---- Commands

    async def act(
        self, key: str, person: Person, act: AnyCommand, kept: Callable[[], None] | None = None
    ) -> TableSession:
        """Run a command, return when it is committed. `kept` is called before subscribers are notified."""
        session = await self.session(key)
        async with session.lock:
            await self._step_by(session, lambda table: handle(table, person, act), kept)
        if isinstance(act, Play):
            self.metrics.played += 1
        return session

    async def rematch(self, key: str, person: Person) -> TableSession:
        """Create the rematch of a finished table, once, on request of a seated person."""
        session = await self.session(key)
        async with session.lock:
            if self.shared:  # another worker may have created it
                await self._read_on(session)
            table = session.table
            if person.guest not in table.people:
                raise Forbidden("only players of this table can ask for a rematch")
            if not table.ended:
                raise NotPossibleNow("the match is not over yet")
            if table.rematch is None:
                new = (await self.lay(*rematch_of(table))).table.config.key
                await self._step_by(session, lambda table: another_round(table, new))
        return session

    async def _step_by(
        self, session: TableSession, make: Callable[[Table], AnyEvent], kept: Callable[[], None] | None = None
    ) -> None:
        """Make and write one entry. Retry from the new state if another worker wrote first. Needs the lock."""
        for _ in range(TRIES):
            try:
                await self._keep(session, make(session.table), kept=kept)
                return
            except WriteConflict:
                continue
            except Unavailable:
                raise
            except PaddockError:  # a stale copy may refuse a valid command
                if not (self.shared and await self._read_on(session)):
                    raise
        raise Stale("other players were faster; this was not done")

    async def _keep(self, session: TableSession, *new: AnyEvent, kept: Callable[[], None] | None = None) -> None:
        """Write entries, then notify subscribers. Roll back if the write fails. Needs the lock."""
        table, known = session.table, session.table.number
        rows, also, summary = grow_with_signs(session, new)
        try:
            await self.writer.append(rows, also)
        except (WriteConflict, WriteFailed):
            if not await self._arrived_after_all(session, table, known):
                raise
        except BaseException:  # the caller was cancelled, so the result of the write is unknown
            self._forget(session)
            raise
        else:
            session.summary = summary
        self._happened(session, *([] if kept is None else [kept]))

    def _happened(self, session: TableSession, *kept: Callable[[], None]) -> None:
        """Call the callbacks of committed commands, then notify subscribers."""
        session.used = time.monotonic()
        session.ours = True
        for called in kept:
            called()
        session.changed()
        self.scheduler.wind(session)

    def act_at_once(self, session: TableSession, wanted: PendingCommand) -> bool:
        """Run a command as `act` does, but without a task. Return False, with nothing changed, if that is not possible.

        Commands that arrive during a write are batched into the next write. `act` handles all unusual cases.
        """
        if session.forgotten or self.writer.closing:
            return False
        if session.lock.take():
            return self._step_at_once(session, [wanted]) > 0
        if not session.waiting:
            session.lock.call(partial(self._do_waiting, session))
        session.waiting.append(wanted)
        return True

    def _do_waiting(self, session: TableSession) -> None:
        """Run all pending commands. Holds the lock, and releases it once they are committed."""
        waiting, session.waiting = session.waiting, []
        done = 0
        try:
            done = self._step_at_once(session, waiting)
        finally:
            for one in waiting[done:]:
                one.undone()

    def _step_at_once(self, session: TableSession, wanted: Sequence[PendingCommand]) -> int:
        """Run these commands up to the first that is refused, and return how many ran. Releases the lock.

        `entries` must stay lazy: each command sees the table with the entries before it applied.
        """
        table, known = session.table, session.table.number
        done: list[PendingCommand] = []

        def entries() -> Iterator[AnyEvent]:
            for one in wanted:
                try:
                    entry = handle(table, one.person, one.act)
                except Exception:  # noqa: BLE001  `act` reports it
                    return
                done.append(one)
                yield entry

        def settle(wish: WriteJob) -> None:
            if wish.flaw is not None:
                undoing = asyncio.create_task(self._undo(session, table, known, done))
                self._reading.add(undoing)
                undoing.add_done_callback(self._reading.discard)
                return
            session.summary = summary
            try:
                self._were_done(session, done)
            finally:
                session.lock.release()

        new = entries()
        first = None if session.forgotten or self.writer.closing else next(new, None)
        if first is None:
            session.lock.release()
            return 0
        try:
            rows, also, summary = grow_with_signs(session, chain([first], new))
            self.writer.want(WriteJob(rows, also, done=settle))
        except BaseException:  # the state of the table is unknown
            self._forget(session)
            session.lock.release()
            raise
        return len(done)

    def _were_done(self, session: TableSession, wanted: Sequence[PendingCommand]) -> None:
        for one in wanted:
            self.metrics.played += isinstance(one.act, Play)
        self._happened(session, *[one.kept for one in wanted])

    async def _undo(self, session: TableSession, table: Table, known: int, wanted: Sequence[PendingCommand]) -> None:
        """Roll back commands whose write failed. Holds the lock, and releases it."""
        try:
            arrived = await self._arrived_after_all(session, table, known)
            if arrived:
                self._were_done(session, wanted)
        except BaseException:
            self._forget(session)
            raise
        finally:
            session.lock.release()
        if not arrived:
            for one in wanted:
                one.undone()

    async def _arrived_after_all(self, session: TableSession, table: Table, known: int) -> bool:
        """Roll back, read the log, and return whether it contains our entries after all."""
        await self._take_back(session, known)
        return same(table.lines[known:], session.table.lines[known : table.number])

    async def _take_back(self, session: TableSession, known: int) -> None:
        """Roll back to the first `known` entries, which are committed, then read the rest of the log if possible."""
        session.table = told(session.table.config, session.table.lines[:known])
        session.summary = store.summary_columns(session.table)
        with contextlib.suppress(Unavailable):
            await self._read_on(session)
        self.scheduler.wind(session)

    def grown(self, table: int, number: int, at: float, entry: str | None) -> None:
        """Handle a NOTIFY: a worker, perhaps this one, wrote an entry. A long entry comes without its text."""
        session = self.in_use(table)
        if session is None and self._loading:
            self._heard[table] = number  # it may be the table that is being loaded
        if session is None or session.table.number >= number:
            return
        if self._unused(session, ELSEWHERE):
            self._forget(session)
        elif entry is not None and number == session.table.number + 1 and not session.lock.locked:
            with contextlib.suppress(CorruptLog):
                self._follow(session, [(number, at, entry)])
        else:
            reading = asyncio.create_task(self._catch_up(session, number))
            self._reading.add(reading)
            reading.add_done_callback(self._reading.discard)

    async def _catch_up(self, session: TableSession, number: int) -> None:
        with contextlib.suppress(CorruptLog):
            async with session.lock:
                if session.table.number < number:
                    try:
                        await self._read_on(session)
                    except Unavailable:
                        self._forget(session)  # its subscribers reconnect and read it then

    async def all_grown(self) -> None:
        """Read what other workers wrote while the LISTEN connection was lost."""
        for session in list(self._live.values()):
            with contextlib.suppress(CorruptLog):
                async with session.lock:
                    await self._read_on(session)

    async def refresh(self, session: TableSession) -> None:
        """Read what other workers wrote, for a client that seems to know more than this worker."""
        if self.shared:
            async with session.lock:
                await self._read_on(session)

    async def _read_on(self, session: TableSession) -> bool:
        """Apply new rows of the log, and return whether there were any. Needs the lock."""
        rows = await asyncio.to_thread(self.queries.log, session.table.config.id, session.table.number)
        self._follow(session, [(row.number, row.at, row.entry) for row in rows])
        return bool(rows)

    def _follow(self, session: TableSession, rows: list[tuple[int, float, str]]) -> None:
        """Apply rows of other workers. Raise `CorruptLog`, and evict the table, if they contradict the log."""
        try:
            for row in rows:
                store.follow(session.table, *row)
        except CorruptLog:
            self._forget(session)
            raise
        if rows:
            session.ours = False
            session.summary = store.summary_columns(session.table)
            session.changed()
            self.scheduler.wind(session)

    # ---- Tables without subscribers

    async def _sweep(self) -> None:
        """Background task: load tables with overdue timers, and evict idle ones."""
        slack = 0.0
        while True:
            try:
                await self._take_up(time.time() - slack)
            except Unavailable:
                pass  # the next sweep tries again
            except Exception as flaw:  # noqa: BLE001  the other tables still need sweeps
                self.metrics.fail("the sweep failed", flaw)
            slack = SLACK
            self._forget_idle()
            await asyncio.sleep(SWEEP)

    async def _take_up(self, due: float) -> None:
        """Load tables that have been due since then. Loading sets their timers."""
        for key in await asyncio.to_thread(self.queries.due, due, MOST_AT_ONCE + len(self._unreadable)):
            if key not in self._live and key not in self._unreadable:
                try:
                    await self.session(key)
                except Unavailable:
                    raise
                except PaddockError:  # `paddock doctor` reports the reason
                    self._unreadable.add(key)

    def _forget_idle(self) -> None:
        """Evict idle tables."""
        for session in [session for session in self._live.values() if self._unused(session, IDLE)]:
            self._forget(session)

    def _unused(self, session: TableSession, seconds: float) -> bool:
        """Return whether a table has had no subscriber, no write and no bot for this time."""
        busy = session.listeners or session.lock.locked or (session.thinking and not session.thinking.done())
        return not busy and session.used < time.monotonic() - seconds


def another_round(table: Table, key: str) -> AnyEvent:
    if table.rematch is not None:
        raise Repeated("the rematch already exists")
    return RematchCreated(key)


def same(some: list[LogEntry], others: list[LogEntry]) -> bool:
    """Return whether these are the same entries with the same times."""
    return [(line.at, line.entry) for line in some] == [(line.at, line.entry) for line in others]
