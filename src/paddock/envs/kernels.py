"""Many games a step at a time, in native code and written once for every room.

All compiled code of the environments stands in this file: Numba's cache looks at a function's own file, and what it
calls in `rules`, `games` and `bots` is in the fingerprint of the cache directory.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paddock.rules.chance import below
from paddock.rules.compiler import brief, compiled, inlined
from paddock.rules.kernels import event
from paddock.rules.kinds import OVER, Counts, Moves, Numbers, Rng, Seat, Table, Tensor, Weights
from paddock.rules.verbs import apply, moves, observe, payoff, turn

ALL: Final = -1
"""Instead of a seat: the caller decides for every seat."""
FINE: Final = -1
"""Instead of the number of a game: every action was legal."""

Seats = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]


class Games(NamedTuple):
    """The memory of a batch, handed to its kernels in one piece; `Batch` says what the arrays are."""

    players: Table
    start: Table
    tables: Table
    dice: Rng
    heavy: Weights
    own: Seats
    seat: Seats
    observation: Tensor
    mask: Flags
    listed: Moves
    legal: Counts
    done: Flags
    reward: Tensor
    earned: Tensor
    last: Tensor
    payoffs: Numbers
    further: int
    """So many seats further on the learner sits down after a match."""
    again: bool
    """A table is laid anew as soon as its match is over."""


@inlined
def go_on(games: Games, i: int) -> int:
    """Play on until the caller is asked or the match is over: chance, and the seats that the players have."""
    s, own = games.tables[i], games.own[i]
    whose = turn(s)
    while whose != OVER and (whose < 0 or (own != ALL and whose != own)):
        apply(s, event(games.players[0], s, games.dice[i], games.listed[i], games.heavy))  # type: ignore[arg-type]
        whose = turn(s)
    return whose


@inlined
def look(games: Games, i: int, whose: int) -> None:
    """What the seat to move sees and may do; after the end, what the learner sees, or the first."""
    s, mask, listed = games.tables[i], games.mask[i], games.listed[i]
    games.seat[i] = whose
    mask[:] = False
    n = 0 if whose == OVER else moves(s, listed)
    for k in range(n):
        mask[listed[k]] = True
    games.legal[i] = n
    observe(s, onlooker(games, i) if whose == OVER else int(whose), games.observation[i])  # type: ignore[arg-type]


@inlined
def onlooker(games: Games, i: int) -> int:
    """Whose eyes see the end of a match: the learner's, or the first seat's."""
    return max(int(games.own[i]), 0)  # wide: small seats would overflow in sums


@inlined
def lay(games: Games, i: int) -> None:
    games.tables[i] = games.start[0]


@inlined
def pay(games: Games, i: int) -> None:
    """A match is over: everybody gets what it paid."""
    payoff(games.tables[i], games.payoffs)
    for k in range(games.reward.shape[1]):
        games.reward[i, k] = games.payoffs[k]
    games.earned[i] = games.payoffs[onlooker(games, i)]
    games.done[i] = True


@inlined
def first_illegal(actions: Counts, mask: Flags) -> int:
    for i in range(len(actions)):
        if not (0 <= actions[i] < mask.shape[1] and mask[i, actions[i]]):
            return i
    return FINE


@compiled
def reset_games(games: Games) -> int:
    """Lay every table anew, and play on to the caller's first decision."""
    for i in range(len(games.tables)):
        lay(games, i)
        look(games, i, go_on(games, i))
    return FINE


@compiled
def step_games(games: Games, actions: Counts) -> int:
    """One decision in every game; returns the first game whose action is not legal, and then none was played.

    A match that ends pays every seat. With `again` its last position is kept as it was seen, the table is laid anew at
    once, and the learner sits down so many seats further on; without, a finished match is left alone.
    """
    wrong = first_illegal(actions, games.mask)
    if wrong != FINE:
        return wrong
    for i in range(len(games.tables)):
        if games.done[i]:
            games.done[i] = False
            games.reward[i, :] = 0.0
            games.earned[i] = 0.0
        apply(games.tables[i], int(actions[i]))  # type: ignore[arg-type]
        whose = go_on(games, i)
        while whose == OVER:  # once, or as often as others end a match before the learner is asked
            pay(games, i)
            if not games.again:
                break
            observe(games.tables[i], onlooker(games, i), games.last[i])  # type: ignore[arg-type]
            if games.own[i] != ALL:
                games.own[i] = (games.own[i] + games.further) % games.reward.shape[1]
            lay(games, i)
            whose = go_on(games, i)
        look(games, i, whose)
    return FINE


@compiled
def any_actions(listed: Moves, legal: Counts, rngs: Rng, out: Counts) -> None:
    """One of the legal actions in every game, each as likely as the others."""
    for i in range(len(out)):
        out[i] = listed[i, below(rngs[i], legal[i])]


@brief
def observe_at(table: Table, seat: Seat, out: Tensor) -> None:
    observe(table[0], seat, out)
