"""Bots and the coach, run in threads so that the event loop stays free."""

import asyncio
import secrets
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor

from paddock.bots.background_compilation import compile_bots_in_background
from paddock.bots.bot import Question, bot, question
from paddock.bots.coach import Advice, advise
from paddock.bots.compile_stages import bots_are_compiled, level_for_now
from paddock.engine.game import Game
from paddock.engine.plain_position import plain_position
from paddock.engine.rng import stream
from paddock.engine.types import Rng
from paddock.match.match_state import MatchState
from paddock.server.errors import NotPossibleNow
from paddock.server.table.table import Table

THINKING_POOL = ThreadPoolExecutor(2, thread_name_prefix="thinking")


def randomness() -> Rng:
    """Return a random generator for one decision, independent of all dice."""
    return stream(secrets.randbits(63))


def thought(table: Table, level: str) -> Awaitable[str]:
    """Return the token that a bot of this level chooses, knowing only what its seat may know."""
    compile_bots_in_background(table.game)
    rng = randomness()
    asked = question(table.match, rng)

    def choose(asked: Question) -> str:
        move = bot(level_for_now(asked.game, level))(asked, rng)
        return asked.game.write(plain_position(asked.position), move)

    return asyncio.get_running_loop().run_in_executor(THINKING_POOL, choose, asked)


def check_ready(game: Game) -> None:
    """Raise `NotPossibleNow` until the bots of this game are compiled, and start compiling them."""
    if not bots_are_compiled(game):
        compile_bots_in_background(game)
        raise NotPossibleNow("the bots are still being compiled; ask again in a minute or two")


def advice(table: Table, seconds: float) -> Awaitable[Advice]:
    """Return the coach's advice for the seat to move, from what that seat may know."""
    check_ready(table.game)
    match = MatchState(table.game, table.config.players, table.config.options)
    match.position[:] = table.match.position

    def think() -> Advice:
        return advise(match, seconds=seconds)

    return asyncio.get_running_loop().run_in_executor(THINKING_POOL, think)
