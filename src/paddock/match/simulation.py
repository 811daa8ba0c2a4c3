"""Simulations: many games in parallel, with results that do not depend on the number of threads.

Games are played in chunks. The random numbers of a game depend only on the seed and the number of the game, and the
chunks are collected in order.
"""

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any, BinaryIO, TypeVar

import numpy as np
import numpy.typing as npt

from paddock.engine.game import Game
from paddock.engine.options import OptionValue
from paddock.engine.playouts import batch, trace
from paddock.engine.policy import uniform_players
from paddock.engine.rng import streams
from paddock.engine.types import Move, Positions
from paddock.match.match_state import MatchState
from paddock.match.record import assemble, encode

Span = TypeVar("Span")
Played = TypeVar("Played")

CHUNK = 2048
"""Games of one task of a thread: enough for little overhead, and few enough for little memory."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Players:
    """The players: their names by seat for records, and their record for kernels."""

    names: tuple[str, ...]
    kernel: Positions = field(default_factory=uniform_players)


@dataclass(frozen=True, slots=True)
class Chunk:
    """The results of consecutive games."""

    first: int
    payoffs: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    steps: npt.NDArray[np.int64]
    records: bytes


@dataclass(slots=True)
class Summary:
    """The results of a simulation. Errors are standard errors; quantiles are at 5, 25, 50, 75 and 95 %."""

    game: str
    players: int
    options: dict[str, OptionValue]
    bots: list[str]
    seed: int
    threads: int
    games: int
    wins: list[float]
    win_share: list[float]
    win_share_error: list[float]
    mean_scores: list[float]
    score_deviation: list[float]
    score_quantiles: list[list[float]]
    mean_steps: float
    steps_quantiles: list[float]
    steps: int
    seconds: float
    games_per_second: float
    steps_per_second: float

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(slots=True)
class Tally:
    """Sums over games, in memory that does not grow with their number."""

    players: int
    games: int = 0
    wins: npt.NDArray[np.float64] = field(init=False)
    squared_wins: npt.NDArray[np.float64] = field(init=False)
    scores: list[dict[float, int]] = field(init=False)
    steps: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wins, self.squared_wins = np.zeros(self.players), np.zeros(self.players)
        self.scores = [{} for _ in range(self.players)]

    def add(self, chunk: Chunk) -> None:
        self.games += len(chunk.steps)
        self.wins += chunk.payoffs.sum(axis=0)
        self.squared_wins += (chunk.payoffs**2).sum(axis=0)
        for seat, counts in enumerate(self.scores):
            count_values(counts, chunk.scores[:, seat])
        count_values(self.steps, chunk.steps)


def count_values(counts: dict[Any, int], values: npt.NDArray[Any]) -> None:
    """Add the number of times that each value occurs."""
    for value, count in zip(*np.unique(values, return_counts=True), strict=True):
        counts[value.item()] = counts.get(value.item(), 0) + int(count)


def moments(counts: dict[Any, int]) -> tuple[float, float]:
    """Return the mean and the standard deviation of counted values."""
    games = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / games
    return mean, sqrt(sum((value - mean) ** 2 * count for value, count in counts.items()) / games)


def quantiles(counts: dict[Any, int]) -> list[float]:
    """Return the quantiles of counted values at the shares `QUANTILES`.

    >>> quantiles({1: 50, 2: 45, 9: 5})
    [1, 1, 1, 2, 2]
    """
    games, found, seen = sum(counts.values()), [], 0
    shares = list(QUANTILES)
    for value in sorted(counts):
        seen += counts[value]
        while shares and seen >= shares[0] * games:
            found.append(value)
            shares.pop(0)
    return found


def simulate(
    game: Game,
    players: int,
    options: dict[str, object],
    *,
    games: int,
    seed: int = 0,
    threads: int = 1,
    bots: Players | None = None,
    records: BinaryIO | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Summary:
    """Play many games and return a summary of them."""
    template = MatchState(game, players, options, attended=False)
    seated = bots or Players(("uniform",) * players)
    play_chunk(template, seated, seed, 0, 1, records is not None)  # compile before the time is measured
    started = time.perf_counter()
    tally = Tally(players)
    spans = ((first, min(CHUNK, games - first)) for first in range(0, games, CHUNK))
    for chunk in in_order(threads, spans, lambda span: play_chunk(template, seated, seed, *span, records is not None)):
        tally.add(chunk)
        if records is not None:
            records.write(chunk.records)
        progress(tally.games)
    return summary_of(template, tally, list(seated.names), seed, threads, time.perf_counter() - started)


def in_order(threads: int, spans: Iterable[Span], play: Callable[[Span], Played]) -> Generator[Played, None, None]:
    """Yield chunks in the order of their spans. At most two per thread wait, so memory stays bounded.

    A caller that stops early waits only for the chunks in progress.

    >>> list(in_order(2, range(5), lambda number: number * number))
    [0, 1, 4, 9, 16]
    """
    if threads == 1:
        yield from map(play, spans)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        waiting: list[Future[Played]] = []
        for span in spans:
            waiting.append(pool.submit(play, span))
            if len(waiting) > 2 * threads:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def play_chunk(match: MatchState, players: Players, seed: int, first: int, count: int, with_records: bool) -> Chunk:
    """Play consecutive games in compiled code and return their results."""
    game = match.game
    start, work = match.position, match.position.copy()
    seated = players.kernel.copy()  # searching bots write into their memory
    moves_buf, weights_buf = game.buffers()
    payoffs, scores = np.zeros((count, match.players)), np.zeros((count, match.players))
    steps = np.zeros(count, np.int64)
    batch(seated, start, work, streams(seed, first, count), moves_buf, weights_buf, payoffs, scores, steps)
    lines = []
    if with_records:
        for rng, length in zip(streams(seed, first, count), steps, strict=True):
            events = np.zeros(length, np.int16)
            trace(seated, start, work, rng, moves_buf, weights_buf, events)
            lines.append(record_line(match, players.names, [Move(move) for move in events.tolist()]))
    return Chunk(first, payoffs, scores, steps, b"".join(lines))


def record_line(template: MatchState, names: Sequence[str], moves: list[Move]) -> bytes:
    """Return the record of a game that compiled code has played, as a line."""
    match = MatchState(template.game, template.players, template.options)
    for move in moves:
        match.play_unchecked(move)
    return encode(assemble(match, list(names), match.tokens, None)) + b"\n"


def summary_of(match: MatchState, tally: Tally, bots: list[str], seed: int, threads: int, seconds: float) -> Summary:
    """Return the summary of a finished tally."""
    share = tally.wins / tally.games
    spread = np.sqrt(np.maximum(tally.squared_wins / tally.games - share**2, 0) / tally.games)
    score_moments = [moments(counts) for counts in tally.scores]
    steps = sum(length * count for length, count in tally.steps.items())
    return Summary(
        game=match.game.id,
        players=match.players,
        options=match.options,
        bots=bots,
        seed=seed,
        threads=threads,
        games=tally.games,
        wins=tally.wins.tolist(),
        win_share=share.tolist(),
        win_share_error=spread.tolist(),
        mean_scores=[mean for mean, _ in score_moments],
        score_deviation=[deviation for _, deviation in score_moments],
        score_quantiles=[quantiles(counts) for counts in tally.scores],
        mean_steps=steps / tally.games,
        steps_quantiles=quantiles(tally.steps),
        steps=steps,
        seconds=seconds,
        games_per_second=tally.games / seconds,
        steps_per_second=steps / seconds,
    )
