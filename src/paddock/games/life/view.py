"""The view and the observation of a seat in Life is Life.

Rows, lives and traded cards are public. A hand is its owner's secret, except for the cards that all seats saw being
picked up and that were not laid down since (2.8). Hands of the last phase are public if they were shown (3.4, 4.1).
"""

from itertools import chain, repeat
from typing import Final, Literal, TypeAlias

import numpy as np

from paddock.engine.compilation.decorators import compiled, compiled_holding_gil, inlined
from paddock.engine.plain_position import PlainPosition, ViewPart, cached_part, query
from paddock.engine.tensor_layout import TensorField, tensor_offsets
from paddock.engine.types import OVER, Move, Positions, Seat, State, Tensor
from paddock.games.life.data import ANIMALS, CARDS, CAT, MOST_ROWS, MOST_SEATS, PIG, RABBIT, SPECIES
from paddock.games.life.hidden_cards import expected, not_located, places_for
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

Cards: TypeAlias = tuple[str, ...]
"""Cards as names of animals, in the order of the animals."""

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


class Player(ViewPart, frozen=True):
    """The public facts of one seat."""

    lives: int
    rank: int | None
    cards: int
    known: Cards
    traded: bool
    knocked: bool


class Comparison(ViewPart, frozen=True):
    """One animal when hands are compared: the cards of each seat, and the seat with the majority."""

    animal: str
    value: int
    counts: tuple[int, ...]
    winner: int | None


class Showdown(ViewPart, frozen=True):
    """The end of the last phase: counted after `ended_by` knocked, or by the sudden death that `ended_by` declared.

    A hand that was not shown is None. After sudden death there are no comparisons and no points.
    """

    sudden_death: bool
    ended_by: int
    hands: tuple[Cards | None, ...]
    comparisons: tuple[Comparison, ...]
    points: tuple[int | None, ...]
    lives_changed: tuple[int, ...]


class View(ViewPart, frozen=True):
    """The facts that one seat sees; `seat` and `hand` are None for a spectator.

    `chances` has a row for every animal while trades are possible. Entry n is the chance of a majority in percent if
    the seat held n cards of the animal and hands were compared now, for every n that one trade can reach.
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


def view(s: PlainPosition, seat: Seat | None) -> View:
    """Return the view of a seat; None stands for a spectator."""
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
        starter=seat_or_none(s.starter),
        active=seat_or_none(s.active),
        knocker=seat_or_none(s.knocker),
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
        ("trading", "i1"),  # whether the seat plays and hands are dealt, so that chances exist
        ("most", "i1", (SPECIES,)),  # cards of an animal that the seat can have after one trade
        ("chance", "i1", (SPECIES, max(CARDS) + 1)),  # of a majority with each number of cards, in percent
    ]
)


def known_to(s: PlainPosition, seat: Seat | None) -> PlainPosition:
    """Return facts from the rules: whether the active player must knock, cards not located, majorities, chances."""
    return query(note_known, KNOWN, s, NOBODY if seat is None else seat)


@compiled_holding_gil
def note_known(position: Positions, out: Positions, seat: int) -> None:
    s, known = position[0], out[0]
    known.must_knock = s.stage == TRADE_OR_KNOCK and must_knock(s)
    for animal in range(SPECIES):
        known.not_located[animal] = not_located(s, seat, animal)
        known.majority[animal] = majority(s, animal)
    if seat != NOBODY and s.lives[seat] > 0 and (s.stage == TRADE_OR_KNOCK or s.stage == CARD_GIVEN):
        known.trading = 1
        note_chances(s, seat, known)


@compiled
def note_chances(s: State, seat: int, known: State) -> None:
    """4.2 to 4.4 Write the chance of a majority for every number of cards that one trade can reach."""
    places = places_for(s, seat)
    for animal in range(SPECIES):
        most = 0
        for row in range(s.rows):
            most = max(most, int(s.row[row, animal]))
        most += int(s.hand[seat, animal])
        known.most[animal] = most
        for cards in range(most + 1):
            known.chance[animal, cards] = in_percent(expected(s, seat, places, animal, cards, 1))


@compiled
def in_percent(chance: float) -> int:
    """Return the chance in percent. Only certain results are 0 or 100."""
    return 0 if chance <= 0.0 else 100 if chance >= 1.0 else min(99, max(1, int(100.0 * chance + 0.5)))


@cached_part
def chances(most: int, chance: tuple[int, ...]) -> tuple[int, ...]:
    return chance[: most + 1]


@cached_part
def cards(counts: tuple[int, ...]) -> Cards:
    """
    >>> cards((0, 2, 0, 0, 0, 0, 0, 0, 1, 0))
    ('bear', 'bear', 'cat')
    """
    return tuple(chain.from_iterable(map(repeat, ANIMALS, counts)))


def combinations(s: PlainPosition) -> tuple[str, ...]:
    """3.1, 6.1 Return the animals that make sudden death as a full set."""
    return tuple(ANIMALS[animal] for animal in (RABBIT, PIG, CAT) if animal != CAT or not s.advanced)


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


@cached_part
def player(lives: int, rank: int, held: int, known: tuple[int, ...], traded: int, knocked: int) -> Player:
    return Player(lives, rank or None, held, cards(known), bool(traded), bool(knocked))


def showdown(s: PlainPosition, majority: tuple[int, ...]) -> Showdown:
    """3.4 Return the end of the phase, after sudden death with the declarer's hand only; 4.1 else with all hands."""
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


