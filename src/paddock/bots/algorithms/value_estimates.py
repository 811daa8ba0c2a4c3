"""Cheap estimates of the value of a position, which algorithms share."""

from paddock.bots.algorithms.move_choice import evaluate_moves
from paddock.bots.algorithms.value_network import predict
from paddock.engine.compilation.decorators import compiled
from paddock.engine.optional_verbs import settled
from paddock.engine.types import CHANCE, OVER, Moves, Numbers, Rng, State
from paddock.engine.verbs import payoff, turn


@compiled
def settled_value(memory: State, s: State, begun: bool, rng: Rng, moves_buf: Moves, out: Numbers) -> bool:
    """Write each seat's win chance at the end or in a settled position; return False elsewhere."""
    if turn(s) == OVER:
        payoff(s, out)
        return True
    if settled(s):
        predict(memory, s, out)
        return True
    return False


@compiled
def value_by_moves(memory: State, s: State, begun: bool, rng: Rng, moves_buf: Moves, out: Numbers) -> bool:
    """Do the same as `settled_value`; at a decision, write the win chances of the best move.

    This suits an algorithm that evaluates moves exactly and cheaply.
    """
    if settled_value(memory, s, begun, rng, moves_buf, out):
        return True
    player = turn(s)
    if player == CHANCE or not begun:
        return False
    best = 0
    for i in range(evaluate_moves(memory, s, rng, moves_buf)):
        if memory.win_chance[i, player] > memory.win_chance[best, player]:
            best = i
    for seat in range(memory.players):
        out[seat] = memory.win_chance[best, seat]
    return True
