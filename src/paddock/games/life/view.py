"""What one seat may know of Life is Life.

Rows, lives and whatever changes hands over the table are public. A hand is its owner's secret, apart from the
cards that everybody saw being picked up and not laid down since (2.8); hands of the last phase are public as far
as they were laid open (3.4, 4.1).
"""

from dataclasses import dataclass
from itertools import chain, repeat
from typing import Final, Literal, TypeAlias

import numpy as np

from paddock.games.life.data import ANIMALS, CARDS, CAT, MOST_ROWS, MOST_SEATS, PIG, RABBIT, SPECIES
from paddock.games.life.notation import write
from paddock.games.life.places import expected, not_located, places_for
from paddock.games.life.rules import majority, must_knock
from paddock.games.life.state import (
    CARD_GIVEN,
    COUNTED,
    DECLARE_OR_NOT,
    FINISHED,
    HAND_DEALT,
    NOBODY,
    NOT_YET,
    ROW_DEALT,
    STARTER_DRAWN,
    SUDDEN_DEATH,
    TRADE_OR_KNOCK,
)
from paddock.rules.compiler import brief, compiled, inlined
from paddock.rules.game import Piece
from paddock.rules.kinds import OVER, Move, Seat, State, Table, Tensor
from paddock.rules.plain import Plain, answer, shared

Cards: TypeAlias = tuple[str, ...]
"""Cards by their animals, in the order of the animals."""

Doing: TypeAlias = Literal["starter", "deal", "turn", "give", "declare", "over"]

DOING: Final[dict[int, Doing]] = {
    STARTER_DRAWN: "starter",
    HAND_DEALT: "deal",
    ROW_DEALT: "deal",
    TRADE_OR_KNOCK: "turn",
    CARD_GIVEN: "give",
    DECLARE_OR_NOT: "declare",
    FINISHED: "over",
}


