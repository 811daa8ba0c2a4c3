"""What one seat may know of So ein Mist.

Everything on the table is public and nobody sees what was passed on, so all seats see the same; the totals
of the closed scoring piles are left out unless the table agreed to show them (6.1).
"""

from itertools import repeat
from typing import Final

import numpy as np

from paddock.games.mist.data import ANIMALS, FACES, MOST_KINDS, MOST_PLACES, MOST_SEATS
from paddock.games.mist.notation import write
from paddock.games.mist.rules import landing, taker
from paddock.games.mist.state import FINISHED, GAP, NOBODY, PASSED_SHOWN
from paddock.rules.compiler import brief, compiled
from paddock.rules.game import Piece
from paddock.rules.kinds import CHANCE, OVER, Move, Seat, State, Table, Tensor
from paddock.rules.plain import Plain, Shown, answer, shared


class Place(Shown, frozen=True):
    """One place of the path, with the figures standing there, first come first."""

    card: int | None
    animal: str | None
    figures: tuple[int, ...]


class Landing(Shown, frozen=True):
    """Where a face would lead the active figure now, and who would take the card."""

    place: int
    taker: int
    forced: bool


class Player(Shown, frozen=True):
    """One seat."""

    animal: str | None
    place: int | None
    cards_to_draw: int
    cards_taken: int
    points: int | None
    food: int | None
    """The positive points among them, which decide between equals."""


class View(Shown, frozen=True):
    """The table as everybody sees it."""

    whose: int | None
    over: bool
    active: int | None
    players: tuple[Player, ...]
    path: tuple[Place, ...]
    dice: tuple[int, ...]
    newest: int | None
    dice_left: int
    landings: tuple[Landing, ...]
    rounds: int
    rounds_left: int
    """Rounds still to begin."""
    doubling: bool


def view(s: Plain, seat: Seat | None) -> View:
    """The view of a seat; None is somebody who only watches."""
    playing = s.turns > 0 and s.stage not in (PASSED_SHOWN, FINISHED)
    told = s.tally or s.stage == FINISHED
    points, food = (s.points, s.food) if told else (repeat(None), repeat(None))
    return View(
        whose=None if s.turn in (CHANCE, OVER) else s.turn,
        over=s.turn == OVER,
        active=s.active if playing else None,
        players=tuple(map(player, s.animal[: s.seats], s.place, s.draws, s.taken, points, food)),
        path=path(s),
        dice=faces_in(s.thrown) if playing else (),
        newest=s.die if playing and s.count else None,
        dice_left=s.dice - s.count,
        landings=landings(s) if playing else (),
        rounds=s.last_turn // s.seats,
        rounds_left=(s.last_turn - s.turns) // s.seats,
        doubling=bool(s.doubling),
    )


@shared
def player(animal: int, place: int, to_draw: int, taken: int, points: int | None, food: int | None) -> Player:
    return Player(name_of(animal), None if place == NOBODY else place, to_draw, taken, points, food)


def name_of(animal: int) -> str | None:
    return None if animal == NOBODY else ANIMALS[animal]


def path(s: Plain) -> tuple[Place, ...]:
    """The places laid so far."""
    animals = animals_of(s.animal)
    return tuple(map(place, s.value, map(animals.__getitem__, s.owner), queues(s.laid, s.place[: s.seats], s.arrived)))


@shared
def animals_of(seats: tuple[int, ...]) -> dict[int, int]:
    """Who owns a card -> its animal."""
    return {NOBODY: NOBODY, GAP: GAP, **dict(enumerate(seats))}


