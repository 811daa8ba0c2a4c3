"""Bots, the coach and analyses, run in threads so that the event loop stays free.

Each kind of work has its own threads and a fair queue (`thinking_queue`).
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from paddock.bots.analysis import Analysis, analyse
from paddock.bots.background_compilation import compile_bots_in_background
from paddock.bots.bot import bot, question
from paddock.bots.coach import Advice, advise
from paddock.bots.compile_stages import bots_are_compiled, level_for_now
from paddock.engine.game import Game
from paddock.engine.plain_position import plain_position
from paddock.engine.rng import stream
from paddock.engine.types import Rng
from paddock.games import load_game
from paddock.match.match_state import MatchState
from paddock.match.record import Record, replayed
from paddock.server.errors import NotPossibleNow
from paddock.server.runtime.thinking_queue import ThinkingQueue
from paddock.server.table.table import Table

BOTS: Final = ThinkingQueue("bots", 2, per_client=32, in_all=512)
"""Bot moves and the coach."""
ANALYSES: Final = ThinkingQueue("analyses", 1, per_client=2, in_all=32)
REPLAYS: Final = ThinkingQueue("replays", 1, per_client=16, in_all=512)
"""Everything that replays a match: uploads, replays, proofs, continuations, narration."""
QUEUES: Final = {"bots": BOTS, "analyses": ANALYSES, "replays": REPLAYS}

LONGEST_ANALYSIS: Final = 60.0
"""Seconds until an analysis is cancelled."""

Result = TypeVar("Result")


def randomness() -> Rng:
    """Return a random generator for one decision, independent of all dice."""
    return stream(secrets.randbits(63))


def thought(table: Table, level: str, *, attended: bool = True) -> Awaitable[str]:
    """Return the token that a bot of this level chooses, knowing only what its seat may know.

    Raise `QueueFull` if the bots of this table's host have too many decisions to make.
    """
    compile_bots_in_background(table.game)
    rng = randomness()
    asked = question(table.match, rng)

    def choose() -> str:
        move = bot(level_for_now(asked.game, level))(asked, rng)
        return asked.game.write(plain_position(asked.position), move)

    return asyncio.wrap_future(BOTS.submit(table.config.host, choose, attended=attended))


def check_ready(game: Game) -> None:
    """Raise `NotPossibleNow` until the bots of this game are compiled, and start compiling them."""
    if not bots_are_compiled(game):
        compile_bots_in_background(game)
        raise NotPossibleNow("the bots are still being compiled; ask again in a minute or two")


def advice(table: Table, seconds: float, client: str) -> Awaitable[Advice]:
    """Return the coach's advice for the seat to move, from what that seat may know."""
    check_ready(table.game)
    match = MatchState(table.game, table.config.players, table.config.options)
    match.position[:] = table.match.position
    return asyncio.wrap_future(BOTS.submit(client, lambda: advise(match, seconds=seconds)))


def analysis(record: Record, client: str) -> Awaitable[Analysis]:
    """Return the analysis of a record. Raise `NotPossibleNow` if it takes longer than `LONGEST_ANALYSIS`."""
    check_ready(load_game(record.game))

    def think() -> Analysis:
        latest = time.monotonic() + LONGEST_ANALYSIS

        def check_time(event: int) -> None:
            if time.monotonic() > latest:
                raise NotPossibleNow(
                    f"this analysis needs more than {LONGEST_ANALYSIS:.0f} seconds; "
                    "download the record and run `paddock analyse`"
                )

        return analyse(replayed(record), record.seats, progress=check_time)

    return asyncio.wrap_future(ANALYSES.submit(client, think))


def replaying(client: str, work: Callable[[], Result]) -> Awaitable[Result]:
    """Return the result of work that replays a match, outside the event loop and fairly among clients."""
    return asyncio.wrap_future(REPLAYS.submit(client, work))
