"""The verbs for calls from Python, on an array of one position.

A call from Python with an array is several times faster than with a record.
"""

from paddock.engine.compilation.decorators import compiled_holding_gil
from paddock.engine.playouts import legal_count
from paddock.engine.types import CHANCE, Moves, Numbers, Positions, Weights
from paddock.engine.verbs import apply, moves, payoff, score, turn, weights


@compiled_holding_gil
def turn_at(position: Positions) -> int:
    return turn(position[0])


@compiled_holding_gil
def legal_count_at(position: Positions, moves_buf: Moves) -> int:
    return legal_count(position[0], moves_buf)


@compiled_holding_gil
def outcomes_at(position: Positions, moves_buf: Moves, weights_buf: Weights) -> int:
    """List the outcomes of chance with their weights. Return their number: 0 where a seat decides or at the end."""
    s = position[0]
    if turn(s) != CHANCE:
        return 0
    n = moves(s, moves_buf)
    weights(s, weights_buf)
    return n


@compiled_holding_gil
def weights_at(position: Positions, weights_buf: Weights) -> int:
    return weights(position[0], weights_buf)


@compiled_holding_gil
def play_at(position: Positions, move: int) -> None:
    apply(position[0], move)  # type: ignore[arg-type]


@compiled_holding_gil
def payoff_at(position: Positions, out: Numbers) -> None:
    payoff(position[0], out)


@compiled_holding_gil
def score_at(position: Positions, out: Numbers) -> None:
    score(position[0], out)
