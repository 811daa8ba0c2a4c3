"""Exact play: the bots of a solved game evaluate their moves by its solution (`solver_jobs`)."""

from collections.abc import Sequence

from paddock.bots.algorithms.move_choice import choose_move_at
from paddock.engine.solver.protocols import Solution
from paddock.engine.types import Move, Moves, Positions, Rng
from paddock.engine.verbs import turn


def evaluate_moves_exactly(solution: Solution, memory: Positions, position: Positions, moves_buf: Moves) -> int:
    """Do as `move_choice.evaluate_moves`, by the solution; for the seat to move and the seats that win with it."""
    one, seat = memory[0], turn(position[0])
    choices: Sequence[tuple[Move, float]] = solution.values(position[0])
    for i, (move, value) in enumerate(choices):
        moves_buf[i] = move
        if one.together:
            one.win_chance[i] = value
        else:
            one.win_chance[i, seat] = value
    return len(choices)


def decide_exactly(solution: Solution, memory: Positions, position: Positions, rng: Rng, moves_buf: Moves) -> Move:
    """Do the same as `move_choice.decide`, by the solution."""
    n = evaluate_moves_exactly(solution, memory, position, moves_buf)
    return Move(int(moves_buf[choose_move_at(memory, position, rng, moves_buf, n)]))
