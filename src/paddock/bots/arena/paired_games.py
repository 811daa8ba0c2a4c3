"""Games between entrants: the same seed gives other entrants the same dice, so that their results can be paired.

If all play styles are known, whole games run in compiled code. Otherwise Python asks the bots move by move. Both paths
use the same dice and measure luck with the same function.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paddock.bots.algorithms.memory_construction import new_memory
from paddock.bots.algorithms.move_choice import UNIFORM, no_value_estimate
from paddock.bots.algorithms.registry import ALGORITHMS
from paddock.bots.algorithms.value_network import learned_weights
from paddock.bots.arena.entrants import Entrant
from paddock.bots.arena.luck import adjusted_batch, draw_with_luck_at, luck_buffers
from paddock.bots.bot import Bot, ask
from paddock.bots.levels import PlayStyle
from paddock.bots.player_records import players_record
from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.engine.optional_verbs import settled
from paddock.engine.rng import streams
from paddock.engine.solver.protocols import Problem, Solution
from paddock.engine.types import CHANCE, Counts, Move, Numbers, Positions, Rng
from paddock.match.match_state import MatchState


def problem_of(match: MatchState) -> Problem | None:
    """Return the problem to solve for exact play at this table; None if it cannot be solved."""
    if match.game.solver is None:
        return None
    try:
        return match.game.solver(match.options)
    except BadOption:
        return None


@dataclass(frozen=True, slots=True)
class Games:
    """The results of consecutive games, by game and seat."""

    payoffs: Numbers
    luck: Numbers
    steps: Counts


def knows_luck(game: Game) -> bool:
    """Return whether the algorithm of this game can estimate the values of chance outcomes."""
    algorithm = ALGORITHMS.get(game.algorithm)
    return algorithm is not None and algorithm.value_estimate is not no_value_estimate and bool(learned_weights(game))


def play(
    match: MatchState,
    seats: Sequence[Entrant],
    seed: int,
    first: int,
    count: int,
    *,
    luck: bool = False,
    solution: Solution | None = None,
) -> Games:
    """Play the games numbered from `first`. The dice of a game depend only on the seed and its number.

    With `luck` (see `knows_luck`) the solution, or a bot memory if there is none, measures the luck of every chance
    event. Without it, all luck is zero.
    """
    results = Games(np.zeros((count, match.players)), np.zeros((count, match.players)), np.zeros(count, dtype=np.int64))
    dice, choices = streams(seed, first, count), streams(~seed, first, count)
    play_styles = [one.play_style for one in seats if one.play_style is not None]
    solution = solution if luck else None
    measured = results.luck if luck else np.zeros((count, 0))
    all_known = len(play_styles) == len(seats) and solution is None
    seated = play_styles if all_known else [PlayStyle(UNIFORM)] * len(seats)  # Python asks the bots instead
    memory = (
        new_memory(match.game, match.players, seated)
        if luck and solution is None
        else players_record(match.game, seated)
    )
    if all_known:
        play_compiled(match, memory, dice, choices, results, measured)
    else:
        play_in_python(match, [one.bot for one in seats], memory, solution, dice, choices, results, measured)
    return results


def play_compiled(match: MatchState, memory: Positions, dice: Rng, choices: Rng, results: Games, luck: Numbers) -> None:
    """Play whole games in compiled code."""
    work, luck_bufs = match.position.copy(), luck_buffers(match.game)
    adjusted_batch(memory, match.position, work, dice, choices, luck_bufs, results.payoffs, luck, results.steps)


def play_in_python(
    match: MatchState,
    bots: Sequence[Bot],
    memory: Positions,
    solution: Solution | None,
    dice: Rng,
    choices: Rng,
    results: Games,
    luck: Numbers,
) -> None:
    """Play move by move and ask the bot of the seat to move."""
    played = MatchState(match.game, match.players, match.options)
    luck_bufs = luck_buffers(match.game)
    for i in range(len(dice)):
        played.rewind(0)
        begun = False
        while not played.over:
            begun = begun or bool(settled(played.state))
            if played.turn == CHANCE:
                expected = solution.value(played.state) if solution else 0.0  # the exact mean over all outcomes
                played.play_unchecked(
                    Move(int(draw_with_luck_at(memory, played.position, dice[i], begun, luck_bufs, luck[i])))
                )
                luck[i] += solution.value(played.state) - expected if solution else 0.0
            else:
                played.play_move(ask(bots[played.turn], played, choices[i]))
        results.payoffs[i], results.steps[i] = played.payoff(), len(played.moves)
