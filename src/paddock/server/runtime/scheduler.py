"""The scheduler: bot moves and clock timeouts."""

import asyncio
import functools
import time
from collections.abc import Awaitable, Iterable
from typing import Final, Protocol

from paddock.server.metrics import Metrics
from paddock.server.runtime.bot_runner import thought
from paddock.server.runtime.session import Live
from paddock.server.storage.engine import Unavailable
from paddock.server.storage.writer import Overtaken
from paddock.server.table.events import AnyEntry, Kept

SLACK: Final = 5.0
"""Seconds after which this worker takes over another worker's overdue timer."""
DEFERENCE: Final = 1.5
"""Seconds of priority for the worker that wrote the last entry; longer than nearly every bot takes."""
SOON: Final = 0.001
"""Seconds by which a timer may fire early."""


class Keep(Protocol):
    """Writes an entry of a table and notifies subscribers. The caller holds the table's lock."""

    def __call__(self, live: Live, entry: AnyEntry, /) -> Awaitable[None]: ...


class Clockwork:
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

    def close(self, tables: Iterable[Live]) -> None:
        """Stop all timers and cancel all running bots."""
        self._closing = True
        for live in tables:
            self.stop(live)
            if live.thinking is not None:
                live.thinking.cancel()

    def wind(self, live: Live) -> None:
        """Set the timer of a table to its next due time."""
        self.stop(live)
        due = live.signs["due"]
        if due is not None:
            deference = DEFERENCE if self._shared and not live.ours else 0.0
            self._strike_in(live, max(0.0, due + deference - time.time()))

    def stop(self, live: Live) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None

    def _strike_in(self, live: Live, seconds: float) -> None:
        self.stop(live)
        if not self._closing and not live.forgotten:
            live.timer = asyncio.get_running_loop().call_later(seconds, self._strike, live)

    def _strike(self, live: Live) -> None:
        """Start a step unless one is running: a running step sets the timer again when it ends."""
        live.timer = None
        if live.thinking is not None and not live.thinking.done():
            return
        step = live.thinking = asyncio.create_task(self._step(live))
        step.add_done_callback(functools.partial(self._stepped, live))

    def _stepped(self, live: Live, step: "asyncio.Task[None]") -> None:
        if not step.cancelled() and (flaw := step.exception()) is not None:
            self._metrics.fail("a bot move failed", flaw)
            self._strike_in(live, SLACK)

    async def _step(self, live: Live) -> None:
        """Play the bot's move, or give a seat to a bot if its person's time is up."""
        async with live.lock:
            table, seat, length = live.gathering, live.gathering.turn, len(live.gathering.match.moves)
            due = table.due()
            if due is None or due > time.time() + SOON:
                self.wind(live)
                return
            level = table.places[seat].bot
            thinking = None if level is None else thought(table, level)
            self._metrics.thoughts.inc(thinking is not None)
        try:
            token = None if thinking is None else await thinking
            async with live.lock:
                table = live.gathering
                if (table.turn, len(table.match.moves)) != (seat, length) or table.places[seat].bot != level:
                    self.wind(live)  # the table changed while the bot was thinking
                elif token is None:
                    await self._keep(live, Kept(seat, table.settings.keeper))
                else:
                    await self._keep(live, table.play(seat, [token], bot=True))
                    self._metrics.bot_moves.inc()
        except Overtaken:
            pass  # another worker wrote first, and this table has caught up
        except Unavailable:
            self._strike_in(live, SLACK)
