"""How fast OpenSpiel plays random games: the figures that Paddock's are set beside.

A step is one applied action, chance included, with the legal moves listed at every decision. Two ways to play:

- **c++**: `pyspiel.evaluate_bots` with its uniform bots, a whole game in one call;
- **python**: `legal_actions`, `chance_outcomes` and `apply_action` called from a Python loop. It draws with the
  standard library's `random()`; `numpy.random.choice`, common in OpenSpiel's examples, would slow the peer down.

Seconds are those the processor spent on us (`clock`): on a quiet machine the same as those on the wall, since both ways
use one thread and never wait, and on a busy one not stretched by the neighbours. Pinning the process to one core is the
caller's part; ratios are fair only if the other side reads the same clock.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

GAMES = ("pig", "connect_four")
clock = time.process_time
BATCH = 50  # games between two looks at the clock: about a millisecond in C++, some tens in Python


@dataclass(frozen=True)
class Rate:
    """Steps per second: the median of the repeats, and half their interquartile range."""

    steps_per_second: float
    noise: float


def measure(seconds: float = 3.0, repeats: int = 5) -> dict[str, Rate]:
    """Rates by name ("pig c++", "pig python", ...), each from `repeats` runs of about `seconds`.

    The repeats take turns, so that a machine that slows down for a while slows all figures alike.
    """
    pyspiel = import_pyspiel()
    players: dict[str, Callable[[], int]] = {}
    for name in GAMES:
        game = pyspiel.load_game(name)
        players[f"{name} c++"] = bots_player(pyspiel, game)
        players[f"{name} python"] = loop_player(game)
    runs: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        play_for(min(seconds, 0.2), play)  # warm up
    for _ in range(repeats):
        for name, play in players.items():
            runs[name].append(play_for(seconds, play))
    return {name: summarise(rates) for name, rates in runs.items()}


def import_pyspiel() -> Any:
    """OpenSpiel's module, or a sentence on how to get it."""
    try:
        import pyspiel
    except ImportError as error:
        raise ModuleNotFoundError(
            "OpenSpiel is not installed: run `make bench`, or `pip install -c constraints.txt -e '.[bench]'`.",
            name="pyspiel",
        ) from error
    return pyspiel


def bots_player(pyspiel: Any, game: Any) -> Callable[[], int]:
    """A function that plays one game between C++ uniform bots and returns its number of steps."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    seeds = iter(range(2**31))

    def play() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))  # plays on `state`, which then knows how far it went
        return int(state.move_number())

    return play


def loop_player(game: Any) -> Callable[[], int]:
    """A function that plays one game step by step from Python and returns its number of steps."""
    draw = random.Random(1).random

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                left = draw()
                for action, probability in state.chance_outcomes():  # noqa: B007 (used after the loop)
                    left -= probability
                    if left < 0:
                        break
            else:
                legal = state.legal_actions()
                action = legal[int(draw() * len(legal))]
            state.apply_action(action)
            steps += 1
        return steps

    return play


def play_for(seconds: float, play: Callable[[], int]) -> float:
    """Steps per second of whole games played for about `seconds`."""
    steps = 0
    begin = clock()
    while (elapsed := clock() - begin) < seconds or not steps:
        for _ in range(BATCH):
            steps += play()
    return steps / elapsed


def summarise(rates: list[float]) -> Rate:
    """Median and half the interquartile range.

    >>> summarise([10.0, 20.0, 30.0, 40.0, 50.0])
    Rate(steps_per_second=30.0, noise=10.0)
    >>> summarise([7.0])
    Rate(steps_per_second=7.0, noise=0.0)
    """
    if len(rates) == 1:
        return Rate(rates[0], 0.0)
    low, median, high = statistics.quantiles(rates, n=4, method="inclusive")
    return Rate(median, (high - low) / 2)


def main() -> None:
    """Print the table."""
    try:
        rates = measure()
    except ModuleNotFoundError as error:
        sys.exit(str(error))
    for name, rate in rates.items():
        print(f"{name:<20} {rate.steps_per_second:>12,.0f} steps/s  ± {rate.noise:,.0f}")


if __name__ == "__main__":
    main()
