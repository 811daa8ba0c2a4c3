"""Pig: the verbs, in the order of the rulebook. Numbers refer to the clauses of RULES.md."""

from paddock.engine.compilation.decorators import compiled
from paddock.engine.options import OptionValues
from paddock.engine.types import CHANCE, OVER, Moves, Numbers, Rng, Seat, State, Weights
from pig.data import FACES, UNLUCKY
from pig.state import DIE_THROWN, FINISHED, HOLD_OR_AGAIN, STARTER_DRAWN

HOLD, AGAIN = 0, 1
ACTIONS = AGAIN + 1

# ---- 1. Set-up


def start(s: State, players: int, options: OptionValues) -> None:
    """1.1 All players begin with 0 points."""
    s.turn, s.stage, s.seats, s.goal = CHANCE, STARTER_DRAWN, players, options["goal"]


@compiled
def begin_turn(s: State, seat: int) -> None:
    """1.2, 2.1 Begin a turn with a throw of the die."""
    s.active = seat
    s.thrown = 0
    s.stage = DIE_THROWN
    s.turn = CHANCE


# ---- 2. A turn


@compiled
def throw(s: State, die: int) -> None:
    """2.2, 2.3 Add the number to the points of this turn, or lose them."""
    if die == UNLUCKY:
        begin_turn(s, left_of(s))
        return
    s.thrown += die
    if s.points[s.active] + s.thrown >= s.goal:
        hold(s)  # 3.1
    else:
        s.stage = HOLD_OR_AGAIN
        s.turn = s.active


@compiled
def left_of(s: State) -> int:
    """2.4 Return the next seat."""
    return (s.active + 1) % s.seats  # type: ignore[no-any-return]


@compiled
def hold(s: State) -> None:
    """2.4, 3.1 Make the points of this turn safe. They may win the match."""
    s.points[s.active] += s.thrown
    if s.points[s.active] >= s.goal:
        s.thrown = 0
        s.stage = FINISHED
        s.turn = OVER
    else:
        begin_turn(s, left_of(s))


# ---- 3. The end


@compiled
def payoff(s: State, out: Numbers) -> None:
    """3.1 Only one player can have reached the goal."""
    for seat in range(s.seats):
        out[seat] = 1.0 if s.points[seat] >= s.goal else 0.0


@compiled
def score(s: State, out: Numbers) -> None:
    for seat in range(s.seats):
        out[seat] = s.points[seat]


# ---- The verbs


@compiled
def turn(s: State) -> int:
    return s.turn  # type: ignore[no-any-return]


@compiled
def moves(s: State, out: Moves) -> int:
    if s.stage == FINISHED:
        return 0
    if s.stage == HOLD_OR_AGAIN:  # 2.2
        out[0] = HOLD
        out[1] = AGAIN
        return 2
    n = s.seats if s.stage == STARTER_DRAWN else FACES
    first = 0 if s.stage == STARTER_DRAWN else 1
    for i in range(n):
        out[i] = first + i
    return n


@compiled
def weights(s: State, out: Weights) -> int:
    """Give every seat and every face the same weight."""
    n = s.seats if s.stage == STARTER_DRAWN else FACES
    for i in range(n):
        out[i] = 1
    return n


@compiled
def apply(s: State, move: int) -> None:
    if s.stage == STARTER_DRAWN:
        begin_turn(s, move)
    elif s.stage == DIE_THROWN:
        throw(s, move)
    elif move == HOLD:
        hold(s)
    else:
        s.stage = DIE_THROWN
        s.turn = CHANCE


@compiled
def imagine(s: State, seat: Seat, rng: Rng) -> None:
    """Do nothing: no facts are hidden."""
