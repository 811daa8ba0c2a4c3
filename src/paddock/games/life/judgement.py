"""What a judge of Life is Life looks at between two phases. Numbers refer to RULES.md.

All cards are together again, so nothing but the lives can matter, and a little who begins.
"""

from typing import Final

from paddock.games.life.data import LIVES, MOST_SEATS
from paddock.games.life.rules import KNOCK, score_phase
from paddock.games.life.state import HAND_DEALT, NOBODY, TRADE_OR_KNOCK
from paddock.rules.compiler import compiled
from paddock.rules.game import Piece, Schooling
from paddock.rules.kinds import Move, Seat, State, Tensor

THINKING: Final = "search"

DEEP: Final = LIVES
"""Lives that are told apart one by one; a life more makes little difference then."""

FEATURES: Final = (
    Piece("in_game", (1,), "1 while this seat has a life"),
    Piece("lives", (DEEP,), "1 for each life that this seat has at least, the first ones one by one"),
    Piece("more_lives", (1,), "lives beyond those"),
    Piece("rivals", (DEEP,), "rivals who have at least so many lives, in quarters"),
    Piece("more_of_rivals", (1,), "lives of all rivals beyond those, in quarters"),
    Piece("lead", (2,), "lives ahead of the mean of the rivals in the game, and of the best of them, in fives"),
    Piece("rank", (2,), "share of the rivals in the game with fewer lives, and with more"),
    Piece("players_left", (MOST_SEATS,), "1 for the number of players left, from 1 on"),
    Piece("lives_left", (1,), "lives of all players left, in tens"),
    Piece("begins", (2,), "1 if this seat begins the phase, and if it is the last to begin"),
    Piece("lasting", (2,), "1 in the advanced game, and 1 if a combination may be kept silent"),
)
SCHOOLING: Final = Schooling(
    tables=tuple(
        (players, {"advanced": advanced}) for players in (4, 4, 4, 3, 5, 4) for advanced in (False, False, True)
    ),
    watched=10,
    rounds=0,
    games=1800,
)
MANY: Final = sum(piece.size for piece in FEATURES)
RIVALS: Final = float(MOST_SEATS - 1)


@compiled
def settled(s: State) -> bool:
    """1.4, 5.2 Between two phases: the lives are counted, and no card is dealt."""
    return s.stage == HAND_DEALT and s.held[s.dealt_to] == 0 and is_first(s, s.dealt_to)


@compiled
def is_first(s: State, seat: int) -> bool:
    """Whether cards are dealt to this seat before all others (1.4)."""
    for other in range(seat):
        if s.lives[other] > 0:
            return False
    return True


@compiled
def settle(s: State) -> bool:
    """4. Count hands as they are, between two turns."""
    if s.stage != TRADE_OR_KNOCK:
        return False
    if s.knocker == NOBODY:
        s.knocker = s.active
    score_phase(s)
    return True


@compiled
def daring(s: State, move: Move) -> int:
    """2.6 Before anybody has knocked, to trade on is daring; 2.7 in the last round to keep one's cards is careful."""
    if s.stage != TRADE_OR_KNOCK:
        return 0
    if move == KNOCK:
        return -1
    return 1 if s.knocker == NOBODY and s.traded[s.active] else 0


@compiled
def features(s: State, seat: Seat, out: Tensor) -> None:
    for i in range(MANY):
        out[i] = 0.0
    own = int(s.lives[seat])
    if own == 0:
        return
    out[0] = 1.0
    rivals = total = best = below = above = 0
    for i in range(min(own, DEEP)):
        out[1 + i] = 1.0
    out[1 + DEEP] = max(own - DEEP, 0)
    for rival in range(s.seats):
        lives = int(s.lives[rival])
        if rival != seat and lives > 0:
            rivals += 1
            total += lives
            best = max(best, lives)
            below += lives < own
            above += lives > own
            for i in range(min(lives, DEEP)):
                out[2 + DEEP + i] += 1.0 / RIVALS
            out[2 + 2 * DEEP] += max(lives - DEEP, 0) / RIVALS
    at = 3 + 2 * DEEP
    others = max(rivals, 1)
    out[at], out[at + 1] = (own - total / others) / LIVES, (own - best) / LIVES
    out[at + 2], out[at + 3] = below / others, above / others
    out[at + 4 + rivals] = 1.0
    at += 4 + MOST_SEATS
    out[at] = (own + total) / (2.0 * LIVES)
    out[at + 1], out[at + 2] = s.starter == seat, begins_last(s, seat)
    out[at + 3], out[at + 4] = s.advanced, s.optional


@compiled
def begins_last(s: State, seat: int) -> bool:
    """Whether all others in the game begin before this seat does (5.2)."""
    for away in range(1, s.seats):
        other = (seat + away) % s.seats
        if s.lives[other] > 0:
            return s.starter == other  # type: ignore[no-any-return]
    return True
