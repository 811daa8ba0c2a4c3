"""Measures rates: all in one run, alternating, with one clock."""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

clock = time.process_time
"""Processor time. On an idle machine it equals wall time, since nothing here waits or uses a second thread. On a busy
machine other processes do not change it."""

LOOK_EVERY = 0.02
"""Approximate seconds between two readings of the clock."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Steps per second: the median of the repeats, and half their interquartile range."""

    steps_per_second: float
    noise: float


def rates(players: Mapping[str, Callable[[], int]], seconds: float, repeats: int) -> dict[str, Rate]:
    """Return rates by name. The repeats alternate, so that a slow phase of the machine affects all of them."""
    runs: dict[str, list[float]] = {name: [] for name in players}
    calls = {name: calls_between_looks(play) for name, play in players.items()}
    for _ in range(repeats):
        for name, play in players.items():
            runs[name].append(play_for(seconds, play, calls[name]))
    return {name: summarise(found) for name, found in runs.items()}


def calls_between_looks(play: Callable[[], int]) -> int:
    """Warm up, and return the number of calls between two readings of the clock."""
    play()
    begin, calls = clock(), 0
    while clock() - begin < LOOK_EVERY:
        play()
        calls += 1
    return calls


def play_for(seconds: float, play: Callable[[], int], calls: int) -> float:
    """Return the steps per second of whole games, played for about `seconds`."""
    steps = 0
    begin = clock()
    while (elapsed := clock() - begin) < seconds or not steps:
        for _ in range(calls):
            steps += play()
    return steps / elapsed


def summarise(found: list[float]) -> Rate:
    """Return the median and half the interquartile range.

    >>> summarise([10.0, 20.0, 30.0, 40.0, 50.0])
    Rate(steps_per_second=30.0, noise=10.0)
    >>> summarise([7.0])
    Rate(steps_per_second=7.0, noise=0.0)
    """
    if len(found) == 1:
        return Rate(found[0], 0.0)
    low, median, high = statistics.quantiles(found, n=4, method="inclusive")
    return Rate(median, (high - low) / 2)
