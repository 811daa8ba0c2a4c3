"""Luck: a control variate from the values of chance outcomes.

Let V estimate a seat's win chance. Before a chance event with outcomes o of weight w, the expectation of V is
sum(w V(o)) / sum(w). The luck of the event is V(drawn outcome) minus this expectation. Its mean is zero for any V. So a
result minus its luck has the same mean as the result, and the better V, the smaller its variance. Where V has no cheap
estimate, as during the setup, the event adds no luck, and the mean stays zero.
"""

from typing import Final, NamedTuple

import numpy as np

from paddock.bots.algorithms.bot_memory import MOST_SEATS
from paddock.bots.algorithms.move_choice import value_estimate
from paddock.bots.arena.intervals import Share, mean_and_error, share_of
from paddock.engine.compilation.decorators import compiled
from paddock.engine.game import Game
from paddock.engine.optional_verbs import settled
from paddock.engine.policy import decide
from paddock.engine.rng import draw_outcome, stream
from paddock.engine.types import CHANCE, OVER, Counts, Moves, Numbers, Positions, Rng, State, Weights, new_positions
from paddock.engine.verbs import apply, moves, payoff, turn, weights

PRIOR_WEIGHT: Final = 5
"""The weight of the prior slope, in observations."""


class LuckBuffers(NamedTuple):
    """The buffers for measuring luck, because compiled code allocates nothing."""

    moves_buf: Moves
    weights_buf: Weights
    after: Positions
    """The position after one outcome."""
    options: Moves
    """The moves in that position."""
    stream: Rng
    """The random stream of value estimates, separate from the dice."""
    value: Numbers
    event_luck: Numbers


def luck_buffers(game: Game) -> LuckBuffers:
    return LuckBuffers(
        moves_buf=game.buffers().moves,
        weights_buf=game.buffers().weights,
        after=new_positions(game.state),
        options=game.buffers().moves,
        stream=stream(0),
        value=np.zeros(MOST_SEATS),
        event_luck=np.zeros(MOST_SEATS),
    )


@compiled
def draw_with_luck(memory: State, s: State, rng: Rng, begun: bool, luck_bufs: LuckBuffers, luck: Numbers) -> int:
    """Draw a chance outcome, add its luck to each seat's sum, and return it. If `luck` is empty, measure nothing."""
    moves_buf, weights_buf, after, value, event_luck = (
        luck_bufs.moves_buf,
        luck_bufs.weights_buf,
        luck_bufs.after,
        luck_bufs.value,
        luck_bufs.event_luck,
    )
    drawn = draw_outcome(s, rng, moves_buf, weights_buf)
    n = moves(s, moves_buf)
    if n == 1 or len(luck) == 0:
        return drawn
    total = weights(s, weights_buf)
    for seat in range(len(luck)):
        event_luck[seat] = 0.0
    for i in range(n):  # whether all have an estimate does not depend on the drawn one
        after[0] = s
        apply(after[0], moves_buf[i])
        if not value_estimate(memory, after[0], begun, luck_bufs.stream, luck_bufs.options, value):
            return drawn
        share = (1.0 if moves_buf[i] == drawn else 0.0) - weights_buf[i] / total
        for seat in range(len(luck)):
            event_luck[seat] += share * value[seat]
    for seat in range(len(luck)):
        luck[seat] += event_luck[seat]
    return drawn


@compiled
def adjusted_batch(
    memories: Positions,
    start: Positions,
    work: Positions,
    dice: Rng,
    choices: Rng,
    luck_bufs: LuckBuffers,
    payoffs: Numbers,
    luck: Numbers,
    steps: Counts,
) -> None:
    """Play one game per pair of streams from the same start; row i of the results belongs to pair i.

    Chance and players have separate streams, so that other players meet the same dice. This is no call of
    `playouts.playout`, because each chance event is measured.
    """
    memory, s = memories[0], work[0]
    for i in range(len(dice)):
        work[0] = start[0]
        begun = False
        while turn(s) != OVER:
            begun = begun or settled(s)
            if turn(s) == CHANCE:
                apply(s, draw_with_luck(memory, s, dice[i], begun, luck_bufs, luck[i]))  # type: ignore[arg-type]
            else:
                apply(s, decide(memory, s, choices[i], luck_bufs.moves_buf))  # type: ignore[arg-type]
            steps[i] += 1
        payoff(s, payoffs[i])


@compiled
def draw_with_luck_at(
    memories: Positions, position: Positions, rng: Rng, begun: bool, luck_bufs: LuckBuffers, luck: Numbers
) -> int:
    """Do the same as `draw_with_luck`, for calls from Python."""
    return draw_with_luck(memories[0], position[0], rng, begun, luck_bufs, luck)


# ---- Results without their luck


def share_without_luck(results: Numbers, luck: Numbers) -> Share:
    """Return the share after subtraction of the luck. If only luck varied, the rest is exact.

    >>> share_without_luck(np.array([0.0, 1.0] * 4 + [1.0, 0.0] * 4), np.array([-0.5, 0.5] * 4 + [0.5, -0.5] * 4))
    Share(mean=0.5, error=0.0, low=0.5, high=0.5)
    """
    left = share_of(without_luck(results, luck))
    exact = left.error == 0.0 and mean_and_error(results)[1] > 0.0
    return Share(left.mean, 0.0, left.mean, left.mean) if exact else left


def slope(results: Numbers, luck: Numbers) -> float:
    """Return the regression slope of results on luck, with a prior slope of 1 that weighs `PRIOR_WEIGHT` observations.

    >>> slope(np.tile([1.0, 3.0, 5.0], 100), np.tile([-1.0, 0.0, 1.0], 100)) > 1.9
    True
    >>> slope(np.ones(3), np.full(3, 0.25))  # constant luck says nothing about the slope
    1.0
    """
    if not luck.any():
        return 1.0
    centred = luck - luck.mean()
    prior = PRIOR_WEIGHT * float(luck @ luck) / len(luck)
    return (float(centred @ results) + prior) / (float(centred @ centred) + prior)


def without_luck(results: Numbers, luck: Numbers) -> Numbers:
    """Return the results minus the luck times the factor that minimises their variance (a control variate).

    The factor of the even seeds comes from the odd seeds and vice versa. A factor estimated from the same luck that it
    multiplies would bias the mean.

    >>> without_luck(np.array([0.0, 1.0, 1.0, 0.0]), np.array([-0.5, 0.5, 0.5, -0.5])).tolist()
    [0.5, 0.5, 0.5, 0.5]
    """
    left = np.empty_like(results)
    for half in (0, 1):
        factor = slope(results[1 - half :: 2], luck[1 - half :: 2])
        left[half::2] = results[half::2] - factor * luck[half::2]
    return left
