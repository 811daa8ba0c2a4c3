"""Whole games and single steps in native code, written once for every room.

A *step* is one applied event: a decision, a die or a card. At every step the legal moves are listed.
"""

from paddock.rules.chance import outcome
from paddock.rules.compiler import brief, compiled, inlined
from paddock.rules.kinds import CHANCE, OVER, Counts, Moves, Numbers, Rng, State, Table, Weights
from paddock.rules.players import decide
from paddock.rules.verbs import apply, moves, payoff, score, turn, weights


@inlined
def event(players: State, s: State, rng: Rng, listed: Moves, heavy: Weights) -> int:
    """The next event at a table of these players."""
    if turn(s) == CHANCE:
        return outcome(s, rng, listed, heavy)
    return decide(players, s, rng, listed)


@inlined
def playout(players: State, s: State, rng: Rng, listed: Moves, heavy: Weights) -> int:
    """Play to the end; returns the number of steps."""
    steps = 0
    while turn(s) != OVER:
        apply(s, event(players, s, rng, listed, heavy))  # type: ignore[arg-type]
        steps += 1
    return steps


@compiled
def batch(
    players: Table,
    start: Table,
    work: Table,
    rngs: Rng,
    listed: Moves,
    heavy: Weights,
    payoffs: Numbers,
    scores: Numbers,
    steps: Counts,
) -> None:
    """Play one game per stream from the same start; row i of the results belongs to stream i."""
    s = work[0]
    for i in range(len(rngs)):
        work[0] = start[0]
        steps[i] = playout(players[0], s, rngs[i], listed, heavy)
        payoff(s, payoffs[i])
        score(s, scores[i])


@compiled
def trace(players: Table, start: Table, work: Table, rng: Rng, listed: Moves, heavy: Weights, events: Moves) -> None:
    """The same game as `batch` plays with this stream, keeping its events; `events` has the game's length."""
    work[0] = start[0]
    s = work[0]
    for i in range(len(events)):
        move = event(players[0], s, rng, listed, heavy)
        apply(s, move)  # type: ignore[arg-type]
        events[i] = move


@compiled
def standing(s: State, listed: Moves) -> int:
    """What is to be chosen now: n legal moves of a seat as n, n outcomes of chance as -n, the end as 0."""
    whose = turn(s)
    if whose == OVER:
        return 0
    n = moves(s, listed)
    return -n if whose == CHANCE else n


@compiled
def step(table: Table, move: int, listed: Moves) -> int:
    """Play one move, list what can follow; answers like `standing`."""
    s = table[0]
    apply(s, move)  # type: ignore[arg-type]
    return standing(s, listed)


@compiled
def chance_step(table: Table, rng: Rng, listed: Moves, heavy: Weights) -> int:
    """Let chance play one event, list what can follow; answers like `standing`."""
    s = table[0]
    apply(s, outcome(s, rng, listed, heavy))  # type: ignore[arg-type]
    return standing(s, listed)


# The verbs on a table of one position: a plain array crosses from Python to native code several times faster
# than a single record does.


@brief
def turn_at(table: Table) -> int:
    return turn(table[0])


@brief
def standing_at(table: Table, listed: Moves) -> int:
    return standing(table[0], listed)


@brief
def outcomes_at(table: Table, listed: Moves, heavy: Weights) -> int:
    """The outcomes of chance with their weights; how many there are: none where a seat decides or all is over."""
    s = table[0]
    if turn(s) != CHANCE:
        return 0
    n = moves(s, listed)
    weights(s, heavy)
    return n


@brief
def weights_at(table: Table, heavy: Weights) -> int:
    return weights(table[0], heavy)


@brief
def play_at(table: Table, move: int) -> None:
    apply(table[0], move)  # type: ignore[arg-type]


@brief
def payoff_at(table: Table, out: Numbers) -> None:
    payoff(table[0], out)


@brief
def score_at(table: Table, out: Numbers) -> None:
    score(table[0], out)
