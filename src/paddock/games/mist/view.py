"""The view and the observation of a seat in So ein Mist.

All cards on the table are public and no seat sees the passed cards, so all seats have the same view. It has the totals
of the closed scoring piles only with the option `tally` (6.1).
"""

from itertools import repeat
from typing import Final

import numpy as np

from paddock.engine.compilation.decorators import compiled, compiled_holding_gil
from paddock.engine.plain_position import PlainPosition, ViewPart, cached_part, query
from paddock.engine.tensor_layout import TensorField, tensor_offsets
from paddock.engine.types import CHANCE, OVER, Move, Positions, Seat, State, Tensor
from paddock.games.mist.data import ANIMALS, FACES, MOST_KINDS, MOST_PLACES, MOST_SEATS
from paddock.games.mist.notation import write
from paddock.games.mist.rules import landing, taker
from paddock.games.mist.state import FINISHED, GAP, NOBODY, PASSED_SHOWN


class Place(ViewPart, frozen=True):
    """One place of the path, with its figures in the order of their arrival."""

    card: int | None
    animal: str | None
    figures: tuple[int, ...]


class Landing(ViewPart, frozen=True):
    """The place that a face would lead the active figure to, and the seat that would take the card."""

    place: int
    taker: int
    forced: bool


class Player(ViewPart, frozen=True):
    """One seat."""

    animal: str | None
    place: int | None
    cards_to_draw: int
    cards_taken: int
    points: int | None
    food: int | None
    """The positive points among them, which break ties."""


class View(ViewPart, frozen=True):
    """The facts that every seat sees."""

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
    """Rounds that have not begun."""
    doubling: bool


def view(s: PlainPosition, seat: Seat | None) -> View:
    """Return the view of a seat; None stands for a spectator."""
    playing = s.turns > 0 and s.stage not in (PASSED_SHOWN, FINISHED)
    open_totals = s.tally or s.stage == FINISHED
    points, food = (s.points, s.food) if open_totals else (repeat(None), repeat(None))
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


@cached_part
def player(animal: int, place: int, to_draw: int, taken: int, points: int | None, food: int | None) -> Player:
    return Player(name_of(animal), None if place == NOBODY else place, to_draw, taken, points, food)


def name_of(animal: int) -> str | None:
    return None if animal == NOBODY else ANIMALS[animal]


def path(s: PlainPosition) -> tuple[Place, ...]:
    """Return the places laid so far."""
    animals = animals_of(s.animal)
    return tuple(map(place, s.value, map(animals.__getitem__, s.owner), queues(s.laid, s.place[: s.seats], s.arrived)))


@cached_part
def animals_of(seats: tuple[int, ...]) -> dict[int, int]:
    """Return the animal of a card by its owner."""
    return {NOBODY: NOBODY, GAP: GAP, **dict(enumerate(seats))}


