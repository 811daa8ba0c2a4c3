"""The pace of a bot: the seconds that it takes for a decision."""

import time
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from paddock.bots.arena.entrants import Entrant
from paddock.bots.arena.paired_games import play
from paddock.bots.bot import Bot, Question
from paddock.engine.types import Move, Rng
from paddock.match.match_state import MatchState

SAMPLE_SECONDS: Final = 1.0
"""The time after which the measurement of a bot's pace starts no further game."""
SAMPLE_GAMES: Final = 5
"""The largest number of games in this measurement."""


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
