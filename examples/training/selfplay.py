"""Self-play on Kuhlorado with NumPy alone: a small network learns win chances from its own matches.

    cd examples && python -m training.selfplay [--minutes 5] [--out ../docs/curves]

A batch plays many matches at once (`paddock.envs.batch`). The network reads the observation of the seat to move and
estimates the win chance of each action. Its target is the payoff of that seat: Monte Carlo, no bootstrapping. It
explores with a falling temperature. After every fourth round it plays greedily against the uniform bot, and its share
of victories is a point of the learning curve.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from paddock.envs import Batch, batch
from training.evaluation import share_of_victories
from training.learning_curve import Point, write_curve

Array = npt.NDArray[np.float32]


@dataclass
class Network:
    """A network with one hidden layer, trained by Adam. Its outputs are log-odds of winning, one per action."""

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

    def hidden(self, observations: Array) -> Array:
        units: Array = np.maximum(observations @ self.weights[0] + self.weights[1], 0)
        return units

    def value(self, observations: Array) -> Array:
        """Return the log-odds of winning with each action."""
        return self.hidden(observations) @ self.weights[2] + self.weights[3]

    def learn(self, observations: Array, actions: npt.NDArray[np.int64], won: Array) -> float:
        """Do one gradient step on the cross entropy between predicted and actual results; return the loss."""
        hidden = self.hidden(observations)
        rows = np.arange(len(actions))
        logits = (hidden @ self.weights[2] + self.weights[3])[rows, actions]
        chance = 1 / (1 + np.exp(-logits))
        gradient = np.zeros((len(actions), self.outputs), np.float32)
        gradient[rows, actions] = (chance - won) / len(actions)
        hidden_gradient = (gradient @ self.weights[2].T) * (hidden > 0)
        self.adam_step([observations.T @ hidden_gradient, hidden_gradient.sum(0), hidden.T @ gradient, gradient.sum(0)])
        return float(-np.mean(won * np.log(chance + 1e-7) + (1 - won) * np.log(1 - chance + 1e-7)))

    def adam_step(self, gradients: Sequence[Array]) -> None:
        self.steps += 1
        for part, gradient, (mean, square) in zip(self.weights, gradients, self.moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            unbiased = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            part -= self.rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)


def choose(
    values: Array, mask: npt.NDArray[np.bool_], temperature: float, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Return the best legal action by value plus Gumbel noise: a sample of the softmax at this temperature."""
    noise = temperature * rng.gumbel(size=values.shape).astype(np.float32) if temperature > 0 else 0.0
    chosen: npt.NDArray[np.int64] = np.where(mask, values + noise, -np.inf).argmax(1)
    return chosen


@dataclass
class EpisodeBuffer:
    """Decisions of unfinished matches, per game of the batch, and training samples of finished ones."""

    games: int
    observations: list[Array] = field(default_factory=list)
    actions: list[npt.NDArray[np.int64]] = field(default_factory=list)
    won: list[Array] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.episodes: list[list[tuple[Array, int, int]]] = [[] for _ in range(self.games)]

    def record(self, env: Batch, actions: npt.NDArray[np.int64]) -> None:
        observations = env.observation.copy()
        for number, decisions in enumerate(self.episodes):
            if env.legal_count[number] > 1:  # a forced move teaches nothing
                decisions.append((observations[number], int(actions[number]), int(env.seat[number])))

    def finish(self, env: Batch) -> int:
        """Make samples of the matches that ended with the last step, and return their number."""
        for number in np.flatnonzero(env.done):
            decisions, self.episodes[number] = self.episodes[number], []
            self.observations.append(np.array([entry[0] for entry in decisions], np.float32))
            self.actions.append(np.array([entry[1] for entry in decisions], np.int64))
            self.won.append(env.reward[number, [entry[2] for entry in decisions]].copy())
        return int(env.done.sum())

    def take_samples(self) -> tuple[Array, npt.NDArray[np.int64], Array]:
        found = np.concatenate(self.observations), np.concatenate(self.actions), np.concatenate(self.won)
        self.observations, self.actions, self.won = [], [], []
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="kuhlorado")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--games", type=int, default=512, help="matches per round")
    parser.add_argument("--test", type=int, default=1000, help="test matches per point of the curve")
    parser.add_argument("--against", nargs="*", default=["greedy"], help="bots for a test at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="directory for the learning curve (CSV and SVG)")
    arguments = parser.parse_args()
    rng = np.random.default_rng(arguments.seed)
    env = batch(arguments.game, arguments.envs, seed=arguments.seed)
    test_env = batch(arguments.game, 250, against="uniform")
    network = Network(env.game.observation_size, env.game.actions, 128, rng)

    def greedy_player(env: Batch) -> npt.NDArray[np.int64]:
        return choose(network.value(env.observation), env.mask, 0.0, rng)

    points, played, buffer = [], 0, EpisodeBuffer(arguments.envs)
    started, rounds = time.process_time(), 0
    while True:
        spent = time.process_time() - started
        if rounds % 4 == 0 or spent > 60 * arguments.minutes:
            share = share_of_victories(greedy_player, test_env, arguments.test, 10_000 + rounds)
            points.append(Point(played, spent, share, arguments.test))
            print(f"{played:7,} matches  {spent:5.0f} s  wins {share:.1%} against uniform", flush=True)
            if arguments.out:  # at once, so that an early stop keeps the curve
                title = "Self-play in NumPy against the uniform bot"
                write_curve(points, arguments.out, f"selfplay-{arguments.game}", title)
        if spent > 60 * arguments.minutes:
            break
        goal = played + arguments.games
        while played < goal:
            actions = choose(network.value(env.observation), env.mask, max(0.05, 0.5 * 0.97**rounds), rng)
            buffer.record(env, actions)
            env.step(actions)
            played += buffer.finish(env)
        observations, actions, won = buffer.take_samples()
        order = rng.permutation(len(won))
        for part in np.array_split(order, max(1, len(order) // 1024)):
            network.learn(observations[part], actions[part], won[part])
        rounds += 1
    for level in arguments.against:
        share = share_of_victories(greedy_player, batch(arguments.game, 250, against=level), arguments.test, 1)
        print(f"at the end: wins {share:.1%} against {level}", flush=True)


if __name__ == "__main__":
    main()
