"""Snapshots of a table. All data about a match that leaves the service is made here, for one viewer."""

from functools import lru_cache
from typing import Any, Literal

import msgspec

from paddock.engine.options import OptionValue, to_json_value
from paddock.engine.plain_position import PlainPosition
from paddock.engine.types import Seat
from paddock.server.api.schemas import (
    DiceProof,
    LogEntryView,
    Option,
    SeatRequestView,
    SeatView,
    Snapshot,
    UndoRequestView,
)
from paddock.server.table.events import MatchBegan, Played, RematchCreated
from paddock.server.table.seat_history import seat_history
from paddock.server.table.table import WATCHER, LogEntry, Table
from paddock.server.table.undo_handlers import missing_consents


def snapshot(table: Table, audience: int | None) -> Snapshot:
    """Return the snapshot of a table for a seat, or for spectators."""
    turn, s = table.turn, table.match.plain
    return Snapshot(
        number=table.number,
        state=table.state,  # type: ignore[arg-type]
        length=len(table.match.moves),
        turn=turn if turn >= 0 else None,
        since=table.since,
        seats=seat_views(table),
        settings=table.settings,
        view=table.game.view(s, None if audience is WATCHER else Seat(audience)) if table.begun else None,
        legal=legal_for(table, s, audience),
        may_undo=table.may_undo,
        wish=wish_shown(table),
        seat_request=seat_request_view(table),
        rematch=table.rematch if audience is not WATCHER else None,
    )


def legal_for(table: Table, s: PlainPosition, audience: int | None) -> list[str]:
    """Return the legal moves, if this viewer may know them: in a game with hidden hands they reveal the hand."""
    if table.turn < 0 or (table.game.facts.hidden and audience != table.turn):
        return []
    return [table.game.write(s, move) for move in table.match.legal_moves()]


def seat_views(table: Table) -> list[SeatView]:
    """Return all seats."""
    host = table.config.host
    return [
        seat_view(
            place.name,
            place.guest,
            place.level,
            place.kept,
            place.seed is not None,
            None if table.begun else place.commitment,
            host,
        )
        for place in table.places
    ]


@lru_cache(maxsize=4096)
def seat_view(
    name: str,
    guest: str | None,
    level: str | None,
    kept: str | None,
    seeded: bool,
    commitment: str | None,
    host: str,
) -> SeatView:
    """Return a seat as clients see it. Equal seats of many tables share one object."""
    kind: Literal["free", "bot", "person"] = "bot" if level else "person" if guest else "free"
    return SeatView(name, kind, level=level, kept=kept, seeded=seeded, commitment=commitment, host=guest == host)


def wish_shown(table: Table) -> UndoRequestView | None:
    if table.wish is None:
        return None
    history = seat_history(table)
    missing = sorted(history.names[guest] for guest in missing_consents(table, history))
    return UndoRequestView(table.wish.seat, table.wish.length, sorted(table.agreed), missing)


def seat_request_view(table: Table) -> SeatRequestView | None:
    asked = table.seat_request
    if asked is None or table.over:
        return None
    return SeatRequestView(asked.seat, asked.name, sorted(table.seat_agreed))


def log_entry_view(line: LogEntry, audience: int | None) -> LogEntryView:
    """Return an entry without guest ids and seeds, with its events as this viewer may know them."""
    if isinstance(line.entry, Played):  # the most frequent entry
        return LogEntryView(line.number, line.at, "played", line.entry.seat, line.events(audience), line.entry.bot)
    said: dict[str, Any] = msgspec.structs.asdict(line.entry)
    for secret in ("guest", "seed", "commitment", "seeds", "given", "version"):
        said.pop(secret, None)
    if isinstance(line.entry, MatchBegan):
        said["events"] = line.events(audience)
    if isinstance(line.entry, RematchCreated) and audience is WATCHER:
        said["table"] = None
    what = str(line.entry.__struct_config__.tag)
    return LogEntryView(number=line.number, at=line.at, what=what, **said)


def dice_proof(table: Table) -> DiceProof:
    """Return the facts about the dice. The secret reveals hidden hands, so it is included only after the match."""
    dice = table.dice or table.promise
    seals = [place.commitment for place in table.places]
    return DiceProof(**dice.proof(revealed=table.over), seed_commitments=seals if any(seals) else [])  # type: ignore[arg-type]


def option_json(value: OptionValue) -> Option:
    return to_json_value(value)
