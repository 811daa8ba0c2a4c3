"""The features of So ein Mist for the value network, between two turns. Numbers refer to RULES.md.

The lead and the turns left matter most, then the expected values of the next round (`next_round.py`).
"""

from math import sqrt
from typing import Final

from paddock.engine.compilation.decorators import compiled
from paddock.engine.game import TrainingPlan
from paddock.engine.tensor_layout import TensorField, tensor_offsets, tensor_size
from paddock.engine.types import Move, Seat, State, Tensor
from paddock.games.mist.bot.greedy import gains_of
from paddock.games.mist.bot.next_round import Faces, look_at_round, mean_from, mean_unseen, rank
from paddock.games.mist.data import FACES, MOST_SEATS
from paddock.games.mist.rules import MORE, landing, taker
from paddock.games.mist.state import DIE_THROWN, PASSED_SHOWN, STOP_OR_MORE

ALGORITHM: Final = "expectimax"

RIVALS: Final = MOST_SEATS - 1
FEATURES: Final = (
    TensorField("lead", (2,), "points ahead of the mean of the rivals, and of the best of them, in tens"),
    TensorField(
        "sure_leads", (RIVALS,), "points ahead of each rival, the strongest first, by the root of the rounds left"
    ),
    TensorField("rank", (2,), "share of the rivals with fewer points, and with more"),
    TensorField("expected_lead", (2,), "the same, from the expected points after a round"),
    TensorField(
        "expected_leads", (RIVALS,), "points ahead of each rival after a round, the strongest first, by that root"
    ),
    TensorField("left", (3,), "rounds left, in tens; 1 by their root; own turns left, in tens"),
    TensorField("waiting", (MOST_SEATS,), "1 for the number of turns of others before this seat's next turn"),
    TensorField("pile", (2,), "mean of the own unseen cards, in tens; the same by the root"),
    TensorField("players", (MOST_SEATS,), "1 for the number of players, from 1 on"),
    TensorField("prospect", (2,), "mean gain of the next turn, in tens; the same by the root"),
    TensorField("onward", (2,), "mean gain of the turn after that; the same by the root"),
    TensorField("spread", (1,), "standard deviation of the gain of the next turn, in tens"),
    TensorField("gains", (FACES,), "gain of an immediate walk by each face, the best first, in tens, by the root"),
    TensorField("kept_gains", (FACES,), "the same, if players before this seat leave the card"),
    TensorField("visits", (2,), "expected visits to this place, before the own turn and after it; by the root"),
    TensorField("queue", (1,), "1 by the root if a rival can come here and another seat would take the card"),
    TensorField("ahead", (2,), "sum of the reachable cards, and of all cards of the path, in thirties, by the root"),
)
TRAINING_PLAN: Final = TrainingPlan(
    tables=tuple(
        (players, {"doubling": doubling}) for players in (4, 4, 4, 3, 5, 6) for doubling in (False, False, True)
    ),
    imitation_rounds=24,
    coarse_rounds=20,
    rounds=0,
    games=6000,
    units=64,
)
FOLLOWED: Final = 2
"""The number of last turns that the search follows to the end of the match."""
AT: Final = tensor_offsets(FEATURES)
MANY: Final = tensor_size(FEATURES)
TENS: Final = 10.0
THIRTIES: Final = 30.0


@compiled
def settled(s: State) -> bool:
    """2.1 Return whether a turn has just ended; 4.2 or whether only passed cards are left to turn over."""
    return (s.stage == DIE_THROWN and s.count == 0) or s.stage == PASSED_SHOWN  # type: ignore[no-any-return]


@compiled
def horizon(s: State) -> int:
    """Return the turns to the end if at most two are left, or at most one with unseen passed cards (4.2); else 0."""
    left = int(s.last_turn) - int(s.turns)
    return left if left <= FOLLOWED - int(s.passed_on > 0) else 0