@cached_part
def comparison(animal: str, value: int, counts: tuple[int, ...], winner: int) -> Comparison:
    return Comparison(animal, value, counts, seat_or_none(winner))


def seen(s: PlainPosition, move: Move, seat: Seat | None) -> str:
    """Return the token. Only the owner of a hand sees a card dealt to it."""
    token = write(s, move)
    if s.stage == HAND_DEALT and seat != s.dealt_to:
        return token.replace(ANIMALS[move], "?")
    return token


PER_CARD: Final = 1 / np.array(CARDS)
"""One card as a share of all cards of its animal."""

OBSERVATION: Final = (
    TensorField("to_move", (1,), "1 if this seat decides now"),
    TensorField("in_game", (MOST_SEATS,), "1 for every seat still in the game, this seat first"),
    TensorField("lives", (MOST_SEATS,), "lives of each seat, in the same order, as a share of the lives at the start"),
    TensorField("hand", (SPECIES,), "own cards, as a share of all cards of that animal"),
    TensorField("known", (MOST_SEATS, SPECIES), "publicly known cards in each hand, as shares, seats from this one on"),
    TensorField(
        "not_located", (SPECIES,), "cards that are not in the own hand, on the table or known in a hand, as shares"
    ),
    TensorField("row", (MOST_ROWS, SPECIES), "cards in each row, as shares"),
    TensorField("row_size", (MOST_ROWS,), "cards that each full row has, as a share of a hand"),
    TensorField("turn", (MOST_SEATS,), "1 for the seat whose turn it is, seats from this one on"),
    TensorField("starter", (MOST_SEATS,), "1 for the seat that began the phase"),
    TensorField("traded", (MOST_SEATS,), "1 for each seat that has traded in this phase"),
    TensorField("knocker", (MOST_SEATS,), "1 for the seat that knocked first"),
    TensorField("giving", (1,), "1 while cards are laid down for a row"),
    TensorField("declaring", (1,), "1 while the active seat may declare sudden death"),
    TensorField("taking", (MOST_ROWS,), "1 for the row being traded for"),
    TensorField("given", (SPECIES,), "cards laid down for it so far, as shares"),
    TensorField("to_give", (1,), "cards still to lay down for it, as a share of a hand"),
    TensorField("turns_left", (1,), "share of the turns left before the next player must knock; 1 without a limit"),
    TensorField("values", (SPECIES,), "points for the majority of each animal, in tens"),
    TensorField("two_left", (1,), "1 if a majority takes two cards because two players are left"),
    TensorField("advanced", (1,), "1 if cats are no combination and the player who declares gains a life"),
    TensorField("optional", (1,), "1 if a combination may be kept silent"),
)
AT: Final = tensor_offsets(OBSERVATION)


@inlined
def next_of(seats: int, seat: int) -> int:
    """Return the neighbour to the left, without a slow division."""
    return seat + 1 if seat + 1 < seats else 0


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Write the observation relative to the seat: itself first, then its left neighbour."""
    out[:] = 0.0
    seats, rows = int(s.seats), int(s.rows)
    out[AT.to_move] = s.turn == seat
    other = int(seat)
    for i in range(seats):
        out[AT.in_game + i] = s.lives[other] > 0
        out[AT.lives + i] = s.lives[other] / s.full_lives
        other = next_of(seats, other)
    for animal in range(SPECIES):
        out[AT.hand + animal] = s.hand[seat, animal] * PER_CARD[animal]
    other = int(seat)
    for i in range(seats):
        for animal in range(SPECIES):
            out[AT.known + i * SPECIES + animal] = s.known[other, animal] * PER_CARD[animal]
        other = next_of(seats, other)
    for animal in range(SPECIES):
        out[AT.not_located + animal] = not_located(s, seat, animal) * PER_CARD[animal]
    for row in range(rows):
        for animal in range(SPECIES):
            out[AT.row + row * SPECIES + animal] = s.row[row, animal] * PER_CARD[animal]
    for row in range(rows):
        out[AT.row_size + row] = s.row_size[row] / s.hand_size
    other = int(seat)
    for i in range(seats):
        out[AT.turn + i] = s.active == other
        out[AT.starter + i] = s.starter == other
        out[AT.traded + i] = s.traded[other]
        out[AT.knocker + i] = s.knocker == other
        other = next_of(seats, other)
    out[AT.giving] = s.stage == CARD_GIVEN
    out[AT.declaring] = s.stage == DECLARE_OR_NOT
    if s.stage == CARD_GIVEN:
        out[AT.taking + int(s.taking)] = 1.0
        for animal in range(SPECIES):
            out[AT.given + animal] = s.given[animal] * PER_CARD[animal]
        out[AT.to_give] = s.to_give / s.hand_size
    out[AT.turns_left] = 1.0
    if s.turn_limit > 0:
        out[AT.turns_left] = max(0.0, 1.0 - s.trades / (s.turn_limit * s.players_left))
    for animal in range(SPECIES):
        out[AT.values + animal] = s.values[animal] / 10.0
    out[AT.two_left] = s.players_left == 2
    out[AT.advanced] = s.advanced
    out[AT.optional] = s.optional
