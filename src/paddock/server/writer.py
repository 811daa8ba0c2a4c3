"""One writer for a process: what many tables want to keep goes to disk in one transaction.

A commit waits for the disk, some milliseconds; the appends that come meanwhile share the next one. When nobody else
writes, an append is committed at once, so a lone table does not wait for company. An append is acknowledged only when
its commit has returned.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Dialect, Engine, Executable, text
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, SQLAlchemyError

from paddock.rules.refusals import Refusal
from paddock.server.database import Unavailable, is_full
from paddock.server.schema import log

CHANNEL: Final = "paddock"
"""Where workers on one PostgreSQL tell each other that a log has grown."""
MOST_AT_ONCE: Final = 1000

T = TypeVar("T")


class Overtaken(Refusal):
    """Somebody else wrote this number of the log first: what we knew of the table is old."""


class Unkept(Unavailable):
    """It could not be written down, so it did not happen."""


@dataclass(slots=True, eq=False)
class Wish:
    """Something to be kept: rows of the log, and whatever else belongs into the same transaction."""

    rows: Sequence[dict[str, Any]] = ()
    also: Sequence[Executable] = ()
    doing: Callable[[Connection], Any] | None = None
    answer: Any = None
    flaw: Exception | None = None
    future: "asyncio.Future[Any] | None" = field(default=None)


class Writer:
    """The thread that commits."""

    def __init__(self, engine: Engine, *, announce: bool = False) -> None:
        self._engine = engine
        self.announce = announce
        self._wishes: SimpleQueue[Wish | None] = SimpleQueue()
        """None is the wish to stop."""
        self._closing = False
        self._insert, self._order = insertion(engine.dialect)
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()
        self.commits = 0

    async def append(self, rows: Sequence[dict[str, Any]], also: Sequence[Executable] = ()) -> None:
        """Add rows to logs; `Overtaken` if one of their numbers is taken. All of them are kept, or none."""
        await self._kept(Wish(rows, also))

    async def do(self, doing: Callable[[Connection], T]) -> T:
        """Do something else in a transaction; what it raises is raised here and nothing of it is kept."""
        answer: T = await self._kept(Wish(doing=doing))
        return answer

    async def _kept(self, wish: Wish) -> Any:
        if self._closing:
            raise Unkept("the service is stopping; what you sent was not kept")
        wish.future = self._loop.create_future()
        self._wishes.put(wish)
        return await wish.future

    async def close(self) -> None:
        """Finish what was wished for, then stop."""
        self._closing = True
        self._wishes.put(None)
        await asyncio.to_thread(self._thread.join)

    def _write(self) -> None:
        while (wish := self._wishes.get()) is not None:
            batch = [wish]
            while len(batch) < MOST_AT_ONCE and not self._wishes.empty():
                if (wish := self._wishes.get()) is None:
                    self._wishes.put(None)  # after what was wished for before it
                    break
                batch.append(wish)
            self._commit(batch)
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(settle, batch)

    def _commit(self, batch: list[Wish]) -> None:
        """All in one transaction; where one of them cannot be, each in its own.

        A database that does not answer one would not answer the others either. Whatever the flaw is, who waits for it
        gets it, and the thread goes on.
        """
        try:
            self._together(batch)
        except Exception as flaw:  # noqa: BLE001  a writer that stops would leave everybody waiting
            if len(batch) > 1 and not isinstance(flaw, OperationalError):
                for wish in batch:
                    self._commit([wish])
            else:
                for wish in batch:
                    wish.flaw = in_words(flaw)

    def _together(self, batch: list[Wish]) -> None:
        with self._engine.begin() as connection:
            rows = [row for wish in batch for row in wish.rows]
            if rows:
                connection.exec_driver_sql(self._insert, self._ordered(rows))
            for wish in batch:
                for statement in wish.also:
                    connection.execute(statement)
                if wish.doing is not None:
                    wish.answer = wish.doing(connection)
            if self.announce:
                for row in rows:
                    connection.execute(NOTIFY, {"channel": CHANNEL, "told": f"{row['table']}:{row['number']}"})
        self.commits += 1

    def _ordered(self, rows: list[dict[str, Any]]) -> Any:
        """Rows as the driver of the database takes them: by name, or in the order of the statement."""
        return rows if self._order is None else [tuple(row[name] for name in self._order) for row in rows]


def insertion(dialect: Dialect) -> tuple[str, list[str] | None]:
    """The statement that adds to a log, spelled once for all; and the order of its values if they have no names."""
    compiled = log.insert().compile(dialect=dialect)
    return str(compiled), compiled.positiontup if compiled.positional else None


NOTIFY: Final = text("SELECT pg_notify(:channel, :told)")


def settle(batch: list[Wish]) -> None:
    for wish in batch:
        if wish.future is None or wish.future.done():  # who asked has gone
            continue
        if wish.flaw is not None:
            wish.future.set_exception(wish.flaw)
        else:
            wish.future.set_result(wish.answer)


def in_words(flaw: Exception) -> Exception:
    if isinstance(flaw, IntegrityError):
        return Overtaken("somebody else was quicker")
    if isinstance(flaw, DatabaseError) and is_full(flaw):
        return Unkept("the disk of this service is full: this was not kept. Everything before it is safe.")
    if isinstance(flaw, SQLAlchemyError):
        return Unkept("the database does not answer: this was not kept. Everything before it is safe.")
    return flaw
