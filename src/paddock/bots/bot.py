"""A bot, the question that it receives, and the bots of the levels."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from paddock.bots.algorithms.exact_play import decide_exactly
from paddock.bots.algorithms.memory_construction import new_memory, set_play_style
from paddock.bots.algorithms.move_choice import SEARCHING, decide_at
from paddock.bots.algorithms.solver_jobs import known_solution
from paddock.bots.levels import PlayStyle, check_level, play_style
from paddock.bots.player_records import players_record
from paddock.engine.game import Game
from paddock.engine.options import OptionValues
from paddock.engine.types import Move, Positions, Rng, Seat
from paddock.engine.verbs import imagine
from paddock.match.match_state import MatchState


@dataclass(frozen=True, slots=True)
class Question:
    """A decision of one seat. `position` is a determinization: the facts hidden from the seat are resampled."""

    game: Game
    players: int
    options: OptionValues
    position: Positions
    seat: Seat
    legal: list[Move]


class Bot(Protocol):
    """A function that returns one of the legal moves of the seat to move."""

    def __call__(self, asked: Question, rng: Rng) -> Move: ...


def bot(level: str) -> Bot:
    """Return the bot of this level. Raise `BadOption` if there is none."""
    check_level(level)
    return bot_with(lambda asked: play_style(asked.game, level, asked.options))


def bot_with(style_for: Callable[[Question], PlayStyle]) -> Bot:
    """Return a bot that plays each question in the play style that `style_for` returns."""

    def decide(asked: Question, rng: Rng) -> Move:
        if len(asked.legal) == 1:
            return asked.legal[0]
        style = style_for(asked)
        moves_buf = asked.game.buffers().moves
        if style.policy != SEARCHING:  # needs no bot memory, and no wait for the compiler
            players = players_record(asked.game, [style] * asked.players)
            return Move(int(decide_at(players, asked.position, rng, moves_buf)))
        memory = thread_memory(asked.game, asked.players)
        set_play_style(memory, asked.seat, style)
        solution = known_solution(asked.game, asked.options)
        if solution is not None:
            return decide_exactly(solution, memory, asked.position, rng, moves_buf)
        return Move(int(decide_at(memory, asked.position, rng, moves_buf)))

    return decide


def question(match: MatchState, rng: Rng) -> Question:
    """Return the question for the seat to move. The secrets of other seats never reach a bot."""
    seat = Seat(match.turn)
    imagined = match.position.copy()
    imagine(imagined[0], seat, rng)
    return Question(match.game, match.players, match.options, imagined, seat, match.legal_moves())


def ask(bot: Bot, match: MatchState, rng: Rng) -> Move:
    """Return a bot's move in this match."""
    return bot(question(match, rng), rng)


THREAD_MEMORIES = threading.local()
"""The bot memories of each thread."""


def thread_memory(game: Game, players: int) -> Positions:
    """Return this thread's bot memory for a game, and keep it for the next question."""
    memories: dict[tuple[str, int], Positions] = THREAD_MEMORIES.__dict__.setdefault("memories", {})
    key = game.id, players
    if key not in memories:
        memories[key] = new_memory(game, players, [PlayStyle()] * players)
    return memories[key]
