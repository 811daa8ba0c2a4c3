"""Applies entries to a table and collects the rows and statements to write."""

import time
from collections.abc import Iterable
from typing import Any, Final

from paddock.server.runtime.session import Live
from paddock.server.storage import queries as store
from paddock.server.storage.writer import Row, Statement
from paddock.server.table.events import AnyEntry, Freed, Invited, Sat
from paddock.server.table.handlers import begin_now, can_begin
from paddock.server.table.table import Gathering, Line

SEATING: Final = (Sat, Freed, Invited)
"""Entries after which a table may gain or lose its code."""


def grow(table: Gathering, new: Iterable[AnyEntry]) -> list[Line]:
    """Apply entries and return their lines. The match begins in the same step once every seat is ready."""
    known = table.number
    for entry in new:
        table.take(entry, time.time())
    if can_begin(table):
        table.take(begin_now(table), time.time())
    return table.lines[known:]


def as_kept(table: Gathering, lines: list[Line]) -> tuple[list[Row], list[Statement]]:
    """Return the log rows of these lines, and statements for their new members."""
    rows, also = [], []
    for line in lines:
        rows.append(store.row_of(table, line))
        if isinstance(line.entry, Sat):
            also.append(store.member(line.entry.guest, table.deed.id))
    return rows, also


def grow_with_signs(live: Live, new: Iterable[AnyEntry]) -> tuple[list[Row], list[Statement], dict[str, Any]]:
    """Apply entries. Return their rows, further statements, and the new summary columns.

    The summary columns (`signs`) are written only if they changed.
    """
    table, known = live.gathering, live.gathering.number
    lines = grow(table, new)
    rows, also = as_kept(table, lines)
    signs = store.signposts(table)
    seated = table.arranged > known and any(isinstance(line.entry, SEATING) for line in lines)
    if seated or signs != live.signs:
        also.append(store.signs_at(table))
    return rows, also, signs