@compiled
def daring(s: State, move: Move) -> int:
    """2.2 Return 1 for throwing on, which is risky, and -1 for stopping."""
    if s.stage != STOP_OR_MORE:
        return 0
    return 1 if move == MORE else -1


@compiled
def features(s: State, seat: Seat, out: Tensor) -> None:
    """Write the features from the side of this seat."""
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
    compare(points, seats, seat, root, out, AT.lead, AT.sure_leads)
    for rival in range(seats):
        out[AT.rank] += (points[rival] < points[seat]) / (seats - 1)
        out[AT.rank + 1] += (points[rival] > points[seat]) / (seats - 1)
    expected, gains, mean, chances, visits_before, visits_after = look_at_round(s, seat)
    compare(expected if playing else points, seats, seat, root, out, AT.expected_lead, AT.expected_leads)
    out[AT.left], out[AT.left + 1], out[AT.left + 2] = rounds / TENS, root, turns / TENS
    out[AT.waiting + (seat - s.active + seats) % seats] = 1.0
    pile = mean_unseen(s, seat) / TENS
    out[AT.pile], out[AT.pile + 1] = pile, pile * root
    out[AT.players + seats - 1] = 1.0
    if turns == 0:
        return
    scale = TENS * (seats - 1)
    out[AT.prospect], out[AT.prospect + 1] = mean / scale, mean / scale * root
    variance = onward = 0.0
    for face in range(FACES):
        variance += chances[face] * ((gains[face] - mean) / scale) ** 2
        if turns > 1:
            onward += chances[face] * mean_from(s, seat, landing(s, seat, face + 1)) / scale
    out[AT.onward], out[AT.onward + 1], out[AT.spread] = onward, onward * root, sqrt(variance)
    put_in_order(gains_of(s, seat), root / scale, out, AT.gains)
    put_in_order(gains, root / scale, out, AT.kept_gains)
    out[AT.visits], out[AT.visits + 1] = visits_before * root, visits_after * root
    out[AT.queue] = root if has_queue(s, seat) else 0.0
    for face in range(1, FACES + 1):
        out[AT.ahead] += s.value[landing(s, seat, face)] / THIRTIES * root
    for place in range(s.places):
        out[AT.ahead + 1] += s.value[place] / THIRTIES * root


@compiled
def compare(
    points: tuple[float, ...], seats: int, seat: int, root: float, out: Tensor, at_lead: int, at_each: int
) -> None:
    """Write the lead over the mean and the best rival at `at_lead`, and over each rival at `at_each`."""
    for rival in range(seats):
        if rival == seat:
            continue
        lead, stronger = (points[seat] - points[rival]) / TENS, 0
        for other in range(seats):
            ahead = points[other] - points[rival]
            stronger += (other != seat) & ((ahead > 0) | ((ahead == 0) & (other < rival)))
        out[at_lead] += lead / (seats - 1)
        if stronger == 0:
            out[at_lead + 1] = lead
        out[at_each + stronger] = lead * root


@compiled
def put_in_order(gains: Faces, scale: float, out: Tensor, at: int) -> None:
    """Write the gains from index `at` on, the best first."""
    for face in range(FACES):
        out[at + rank(gains, face)] = gains[face] * scale


@compiled
def has_queue(s: State, seat: int) -> bool:
    """3.2 Return whether a rival can come to this figure's place and another seat would take the card."""
    at = int(s.place[seat])
    for rival in range(s.seats):
        if rival != seat and taker(s, rival, at) != seat:
            for face in range(1, FACES + 1):
                if landing(s, rival, face) == at:
                    return True
    return False


@compiled
def turns_left(s: State, seat: int) -> int:
    """Return the number of turns that this seat still has, including one that has begun without a die."""
    if s.stage != DIE_THROWN:
        return 0
    waiting = (seat - s.active + s.seats) % s.seats
    left = int(s.last_turn) - int(s.turns) - waiting
    return left // int(s.seats) + 1 if left >= 0 else 0
