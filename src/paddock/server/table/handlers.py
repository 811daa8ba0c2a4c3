"""Command handlers: check a command of a person at a table and return the events that it becomes.

Handlers change nothing. Moves are tried on a copy of the match. The executor writes the events to the log, and then
`Table.apply` changes the table.
"""

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from paddock.bots.levels import LEVELS
from paddock.engine.errors import BadOption, PaddockError
from paddock.match.dice import play_chance
from paddock.match.seat_names import BOT_NAMES, check_name
from paddock.server.errors import Forbidden, NotPossibleNow, Repeated, Stale
from paddock.server.table.commands import (
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
    BotSeated,
    ChatSent,
    MatchBegan,
    MovesUndone,
    PersonSeated,
    PhraseSent,
    Played,
    SeatFreed,
    SeedGiven,
    Settings,
    SettingsChanged,
    SubstituteEnded,
    SubstituteStarted,
    TableClosed,
    UndoAgreed,
    UndoDeclined,
    UndoRequested,
)
from paddock.server.table.phrases import PHRASES
from paddock.server.table.table import Table

SHORTEST_CLOCK: Final = 5
LONGEST_CLOCK: Final = 14 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Person:
    """The guest who sends a command, with their name."""

    guest: str
    name: str


def handle(table: Table, person: Person, act: AnyCommand) -> list[AnyEvent]:
    """Return the events of this command. Raise a `PaddockError` if the table does not allow it."""
    if table.closed:
        raise NotPossibleNow("the host closed this table")
    return [HANDLERS[type(act)](table, person, act)]


def follow_up(table: Table) -> list[AnyEvent]:
    """Return the events that follow by themselves: the match begins once every seat is ready."""
    return [begin_now(table)] if can_begin(table) else []


# ---- Sitting down


def sit(table: Table, person: Person, act: Sit) -> AnyEvent:
    if table.over:
        raise NotPossibleNow("the match is over; ask for a rematch")
    free = [seat for seat, place in enumerate(table.places) if place.free]
    seat = act.seat if act.seat is not None else next(iter(free), None)
    if seat is not None and seat < len(table.places) and table.places[seat].guest == person.guest:
        raise Repeated("you already have this seat")
    if seat not in free:
        raise NotPossibleNow("all seats are taken" if not free else f"seat {(seat or 0) + 1} is not free")
    if knows_another_hand(table, person, seat):
        raise Forbidden("you have seen another hand of this match, so you cannot take this seat")
    taken = {place.name for place in table.places}
    return PersonSeated(seat, person.guest, name_unlike(taken, act.name or person.name))


def knows_another_hand(table: Table, person: Person, seat: int) -> bool:
    """Return whether this person has already seen another seat's hidden hand.

    A person who changes seats must not see a second hand. A person who held all seats from the start may.
    """
    if not table.begun or not table.game.facts.hidden:
        return False
    sat = [line.entry for line in table.lines if isinstance(line.entry, PersonSeated)]
    knows = any(entry.guest == person.guest and entry.seat != seat for entry in sat)
    return knows and any(entry.guest != person.guest for entry in sat)


def name_unlike(taken: Collection[str], name: str) -> str:
    """Return the name, followed by a number if another seat has it.

    >>> name_unlike({"Ann", "Ann 2"}, "Ann")
    'Ann 3'
    """
    name = check_name(name)
    numbered = (f"{name[:17]} {number}" for number in range(2, len(taken) + 3))
    return name if name not in taken else next(other for other in numbered if other not in taken)


def name_for_bot(taken: Collection[str]) -> str:
    """Return a bot name that no seat has, even if people chose bot names."""
    return name_unlike(taken, next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[0]))


def leave(table: Table, person: Person, act: Leave) -> AnyEvent:
    own_seat(table, person, act.seat)
    if not table.begun:
        return SeatFreed(act.seat)
    running(table)
    if table.places[act.seat].kept:
        raise Repeated("a bot already plays for this seat")
    return SubstituteStarted(act.seat, table.settings.keeper)


def invite(table: Table, person: Person, act: Invite) -> AnyEvent:
    for_host(table, person)
    not_over(table)
    existing(table, act.seat)
    if table.places[act.seat].level == act.level:
        raise Repeated("this bot already has this seat")
    others = [place.name for seat, place in enumerate(table.places) if seat != act.seat]
    return BotSeated(act.seat, known_level(act.level), name_for_bot(others))


def known_level(level: str) -> str:
    """Return the level, or raise `BadOption` if it has no name: guests cannot set a bot's thinking time."""
    if level not in LEVELS:
        raise BadOption(
            f"there is no bot {level!r}; choose one of {', '.join(LEVELS)}", field="level", choices=tuple(LEVELS)
        )
    return level


