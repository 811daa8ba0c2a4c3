"""Handlers of commands that change seats: sit, leave, invite a bot, free, take back, and consent to a new person.

During a match with hidden hands, a person's seat goes only to a bot or back to its person. A new person needs the
consent of everyone at the table, and of the person whose hand it was.
"""

from collections.abc import Collection

from paddock.bots.levels import LEVELS
from paddock.engine.errors import BadOption
from paddock.match.seat_names import BOT_NAMES, check_name
from paddock.server.errors import Forbidden, NotPossibleNow, Repeated
from paddock.server.table.commands import AnswerSeat, Free, Invite, Leave, Sit, TakeBack
from paddock.server.table.events import (
    AnyEvent,
    BotSeated,
    PersonRemoved,
    PersonReplaced,
    PersonSeated,
    SeatAgreed,
    SeatDeclined,
    SeatFreed,
    SeatGivenAway,
    SeatRequested,
    SubstituteEnded,
    SubstituteStarted,
)
from paddock.server.table.permissions import Person, existing, for_host, not_over, own_seat, own_seats, running
from paddock.server.table.seat_history import seat_history
from paddock.server.table.table import Table

# ---- Taking a seat


def sit(table: Table, person: Person, act: Sit) -> AnyEvent:
    if table.over:
        raise NotPossibleNow("the match is over; ask for a rematch")
    free = [seat for seat, place in enumerate(table.places) if place.free]
    seat = act.seat if act.seat is not None else next(iter(free), None)
    if seat is not None and seat < len(table.places) and table.places[seat].guest == person.guest:
        raise Repeated("you already have this seat")
    if seat not in free:
        raise NotPossibleNow("all seats are taken" if not free else f"seat {(seat or 0) + 1} is not free")
    seated = PersonSeated(seat, person.guest, name_unlike(other_names(table, seat), act.name or person.name))
    if not hands_are_hidden(table) or seat in seat_history(table).may_return(person.guest):
        return seated
    return seated_or_requested(table, seated)


def hands_are_hidden(table: Table) -> bool:
    return table.begun and table.game.facts.hidden


def seated_or_requested(table: Table, seated: PersonSeated) -> AnyEvent:
    """Return the event of a new person at a seat with a hidden hand, or the request that comes before it."""
    check_hand(table, seated)
    if not table.people - {seated.guest}:
        return seated
    asked = table.seat_request
    if asked is not None and (asked.seat, asked.guest) == (seated.seat, seated.guest):
        raise Repeated("you have already asked for this seat")
    if asked is not None:
        raise NotPossibleNow("another person is asking for a seat; wait for the answer")
    return SeatRequested(seated.seat, seated.guest, seated.name)


def check_hand(table: Table, seated: PersonSeated) -> None:
    """Raise `Forbidden` if this person must not see the hidden hand of the seat, whoever agrees."""
    if knows_another_hand(table, seated.guest, seated.seat):
        raise Forbidden("you have seen another hand of this match, so you cannot take this seat")
    was = seat_history(table).lost.get(seated.seat)
    if was is not None and was.guest not in {seated.guest, *table.people}:
        raise Forbidden(f"{was.name} did not give this hand up; only {was.name} or a bot can take this seat")


def knows_another_hand(table: Table, guest: str, seat: int) -> bool:
    """Return whether this guest has already seen another seat's hidden hand.

    A person who changes seats must not see a second hand. A person who held all seats from the start may.
    """
    sat = [line.entry for line in table.lines if isinstance(line.entry, PersonSeated)]
    knows = any(entry.guest == guest and entry.seat != seat for entry in sat)
    return knows and any(entry.guest != guest for entry in sat)


def answer_seat(table: Table, person: Person, act: AnswerSeat) -> AnyEvent:
    """Decline the new person, agree, or seat the new person if everyone else has agreed."""
    seats = own_seats(table, person, act.seat)
    running(table)
    request = table.seat_request
    if request is None:
        raise NotPossibleNow("no new person is asking for a seat")
    asked = [seat for seat in seats if seat not in table.seat_agreed]
    if not asked:
        raise Repeated("you have already answered")
    if not act.yes:
        return SeatDeclined(asked[0])
    agreed = {table.places[seat].guest for seat in table.seat_agreed} | {person.guest, request.guest}
    if table.people <= agreed:
        name = name_unlike(other_names(table, request.seat), request.name)
        seated = PersonSeated(request.seat, request.guest, name)
        check_hand(table, seated)
        return seated
    return SeatAgreed(asked[0])


# ---- Names


def other_names(table: Table, seat: int) -> set[str]:
    """Return the names at all other seats."""
    return {place.name for other, place in enumerate(table.places) if other != seat}


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


# ---- Bots and absent people


def leave(table: Table, person: Person, act: Leave) -> AnyEvent:
    own_seat(table, person, act.seat)
    if not table.begun:
        return SeatFreed(act.seat)
    running(table)
    if act.for_good:
        return given_away(table, act.seat, table.settings.keeper, table.places[act.seat].name, willing=True)
    if table.places[act.seat].kept:
        raise Repeated("a bot already plays for this seat")
    return SubstituteStarted(act.seat, table.settings.keeper)


def invite(table: Table, person: Person, act: Invite) -> AnyEvent:
    for_host(table, person)
    not_over(table)
    existing(table, act.seat)
    level, place = known_level(act.level), table.places[act.seat]
    if table.begun and place.guest is not None:
        return substituted(table, person, act)
    was = seat_history(table).lost.get(act.seat) if act.for_good else None
    if was is not None and act.seat in seat_history(table).may_return(was.guest):
        return given_away(table, act.seat, level, was.name)
    if place.level == level:
        raise Repeated("this bot already has this seat")
    return BotSeated(act.seat, level, name_for_bot(other_names(table, act.seat)))


def substituted(table: Table, person: Person, act: Invite) -> AnyEvent:
    """Let a bot play for a person. Only a second command gives the seat away for good."""
    place = table.places[act.seat]
    mine = place.guest == person.guest
    if act.for_good:
        if place.kept is None:
            raise NotPossibleNow("let a bot play for this person first; then you can give the seat away for good")
        return given_away(table, act.seat, act.level, place.name, willing=mine)
    if place.kept == act.level:
        raise Repeated("this bot already plays for this seat")
    return (SubstituteStarted if mine else PersonReplaced)(act.seat, act.level)


def given_away(table: Table, seat: int, level: str, person: str, *, willing: bool = False) -> AnyEvent:
    return SeatGivenAway(seat, level, name_for_bot(other_names(table, seat)), person, willing)


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
    place = table.places[act.seat]
    if place.free:
        raise Repeated("this seat is already free")
    if not table.begun or place.guest is None:
        return SeatFreed(act.seat)
    if hands_are_hidden(table) and place.guest != person.guest:
        raise NotPossibleNow("this person has a hidden hand; let a bot play for the seat instead")
    return PersonRemoved(act.seat, place.name)


def take_back(table: Table, person: Person, act: TakeBack) -> AnyEvent:
    """Return the person to their own seat: from a substitute, or after the host gave it to a bot or freed it."""
    existing(table, act.seat)
    place, history = table.places[act.seat], seat_history(table)
    if place.guest == person.guest:
        if place.kept is None:
            raise Repeated("this seat is already yours")
        return SubstituteEnded(act.seat)
    if act.seat not in history.may_return(person.guest):
        raise Forbidden("this seat is not yours")
    not_over(table)
    return PersonSeated(act.seat, person.guest, name_unlike(other_names(table, act.seat), history.lost[act.seat].name))
