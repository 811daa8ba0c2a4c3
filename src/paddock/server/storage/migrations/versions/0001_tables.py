"""Guests, their keys, tables, the log of each table, and uploaded records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("fingerprint", sa.String, primary_key=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("purpose", sa.String, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_keys_guest", "keys", ["guest"])
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String, nullable=False, unique=True),
        sa.Column("code", sa.String, unique=True),
        sa.Column("watch", sa.String, nullable=False, unique=True),
        sa.Column("host", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("due", sa.Float),
    )
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_table(
        "members",
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("table", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_table(
        "log",
        sa.Column("table", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "records",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("guest", sa.String, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
