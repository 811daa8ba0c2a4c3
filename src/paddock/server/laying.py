"""Laying a table: what somebody wishes for becomes a deed and its first entries."""

import secrets
import time
from typing import Final

import msgspec

from paddock.bots.names import LONGEST_NAME, check_name
from paddock.bots.readiness import have_bots_compiled
from paddock.bots.solved import solve_in_background
from paddock.games import game
from paddock.match.match import Match
from paddock.match.record import Record, empty_match
from paddock.rules.game import Game
from paddock.rules.grid import is_file
from paddock.rules.refusals import BadNotation, BadOption
from paddock.server.acting import Person, check_settings, known_level, name_for_bot, name_unlike
from paddock.server.entries import AnyEntry, Began, Freed, Invited, Sat, Settings
from paddock.server.gathering import Deed, Gathering
from paddock.server.keys import new_key
from paddock.server.wire import Option, SeatWish, TableWish

LONGEST_SEAT: Final = 2 * LONGEST_NAME
"""Letters of a seat in a record: a name, and a level behind it."""


def deed_for(match: Match, person: Person, settings: Settings, *, lesson: bool = False) -> Deed:
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
        lesson=lesson,
    )


def laid(person: Person, wish: TableWish) -> tuple[Deed, list[AnyEntry]]:
    """A new table as it was wished for."""
    room = game(wish.game)
    match = Match(room, len(wish.seats), {name: from_outside(room, name, told) for name, told in wish.options.items()})
    deed = deed_for(match, person, check_settings(wish.settings))
    if wish.settings.coach or any(seat.who == "bot" for seat in wish.seats):
        call_experts(match)
    return deed, first_entries(person, wish.seats)


def call_experts(match: Match) -> None:
    """Bots and a coach get ready while people sit down: compiled, and their game solved if it can be."""
    have_bots_compiled(match.game)
    solve_in_background(match.game, match.options)


def match_of(record: Record) -> Match:
    """The empty table of a record that came from outside."""
    room = game(record.game)
    for name in record.seats:
        if not 0 < len(name) <= LONGEST_SEAT or not name.isprintable():
            raise BadNotation(f"seats: nobody is called {name[:LONGEST_SEAT]!r}")
    options = {name: from_outside(room, name, told) for name, told in record.options.items()}
    return empty_match(msgspec.structs.replace(record, options=options))


def from_outside(room: Game, name: str, told: Option) -> Option:
    """An option as it came over the wire: a board is one of ours or drawn there, never a file of this machine.

    Blanks mean nothing in a drawing, and no file is called so.
    """
    is_board = any(option.name == name and option.kind == "board" for option in room.options)
    if not is_board or not isinstance(told, str):
        return told
    if "/" in told:
        return f" {told} "
    if "." in told or is_file(told):
        raise BadOption(f"option {name}: there is no {told!r} here; draw its rows, joined by '/'")
    return told


def first_entries(person: Person, seats: list[SeatWish]) -> list[AnyEntry]:
    """Everybody who sits from the start."""
    entries: list[AnyEntry] = []
    taken: set[str] = set()
    for seat, wish in enumerate(seats):
        if wish.who == "person":
            entries.append(Freed(seat))
            continue
        if wish.who == "bot":
            name = name_for_bot(taken | {check_name(other.name) for other in seats if other.name} | {person.name})
            entries.append(Invited(seat, known_level(wish.level), name))
        else:
            name = name_unlike(taken, wish.name or person.name)
            entries.append(Sat(seat, person.guest, name))
        taken.add(name)
    if not any(isinstance(entry, Sat) for entry in entries) and not any(wish.who == "person" for wish in seats):
        raise BadOption("somebody should sit at the table: take a seat, or leave one for a person")
    return entries


def again(table: Gathering) -> tuple[Deed, list[AnyEntry]]:
    """The same people and bots at a new table, everybody one seat further."""
    host = Person(table.deed.host, "")
    entries: list[AnyEntry] = []
    for seat in range(table.deed.players):
        place = table.places[(seat + 1) % table.deed.players]
        if place.guest is not None:
            entries.append(Sat(seat, place.guest, place.name))
        elif place.level is not None:
            entries.append(Invited(seat, place.level, place.name))
        else:
            entries.append(Freed(seat))
    return deed_for(table.match, host, table.settings), entries


def continued(
    person: Person, record: Record, at: int, seat: int, level: str, *, lesson: bool = False
) -> tuple[Deed, list[AnyEntry]]:
    """A table that goes on from the first `at` events of a record: the person at one seat, bots at all others."""
    match = empty_match(record)
    if not 0 <= at <= len(record.events):
        raise BadOption(f"this match has {len(record.events)} events, so it cannot go on after event {at}")
    if not seat < match.players:
        raise BadOption(f"there is no seat {seat + 1}; there are {match.players}")
    match.play(*record.events[:at])
    if match.over:
        raise BadOption("there is nothing left to play: the match is over there")
    deed = deed_for(match, person, Settings(), lesson=lesson)
    wishes = [SeatWish("me") if other == seat else SeatWish("bot", level) for other in range(match.players)]
    entries = first_entries(person, wishes)
    call_experts(match)
    table = Gathering(deed)
    for entry in entries:
        table.take(entry, deed.created)
    began: Began = table.begin([secrets.token_hex(8) for _ in range(match.players)], record.events[:at])
    return deed, [*entries, began]
