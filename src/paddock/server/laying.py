"""Laying a table: what somebody wishes for becomes a deed and its first entries."""

import secrets
import time

from paddock.bots.levels import check_level
from paddock.bots.names import bot_name, check_name
from paddock.bots.solved import solve_in_background
from paddock.games import game
from paddock.match.match import Match
from paddock.match.record import Record
from paddock.rules.refusals import BadOption
from paddock.server.acting import Person, check_settings
from paddock.server.company import get_ready
from paddock.server.entries import AnyEntry, Began, Freed, Invited, Sat, Settings
from paddock.server.gathering import Deed, Gathering
from paddock.server.keys import new_key
from paddock.server.wire import SeatWish, TableWish


def deed_for(match: Match, person: Person, settings: Settings) -> Deed:
    """A table with dice of its own, not yet kept."""
    return Deed(
        id=0,
        key=new_key(),
        watch=new_key(),
        host=person.guest,
        game=match.game.id,
        rules=match.game.rules_version,
        options=match.options,
        players=match.players,
        settings=settings,
        secret=secrets.token_bytes(32),
        created=time.time(),
    )


def laid(person: Person, wish: TableWish) -> tuple[Deed, list[AnyEntry]]:
    """A new table as it was wished for."""
    match = Match(game(wish.game), len(wish.seats), {name: drawn(value) for name, value in wish.options.items()})
    deed = deed_for(match, person, check_settings(wish.settings))
    get_ready(match.game)
    solve_in_background(match.game, match.options)
    return deed, first_entries(person, wish.seats)


def drawn(value: object) -> object:
    """An option as it came over the wire: a board is a name or a drawing there, never a file of this machine."""
    if isinstance(value, str) and ("." in value or "\\" in value):
        raise BadOption("a board is one of ours by its name, or its rows joined by '/'; files cannot be named here")
    return value


def first_entries(person: Person, seats: list[SeatWish]) -> list[AnyEntry]:
    """Everybody who sits from the start."""
    entries: list[AnyEntry] = []
    taken: set[str] = set()
    for seat, wish in enumerate(seats):
        if wish.who == "person":
            entries.append(Freed(seat))
            continue
        if wish.who == "bot":
            check_level(wish.level)
            name = bot_name(taken | {check_name(other.name) for other in seats if other.name} | {person.name})
            entries.append(Invited(seat, wish.level, name))
        else:
            name = check_name(wish.name or person.name)
            name = name if name not in taken else f"{name[:17]} {seat + 1}"
            entries.append(Sat(seat, person.guest, name))
        taken.add(name)
    if not any(isinstance(entry, Sat) for entry in entries) and not any(wish.who == "person" for wish in seats):
        raise BadOption("somebody should sit at the table: take a seat, or leave one for a person")
    return entries


def again(table: Gathering) -> tuple[Deed, list[AnyEntry]]:
    """The same people and bots at a new table, everybody one seat further."""
    host = Person(table.deed.host, "")
    match = Match(table.game, table.deed.players, table.deed.options)
    entries: list[AnyEntry] = []
    for seat in range(table.deed.players):
        place = table.places[(seat + 1) % table.deed.players]
        if place.guest is not None:
            entries.append(Sat(seat, place.guest, place.name))
        elif place.level is not None:
            entries.append(Invited(seat, place.level, place.name))
        else:
            entries.append(Freed(seat))
    return deed_for(match, host, table.settings), entries


def continued(person: Person, record: Record, at: int, seat: int, level: str) -> tuple[Deed, list[AnyEntry]]:
    """A table that goes on from the first `at` events of a record: the person at one seat, bots at all others."""
    from paddock.match.record import empty_match

    match = empty_match(record)
    if not 0 <= at <= len(record.events):
        raise BadOption(f"this match has {len(record.events)} events, so it cannot go on after event {at}")
    if not seat < match.players:
        raise BadOption(f"there is no seat {seat + 1}; there are {match.players}")
    match.play(*record.events[:at])
    if match.over:
        raise BadOption("there is nothing left to play: the match is over there")
    deed = deed_for(match, person, Settings())
    wishes = [SeatWish("me") if other == seat else SeatWish("bot", level) for other in range(match.players)]
    entries = first_entries(person, wishes)
    get_ready(match.game)
    table = Gathering(deed)
    for entry in entries:
        table.take(entry, deed.created)
    began: Began = table.begin([secrets.token_hex(8) for _ in range(match.players)], record.events[:at])
    return deed, [*entries, began]
