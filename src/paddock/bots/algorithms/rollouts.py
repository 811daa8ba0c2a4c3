"""Rollouts: estimate win chances and margins by playouts of greedy players.

Each rollout begins with a determinization: `imagine` resamples the facts that the seat cannot know.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from paddock.bots.algorithms.value_network import predict
from paddock.engine.compilation.decorators import compiled
from paddock.engine.optional_verbs import greedy, settled
from paddock.engine.rng import draw_outcome
from paddock.engine.types import CHANCE, OVER, Buffers, Moves, Numbers, Positions, Rng, Seat, State, Weights
from paddock.engine.verbs import apply, imagine, payoff, score, turn

MAX_EVENTS: Final = 1 << 10
"""The events of one rollout. Greedy players may trade for ever, so a longer one stops there."""
NONE: Final = -1
"""The absence of a first move."""


@dataclass(frozen=True, slots=True)
class Rollouts:
    """Means over all rollouts and their standard errors, by seat."""

    win: list[float]
    win_error: list[float]
    margin: list[float]
    """The own score minus the mean of the others; the score itself if all win together."""
    margin_error: list[float]


@compiled
def rollout_batch(
    memory: Positions,
    start: Positions,
    work: Positions,
    seat: Seat,
    first: int,
    to_the_end: bool,
    rngs: Rng,
    moves_buf: Moves,
    weights_buf: Weights,
    wins: Numbers,
    scores: Numbers,
) -> None:
    """Play one rollout per stream, to the end or to the next settled position; write win chances and scores.

    The first move follows the determinization, because it may reveal hidden facts. This is no call of
    `playouts.playout`: a rollout limits its events and can stop at a settled position.
    """
    s = work[0]
    for i in range(len(rngs)):
        work[0] = start[0]
        imagine(s, seat, rngs[i])
        if first != NONE:
            apply(s, first)  # type: ignore[arg-type]
        events = 0
        while turn(s) != OVER and events < MAX_EVENTS:
            events += 1
            if turn(s) == CHANCE:
                apply(s, draw_outcome(s, rngs[i], moves_buf, weights_buf))  # type: ignore[arg-type]
            else:
                apply(s, greedy(s, rngs[i], moves_buf))  # type: ignore[arg-type]
            if settled(s) and not to_the_end:
                break
        score(s, scores[i])
        write_win_chances(memory[0], s, wins[i])


@compiled
def write_win_chances(memory: State, s: State, out: Numbers) -> None:
    """Write the win chances at the end of a rollout. A rollout that reached `MAX_EVENTS` counts as a draw."""
    if turn(s) == OVER:
        payoff(s, out)
    elif settled(s):
        predict(memory, s, out)
    else:
        for seat in range(len(out)):
            out[seat] = 1.0 / len(out)


def run_rollouts(
    memory: Positions,
    position: Positions,
    buffers: Buffers,
    seat: Seat,
    rngs: Rng,
    *,
    first: int = NONE,
    to_the_end: bool = True,
) -> Rollouts:
    """Return the estimates of a seat, from one rollout per stream."""
    players = int(memory[0].players)
    wins, scores = np.zeros((len(rngs), players)), np.zeros((len(rngs), players))
    rollout_batch(memory, position, position.copy(), seat, first, to_the_end, rngs, *buffers, wins, scores)
    others = (scores.sum(axis=1, keepdims=True) - scores) / max(players - 1, 1)
    margins = scores if memory[0].together else scores - others
    return Rollouts(
        wins.mean(axis=0).tolist(), standard_error(wins), margins.mean(axis=0).tolist(), standard_error(margins)
    )


def standard_error(samples: Numbers) -> list[float]:
    """Return the standard error of the mean of each column."""
    return (samples.std(axis=0) / np.sqrt(len(samples))).tolist()  # type: ignore[no-any-return]
