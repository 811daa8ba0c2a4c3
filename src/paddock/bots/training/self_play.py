"""Self-play: train a value network on games, round by round, by temporal-difference learning TD(lambda).

The first rounds imitate greedy players, which are quick. After them the bots play with the network trained so far, at
some temperature, so that they explore. The target of a settled position is the lambda-return: a mixture of the result
of the game and the prediction for the next settled position. Where a search gives the value after the turn, the target
is this value plus the discounted errors of the later predictions. That removes the luck of the next turn.

All random numbers come from the seed, so one seed gives the same weights. A file of weights records its origin and the
fingerprint of a short training run, so that a test can check if training would still find these weights.
"""

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import numpy as np

from paddock.bots.algorithms.bot_memory import MOST_SEATS
from paddock.bots.algorithms.move_choice import GREEDY, value_after_turn
from paddock.bots.algorithms.value_network import WEIGHTS, load_weights
from paddock.bots.levels import PlayStyle
from paddock.bots.player_records import players_record
from paddock.bots.training.gradient_descent import Samples, Trainer, Weights, initial_weights, predict
from paddock.engine.compilation.decorators import compiled
from paddock.engine.game import Game, TrainingPlan
from paddock.engine.kernels import event
from paddock.engine.optional_verbs import features, settled
from paddock.engine.rng import streams
from paddock.engine.types import OVER, Moves, Numbers, Positions, Rng, State, Tensor
from paddock.engine.types import Weights as WeightsBuffer
from paddock.engine.verbs import apply, payoff, turn
from paddock.match.match_state import MatchState

MAX_SETTLED: Final = 512
"""The largest number of settled positions of one game in the samples, the first ones."""
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
TRIAL_GAMES: Final = 6
"""The games in a round of the short training run behind a fingerprint."""


class SampleGame(NamedTuple):
    """The settled positions of one game, and its result."""

    inputs: Tensor
    """The features by position and seat."""
    searched: Numbers
    """The win chances by search over the turn, by position and seat; NaN where no search took place."""
    payoff: Numbers
    """The payoff by seat."""


@compiled
def play_sample_game(
    players: State, s: State, rng: Rng, moves_buf: Moves, weights_buf: WeightsBuffer, seats: int, out: SampleGame
) -> int:
    """Play a game to its end, write its settled positions and return their number.

    This is no call of `kernels.playout`, because it records each settled position.
    """
    inputs, searched = out.inputs, out.searched
    n = 0
    while turn(s) != OVER:
        if settled(s) and n < len(inputs):
            for seat in range(seats):
                features(s, seat, inputs[n, seat])  # type: ignore[arg-type]
            if not value_after_turn(players, s, searched[n]):
                searched[n, 0] = np.nan
            n += 1
        apply(s, event(players, s, rng, moves_buf, weights_buf))  # type: ignore[arg-type]
    payoff(s, out.payoff)
    return n


@compiled
def play_sample_game_at(
    players: Positions,
    position: Positions,
    rng: Rng,
    moves_buf: Moves,
    weights_buf: WeightsBuffer,
    seats: int,
    out: SampleGame,
) -> int:
    return play_sample_game(players[0], position[0], rng, moves_buf, weights_buf, seats, out)


def play_sample_games(template: MatchState, players: Positions, rngs: Rng, width: int) -> Iterator[SampleGame]:
    """Play one game per stream from the same start and yield its samples for the first `width` seats."""
    game, features_size = template.game, template.game.feature_count
    players = players.copy()
    moves_buf, weights_buf = game.buffers()
    out = SampleGame(
        np.zeros((MAX_SETTLED, width, features_size), np.float32),
        np.zeros((MAX_SETTLED, MOST_SEATS)),
        np.zeros(MOST_SEATS),
    )
    seats = min(width, template.players)
    for rng in rngs:
        n = play_sample_game_at(players, template.position.copy(), rng, moves_buf, weights_buf, seats, out)
        yield SampleGame(out.inputs[:n].copy(), out.searched[:n, :width].copy(), out.payoff[:width].copy())


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
        fresh = self_play(tables, play_style, trainer.weights, rngs, threads, team)
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


def self_play(
    tables: Sequence[MatchState], play_style: PlayStyle, weights: Weights, rngs: Rng, threads: int, team: bool
) -> Samples:
    """Play games at all tables in turn and return their samples; of one seat only, if all seats win together."""
    width = 1 if team else max(match.players for match in tables)

    def at_table(number: int) -> Samples:
        match = tables[number]
        players = players_record(match.game, [play_style] * match.players)
        if play_style.policy != GREEDY:
            load_weights(players, weights)
        games = list(play_sample_games(match, players, rngs[number :: len(tables)], width))
        bootstrap = 0.0 if play_style.policy == GREEDY else BOOTSTRAP_WEIGHT
        return samples_of(games, min(width, match.players), weights, team, bootstrap)

    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(at_table, range(min(len(tables), len(rngs)))))
    return Samples.joined(parts)


# ---- Files of weights


def save(report: Report, origin: dict[str, Any], path: Any) -> None:
    """Write the weights of a report and their origin to a file."""
    weights = {name: report.weights[name] for name in WEIGHTS}
    np.savez_compressed(path, **weights, **origin, rounds=report.round)  # type: ignore[arg-type]


def origin_of(game: Game, plan: TrainingPlan, seed: int) -> dict[str, Any]:
    """Return the origin of the weights that this plan gives: seed, plan and fingerprint of a short run."""
    return {"seed": seed, "plan": repr(plan), "trial": trial_fingerprint(game, plan, seed)}


def trial_fingerprint(game: Game, plan: TrainingPlan, seed: int) -> str:
    """Return the fingerprint of the weights of a short run of this plan, with few games and both kinds of rounds.

    It changes with the rules, the bots, the features and the training, so whenever the whole training would give other
    weights.
    """
    short = replace(plan, imitation_rounds=min(plan.imitation_rounds, 1), rounds=min(plan.rounds, 1), games=TRIAL_GAMES)
    *_, last = train(game, short, seed)
    return hashlib.sha256(b"".join(last.weights[name].tobytes() for name in WEIGHTS)).hexdigest()[:16]
