"""What one seat may know of So ein Mist.

Everything on the table is public and nobody sees what was passed on, so all seats see the same; the totals
of the closed scoring piles are left out unless the table agreed to show them (6.1).
"""

from dataclasses import dataclass
from typing import Final

from paddock.games.mist.data import ANIMALS, FACES, MOST_KINDS, MOST_PLACES, MOST_SEATS
from paddock.games.mist.notation import write
from paddock.games.mist.rules import landing, taker
from paddock.games.mist.state import FINISHED, GAP, NOBODY, PASSED_SHOWN, STOP_OR_MORE
from paddock.rules.compiler import compiled
from paddock.rules.game import Piece
from paddock.rules.kinds import CHANCE, OVER, Move, Seat, State, Tensor


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the path, with the figures standing there, first come first."""

    card: int | None
    animal: str | None
    figures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a face would lead the active figure now, and who would take the card."""

    place: int
    taker: int
    forced: bool


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    animal: str | None
    place: int | None
    cards_to_draw: int
    cards_taken: int
    points: int | None


@dataclass(frozen=True, slots=True)
class View:
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
    rounds_left: int
    """Rounds still to begin."""
    doubling: bool


def view(s: State, seat: Seat | None) -> View:
    """The view of a seat; None is somebody who only watches."""
    playing = s.turns > 0 and s.stage not in (PASSED_SHOWN, FINISHED)
    thrown = tuple(face for face in range(1, FACES + 1) if playing and s.thrown >> face & 1)
    return View(
        whose=None if s.turn in (CHANCE, OVER) else int(s.turn),
        over=bool(s.turn == OVER),
        active=int(s.active) if playing else None,
        players=tuple(player(s, seat) for seat in range(s.seats)),
        path=tuple(place(s, at) for at in range(s.laid)),
        dice=thrown,
        newest=int(s.die) if playing and s.count else None,
        dice_left=int(s.dice - s.count),
        landings=tuple(looking_ahead(s)) if playing else (),
        rounds_left=int((s.last_turn - s.turns) // s.seats),
        doubling=bool(s.doubling),
    )


def player(s: State, seat: int) -> Player:
    return Player(
        animal=None if s.animal[seat] == NOBODY else ANIMALS[s.animal[seat]],
        place=None if s.place[seat] == NOBODY else int(s.place[seat]),
        cards_to_draw=int(s.draws[seat]),
        cards_taken=int(s.taken[seat]),
        points=int(s.points[seat]) if s.tally or s.stage == FINISHED else None,
    )


def place(s: State, at: int) -> Place:
    owner = s.owner[at]
    standing = [seat for seat in range(s.seats) if s.place[seat] == at]
    return Place(
        card=None if owner == GAP else int(s.value[at]),
        animal=None if owner in (GAP, NOBODY) else ANIMALS[s.animal[owner]],
        figures=tuple(sorted(standing, key=lambda seat: int(s.arrived[seat]))),
    )


def looking_ahead(s: State) -> list[Landing]:
    """3.1 to 3.3 for each face; forced if it would repeat a number of this turn or be the last die."""
    last_die = s.count + (0 if s.stage == STOP_OR_MORE else 1) >= s.dice
    found = []
    for face in range(1, FACES + 1):
        at = landing(s, s.active, face)
        found.append(Landing(int(at), int(taker(s, int(s.active), at)), bool(last_die or s.thrown >> face & 1)))
    return found


def seen(s: State, move: Move, seat: Seat | None) -> str:
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
    for i in range(s.laid):
        place = (home + i) % places
        out[at + i] = s.value[place] / 10.0
        out[at + MOST_PLACES + i] = s.owner[place] == GAP
        out[at + 2 * MOST_PLACES + i] = s.owner[place] == seat
    at += 3 * MOST_PLACES
    for i in range(seats):
        other = (seat + i) % seats
        if s.place[other] != NOBODY:
            ahead = (int(s.place[other]) + places - home) % places
            out[at + i * MOST_PLACES + ahead] = 1.0
    at += MOST_SEATS * MOST_PLACES
    for i in range(seats):
        other = (seat + i) % seats
        last = s.place[other] != NOBODY
        for rival in range(seats):
            if s.place[rival] == s.place[other] and s.arrived[rival] > s.arrived[other]:
                last = False
        out[at + i] = last
    at += MOST_SEATS
    for i in range(seats):
        other = (seat + i) % seats
        for kind in range(s.kinds):
            out[at + i * MOST_KINDS + kind] = s.stock[other, kind]
        out[at + MOST_SEATS * MOST_KINDS + i] = s.points[other] / 100.0
        out[at + MOST_SEATS * MOST_KINDS + MOST_SEATS + i] = s.food[other] / 100.0
    at += MOST_SEATS * (MOST_KINDS + 2)
    for face in range(1, FACES + 1):
        out[at + face - 1] = (s.thrown >> face) & 1
        out[at + FACES + face - 1] = s.count > 0 and s.die == face
    at += 2 * FACES
    out[at] = (s.dice - s.count) / s.dice
    out[at + 1] = (s.last_turn - s.turns) / s.last_turn
    out[at + 2] = s.doubling
