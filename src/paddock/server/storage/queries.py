"""Database reads (`Queries`) and the statements that the writer runs."""

import json
import time
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, Executable, bindparam, delete, func, or_, select, text, update
from sqlalchemy import Row as Found
from sqlalchemy.exc import SQLAlchemyError

from paddock.engine.errors import IllegalMove
from paddock.engine.options import OptionValues, from_json_value
from paddock.games import games
from paddock.server.auth.tokens import new_code, new_key
from paddock.server.storage.engine import Unavailable
from paddock.server.storage.schema import FINISHED, PLAYING, WAITING, guests, log, members, records, tables
from paddock.server.storage.writer import Row, Statement
from paddock.server.table import events as entries
from paddock.server.table.snapshot import option_json
from paddock.server.table.table import CorruptLog, LogEntry, Table, TableConfig

MOST_CLEARED: Final = 500
"""Lessons that one cleanup deletes at most, so that other writes do not wait long."""

# Frequent statements are built once: SQLAlchemy takes longer to build one than to run it, and a statement contains
# reference cycles that only the garbage collector can free.
GUEST_NAME: Final = select(guests.c.name).where(guests.c.id == bindparam("guest"))
DEED: Final = select(tables).where(tables.c.key == bindparam("key"))
DEED_BY_WATCH: Final = select(tables).where(tables.c.watch == bindparam("watch"))
DEED_BY_CODE: Final = select(tables).where(tables.c.code == bindparam("code"))
CODE: Final = select(tables.c.code).where(tables.c.id == bindparam("table"))
LOG: Final = (
    select(log).where((log.c.table == bindparam("table")) & (log.c.number > bindparam("after"))).order_by(log.c.number)
)


class Queries:
    """Read-only queries. Each may wait for the disk, so callers run them in threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(reading=True)

    def rows(self, statement: Executable, **values: Any) -> Sequence[Found[Any]]:
        try:
            with self._engine.begin() as connection:
                return connection.execute(statement, values).all()
        except SQLAlchemyError:
            raise Unavailable("the database does not answer; saved moves are safe, try again soon") from None

    def row(self, statement: Executable, **values: Any) -> Found[Any] | None:
        return next(iter(self.rows(statement, **values)), None)

    # ---- Guests

    def guest_name(self, guest: str) -> str | None:
        found = self.row(GUEST_NAME, guest=guest)
        return found.name if found else None

    # ---- Tables

    def config(self, key: str) -> TableConfig | None:
        return config_from_row(self.row(DEED, key=key))

    def config_by_watch(self, watch: str) -> TableConfig | None:
        return config_from_row(self.row(DEED_BY_WATCH, watch=watch))

    def config_by_code(self, code: str) -> TableConfig | None:
        return config_from_row(self.row(DEED_BY_CODE, code=code))

    def code(self, table: int) -> str | None:
        found = self.row(CODE, table=table)
        return found.code if found else None

    def log(self, table: int, after: int = 0) -> Sequence[Found[Any]]:
        return self.rows(LOG, table=table, after=after)

    def table(self, config: TableConfig) -> Table:
        """Return the table, replayed from its log."""
        table = Table(config)
        for row in self.log(config.id):
            follow(table, row.number, row.at, row.entry)
        return table

    def due(self, now: float, most: int) -> list[str]:
        """Return the keys of tables with a due time before `now`, if their rules version is the current one."""
        played_here = tuple((room.id, room.rules_version) for room in games())
        return [row.key for row in self.rows(overdue(played_here), now=now, most=most)]

    def session(self) -> Sequence[Found[Any]]:
        """Return every unfinished table, by its state column or by its log."""
        turns = select(log.c.turn).where(log.c.table == tables.c.id).order_by(log.c.number.desc())
        going_on = (tables.c.state != FINISHED) | (turns.limit(1).scalar_subquery() >= 0)
        return self.rows(select(tables).where(going_on).order_by(tables.c.id))

    def mine(self, guest: str, since: float = 0, most: int = 100) -> Sequence[Found[Any]]:
        """Return the newest tables of a guest with an entry since then, each with its newest entry's time and turn."""
        any_entry = log.alias()
        newest = select(func.max(any_entry.c.number)).where(any_entry.c.table == tables.c.id).scalar_subquery()
        return self.rows(
            select(tables.c.key, tables.c.game, tables.c.state, log.c.at, log.c.turn)
            .join_from(members, tables, members.c.table == tables.c.id)
            .join(log, (log.c.table == tables.c.id) & (log.c.number == newest))
            .where((members.c.guest == guest) & ~tables.c.lesson & (log.c.at >= since))
            .order_by(log.c.at.desc())
            .limit(most)
        )

    def members(self, table: int) -> set[str]:
        return {row.guest for row in self.rows(select(members.c.guest).where(members.c.table == table))}

    # ---- Records

    def record(self, key: str) -> str | None:
        found = self.row(select(records.c.record).where(records.c.key == key))
        return found.record if found else None


