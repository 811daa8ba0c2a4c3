"""Database reads. The statements of the writer are in `statements`."""

import json
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import Engine, Executable, bindparam, func, or_, select
from sqlalchemy import Row as Found
from sqlalchemy.exc import SQLAlchemyError

from paddock.engine.errors import IllegalMove
from paddock.engine.options import OptionValues, from_json_value
from paddock.games import games
from paddock.server.storage.engine import Unavailable
from paddock.server.storage.schema import FINISHED, PLAYING, WAITING, guests, log, members, records, tables
from paddock.server.table import events
from paddock.server.table.table import CorruptLog, Table, TableConfig

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
            apply_row(table, row.number, row.at, row.entry)
        return table

    def due(self, now: float, most: int) -> list[str]:
        """Return the keys of tables with a due time before `now`, if their rules version is the current one."""
        played_here = tuple((room.id, room.rules_version) for room in games())
        return [row.key for row in self.rows(overdue(played_here), now=now, most=most)]

    def unfinished(self) -> Sequence[Found[Any]]:
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

    def tables_for_group(self, host: str, people: Collection[str], since: float) -> int:
        """Return how many tables this host created since then at which all these people sat."""
        joined = select(func.count()).where((members.c.table == tables.c.id) & members.c.guest.in_(people))
        of_one = select(members.c.table).where(members.c.guest == min(people, default=host))
        laid = (tables.c.host == host) & (tables.c.created >= since) & ~tables.c.lesson & tables.c.id.in_(of_one)
        counted = select(func.count()).select_from(tables).where(laid & (joined.scalar_subquery() == len(people)))
        return int(self.rows(counted)[0][0])

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


def apply_row(table: Table, number: int, at: float, entry: str) -> None:
    """Apply the next row of a log to the table. Raise `CorruptLog` if it does not follow from the rows before it."""
    if number != table.number + 1:
        raise CorruptLog(f"entry {table.number + 1} of its log is missing")
    try:
        table.apply(events.decode(entry), at)
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
        settings = msgspec.json.decode(row.settings, type=events.Settings)
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


def summary_columns(table: Table) -> dict[str, Any]:
    """Return the columns that summarise the log of a table."""
    state = FINISHED if table.ended else PLAYING if table.begun else WAITING
    return {"state": state, "due": table.due()}
