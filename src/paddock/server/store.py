"""What is asked of the database, in the words of the service."""

import json
import time
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, Executable, bindparam, delete, func, or_, select, text, update
from sqlalchemy import Row as Found
from sqlalchemy.exc import SQLAlchemyError

from paddock.games import games
from paddock.rules.options import Choices
from paddock.rules.refusals import IllegalMove
from paddock.server import entries
from paddock.server.database import Unavailable
from paddock.server.gathering import Broken, Deed, Gathering, Line
from paddock.server.keys import fingerprint, new_code, new_key
from paddock.server.schema import FINISHED, PLAYING, WAITING, guests, keys, log, members, records, tables
from paddock.server.showing import option_shown
from paddock.server.writer import Row, Statement

MOST_CLEARED: Final = 500
"""Lessons that one look clears away: others want to write, too."""

# What is asked again and again is spelled once: a statement of SQLAlchemy takes longer to put together than to answer,
# and its parts hold each other, so that only the garbage collector could let it go.
GUEST_NAME: Final = select(guests.c.name).where(guests.c.id == bindparam("guest"))
GUEST_BY_MARK: Final = select(keys.c.guest).where(
    (keys.c.fingerprint == bindparam("mark")) & (keys.c.purpose == bindparam("purpose"))
)
DEED: Final = select(tables).where(tables.c.key == bindparam("key"))
DEED_BY_WATCH: Final = select(tables).where(tables.c.watch == bindparam("watch"))
DEED_BY_CODE: Final = select(tables).where(tables.c.code == bindparam("code"))
CODE: Final = select(tables.c.code).where(tables.c.id == bindparam("table"))
LOG: Final = (
    select(log).where((log.c.table == bindparam("table")) & (log.c.number > bindparam("after"))).order_by(log.c.number)
)


