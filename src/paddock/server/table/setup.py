"""New tables: turns a request, a rematch or a position of a record into a configuration and first entries."""

import secrets
import time
from typing import Final

import msgspec

from paddock.bots.algorithms.solver_jobs import solve_in_background
from paddock.bots.background_compilation import compile_bots_in_background
from paddock.engine.boards.flaws import BadGrid, flaw
from paddock.engine.boards.grid import is_file
from paddock.engine.errors import BadNotation, BadOption
from paddock.engine.game import Game
from paddock.games import load_game
from paddock.match.match_state import MatchState
from paddock.match.record import Record, empty_match
from paddock.match.seat_names import LONGEST_NAME, check_name
from paddock.server.api.schemas import Option, SeatRequest, TableRequest
from paddock.server.auth.tokens import new_key
from paddock.server.table.events import AnyEvent, BotSeated, PersonSeated, SeatFreed, Settings
from paddock.server.table.handlers import Person, began, check_settings
from paddock.server.table.seat_handlers import known_level, name_for_bot, name_unlike
from paddock.server.table.table import Table, TableConfig

LONGEST_SEAT: Final = 2 * LONGEST_NAME
"""Characters of a seat in a record: a name and a level."""


def new_config(match: MatchState, person: Person, settings: Settings, *, lesson: bool = False) -> TableConfig:
    """Return the configuration of a new table with its own dice secret. It is not stored yet."""
    return TableConfig(
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


def table_from_request(person: Person, wish: TableRequest) -> tuple[TableConfig, list[AnyEvent]]:
    """Return the configuration and first entries for this request."""
    room = load_game(wish.game)
    match = MatchState(
        room, len(wish.seats), {name: from_outside(room, name, told) for name, told in wish.options.items()}
    )
    config = new_config(match, person, check_settings(wish.settings))
    if wish.settings.coach or any(seat.who == "bot" for seat in wish.seats):
        call_experts(match, person)
    return config, first_entries(person, wish.seats)


def call_experts(match: MatchState, person: Person) -> None:
    """Start compiling the bots, and solving the game if that is possible, while people take their seats."""
    compile_bots_in_background(match.game)
    solve_in_background(match.game, match.options, person.guest)


def match_of(record: Record) -> MatchState:
    """Return the empty match of an uploaded record. Raise `BadNotation` for an invalid seat name."""
    room = load_game(record.game)
    for name in record.seats:
        if not 0 < len(name) <= LONGEST_SEAT or not name.isprintable():
            raise BadNotation(f"seats: {name[:LONGEST_SEAT]!r} is not a valid name")
    options = {name: from_outside(room, name, told) for name, told in record.options.items()}
    return empty_match(msgspec.structs.replace(record, options=options))


def from_outside(room: Game, name: str, told: Option) -> Option:
    """Return an option value from the wire. A board is a named one or drawn, never a file of this machine.

    Spaces have no meaning in a drawing and occur in no file name, so they mark a drawing.
    """
    is_board = any(option.name == name and option.kind == "board" for option in room.options)
    if not is_board or not isinstance(told, str):
        return told
    if "/" in told:
        return f" {told} "
    if "." in told or is_file(told):
        text = f"option {name}: there is no board {told!r}; draw its rows, joined by '/'"
        raise BadGrid(text, [flaw("unknown_board", text=told)], field=name)
    return told


def first_entries(person: Person, seats: list[SeatRequest]) -> list[AnyEvent]:
    """Return the entries for the seats of a new table. Raise `BadOption` if no seat is for a person."""
    entries: list[AnyEvent] = []
    taken: set[str] = set()
    for seat, wish in enumerate(seats):
        if wish.who == "person":
            entries.append(SeatFreed(seat))
            continue
        if wish.who == "bot":
            name = name_for_bot(taken | {check_name(other.name) for other in seats if other.name} | {person.name})
            entries.append(BotSeated(seat, known_level(wish.level), name))
        else:
            name = name_unlike(taken, wish.name or person.name)
            entries.append(PersonSeated(seat, person.guest, name))
        taken.add(name)
    if not any(isinstance(entry, PersonSeated) for entry in entries) and not any(
        wish.who == "person" for wish in seats
    ):
        raise BadOption("the table needs a person: take a seat, or leave one free", field="seats")
    return entries


def rematch_of(table: Table) -> tuple[TableConfig, list[AnyEvent]]:
    """Return a new table for the same people and bots, each one seat further on."""
    host = Person(table.config.host, "")
    entries: list[AnyEvent] = []
    for seat in range(table.config.players):
        place = table.places[(seat + 1) % table.config.players]
        if place.guest is not None:
            entries.append(PersonSeated(seat, place.guest, place.name))
        elif place.level is not None:
            entries.append(BotSeated(seat, place.level, place.name))
        else:
            entries.append(SeatFreed(seat))
    return new_config(table.match, host, table.settings), entries


def table_from_record(
    person: Person, record: Record, at: int, seat: int, level: str, *, lesson: bool = False
) -> tuple[TableConfig, list[AnyEvent]]:
    """Return a table that continues the first `at` events of a record: the person at one seat, bots at all others.

    Raise `BadOption` if there is no such event or seat, or if the match is over there.
    """
    match = empty_match(record)
    if not 0 <= at <= len(record.events):
        raise BadOption(f"this match has {len(record.events)} events, so it cannot go on after event {at}", field="at")
    if not seat < match.players:
        raise BadOption(f"there is no seat {seat + 1}; this match has {match.players} seats", field="seat")
    match.play(*record.events[:at])
    if match.over:
        raise BadOption("the match is over at this position; choose an earlier one", field="at")
    config = new_config(match, person, Settings(), lesson=lesson)
    wishes = [SeatRequest("me") if other == seat else SeatRequest("bot", level) for other in range(match.players)]
    entries = first_entries(person, wishes)
    call_experts(match, person)
    table = Table(config)
    for event in entries:
        table.apply(event, config.created)
    return config, [*entries, began(table, [""] * match.players, record.events[:at])]
