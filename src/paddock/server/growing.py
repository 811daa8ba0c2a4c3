"""How a table grows by entries, and all that is to be kept of it."""

import time
from collections.abc import Iterable
from typing import Any, Final

from paddock.server import store
from paddock.server.acting import begin_now, can_begin
from paddock.server.entries import AnyEntry, Freed, Invited, Sat
from paddock.server.gathering import Gathering, Line
from paddock.server.live import Live
from paddock.server.writer import Row, Statement

SEATING: Final = (Sat, Freed, Invited)
"""Entries after which a table may have a code, or have none."""


def grow(table: Gathering, new: Iterable[AnyEntry]) -> list[Line]:
    """Take entries. Once everybody is there and has given a seed, the match begins with the same stroke."""
    known = table.number
    for entry in new:
        table.take(entry, time.time())
    if can_begin(table):
        table.take(begin_now(table), time.time())
    return table.lines[known:]


def as_kept(table: Gathering, lines: list[Line]) -> tuple[list[Row], list[Statement]]:
    """The rows that these lines are in the log, and who belongs to the table since."""
    rows, also = [], []
    for line in lines:
        rows.append(store.row_of(table, line))
        if isinstance(line.entry, Sat):
            also.append(store.member(line.entry.guest, table.deed.id))
    return rows, also


def grow_with_signs(live: Live, new: Iterable[AnyEntry]) -> tuple[list[Row], list[Statement], dict[str, Any]]:
    """Take entries; all that is to be kept of them, and the signposts of the table then, kept if they have changed."""
    table, known = live.gathering, live.gathering.number
    lines = grow(table, new)
    rows, also = as_kept(table, lines)
    signs = store.signposts(table)
    seated = table.arranged > known and any(isinstance(line.entry, SEATING) for line in lines)
    if seated or signs != live.signs:
        also.append(store.signs_at(table))
    return rows, also, signs