class Reader:
    """Questions; each of them may wait for the disk, so they are asked in threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(reading=True)

    def rows(self, statement: Executable, **values: Any) -> Sequence[Found[Any]]:
        try:
            with self._engine.begin() as connection:
                return connection.execute(statement, values).all()
        except SQLAlchemyError:
            raise Unavailable("the database does not answer; what was kept is safe, so try again soon") from None

    def row(self, statement: Executable, **values: Any) -> Found[Any] | None:
        return next(iter(self.rows(statement, **values)), None)

    # ---- Guests

    def guest_name(self, guest: str) -> str | None:
        found = self.row(GUEST_NAME, guest=guest)
        return found.name if found else None

    def guest_by_key(self, key: str, purpose: str) -> str | None:
        return self.guest_by_mark(fingerprint(key), purpose)

    def guest_by_mark(self, mark: str, purpose: str) -> str | None:
        found = self.row(GUEST_BY_MARK, mark=mark, purpose=purpose)
        return found.guest if found else None

    def tokens(self, guest: str) -> Sequence[Found[Any]]:
        return self.rows(
            select(keys).where((keys.c.guest == guest) & (keys.c.purpose == "token")).order_by(keys.c.created)
        )

    # ---- Tables

    def deed(self, key: str) -> Deed | None:
        return as_deed(self.row(DEED, key=key))

    def deed_by_watch(self, watch: str) -> Deed | None:
        return as_deed(self.row(DEED_BY_WATCH, watch=watch))

    def deed_by_code(self, code: str) -> Deed | None:
        return as_deed(self.row(DEED_BY_CODE, code=code))

    def code(self, table: int) -> str | None:
        found = self.row(CODE, table=table)
        return found.code if found else None

    def log(self, table: int, after: int = 0) -> Sequence[Found[Any]]:
        return self.rows(LOG, table=table, after=after)

    def gathering(self, deed: Deed) -> Gathering:
        """The table, read from its log."""
        table = Gathering(deed)
        for row in self.log(deed.id):
            follow(table, row.number, row.at, row.entry)
        return table

    def due(self, now: float, most: int) -> list[str]:
        """Tables where something has been due since then, as far as they go on by the rules that are played here."""
        played_here = tuple((room.id, room.rules_version) for room in games())
        return [row.key for row in self.rows(overdue(played_here), now=now, most=most)]

    def live(self) -> Sequence[Found[Any]]:
        """Every table that is not over, by its own word or by that of its log."""
        turns = select(log.c.turn).where(log.c.table == tables.c.id).order_by(log.c.number.desc())
        going_on = (tables.c.state != FINISHED) | (turns.limit(1).scalar_subquery() >= 0)
        return self.rows(select(tables).where(going_on).order_by(tables.c.id))

    def mine(self, guest: str, since: float = 0, most: int = 100) -> Sequence[Found[Any]]:
        """The newest tables of a guest where something happened since then, with the time and turn of what did."""
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
    """The question for tables of these games, by these versions of their rules, where something is due."""
    here = or_(*((tables.c.game == game) & (tables.c.rules == rules) for game, rules in played_here))
    late = select(tables.c.key).where((tables.c.due <= bindparam("now")) & here)
    return late.order_by(tables.c.due).limit(bindparam("most"))


def follow(table: Gathering, number: int, at: float, entry: str) -> None:
    """Take the next row of the log; `Broken` if it cannot be what came next."""
    if number != table.number + 1:
        raise Broken(f"entry {table.number + 1} is missing in its log")
    try:
        table.take(entries.decode(entry), at)
    except msgspec.DecodeError:
        raise Broken(f"entry {number} of its log cannot be read") from None
    except (ValueError, LookupError) as flaw:
        clause = f" (clause {flaw.clause})" if isinstance(flaw, IllegalMove) else ""
        raise Broken(f"entry {number} of its log does not follow from those before it{clause}") from None


def as_deed(row: Found[Any] | None) -> Deed | None:
    if row is None:
        return None
    try:
        options: Choices = {
            name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(row.options).items()
        }
        settings = msgspec.json.decode(row.settings, type=entries.Settings)
    except (ValueError, AttributeError):
        raise Broken("what was agreed on at this table cannot be read") from None
    return Deed(
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


# ---- What is kept: each of these happens in the writer's transaction


def add_guest(connection: Connection, name: str) -> str:
    guest = new_key()
    connection.execute(guests.insert().values(id=guest, name=name, created=time.time()))
    return guest


def rename_guest(connection: Connection, guest: str, name: str) -> None:
    connection.execute(update(guests).where(guests.c.id == guest).values(name=name))


def add_key(connection: Connection, guest: str, purpose: str, label: str) -> str:
    """A new key of a guest; the database keeps only its fingerprint."""
    key = new_key()
    row = {"fingerprint": fingerprint(key), "guest": guest, "purpose": purpose, "label": label, "created": time.time()}
    connection.execute(keys.insert().values(row))
    return key


def drop_token(connection: Connection, guest: str, mark: str) -> bool:
    wanted = (keys.c.fingerprint == mark) & (keys.c.guest == guest) & (keys.c.purpose == "token")
    return connection.execute(delete(keys).where(wanted)).rowcount > 0


def add_table(connection: Connection, table: Gathering) -> int:
    """A table as its first entries leave it, without these; its number."""
    deed = table.deed
    values = {
        "key": deed.key,
        "code": free_code(connection) if table.inviting else None,
        "watch": deed.watch,
        "host": deed.host,
        "game": deed.game,
        "rules": deed.rules,
        "options": json.dumps({name: option_shown(value) for name, value in deed.options.items()}),
        "players": deed.players,
        "settings": msgspec.json.encode(deed.settings).decode(),
        "secret": deed.secret,
        "created": deed.created,
        "lesson": deed.lesson,
        **signposts(table),
    }
    number: int = connection.execute(LAID, values).scalar_one()
    return number


def free_code(connection: Connection) -> str:
    """A code that no table has."""
    while True:
        code = new_code()
        if connection.execute(TAKEN, {"code": code}).first() is None:
            return code


def add_record(connection: Connection, guest: str, record: str) -> str:
    key = new_key()
    connection.execute(records.insert().values(key=key, guest=guest, record=record, created=time.time()))
    return key


def clear_lessons(connection: Connection, before: float) -> int:
    """Drop the lessons where nothing has happened since then; how many there were."""
    newest = select(func.max(log.c.at)).where(log.c.table == tables.c.id).scalar_subquery()
    old = list(connection.scalars(select(tables.c.id).where(tables.c.lesson & (newest < before)).limit(MOST_CLEARED)))
    for kept, table in ((log, log.c.table), (members, members.c.table), (tables, tables.c.id)):
        connection.execute(delete(kept).where(table.in_(old)))
    return len(old)


def signposts(table: Gathering) -> dict[str, Any]:
    """What the row of a table says of its log."""
    state = FINISHED if table.ended else PLAYING if table.begun else WAITING
    return {"state": state, "due": table.due()}


# These are needed for every match, so they are not put together anew each time.
LAID: Final = tables.insert().returning(tables.c.id)
TAKEN: Final = text("SELECT 1 FROM tables WHERE code = :code")
OPEN: Final = text("UPDATE tables SET state = :state, due = :due, code = COALESCE(code, :code) WHERE id = :id")
FULL: Final = text("UPDATE tables SET state = :state, due = :due, code = NULL WHERE id = :id")
MEMBER: Final = text('INSERT INTO members (guest, "table") VALUES (:guest, :table) ON CONFLICT DO NOTHING')


def signs_at(table: Gathering) -> Statement:
    """The row of a table set to what its log says. Its code leads to it only while a seat there is free."""
    signs = {**signposts(table), "id": table.deed.id}
    return (OPEN, signs | {"code": new_code()}) if table.inviting else (FULL, signs)


def member(guest: str, table: int) -> Statement:
    """A guest belongs to a table from now on, if not already."""
    return MEMBER, {"guest": guest, "table": table}


def row_of(table: Gathering, line: Line) -> Row:
    """A line as a row of the log."""
    return {
        "table": table.deed.id,
        "number": line.number,
        "at": line.at,
        "turn": line.turn,
        "entry": entries.encode(line.entry).decode(),
    }
