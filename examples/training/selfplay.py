"""Kuhlorado by self-play, with nothing but NumPy: a small network learns to value positions from its own games.

    cd examples && python -m training.selfplay [--minutes 5] [--out ../docs/curves]

Many tables are played at once (`paddock.envs.batch`). The network sees the observation of the seat to move and says how
likely that seat is to win with each action (one output an action). What it is taught is the result of the match for
that seat: Monte Carlo, no bootstrapping. It explores by a temperature that cools down. Every so often it plays
against the uniform bot, greedily, and the share of victories goes into the learning curve.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from paddock.envs import Batch, batch
from training.curve import Point, write_curve
from training.examination import share_of_victories

Array = npt.NDArray[np.float32]


@dataclass
class Network:
    """One hidden layer; the outputs are log-odds of winning. Adam, written out."""

    inputs: int
    outputs: int
    units: int
    rng: np.random.Generator
    rate: float = 1e-3
    weights: list[Array] = field(init=False)
    moments: list[list[Array]] = field(init=False)
    steps: int = 0

    def __post_init__(self) -> None:
        first = self.rng.standard_normal((self.inputs, self.units)) * np.sqrt(2 / self.inputs)
        second = self.rng.standard_normal((self.units, self.outputs)) * 0.01
        shapes = [first, np.zeros(self.units), second, np.zeros(self.outputs)]
        self.weights = [part.astype(np.float32) for part in shapes]
        self.moments = [[np.zeros_like(part), np.zeros_like(part)] for part in self.weights]

    def hidden(self, seen: Array) -> Array:
        units: Array = np.maximum(seen @ self.weights[0] + self.weights[1], 0)
        return units

    def value(self, seen: Array) -> Array:
        """Log-odds of winning with each action."""
        return self.hidden(seen) @ self.weights[2] + self.weights[3]

    def learn(self, seen: Array, actions: npt.NDArray[np.int64], won: Array) -> float:
        """One step down the cross entropy between what was said of the actions taken and what came of them."""
        hidden = self.hidden(seen)
        rows = np.arange(len(actions))
        odds = (hidden @ self.weights[2] + self.weights[3])[rows, actions]
        chance = 1 / (1 + np.exp(-odds))
        slope = np.zeros((len(actions), self.outputs), np.float32)
        slope[rows, actions] = (chance - won) / len(actions)
        back = (slope @ self.weights[2].T) * (hidden > 0)
        self.descend([seen.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0)])
        return float(-np.mean(won * np.log(chance + 1e-7) + (1 - won) * np.log(1 - chance + 1e-7)))

    def descend(self, slopes: Sequence[Array]) -> None:
        self.steps += 1
        for part, slope, (mean, square) in zip(self.weights, slopes, self.moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            part -= self.rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)


def choose(
    values: Array, mask: npt.NDArray[np.bool_], temperature: float, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """The best legal action by value, with noise; the hotter the more."""
    noise = temperature * rng.gumbel(size=values.shape).astype(np.float32) if temperature > 0 else 0.0
    chosen: npt.NDArray[np.int64] = np.where(mask, values + noise, -np.inf).argmax(1)
    return chosen


@dataclass
class Diary:
    """Decisions of matches that are still going on, table by table; a finished match becomes a lesson."""

    tables: int
    seen: list[Array] = field(default_factory=list)
    actions: list[npt.NDArray[np.int64]] = field(default_factory=list)
    won: list[Array] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.open: list[list[tuple[Array, int, int]]] = [[] for _ in range(self.tables)]

    def note(self, tables: Batch, actions: npt.NDArray[np.int64]) -> None:
        seen = tables.observation.copy()
        for number, entries in enumerate(self.open):
            if tables.legal[number] > 1:  # what is forced teaches nothing
                entries.append((seen[number], int(actions[number]), int(tables.seat[number])))

    def close(self, tables: Batch) -> int:
        """Take down the results of the matches that ended with this step."""
        for number in np.flatnonzero(tables.done):
            entries, self.open[number] = self.open[number], []
            self.seen.append(np.array([entry[0] for entry in entries], np.float32))
            self.actions.append(np.array([entry[1] for entry in entries], np.int64))
            self.won.append(tables.reward[number, [entry[2] for entry in entries]].copy())
        return int(tables.done.sum())

    def lessons(self) -> tuple[Array, npt.NDArray[np.int64], Array]:
        found = np.concatenate(self.seen), np.concatenate(self.actions), np.concatenate(self.won)
        self.seen, self.actions, self.won = [], [], []
        return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--game", default="kuhlorado")
    arguments.add_argument("--minutes", type=float, default=5.0)
    arguments.add_argument("--tables", type=int, default=256)
    arguments.add_argument("--games", type=int, default=512, help="matches of a round")
    arguments.add_argument("--test", type=int, default=1000, help="matches against the uniform bot for a point")
    arguments.add_argument("--against", nargs="*", default=["greedy"], help="who else it meets in the end")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, help="folder for the learning curve: CSV and SVG")
    given = arguments.parse_args()
    rng = np.random.default_rng(given.seed)
    tables, rivals = batch(given.game, given.tables, seed=given.seed), batch(given.game, 250, against="uniform")
    network = Network(tables.game.observation_size, tables.game.actions, 128, rng)

    def best(asked: Batch) -> npt.NDArray[np.int64]:
        return choose(network.value(asked.observation), asked.mask, 0.0, rng)

    points, played, diary = [], 0, Diary(given.tables)
    started, rounds = time.process_time(), 0
    while True:
        spent = time.process_time() - started
        if rounds % 4 == 0 or spent > 60 * given.minutes:
            share = share_of_victories(best, rivals, given.test, 10_000 + rounds)
            points.append(Point(played, spent, share, given.test))
            print(f"{played:7,} matches  {spent:5.0f} s  wins {share:.1%} against uniform", flush=True)
            if given.out:  # at once: who stops it early keeps what was learned about it
                write_curve(points, given.out, f"selfplay-{given.game}", "Self-play in NumPy against the uniform bot")
        if spent > 60 * given.minutes:
            break
        goal = played + given.games
        while played < goal:
            actions = choose(network.value(tables.observation), tables.mask, max(0.05, 0.5 * 0.97**rounds), rng)
            diary.note(tables, actions)
            tables.step(actions)
            played += diary.close(tables)
        seen, taken, won = diary.lessons()
        order = rng.permutation(len(won))
        for part in np.array_split(order, max(1, len(order) // 1024)):
            network.learn(seen[part], taken[part], won[part])
        rounds += 1
    for level in given.against:
        others = batch(given.game, 250, against=level)
        print(f"in the end it wins {share_of_victories(best, others, given.test, 1):.1%} against {level}", flush=True)


if __name__ == "__main__":
    main()
