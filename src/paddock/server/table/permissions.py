"""Permissions: the checks that command handlers share. Each raises a `PaddockError` if it fails."""

from dataclasses import dataclass

from paddock.engine.errors import PaddockError
from paddock.server.errors import Forbidden, NotPossibleNow
from paddock.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Person:
    """The guest who sends a command, with their name."""

    guest: str
    name: str


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
