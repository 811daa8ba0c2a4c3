"""Presence: the seats whose people are connected, to any worker.

A worker knows its own sockets. It sends the present seats to the other workers by PostgreSQL NOTIFY, but only for
tables where a subscriber wants them, and nothing is stored. A worker is identified by its LISTEN session in
PostgreSQL. The session ends with the process, even a killed one, so no heartbeat is needed.
"""

import asyncio
from typing import Final

import msgspec
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from paddock.server.runtime.registry import TableRegistry
from paddock.server.runtime.session import TableSession
from paddock.server.storage.writer import NOTIFY

WHEREABOUTS: Final = "paddock_whereabouts"
"""The NOTIFY channel for presence."""
MISSING: Final = 1.0
"""Seconds between two checks for lost workers."""
LATER: Final = 0.5
"""Seconds until a failed NOTIFY is retried."""

STILL_THERE: Final = text("SELECT pid FROM pg_stat_activity WHERE pid = ANY(CAST(:workers AS integer[]))")


class Word(msgspec.Struct, frozen=True, array_like=True):
    """The presence of one worker at a table. Without a table it announces a new worker and asks all for theirs."""

    worker: int
    table: int | None = None
    seats: list[int] = []
    """Seats whose people are connected to this worker."""
    wants: bool = False
    """Whether a subscriber there wants presence updates."""

    @property
    def empty(self) -> bool:
        return not (self.seats or self.wants)


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Word).decode


class Presence:
    """The presence at this worker and at all other workers."""

    def __init__(self, tables: TableRegistry, engine: Engine) -> None:
        self._tables = tables
        self._engine = engine
        self._me = 0
        """The LISTEN session of this worker; 0 until there is one."""
        self._others: dict[int, dict[int, Word]] = {}
        """Table -> other worker -> its newest presence, unless empty."""
        self._told: dict[int, Word | None] = {}
        """Table -> our newest sent presence, unless empty; None if it must be sent again."""
        self._news: set[int] = set()
        """Tables whose presence may have changed."""
        self._new = False
        """Whether the other workers do not know this one yet."""
        self._wake = asyncio.Event()

    def changed(self, session: TableSession) -> None:
        """Update the presence of a table after a connection opened, closed or changed seats."""
        table = session.table.config.id
        session.tell_company(self._elsewhere(table))
        if self._tables.shared:
            self._say(table)

    def _elsewhere(self, table: int) -> set[int]:
        return {seat for word in self._others.get(table, {}).values() for seat in word.seats}

    def _tell_here(self, table: int) -> None:
        session = self._tables.in_use(table)
        if session is not None:
            session.tell_company(self._elsewhere(table))

    # ---- Receiving

    def listening(self, pid: int) -> None:
        """Start over with a new LISTEN session: earlier messages may be lost."""
        missed, self._others = self._others, {}
        for table in missed:
            self._tell_here(table)
        self._me, self._new = pid, True
        self._told.clear()
        self._news |= self._tables.numbers()
        self._wake.set()

    def hear(self, said: str) -> None:
        word = decode(said)
        if word.worker == self._me:
            return
        if word.table is None:
            self._told = dict.fromkeys(self._told)
            self._say(*self._told)
            return
        known = self._others.setdefault(word.table, {})
        before = known.pop(word.worker, None)
        if not word.empty:
            known[word.worker] = word
        elif not known:
            del self._others[word.table]
        if (before.seats if before else []) != word.seats:
            self._tell_here(word.table)
        if word.wants and not (before and before.wants):  # they do not know the people here yet
            if word.table in self._told:
                self._told[word.table] = None
            self._say(word.table)

    async def miss_others(self) -> None:
        """Background task: drop presence of workers whose database session has ended."""
        while True:
            await asyncio.sleep(MISSING)
            known = {worker for words in self._others.values() for worker in words}
            if known:
                try:
                    there = await asyncio.to_thread(self._still_there, known)
                except SQLAlchemyError:
                    continue  # a database that does not answer proves nothing
                for worker in known - there:
                    self._forget(worker)

    def _still_there(self, workers: set[int]) -> set[int]:
        with self._engine.begin() as connection:
            return set(connection.scalars(STILL_THERE, {"workers": sorted(workers)}))

    def _forget(self, worker: int) -> None:
        for table, words in list(self._others.items()):
            word = words.pop(worker, None)
            if not words:
                del self._others[table]
            if word is not None and word.seats:
                self._tell_here(table)

    # ---- Sending

    def _say(self, *tables: int) -> None:
        self._news.update(tables)
        self._wake.set()

    async def tell_others(self) -> None:
        """Background task: send one message after the other, so that the newest comes last."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not self._me:  # `listening` will send everything
                continue
            words = self._unsaid()
            if words:
                try:
                    await asyncio.to_thread(self._send, [encode(word).decode() for word in words])
                except SQLAlchemyError:
                    self._take_back(words)
                    await asyncio.sleep(LATER)

    def _unsaid(self) -> list[Word]:
        """Return the changes that the other workers do not know, and mark them as sent."""
        words = [Word(self._me)] if self._new else []
        self._new = False
        for table in self._news:
            session = self._tables.in_use(table)
            word = Word(self._me, table) if session is None else Word(self._me, table, session.here, session.wants)
            if word == self._told.get(table, Word(self._me, table)):
                continue
            followed = any(other.wants for other in self._others.get(table, {}).values())
            if table in self._told or word.wants or followed:
                words.append(word)
                self._told[table] = word
                if word.empty:
                    del self._told[table]
        self._news.clear()
        return words

    def _take_back(self, words: list[Word]) -> None:
        """Mark these as not sent. If the LISTEN session is lost, too, `listening` will send everything."""
        for word in words:
            if word.table is None:
                self._new = True
            else:
                self._told[word.table] = None
                self._say(word.table)
        self._wake.set()

    def _send(self, words: list[str]) -> None:
        with self._engine.begin() as connection:
            connection.execute(NOTIFY, {"channel": WHEREABOUTS, "news": words})
