"""Compares the database with the messages that players received."""

from typing import Any

import msgspec

from paddock.server.api.schemas import encode
from paddock.server.storage.doctor import examine
from paddock.server.storage.engine import engine_of
from paddock.server.storage.queries import Reader
from paddock.server.table.events import Began, Played
from paddock.server.table.snapshot import line_shown
from paddock.server.table.table import Gathering
from server.guests import Player


def audit(database: str, players: list[Player]) -> None:
    """Check that every log replays by the rules, and equals the lines and decisions of each of its players.

    Only bots may have moved since.
    """
    engine = engine_of(database)
    try:
        reader = Reader(engine)
        assert examine(reader).findings == []
        for player in players:
            deed = reader.deed(player.table)
            assert deed is not None
            table = reader.gathering(deed)
            told, since = lines_for(table, player.seat), len(player.lines)
            assert told[:since] == player.lines
            assert all(line.get("bot") for line in told[since:])
            assert decisions_of(table, player.seat) == player.acknowledged
    finally:
        engine.dispose()


def lines_for(table: Gathering, seat: int) -> list[dict[str, Any]]:
    """Return the log as this seat should receive it."""
    return [msgspec.json.decode(encode(line_shown(line, seat))) for line in table.lines]


def decisions_of(table: Gathering, seat: int) -> list[tuple[int, str]]:
    """Return the decisions of the person at this seat, in order: events before it, and the token."""
    length, found = 0, []
    for line in table.lines:
        entry = line.entry
        if isinstance(entry, Played) and entry.seat == seat and not entry.bot:
            found.append((length, entry.events[0]))
        if isinstance(entry, Began | Played):
            length += len(entry.events)
    return found
