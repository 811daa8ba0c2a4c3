"""Who is there at a table, whichever worker they came to.

A worker knows its own sockets. Through PostgreSQL it tells the others which seats have their people with it, but only
of tables where somebody wants to know that, and nothing of it is kept. A worker is called by the number of the session
in which it listens: while PostgreSQL has that session the worker is there, and the session of a killed process ends
with the process. So nobody has to say again and again that they are still there.
"""

import asyncio
from typing import Final

import msgspec
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from paddock.server.live import Live
from paddock.server.tables import Tables
from paddock.server.writer import NOTIFY

WHEREABOUTS: Final = "paddock_whereabouts"
"""Where workers tell each other who is there."""
MISSING: Final = 1.0
"""Seconds between two looks whether the other workers are still there."""
LATER: Final = 0.5
"""Seconds after which something is said again that a database did not take."""

STILL_THERE: Final = text("SELECT pid FROM pg_stat_activity WHERE pid = ANY(CAST(:workers AS integer[]))")


class Word(msgspec.Struct, frozen=True, array_like=True):
    """What a worker says of a table; of no table: it is new, and everybody should say all that they have said."""

    worker: int
    table: int | None = None
    seats: list[int] = []
    """Whose people came to this worker."""
    wants: bool = False
    """Whether somebody there wants to know about the others."""

    @property
    def empty(self) -> bool:
        return not (self.seats or self.wants)


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Word).decode


class Presence:
    """Who came to this worker and, where there are others, to them."""

    def __init__(self, tables: Tables, engine: Engine) -> None:
        self._tables = tables
        self._engine = engine
        self._me = 0
        """The session in which this worker listens, once it does."""
        self._others: dict[int, dict[int, Word]] = {}
        """Table -> other worker -> what it said last, unless that was empty."""
        self._told: dict[int, Word | None] = {}
        """Table -> what we said last, unless that was empty; None if it is to be said again."""
        self._news: set[int] = set()
        """Tables of which there may be something to say."""
        self._new = False
        """Whether the others do not know us yet."""
        self._wake = asyncio.Event()

    def changed(self, live: Live) -> None:
        """Somebody came to a table, went, or has other seats there now."""
        table = live.gathering.deed.id
        live.tell_company(self._elsewhere(table))
        if self._tables.shared:
            self._say(table)

    def _elsewhere(self, table: int) -> set[int]:
        return {seat for word in self._others.get(table, {}).values() for seat in word.seats}

    def _tell_here(self, table: int) -> None:
        live = self._tables.in_use(table)
        if live is not None:
            live.tell_company(self._elsewhere(table))

    # ---- What others say

    def listening(self, session: int) -> None:
        """From now on we hear the others; what they said before we may have missed."""
        missed, self._others = self._others, {}
        for table in missed:
            self._tell_here(table)
        self._me, self._new = session, True
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
        if word.wants and not (before and before.wants):  # they do not know yet who is here
            if word.table in self._told:
                self._told[word.table] = None
            self._say(word.table)

    async def miss_others(self) -> None:
        """Until the service stops: who came to a worker that is gone, is gone."""
        while True:
            await asyncio.sleep(MISSING)
            known = {worker for words in self._others.values() for worker in words}
            if known:
                try:
                    there = await asyncio.to_thread(self._still_there, known)
                except SQLAlchemyError:
                    continue  # a database that cannot be asked is no sign of anything
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

    # ---- What we say

    def _say(self, *tables: int) -> None:
        self._news.update(tables)
        self._wake.set()

    async def tell_others(self) -> None:
        """Until the service stops: one message after the other, so that the last word is the newest."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not self._me:  # `listening` says all of it
                continue
            words = self._unsaid()
            if words:
                try:
                    await asyncio.to_thread(self._send, [encode(word).decode() for word in words])
                except SQLAlchemyError:
                    self._take_back(words)
                    await asyncio.sleep(LATER)

    def _unsaid(self) -> list[Word]:
        """What is new to the others, taken as said."""
        words = [Word(self._me)] if self._new else []
        self._new = False
        for table in self._news:
            live = self._tables.in_use(table)
            word = Word(self._me, table) if live is None else Word(self._me, table, live.here, live.wants)
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
        """These were not said; if we do not listen any more either, `listening` will say all of it."""
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
