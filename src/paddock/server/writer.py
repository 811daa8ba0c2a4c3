"""One writer for a process: what many tables want to keep goes to disk in one transaction.

A commit waits for the disk, some milliseconds; the appends that come meanwhile share the next one. When nobody else
writes, an append is committed at once, so a lone table does not wait for company. An append is acknowledged only when
its commit has returned.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar

from sqlalchemy import Connection, Dialect, Engine, Executable, text
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, SQLAlchemyError

from paddock.rules.refusals import Refusal
from paddock.server.database import Unavailable, is_full
from paddock.server.schema import log

CHANNEL: Final = "paddock"
"""Where workers on one PostgreSQL tell each other that a log has grown."""
LONGEST_NEWS: Final = 8000
"""Bytes that PostgreSQL takes for one notification."""
REST: Final = 1.0
"""Seconds without a wish after which the connection is given back to the pool, which looks whether it still holds."""
SIZES: Final = (64, 16, 4, 1)
"""Rows that one statement adds: few sizes, so that the database knows each of them by heart."""

T = TypeVar("T")
Row: TypeAlias = dict[str, Any]
"""Of a log: column -> value."""
Statement: TypeAlias = tuple[Executable, dict[str, Any]]
"""Something said to the database, and what it is about."""


class Overtaken(Refusal):
    """Somebody else wrote this number of the log first: what we knew of the table is old."""


class Unkept(Unavailable):
    """It could not be written down, so it did not happen."""


@dataclass(slots=True, eq=False)
class Wish:
    """Something to be kept: rows of the log, and whatever else belongs into the same transaction."""

    rows: Sequence[Row] = ()
    also: Sequence[Statement] = ()
    doing: Callable[[Connection], Any] | None = None
    """Comes first, and may still say which rows."""
    done: "Callable[[Wish], None] | None" = None
    """Called in the loop when it has been kept, or could not be."""
    answer: Any = None
    flaw: Exception | None = None


class Writer:
    """The thread that commits: one batch after the other, each of all that was wished for during the last one."""

    def __init__(
        self, engine: Engine, *, announce: bool = False, telling: AbstractContextManager[None] | None = None
    ) -> None:
        self._engine = engine
        self.announce = announce
        self._telling = telling or contextlib.nullcontext()
        """Around the answers to one batch."""
        self._wishes: list[Wish] = []
        """Not handed over to the thread yet."""
        self._batches: SimpleQueue[list[Wish] | None] = SimpleQueue()
        """What the thread has to do; None is the wish to stop."""
        self._at_work = False
        self.closing = False
        self._connection: Connection | None = None
        self._insertions: dict[int, Insertion] = {}
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()
        self.commits = 0

    async def append(self, rows: Sequence[Row], also: Sequence[Statement] = ()) -> None:
        """Add rows to logs; `Overtaken` if one of their numbers is taken. All of them are kept, or none."""
        await self.keep(Wish(rows, also))

    async def do(self, doing: Callable[[Connection], T]) -> T:
        """Do something else in a transaction; what it raises is raised here and nothing of it is kept."""
        answer: T = await self.keep(Wish(doing=doing))
        return answer

    async def keep(self, wish: Wish) -> Any:
        """Have it kept, and wait for it; what its `doing` answers."""
        kept = self._loop.create_future()

        def settle(wish: Wish) -> None:
            if kept.done():  # who asked has gone
                return
            if wish.flaw is not None:
                kept.set_exception(wish.flaw)
            else:
                kept.set_result(wish.answer)

        wish.done = settle
        self.want(wish)
        return await kept

    def want(self, wish: Wish) -> None:
        """Have it kept; it hears when it has been. Nothing is taken on any more once the service is stopping."""
        if self.closing:
            raise Unkept("the service is stopping; what you sent was not kept")
        self._wishes.append(wish)
        if not self._at_work:
            self._at_work = True
            self._loop.call_soon(self._hand_over)  # with those that come in the same turn of the loop

    def _hand_over(self) -> None:
        self._at_work = bool(self._wishes)
        if self._wishes:
            self._batches.put(self._wishes)
            self._wishes = []

    def _settle(self, batch: list[Wish]) -> None:
        """Answer those who wait. The busier everybody is, the later this comes, and the larger is the next batch."""
        with self._telling:
            for wish in batch:
                assert wish.done is not None
                try:
                    wish.done(wish)
                except Exception as flaw:  # noqa: BLE001  the others still wait
                    self._loop.call_exception_handler({"message": "telling of a step failed", "exception": flaw})
            self._hand_over()

    async def close(self) -> None:
        """Finish what was wished for, then stop."""
        self.closing = True
        self._hand_over()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    # ---- In the thread

    def _write(self) -> None:
        while True:
            batch = self._next_batch()
            if batch is None:
                self._let_go()
                return
            self._commit(batch)
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._settle, batch)
            del batch  # nobody needs it while the next one is waited for

    def _next_batch(self) -> list[Wish] | None:
        with contextlib.suppress(Empty):
            return self._batches.get(timeout=REST)
        self._let_go()
        return self._batches.get()

    def _commit(self, batch: list[Wish]) -> None:
        """All in one transaction; where one of them cannot be, each in its own.

        A database that does not answer one would not answer the others either. Whatever the flaw is, who waits for it
        gets it, and the thread goes on.
        """
        try:
            self._together(batch)
        except Exception as flaw:  # noqa: BLE001  a writer that stops would leave everybody waiting
            if isinstance(flaw, OperationalError):
                self._let_go()
            if len(batch) > 1 and not isinstance(flaw, OperationalError):
                for wish in batch:
                    self._commit([wish])
            else:
                for wish in batch:
                    wish.flaw = in_words(flaw)

    def _together(self, batch: list[Wish]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        with connection.begin():
            for wish in batch:
                if wish.doing is not None:
                    wish.answer = wish.doing(connection)
            rows = [row for wish in batch for row in wish.rows]
            self._add(connection, rows, [statement for wish in batch for statement in wish.also])
            if self.announce and rows:
                connection.execute(NOTIFY, {"channel": CHANNEL, "news": [news(row) for row in rows]})
        self.commits += 1

    def _let_go(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None

    def _add(self, connection: Connection, rows: list[Row], also: Iterable[Statement]) -> None:
        """Add rows to logs, and say what belongs to them; what is said to several tables alike is said at once.

        Many rows in one statement: between two of them, a driver would let go of Python's lock and wait for it.
        """
        at = 0
        for size in SIZES:
            while len(rows) - at >= size:
                insertion = self._insertions.get(size)
                if insertion is None:
                    insertion = self._insertions[size] = Insertion.of(size, connection.dialect)
                connection.exec_driver_sql(insertion.statement, insertion.values(rows[at : at + size]))
                at += size
        alike: dict[Executable, list[dict[str, Any]]] = {}
        for statement, values in also:
            alike.setdefault(statement, []).append(values)
        for statement, several in alike.items():
            connection.execute(statement, several)


IN_ORDER: Final = itemgetter(*log.c.keys())


@dataclass(frozen=True, slots=True)
class Insertion:
    """The statement that adds so many rows to logs, spelled once for all, and what its values are called."""

    statement: str
    names: list[str]
    in_order: bool
    """Whether the driver takes values in the order of the statement, or by their names."""

    @classmethod
    def of(cls, size: int, dialect: Dialect) -> "Insertion":
        compiled = log.insert().values([dict.fromkeys(log.c.keys())] * size).compile(dialect=dialect)
        return cls(str(compiled), compiled.positiontup or list(compiled.params), compiled.positional)

    def values(self, rows: list[Row]) -> Any:
        told = tuple(chain.from_iterable(map(IN_ORDER, rows)))
        return told if self.in_order else dict(zip(self.names, told, strict=True))


NOTIFY: Final = text("SELECT pg_notify(:channel, one) FROM unnest(CAST(:news AS text[])) AS one")


def news(row: Row) -> str:
    """What other workers are told of a row: all that is in it, so that they need not read it, if PostgreSQL lets us."""
    where = f"{row['table']}:{row['number']}"
    whole = f"{where}:{row['at']!r}:{row['entry']}"
    return whole if len(whole.encode()) < LONGEST_NEWS else where


def in_words(flaw: Exception) -> Exception:
    if isinstance(flaw, IntegrityError):
        return Overtaken("somebody else was quicker")
    if isinstance(flaw, DatabaseError) and is_full(flaw):
        return Unkept("the disk of this service is full: this was not kept. Everything before it is safe.")
    if isinstance(flaw, SQLAlchemyError):
        return Unkept("the database does not answer: this was not kept. Everything before it is safe.")
    return flaw
