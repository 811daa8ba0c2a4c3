"""The database schema: guests, their keys, tables, the event log of each table, and uploaded records.

The log is the truth about a table. `members`, `state`, `due` and `code` are denormalised from it with every write, so
that queries over many tables need not read their logs.
"""

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={"ix": "ix_%(table_name)s_%(column_0_N_name)s", "pk": "pk_%(table_name)s"},
)

WAITING: Final = "waiting"
PLAYING: Final = "playing"
FINISHED: Final = "over"

guests: Final = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("old_cookies", Boolean, nullable=False, server_default=false()),  # whether cookies without a key are valid
)

keys: Final = Table(
    "keys",
    metadata,
    Column("fingerprint", String, primary_key=True),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("purpose", String, nullable=False),  # device, resume, token
    Column("label", String, nullable=False),
    Column("created", Float, nullable=False),
    Column("parent", ForeignKey("keys.fingerprint")),  # the token that it came from
    Index("ix_keys_guest", "guest"),
    Index("ix_keys_parent", "parent"),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String, nullable=False, unique=True),
    Column("code", String, unique=True),  # only while seats are free
    Column("watch", String, nullable=False, unique=True),
    Column("host", ForeignKey("guests.id"), nullable=False),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("settings", Text, nullable=False),  # the initial settings; later changes are in the log
    Column("secret", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
    Column("state", String, nullable=False),
    Column("due", Float),  # the time at which a bot moves or a clock runs out
    Column("lesson", Boolean, nullable=False, server_default=false()),  # shown in no list, and deleted after a week
    Index("ix_tables_due", "due"),
)

members: Final = Table(
    "members",
    metadata,
    Column("guest", ForeignKey("guests.id"), primary_key=True),
    Column("table", ForeignKey("tables.id"), primary_key=True),
)

log: Final = Table(
    "log",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("turn", Integer, nullable=False),  # the seat to decide after this entry, CHANCE or OVER
    Column("entry", Text, nullable=False),
)

records: Final = Table(
    "records",
    metadata,
    Column("key", String, primary_key=True),
    Column("guest", ForeignKey("guests.id"), nullable=False),
    Column("record", Text, nullable=False),
    Column("created", Float, nullable=False),
)
