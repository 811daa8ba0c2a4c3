"""Keys know the token that they came from, and cookies are keys.

Cookies of version 0.1 contain no key. Guests from before this migration may still have some.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    # Plain SQL: Alembic cannot add a column with a foreign key to an SQLite table.
    op.execute("ALTER TABLE keys ADD COLUMN parent VARCHAR REFERENCES keys (fingerprint)")
    op.create_index("ix_keys_parent", "keys", ["parent"])
    op.add_column("guests", sa.Column("old_cookies", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(sa.text("UPDATE guests SET old_cookies = :yes").bindparams(yes=True))
