"""Applies entries to a table and collects the rows and statements to write."""

import time
from collections.abc import Iterable
from typing import Any, Final

from paddock.server.runtime.session import TableSession
from paddock.server.storage import queries as store
from paddock.server.storage.writer import Row, Statement
from paddock.server.table.events import AnyEvent, BotSeated, PersonSeated, SeatFreed
from paddock.server.table.handlers import begin_now, can_begin
from paddock.server.table.table import LogEntry, Table

SEATING: Final = (PersonSeated, SeatFreed, BotSeated)
"""Entries after which a table may gain or lose its code."""


def grow(table: Table, new: Iterable[AnyEvent]) -> list[LogEntry]:
    """Apply entries and return their lines. The match begins in the same step once every seat is ready."""
    known = table.number
    for entry in new:
        table.take(entry, time.time())
    if can_begin(table):
        table.take(begin_now(table), time.time())
    return table.lines[known:]


def as_kept(table: Table, lines: list[LogEntry]) -> tuple[list[Row], list[Statement]]:
    """Return the log rows of these lines, and statements for their new members."""
    rows, also = [], []
    for line in lines:
        rows.append(store.row_of(table, line))
        if isinstance(line.entry, PersonSeated):
            also.append(store.member(line.entry.guest, table.config.id))
    return rows, also


def grow_with_signs(
    session: TableSession, new: Iterable[AnyEvent]
) -> tuple[list[Row], list[Statement], dict[str, Any]]:
    """Apply entries. Return their rows, further statements, and the new summary columns.

    The summary columns (`summary`) are written only if they changed.
    """
    table, known = session.table, session.table.number
    lines = grow(table, new)
    rows, also = as_kept(table, lines)
    summary = store.summary_columns(table)
    seated = table.arranged > known and any(isinstance(line.entry, SEATING) for line in lines)
    if seated or summary != session.summary:
        also.append(store.update_summary(table))
    return rows, also, summary
