"""Playouts: whole games and single steps in native code, written once for all games.

A *step* is one applied event: a decision, a die or a card. Every step lists the legal moves.
"""

from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.policy import decide
from paddock.engine.rng import draw_outcome
from paddock.engine.types import CHANCE, OVER, Counts, Moves, Numbers, Positions, Rng, State, Weights
from paddock.engine.verbs import apply, moves, payoff, score, turn


@inlined
def event(players: State, s: State, rng: Rng, moves_buf: Moves, weights_buf: Weights) -> int:
    """Return the next event: an outcome of chance, or the decision of these players."""
    if turn(s) == CHANCE:
        return draw_outcome(s, rng, moves_buf, weights_buf)
    return decide(players, s, rng, moves_buf)


@inlined
def playout(players: State, s: State, rng: Rng, moves_buf: Moves, weights_buf: Weights) -> int:
    """Play to the end of the match. Return the number of steps."""
    steps = 0
    while turn(s) != OVER:
        apply(s, event(players, s, rng, moves_buf, weights_buf))  # type: ignore[arg-type]
        steps += 1
    return steps


@compiled
def batch(
    players: Positions,
    start: Positions,
    work: Positions,
    rngs: Rng,
    moves_buf: Moves,
    weights_buf: Weights,
    payoffs: Numbers,
    scores: Numbers,
    steps: Counts,
) -> None:
    """Play one game per random stream from the same start. Row i of the results belongs to stream i."""
    s = work[0]
    for i in range(len(rngs)):
        work[0] = start[0]
        steps[i] = playout(players[0], s, rngs[i], moves_buf, weights_buf)
        payoff(s, payoffs[i])
        score(s, scores[i])


@compiled
def trace(
    players: Positions,
    start: Positions,
    work: Positions,
    rng: Rng,
    moves_buf: Moves,
    weights_buf: Weights,
    events: Moves,
) -> None:
    """Play the game that `batch` plays with this stream, and write its events. `events` has the game's length."""
    work[0] = start[0]
    s = work[0]
    for i in range(len(events)):
        move = event(players[0], s, rng, moves_buf, weights_buf)
        apply(s, move)  # type: ignore[arg-type]
        events[i] = move


@compiled
def legal_count(s: State, moves_buf: Moves) -> int:
    """List the legal moves or outcomes. Return n for n moves of a seat, -n for n outcomes of chance, 0 at the end."""
    whose = turn(s)
    if whose == OVER:
        return 0
    n = moves(s, moves_buf)
    return -n if whose == CHANCE else n


@compiled
def step(position: Positions, move: int, moves_buf: Moves) -> int:
    """Play one move and list the next moves. Return the same number as `legal_count`."""
    s = position[0]
    apply(s, move)  # type: ignore[arg-type]
    return legal_count(s, moves_buf)


@compiled
def chance_step(position: Positions, rng: Rng, moves_buf: Moves, weights_buf: Weights) -> int:
    """Play one event of chance and list the next moves. Return the same number as `legal_count`."""
    s = position[0]
    apply(s, draw_outcome(s, rng, moves_buf, weights_buf))  # type: ignore[arg-type]
    return legal_count(s, moves_buf)
