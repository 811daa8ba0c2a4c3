"""The tables in memory: loaded from their logs on demand, evicted when they are idle.

Any worker can serve any table. The state in memory is a copy: an event counts once the log has it.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from sqlalchemy import Connection

from paddock.engine.errors import PaddockError
from paddock.server.errors import Forbidden, NotFound, NotPossibleNow
from paddock.server.metrics import Metrics
from paddock.server.runtime.executor import Evicted, Executor
from paddock.server.runtime.scheduler import SLACK, Scheduler
from paddock.server.runtime.session import PendingCommand, TableSession
from paddock.server.storage import statements
from paddock.server.storage.engine import Unavailable
from paddock.server.storage.queries import Queries, apply_row
from paddock.server.storage.writer import WriteJob, Writer
from paddock.server.table.commands import AnyCommand
from paddock.server.table.events import AnyEvent, PersonSeated, RematchCreated
from paddock.server.table.handlers import Person, follow_up, handle
from paddock.server.table.setup import rematch_of
from paddock.server.table.table import CorruptLog, Table, TableConfig

IDLE: Final = 20.0
"""Seconds until a table without subscribers is evicted."""
SWEEP: Final = 1.0
"""Seconds between two sweeps for due and idle tables."""
MOST_AT_ONCE: Final = 200
"""Tables that one sweep loads at most."""
RELOADS: Final = 3
"""Attempts at a command whose table is evicted meanwhile."""


class TableRegistry:
    """The tables of this worker, and the commands to them."""

    def __init__(self, queries: Queries, writer: Writer, metrics: Metrics) -> None:
        self.queries = queries
        self.writer = writer
        self.metrics = metrics
        self.shared = writer.announce
        """Whether other workers write to the same logs."""
        self._sessions: dict[str, TableSession] = {}
        self._by_id: dict[int, str] = {}
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self._written: dict[int, int] = {}
        """Table -> the number of an entry that another worker wrote while some table was loading."""
        self._unreadable: set[str] = set()
        self.executor = Executor(self, writer, metrics)
        self.scheduler = Scheduler(self.executor, metrics, shared=self.shared)
        self._sweeping = asyncio.create_task(self._sweep(), name="sweep")

    @property
    def in_memory(self) -> int:
        return len(self._sessions)

    def sessions(self) -> list[TableSession]:
        return list(self._sessions.values())

    async def close(self) -> None:
        """Stop timers and bots. Pending writes are still committed."""
        self._sweeping.cancel()
        self.scheduler.close(self.sessions())

    # ---- Finding a table

    async def session(self, key: str) -> TableSession:
        """Return the session of this table, loaded from its log if necessary. Raise `NotFound` for an unknown key."""
        session = self._sessions.get(key)
        if session is None:
            loading = self._loading.get(key)
            if loading is None:
                loading = self._loading[key] = asyncio.create_task(self._load(key))
                loading.add_done_callback(lambda _: self._loaded(key))
            session = await asyncio.shield(loading)
        session.used = time.monotonic()
        return session

    async def table(self, key: str) -> Table:
        """Return the committed state of a table."""
        return (await self.session(key)).table

    def in_use(self, table: int) -> TableSession | None:
        """Return the session of the table with this number, if it is in memory."""
        return self._sessions.get(self._by_id.get(table, ""))

    def numbers(self) -> set[int]:
        """Return the numbers of all tables in memory."""
        return set(self._by_id)

    def note_write(self, table: int, number: int) -> None:
        """Remember an entry of another worker: it may belong to a table that is being loaded."""
        if self._loading:
            self._written[table] = number

    def _loaded(self, key: str) -> None:
        self._loading.pop(key, None)
        if not self._loading:
            self._written.clear()

    async def _load(self, key: str) -> TableSession:
        config = await asyncio.to_thread(self.queries.config, key)
        if config is None:
            raise NotFound("there is no such table; check that the link is complete")
        session = self._add(TableSession(await asyncio.to_thread(self.queries.table, config)))
        if self._written.pop(config.id, 0) > session.table.number:
            async with session.lock:
                await self.read_log(session)
        return session

    async def create(self, config: TableConfig, first: list[AnyEvent]) -> TableSession:
        """Create a table with its first events, in one transaction, and return its session."""
        table, job = await asyncio.to_thread(new_table, config, first), WriteJob()  # it may continue a long match

        def add(connection: Connection) -> None:
            table.config = replace(config, id=statements.add_table(connection, table))
            job.rows = [statements.row_of(table, entry) for entry in table.lines]
            seated = [entry.entry for entry in table.lines if isinstance(entry.entry, PersonSeated)]
            job.also = [statements.member(event.guest, table.config.id) for event in seated]

        job.doing = add
        await self.writer.write(job)
        session = TableSession(table)
        session.ours = True
        return self._add(session)

    def _add(self, session: TableSession) -> TableSession:
        config = session.table.config
        self._sessions[config.key] = session
        self._by_id[config.id] = config.key
        self.scheduler.wind(session)
        return session

    def evict(self, session: TableSession) -> None:
        """Remove a session from memory. The next access reads the table from its log."""
        config = session.table.config
        session.evicted = True
        session.notify()
        self.scheduler.stop(session)
        if self._sessions.get(config.key) is session:
            del self._sessions[config.key]
            self._by_id.pop(config.id, None)

    # ---- Commands

    async def command(
        self, key: str, person: Person, command: AnyCommand, committed: Callable[[], None] | None = None
    ) -> TableSession:
        """Run a command and return when it is committed. `committed` is called before subscribers are notified."""
        for _ in range(RELOADS):
            session = await self.session(key)
            try:
                await self.executor.run(session, lambda table: handle(table, person, command), committed)
            except Evicted:
                continue
            return session
        raise Unavailable("this table is being reloaded; try again")

    async def rematch(self, key: str, person: Person) -> TableSession:
        """Create the rematch of a finished table, once, on request of a seated person."""
        session = await self.session(key)
        async with session.lock:
            if self.shared:  # another worker may have created it
                await self.read_log(session)
            table = session.table
            if person.guest not in table.people:
                raise Forbidden("only players of this table can ask for a rematch")
            if not table.ended:
                raise NotPossibleNow("the match is not over yet")
            if table.rematch is None:
                new = (await self.create(*rematch_of(table))).table.config.key
                pending = PendingCommand(partial(link_rematch, new), asyncio.get_running_loop().create_future())
                try:
                    await self.executor.run_batch(session, [pending])
                except BaseException:
                    self.evict(session)
                    raise
                await pending.done
        return session

    # ---- The log

    async def read_log(self, session: TableSession) -> bool:
        """Apply new rows of the log, and return whether there were any. The caller holds the session's lock."""
        table = session.table
        rows = await asyncio.to_thread(self.queries.log, table.config.id, table.number)
        self.apply_rows(session, [(row.number, row.at, row.entry) for row in rows])
        return bool(rows)

    def apply_rows(self, session: TableSession, rows: list[tuple[int, float, str]]) -> None:
        """Apply rows of other workers. Raise `CorruptLog`, and evict the table, if they contradict the log."""
        if not rows:
            return
        draft = session.table.copy()
        try:
            for row in rows:
                apply_row(draft, *row)
        except CorruptLog:
            self.evict(session)
            raise
        session.ours = False
        session.replace(draft)
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
            self.evict_idle()
            await asyncio.sleep(SWEEP)

    async def _take_up(self, due: float) -> None:
        """Load tables that have been due since then. Loading sets their timers."""
        for key in await asyncio.to_thread(self.queries.due, due, MOST_AT_ONCE + len(self._unreadable)):
            if key not in self._sessions and key not in self._unreadable:
                try:
                    await self.session(key)
                except Unavailable:
                    raise
                except PaddockError:  # `paddock doctor` reports the reason
                    self._unreadable.add(key)

    def evict_idle(self) -> None:
        for session in self.sessions():
            if self.is_unused(session, IDLE):
                self.evict(session)

    def is_unused(self, session: TableSession, seconds: float) -> bool:
        """Return whether a table has had no subscriber, no write and no bot for this time."""
        thinking = session.thinking is not None and not session.thinking.done()
        busy = session.listeners or session.pending or session.lock.locked() or thinking
        return not busy and session.used < time.monotonic() - seconds


def new_table(config: TableConfig, first: list[AnyEvent]) -> Table:
    """Return a table with its first events and those that follow by themselves."""
    table = Table(config)
    for event in first:
        table.apply(event, time.time())
    for event in follow_up(table):
        table.apply(event, time.time())
    return table


def link_rematch(key: str, table: Table) -> list[AnyEvent]:
    """Return the event that leads to the rematch, unless there is one already."""
    return [] if table.rematch is not None else [RematchCreated(key)]
