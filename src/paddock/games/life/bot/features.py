"""The features of Life is Life for the value network, between two phases. Numbers refer to RULES.md.

All cards are collected then, so only the lives and the starting player matter.
"""

from typing import Final

from paddock.engine.compilation.decorators import compiled
from paddock.engine.game import TrainingPlan
from paddock.engine.tensor_layout import TensorField, tensor_offsets, tensor_size
from paddock.engine.types import Move, Seat, State, Tensor
from paddock.games.life.data import LIVES, MOST_SEATS
from paddock.games.life.rules import KNOCK, score_phase
from paddock.games.life.state import HAND_DEALT, NOBODY, TRADE_OR_KNOCK

ALGORITHM: Final = "plan_search"

DEEP: Final = LIVES
"""The number of lives that have a feature each. More lives make little difference."""

FEATURES: Final = (
    TensorField("in_game", (1,), "1 while this seat has a life"),
    TensorField("lives", (DEEP,), "1 for each of the first lives that this seat has"),
    TensorField("more_lives", (1,), "lives beyond those"),
    TensorField("rivals", (DEEP,), "rivals that have at least 1, 2, ... lives, in quarters"),
    TensorField("more_of_rivals", (1,), "lives of all rivals beyond those, in quarters"),
    TensorField("lead", (2,), "lives ahead of the mean of the rivals in the game, and of the best of them, in fives"),
    TensorField("rank", (2,), "share of the rivals in the game with fewer lives, and with more"),
    TensorField("players_left", (MOST_SEATS,), "1 for the number of players left, from 1 on"),
    TensorField("lives_left", (1,), "lives of all players left, in tens"),
    TensorField("begins", (2,), "1 if this seat begins the phase, and if it is the last to begin"),
    TensorField("lasting", (2,), "1 in the advanced game, and 1 if a combination may be kept silent"),
)
TRAINING_PLAN: Final = TrainingPlan(
    tables=tuple(
        (players, {"advanced": advanced}) for players in (4, 4, 4, 3, 5, 4) for advanced in (False, False, True)
    ),
    imitation_rounds=10,
    rounds=0,
    games=1800,
)
AT: Final = tensor_offsets(FEATURES)
MANY: Final = tensor_size(FEATURES)
RIVALS: Final = float(MOST_SEATS - 1)


@compiled
def settled(s: State) -> bool:
    """1.4, 5.2 Return whether a phase begins: the lives are counted, and no card is dealt."""
    return s.stage == HAND_DEALT and s.held[s.dealt_to] == 0 and is_first(s, s.dealt_to)


@compiled
def is_first(s: State, seat: int) -> bool:
    """Return whether cards are dealt to this seat first (1.4)."""
    for other in range(seat):
        if s.lives[other] > 0:
            return False
    return True


@compiled
def settle(s: State) -> bool:
    """4. Count the hands as they are, between two turns. Return False elsewhere."""
    if s.stage != TRADE_OR_KNOCK:
        return False
    if s.knocker == NOBODY:
        s.knocker = s.active
    score_phase(s)
    return True


@compiled
def daring(s: State, move: Move) -> int:
    """2.6 Return 1 for trading on before the first knock, which is risky; 2.7 return -1 for knocking or passing."""
    if s.stage != TRADE_OR_KNOCK:
        return 0
    if move == KNOCK:
        return -1
    return 1 if s.knocker == NOBODY and s.traded[s.active] else 0


@compiled
def features(s: State, seat: Seat, out: Tensor) -> None:
    """Write the features from the side of this seat."""
    for i in range(MANY):
        out[i] = 0.0
    own = int(s.lives[seat])
    if own == 0:
        return
    out[AT.in_game] = 1.0
    rivals = total = best = below = above = 0
    for i in range(min(own, DEEP)):
        out[AT.lives + i] = 1.0
    out[AT.more_lives] = max(own - DEEP, 0)
    for rival in range(s.seats):
        lives = int(s.lives[rival])
        if rival != seat and lives > 0:
            rivals += 1
            total += lives
            best = max(best, lives)
            below += lives < own
            above += lives > own
            for i in range(min(lives, DEEP)):
                out[AT.rivals + i] += 1.0 / RIVALS
            out[AT.more_of_rivals] += max(lives - DEEP, 0) / RIVALS
    others = max(rivals, 1)
    out[AT.lead], out[AT.lead + 1] = (own - total / others) / LIVES, (own - best) / LIVES
    out[AT.rank], out[AT.rank + 1] = below / others, above / others
    out[AT.players_left + rivals] = 1.0
    out[AT.lives_left] = (own + total) / (2.0 * LIVES)
    out[AT.begins], out[AT.begins + 1] = s.starter == seat, begins_last(s, seat)
    out[AT.lasting], out[AT.lasting + 1] = s.advanced, s.optional


@compiled
def begins_last(s: State, seat: int) -> bool:
    """Return whether all other players in the game begin a phase before this seat (5.2)."""
    for away in range(1, s.seats):
        other = (seat + away) % s.seats
        if s.lives[other] > 0:
            return s.starter == other  # type: ignore[no-any-return]
    return True
