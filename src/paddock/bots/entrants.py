"""Who takes part in an arena, and games among them: in compiled code where kernels know all, else by asking them.

Both ways give a game the same dice, and keep the luck in the same way.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from paddock.bots.judgement import learned
from paddock.bots.levels import Manner, manner
from paddock.bots.luck import adjusted_batch, desk_for, fallen_at
from paddock.bots.mind import THINKING, UNIFORM, no_idea
from paddock.bots.player import Bot, Question, ask, bot_with
from paddock.bots.simulation import seated
from paddock.bots.thinking import WAYS, new_mind
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.game import Game
from paddock.rules.kinds import CHANCE, Counts, Move, Numbers, Rng, Table
from paddock.rules.refusals import BadOption
from paddock.rules.skills import settled
from paddock.rules.solving import Problem, Solution

SAMPLE_SECONDS: Final = 1.0
"""Measuring how long a bot thinks begins no further game after this time."""
SAMPLE_GAMES: Final = 5


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot with a name; one whose manner kernels know plays whole games in compiled code."""

    name: str
    bot: Bot
    manner: Manner | None = None


def entrant(match: Match, level: str, solution: Solution | None = None) -> Entrant:
    """The bot of this level, as it plays here; one that thinks looks into a solution if there is one, in Python."""
    return entrant_with(level, manner(match.game, level, match.options), solution)


def entrant_with(name: str, how: Manner, solution: Solution | None = None) -> Entrant:
    """One who chooses so."""
    exact = solution is not None and how.kind == THINKING
    return Entrant(name, bot_with(lambda asked: how), None if exact else how)


def problem_of(match: Match) -> Problem | None:
    """What has to be solved for exact play at this table; None where nothing can be."""
    if match.game.solver is None:
        return None
    try:
        return match.game.solver(match.options)
    except BadOption:
        return None


@dataclass(frozen=True, slots=True)
class Games:
    """Results of some games in a row: game by game, seat by seat."""

    payoffs: Numbers
    luck: Numbers
    steps: Counts


def knows_luck(game: Game) -> bool:
    """Whether minds of this game have an idea of what a die or a card is worth."""
    way = WAYS.get(game.thinking)
    return way is not None and way.appraise is not no_idea and bool(learned(game))


def play(
    match: Match,
    seats: Sequence[Entrant],
    seed: int,
    first: int,
    count: int,
    *,
    luck: bool = False,
    solution: Solution | None = None,
) -> Games:
    """The games numbered from `first` among these: a game's dice depend on the seed and its number only.

    With `luck`, which a game must know (`knows_luck`), a mind watches all dice and cards. With the solution of a game
    that is won together, it is the solution that watches. Without, nobody does, and all luck is zero.
    """
    results = Games(np.zeros((count, match.players)), np.zeros((count, match.players)), np.zeros(count, dtype=np.int64))
    dice, whims = streams(seed, first, count), streams(~seed, first, count)
    manners = [one.manner for one in seats if one.manner is not None]
    solution = solution if luck else None
    watched = results.luck if luck else np.zeros((count, 0))
    known = len(manners) == len(seats) and solution is None
    sitting = manners if known else [Manner(UNIFORM)] * len(seats)  # who is asked needs nobody to decide
    mind = new_mind(match.game, match.players, sitting) if luck and solution is None else seated(match.game, sitting)
    if known:
        play_compiled(match, mind, dice, whims, results, watched)
    else:
        play_asked(match, [one.bot for one in seats], mind, solution, dice, whims, results, watched)
    return results


def play_compiled(match: Match, mind: Table, dice: Rng, whims: Rng, results: Games, luck: Numbers) -> None:
    """Whole in compiled code."""
    work, desk = match.table.copy(), desk_for(match.game)
    adjusted_batch(mind, match.table, work, dice, whims, desk, results.payoffs, luck, results.steps)


def play_asked(
    match: Match,
    bots: Sequence[Bot],
    mind: Table,
    solution: Solution | None,
    dice: Rng,
    whims: Rng,
    results: Games,
    luck: Numbers,
) -> None:
    """Move by move, each asked of the bot whose turn it is."""
    table = Match(match.game, match.players, match.options)
    desk = desk_for(match.game)
    for i in range(len(dice)):
        table.rewind(0)
        begun = False
        while not table.over:
            begun = begun or bool(settled(table.state))
            if table.turn == CHANCE:
                expected = solution.value(table.state) if solution else 0.0  # the mean over all outcomes, exactly
                table.follow(Move(int(fallen_at(mind, table.table, dice[i], begun, desk, luck[i]))))
                luck[i] += solution.value(table.state) - expected if solution else 0.0
            else:
                table.push(ask(bots[table.turn], table, whims[i]))
        results.payoffs[i], results.steps[i] = table.payoff(), len(table.moves)


# ---- How long they think


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that a bot takes for a decision, where there is more than one legal move."""

    decisions: int
    mean: float
    slowest: float


@dataclass(slots=True)
class Timed:
    """A bot with a watch."""

    bot: Bot
    seconds: list[float] = field(default_factory=list)

    def __call__(self, asked: Question, rng: Rng) -> Move:
        started = time.perf_counter()
        move = self.bot(asked, rng)
        if len(asked.legal) > 1:
            self.seconds.append(time.perf_counter() - started)
        return move


def pace_of(match: Match, one: Entrant, seed: int) -> Pace:
    """Measured in a few games of their own, a bot at all seats, asked as at the table."""
    timed = Timed(one.bot)
    seats = [Entrant(one.name, timed)] * match.players
    started, games = time.perf_counter(), 0
    while games < SAMPLE_GAMES and (games == 0 or time.perf_counter() - started < SAMPLE_SECONDS):
        play(match, seats, seed, games, 1)
        games += 1
    warm = timed.seconds[1:] or timed.seconds or [0.0]  # the first answer may have had to wait for the compiler
    return Pace(len(warm), float(np.mean(warm)), max(warm))