def free(table: Table, person: Person, act: Free) -> AnyEvent:
    for_host(table, person)
    not_over(table)
    existing(table, act.seat)
    if table.places[act.seat].free:
        raise Repeated("this seat is already free")
    return SeatFreed(act.seat)


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
    return began(table, [place.seed or secrets.token_hex(8) for place in table.places])


def can_begin(table: Table) -> bool:
    """Return whether every seat has a bot, or a person who gave a seed."""
    return not table.begun and not table.closed and all(place.level or place.seed for place in table.places)


# ---- Playing


def play(table: Table, person: Person, act: Play) -> AnyEvent:
    seat = table.turn
    theirs = seat >= 0 and may_decide(table, person, seat) and (act.seat is None or same_decision(table, act.seat))
    if not theirs or act.at != len(table.match.moves):
        raise why_not(table, person, act)
    return played(table, seat, act.tokens)


def played(table: Table, seat: int, tokens: list[str], *, bot: bool = False) -> Played:
    """Return the event of these decisions and of the chance events after them."""
    match = table.match.copy()
    known = len(match.moves)
    for token in tokens:
        if match.turn != seat:
            raise PaddockError(f"your decision ends before {token!r}; send that later")
        match.play(token)
    assert table.dice is not None
    play_chance(match, table.dice)
    return Played(seat, match.tokens[known:], bot)


def began(table: Table, seeds: list[str], given: Sequence[str] = ()) -> MatchBegan:
    """Return the event that begins the match, after the given events of a continued match. The seeds are final."""
    match = table.match.copy()
    match.play(*given)
    play_chance(match, table.dice_with(seeds))
    return MatchBegan(seeds, match.tokens, given=len(given))


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


def undo(table: Table, person: Person, act: Undo) -> AnyEvent:
    """Undo the last decision at once if nothing was revealed since, or if one person has all seats. Else ask."""
    seats = own_seats(table, person, act.seat)
    running(table)
    if act.at != len(table.match.moves):
        raise Stale("the match has moved on; nothing was undone")
    if table.may_undo in seats:
        return MovesUndone(table.may_undo, len(table.match.moves) - 1)
    length = table.last_decision(seats)
    if length is None:
        raise NotPossibleNow("you have not decided anything yet")
    seat = table.whose[length]
    if table.people == {person.guest}:
        return MovesUndone(seat, length)
    if table.wish is not None:
        raise NotPossibleNow("another undo request is open; answer it first")
    return UndoRequested(seat, length)


def answer_undo(table: Table, person: Person, act: AnswerUndo) -> AnyEvent:
    seats = own_seats(table, person, act.seat)
    running(table)
    if table.wish is None:
        raise NotPossibleNow("there is no undo request")
    asked = [seat for seat in seats if seat not in table.agreed]
    if not asked:
        raise Repeated("you have already answered")
    if not act.yes:
        return UndoDeclined(asked[0])
    agreed = {table.places[seat].guest for seat in table.agreed} | {person.guest}
    if table.people <= agreed:
        return MovesUndone(table.wish.seat, table.wish.length)
    return UndoAgreed(asked[0])


def take_back(table: Table, person: Person, act: TakeBack) -> AnyEvent:
    own_seat(table, person, act.seat)
    if table.places[act.seat].kept is None:
        raise Repeated("this seat is already yours")
    return SubstituteEnded(act.seat)


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


# ---- Permissions


def for_host(table: Table, person: Person) -> None:
    if table.config.host != person.guest:
        raise Forbidden("only the host can do that")


def existing(table: Table, seat: int) -> None:
    if seat >= len(table.places):
        raise PaddockError(f"there is no seat {seat + 1}; this table has {len(table.places)} seats")


def own_seat(table: Table, person: Person, seat: int) -> None:
    existing(table, seat)
    if table.places[seat].guest != person.guest:
        raise Forbidden("this seat is not yours")


def own_seats(table: Table, person: Person, seat: int | None) -> list[int]:
    """Return the named seat, or all seats of the person. Raise `Forbidden` if it is not theirs."""
    if seat is not None:
        own_seat(table, person, seat)
        return [seat]
    seats = table.seats_of(person.guest)
    if not seats:
        raise Forbidden("take a seat at this table to do that")
    return seats


def running(table: Table) -> None:
    if not table.begun:
        raise NotPossibleNow("the match has not begun yet")
    not_over(table)


def not_over(table: Table) -> None:
    if table.over:
        raise NotPossibleNow("the match is over")


HANDLERS: Final[dict[type, Callable[[Table, Person, Any], AnyEvent]]] = {
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
    Say: say,
    Chat: chat,
    Change: change,
    Close: close,
}
