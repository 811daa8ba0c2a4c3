"""How rates are measured: everything in one run, in turns, on one clock."""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

clock = time.process_time
"""Seconds that the processor spent on us: on a quiet machine those on the wall, since nothing here waits or uses a
second thread, and on a busy one not stretched by the neighbours."""

LOOK_EVERY = 0.02
"""Seconds between two looks at the clock, roughly."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Steps per second: the median of the repeats, and half their interquartile range."""

    steps_per_second: float
    noise: float


def rates(players: Mapping[str, Callable[[], int]], seconds: float, repeats: int) -> dict[str, Rate]:
    """Rates by name. The repeats take turns, so that a machine that slows down for a while slows all alike."""
    runs: dict[str, list[float]] = {name: [] for name in players}
    calls = {name: calls_between_looks(play) for name, play in players.items()}
    for _ in range(repeats):
        for name, play in players.items():
            runs[name].append(play_for(seconds, play, calls[name]))
    return {name: summarise(found) for name, found in runs.items()}


def calls_between_looks(play: Callable[[], int]) -> int:
    """Warms up, and finds how many calls are worth one look at the clock."""
    play()
    begin, calls = clock(), 0
    while clock() - begin < LOOK_EVERY:
        play()
        calls += 1
    return calls


def play_for(seconds: float, play: Callable[[], int], calls: int) -> float:
    """Steps per second of whole games played for about `seconds`."""
    steps = 0
    begin = clock()
    while (elapsed := clock() - begin) < seconds or not steps:
        for _ in range(calls):
            steps += play()
    return steps / elapsed


def summarise(found: list[float]) -> Rate:
    """Median and half the interquartile range.

    >>> summarise([10.0, 20.0, 30.0, 40.0, 50.0])
    Rate(steps_per_second=30.0, noise=10.0)
    >>> summarise([7.0])
    Rate(steps_per_second=7.0, noise=0.0)
    """
    if len(found) == 1:
        return Rate(found[0], 0.0)
    low, median, high = statistics.quantiles(found, n=4, method="inclusive")
    return Rate(median, (high - low) / 2)
