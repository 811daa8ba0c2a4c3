"""Luck, measured: what every die and card was worth to each seat beyond what could be expected of it.

Let V be what a position is worth to a seat. Before a chance event with outcomes o of weight w, V is expected to become
sum(w V(o)) / sum(w); it becomes V(the outcome that fell). The difference is luck, and its mean is zero whatever V is.
So a result minus its luck has the mean of the result, and the better V, the less it varies: fewer games are as certain.
Where a mind has no cheap idea of V, as while a table is laid out, an event adds nothing, which keeps that true.
"""

from typing import NamedTuple

import numpy as np

from paddock.bots.judgement import judge
from paddock.bots.mind import MOST_SEATS, appraise, weigh
from paddock.rules.chance import outcome, streams
from paddock.rules.compiler import compiled
from paddock.rules.game import Game
from paddock.rules.kinds import CHANCE, OVER, Counts, Moves, Numbers, Rng, State, Table, Weights, new_table
from paddock.rules.players import decide
from paddock.rules.skills import settled
from paddock.rules.verbs import apply, moves, payoff, turn, weights


class Desk(NamedTuple):
    """Room to work in for those who watch luck: compiled code allocates nothing."""

    listed: Moves
    heavy: Weights
    after: Table
    """The position after one outcome."""
    options: Moves
    """The moves there."""
    stream: Rng
    """What appraising may draw from, so that it never touches the dice."""
    value: Numbers
    beyond: Numbers


def desk_for(game: Game) -> Desk:
    return Desk(
        listed=np.zeros(game.most_moves, np.int16),
        heavy=np.zeros(game.most_moves, np.int32),
        after=new_table(game.state),
        options=np.zeros(game.most_moves, np.int16),
        stream=np.ascontiguousarray(streams(0, 0, 1)[0]),
        value=np.zeros(MOST_SEATS),
        beyond=np.zeros(MOST_SEATS),
    )


@compiled
def fallen(mind: State, s: State, rng: Rng, begun: bool, desk: Desk, luck: Numbers) -> int:
    """The outcome that chance draws; what it was worth beyond expectation is added to each seat's luck.

    Without room for anybody's luck, nobody watches it.
    """
    listed, heavy, after, value, beyond = desk.listed, desk.heavy, desk.after, desk.value, desk.beyond
    fell = outcome(s, rng, listed, heavy)
    n = moves(s, listed)
    if n == 1 or len(luck) == 0:
        return fell
    total = weights(s, heavy)
    for seat in range(len(luck)):
        beyond[seat] = 0.0
    for i in range(n):  # whether all can be appraised does not depend on which of them fell
        after[0] = s
        apply(after[0], listed[i])
        if not appraise(mind, after[0], begun, desk.stream, desk.options, value):
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
    desk: Desk,
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
                apply(s, fallen(mind, s, dice[i], begun, desk, luck[i]))  # type: ignore[arg-type]
            else:
                apply(s, decide(mind, s, whims[i], desk.listed))  # type: ignore[arg-type]
            steps[i] += 1
        payoff(s, payoffs[i])


@compiled
def fallen_at(minds: Table, table: Table, rng: Rng, begun: bool, desk: Desk, luck: Numbers) -> int:
    """The same as `fallen`, asked from Python."""
    return fallen(minds[0], table[0], rng, begun, desk, luck)


@compiled
def appraise_settled(mind: State, s: State, begun: bool, rng: Rng, listed: Moves, out: Numbers) -> bool:
    """For a mind that is quick only where it can judge by looks."""
    if turn(s) == OVER:
        payoff(s, out)
        return True
    if settled(s):
        judge(mind, s, out)
        return True
    return False


@compiled
def appraise_by_weighing(mind: State, s: State, begun: bool, rng: Rng, listed: Moves, out: Numbers) -> bool:
    """For a mind that weighs moves exactly and at a small price: a decision is worth what its best move is."""
    if appraise_settled(mind, s, begun, rng, listed, out):
        return True
    whose = turn(s)
    if whose == CHANCE or not begun:
        return False
    best = 0
    for i in range(weigh(mind, s, rng, listed)):
        if mind.worth[i, whose] > mind.worth[best, whose]:
            best = i
    for seat in range(mind.players):
        out[seat] = mind.worth[best, seat]
    return True
