"""The writer: a thread that commits the writes of many tables in one transaction (group commit).

A commit waits some milliseconds for the disk, and writes that arrive meanwhile share the next commit. If no other
table writes, a write is committed at once. A write is acknowledged only after its commit has returned.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar

from sqlalchemy import Connection, Dialect, Engine, Executable, text
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, SQLAlchemyError

from paddock.engine.errors import PaddockError
from paddock.server.storage.engine import Unavailable, is_full
from paddock.server.storage.schema import log

CHANNEL: Final = "paddock"
"""The NOTIFY channel on which workers announce new log entries."""
LONGEST_NEWS: Final = 8000
"""The largest NOTIFY payload of PostgreSQL, in bytes."""
REST: Final = 1.0
"""Idle seconds until the connection goes back to the pool, which checks it before the next use."""
SIZES: Final = (64, 16, 4, 1)
"""Rows per insert statement. Few sizes let the database cache its statements."""

T = TypeVar("T")
Row: TypeAlias = dict[str, Any]
"""A row of the log: column -> value."""
Statement: TypeAlias = tuple[Executable, dict[str, Any]]
"""A statement and its parameters."""


class WriteConflict(PaddockError):
    """Another worker wrote this log number first, so our copy of the table is out of date."""


class WriteFailed(Unavailable):
    """The write failed, so nothing has changed."""


class WriteUnknown(Unavailable):
    """The connection broke during the commit. Only the log can show whether the write is there."""

    code = "unknown"


@dataclass(slots=True, eq=False)
class WriteJob:
    """Rows of the log, and further statements for the same transaction."""

    rows: Sequence[Row] = ()
    also: Sequence[Statement] = ()
    doing: Callable[[Connection], Any] | None = None
    """Runs first, and may set the rows."""
    answer: Any = None
    flaw: Exception | None = None
    future: "asyncio.Future[Any] | None" = None


class Writer:
    """A thread that commits batches. Jobs that arrive during a commit form the next batch."""

    def __init__(self, engine: Engine, *, announce: bool = False) -> None:
        self._engine = engine
        self.announce = announce
        """Whether other workers must hear of new log entries."""
        self._jobs: list[WriteJob] = []
        """Jobs that the thread has not received yet."""
        self._batches: SimpleQueue[list[WriteJob] | None] = SimpleQueue()
        """Batches for the thread; None stops it."""
        self._at_work = False
        self.closing = False
        self._connection: Connection | None = None
        self._insertions: dict[int, Insertion] = {}
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()
        self.commits = 0

    async def append(self, rows: Sequence[Row], also: Sequence[Statement] = ()) -> None:
        """Write rows to logs, all or none. Raise `WriteConflict` if one of their numbers is taken."""
        await self.write(WriteJob(rows, also))

    async def do(self, doing: Callable[[Connection], T]) -> T:
        """Run this function in a transaction and return its result. If it raises, nothing is written."""
        answer: T = await self.write(WriteJob(doing=doing))
        return answer

    async def write(self, job: WriteJob) -> Any:
        """Submit a job, wait for its commit, and return the result of `doing`.

        Raise `WriteFailed` if nothing was written, `WriteUnknown` if only the log can tell.
        """
        if self.closing:
            raise WriteFailed("the service is stopping; this was not saved")
        job.future = self._loop.create_future()
        self._jobs.append(job)
        if not self._at_work:
            self._at_work = True
            self._loop.call_soon(self._hand_over)  # in the next loop turn, to batch the jobs of other callers
        return await job.future

    def _hand_over(self) -> None:
        self._at_work = bool(self._jobs)
        if self._jobs:
            self._batches.put(self._jobs)
            self._jobs = []

    def _settle(self, batch: list[WriteJob]) -> None:
        """Wake the callers of a batch. Jobs that they submit at once are part of the next batch."""
        for job in batch:
            assert job.future is not None
            if job.future.done():  # the caller was cancelled
                continue
            if job.flaw is not None:
                job.future.set_exception(job.flaw)
            else:
                job.future.set_result(job.answer)
        self._loop.call_soon(self._hand_over)

    async def close(self) -> None:
        """Commit all submitted jobs, then stop the thread."""
        self.closing = True
        self._hand_over()
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    # ---- The thread

    def _write(self) -> None:
        while True:
            batch = self._next_batch()
            if batch is None:
                self._let_go()
                return
            self._commit(batch)
            with contextlib.suppress(RuntimeError):  # the loop is closed, so no caller waits
                self._loop.call_soon_threadsafe(self._settle, batch)
            del batch  # frees the batch while the thread waits

    def _next_batch(self) -> list[WriteJob] | None:
        with contextlib.suppress(Empty):
            return self._batches.get(timeout=REST)
        self._let_go()
        return self._batches.get()

    def _commit(self, batch: list[WriteJob]) -> None:
        """Commit all jobs in one transaction, or each in its own if one of them fails.

        If the database itself does not answer, the jobs are not retried. Every error goes to its caller, and the thread
        continues.
        """
        try:
            self._together(batch)
        except Exception as flaw:  # noqa: BLE001  a stopped writer would block all callers
            lost = isinstance(flaw, OperationalError | WriteUnknown)
            if lost:
                self._let_go()
            if len(batch) > 1 and not lost:
                for job in batch:
                    self._commit([job])
            else:
                for job in batch:
                    job.flaw = in_words(flaw)

    def _together(self, batch: list[WriteJob]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        transaction = connection.begin()
        try:
            for job in batch:
                if job.doing is not None:
                    job.answer = job.doing(connection)
            rows = [row for job in batch for row in job.rows]
            self._add(connection, rows, [statement for job in batch for statement in job.also])
            if self.announce and rows:
                connection.execute(NOTIFY, {"channel": CHANNEL, "news": [news(row) for row in rows]})
        except BaseException:
            with contextlib.suppress(SQLAlchemyError):  # a lost connection has rolled back already
                transaction.rollback()
            raise
        try:
            transaction.commit()
        except DatabaseError as flaw:
            if is_full(flaw):
                raise
            raise WriteUnknown("the database broke off; look again whether this was saved") from None
        self.commits += 1

    def _let_go(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._connection.close()
            self._connection = None

    def _add(self, connection: Connection, rows: list[Row], also: Iterable[Statement]) -> None:
        """Insert rows into logs and run further statements, equal statements together.

        One insert has many rows: between two statements the driver would release the GIL and wait for it.
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
    """An insert of a fixed number of log rows, compiled once."""

    statement: str
    names: list[str]
    in_order: bool
    """Whether the driver takes parameters by position, not by name."""

    @classmethod
    def of(cls, size: int, dialect: Dialect) -> "Insertion":
        compiled = log.insert().values([dict.fromkeys(log.c.keys())] * size).compile(dialect=dialect)
        return cls(str(compiled), compiled.positiontup or list(compiled.params), compiled.positional)

    def values(self, rows: list[Row]) -> Any:
        values = tuple(chain.from_iterable(map(IN_ORDER, rows)))
        return values if self.in_order else dict(zip(self.names, values, strict=True))


NOTIFY: Final = text("SELECT pg_notify(:channel, one) FROM unnest(CAST(:news AS text[])) AS one")


def news(row: Row) -> str:
    """Return the NOTIFY payload of a row: the whole row if it fits, else only its number."""
    where = f"{row['table']}:{row['number']}"
    whole = f"{where}:{row['at']!r}:{row['entry']}"
    return whole if len(whole.encode()) < LONGEST_NEWS else where


def in_words(flaw: Exception) -> Exception:
    if isinstance(flaw, IntegrityError):
        return WriteConflict("another worker wrote first")
    if isinstance(flaw, DatabaseError) and is_full(flaw):
        return WriteFailed("the server's disk is full: this was not saved. Earlier moves are safe.")
    if isinstance(flaw, SQLAlchemyError):
        return WriteFailed("the database does not answer: this was not saved. Earlier moves are safe.")
    return flaw
