"""Network training: predictions, gradients, and reproducibility on every processor."""

import hashlib
import os
import subprocess
import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from paddock.bots.algorithms.memory_construction import new_memory
from paddock.bots.algorithms.value_network import learned_weights
from paddock.bots.levels import PlayStyle
from paddock.bots.training.gradient_descent import (
    Samples,
    Trainer,
    Weights,
    find_gradients,
    initial_weights,
    network,
    predict,
    zeros_for,
)
from paddock.engine.optional_verbs import features, settled
from paddock.games import GAMES, load_game
from support.random_matches import positions
from support.value_network import predict_at

MANY, UNITS = 9, 5


def random_samples(rng: np.random.Generator, seats: int) -> Samples:
    """Return random samples; in every third one a seat is empty."""
    inputs = (rng.integers(0, 3, (60, seats, MANY)) / 2).astype(np.float32)
    occupied = np.ones((60, seats), bool)
    if seats > 1:
        occupied[::3, -1] = False
    target = np.where(occupied, rng.random((60, seats)), 0)
    return Samples(
        inputs, (target / target.sum(1, keepdims=True) if seats > 1 else target).astype(np.float32), occupied
    )


def random_weights(rng: np.random.Generator) -> Weights:
    first = initial_weights(MANY, UNITS, rng)
    return {name: rng.normal(0, 0.5, part.shape).astype(np.float32) for name, part in first.items()}


def mean_loss(weights: dict[str, npt.NDArray[Any]], samples: Samples, team: bool) -> float:
    """Return the mean loss by linear algebra in double precision."""
    hidden = np.maximum(samples.inputs.astype(float) @ weights["inner"] + weights["inner_bias"], 0)
    logits = hidden @ weights["outer"] + samples.inputs.astype(float) @ weights["direct"] + weights["bias"][0]
    if team:
        predicted = 1 / (1 + np.exp(-logits))
        log_likelihood = samples.target * np.log(predicted) + (1 - samples.target) * np.log(1 - predicted)
    else:
        odds = np.where(samples.occupied, np.exp(logits), 0)
        log_likelihood = np.where(
            samples.occupied, samples.target * np.log(np.maximum(odds / odds.sum(1, keepdims=True), 1e-300)), 0
        )
    return float(-log_likelihood.sum() / len(samples.inputs))


@pytest.mark.parametrize(("seats", "team"), [(3, False), (1, True)])
def test_gradients_agree_with_finite_differences(seats: int, team: bool) -> None:
    rng = np.random.default_rng(5)
    samples, weights = random_samples(rng, seats), random_weights(rng)
    gradients, every_sample = zeros_for(weights), np.arange(len(samples.inputs))
    buffers = np.zeros((seats, UNITS), np.float32), np.zeros(seats)
    found = find_gradients(network(weights), network(gradients), samples, every_sample, team, *buffers)
    assert found / len(every_sample) == pytest.approx(mean_loss(weights, samples, team), abs=1e-6)
    exact = {name: part.astype(float) for name, part in weights.items()}
    for name, part in exact.items():
        for at in np.ndindex(part.shape):
            before, nudge = part[at], 1e-6
            part[at] = before + nudge
            more = mean_loss(exact, samples, team)
            part[at] = before - nudge
            less = mean_loss(exact, samples, team)
            part[at] = before
            assert gradients[name][at] == pytest.approx((more - less) / (2 * nudge), abs=1e-5), (name, at)


def test_training_reduces_the_loss() -> None:
    rng = np.random.default_rng(2)
    samples = random_samples(rng, 3)
    trainer = Trainer.new(initial_weights(MANY, UNITS, rng))
    losses = [trainer.fit(samples, rng.permutation(len(samples.inputs)), False, 0.01) for _ in range(300)]
    assert losses[-1] < losses[0] - 0.05
    assert np.allclose(predict(trainer.weights, samples.inputs, samples.occupied, False).sum(1), 1)
    assert not predict(trainer.weights, samples.inputs, samples.occupied, False)[::3, -1].any()  # an empty seat


@pytest.mark.parametrize("name", [name for name in GAMES if learned_weights(load_game(name))])
def test_predictions_in_training_and_at_the_table_agree(name: str) -> None:
    game = load_game(name)
    seats = game.facts.players[-1]
    memory = new_memory(game, seats, [PlayStyle()] * seats)
    team = game.facts.together
    width, features_size = 1 if team else seats, game.feature_count
    compared = 0
    for match in positions(name, seats, {}, 3):
        position = match.position
        if not match.over and settled(position[0]):
            inputs, predicted = np.zeros((1, width, features_size), np.float32), np.zeros(8)
            for seat in range(width):
                features(position[0], seat, inputs[0, seat])  # type: ignore[arg-type]
            predict_at(memory, position, predicted)
            assert predicted[:width] == pytest.approx(
                predict(learned_weights(game), inputs, np.ones((1, width), bool), team)[0]
            )
            compared += 1
    assert compared


def trained_fingerprint() -> str:
    """Return a fingerprint of the weights after a short training."""
    rng = np.random.default_rng(3)
    inputs = (rng.integers(0, 3, (120, 4, 40)) / 3).astype(np.float32)
    samples = Samples(inputs, rng.dirichlet(np.ones(4), 120).astype(np.float32), np.ones((120, 4), bool))
    trainer = Trainer.new(initial_weights(40, 32, rng))
    for _ in range(4):
        trainer.fit(samples, rng.permutation(120), False, 2e-3)
    return hashlib.sha256(b"".join(part.tobytes() for part in trainer.weights.values())).hexdigest()


def test_neither_the_processor_nor_the_compiler_changes_the_weights() -> None:
    """Another kind of processor uses other routines of linear algebra. Interpreted Python adds in the written order."""
    elsewhere = {"OPENBLAS_CORETYPE": "Nehalem", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [
        sys.executable,
        "-c",
        "from bots.test_gradient_descent import trained_fingerprint; print(trained_fingerprint())",
    ]
    answer = subprocess.run(command, env={**os.environ, **elsewhere}, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == trained_fingerprint()
