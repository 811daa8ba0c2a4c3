"""Turn enumeration: list all possible ends of a turn, evaluate them, and back up the values to the moves.

This suits games in which all seats win together, so that one number evaluates an end. It finds the same values as
expectimax, but does not follow every chance outcome to the same few ends. The game package lists the ends and backs up
their values (verbs `enumerate_turn_ends`, `turn_end_position`, `evaluate_turn_moves`, `turn_win_chance`). The owl
extends the best ends by one turn.
"""

from typing import Any, Final

import numpy as np

from paddock.bots.algorithms.bot_memory import MOST_SEATS, seat_fields
from paddock.bots.algorithms.value_network import network_fields, predict
from paddock.bots.levels import DEFAULT_BUDGET
from paddock.engine.compilation.decorators import compiled
from paddock.engine.game import Game
from paddock.engine.optional_verbs import enumerate_turn_ends, evaluate_turn_moves, turn_end_position, turn_win_chance
from paddock.engine.types import OVER, Moves, Numbers, Positions, Rng, State
from paddock.engine.verbs import payoff, turn

EXTENSION_COST: Final = 12
"""The part of the search budget that it costs to extend one end by one turn."""
EXTENDED: Final = -1.0
"""The candidate value of an end that is already extended."""


def turn_enumeration_memory(game: Game) -> np.dtype[Any]:
    """Return the record type of a bot memory for turn enumeration."""
    assert game.turn_ends is not None
    return np.dtype(
        [
            *seat_fields(game),
            *network_fields(game),
            ("end", np.dtype((State, game.state)), (1,)),
            ("next_end", np.dtype((State, game.state)), (1,)),
            ("chances", "f8", (MOST_SEATS,)),
            ("values", "f8", (game.most_moves,)),
            ("turn_ends", np.dtype((State, game.turn_ends))),
            ("next_turn_ends", np.dtype((State, game.turn_ends))),  # of the turn after one end
            ("candidates", "f8", game.turn_ends["win_chance"].shape),  # network value of each end
            ("age", "i8"),  # changes with the weights
            ("evaluated_age", "i8"),  # the age in which `turn_ends` was evaluated
            ("extensions", "i8"),  # the number of ends that were extended then
        ],
        align=True,
    )


@compiled
def evaluate_ends(memory: State, s: State, extensions: int) -> None:
    """Write the win chance of every end of this turn into `turn_ends`, and extend the best ends by one turn."""
    if memory.evaluated_age != memory.age or memory.extensions != extensions:
        memory.turn_ends.known = 0
        memory.evaluated_age, memory.extensions = memory.age, extensions
    ends = predict_ends(memory, s, memory.turn_ends, memory.end)
    if ends > 0 and extensions > 0:
        extend_best_ends(memory, s, ends, extensions)


@compiled
def predict_ends(memory: State, s: State, turn_ends: State, at: Positions) -> int:
    """Write the network's win chance of every new end of a turn and return the number of these ends."""
    ends = enumerate_turn_ends(s, turn_ends)
    for end in range(ends):
        turn_end_position(s, turn_ends, end, at)
        if turn(at[0]) == OVER:
            payoff(at[0], memory.chances)
        else:
            predict(memory, at[0], memory.chances)
        turn_ends.win_chance[end] = memory.chances[0]
    return ends


@compiled
def extend_best_ends(memory: State, s: State, ends: int, extensions: int) -> None:
    """Replace the win chance of the best ends by the value of the turn after them."""
    for end in range(ends):
        memory.candidates[end] = memory.turn_ends.win_chance[end]
    for _ in range(min(extensions, ends)):
        best = 0
        for end in range(ends):
            if memory.candidates[end] > memory.candidates[best]:
                best = end
        memory.candidates[best] = EXTENDED
        turn_end_position(s, memory.turn_ends, best, memory.end)
        if turn(memory.end[0]) != OVER:
            memory.next_turn_ends.known = 0
            predict_ends(memory, memory.end[0], memory.next_turn_ends, memory.next_end)
            memory.turn_ends.win_chance[best] = turn_win_chance(memory.end[0], memory.next_turn_ends)


@compiled
def enumerate_turn(memory: State, s: State, rng: Rng, moves_buf: Moves) -> int:
    """Write each seat's win chance after every legal move and return the number of moves."""
    evaluate_ends(memory, s, max((memory.iterations[turn(s)] - DEFAULT_BUDGET) // EXTENSION_COST, 0))
    n = evaluate_turn_moves(s, memory.turn_ends, moves_buf, memory.values)
    for i in range(n):
        for seat in range(memory.players):
            memory.win_chance[i, seat] = memory.values[i]
        memory.error[i] = memory.prediction_error[0]
    return n


@compiled
def enumeration_after_turn(memory: State, s: State, out: Numbers) -> bool:
    """Write each seat's win chance in a settled position, by enumeration of its turn."""
    evaluate_ends(memory, s, 0)
    win_chance = turn_win_chance(s, memory.turn_ends)
    for seat in range(memory.players):
        out[seat] = win_chance
    return True
