"""Handlers of undo commands."""

from paddock.server.errors import NotPossibleNow, Repeated, Stale
from paddock.server.table.commands import AnswerUndo, Undo
from paddock.server.table.events import AnyEvent, MovesUndone, UndoAgreed, UndoDeclined, UndoRequested
from paddock.server.table.permissions import Person, own_seats, running
from paddock.server.table.seat_history import SeatHistory, seat_history
from paddock.server.table.table import Table


def undo(table: Table, person: Person, act: Undo) -> AnyEvent:
    """Undo the last decision at once if nothing was revealed since, or if no other person has a say. Else ask."""
    seats = own_seats(table, person, act.seat)
    running(table)
    if act.at != len(table.match.moves):
        raise Stale("the match has moved on; nothing was undone")
    history, last = seat_history(table), len(table.match.moves) - 1
    if table.may_undo in seats and history.person_at(last, table.may_undo) == person.guest:
        return MovesUndone(table.may_undo, last)
    length = table.last_decision(seats)
    if length is None:
        raise NotPossibleNow("you have not decided anything yet")
    seat = table.whose[length]
    others = history.witnesses(length) - {person.guest}
    if not others:
        return MovesUndone(seat, length)
    if gone := others - history.people:
        names = " and ".join(sorted(history.names[guest] for guest in gone))
        raise NotPossibleNow(f"{names} had a seat then and cannot be asked any more")
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
    if missing_consents(table, seat_history(table)) <= {person.guest}:
        return MovesUndone(table.wish.seat, table.wish.length)
    return UndoAgreed(asked[0])


def missing_consents(table: Table, history: SeatHistory) -> frozenset[str]:
    """Return the people who still have to agree to the open undo request."""
    if table.wish is None:
        return frozenset()
    return history.witnesses(table.wish.length) - {table.places[seat].guest for seat in table.agreed}