@dataclass(frozen=True, slots=True)
class Player:
    """One seat as everybody sees it."""

    lives: int
    rank: int | None
    cards: int
    known: Cards
    traded: bool
    knocked: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """One animal when hands are compared: how many each seat has, and who has the majority."""

    animal: str
    value: int
    counts: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Showdown:
    """How the last phase ended: counted after `ended_by` knocked, or by the sudden death that `ended_by` declared.

    A hand that was not laid open is None; after sudden death there are no comparisons and no points.
    """

    sudden_death: bool
    ended_by: int
    hands: tuple[Cards | None, ...]
    comparisons: tuple[Comparison, ...]
    points: tuple[int | None, ...]
    lives_changed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat sees it; `seat` and `hand` are None for somebody who only watches.

    `chances` has for every animal, by how many of its cards the seat holds from none on, in how many of 100 cases that
    would be the majority if hands were compared now, as far as one trade can lead; only while there are trades.
    """

    whose: int | None
    over: bool
    doing: Doing
    seat: int | None
    hand: Cards | None
    players: tuple[Player, ...]
    rows: tuple[Cards, ...]
    taking: int | None
    given: Cards
    to_give: int
    phase: int
    starter: int | None
    active: int | None
    knocker: int | None
    must_knock: bool
    turns_left: int | None
    not_located: Cards
    values: tuple[int, ...]
    majority_needs: int
    chances: tuple[tuple[int, ...], ...]
    combinations: tuple[str, ...]
    full_lives: int
    advanced: bool
    showdown: Showdown | None


def view(s: Plain, seat: Seat | None) -> View:
    """The view of a seat; None is somebody who only watches."""
    giving = s.stage == CARD_GIVEN
    known = known_to(s, seat)
    return View(
        whose=s.turn if s.turn >= 0 else None,
        over=s.turn == OVER,
        doing=DOING[s.stage],
        seat=seat,
        hand=None if seat is None else cards(s.hand[seat]),
        players=tuple(map(player, s.lives[: s.seats], s.rank, s.held, s.known, s.traded, s.knocked)),
        rows=tuple(map(cards, s.row[: s.rows])),
        taking=s.taking if giving else None,
        given=cards(s.given),
        to_give=s.to_give if giving else 0,
        phase=s.phase,
        starter=somebody(s.starter),
        active=somebody(s.active),
        knocker=somebody(s.knocker),
        must_knock=bool(known.must_knock),
        turns_left=max(0, s.turn_limit * s.players_left - s.trades) if s.turn_limit else None,
        not_located=cards(known.not_located),
        values=s.values,
        majority_needs=2 if s.players_left == 2 else 1,
        chances=tuple(map(chances, known.most, known.chance)) if known.trading else (),
        combinations=combinations(s),
        full_lives=s.full_lives,
        advanced=bool(s.advanced),
        showdown=None if s.ending == NOT_YET else showdown(s, known.majority),
    )


KNOWN: Final = np.dtype(
    [
        ("must_knock", "i1"),
        ("not_located", "i1", (SPECIES,)),
        ("majority", "i1", (SPECIES,)),
        ("trading", "i1"),  # whether the seat plays and hands are dealt, so that there are chances
        ("most", "i1", (SPECIES,)),  # cards of an animal that the seat can have after one trade
        ("chance", "i1", (SPECIES, max(CARDS) + 1)),  # of a majority with so many cards, in hundredths
    ]
)


def known_to(s: Plain, seat: Seat | None) -> Plain:
    """What follows from the rules: whether the active player must knock, cards not located, majorities and chances."""
    return answer(note_known, KNOWN, s, NOBODY if seat is None else seat)


@brief
def note_known(table: Table, out: Table, seat: int) -> None:
    s, known = table[0], out[0]
    known.must_knock = s.stage == TRADE_OR_KNOCK and must_knock(s)
    for animal in range(SPECIES):
        known.not_located[animal] = not_located(s, seat, animal)
        known.majority[animal] = majority(s, animal)
    if seat != NOBODY and s.lives[seat] > 0 and (s.stage == TRADE_OR_KNOCK or s.stage == CARD_GIVEN):
        known.trading = 1
        note_chances(s, seat, known)


@compiled
def note_chances(s: State, seat: int, known: State) -> None:
    """4.2 to 4.4 By all that the seat knows, for every number of cards that it has or can have after one trade."""
    places = places_for(s, seat)
    for animal in range(SPECIES):
        most = 0
        for row in range(s.rows):
            most = max(most, int(s.row[row, animal]))
        most += int(s.hand[seat, animal])
        known.most[animal] = most
        for cards in range(most + 1):
            known.chance[animal, cards] = in_hundredths(expected(s, seat, places, animal, cards, 1))


@compiled
def in_hundredths(chance: float) -> int:
    """What is not sure is never told as sure."""
    return 0 if chance <= 0.0 else 100 if chance >= 1.0 else min(99, max(1, int(100.0 * chance + 0.5)))


@shared
def chances(most: int, chance: tuple[int, ...]) -> tuple[int, ...]:
    return chance[: most + 1]


@shared
def cards(counts: tuple[int, ...]) -> Cards:
    """
    >>> cards((0, 2, 0, 0, 0, 0, 0, 0, 1, 0))
    ('bear', 'bear', 'cat')
    """
    return tuple(chain.from_iterable(map(repeat, ANIMALS, counts)))


def combinations(s: Plain) -> tuple[str, ...]:
    """3.1, 6.1 Animals of which a full set is sudden death."""
    return tuple(ANIMALS[animal] for animal in (RABBIT, PIG, CAT) if animal != CAT or not s.advanced)


def somebody(seat: int) -> int | None:
    return None if seat == NOBODY else seat


@shared
def player(lives: int, rank: int, held: int, known: tuple[int, ...], traded: int, knocked: int) -> Player:
    return Player(lives, rank or None, held, cards(known), bool(traded), bool(knocked))


def showdown(s: Plain, majority: tuple[int, ...]) -> Showdown:
    """3.4 After sudden death only the combination's hand is shown; 4.1 else all hands are."""
    played = [bool(lives or change) for lives, change in zip(s.lives[: s.seats], s.change)]
    counted = s.ending == COUNTED
    return Showdown(
        sudden_death=s.ending == SUDDEN_DEATH,
        ended_by=s.ended_by,
        hands=tuple(
            cards(s.shown[seat]) if played[seat] and (counted or seat == s.ended_by) else None
            for seat in range(s.seats)
        ),
        comparisons=tuple(map(comparison, ANIMALS, s.values, zip(*s.shown[: s.seats]), majority)) if counted else (),
        points=tuple(points if counted and there else None for points, there in zip(s.points, played)),
        lives_changed=s.change[: s.seats],
    )


@shared
def comparison(animal: str, value: int, counts: tuple[int, ...], winner: int) -> Comparison:
    return Comparison(animal, value, counts, somebody(winner))


def seen(s: Plain, move: Move, seat: Seat | None) -> str:
    """A card dealt to a hand is seen by its owner only."""
    token = write(s, move)
    if s.stage == HAND_DEALT and seat != s.dealt_to:
        return token.replace(ANIMALS[move], "?")
    return token


PER_CARD: Final = 1 / np.array(CARDS)
"""One card as a share of all cards of its animal."""

