"""Compares the database with the messages that players received."""

from typing import Any

import msgspec

from paddock.server.api.schemas import encode
from paddock.server.storage.doctor import examine
from paddock.server.storage.engine import engine_of
from paddock.server.storage.queries import Queries
from paddock.server.table.events import MatchBegan, Played
from paddock.server.table.snapshot import log_entry_view
from paddock.server.table.table import Table
from server.guests import Player


def audit(database: str, players: list[Player]) -> None:
    """Check that every log replays by the rules, and equals the lines and decisions of each of its players.

    Only bots may have moved since.
    """
    engine = engine_of(database)
    try:
        queries = Queries(engine)
        assert examine(queries).findings == []
        for player in players:
            config = queries.config(player.table)
            assert config is not None
            table = queries.table(config)
            told, since = lines_for(table, player.seat), len(player.lines)
            assert told[:since] == player.lines
            assert all(line.get("bot") for line in told[since:])
            assert decisions_of(table, player.seat) == player.acknowledged
    finally:
        engine.dispose()


def lines_for(table: Table, seat: int) -> list[dict[str, Any]]:
    """Return the log as this seat should receive it."""
    return [msgspec.json.decode(encode(log_entry_view(line, seat))) for line in table.lines]


def decisions_of(table: Table, seat: int) -> list[tuple[int, str]]:
    """Return the decisions of the person at this seat, in order: events before it, and the token."""
    length, found = 0, []
    for line in table.lines:
        entry = line.entry
        if isinstance(entry, Played) and entry.seat == seat and not entry.bot:
            found.append((length, entry.events[0]))
        if isinstance(entry, MatchBegan | Played):
            length += len(entry.events)
    return found
