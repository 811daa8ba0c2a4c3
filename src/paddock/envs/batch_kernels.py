"""Compiled code of the environments: step and reset a batch of games. It works for every game.

All compiled code of the environments must be in this file. Numba's cache checks only the file of a function; the name
of the cache directory covers `engine`, `games` and `bots`.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paddock.engine.compilation.decorators import compiled, compiled_holding_gil, inlined
from paddock.engine.playouts import event
from paddock.engine.rng import below
from paddock.engine.types import OVER, Counts, Moves, Numbers, Positions, Rng, Seat, Tensor, Weights
from paddock.engine.verbs import apply, moves, observe, payoff, turn

EVERY_SEAT: Final = -1
"""Instead of the learner's seat: the caller decides for every seat."""
ALL_LEGAL: Final = -1
"""Instead of the number of a game: every action was legal."""

Seats = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]


class BatchArrays(NamedTuple):
    """The memory of a batch, passed to its kernels as one value. `Batch` documents the public arrays."""

    players: Positions
    start: Positions
    positions: Positions
    rngs: Rng
    """Random streams of chance and bots, one per game."""
    weights_buf: Weights
    learner_seat: Seats
    seat: Seats
    observation: Tensor
    mask: Flags
    legal: Moves
    legal_count: Counts
    done: Flags
    reward: Tensor
    learner_reward: Tensor
    final_observation: Tensor
    payoffs: Numbers
    seat_step: int
    """Number of seats that the learner moves on after a match."""
    autoreset: bool
    """Whether a new match starts in the step in which the old one ends."""


@inlined
def advance(games: BatchArrays, i: int) -> int:
    """Play chance and bots until the caller must decide or the match is over; return the seat to move."""
    s, learner = games.positions[i], games.learner_seat[i]
    to_move = turn(s)
    while to_move != OVER and (to_move < 0 or (learner != EVERY_SEAT and to_move != learner)):
        apply(s, event(games.players[0], s, games.rngs[i], games.legal[i], games.weights_buf))  # type: ignore[arg-type]
        to_move = turn(s)
    return to_move


@inlined
def write_observation(games: BatchArrays, i: int, to_move: int) -> None:
    """Write the observation and the legal actions of the seat to move; after the end, the learner's observation."""
    s, mask, legal = games.positions[i], games.mask[i], games.legal[i]
    games.seat[i] = to_move
    mask[:] = False
    n = 0 if to_move == OVER else moves(s, legal)
    for k in range(n):
        mask[legal[k]] = True
    games.legal_count[i] = n
    observe(s, final_observer(games, i) if to_move == OVER else int(to_move), games.observation[i])  # type: ignore[arg-type]


@inlined
def final_observer(games: BatchArrays, i: int) -> int:
    """Return the seat that observes the end of a match: the learner's, or the first one."""
    return max(int(games.learner_seat[i]), 0)  # wide: small seats would overflow in sums


@inlined
def start_match(games: BatchArrays, i: int) -> None:
    games.positions[i] = games.start[0]


@inlined
def write_rewards(games: BatchArrays, i: int) -> None:
    """Write the payoffs of a finished match."""
    payoff(games.positions[i], games.payoffs)
    for k in range(games.reward.shape[1]):
        games.reward[i, k] = games.payoffs[k]
    games.learner_reward[i] = games.payoffs[final_observer(games, i)]
    games.done[i] = True


@inlined
def first_illegal(actions: Counts, mask: Flags) -> int:
    for i in range(len(actions)):
        if not (0 <= actions[i] < mask.shape[1] and mask[i, actions[i]]):
            return i
    return ALL_LEGAL


@compiled
def reset_games(games: BatchArrays) -> int:
    """Start a new match in every game and play to the caller's first decision."""
    for i in range(len(games.positions)):
        start_match(games, i)
        write_observation(games, i, advance(games, i))
    return ALL_LEGAL


@compiled
def step_games(games: BatchArrays, actions: Counts) -> int:
    """Play one decision in every game, or return the first game whose action is not legal and play none.

    A match that ends rewards every seat. With `autoreset` its final observation is kept, a new match starts at once,
    and the learner moves on by `seat_step` seats. Without it, a finished match stays as it is.
    """
    illegal = first_illegal(actions, games.mask)
    if illegal != ALL_LEGAL:
        return illegal
    for i in range(len(games.positions)):
        if games.done[i]:
            games.done[i] = False
            games.reward[i, :] = 0.0
            games.learner_reward[i] = 0.0
        apply(games.positions[i], int(actions[i]))  # type: ignore[arg-type]
        to_move = advance(games, i)
        while to_move == OVER:  # more than once if bots end a match before the learner's first decision
            write_rewards(games, i)
            if not games.autoreset:
                break
            observe(games.positions[i], final_observer(games, i), games.final_observation[i])  # type: ignore[arg-type]
            if games.learner_seat[i] != EVERY_SEAT:
                games.learner_seat[i] = (games.learner_seat[i] + games.seat_step) % games.reward.shape[1]
            start_match(games, i)
            to_move = advance(games, i)
        write_observation(games, i, to_move)
    return ALL_LEGAL


@compiled
def sample_actions(legal: Moves, legal_count: Counts, rngs: Rng, out: Counts) -> None:
    """Write one legal action of every game into `out`, sampled uniformly."""
    for i in range(len(out)):
        out[i] = legal[i, below(rngs[i], legal_count[i])]


@compiled_holding_gil
def observe_at(position: Positions, seat: Seat, out: Tensor) -> None:
    """Write the observation of a seat into `out`."""
    observe(position[0], seat, out)
