"""Luck, measured: what every die and card was worth to each seat beyond what could be expected of it.

Let V be what a position is worth to a seat. Before a chance event with outcomes o of weight w, V is expected to become
sum(w V(o)) / sum(w); it becomes V(the outcome that fell). The difference is luck, and its mean is zero whatever V is.
So a result minus its luck has the mean of the result, and the better V, the less it varies: fewer games are as certain.
Where a mind has no cheap idea of V, as while a table is laid out, an event adds nothing, which keeps that true.
"""

from paddock.bots.mind import appraise
from paddock.rules.chance import outcome
from paddock.rules.compiler import compiled
from paddock.rules.kinds import CHANCE, OVER, Counts, Moves, Numbers, Rng, State, Table, Weights
from paddock.rules.players import decide
from paddock.rules.skills import settled
from paddock.rules.verbs import apply, moves, payoff, turn, weights


@compiled
def fallen(
    mind: State, s: State, rng: Rng, listed: Moves, heavy: Weights, begun: bool, scratch: Numbers, luck: Numbers
) -> int:
    """The outcome that chance draws; what it was worth beyond expectation is added to each seat's luck.

    Two rows of `scratch` hold the worth of one outcome, and the difference as it grows.
    """
    fell = outcome(s, rng, listed, heavy)
    n = moves(s, listed)
    if n == 1:
        return fell
    total = weights(s, heavy)
    value, beyond = scratch[0], scratch[1]
    for seat in range(len(luck)):
        beyond[seat] = 0.0
    for i in range(n):  # whether all can be appraised does not depend on which of them fell
        if not appraise(mind, s, listed[i], begun, value):
            return fell
        share = (1.0 if listed[i] == fell else 0.0) - heavy[i] / total
        for seat in range(len(luck)):
            beyond[seat] += share * value[seat]
    for seat in range(len(luck)):
        luck[seat] += beyond[seat]
    return fell


@compiled
def adjusted_batch(
    minds: Table,
    start: Table,
    work: Table,
    dice: Rng,
    whims: Rng,
    listed: Moves,
    heavy: Weights,
    scratch: Numbers,
    payoffs: Numbers,
    luck: Numbers,
    steps: Counts,
) -> None:
    """Play one game per pair of streams from the same start; row i of the results belongs to pair i.

    Chance and players draw from streams of their own, so that other players at the same table meet the same dice.
    """
    mind, s = minds[0], work[0]
    for i in range(len(dice)):
        work[0] = start[0]
        begun = False
        while turn(s) != OVER:
            begun = begun or settled(s)
            if turn(s) == CHANCE:
                apply(s, fallen(mind, s, dice[i], listed, heavy, begun, scratch, luck[i]))  # type: ignore[arg-type]
            else:
                apply(s, decide(mind, s, whims[i], listed))  # type: ignore[arg-type]
            steps[i] += 1
        payoff(s, payoffs[i])


@compiled
def fallen_at(
    minds: Table, table: Table, rng: Rng, listed: Moves, heavy: Weights, begun: bool, scratch: Numbers, luck: Numbers
) -> int:
    """The same as `fallen`, asked from Python."""
    return fallen(minds[0], table[0], rng, listed, heavy, begun, scratch, luck)
