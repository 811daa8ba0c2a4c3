"""The scheduler: bot moves and clock timeouts."""

import asyncio
import functools
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from paddock.server.errors import Stale
from paddock.server.metrics import Metrics
from paddock.server.runtime.bot_runner import thought
from paddock.server.runtime.session import TableSession
from paddock.server.runtime.thinking_queue import QueueFull
from paddock.server.storage.engine import Unavailable
from paddock.server.table.events import AnyEvent, SubstituteStarted
from paddock.server.table.handlers import played
from paddock.server.table.table import Table

if TYPE_CHECKING:
    from paddock.server.runtime.executor import Executor

SLACK: Final = 5.0
"""Seconds after which this worker takes over another worker's overdue timer."""
DEFERENCE: Final = 1.5
"""Seconds of priority for the worker that wrote the last entry; longer than nearly every bot takes."""
UNATTENDED_PACE: Final = 3.0
"""Seconds between two bot moves at a table without a connected person. Less than `SLACK`."""
SOON: Final = 0.001
"""Seconds by which a timer may fire early."""


class Scheduler:
    """Runs the timers of tables: bot moves and clock timeouts.

    Every worker with subscribers at a table could run them, and the log accepts only one result. Bots cost time, so the
    worker that wrote the last entry goes first, and another worker takes over if no entry follows.
    """

    def __init__(self, executor: "Executor", metrics: Metrics, *, shared: bool) -> None:
        self._executor = executor
        self._metrics = metrics
        self._shared = shared
        """Whether other workers write to the same logs."""
        self._closing = False

    def close(self, tables: Iterable[TableSession]) -> None:
        """Stop all timers and cancel all running bots."""
        self._closing = True
        for session in tables:
            self.stop(session)
            if session.thinking is not None:
                session.thinking.cancel()

    def wind(self, session: TableSession) -> None:
        """Set the timer of a table to its next due time."""
        self.stop(session)
        due = due_at(session)
        if due is not None:
            deference = DEFERENCE if self._shared and not session.ours else 0.0
            self._strike_in(session, max(0.0, due + deference - time.time()))

    def stop(self, session: TableSession) -> None:
        if session.timer is not None:
            session.timer.cancel()
            session.timer = None

    def _strike_in(self, session: TableSession, seconds: float) -> None:
        self.stop(session)
        if not self._closing and not session.evicted:
            session.timer = asyncio.get_running_loop().call_later(seconds, self._strike, session)

    def _strike(self, session: TableSession) -> None:
        """Start a step unless one is running: a running step sets the timer again when it ends."""
        session.timer = None
        if session.thinking is not None and not session.thinking.done():
            return
        step = session.thinking = asyncio.create_task(self._step(session))
        step.add_done_callback(functools.partial(self._stepped, session))

    def _stepped(self, session: TableSession, step: "asyncio.Task[None]") -> None:
        if not step.cancelled() and (flaw := step.exception()) is not None:
            self._metrics.fail("a bot move failed", flaw)
            self._strike_in(session, SLACK)

    async def _step(self, session: TableSession) -> None:
        """Play the bot's move, or give a seat to a bot if its person's time is up."""
        table = session.table
        seat, length, due = table.turn, len(table.match.moves), due_at(session)
        if due is None or due > time.time() + SOON:
            self.wind(session)
            return
        level = table.places[seat].bot
        token = None
        if level is not None:
            self._metrics.thoughts.inc()
            try:
                token = await thought(table, level, attended=session.attended)
            except QueueFull:
                self._strike_in(session, SLACK)
                return

        def make(table: Table) -> list[AnyEvent]:
            if (table.turn, len(table.match.moves)) != (seat, length) or table.places[seat].bot != level:
                return []  # the table changed while the bot was thinking
            if token is None:
                return [SubstituteStarted(seat, table.settings.keeper)]
            return [played(table, seat, [token], bot=True)]

        try:
            await self._executor.run(session, make)
        except Stale:
            pass  # other workers wrote first, and this table has caught up
        except Unavailable:
            self._strike_in(session, SLACK)
            return
        if session.timer is None:
            self.wind(session)


def due_at(session: TableSession) -> float | None:
    """Return the time at which a bot moves or a clock runs out, or None. Bots move slowly if no person is connected."""
    table = session.table
    due = table.due()
    if due is not None and table.places[table.turn].bot and not session.attended:
        return max(due, table.since + UNATTENDED_PACE)
    return due
