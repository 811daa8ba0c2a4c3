"""SQLite stores the log in the order of its writes.

In key order every table has its own pages, so a commit for hundreds of tables writes hundreds of pages for short rows.
In write order, with an index for the key, the rows share few pages.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.rename_table("log", "log_by_key")
    op.create_table(
        "log",
        sa.Column("table", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO log SELECT * FROM log_by_key ORDER BY at, number")
    op.drop_table("log_by_key")
