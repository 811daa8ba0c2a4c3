"""The tables that are in use: read from their logs when somebody comes, forgotten when nobody is left.

Any worker can serve any table. What a worker has in memory is a copy; a step counts when the log has it.
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

from paddock.rules.refusals import Refusal
from paddock.server import store
from paddock.server.acting import Person, entry_for
from paddock.server.acts import AnyAct, Play
from paddock.server.clockwork import SLACK, Clockwork
from paddock.server.database import Unavailable
from paddock.server.entries import AnyEntry, Rematched
from paddock.server.gathering import Broken, Deed, Gathering, Line, told
from paddock.server.growing import as_kept, grow, grow_with_signs
from paddock.server.laying import again
from paddock.server.live import Live, Wanted
from paddock.server.metrics import Metrics
from paddock.server.problems import Forbidden, Missing, NotNow, Repeated, Stale
from paddock.server.writer import Overtaken, Unkept, Wish, Writer

IDLE: Final = 20.0
"""Seconds after which a table that nobody looks at is forgotten."""
ELSEWHERE: Final = 1.0
"""The same where another worker goes on with it."""
SWEEP: Final = 1.0
"""Seconds between two looks at what is due and what is idle."""
TRIES: Final = 5
"""How often a step is tried where others are quicker."""
MOST_AT_ONCE: Final = 200
"""Tables that one look takes up."""


class Tables:
    """All tables of this worker."""

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
        """Table -> the number that another worker wrote there while we were reading some table."""
        self._unreadable: set[str] = set()
        self._reading: set[asyncio.Task[None]] = set()
        self.clockwork = Clockwork(self._keep, metrics, shared=self.shared)
        self._sweeping = asyncio.create_task(self._sweep(), name="sweep")

    @property
    def in_memory(self) -> int:
        return len(self._live)

    async def close(self) -> None:
        """No more steps by ourselves; what is being kept is kept."""
        self._sweeping.cancel()
        self.clockwork.close(list(self._live.values()))

    # ---- Finding a table

    async def live(self, key: str) -> Live:
        """The table of this key, read from its log if need be."""
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
        """The table of this number, if it is in memory."""
        return self._live.get(self._by_id.get(table, ""))

    def numbers(self) -> set[int]:
        """Of all tables in memory."""
        return set(self._by_id)

    def _loaded(self, key: str) -> None:
        self._loading.pop(key, None)
        if not self._loading:
            self._heard.clear()

    async def _load(self, key: str) -> Live:
        deed = await asyncio.to_thread(self.reader.deed, key)
        if deed is None:
            raise Missing("there is no such table; perhaps the link is not complete")
        live = self._remember(Live(await asyncio.to_thread(self.reader.gathering, deed)))
        if self._heard.pop(deed.id, 0) > live.gathering.number:
            async with live.lock:
                await self._read_on(live)
        return live

    async def kept(self, key: str) -> Gathering:
        """The table as the disk has it: a step that is being written has not happened yet."""
        live = await self.live(key)
        async with live.lock:
            return live.gathering

    async def lay(self, deed: Deed, first: list[AnyEntry]) -> Live:
        """A new table with its first entries; both are kept, or neither."""
        table, wish = Gathering(deed), Wish()
        lines = grow(table, first)

        def add(connection: Connection) -> None:
            table.deed = replace(deed, id=store.add_table(connection, table))
            wish.rows, wish.also = as_kept(table, lines)

        wish.doing = add
        await self.writer.keep(wish)
        wish.doing = None  # it knows the wish: a circle
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
        """Who comes next reads the table from its log."""
        deed = live.gathering.deed
        live.forgotten = True
        live.changed()
        self.clockwork.stop(live)
        self._live.pop(deed.key, None)
        self._by_id.pop(deed.id, None)

    # ---- Steps

    async def act(self, key: str, person: Person, act: AnyAct, kept: Callable[[], None] | None = None) -> Live:
        """Somebody does something; it has happened when this returns. `kept` is called before anybody is told."""
        live = await self.live(key)
        async with live.lock:
            await self._step_by(live, lambda table: entry_for(table, person, act), kept)
        if isinstance(act, Play):
            self.metrics.played += 1
        return live

    async def rematch(self, key: str, person: Person) -> Live:
        """Anybody of the table calls for another round, once it is over; it is laid once."""
        live = await self.live(key)
        async with live.lock:
            if self.shared:  # another worker may have laid it
                await self._read_on(live)
            table = live.gathering
            if person.guest not in table.people:
                raise Forbidden("only who sat at the table can ask for another round")
            if not table.ended:
                raise NotNow("the match is not over yet")
            if table.rematch is None:
                new = (await self.lay(*again(table))).gathering.deed.key
                await self._step_by(live, lambda table: another_round(table, new))
        return live

    async def _step_by(
        self, live: Live, make: Callable[[Gathering], AnyEntry], kept: Callable[[], None] | None = None
    ) -> None:
        """One step; once more by what the table is now, if another worker had gone on. Needs the lock."""
        for _ in range(TRIES):
            try:
                await self._keep(live, make(live.gathering), kept=kept)
                return
            except Overtaken:
                continue
            except Unavailable:
                raise
            except Refusal:  # an old copy may refuse what the table would not
                if not (self.shared and await self._read_on(live)):
                    raise
        raise Stale("others were quicker; this was not done")

    async def _keep(self, live: Live, *new: AnyEntry, kept: Callable[[], None] | None = None) -> None:
        """Write entries down, then tell everybody. If they cannot be kept, they did not happen. Needs the lock."""
        table, known = live.gathering, live.gathering.number
        rows, also, signs = grow_with_signs(live, new)
        try:
            await self.writer.append(rows, also)
        except (Overtaken, Unkept):
            if not await self._arrived_after_all(live, table, known):
                raise
        except BaseException:  # who waited for it is gone, so we shall not know what became of it
            self._forget(live)
            raise
        else:
            live.signs = signs
        self._happened(live, *([] if kept is None else [kept]))

    def _happened(self, live: Live, *kept: Callable[[], None]) -> None:
        """What was to be written has been: who wanted it is called, then everybody is told."""
        live.used = time.monotonic()
        live.ours = True
        for called in kept:
            called()
        live.changed()
        self.clockwork.wind(live)

    def act_at_once(self, live: Live, wanted: Wanted) -> bool:
        """As `act`, without a task that waits; whether that can be. Whatever is unusual is left to `act`, untouched.

        What is wanted while another step is being kept is done after it, in one step with all else that waits.
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
        """Has the lock now, and lets it go once all that waited has been kept."""
        waiting, live.waiting = live.waiting, []
        done = 0
        try:
            done = self._step_at_once(live, waiting)
        finally:
            for one in waiting[done:]:
                one.undone()

    def _step_at_once(self, live: Live, wanted: Sequence[Wanted]) -> int:
        """Do as many of these as the table allows, up to the first that it refuses; how many. Lets the lock go."""
        table, known = live.gathering, live.gathering.number
        done: list[Wanted] = []

        def entries() -> Iterator[AnyEntry]:
            for one in wanted:
                try:
                    entry = entry_for(table, one.person, one.act)
                except Exception:  # noqa: BLE001  told by `act`
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
        except BaseException:  # nobody knows what the table is now
            self._forget(live)
            live.lock.release()
            raise
        return len(done)

    def _were_done(self, live: Live, wanted: Sequence[Wanted]) -> None:
        for one in wanted:
            self.metrics.played += isinstance(one.act, Play)
        self._happened(live, *[one.kept for one in wanted])

    async def _undo(self, live: Live, table: Gathering, known: int, wanted: Sequence[Wanted]) -> None:
        """What was done at once could not be kept. Has the lock, and lets it go."""
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
        """Back to what was kept before, and on to what the log has: whether it has what we wanted to write there."""
        await self._take_back(live, known)
        return same(table.lines[known:], live.gathering.lines[known : table.number])

    async def _take_back(self, live: Live, known: int) -> None:
        """Back to the first entries, which were kept; then on to what the log has besides, as far as it can be read."""
        live.gathering = told(live.gathering.deed, live.gathering.lines[:known])
        live.signs = store.signposts(live.gathering)
        with contextlib.suppress(Unavailable):
            await self._read_on(live)
        self.clockwork.wind(live)

    def grown(self, table: int, number: int, at: float, entry: str | None) -> None:
        """A worker, perhaps this one, has written to a log: this entry, unless it is too long to be told."""
        live = self.in_use(table)
        if live is None and self._loading:
            self._heard[table] = number  # it may be the one that is being read
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
                        self._forget(live)  # who looks at it comes back, and reads it then

    async def all_grown(self) -> None:
        """Whatever other workers may have written while we could not hear them."""
        for live in list(self._live.values()):
            with contextlib.suppress(Broken):
                async with live.lock:
                    await self._read_on(live)

    async def refresh(self, live: Live) -> None:
        """Read what other workers wrote, for somebody who seems to know of it before we do."""
        if self.shared:
            async with live.lock:
                await self._read_on(live)

    async def _read_on(self, live: Live) -> bool:
        """On to what the log has by now; whether there was anything. Needs the lock."""
        rows = await asyncio.to_thread(self.reader.log, live.gathering.deed.id, live.gathering.number)
        self._follow(live, [(row.number, row.at, row.entry) for row in rows])
        return bool(rows)

    def _follow(self, live: Live, rows: list[tuple[int, float, str]]) -> None:
        """Take what others wrote; what cannot have come next is `Broken`."""
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

    # ---- Nobody's tables

    async def _sweep(self) -> None:
        """Take up what nobody cares for, and forget what nobody needs."""
        slack = 0.0
        while True:
            try:
                await self._take_up(time.time() - slack)
            except Unavailable:
                pass  # it will be asked again
            except Exception as flaw:  # noqa: BLE001  the other tables still want to be cared for
                self.metrics.fail("the sweep failed", flaw)
            slack = SLACK
            self._forget_idle()
            await asyncio.sleep(SWEEP)

    async def _take_up(self, due: float) -> None:
        """Read what has been due since then; that sets its timer."""
        for key in await asyncio.to_thread(self.reader.due, due, MOST_AT_ONCE + len(self._unreadable)):
            if key not in self._live and key not in self._unreadable:
                try:
                    await self.live(key)
                except Unavailable:
                    raise
                except Refusal:  # `paddock doctor` tells which and why
                    self._unreadable.add(key)

    def _forget_idle(self) -> None:
        """Forget what nobody needs."""
        for live in [live for live in self._live.values() if self._unused(live, IDLE)]:
            self._forget(live)

    def _unused(self, live: Live, seconds: float) -> bool:
        """Whether nobody looks at a table, and nothing was done there for so long."""
        busy = live.listeners or live.lock.locked or (live.thinking and not live.thinking.done())
        return not busy and live.used < time.monotonic() - seconds


def another_round(table: Gathering, key: str) -> AnyEntry:
    if table.rematch is not None:
        raise Repeated("another round is laid already")
    return Rematched(key)


def same(some: list[Line], others: list[Line]) -> bool:
    """Whether these are the same entries, of the same moment."""
    return [(line.at, line.entry) for line in some] == [(line.at, line.entry) for line in others]
