"""Replication: this worker follows the log entries and the presence of other workers, by PostgreSQL LISTEN."""

import asyncio
import contextlib
from typing import Final

import psycopg
from sqlalchemy import Engine

from paddock.server.auth.key_ring import KeyRing
from paddock.server.runtime.presence import WHEREABOUTS, Presence
from paddock.server.runtime.registry import TableRegistry
from paddock.server.runtime.session import TableSession
from paddock.server.storage.engine import Unavailable
from paddock.server.storage.keys import REVOKED
from paddock.server.storage.writer import CHANNEL
from paddock.server.table.table import CorruptLog

RETRY: Final = 0.5
"""Seconds until a worker retries a lost LISTEN connection."""
ELSEWHERE: Final = 1.0
"""Idle seconds until a table is evicted if another worker continues it."""


class Replication:
    """Applies the writes of other workers to the tables of this one."""

    def __init__(self, tables: TableRegistry) -> None:
        self._tables = tables
        self._reading: set[asyncio.Task[None]] = set()

    async def listen(self, engine: Engine, presence: Presence, keys: KeyRing) -> None:
        """Background task: receive log entries, presence and ended keys of other workers. Reconnect after errors."""
        address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(address, autocommit=True) as ear:
                    for channel in (CHANNEL, WHEREABOUTS, REVOKED):
                        await ear.execute(f"LISTEN {channel}")
                    await self.catch_up_all()
                    await keys.check_all()
                    presence.listening(ear.info.backend_pid)
                    async for heard in ear.notifies():
                        if heard.channel == WHEREABOUTS:
                            presence.hear(heard.payload)
                            continue
                        if heard.channel == REVOKED:
                            keys.end([heard.payload])
                            continue
                        table, number, *row = heard.payload.split(":", 3)
                        self.hear(int(table), int(number), float(row[0]) if row else 0.0, row[1] if row else None)
            except (psycopg.Error, Unavailable):
                await asyncio.sleep(RETRY)

    def hear(self, table: int, number: int, at: float, entry: str | None) -> None:
        """Handle a NOTIFY: a worker, perhaps this one, wrote an entry. A long entry comes without its text."""
        session = self._tables.in_use(table)
        if session is None:
            self._tables.note_write(table, number)
        if session is None or session.table.number >= number:
            return
        if self._tables.is_unused(session, ELSEWHERE):
            self._tables.evict(session)
        elif entry is not None and number == session.table.number + 1 and not session.lock.locked():
            with contextlib.suppress(CorruptLog):
                self._tables.apply_rows(session, [(number, at, entry)])
        else:
            reading = asyncio.create_task(self._catch_up(session, number))
            self._reading.add(reading)
            reading.add_done_callback(self._reading.discard)

    async def _catch_up(self, session: TableSession, number: int) -> None:
        with contextlib.suppress(CorruptLog):
            async with session.lock:
                if session.table.number < number:
                    try:
                        await self._tables.read_log(session)
                    except Unavailable:
                        self._tables.evict(session)  # its subscribers reconnect and read it then

    async def catch_up_all(self) -> None:
        """Read what other workers wrote while the LISTEN connection was lost."""
        for session in self._tables.sessions():
            await self.refresh(session)

    async def refresh(self, session: TableSession) -> None:
        """Read what other workers wrote, for a client that seems to know more than this worker."""
        if self._tables.shared:
            with contextlib.suppress(CorruptLog):
                async with session.lock:
                    await self._tables.read_log(session)
