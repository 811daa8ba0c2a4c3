"""The scheduler: bot moves and clock timeouts."""

import asyncio
import functools
import time
from collections.abc import Awaitable, Iterable
from typing import Final, Protocol

from paddock.server.metrics import Metrics
from paddock.server.runtime.bot_runner import thought
from paddock.server.runtime.session import TableSession
from paddock.server.runtime.thinking_queue import QueueFull
from paddock.server.storage.engine import Unavailable
from paddock.server.storage.writer import WriteConflict
from paddock.server.table.events import AnyEvent, SubstituteStarted

SLACK: Final = 5.0
"""Seconds after which this worker takes over another worker's overdue timer."""
DEFERENCE: Final = 1.5
"""Seconds of priority for the worker that wrote the last entry; longer than nearly every bot takes."""
UNATTENDED_PACE: Final = 3.0
"""Seconds between two bot moves at a table without a connected person. Less than `SLACK`."""
SOON: Final = 0.001
"""Seconds by which a timer may fire early."""


class Keep(Protocol):
    """Writes an entry of a table and notifies subscribers. The caller holds the table's lock."""

    def __call__(self, session: TableSession, entry: AnyEvent, /) -> Awaitable[None]: ...


class Scheduler:
    """Runs the timers of tables: bot moves and clock timeouts.

    Every worker with subscribers at a table could run them, and the log accepts only one result. Bots cost time, so the
    worker that wrote the last entry goes first, and another worker takes over if no entry follows.
    """

    def __init__(self, keep: Keep, metrics: Metrics, *, shared: bool) -> None:
        self._keep = keep
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
        if not self._closing and not session.forgotten:
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
        async with session.lock:
            table, seat, length = session.table, session.table.turn, len(session.table.match.moves)
            due = due_at(session)
            if due is None or due > time.time() + SOON:
                self.wind(session)
                return
            level = table.places[seat].bot
            try:
                thinking = None if level is None else thought(table, level, attended=session.attended)
            except QueueFull:
                self._strike_in(session, SLACK)
                return
            self._metrics.thoughts.inc(thinking is not None)
        try:
            token = None if thinking is None else await thinking
            async with session.lock:
                table = session.table
                if (table.turn, len(table.match.moves)) != (seat, length) or table.places[seat].bot != level:
                    self.wind(session)  # the table changed while the bot was thinking
                elif token is None:
                    await self._keep(session, SubstituteStarted(seat, table.settings.keeper))
                else:
                    await self._keep(session, table.play(seat, [token], bot=True))
                    self._metrics.bot_moves.inc()
        except WriteConflict:
            pass  # another worker wrote first, and this table has caught up
        except (Unavailable, QueueFull):
            self._strike_in(session, SLACK)


def due_at(session: TableSession) -> float | None:
    """Return the time at which a bot moves or a clock runs out, or None. Bots move slowly if no person is connected."""
    table = session.table
    due = table.due()
    if due is not None and table.places[table.turn].bot and not session.attended:
        return max(due, table.since + UNATTENDED_PACE)
    return due
