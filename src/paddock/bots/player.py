"""How a bot is asked for a move."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from paddock.bots.levels import Manner, check_level, manner
from paddock.bots.mind import THINKING, decide_at
from paddock.bots.simulation import seated
from paddock.bots.solved import decide_exactly, solution_at_hand
from paddock.bots.thinking import new_mind, sit
from paddock.match.match import Match
from paddock.rules.game import Game
from paddock.rules.kinds import Move, Rng, Seat, Table
from paddock.rules.options import Choices
from paddock.rules.verbs import imagine


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is told: a table on which all that its seat cannot know was dealt anew, and what it may do."""

    game: Game
    players: int
    options: Choices
    table: Table
    seat: Seat
    legal: list[Move]


class Bot(Protocol):
    """Chooses one of the legal moves of the seat whose turn it is."""

    def __call__(self, asked: Question, rng: Rng) -> Move: ...


def bot(level: str) -> Bot:
    """The bot of this level."""
    check_level(level)
    return bot_with(lambda asked: manner(asked.game, level, asked.options))


def bot_with(manner_of: Callable[[Question], Manner]) -> Bot:
    """A bot that chooses so when it is asked."""

    def decided(asked: Question, rng: Rng) -> Move:
        if len(asked.legal) == 1:
            return asked.legal[0]
        how = manner_of(asked)
        listed = np.zeros(asked.game.most_moves, np.int16)
        if how.kind != THINKING:  # who does not think needs no mind, nor the compiler to make one
            return Move(int(decide_at(seated(asked.game, [how] * asked.players), asked.table, rng, listed)))
        mind = mind_at_hand(asked.game, asked.players)
        sit(mind, asked.seat, how)
        solution = solution_at_hand(asked.game, asked.options)
        if solution is not None:
            return decide_exactly(solution, mind, asked.table, rng, listed)
        return Move(int(decide_at(mind, asked.table, rng, listed)))

    return decided


def question(match: Match, rng: Rng) -> Question:
    """What the seat to move may be told of this match: the secrets of others never reach a bot."""
    seat = Seat(match.turn)
    imagined = match.table.copy()
    imagine(imagined[0], seat, rng)
    return Question(match.game, match.players, match.options, imagined, seat, match.legal())


def ask(bot: Bot, match: Match, rng: Rng) -> Move:
    """A bot's move in this match."""
    return bot(question(match, rng), rng)


MINDS = threading.local()


def mind_at_hand(game: Game, players: int) -> Table:
    """A mind for this game, kept for the next question: one in each thread."""
    minds: dict[tuple[str, int], Table] = MINDS.__dict__.setdefault("minds", {})
    key = game.id, players
    if key not in minds:
        minds[key] = new_mind(game, players, [Manner()] * players)
    return minds[key]
