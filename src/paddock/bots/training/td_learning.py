"""Temporal-difference learning TD(lambda): train a value network on games of self-play, round by round.

The first rounds imitate greedy players, which are quick. After them the bots play with the network trained so far, at
some temperature, so that they explore. The target of a settled position is the lambda-return: a mixture of the result
of the game and the prediction for the next settled position. Where a search gives the value after the turn, the target
is this value plus the discounted errors of the later predictions. That removes the luck of the next turn.

All random numbers come from the seed, so one seed gives the same weights.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from paddock.bots.algorithms.move_choice import GREEDY
from paddock.bots.levels import PlayStyle
from paddock.bots.training.gradient_descent import Samples, Trainer, Weights, initial_weights, predict
from paddock.bots.training.self_play import SampleGame, self_play
from paddock.engine.game import Game, TrainingPlan
from paddock.engine.rng import streams
from paddock.engine.types import Rng
from paddock.match.match_state import MatchState

BOOTSTRAP_WEIGHT: Final = 0.2
"""The weight of the next prediction in a target: 1 - lambda."""
TEMPERATURE: Final = 0.15
"""The temperature of the players in self-play, in log-odds."""
WINDOW: Final = 6
"""The number of newest rounds whose samples are used together in self-play."""
IMITATION_EPOCHS: Final = 4
"""The epochs over the samples of an imitation round."""
SELF_PLAY_EPOCHS: Final = 2
"""The epochs over the window in a round of self-play. Its samples stay in the window for the next rounds."""
LEARNING_RATE: Final = 2e-3
"""The initial learning rate of imitation; self-play begins with half of it."""
FINAL_RATE: Final = 0.05
"""The last learning rate of self-play, as a share of its first."""
CALIBRATION_BINS: Final = 20
"""The bins in which predictions are compared with targets."""


def samples_of(games: list[SampleGame], seats: int, weights: Weights, team: bool, bootstrap: float) -> Samples:
    """Return the settled positions of all games at one table with their lambda-returns."""
    games = [game for game in games if len(game.inputs)]
    inputs = np.concatenate([game.inputs for game in games])
    occupied = np.zeros((len(inputs), games[0].inputs.shape[1]), bool)
    occupied[:, :seats] = True
    predicted = predict(weights, inputs, occupied, team)
    target = np.zeros(occupied.shape, np.float32)
    end = len(inputs)
    for game in reversed(games):
        next_target = next_predicted = game.payoff
        for at in range(end - 1, end - 1 - len(game.inputs), -1):
            searched = game.searched[at - end]
            if np.isnan(searched[0]):
                target[at] = bootstrap * next_predicted + (1 - bootstrap) * next_target
            else:
                target[at] = np.clip(searched + (1 - bootstrap) * (next_target - next_predicted), 0, 1)
            next_target, next_predicted = target[at], predicted[at]
        end -= len(game.inputs)
    return Samples(inputs, target, occupied)


def play_round(
    tables: Sequence[MatchState], play_style: PlayStyle, weights: Weights, rngs: Rng, threads: int, team: bool
) -> Samples:
    """Play one round of games and return their samples; of one seat only, if all seats win together."""
    width = 1 if team else max(match.players for match in tables)
    bootstrap = 0.0 if play_style.policy == GREEDY else BOOTSTRAP_WEIGHT
    games = self_play(tables, play_style, weights, rngs, threads, width)
    return Samples.joined(
        [
            samples_of(played, min(width, match.players), weights, team, bootstrap)
            for match, played in zip(tables, games, strict=False)  # fewer games than tables leave some tables out
        ]
    )


def calibration_error(weights: Weights, samples: Samples, team: bool) -> float:
    """Return the root mean square difference of predictions and targets, over bins of similar predictions."""
    predicted = predict(weights, samples.inputs, samples.occupied, team)[samples.occupied]
    target = samples.target[samples.occupied].astype(np.float64)
    bins = np.array_split(np.argsort(predicted, kind="stable"), CALIBRATION_BINS)
    return float(np.sqrt(np.mean([(predicted[some].mean() - target[some].mean()) ** 2 for some in bins if len(some)])))


@dataclass(frozen=True, slots=True)
class Report:
    """One round of training."""

    round: int
    games: int
    positions: int
    loss: float
    """The mean cross-entropy of the samples, in nats."""
    prediction_error: float
    """The calibration error for the new games, before the training on them."""
    weights: Weights


def train(game: Game, plan: TrainingPlan, seed: int = 0, threads: int = 1) -> Iterator[Report]:
    """Train the value network of a game and yield a report after every round."""
    team = game.facts.together
    tables = [MatchState(game, players, options, attended=False) for players, options in plan.tables]
    rng = np.random.default_rng(seed)
    trainer = Trainer.new(initial_weights(game.feature_count, plan.units, rng))
    window: list[Samples] = []
    for number in range(plan.imitation_rounds + plan.rounds):
        imitating = number < plan.imitation_rounds
        play_style = PlayStyle(GREEDY) if imitating else PlayStyle(temperature=TEMPERATURE)
        rngs = streams(seed, number * plan.games, plan.games)
        fresh = play_round(tables, play_style, trainer.weights, rngs, threads, team)
        prediction_error = calibration_error(trainer.weights, fresh, team)
        window = [fresh] if imitating else [*window, fresh][-WINDOW:]
        samples = Samples.joined(window)
        for _ in range(IMITATION_EPOCHS if imitating else SELF_PLAY_EPOCHS):
            rate = learning_rate(number, plan)
            loss = trainer.fit(samples, rng.permutation(len(samples.inputs)), team, rate)
        weights = {**trainer.weights, "prediction_error": np.array([prediction_error], np.float32)}
        yield Report(number + 1, (number + 1) * plan.games, len(fresh.inputs), loss, prediction_error, weights)


def learning_rate(number: int, plan: TrainingPlan) -> float:
    """Return the learning rate of a round: lower towards the end, and lower in self-play."""
    if number < plan.imitation_rounds:
        coarse_rounds = (plan.imitation_rounds + plan.rounds) / 2 if plan.coarse_rounds is None else plan.coarse_rounds
        return LEARNING_RATE if number < coarse_rounds else LEARNING_RATE / 4
    return LEARNING_RATE / 2 * max(1 - (number - plan.imitation_rounds) / plan.rounds, FINAL_RATE)
