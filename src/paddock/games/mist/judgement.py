"""What a judge of So ein Mist looks at between two turns. Numbers refer to RULES.md.

The lead and the turns left decide most; then what lies before each figure, and what lies under it for others to bring.
"""

from math import sqrt
from typing import Final

from paddock.games.mist.data import FACES, MOST_SEATS
from paddock.games.mist.greed import gains_of, throwing_on
from paddock.games.mist.rules import MORE, landing, taker, worth
from paddock.games.mist.state import DIE_THROWN, GAP, PASSED_SHOWN, STOP_OR_MORE
from paddock.rules.compiler import compiled
from paddock.rules.game import Piece, Schooling
from paddock.rules.kinds import Move, Seat, State, Tensor

THINKING: Final = "lookahead"

FEATURES: Final = (
    Piece("lead", (2,), "points ahead of the mean of the rivals, and of the best of them, in tens"),
    Piece("sure_lead", (2,), "the same by the root of the turns left"),
    Piece("sure_leads", (MOST_SEATS - 1,), "points ahead of each rival, the strongest first, by the same root"),
    Piece("rank", (2,), "share of the rivals with fewer points, and with more"),
    Piece("turns_left", (2,), "own turns left, in tens; 1 over one more than that"),
    Piece("waiting", (MOST_SEATS,), "1 for the number of others who come before this seat's next turn"),
    Piece("prospect", (2,), "mean gain of a turn from here, in tens: for the next to move, and for any other"),
    Piece("gains", (FACES,), "gain of a walk by each face, the best first, in tens"),
    Piece("brought", (2,), "what others who can reach this figure would bring it: dung, and food, in tens"),
    Piece("queue", (1,), "1 if somebody else would take what is brought here"),
    Piece("pile", (1,), "mean of the own cards that nobody has seen, in tens"),
    Piece("players", (MOST_SEATS,), "1 for the number of players, from 1 on"),
)
SCHOOLING: Final = Schooling(
    tables=tuple(
        (players, {"doubling": doubling}) for players in (4, 4, 4, 3, 5, 6) for doubling in (False, False, True)
    ),
    watched=40,
    rounds=0,
    games=6000,
)
MANY: Final = sum(piece.size for piece in FEATURES)
TENS: Final = 10.0


@compiled
def settled(s: State) -> bool:
    """2.1 Between two turns; 4.2 or with nothing left but to turn over what was passed on."""
    return (s.stage == DIE_THROWN and s.count == 0) or s.stage == PASSED_SHOWN  # type: ignore[no-any-return]


@compiled
def daring(s: State, move: Move) -> int:
    """2.2 To throw on is daring."""
    if s.stage != STOP_OR_MORE:
        return 0
    return 1 if move == MORE else -1


@compiled
def features(s: State, seat: Seat, out: Tensor) -> None:
    for i in range(MANY):
        out[i] = 0.0
    seats = int(s.seats)
    turns = turns_left(s, seat)
    own, others, best, below, above = int(s.points[seat]), 0, -(1 << 30), 0, 0
    for rival in range(seats):
        if rival != seat:
            points = int(s.points[rival])
            others += points
            best = max(best, points)
            below += points < own
            above += points > own
    mean_lead, lead = (own - others / (seats - 1)) / TENS, (own - best) / TENS
    steadiness = 1.0 / sqrt(turns + 0.5)
    out[0], out[1], out[2], out[3] = mean_lead, lead, mean_lead * steadiness, lead * steadiness
    at = 4
    for rival in range(seats):
        if rival != seat:
            out[at + stronger(s, seat, rival)] = (own - int(s.points[rival])) / TENS * steadiness
    at += MOST_SEATS - 1
    out[at], out[at + 1] = below / (seats - 1), above / (seats - 1)
    out[at + 2], out[at + 3] = turns / TENS, 1.0 / (1.0 + turns)
    at += 4
    waiting = (seat - s.active + seats) % seats
    out[at + waiting] = 1.0
    at += MOST_SEATS
    if turns > 0 and s.stage == DIE_THROWN:
        look_before(s, seat, waiting, out, at)
        look_under(s, seat, out, at + 2 + FACES)
    at += 2 + FACES + 3
    cards = total = 0
    for kind in range(s.kinds):
        cards += int(s.stock[seat, kind])
        total += int(s.stock[seat, kind]) * int(s.values[kind])
    out[at] = total / (TENS * max(cards, 1))
    out[at + seats] = 1.0  # from 1 on, after the pile


@compiled
def stronger(s: State, seat: int, rival: int) -> int:
    """How many other rivals of this seat have more points than this one; of equals, who sits first."""
    many = 0
    for other in range(s.seats):
        if other != seat and other != rival:
            ahead = int(s.points[other]) - int(s.points[rival])
            many += ahead > 0 or (ahead == 0 and other < rival)
    return many


@compiled
def turns_left(s: State, seat: int) -> int:
    """The turns that this seat will still have, one that has begun without a die included."""
    if s.stage != DIE_THROWN:
        return 0
    waiting = (seat - s.active + s.seats) % s.seats
    left = int(s.last_turn) - int(s.turns) - waiting
    return left // int(s.seats) + 1 if left >= 0 else 0


@compiled
def look_before(s: State, seat: int, waiting: int, out: Tensor, at: int) -> None:
    """The cards that a walk can reach, and what they promise."""
    gains = gains_of(s, seat)
    scale = TENS * (int(s.seats) - 1)
    dice = int(s.dice)
    out[at if waiting == 0 else at + 1] = throwing_on(gains, 0, dice) / (scale * float(FACES) ** dice)
    for face in range(FACES):
        place = 0
        for other in range(FACES):
            place += gains[other] > gains[face] or (gains[other] == gains[face] and other < face)
        out[at + 2 + place] = gains[face] / scale


@compiled
def look_under(s: State, seat: int, out: Tensor, at: int) -> None:
    """3.2 Whoever lands here brings the card to the last who came."""
    for rival in range(s.seats):
        if rival == seat:
            continue
        for face in range(1, FACES + 1):
            place = landing(s, rival, face)
            if place == s.place[seat] and s.owner[place] != GAP:
                if taker(s, rival, place) == seat:
                    points = worth(s, seat, s.owner[place], s.value[place]) / TENS
                    out[at + int(points > 0)] += points / FACES
                else:
                    out[at + 2] = 1.0
