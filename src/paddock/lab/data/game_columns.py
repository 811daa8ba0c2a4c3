"""Games of a case, played in compiled code, as columns with a row per game. Consecutive games are a chunk.

The bytes of a chunk depend only on its case and on the numbers of its games. They are the same on every machine and
with any number of threads.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np

from paddock.bots.algorithms.memory_construction import new_memory
from paddock.bots.arena.entrants import entrant
from paddock.bots.arena.luck import luck_buffers
from paddock.bots.arena.paired_games import play as play_with_luck
from paddock.bots.levels import LADDER as LEVELS
from paddock.bots.levels import play_style
from paddock.bots.player_records import players_record
from paddock.engine.rng import streams
from paddock.engine.types import Positions
from paddock.lab.data.kernels import (
    COURSE,
    FACTS,
    PARTS,
    REVIEW_COLUMNS,
    enable_habits,
    find_starters,
    new_measurements,
    new_review,
    play_and_measure,
    review_batch,
)
from paddock.lab.data.parquet_files import encode_chunk
from paddock.lab.study_plan import BLUNDERS, LUCK, Case
from paddock.match.match_state import MatchState
from paddock.match.simulation import in_order

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
Columns: TypeAlias = dict[str, Array]

REVIEWER: Final = LEVELS[-1]
"""Level that reviews decisions: the best one."""
REVIEW_STREAMS: Final = 1 << 40
"""First game number of the random streams that select decisions for review; no case has games with such numbers."""
SLICES: Final = 32
"""Smallest slice: one part in 32 of a thread's share of a chunk. A smaller one costs more to hand over than to play."""


@lru_cache(maxsize=8)
def load_case(case: bytes) -> tuple[Case, MatchState, Positions]:
    """Return a case from JSON, its match and its players. Cached, because consecutive chunks usually share a case."""
    decoded = msgspec.json.decode(case, type=Case)
    match = decoded.match
    enable_habits(match.game)
    return (
        decoded,
        match,
        players_record(match.game, [play_style(match.game, level, match.options) for level in decoded.bots]),
    )


def play_chunk(case: bytes, first: int, count: int, threads: int = 1) -> bytes:
    """Play games of a case, given as JSON, and return a Parquet file."""
    load_case(case)  # fill the cache once, before the threads start
    parts = list(in_order(threads, slices(first, count, threads), lambda span: play_slice(case, *span)))
    return encode_chunk({name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def slices(first: int, count: int, threads: int) -> Iterator[tuple[int, int]]:
    """Yield the first game and the number of games of each slice. Slices shrink, so that threads finish together.

    >>> list(slices(0, 20, 1)), list(slices(0, 20, 2))
    ([(0, 20)], [(0, 7), (7, 5), (12, 3), (15, 2), (17, 1), (18, 1), (19, 1)])
    """
    least, end = -(-count // (SLICES * threads)), first + count
    while first < end:
        part = min(end - first, max(least, -(-(end - first) // (2 * threads - 1))))
        yield first, part
        first += part


def play_slice(case: bytes, first: int, count: int) -> Columns:
    """Play some games of a chunk and return their columns."""
    decoded, match, players = load_case(case)
    if decoded.kind == LUCK:
        columns = luck_columns(decoded, match, first, count)
    elif decoded.kind == BLUNDERS:
        columns = review_columns(decoded, match, players.copy(), first, count)
    else:
        columns = game_columns(decoded, match, players.copy(), first, count)
    return {"game": np.arange(first, first + count), **columns}


def game_columns(case: Case, match: MatchState, players: Positions, first: int, count: int) -> Columns:
    """Play games and return the measurements of the kernel as columns. Searching bots write into `players`."""
    measurements = new_measurements(match.game, match.players, count)
    play_and_measure(
        players,
        np.array(case.habits, np.int64),
        match.position,
        match.position.copy(),
        match.position.copy(),
        streams(case.seed, first, count),
        streams(~case.seed, first, count),
        measurements,
    )
    seats = range(match.players)
    return {
        **{name: measurements.facts[:, place] for place, name in enumerate(FACTS)},
        **{name: measurements.course[:, place].astype(np.float32) for place, name in enumerate(COURSE)},
        **{f"led_{part}": measurements.leaders[:, part - 1] for part in range(1, PARTS)},
        **{f"payoff_{seat + 1}": measurements.payoffs[:, seat].astype(np.float32) for seat in seats},
        **{f"score_{seat + 1}": measurements.scores[:, seat].astype(np.float32) for seat in seats},
        **{
            f"{event_count.name}_{seat + 1}": measurements.event_counts[:, place, seat]
            for place, event_count in enumerate(match.game.event_counts)
            for seat in seats
        },
    }


def luck_columns(case: Case, match: MatchState, first: int, count: int) -> Columns:
    """Return payoffs and the luck of each seat: in the whole game, and before the first decision."""
    games = play_with_luck(match, [entrant(match, level) for level in case.bots], case.seed, first, count, luck=True)
    starters, before = np.zeros(count, np.int64), np.zeros((count, match.players))
    find_starters(
        new_memory(match.game, match.players, [play_style(match.game, level, match.options) for level in case.bots]),
        match.position,
        match.position.copy(),
        streams(case.seed, first, count),
        luck_buffers(match.game),
        starters,
        before,
    )
    seats = range(match.players)
    return {
        "starter": starters,
        **{f"payoff_{seat + 1}": games.payoffs[:, seat] for seat in seats},
        **{f"luck_{seat + 1}": games.luck[:, seat] for seat in seats},
        **{f"luck_before_{seat + 1}": before[:, seat] for seat in seats},
    }


def review_columns(case: Case, match: MatchState, players: Positions, first: int, count: int) -> Columns:
    """Return the win chance that decisions lost, in the evaluation of the reviewer."""
    review = new_review(match.game, count)
    review_batch(
        players,
        new_memory(match.game, match.players, [play_style(match.game, REVIEWER)] * match.players),
        match.position,
        match.position.copy(),
        streams(case.seed, first, count),
        streams(~case.seed, first, count),
        streams(~case.seed, REVIEW_STREAMS + first, count),
        review,
    )
    return {name: review.totals[:, place] for place, name in enumerate(REVIEW_COLUMNS)}
