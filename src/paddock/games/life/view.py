"""What one seat may know of Life is Life.

Rows, lives and whatever changes hands over the table are public. A hand is its owner's secret, apart from the
cards that everybody saw being picked up and not laid down since (2.8); hands of the last phase are public as far
as they were laid open (3.4, 4.1).
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

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
from paddock.rules.compiler import compiled
from paddock.rules.game import Piece
from paddock.rules.kinds import OVER, Move, Seat, State, Tensor

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


def view(s: State, seat: Seat | None) -> View:
    """The view of a seat; None is somebody who only watches."""
    giving = s.stage == CARD_GIVEN
    return View(
        whose=int(s.turn) if s.turn >= 0 else None,
        over=bool(s.turn == OVER),
        doing=DOING[int(s.stage)],
        seat=None if seat is None else int(seat),
        hand=None if seat is None else cards(s.hand[seat]),
        players=tuple(player(s, other) for other in range(s.seats)),
        rows=tuple(cards(s.row[row]) for row in range(s.rows)),
        taking=int(s.taking) if giving else None,
        given=cards(s.given),
        to_give=int(s.to_give) if giving else 0,
        phase=int(s.phase),
        starter=somebody(s.starter),
        active=somebody(s.active),
        knocker=somebody(s.knocker),
        must_knock=bool(s.stage == TRADE_OR_KNOCK and must_knock(s)),
        turns_left=max(0, int(s.turn_limit) * int(s.players_left) - int(s.trades)) if s.turn_limit else None,
        not_located=cards([not_located(s, -1 if seat is None else seat, animal) for animal in range(SPECIES)]),
        values=tuple(s.values.tolist()),
        majority_needs=2 if s.players_left == 2 else 1,
        combinations=combinations(s),
        full_lives=int(s.full_lives),
        advanced=bool(s.advanced),
        showdown=None if s.ending == NOT_YET else showdown(s),
    )


def cards(counts: "State | list[int]") -> Cards:
    """
    >>> cards([0, 2, 0, 0, 0, 0, 0, 0, 1, 0])
    ('bear', 'bear', 'cat')
    """
    return tuple(name for name, count in zip(ANIMALS, counts) for _ in range(count))


def combinations(s: State) -> tuple[str, ...]:
    """3.1, 6.1 Animals of which a full set is sudden death."""
    return tuple(ANIMALS[animal] for animal in (RABBIT, PIG, CAT) if animal != CAT or not s.advanced)


def somebody(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def player(s: State, seat: int) -> Player:
    return Player(
        lives=int(s.lives[seat]),
        rank=int(s.rank[seat]) or None,
        cards=int(s.held[seat]),
        known=cards(s.known[seat]),
        traded=bool(s.traded[seat]),
        knocked=bool(s.knocked[seat]),
    )


def showdown(s: State) -> Showdown:
    """3.4 After sudden death only the combination's hand is shown; 4.1 else all hands are."""
    played = [bool(s.lives[seat] or s.change[seat]) for seat in range(s.seats)]
    counted = s.ending == COUNTED
    opened = [played[seat] and (counted or seat == s.ended_by) for seat in range(s.seats)]
    return Showdown(
        sudden_death=bool(s.ending == SUDDEN_DEATH),
        ended_by=int(s.ended_by),
        hands=tuple(cards(s.shown[seat]) if opened[seat] else None for seat in range(s.seats)),
        comparisons=tuple(comparison(s, animal) for animal in range(SPECIES)) if counted else (),
        points=tuple(int(s.points[seat]) if counted and played[seat] else None for seat in range(s.seats)),
        lives_changed=tuple(s.change[: s.seats].tolist()),
    )


def comparison(s: State, animal: int) -> Comparison:
    counts = tuple(s.shown[: s.seats, animal].tolist())
    return Comparison(ANIMALS[animal], int(s.values[animal]), counts, somebody(majority(s, animal)))


def seen(s: State, move: Move, seat: Seat | None) -> str:
    """A card dealt to a hand is seen by its owner only."""
    token = write(s, move)
    if s.stage == HAND_DEALT and seat != s.dealt_to:
        return token.replace(ANIMALS[move], "?")
    return token


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
        all_cards = CARDS[animal]
        out[at + animal] = s.hand[seat, animal] / all_cards
        for i in range(s.seats):
            out[at + (1 + i) * SPECIES + animal] = s.known[(seat + i) % s.seats, animal] / all_cards
        out[at + (1 + MOST_SEATS) * SPECIES + animal] = not_located(s, seat, animal) / all_cards
        for row in range(s.rows):
            out[at + (2 + MOST_SEATS + row) * SPECIES + animal] = s.row[row, animal] / all_cards
    at += (2 + MOST_SEATS + MOST_ROWS) * SPECIES
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
            out[at + MOST_ROWS + animal] = s.given[animal] / CARDS[animal]
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