def queues(laid: int, stands: tuple[int, ...], arrived: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The figures on each place, first come first."""
    figures: list[tuple[int, ...]] = [()] * laid
    for seat in sorted(range(len(stands)), key=arrived.__getitem__):
        if stands[seat] != NOBODY:
            figures[stands[seat]] += (seat,)
    return figures


@shared
def faces_in(thrown: int) -> tuple[int, ...]:
    """The numbers thrown this turn, which are bits of one."""
    return tuple(face for face in range(1, FACES + 1) if thrown >> face & 1)


@shared
def place(card: int, animal: int, figures: tuple[int, ...]) -> Place:
    return Place(None, None, figures) if animal == GAP else Place(card, name_of(animal), figures)


AHEAD: Final = np.dtype([("place", "i1", (FACES,)), ("taker", "i1", (FACES,))])


EVERY_FACE: Final = 2 ** (FACES + 1) - 1


def look_ahead(s: Plain) -> Plain:
    """3.1 to 3.3 The place that each face, from 1 on, would lead the active figure to, and who would take the card."""
    return answer(walks, AHEAD, s)


@brief
def walks(table: Table, out: Table) -> None:
    s, ahead = table[0], out[0]
    for face in range(FACES):
        at = landing(s, s.active, face + 1)
        ahead.place[face] = at
        ahead.taker[face] = taker(s, int(s.active), at)


def landings(s: Plain) -> tuple[Landing, ...]:
    """For each face; forced if it would repeat a number of this turn or be the last die."""
    ahead = look_ahead(s)
    forced = EVERY_FACE if s.count + 1 >= s.dice else s.thrown
    return tuple(map(landing_at, ahead.place, ahead.taker, bits(forced)))


@shared
def bits(forced: int) -> tuple[int, ...]:
    """For each face, whether it is in there."""
    return tuple(forced >> face & 1 for face in range(1, FACES + 1))


@shared
def landing_at(at: int, who: int, forced: int) -> Landing:
    return Landing(at, who, bool(forced))


def seen(s: Plain, move: Move, seat: Seat | None) -> str:
    """Every event is public; passed cards become events only when they are turned over."""
    return write(s, move)


OBSERVATION: Final = (
    Piece("to_move", (1,), "1 if this seat decides now"),
    Piece("seats", (MOST_SEATS,), "1 for every seat that is taken, this seat first"),
    Piece("card", (MOST_PLACES,), "value of each card of the path in tens, from this seat's figure on, clockwise"),
    Piece("gap", (MOST_PLACES,), "1 where there is no card, in the same order"),
    Piece("own_card", (MOST_PLACES,), "1 where the card is of this seat's animal"),
    Piece("figure", (MOST_SEATS, MOST_PLACES), "1 where each figure stands, seats from this one on"),
    Piece("last_in_queue", (MOST_SEATS,), "1 if nobody came to that seat's place after it"),
    Piece("unseen", (MOST_SEATS, MOST_KINDS), "cards of each seat's animal that nobody has seen, by value ascending"),
    Piece("points", (MOST_SEATS,), "points taken so far in hundreds, as who remembers everything knows them"),
    Piece("food", (MOST_SEATS,), "positive points taken so far in hundreds"),
    Piece("thrown", (FACES,), "1 for each number thrown this turn"),
    Piece("newest", (FACES,), "1 for the newest number"),
    Piece("dice_left", (1,), "share of the dice that may still be thrown"),
    Piece("turns_left", (1,), "share of the match's turns still to come"),
    Piece("doubling", (1,), "1 if own cards count double"),
)


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Everything relative to the seat: itself first, the path from its own figure on."""
    out[:] = 0.0
    seats, places = int(s.seats), int(s.places)  # wide: small fields would overflow where they index the tensor
    home = max(int(s.place[seat]), 0)
    at = 0
    out[at] = s.turn == seat
    at += 1
    for i in range(seats):
        out[at + i] = 1.0
    at += MOST_SEATS
    place = home
    for i in range(s.laid):
        out[at + i] = s.value[place] * 0.1
        out[at + MOST_PLACES + i] = s.owner[place] == GAP
        out[at + 2 * MOST_PLACES + i] = s.owner[place] == seat
        place = place + 1 if place + 1 < places else 0
    at += 3 * MOST_PLACES
    other = int(seat)
    for i in range(seats):
        ahead = int(s.place[other]) - home
        out[at + i * MOST_PLACES + (ahead if ahead >= 0 else ahead + places)] = s.place[other] != NOBODY
        last = int(s.place[other] != NOBODY)
        for rival in range(seats):
            last &= int(s.place[rival] != s.place[other]) | int(s.arrived[rival] <= s.arrived[other])
        out[at + MOST_SEATS * MOST_PLACES + i] = last
        other = other + 1 if other + 1 < seats else 0
    at += MOST_SEATS * (MOST_PLACES + 1)
    other = int(seat)
    for i in range(seats):
        for kind in range(MOST_KINDS):
            out[at + i * MOST_KINDS + kind] = s.stock[other, kind]
        out[at + MOST_SEATS * MOST_KINDS + i] = s.points[other] * 0.01
        out[at + MOST_SEATS * MOST_KINDS + MOST_SEATS + i] = s.food[other] * 0.01
        other = other + 1 if other + 1 < seats else 0
    at += MOST_SEATS * (MOST_KINDS + 2)
    for face in range(1, FACES + 1):
        out[at + face - 1] = (s.thrown >> face) & 1
        out[at + FACES + face - 1] = int(s.count > 0) & int(s.die == face)
    at += 2 * FACES
    out[at] = (s.dice - s.count) / s.dice
    out[at + 1] = (s.last_turn - s.turns) / s.last_turn
    out[at + 2] = s.doubling
