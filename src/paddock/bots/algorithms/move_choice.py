"""How a seat chooses its move: the policies, the evaluations that an algorithm provides, and the choice among them.

`evaluate_moves`, `value_estimate` and `value_after_turn` are dispatched on the type of the bot memory.
"""

from typing import Final

import numpy as np

from paddock.bots.algorithms.bot_memory import MOST_SEATS
from paddock.engine.compilation.decorators import compiled, compiled_apart
from paddock.engine.optional_verbs import daring, greedy
from paddock.engine.policy import decide as decide_by_record_type
from paddock.engine.rng import LOW_WORD, below, word
from paddock.engine.types import Moves, Numbers, Positions, Rng, State
from paddock.engine.verbs import dispatched, moves, register, turn

# The policies of a seat.
UNIFORM: Final = 0
"""The policy of a seat that plays uniformly random moves."""
GREEDY: Final = 1
"""The policy of a seat that plays greedily, except for some uniformly random moves."""
SEARCHING: Final = 2
"""The policy of a seat that evaluates its moves with the game's search algorithm."""

CHANCE_MARGIN: Final = 1e-6
"""The distance from 0 and 1 to which a win chance is clipped before its log-odds are taken."""


@dispatched
def evaluate_moves(memory: State, s: State, rng: Rng, moves_buf: Moves) -> int:  # type: ignore[empty-body]
    """List the legal moves, write each seat's win chance after each of them, and return their number."""


@dispatched
def value_estimate(memory: State, s: State, begun: bool, rng: Rng, moves_buf: Moves, out: Numbers) -> bool:  # type: ignore[empty-body]
    """Write each seat's win chance in any position. Return False where the algorithm has no cheap estimate.

    `begun` says that the match had a settled position before, so the setup is complete.
    """


@dispatched
def value_after_turn(memory: State, s: State, out: Numbers) -> bool:  # type: ignore[empty-body]
    """Write each seat's win chance in a settled position, by search over its turn. Return False if there is none."""


@compiled
def no_value_after_turn(memory: State, s: State, out: Numbers) -> bool:
    return False


@compiled
def no_value_estimate(memory: State, s: State, begun: bool, rng: Rng, moves_buf: Moves, out: Numbers) -> bool:
    return False


QUICK_PLAYERS: Final = np.dtype([("policy", "i8", (MOST_SEATS,)), ("random_move_chance", "f8", (MOST_SEATS,))])
"""The record of players that do not search: uniform or greedy, by seat."""


@compiled
def quick_move(players: State, s: State, rng: Rng, moves_buf: Moves) -> int:
    """Return the move of a seat that does not search."""
    seat = turn(s)
    if players.policy[seat] == GREEDY and not bernoulli(players.random_move_chance[seat], rng):
        return greedy(s, rng, moves_buf)
    return moves_buf[below(rng, moves(s, moves_buf))]  # type: ignore[no-any-return]


@compiled
def bernoulli(chance: float, rng: Rng) -> bool:
    """Return True with this probability. A probability of 0 draws no random number."""
    return bool(chance > 0.0 and word(rng) < chance * (LOW_WORD + 1.0))


register(QUICK_PLAYERS, decide=quick_move, value_estimate=no_value_estimate, value_after_turn=no_value_after_turn)


@compiled_apart
def decide(memory: State, s: State, rng: Rng, moves_buf: Moves) -> int:
    """Return the move of the seat to move, by its policy."""
    if memory.policy[turn(s)] != SEARCHING:
        return quick_move(memory, s, rng, moves_buf)
    n = moves(s, moves_buf)
    if n == 1:
        return moves_buf[0]  # type: ignore[no-any-return]
    evaluate_moves(memory, s, rng, moves_buf)
    return moves_buf[choose_move(memory, s, rng, moves_buf, n)]  # type: ignore[no-any-return]


@compiled
def choose_move(memory: State, s: State, rng: Rng, moves_buf: Moves, n: int) -> int:
    """Return the place of the move that this seat prefers among the first `n`.

    Gumbel noise on the log-odds draws a move from the softmax distribution with the seat's temperature.
    """
    seat = turn(s)
    exactly = memory.temperature[seat] == 0.0 and memory.boldness[seat] == 0.0
    best, place = -np.inf, 0
    for i in range(n):
        win_chance = memory.win_chance[i, seat] - memory.penalty[i]
        logit = win_chance if exactly else log_odds(win_chance)
        if memory.boldness[seat] != 0.0:
            logit += memory.boldness[seat] * daring(s, int(moves_buf[i]))  # type: ignore[arg-type]
        if memory.temperature[seat] > 0.0:
            logit += memory.temperature[seat] * gumbel(rng)
        if logit > best:
            best, place = logit, i
    return place


@compiled
def log_odds(chance: float) -> float:
    clipped = min(max(chance, CHANCE_MARGIN), 1.0 - CHANCE_MARGIN)
    return np.log(clipped / (1.0 - clipped))  # type: ignore[no-any-return]


@compiled
def gumbel(rng: Rng) -> float:
    """Return a number from the standard Gumbel distribution."""
    return -np.log(-np.log((word(rng) + 0.5) / (LOW_WORD + 1.0)))  # type: ignore[no-any-return]


# Entries for calls from Python, which passes records as arrays of length 1.


@compiled
def decide_at(memory: Positions, position: Positions, rng: Rng, moves_buf: Moves) -> int:
    return decide_by_record_type(memory[0], position[0], rng, moves_buf)


@compiled
def value_estimate_at(
    memory: Positions, position: Positions, begun: bool, rng: Rng, moves_buf: Moves, out: Numbers
) -> bool:
    return value_estimate(memory[0], position[0], begun, rng, moves_buf, out)


@compiled
def evaluate_moves_at(memory: Positions, position: Positions, rng: Rng, moves_buf: Moves) -> int:
    return evaluate_moves(memory[0], position[0], rng, moves_buf)


@compiled
def choose_move_at(memory: Positions, position: Positions, rng: Rng, moves_buf: Moves, n: int) -> int:
    return choose_move(memory[0], position[0], rng, moves_buf, n)
