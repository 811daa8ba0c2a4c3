"""What a judge of So ein Mist looks at between two turns. Numbers refer to RULES.md.

The lead and the turns left decide most; then where the round that is coming is likely to lead everybody (`coming.py`).
"""

from math import sqrt
from typing import Final

from paddock.games.mist.coming import Faces, look_at_round, mean_from, mean_unseen, rank
from paddock.games.mist.data import FACES, MOST_SEATS
from paddock.games.mist.greed import gains_of
from paddock.games.mist.rules import MORE, landing, taker
from paddock.games.mist.state import DIE_THROWN, PASSED_SHOWN, STOP_OR_MORE
from paddock.rules.compiler import compiled
from paddock.rules.game import Piece, Schooling
from paddock.rules.kinds import Move, Seat, State, Tensor

THINKING: Final = "lookahead"

RIVALS: Final = MOST_SEATS - 1
FEATURES: Final = (
    Piece("lead", (2,), "points ahead of the mean of the rivals, and of the best of them, in tens"),
    Piece("sure_leads", (RIVALS,), "points ahead of each rival, the strongest first, by the root of the rounds left"),
    Piece("rank", (2,), "share of the rivals with fewer points, and with more"),
    Piece("expected_lead", (2,), "as the lead, by the points that all may expect after a round"),
    Piece("expected_leads", (RIVALS,), "points ahead of each rival after a round, the strongest first, by that root"),
    Piece("left", (3,), "rounds left, in tens; 1 by their root; own turns left, in tens"),
    Piece("waiting", (MOST_SEATS,), "1 for the number of others who come before this seat's next turn"),
    Piece("pile", (2,), "mean of the own cards that nobody has seen, in tens; the same by the root"),
    Piece("players", (MOST_SEATS,), "1 for the number of players, from 1 on"),
    Piece("prospect", (2,), "mean gain of the turn to come, in tens; the same by the root"),
    Piece("onward", (2,), "mean gain of a turn from where that leads; the same by the root"),
    Piece("spread", (1,), "how far gains of the turn to come are from their mean, as a standard deviation, in tens"),
    Piece("gains", (FACES,), "gain of a walk by each face if it were made now, the best first, in tens, by the root"),
    Piece("kept_gains", (FACES,), "the same as far as those who come before leave the cards"),
    Piece("visits", (2,), "how many are likely to walk to this place, before the own turn and after it; by the root"),
    Piece("queue", (1,), "if somebody else would take what one who can come here brings: 1 by the root"),
    Piece("ahead", (2,), "the cards that can be walked to, and all cards of the path, in thirties, by the root"),
)
SCHOOLING: Final = Schooling(
    tables=tuple(
        (players, {"doubling": doubling}) for players in (4, 4, 4, 3, 5, 6) for doubling in (False, False, True)
    ),
    watched=24,
    striding=20,
    rounds=0,
    games=6000,
    units=64,
)
FOLLOWED: Final = 2
"""Turns, before the end of a match."""
MANY: Final = sum(piece.size for piece in FEATURES)
TENS: Final = 10.0
THIRTIES: Final = 30.0


@compiled
def settled(s: State) -> bool:
    """2.1 Between two turns; 4.2 or with nothing left but to turn over what was passed on."""
    return (s.stage == DIE_THROWN and s.count == 0) or s.stage == PASSED_SHOWN  # type: ignore[no-any-return]


@compiled
def horizon(s: State) -> int:
    """The last two turns are followed to the end of the match, or where passed cards are unseen (4.2) the last one."""
    left = int(s.last_turn) - int(s.turns)
    return left if left <= FOLLOWED - int(s.passed_on > 0) else 0


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
    seats, turns = int(s.seats), turns_left(s, seat)
    playing = s.stage == DIE_THROWN
    rounds = (int(s.last_turn) - int(s.turns) + 1) / seats if playing else 0.0
    root = 1.0 / sqrt(rounds + 0.25)
    points: tuple[float, ...] = (
        float(s.points[0]),
        float(s.points[1]),
        float(s.points[2]),
        float(s.points[3]),
        float(s.points[4]),
        float(s.points[5]),
    )
    at = compare(points, seats, seat, root, out, 0)
    for rival in range(seats):
        out[at] += (points[rival] < points[seat]) / (seats - 1)
        out[at + 1] += (points[rival] > points[seat]) / (seats - 1)
    at += 2
    expected, gains, mean, chances, visits_before, visits_after = look_at_round(s, seat)
    at = compare(expected if playing else points, seats, seat, root, out, at)
    out[at], out[at + 1], out[at + 2] = rounds / TENS, root, turns / TENS
    at += 3
    out[at + (seat - s.active + seats) % seats] = 1.0
    at += MOST_SEATS
    pile = mean_unseen(s, seat) / TENS
    out[at], out[at + 1] = pile, pile * root
    at += 1
    out[at + seats] = 1.0  # from 1 on, after the pile
    at += 1 + MOST_SEATS
    if turns == 0:
        return
    scale = TENS * (seats - 1)
    out[at], out[at + 1] = mean / scale, mean / scale * root
    variance = onward = 0.0
    for face in range(FACES):
        variance += chances[face] * ((gains[face] - mean) / scale) ** 2
        if turns > 1:
            onward += chances[face] * mean_from(s, seat, landing(s, seat, face + 1)) / scale
    out[at + 2], out[at + 3], out[at + 4] = onward, onward * root, sqrt(variance)
    at = put_in_order(gains_of(s, seat), root / scale, out, at + 5)
    at = put_in_order(gains, root / scale, out, at)
    out[at], out[at + 1] = visits_before * root, visits_after * root
    out[at + 2] = root if has_queue(s, seat) else 0.0
    for face in range(1, FACES + 1):
        out[at + 3] += s.value[landing(s, seat, face)] / THIRTIES * root
    for place in range(s.places):
        out[at + 4] += s.value[place] / THIRTIES * root


@compiled
def compare(points: tuple[float, ...], seats: int, seat: int, root: float, out: Tensor, at: int) -> int:
    """What one is ahead of the mean, of the best and of each of the rivals; returns where the next look goes."""
    for rival in range(seats):
        if rival == seat:
            continue
        lead, stronger = (points[seat] - points[rival]) / TENS, 0
        for other in range(seats):
            ahead = points[other] - points[rival]
            stronger += (other != seat) & ((ahead > 0) | ((ahead == 0) & (other < rival)))
        out[at] += lead / (seats - 1)
        if stronger == 0:
            out[at + 1] = lead
        out[at + 2 + stronger] = lead * root
    return at + 2 + RIVALS


@compiled
def put_in_order(gains: Faces, scale: float, out: Tensor, at: int) -> int:
    """The best first; returns where the next look goes."""
    for face in range(FACES):
        out[at + rank(gains, face)] = gains[face] * scale
    return at + FACES


@compiled
def has_queue(s: State, seat: int) -> bool:
    """3.2 Whether a rival can come to where this figure stands and would bring the card to somebody else."""
    at = int(s.place[seat])
    for rival in range(s.seats):
        if rival != seat and taker(s, rival, at) != seat:
            for face in range(1, FACES + 1):
                if landing(s, rival, face) == at:
                    return True
    return False


@compiled
def turns_left(s: State, seat: int) -> int:
    """The turns that this seat will still have, one that has begun without a die included."""
    if s.stage != DIE_THROWN:
        return 0
    waiting = (seat - s.active + s.seats) % s.seats
    left = int(s.last_turn) - int(s.turns) - waiting
    return left // int(s.seats) + 1 if left >= 0 else 0
