"""What one seat may know of Life is Life.

Rows, lives and whatever changes hands over the table are public. A hand is its owner's secret, apart from the
cards that everybody saw being picked up and not laid down since (2.8); hands of the last phase are public as far
as they were laid open (3.4, 4.1).
"""

from itertools import chain, repeat
from typing import Final, Literal, TypeAlias

import numpy as np

from paddock.games.life.data import ANIMALS, CARDS, CAT, MOST_ROWS, MOST_SEATS, PIG, RABBIT, SPECIES
from paddock.games.life.notation import write
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
from paddock.rules.compiler import brief, compiled
from paddock.rules.game import Piece
from paddock.rules.kinds import OVER, Move, Seat, State, Table, Tensor
from paddock.rules.plain import Plain, Shown, answer, shared

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


class Player(Shown, frozen=True):
    """One seat as everybody sees it."""

    lives: int
    rank: int | None
    cards: int
    known: Cards
    traded: bool
    knocked: bool


class Comparison(Shown, frozen=True):
    """One animal when hands are compared: how many each seat has, and who has the majority."""

    animal: str
    value: int
    counts: tuple[int, ...]
    winner: int | None


class Showdown(Shown, frozen=True):
    """How the last phase ended: counted after `ended_by` knocked, or by the sudden death that `ended_by` declared.

    A hand that was not laid open is None; after sudden death there are no comparisons and no points.
    """

    sudden_death: bool
    ended_by: int
    hands: tuple[Cards | None, ...]
    comparisons: tuple[Comparison, ...]
    points: tuple[int | None, ...]
    lives_changed: tuple[int, ...]


class View(Shown, frozen=True):
    """The table as one seat sees it; `seat` and `hand` are None for somebody who only watches."""

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
        combinations=combinations(s),
        full_lives=s.full_lives,
        advanced=bool(s.advanced),
        showdown=None if s.ending == NOT_YET else showdown(s, known.majority),
    )


KNOWN: Final = np.dtype([("must_knock", "i1"), ("not_located", "i1", (SPECIES,)), ("majority", "i1", (SPECIES,))])


def known_to(s: Plain, seat: Seat | None) -> Plain:
    """What follows from the rules: whether the active player must knock, cards not located, majorities of the end."""
    return answer(note_known, KNOWN, s, NOBODY if seat is None else seat)


@brief
def note_known(table: Table, out: Table, seat: int) -> None:
    s, known = table[0], out[0]
    known.must_knock = s.stage == TRADE_OR_KNOCK and must_knock(s)
    for animal in range(SPECIES):
        known.not_located[animal] = not_located(s, seat, animal)
        known.majority[animal] = majority(s, animal)


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


@compiled
def not_located(s: State, seat: int, animal: int) -> int:
    """Cards of an animal that a seat, or somebody who only watches (-1), cannot place: all but those in sight."""
    left = CARDS[animal] - s.given[animal]
    for row in range(s.rows):
        left -= s.row[row, animal]
    for other in range(s.seats):
        left -= s.hand[other, animal] if other == seat else s.known[other, animal]
    return left  # type: ignore[no-any-return]


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Everything relative to the seat: itself first, then its left neighbour."""
    out[:] = 0.0
    at = 0
    out[at] = s.turn == seat
    at += 1
    for i in range(s.seats):
        other = (seat + i) % s.seats
        out[at + i] = s.lives[other] > 0
        out[at + MOST_SEATS + i] = s.lives[other] / s.full_lives
    at += 2 * MOST_SEATS
    for animal in range(SPECIES):
        out[at + animal] = s.hand[seat, animal] * PER_CARD[animal]
    at += SPECIES
    for i in range(s.seats):
        other = (seat + i) % s.seats
        for animal in range(SPECIES):
            out[at + i * SPECIES + animal] = s.known[other, animal] * PER_CARD[animal]
    at += MOST_SEATS * SPECIES
    for animal in range(SPECIES):
        out[at + animal] = not_located(s, seat, animal) * PER_CARD[animal]
    at += SPECIES
    for row in range(s.rows):
        for animal in range(SPECIES):
            out[at + row * SPECIES + animal] = s.row[row, animal] * PER_CARD[animal]
    at += MOST_ROWS * SPECIES
    for row in range(s.rows):
        out[at + row] = s.row_size[row] / s.hand_size
    at += MOST_ROWS
    for i in range(s.seats):
        other = (seat + i) % s.seats
        out[at + i] = s.active == other
        out[at + MOST_SEATS + i] = s.starter == other
        out[at + 2 * MOST_SEATS + i] = s.traded[other]
        out[at + 3 * MOST_SEATS + i] = s.knocker == other
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
