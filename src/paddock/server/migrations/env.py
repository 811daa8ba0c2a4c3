"""Alembic's way in; `paddock.server.database.migrate` calls it with a connection of its own."""

from alembic import context

with context.begin_transaction():
    context.run_migrations()
