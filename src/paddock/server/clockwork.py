"""Bots that move and clocks that strike, at their time."""

import asyncio
import functools
import time
from collections.abc import Awaitable, Iterable
from typing import Final, Protocol

from paddock.server.company import thought
from paddock.server.database import Unavailable
from paddock.server.entries import AnyEntry, Kept
from paddock.server.live import Live
from paddock.server.metrics import Metrics
from paddock.server.writer import Overtaken

SLACK: Final = 5.0
"""What is overdue by so much is nobody's work any more, so it becomes ours."""
DEFERENCE: Final = 1.5
"""Seconds that a bot or a clock is left to the worker that wrote the last entry; longer than nearly every thought."""
SOON: Final = 0.001
"""A timer may strike a little early."""


class Keep(Protocol):
    """Writes an entry of a table down, and tells everybody. Needs the table's lock."""

    def __call__(self, live: Live, entry: AnyEntry, /) -> Awaitable[None]: ...


class Clockwork:
    """Sees to it that what is due at a table is done.

    Every worker with people at the table could do it, and the log takes it once; but thoughts cost. So the one that
    wrote the last entry does it, and another one if nothing has come of that.
    """

    def __init__(self, keep: Keep, metrics: Metrics, *, shared: bool) -> None:
        self._keep = keep
        self._metrics = metrics
        self._shared = shared
        """Whether other workers write to the same logs."""
        self._closing = False

    def close(self, tables: Iterable[Live]) -> None:
        """Nothing strikes any more, and nobody thinks."""
        self._closing = True
        for live in tables:
            self.stop(live)
            if live.thinking is not None:
                live.thinking.cancel()

    def wind(self, live: Live) -> None:
        """Have the table looked at when something is due there."""
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
        """A step that is under way looks at the table again when it ends, so there is only one at a time."""
        live.timer = None
        if live.thinking is not None and not live.thinking.done():
            return
        step = live.thinking = asyncio.create_task(self._step(live))
        step.add_done_callback(functools.partial(self._stepped, live))

    def _stepped(self, live: Live, step: "asyncio.Task[None]") -> None:
        if not step.cancelled() and (flaw := step.exception()) is not None:
            self._metrics.fail("a bot's move failed", flaw)
            self._strike_in(live, SLACK)

    async def _step(self, live: Live) -> None:
        """The bot whose turn it is moves, or a bot takes the seat of somebody whose time is up."""
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
                    self.wind(live)  # the table went on while the bot thought
                elif token is None:
                    await self._keep(live, Kept(seat, table.settings.keeper))
                else:
                    await self._keep(live, table.play(seat, [token], bot=True))
                    self._metrics.bot_moves.inc()
        except Overtaken:
            pass  # another worker did it, and the table was read on
        except Unavailable:
            self._strike_in(live, SLACK)
