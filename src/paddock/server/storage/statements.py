"""The statements of the writer. Functions with a connection run inside its transaction."""

import json
import time
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, select, text, update

from paddock.server.auth.tokens import new_code, new_key
from paddock.server.storage.queries import summary_columns
from paddock.server.storage.schema import guests, log, members, records, tables
from paddock.server.storage.writer import Row, Statement
from paddock.server.table import events
from paddock.server.table.snapshot import option_json
from paddock.server.table.table import LogEntry, Table

MOST_CLEARED: Final = 500
"""Lessons that one cleanup deletes at most, so that other writes do not wait long."""


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


def row_of(table: Table, entry: LogEntry) -> Row:
    """Return an entry as a row of the log."""
    return {
        "table": table.config.id,
        "number": entry.number,
        "at": entry.at,
        "turn": entry.turn,
        "entry": events.encode(entry.entry).decode(),
    }
