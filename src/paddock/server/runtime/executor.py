"""The executor: the one path of every change of a table, from people, bots and clocks.

A change is handled on a copy of the table, written to the log, and only then does the copy become the table. So an
error before the commit leaves table and log as they were, and memory never runs ahead of the log. Commands that arrive
during a write form the next batch.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from paddock.server.errors import Stale
from paddock.server.metrics import Metrics
from paddock.server.runtime.session import PendingCommand, TableSession
from paddock.server.storage import statements
from paddock.server.storage.engine import Unavailable
from paddock.server.storage.queries import summary_columns
from paddock.server.storage.writer import WriteConflict, WriteFailed, Writer, WriteUnknown
from paddock.server.table.events import AnyEvent, BotSeated, PersonSeated, Played, SeatFreed
from paddock.server.table.handlers import follow_up
from paddock.server.table.table import LogEntry, Table

if TYPE_CHECKING:
    from paddock.server.runtime.registry import TableRegistry

TRIES: Final = 5
"""Attempts at a write if other workers are faster."""
SEATING: Final = (PersonSeated, SeatFreed, BotSeated)
"""Events after which a table may gain or lose its code."""

INTERRUPTED: Final = WriteUnknown("the service was interrupted; look again whether this was saved")

Action = Callable[[Table], list[AnyEvent]]
"""Returns the events of a change. It raises a `PaddockError` if the table does not allow the change."""


class Evicted(Unavailable):
    """This session is no longer the table: ask the registry for the new one."""


class Executor:
    """Runs the changes of all tables of this worker."""

    def __init__(self, registry: "TableRegistry", writer: Writer, metrics: Metrics) -> None:
        self._registry = registry
        self._writer = writer
        self._metrics = metrics

    async def run(self, session: TableSession, make: Action, committed: Callable[[], None] | None = None) -> None:
        """Run a change and return when it is committed. `committed` is called before subscribers are notified.

        Raise what `make` raises, `Stale` if other workers were always faster, and the errors of the writer.
        """
        pending = PendingCommand(make, asyncio.get_running_loop().create_future(), committed)
        session.pending.append(pending)
        if session.running is None:
            self._start(session)
        await pending.done

    def _start(self, session: TableSession) -> None:
        session.running = asyncio.create_task(self._run_pending(session))
        session.running.add_done_callback(partial(self._ended, session))

    async def _run_pending(self, session: TableSession) -> None:
        while session.pending:
            async with session.lock:
                batch = list(session.pending)
                await self.run_batch(session, batch)
                del session.pending[: len(batch)]

    def _ended(self, session: TableSession, task: "asyncio.Task[None]") -> None:
        """Clean up after the task of a table. If it failed, the table is read from its log again."""
        session.running = None
        flaw = INTERRUPTED if task.cancelled() else task.exception()
        if flaw is not None:
            self._registry.evict(session)
            settle(session.pending, flaw)
            session.pending.clear()
        elif session.pending:
            self._start(session)

    async def run_batch(self, session: TableSession, batch: Sequence[PendingCommand]) -> None:
        """Run changes in one write. The caller holds the lock of the session.

        Any other error than those of the writer leaves the result in doubt: the caller evicts the session.
        """
        for _ in range(TRIES):
            if session.evicted:
                settle(batch, Evicted("this table is being reloaded; try again"))
                return
            draft, accepted, refused = self._draft(session.table, batch)
            if refused and self._registry.shared and await self._registry.read_log(session):
                continue  # a stale copy may refuse a valid command
            for pending, flaw in refused:
                settle([pending], flaw)
            batch = accepted
            if not accepted or draft.number == session.table.number:
                settle(accepted)
                return
            try:
                await self._write(session, draft)
            except WriteConflict:
                await self._registry.read_log(session)
                continue
            except WriteUnknown as flaw:
                if not await self._is_in_log(session, draft):
                    settle(accepted, flaw)
                    return
            except WriteFailed as flaw:
                settle(accepted, flaw)
                return
            self._publish(session, draft, accepted)
            return
        settle(batch, Stale("other players were faster; this was not done"))

    def _draft(
        self, table: Table, batch: Sequence[PendingCommand]
    ) -> tuple[Table, list[PendingCommand], list[tuple[PendingCommand, Exception]]]:
        """Return a copy of the table with the events of these changes, the accepted changes, and the refused ones."""
        draft, now = table.copy(), time.time()
        accepted: list[PendingCommand] = []
        refused: list[tuple[PendingCommand, Exception]] = []
        for pending in batch:
            try:
                events = pending.make(draft)
            except Exception as flaw:  # noqa: BLE001  the caller gets it
                refused.append((pending, flaw))
                continue
            for event in events:
                draft.apply(event, now)
            for event in follow_up(draft):
                draft.apply(event, now)
            accepted.append(pending)
        return draft, accepted, refused

    async def _write(self, session: TableSession, draft: Table) -> None:
        new = draft.lines[session.table.number :]
        also = [
            statements.member(entry.entry.guest, draft.config.id)
            for entry in new
            if isinstance(entry.entry, PersonSeated)
        ]
        if summary_columns(draft) != session.summary or any(isinstance(entry.entry, SEATING) for entry in new):
            also.append(statements.update_summary(draft))
        await self._writer.append([statements.row_of(draft, entry) for entry in new], also)

    async def _is_in_log(self, session: TableSession, draft: Table) -> bool:
        """Return whether the log has the events of the draft after all. Evict the table if the log cannot be read."""
        known = session.table.number
        try:
            await self._registry.read_log(session)
        except Unavailable:
            self._registry.evict(session)
            return False
        return same_entries(draft.lines[known:], session.table.lines[known : draft.number])

    def _publish(self, session: TableSession, draft: Table, accepted: Sequence[PendingCommand]) -> None:
        """Make the draft the table, call the callers back, and notify subscribers."""
        known = session.table.number
        session.ours = True
        for pending in accepted:
            if pending.committed is not None:
                pending.committed()
        if draft.number > known:
            session.replace(draft)
        else:  # the log was read meanwhile
            session.notify()
        settle(accepted)
        played = [entry.entry for entry in draft.lines[known:] if isinstance(entry.entry, Played)]
        self._metrics.played += sum(not event.bot for event in played)
        self._metrics.bot_moves.inc(sum(event.bot for event in played))
        self._registry.scheduler.wind(session)


def settle(batch: Sequence[PendingCommand], flaw: BaseException | None = None) -> None:
    """End these changes, with an error or without. A cancelled caller is left alone."""
    for pending in batch:
        if pending.done.done():
            continue
        if flaw is None:
            pending.done.set_result(None)
        else:
            pending.done.set_exception(flaw)


def same_entries(some: list[LogEntry], others: list[LogEntry]) -> bool:
    """Return whether these are the same events with the same times."""
    return [(one.at, one.entry) for one in some] == [(one.at, one.entry) for one in others]
