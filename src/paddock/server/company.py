"""Bots at a table: they think in threads, while the service goes on."""

import asyncio
import secrets
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from paddock.bots.coach import Advice, advise
from paddock.bots.player import Question, bot, question
from paddock.bots.readiness import bots_can_think, have_bots_compiled, level_for_now
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.game import Game
from paddock.rules.kinds import Rng
from paddock.rules.plain import plain
from paddock.server.gathering import Gathering
from paddock.server.problems import NotNow

THINKERS = ThreadPoolExecutor(2, thread_name_prefix="thinking")


def randomness() -> Rng:
    """Random numbers for one decision, apart from all dice."""
    return np.ascontiguousarray(streams(secrets.randbits(63), 0, 1)[0])


def thought(table: Gathering, level: str) -> Awaitable[str]:
    """The token that a bot of this level will choose, by what its seat may know now."""
    have_bots_compiled(table.game)
    rng = randomness()
    asked = question(table.match, rng)

    def choose(asked: Question) -> str:
        move = bot(level_for_now(asked.game, level))(asked, rng)
        return asked.game.write(plain(asked.table), move)

    return asyncio.get_running_loop().run_in_executor(THINKERS, choose, asked)


def check_ready(game: Game) -> None:
    """Who wants an expert's word waits until the expert's thinking is compiled, which begins now."""
    if not bots_can_think(game):
        have_bots_compiled(game)
        raise NotNow("the experts are just getting ready on this machine; ask again in a minute or two")


def advice(table: Gathering, seconds: float) -> Awaitable[Advice]:
    """What the coach will tell the seat to move, by what it may know now."""
    check_ready(table.game)
    match = Match(table.game, table.deed.players, table.deed.options)
    match.table[:] = table.match.table

    def think() -> Advice:
        return advise(match, seconds=seconds)

    return asyncio.get_running_loop().run_in_executor(THINKERS, think)
