"""Many games a step at a time, in native code and written once for every room.

All compiled code of the environments stands in this file: Numba's cache looks at a function's own file, and what it
calls in `rules`, `games` and `bots` is in the fingerprint of the cache directory.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from paddock.rules.chance import below
from paddock.rules.compiler import brief, compiled, inlined
from paddock.rules.kernels import event
from paddock.rules.kinds import OVER, Counts, Moves, Numbers, Rng, Seat, State, Table, Tensor, Weights
from paddock.rules.verbs import apply, moves, observe, payoff, turn

ALL: Final = -1
"""Instead of a seat: the caller decides for every seat."""
FINE: Final = -1
"""Instead of the number of a game: every action was legal."""

Seats = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]


@inlined
def go_on(players: State, s: State, own: int, rng: Rng, listed: Moves, heavy: Weights) -> int:
    """Play on until the caller is asked or the match is over: chance, and the seats that these players have."""
    whose = turn(s)
    while whose != OVER and (whose < 0 or (own != ALL and whose != own)):
        apply(s, event(players, s, rng, listed, heavy))  # type: ignore[arg-type]
        whose = turn(s)
    return whose


@inlined
def first_illegal(actions: Counts, mask: Flags) -> int:
    for i in range(len(actions)):
        if not (0 <= actions[i] < mask.shape[1] and mask[i, actions[i]]):
            return i
    return FINE


@inlined
def look(s: State, whose: int, own: int, listed: Moves, observation: Tensor, mask: Flags) -> int:
    """What the seat to move sees and may do, and how many moves; after the end what the learner sees, or the first."""
    mask[:] = False
    if whose == OVER:
        observe(s, max(int(own), 0), observation)  # type: ignore[arg-type]
        return 0
    n = moves(s, listed)
    for k in range(n):
        mask[listed[k]] = True
    observe(s, int(whose), observation)  # type: ignore[arg-type]  # wide: small seats would overflow in sums
    return n


@compiled
def reset_games(
    players: Table,
    start: Table,
    tables: Table,
    rngs: Rng,
    listed: Moves,
    heavy: Weights,
    own: Seats,
    observation: Tensor,
    mask: Flags,
    legal: Counts,
    seat: Seats,
) -> int:
    """Lay every table anew, and play on to the caller's first decision."""
    for i in range(len(tables)):
        tables[i] = start[0]
        s = tables[i]
        seat[i] = go_on(players[0], s, own[i], rngs[i], listed, heavy)
        legal[i] = look(s, seat[i], own[i], listed, observation[i], mask[i])
    return FINE


@compiled
def step_games(
    players: Table,
    start: Table,
    tables: Table,
    rngs: Rng,
    listed: Moves,
    heavy: Weights,
    own: Seats,
    observation: Tensor,
    mask: Flags,
    legal: Counts,
    seat: Seats,
    actions: Counts,
    payoffs: Numbers,
    reward: Tensor,
    done: Flags,
    seats: int,
    earned: Tensor,
    last: Tensor,
    further: int,
    again: bool,
) -> int:
    """One decision in every game; returns the first game whose action is not legal, and then none was played.

    A match that ends pays every seat. With `again` its last position is kept as it was seen, the table is laid anew at
    once, and the learner sits down so many seats further on; without, a finished match is left alone.
    """
    wrong = first_illegal(actions, mask)
    if wrong != FINE:
        return wrong
    for i in range(len(tables)):
        s = tables[i]
        if done[i]:
            done[i] = False
            reward[i, :] = 0.0
            earned[i] = 0.0
        apply(s, int(actions[i]))  # type: ignore[arg-type]
        whose = go_on(players[0], s, own[i], rngs[i], listed, heavy)
        while whose == OVER:  # once, or as often as others end a match before the learner is asked
            done[i] = True
            payoff(s, payoffs)
            for k in range(seats):
                reward[i, k] = payoffs[k]
            earned[i] = payoffs[max(own[i], 0)]
            if not again:
                break
            observe(s, max(int(own[i]), 0), last[i])  # type: ignore[arg-type]
            if own[i] != ALL:
                own[i] = (own[i] + further) % seats
            tables[i] = start[0]
            whose = go_on(players[0], s, own[i], rngs[i], listed, heavy)
        seat[i] = whose
        legal[i] = look(s, whose, own[i], listed, observation[i], mask[i])
    return FINE


@compiled
def any_actions(mask: Flags, legal: Counts, rngs: Rng, out: Counts) -> None:
    """One of the legal actions in every game, each as likely as the others."""
    for i in range(len(out)):
        left = below(rngs[i], legal[i])
        before = 0
        chosen = 0
        for action in range(mask.shape[1]):  # no way out: a branch that cannot be foreseen costs more than the rest
            before += int(mask[i, action])
            chosen += int(before <= left)
        out[i] = chosen


@brief
def observe_at(table: Table, seat: Seat, out: Tensor) -> None:
    observe(table[0], seat, out)
