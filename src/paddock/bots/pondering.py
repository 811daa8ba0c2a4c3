"""A search asked from Python: within a number of imagined games or a time, on one core or several.

Several minds look at the same question, each with luck of its own, and what they found is added up in their order:
the answer depends on the seed, the number of games and the number of minds, and on nothing else. A time budget is
spent in slices, so that it is kept; how many games it was good for is another matter on another day.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from paddock.bots.search import begin, conclude, ponder
from paddock.rules.chance import MULTIPLIER, word
from paddock.rules.compiler import compiled
from paddock.rules.kinds import Moves, Rng, Table

SLICE: Final = 0.004
"""Seconds between two looks at the clock, at least roughly."""
UNBOUNDED: Final = 1 << 40
"""Games that nobody waits for."""
ADDED: Final = ("spent", "rounds", "tries", "total", "square", "ahead", "ahead_square")


@compiled
def begin_at(mind: Table, table: Table, rng: Rng, listed: Moves, iterations: int) -> int:
    return begin(mind[0], table[0], rng, listed, iterations)


@compiled
def ponder_at(mind: Table, table: Table, rng: Rng, iterations: int) -> int:
    return ponder(mind[0], table[0], rng, iterations)


@compiled
def conclude_at(mind: Table, table: Table, listed: Moves, n: int) -> None:
    conclude(mind[0], table[0], listed, n)


def weigh_for(
    minds: Sequence[Table],
    table: Table,
    rng: Rng,
    listed: Moves,
    iterations: int = UNBOUNDED,
    seconds: float = float("inf"),
) -> int:
    """List the legal moves and write what they are worth into the first mind; every mind works in a thread.

    `iterations` are shared among the minds; every mind tries every plan once, whatever the budget.
    """
    deadline = time.perf_counter() + seconds
    first = minds[0]
    for other in minds[1:]:
        begin_at(other, table, rng.copy(), listed, iterations)  # the same plans for all
    n = begin_at(first, table, rng, listed, iterations)
    shares = [iterations * (i + 1) // len(minds) - iterations * i // len(minds) for i in range(len(minds))]
    if len(minds) == 1:
        ponder_until(first, table, rng, shares[0], deadline)
    else:
        streams = [branched(rng) for _ in minds]
        with ThreadPoolExecutor(len(minds)) as pool:
            jobs = [
                pool.submit(ponder_until, mind, table, stream, share, deadline)
                for mind, stream, share in zip(minds, streams, shares, strict=True)
            ]
            for job in jobs:
                job.result()
        for other in minds[1:]:
            for name in ADDED:
                first[name] += other[name]
    conclude_at(first, table, listed, n)
    return n


def branched(rng: Rng) -> Rng:
    """Another stream, begun by this one."""
    return np.array([word(rng), word(rng) % (MULTIPLIER - np.uint64(1)) + np.uint64(1)], np.uint64)


def ponder_until(mind: Table, table: Table, rng: Rng, iterations: int, deadline: float) -> None:
    """Slice by slice, until the games or the time are used up or nothing is left to find out."""
    step, spent = int(mind[0].tried) if np.isfinite(deadline) else iterations, 0
    while True:
        began = time.perf_counter()
        left = ponder_at(mind, table, rng, min(spent + step, iterations))
        now = time.perf_counter()
        if left == 1 or spent + step >= iterations or now >= deadline:
            return
        spent = max(int(mind[0].spent), spent + step)
        if now - began < SLICE:
            step *= 2
