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
from paddock.server.errors import Forbidden, Missing, NotNow, Repeated, Stale
from paddock.server.growing import as_kept, grow, grow_with_signs
from paddock.server.metrics import Metrics
from paddock.server.runtime.scheduler import SLACK, Clockwork
from paddock.server.runtime.session import Live, Wanted
from paddock.server.storage import queries as store
from paddock.server.storage.engine import Unavailable
from paddock.server.storage.writer import Overtaken, Unkept, Wish, Writer
from paddock.server.table.commands import AnyAct, Play
from paddock.server.table.events import AnyEntry, Rematched
from paddock.server.table.handlers import Person, entry_for
from paddock.server.table.setup import again
from paddock.server.table.table import Broken, Deed, Gathering, Line, told

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


class Tables:
    """The tables of this worker, and the commands to them."""

    def __init__(self, reader: store.Reader, writer: Writer, metrics: Metrics) -> None:
        self.reader = reader
        self.writer = writer
        self.metrics = metrics
        self.shared = writer.announce
        """Whether other workers write to the same logs."""
        self._live: dict[str, Live] = {}
        self._by_id: dict[int, str] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._heard: dict[int, int] = {}
        """Table -> the number of an entry that another worker wrote while some table was loading."""
        self._unreadable: set[str] = set()
        self._reading: set[asyncio.Task[None]] = set()
        self.clockwork = Clockwork(self._keep, metrics, shared=self.shared)
        self._sweeping = asyncio.create_task(self._sweep(), name="sweep")

    @property
    def in_memory(self) -> int:
        return len(self._live)

    async def close(self) -> None:
        """Stop timers and bots. Pending writes are still committed."""
        self._sweeping.cancel()
        self.clockwork.close(list(self._live.values()))

    # ---- Finding a table

    async def live(self, key: str) -> Live:
        """Return the session of this table, loaded from its log if necessary. Raise `Missing` for an unknown key."""
        live = self._live.get(key)
        if live is None:
            loading = self._loading.get(key)
            if loading is None:
                loading = self._loading[key] = asyncio.create_task(self._load(key))
                loading.add_done_callback(lambda _: self._loaded(key))
            live = await asyncio.shield(loading)
        live.used = time.monotonic()
        return live

    def in_use(self, table: int) -> Live | None:
        """Return the session of the table with this number, if it is in memory."""
        return self._live.get(self._by_id.get(table, ""))

    def numbers(self) -> set[int]:
        """Return the numbers of all tables in memory."""
        return set(self._by_id)

    def _loaded(self, key: str) -> None:
        self._loading.pop(key, None)
        if not self._loading:
            self._heard.clear()

    async def _load(self, key: str) -> Live:
        deed = await asyncio.to_thread(self.reader.deed, key)
        if deed is None:
            raise Missing("there is no such table; check that the link is complete")
        live = self._remember(Live(await asyncio.to_thread(self.reader.gathering, deed)))
        if self._heard.pop(deed.id, 0) > live.gathering.number:
            async with live.lock:
                await self._read_on(live)
        return live

    async def kept(self, key: str) -> Gathering:
        """Return the table without entries that are still being written."""
        live = await self.live(key)
        async with live.lock:
            return live.gathering

    async def lay(self, deed: Deed, first: list[AnyEntry]) -> Live:
        """Create a table with its first entries, in one transaction, and return its session."""
        table, wish = Gathering(deed), Wish()
        lines = grow(table, first)

        def add(connection: Connection) -> None:
            table.deed = replace(deed, id=store.add_table(connection, table))
            wish.rows, wish.also = as_kept(table, lines)

        wish.doing = add
        await self.writer.keep(wish)
        wish.doing = None  # breaks a reference cycle: `add` references the job
        live = Live(table)
        live.ours = True
        return self._remember(live)

    def _remember(self, live: Live) -> Live:
        deed = live.gathering.deed
        self._live[deed.key] = live
        self._by_id[deed.id] = deed.key
        self.clockwork.wind(live)
        return live

    def _forget(self, live: Live) -> None:
        """Evict the session. The next access reads the table from its log."""
        deed = live.gathering.deed
        live.forgotten = True
        live.changed()
        self.clockwork.stop(live)
        self._live.pop(deed.key, None)
        self._by_id.pop(deed.id, None)

    # ---- Commands

    async def act(self, key: str, person: Person, act: AnyAct, kept: Callable[[], None] | None = None) -> Live:
        """Run a command, return when it is committed. `kept` is called before subscribers are notified."""
        live = await self.live(key)
        async with live.lock:
            await self._step_by(live, lambda table: entry_for(table, person, act), kept)
        if isinstance(act, Play):
            self.metrics.played += 1
        return live

    async def rematch(self, key: str, person: Person) -> Live:
        """Create the rematch of a finished table, once, on request of a seated person."""
        live = await self.live(key)
        async with live.lock:
            if self.shared:  # another worker may have created it
                await self._read_on(live)
            table = live.gathering
            if person.guest not in table.people:
                raise Forbidden("only players of this table can ask for a rematch")
            if not table.ended:
                raise NotNow("the match is not over yet")
            if table.rematch is None:
                new = (await self.lay(*again(table))).gathering.deed.key
                await self._step_by(live, lambda table: another_round(table, new))
        return live

    async def _step_by(
        self, live: Live, make: Callable[[Gathering], AnyEntry], kept: Callable[[], None] | None = None
    ) -> None:
        """Make and write one entry. Retry from the new state if another worker wrote first. Needs the lock."""
        for _ in range(TRIES):
            try:
                await self._keep(live, make(live.gathering), kept=kept)
                return
            except Overtaken:
                continue
            except Unavailable:
                raise
            except PaddockError:  # a stale copy may refuse a valid command
                if not (self.shared and await self._read_on(live)):
                    raise
        raise Stale("other players were faster; this was not done")

    async def _keep(self, live: Live, *new: AnyEntry, kept: Callable[[], None] | None = None) -> None:
        """Write entries, then notify subscribers. Roll back if the write fails. Needs the lock."""
        table, known = live.gathering, live.gathering.number
        rows, also, signs = grow_with_signs(live, new)
        try:
            await self.writer.append(rows, also)
        except (Overtaken, Unkept):
            if not await self._arrived_after_all(live, table, known):
                raise
        except BaseException:  # the caller was cancelled, so the result of the write is unknown
            self._forget(live)
            raise
        else:
            live.signs = signs
        self._happened(live, *([] if kept is None else [kept]))

    def _happened(self, live: Live, *kept: Callable[[], None]) -> None:
        """Call the callbacks of committed commands, then notify subscribers."""
        live.used = time.monotonic()
        live.ours = True
        for called in kept:
            called()
        live.changed()
        self.clockwork.wind(live)

    def act_at_once(self, live: Live, wanted: Wanted) -> bool:
        """Run a command as `act` does, but without a task. Return False, with nothing changed, if that is not possible.

        Commands that arrive during a write are batched into the next write. `act` handles all unusual cases.
        """
        if live.forgotten or self.writer.closing:
            return False
        if live.lock.take():
            return self._step_at_once(live, [wanted]) > 0
        if not live.waiting:
            live.lock.call(partial(self._do_waiting, live))
        live.waiting.append(wanted)
        return True

    def _do_waiting(self, live: Live) -> None:
        """Run all pending commands. Holds the lock, and releases it once they are committed."""
        waiting, live.waiting = live.waiting, []
        done = 0
        try:
            done = self._step_at_once(live, waiting)
        finally:
            for one in waiting[done:]:
                one.undone()

    def _step_at_once(self, live: Live, wanted: Sequence[Wanted]) -> int:
        """Run these commands up to the first that is refused, and return how many ran. Releases the lock.

        `entries` must stay lazy: each command sees the table with the entries before it applied.
        """
        table, known = live.gathering, live.gathering.number
        done: list[Wanted] = []

        def entries() -> Iterator[AnyEntry]:
            for one in wanted:
                try:
                    entry = entry_for(table, one.person, one.act)
                except Exception:  # noqa: BLE001  `act` reports it
                    return
                done.append(one)
                yield entry

        def settle(wish: Wish) -> None:
            if wish.flaw is not None:
                undoing = asyncio.create_task(self._undo(live, table, known, done))
                self._reading.add(undoing)
                undoing.add_done_callback(self._reading.discard)
                return
            live.signs = signs
            try:
                self._were_done(live, done)
            finally:
                live.lock.release()

        new = entries()
        first = None if live.forgotten or self.writer.closing else next(new, None)
        if first is None:
            live.lock.release()
            return 0
        try:
            rows, also, signs = grow_with_signs(live, chain([first], new))
            self.writer.want(Wish(rows, also, done=settle))
        except BaseException:  # the state of the table is unknown
            self._forget(live)
            live.lock.release()
            raise
        return len(done)

    def _were_done(self, live: Live, wanted: Sequence[Wanted]) -> None:
        for one in wanted:
            self.metrics.played += isinstance(one.act, Play)
        self._happened(live, *[one.kept for one in wanted])

    async def _undo(self, live: Live, table: Gathering, known: int, wanted: Sequence[Wanted]) -> None:
        """Roll back commands whose write failed. Holds the lock, and releases it."""
        try:
            arrived = await self._arrived_after_all(live, table, known)
            if arrived:
                self._were_done(live, wanted)
        except BaseException:
            self._forget(live)
            raise
        finally:
            live.lock.release()
        if not arrived:
            for one in wanted:
                one.undone()

    async def _arrived_after_all(self, live: Live, table: Gathering, known: int) -> bool:
        """Roll back, read the log, and return whether it contains our entries after all."""
        await self._take_back(live, known)
        return same(table.lines[known:], live.gathering.lines[known : table.number])

    async def _take_back(self, live: Live, known: int) -> None:
        """Roll back to the first `known` entries, which are committed, then read the rest of the log if possible."""
        live.gathering = told(live.gathering.deed, live.gathering.lines[:known])
        live.signs = store.signposts(live.gathering)
        with contextlib.suppress(Unavailable):
            await self._read_on(live)
        self.clockwork.wind(live)

    def grown(self, table: int, number: int, at: float, entry: str | None) -> None:
        """Handle a NOTIFY: a worker, perhaps this one, wrote an entry. A long entry comes without its text."""
        live = self.in_use(table)
        if live is None and self._loading:
            self._heard[table] = number  # it may be the table that is being loaded
        if live is None or live.gathering.number >= number:
            return
        if self._unused(live, ELSEWHERE):
            self._forget(live)
        elif entry is not None and number == live.gathering.number + 1 and not live.lock.locked:
            with contextlib.suppress(Broken):
                self._follow(live, [(number, at, entry)])
        else:
            reading = asyncio.create_task(self._catch_up(live, number))
            self._reading.add(reading)
            reading.add_done_callback(self._reading.discard)

    async def _catch_up(self, live: Live, number: int) -> None:
        with contextlib.suppress(Broken):
            async with live.lock:
                if live.gathering.number < number:
                    try:
                        await self._read_on(live)
                    except Unavailable:
                        self._forget(live)  # its subscribers reconnect and read it then

    async def all_grown(self) -> None:
        """Read what other workers wrote while the LISTEN connection was lost."""
        for live in list(self._live.values()):
            with contextlib.suppress(Broken):
                async with live.lock:
                    await self._read_on(live)

    async def refresh(self, live: Live) -> None:
        """Read what other workers wrote, for a client that seems to know more than this worker."""
        if self.shared:
            async with live.lock:
                await self._read_on(live)

    async def _read_on(self, live: Live) -> bool:
        """Apply new rows of the log, and return whether there were any. Needs the lock."""
        rows = await asyncio.to_thread(self.reader.log, live.gathering.deed.id, live.gathering.number)
        self._follow(live, [(row.number, row.at, row.entry) for row in rows])
        return bool(rows)

    def _follow(self, live: Live, rows: list[tuple[int, float, str]]) -> None:
        """Apply rows of other workers. Raise `Broken`, and evict the table, if they contradict the log."""
        try:
            for row in rows:
                store.follow(live.gathering, *row)
        except Broken:
            self._forget(live)
            raise
        if rows:
            live.ours = False
            live.signs = store.signposts(live.gathering)
            live.changed()
            self.clockwork.wind(live)

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
        for key in await asyncio.to_thread(self.reader.due, due, MOST_AT_ONCE + len(self._unreadable)):
            if key not in self._live and key not in self._unreadable:
                try:
                    await self.live(key)
                except Unavailable:
                    raise
                except PaddockError:  # `paddock doctor` reports the reason
                    self._unreadable.add(key)

    def _forget_idle(self) -> None:
        """Evict idle tables."""
        for live in [live for live in self._live.values() if self._unused(live, IDLE)]:
            self._forget(live)

    def _unused(self, live: Live, seconds: float) -> bool:
        """Return whether a table has had no subscriber, no write and no bot for this time."""
        busy = live.listeners or live.lock.locked or (live.thinking and not live.thinking.done())
        return not busy and live.used < time.monotonic() - seconds


def another_round(table: Gathering, key: str) -> AnyEntry:
    if table.rematch is not None:
        raise Repeated("the rematch already exists")
    return Rematched(key)


def same(some: list[Line], others: list[Line]) -> bool:
    """Return whether these are the same entries with the same times."""
    return [(line.at, line.entry) for line in some] == [(line.at, line.entry) for line in others]
