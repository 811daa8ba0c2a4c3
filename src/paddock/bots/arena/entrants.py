"""The participants of an arena and the games between them.

If all play styles are known, whole games run in compiled code. Otherwise Python asks the bots move by move. Both paths
use the same dice and measure luck with the same function.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from paddock.bots.algorithms.memory_construction import new_memory
from paddock.bots.algorithms.move_choice import SEARCHING, UNIFORM, no_value_estimate
from paddock.bots.algorithms.registry import ALGORITHMS
from paddock.bots.algorithms.value_network import learned_weights
from paddock.bots.arena.luck import adjusted_batch, draw_with_luck_at, luck_buffers
from paddock.bots.bot import Bot, Question, ask, bot_with
from paddock.bots.levels import PlayStyle, play_style
from paddock.bots.player_records import players_record
from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.engine.optional_verbs import settled
from paddock.engine.rng import streams
from paddock.engine.solver_protocols import Problem, Solution
from paddock.engine.types import CHANCE, Counts, Move, Numbers, Positions, Rng
from paddock.match.match_state import MatchState

SAMPLE_SECONDS: Final = 1.0
"""The time after which the measurement of a bot's pace starts no further game."""
SAMPLE_GAMES: Final = 5
"""The largest number of games in this measurement."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot with a name. One with a play style can play whole games in compiled code."""

    name: str
    bot: Bot
    play_style: PlayStyle | None = None


def entrant(match: MatchState, level: str, solution: Solution | None = None) -> Entrant:
    """Return the bot of a level at this table. With a solution, a level that searches plays exactly, from Python."""
    return entrant_with(level, play_style(match.game, level, match.options), solution)


def entrant_with(name: str, style: PlayStyle, solution: Solution | None = None) -> Entrant:
    """Return an entrant with this play style."""
    exact = solution is not None and style.policy == SEARCHING
    return Entrant(name, bot_with(lambda asked: style), None if exact else style)


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


# ---- Pace


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds that a bot takes for a decision between at least two moves."""

    decisions: int
    mean: float
    slowest: float


@dataclass(slots=True)
class Timed:
    """A bot that records the seconds of its decisions."""

    bot: Bot
    seconds: list[float] = field(default_factory=list)

    def __call__(self, asked: Question, rng: Rng) -> Move:
        started = time.perf_counter()
        move = self.bot(asked, rng)
        if len(asked.legal) > 1:
            self.seconds.append(time.perf_counter() - started)
        return move


def measure_pace(match: MatchState, one: Entrant, seed: int) -> Pace:
    """Return the pace of a bot in a few games in which it plays all seats."""
    timed = Timed(one.bot)
    seats = [Entrant(one.name, timed)] * match.players
    started, games = time.perf_counter(), 0
    while games < SAMPLE_GAMES and (games == 0 or time.perf_counter() - started < SAMPLE_SECONDS):
        play(match, seats, seed, games, 1)
        games += 1
    warm = timed.seconds[1:] or timed.seconds or [0.0]  # the first decision may include compile time
    return Pace(len(warm), float(np.mean(warm)), max(warm))