@cache
def overdue(played_here: tuple[tuple[str, int], ...]) -> Executable:
    """Return the query for due tables of these games and rules versions."""
    here = or_(*((tables.c.game == game) & (tables.c.rules == rules) for game, rules in played_here))
    late = select(tables.c.key).where((tables.c.due <= bindparam("now")) & here)
    return late.order_by(tables.c.due).limit(bindparam("most"))


def follow(table: Table, number: int, at: float, entry: str) -> None:
    """Apply the next row of a log to the table. Raise `CorruptLog` if it does not follow from the rows before it."""
    if number != table.number + 1:
        raise CorruptLog(f"entry {table.number + 1} of its log is missing")
    try:
        table.take(entries.decode(entry), at)
    except msgspec.DecodeError:
        raise CorruptLog(f"entry {number} of its log cannot be read") from None
    except (ValueError, LookupError) as flaw:
        clause = f" (clause {flaw.clause})" if isinstance(flaw, IllegalMove) else ""
        raise CorruptLog(f"entry {number} of its log contradicts the entries before it{clause}") from None


def config_from_row(row: Found[Any] | None) -> TableConfig | None:
    if row is None:
        return None
    try:
        options: OptionValues = {name: from_json_value(value) for name, value in json.loads(row.options).items()}
        settings = msgspec.json.decode(row.settings, type=entries.Settings)
    except (ValueError, AttributeError):
        raise CorruptLog("the options or settings of this table cannot be read") from None
    return TableConfig(
        id=row.id,
        key=row.key,
        watch=row.watch,
        host=row.host,
        game=row.game,
        rules=row.rules,
        options=options,
        players=row.players,
        settings=settings,
        secret=bytes(row.secret),
        created=row.created,
        lesson=row.lesson,
    )


# ---- Writes: each of these runs in a transaction of the writer


def add_guest(connection: Connection, name: str) -> str:
    guest = new_key()
    connection.execute(guests.insert().values(id=guest, name=name, created=time.time()))
    return guest


def rename_guest(connection: Connection, guest: str, name: str) -> None:
    connection.execute(update(guests).where(guests.c.id == guest).values(name=name))


def add_table(connection: Connection, table: Table) -> int:
    """Insert a table, as its first entries leave it, without these entries. Return its number."""
    config = table.config
    values = {
        "key": config.key,
        "code": free_code(connection) if table.inviting else None,
        "watch": config.watch,
        "host": config.host,
        "game": config.game,
        "rules": config.rules,
        "options": json.dumps({name: option_json(value) for name, value in config.options.items()}),
        "players": config.players,
        "settings": msgspec.json.encode(config.settings).decode(),
        "secret": config.secret,
        "created": config.created,
        "lesson": config.lesson,
        **summary_columns(table),
    }
    number: int = connection.execute(LAID, values).scalar_one()
    return number


def free_code(connection: Connection) -> str:
    """Return a code that no table has."""
    while True:
        code = new_code()
        if connection.execute(TAKEN, {"code": code}).first() is None:
            return code


def add_record(connection: Connection, guest: str, record: str) -> str:
    key = new_key()
    connection.execute(records.insert().values(key=key, guest=guest, record=record, created=time.time()))
    return key


def clear_lessons(connection: Connection, before: float) -> int:
    """Delete the lessons without an entry since then, and return how many."""
    newest = select(func.max(log.c.at)).where(log.c.table == tables.c.id).scalar_subquery()
    old = list(connection.scalars(select(tables.c.id).where(tables.c.lesson & (newest < before)).limit(MOST_CLEARED)))
    for kept, table in ((log, log.c.table), (members, members.c.table), (tables, tables.c.id)):
        connection.execute(delete(kept).where(table.in_(old)))
    return len(old)


def summary_columns(table: Table) -> dict[str, Any]:
    """Return the columns that summarise the log of a table."""
    state = FINISHED if table.ended else PLAYING if table.begun else WAITING
    return {"state": state, "due": table.due()}


# Every match needs these statements, so they are built once.
LAID: Final = tables.insert().returning(tables.c.id)
TAKEN: Final = text("SELECT 1 FROM tables WHERE code = :code")
OPEN: Final = text("UPDATE tables SET state = :state, due = :due, code = COALESCE(code, :code) WHERE id = :id")
FULL: Final = text("UPDATE tables SET state = :state, due = :due, code = NULL WHERE id = :id")
MEMBER: Final = text('INSERT INTO members (guest, "table") VALUES (:guest, :table) ON CONFLICT DO NOTHING')


def update_summary(table: Table) -> Statement:
    """Return the update of the summary columns. A table has a code only while a seat is free."""
    summary = {**summary_columns(table), "id": table.config.id}
    return (OPEN, summary | {"code": new_code()}) if table.inviting else (FULL, summary)


def member(guest: str, table: int) -> Statement:
    """Return the statement that makes a guest a member of a table."""
    return MEMBER, {"guest": guest, "table": table}


def row_of(table: Table, line: LogEntry) -> Row:
    """Return a line as a row of the log."""
    return {
        "table": table.config.id,
        "number": line.number,
        "at": line.at,
        "turn": line.turn,
        "entry": entries.encode(line.entry).decode(),
    }
