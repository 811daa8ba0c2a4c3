"""Chunks: some games in a row, played in compiled code, as a table with a row for each.

A chunk is a file in Parquet. Its bytes depend on the case and the numbers of its games only, so they are the same
whoever plays it, and however many threads share its games.
"""

import io
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from paddock.bots.entrants import entrant
from paddock.bots.entrants import play as play_with_luck
from paddock.bots.levels import LADDER as LEVELS
from paddock.bots.levels import manner
from paddock.bots.luck import desk_for
from paddock.bots.simulation import seated
from paddock.bots.thinking import new_mind
from paddock.lab.kernels import (
    COURSE,
    FACTS,
    PARTS,
    SEEN,
    let_habits_bind,
    note_starters,
    review_batch,
    review_for,
    watch_batch,
    watch_for,
)
from paddock.lab.study import BLUNDERS, LUCK, Case
from paddock.match.match import Match
from paddock.match.simulation import in_order
from paddock.rules.chance import streams
from paddock.rules.kinds import Table

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
Columns: TypeAlias = dict[str, Array]

CRITIC: Final = LEVELS[-1]
"""Who looks at decisions again: the best there is."""
LOTS: Final = 1 << 40
"""Which decisions are looked at again is drawn from streams of their own: those of games that nobody plays."""
SLICES: Final = 32
"""Parts of a chunk for each thread, if all were as small as the last: smaller ones are not worth handing over."""


@lru_cache(maxsize=8)
def seats_of(case: bytes) -> tuple[Case, Match, Table]:
    """A case, its table and its players; most chunks are of the same case as the one before."""
    told = msgspec.json.decode(case, type=Case)
    match = told.match
    let_habits_bind(match.game)
    return told, match, seated(match.game, [manner(match.game, level, match.options) for level in told.bots])


def play_chunk(case: bytes, first: int, count: int, threads: int = 1) -> bytes:
    """Play these games of a case, given as JSON, on some threads, and answer with a Parquet file."""
    seats_of(case)  # once, rather than by every thread
    parts = list(in_order(threads, slices(first, count, threads), lambda span: play_slice(case, *span)))
    table = pa.table({name: np.concatenate([part[name] for part in parts]) for name in parts[0]})
    file = io.BytesIO()
    pq.write_table(table, file, compression="snappy", use_dictionary=False, write_statistics=False)
    return file.getvalue()


def slices(first: int, count: int, threads: int) -> Iterator[tuple[int, int]]:
    """First game and number of games of what a thread plays at a time: ever fewer, so that all are done together.

    >>> list(slices(0, 20, 1)), list(slices(0, 20, 2))
    ([(0, 20)], [(0, 7), (7, 5), (12, 3), (15, 2), (17, 1), (18, 1), (19, 1)])
    """
    least, end = -(-count // (SLICES * threads)), first + count
    while first < end:
        part = min(end - first, max(least, -(-(end - first) // (2 * threads - 1))))
        yield first, part
        first += part


def play_slice(case: bytes, first: int, count: int) -> Columns:
    """Some games of a chunk: what is known of each, column by column."""
    told, match, players = seats_of(case)
    if told.kind == LUCK:
        columns = luck_columns(told, match, first, count)
    elif told.kind == BLUNDERS:
        columns = review_columns(told, match, players.copy(), first, count)
    else:
        columns = columns_of(told, match, players.copy(), first, count)
    return {"game": np.arange(first, first + count), **columns}


def columns_of(case: Case, match: Match, players: Table, first: int, count: int) -> Columns:
    """What the kernel sees, column by column; those who think write into `players`."""
    watch = watch_for(match.game, match.players, count)
    watch_batch(
        players,
        np.array(case.habits, np.int64),
        match.table,
        match.table.copy(),
        match.table.copy(),
        streams(case.seed, first, count),
        streams(~case.seed, first, count),
        watch,
    )
    seats = range(match.players)
    return {
        **{name: watch.facts[:, place] for place, name in enumerate(FACTS)},
        **{name: watch.course[:, place].astype(np.float32) for place, name in enumerate(COURSE)},
        **{f"led_{part}": watch.led[:, part - 1] for part in range(1, PARTS)},
        **{f"payoff_{seat + 1}": watch.payoffs[:, seat].astype(np.float32) for seat in seats},
        **{f"score_{seat + 1}": watch.scores[:, seat].astype(np.float32) for seat in seats},
        **{
            f"{note.name}_{seat + 1}": watch.notes[:, place, seat]
            for place, note in enumerate(match.game.notes)
            for seat in seats
        },
    }


def luck_columns(case: Case, match: Match, first: int, count: int) -> Columns:
    """Results, and what dice and cards were worth to each seat beyond expectation: all, and before anybody decided."""
    games = play_with_luck(match, [entrant(match, level) for level in case.bots], case.seed, first, count, luck=True)
    starters, before = np.zeros(count, np.int64), np.zeros((count, match.players))
    note_starters(
        new_mind(match.game, match.players, [manner(match.game, level, match.options) for level in case.bots]),
        match.table,
        match.table.copy(),
        streams(case.seed, first, count),
        desk_for(match.game),
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


def review_columns(case: Case, match: Match, players: Table, first: int, count: int) -> Columns:
    """What decisions gave away in the eyes of the best bot."""
    review = review_for(match.game, count)
    review_batch(
        players,
        new_mind(match.game, match.players, [manner(match.game, CRITIC)] * match.players),
        match.table,
        match.table.copy(),
        streams(case.seed, first, count),
        streams(~case.seed, first, count),
        streams(~case.seed, LOTS + first, count),
        review,
    )
    return {name: review.seen[:, place] for place, name in enumerate(SEEN)}