def queues(laid: int, stands: tuple[int, ...], arrived: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the figures on each place, in the order of their arrival."""
    figures: list[tuple[int, ...]] = [()] * laid
    for seat in sorted(range(len(stands)), key=arrived.__getitem__):
        if stands[seat] != NOBODY:
            figures[stands[seat]] += (seat,)
    return figures


@cached_part
def faces_in(thrown: int) -> tuple[int, ...]:
    """Return the numbers thrown this turn, from a number with one bit for each."""
    return tuple(face for face in range(1, FACES + 1) if thrown >> face & 1)


@cached_part
def place(card: int, animal: int, figures: tuple[int, ...]) -> Place:
    return Place(None, None, figures) if animal == GAP else Place(card, name_of(animal), figures)


AHEAD: Final = np.dtype([("place", "i1", (FACES,)), ("taker", "i1", (FACES,))])


EVERY_FACE: Final = 2 ** (FACES + 1) - 1


def look_ahead(s: PlainPosition) -> PlainPosition:
    """3.1 to 3.3 Return the place that each face, from 1 on, leads the active figure to, and the taker of the card."""
    return query(walks, AHEAD, s)


@compiled_holding_gil
def walks(position: Positions, out: Positions) -> None:
    s, ahead = position[0], out[0]
    for face in range(FACES):
        at = landing(s, s.active, face + 1)
        ahead.place[face] = at
        ahead.taker[face] = taker(s, int(s.active), at)


def landings(s: PlainPosition) -> tuple[Landing, ...]:
    """Return the landing for each face. It is forced if the face repeats a number or is the last die."""
    ahead = look_ahead(s)
    forced = EVERY_FACE if s.count + 1 >= s.dice else s.thrown
    return tuple(map(landing_at, ahead.place, ahead.taker, bits(forced)))


@cached_part
def bits(forced: int) -> tuple[int, ...]:
    """Return 1 for each face whose bit is set, else 0."""
    return tuple(forced >> face & 1 for face in range(1, FACES + 1))


@cached_part
def landing_at(at: int, taker: int, forced: int) -> Landing:
    return Landing(at, taker, bool(forced))


def seen(s: PlainPosition, move: Move, seat: Seat | None) -> str:
    """Return the token. Every event is public, since passed cards become events only when they are turned over."""
    return write(s, move)


OBSERVATION: Final = (
    TensorField("to_move", (1,), "1 if this seat decides now"),
    TensorField("seats", (MOST_SEATS,), "1 for every player, this seat first"),
    TensorField("card", (MOST_PLACES,), "value of each card of the path in tens, clockwise from this seat's figure"),
    TensorField("gap", (MOST_PLACES,), "1 for each place without a card, in the same order"),
    TensorField("own_card", (MOST_PLACES,), "1 for each card of this seat's animal"),
    TensorField("figure", (MOST_SEATS, MOST_PLACES), "1 at the place of each figure, seats from this one on"),
    TensorField("last_in_queue", (MOST_SEATS,), "1 if no other figure came to that seat's place after it"),
    TensorField("unseen", (MOST_SEATS, MOST_KINDS), "unseen cards of each seat's animal, by value ascending"),
    TensorField("points", (MOST_SEATS,), "points taken so far in hundreds, which a perfect memory knows"),
    TensorField("food", (MOST_SEATS,), "positive points taken so far in hundreds"),
    TensorField("thrown", (FACES,), "1 for each number thrown this turn"),
    TensorField("newest", (FACES,), "1 for the newest number"),
    TensorField("dice_left", (1,), "share of the dice that may still be thrown"),
    TensorField("turns_left", (1,), "share of the match's turns still to come"),
    TensorField("doubling", (1,), "1 if own cards count double"),
)

AT: Final = tensor_offsets(OBSERVATION)


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Write the observation relative to the seat: itself first, the path from its own figure on."""
    out[:] = 0.0
    seats, places = int(s.seats), int(s.places)  # int: small fields would overflow in the indices
    home = max(int(s.place[seat]), 0)
    out[AT.to_move] = s.turn == seat
    for i in range(seats):
        out[AT.seats + i] = 1.0
    place = home
    for i in range(s.laid):
        out[AT.card + i] = s.value[place] * 0.1
        out[AT.gap + i] = s.owner[place] == GAP
        out[AT.own_card + i] = s.owner[place] == seat
        place = place + 1 if place + 1 < places else 0
    other = int(seat)
    for i in range(seats):
        ahead = int(s.place[other]) - home
        out[AT.figure + i * MOST_PLACES + (ahead if ahead >= 0 else ahead + places)] = s.place[other] != NOBODY
        last = int(s.place[other] != NOBODY)
        for rival in range(seats):
            last &= int(s.place[rival] != s.place[other]) | int(s.arrived[rival] <= s.arrived[other])
        out[AT.last_in_queue + i] = last
        other = other + 1 if other + 1 < seats else 0
    other = int(seat)
    for i in range(seats):
        for kind in range(MOST_KINDS):
            out[AT.unseen + i * MOST_KINDS + kind] = s.stock[other, kind]
        out[AT.points + i] = s.points[other] * 0.01
        out[AT.food + i] = s.food[other] * 0.01
        other = other + 1 if other + 1 < seats else 0
    for face in range(1, FACES + 1):
        out[AT.thrown + face - 1] = (s.thrown >> face) & 1
        out[AT.newest + face - 1] = int(s.count > 0) & int(s.die == face)
    out[AT.dice_left] = (s.dice - s.count) / s.dice
    out[AT.turns_left] = (s.last_turn - s.turns) / s.last_turn
    out[AT.doubling] = s.doubling
