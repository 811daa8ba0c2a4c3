"""Command handlers: check a command of a person at a table and return the log entry that it becomes.

Only `Table.begin` and `Table.play` change the table, and each of them returns an entry. The caller writes that
entry to disk, or reads the table again from its log.
"""

import secrets
from collections.abc import Callable
from typing import Any, Final

from paddock.engine.errors import PaddockError
from paddock.server.errors import Forbidden, NotPossibleNow, Repeated, Stale
from paddock.server.table.commands import (
    AnswerSeat,
    AnswerUndo,
    AnyCommand,
    Begin,
    Change,
    Chat,
    Close,
    Free,
    Invite,
    Leave,
    Play,
    Say,
    Seed,
    Sit,
    TakeBack,
    Undo,
)
from paddock.server.table.events import (
    AnyEvent,
    ChatSent,
    PhraseSent,
    SeedGiven,
    Settings,
    SettingsChanged,
    TableClosed,
)
from paddock.server.table.permissions import Person as Person
from paddock.server.table.permissions import for_host, own_seat, own_seats, running
from paddock.server.table.phrases import PHRASES
from paddock.server.table.seat_handlers import answer_seat, free, invite, known_level, leave, sit, take_back
from paddock.server.table.table import Table
from paddock.server.table.undo_handlers import answer_undo, undo

SHORTEST_CLOCK: Final = 5
LONGEST_CLOCK: Final = 14 * 24 * 3600


def handle(table: Table, person: Person, act: AnyCommand) -> AnyEvent:
    """Return the log entry for this command. Raise a `PaddockError` if the table does not allow it."""
    if table.closed:
        raise NotPossibleNow("the host closed this table")
    return MEANINGS[type(act)](table, person, act)


# ---- Beginning


def seed(table: Table, person: Person, act: Seed) -> AnyEvent:
    own_seat(table, person, act.seat)
    if table.places[act.seat].seed == act.seed:
        raise Repeated("this seed is already set")
    if table.begun:
        raise NotPossibleNow("the match has begun, so its seeds are final")
    if not act.seed.isprintable():
        raise PaddockError("a seed must be one line of text")
    return SeedGiven(act.seat, act.seed)


def begin(table: Table, person: Person, act: Begin) -> AnyEvent:
    for_host(table, person)
    if table.begun:
        raise Repeated("the match has already begun")
    return begin_now(table)


def begin_now(table: Table) -> AnyEvent:
    """Return the entry that begins the match. Seats without a seed get a random one."""
    if any(place.free for place in table.places):
        raise NotPossibleNow("a seat is still free: wait for a person, or give it to a bot")
    return table.begin([place.seed or secrets.token_hex(8) for place in table.places])


def can_begin(table: Table) -> bool:
    """Return whether every seat has a bot, or a person who gave a seed."""
    return not table.begun and not table.closed and all(place.level or place.seed for place in table.places)


# ---- Playing


def play(table: Table, person: Person, act: Play) -> AnyEvent:
    seat = table.turn
    theirs = seat >= 0 and may_decide(table, person, seat) and (act.seat is None or same_decision(table, act.seat))
    if not theirs or act.at != len(table.match.moves):
        raise why_not(table, person, act)
    return table.play(seat, act.tokens)


def why_not(table: Table, person: Person, act: Play) -> PaddockError:
    """Return the error that explains why these decisions cannot be played."""
    if not table.seats_of(person.guest):
        return Forbidden("take a seat at this table to play")
    if act.at != len(table.match.moves):
        return answer_to_old(table, person, act)
    running(table)
    return NotPossibleNow(f"it is not your turn: {table.names()[table.turn]} decides now")


def same_decision(table: Table, seat: int) -> bool:
    return seat == table.turn or anybody_decides(table)


def answer_to_old(table: Table, person: Person, act: Play) -> PaddockError:
    """Return the error for a move that answers an older position: it was played already, or came too late."""
    if act.at > len(table.match.moves):
        return Stale(f"this move answers event {act.at}, but the match has only {len(table.match.moves)} events")
    seat = table.whose[act.at]
    there = table.match.tokens[act.at : act.at + len(act.tokens)]
    if there == act.tokens and seat >= 0 and may_decide(table, person, seat):
        return Repeated("this move was already played")
    return Stale("the match has moved on; this move was not played")


def may_decide(table: Table, person: Person, seat: int) -> bool:
    """Return whether this person decides for the seat.

    In a cooperative game every seated person does, unless the host chose otherwise.
    """
    if anybody_decides(table) and table.places[seat].bot is None:
        return person.guest in table.people
    return table.places[seat].guest == person.guest and table.places[seat].kept is None


def anybody_decides(table: Table) -> bool:
    return table.game.facts.together and table.settings.joint == "anybody"


# ---- Chat and host commands


def say(table: Table, person: Person, act: Say) -> AnyEvent:
    if act.phrase not in PHRASES:
        raise PaddockError(f"there is no phrase {act.phrase!r}; choose one of {', '.join(PHRASES)}")
    return PhraseSent(speaking(table, person, act.seat), act.phrase)


def chat(table: Table, person: Person, act: Chat) -> AnyEvent:
    if not table.settings.chat:
        raise Forbidden("this table allows preset phrases only; the host can turn on free chat")
    words = "".join(letter for letter in act.words if letter.isprintable()).strip()
    if not words:
        raise PaddockError("this message is empty")
    return ChatSent(speaking(table, person, act.seat), words)


def speaking(table: Table, person: Person, seat: int | None) -> int:
    return own_seats(table, person, seat)[0]


def change(table: Table, person: Person, act: Change) -> AnyEvent:
    for_host(table, person)
    if act.settings == table.settings:
        raise Repeated("the settings already have these values")
    return SettingsChanged(check_settings(act.settings))


def check_settings(settings: Settings) -> Settings:
    if not SHORTEST_CLOCK <= settings.seconds <= LONGEST_CLOCK:
        raise PaddockError(f"a clock needs {SHORTEST_CLOCK} seconds to two weeks, not {settings.seconds} seconds")
    known_level(settings.keeper)
    return settings


def close(table: Table, person: Person, act: Close) -> AnyEvent:
    for_host(table, person)
    if table.over:
        raise NotPossibleNow("the match is already over")
    return TableClosed()


MEANINGS: Final[dict[type, Callable[[Table, Person, Any], AnyEvent]]] = {
    Sit: sit,
    Leave: leave,
    Invite: invite,
    Free: free,
    Seed: seed,
    Begin: begin,
    Play: play,
    Undo: undo,
    AnswerUndo: answer_undo,
    TakeBack: take_back,
    AnswerSeat: answer_seat,
    Say: say,
    Chat: chat,
    Change: change,
    Close: close,
}