OBSERVATION: Final = (
    Piece("to_move", (1,), "1 if this seat decides now"),
    Piece("in_game", (MOST_SEATS,), "1 for every seat still in the game, this seat first"),
    Piece("lives", (MOST_SEATS,), "lives of each seat, in the same order, as a share of the lives at the start"),
    Piece("hand", (SPECIES,), "own cards, as a share of all cards of that animal"),
    Piece("known", (MOST_SEATS, SPECIES), "cards everybody knows a seat to hold, as shares, seats from this one on"),
    Piece("not_located", (SPECIES,), "cards that are not in the own hand, on the table or known in a hand, as shares"),
    Piece("row", (MOST_ROWS, SPECIES), "cards in each row, as shares"),
    Piece("row_size", (MOST_ROWS,), "cards that each row has once it is laid, as a share of a hand"),
    Piece("turn", (MOST_SEATS,), "1 for the seat whose turn it is, seats from this one on"),
    Piece("starter", (MOST_SEATS,), "1 for the seat that began the phase"),
    Piece("traded", (MOST_SEATS,), "1 for each seat that has traded in this phase"),
    Piece("knocker", (MOST_SEATS,), "1 for the seat that knocked first"),
    Piece("giving", (1,), "1 while cards are laid down for a row"),
    Piece("declaring", (1,), "1 while the active seat may declare sudden death"),
    Piece("taking", (MOST_ROWS,), "1 for the row being traded for"),
    Piece("given", (SPECIES,), "cards laid down for it so far, as shares"),
    Piece("to_give", (1,), "cards still to lay down for it, as a share of a hand"),
    Piece("turns_left", (1,), "share of the turns left before somebody must knock; 1 without a limit"),
    Piece("values", (SPECIES,), "points for the majority of each animal, in tens"),
    Piece("two_left", (1,), "1 if a majority takes two cards because two players are left"),
    Piece("advanced", (1,), "1 if cats are no combination and whoever declares gains a life"),
    Piece("optional", (1,), "1 if a combination may be kept silent"),
)


@inlined
def next_of(seats: int, seat: int) -> int:
    """The neighbour to the left; a division would take longer than all that is written for a seat."""
    return seat + 1 if seat + 1 < seats else 0


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Everything relative to the seat: itself first, then its left neighbour."""
    out[:] = 0.0
    seats, rows = int(s.seats), int(s.rows)
    at = 0
    out[at] = s.turn == seat
    at += 1
    other = int(seat)
    for i in range(seats):
        out[at + i] = s.lives[other] > 0
        out[at + MOST_SEATS + i] = s.lives[other] / s.full_lives
        other = next_of(seats, other)
    at += 2 * MOST_SEATS
    for animal in range(SPECIES):
        out[at + animal] = s.hand[seat, animal] * PER_CARD[animal]
    at += SPECIES
    other = int(seat)
    for i in range(seats):
        for animal in range(SPECIES):
            out[at + i * SPECIES + animal] = s.known[other, animal] * PER_CARD[animal]
        other = next_of(seats, other)
    at += MOST_SEATS * SPECIES
    for animal in range(SPECIES):
        out[at + animal] = not_located(s, seat, animal) * PER_CARD[animal]
    at += SPECIES
    for row in range(rows):
        for animal in range(SPECIES):
            out[at + row * SPECIES + animal] = s.row[row, animal] * PER_CARD[animal]
    at += MOST_ROWS * SPECIES
    for row in range(rows):
        out[at + row] = s.row_size[row] / s.hand_size
    at += MOST_ROWS
    other = int(seat)
    for i in range(seats):
        out[at + i] = s.active == other
        out[at + MOST_SEATS + i] = s.starter == other
        out[at + 2 * MOST_SEATS + i] = s.traded[other]
        out[at + 3 * MOST_SEATS + i] = s.knocker == other
        other = next_of(seats, other)
    at += 4 * MOST_SEATS
    out[at] = s.stage == CARD_GIVEN
    out[at + 1] = s.stage == DECLARE_OR_NOT
    at += 2
    if s.stage == CARD_GIVEN:
        out[at + int(s.taking)] = 1.0
        for animal in range(SPECIES):
            out[at + MOST_ROWS + animal] = s.given[animal] * PER_CARD[animal]
        out[at + MOST_ROWS + SPECIES] = s.to_give / s.hand_size
    at += MOST_ROWS + SPECIES + 1
    out[at] = 1.0
    if s.turn_limit > 0:
        out[at] = max(0.0, 1.0 - s.trades / (s.turn_limit * s.players_left))
    at += 1
    for animal in range(SPECIES):
        out[at + animal] = s.values[animal] / 10.0
    at += SPECIES
    out[at] = s.players_left == 2
    out[at + 1] = s.advanced
    out[at + 2] = s.optional
