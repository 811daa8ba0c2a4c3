"""Gradient descent for a value network: cross-entropy loss, its gradient by backpropagation, and the optimizer Adam.

The loops add numbers in a fixed order. A library for linear algebra adds in another order on each kind of processor.
The rounding differences would grow from step to step, and one seed would give other weights on another machine.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.bots.algorithms.value_network import network_output
from paddock.engine.compilation.decorators import compiled
from paddock.engine.types import Counts, Numbers, Tensor

Weights: TypeAlias = dict[str, Tensor]
Mask: TypeAlias = npt.NDArray[np.bool_]

BATCH: Final = 256
"""The samples of one gradient step."""
BETAS: Final = (0.9, 0.999)
"""The decay rates of Adam (Kingma and Ba)."""
TINY: Final = 1e-8
"""The number that keeps logarithms and quotients finite."""


class Network(NamedTuple):
    """The weights in the form that compiled code takes."""

    inner: Tensor
    inner_bias: Tensor
    outer: Tensor
    direct: Tensor
    bias: Tensor


class Samples(NamedTuple):
    """Settled positions in the order of play: the features of each seat and the target win chances."""

    inputs: Tensor
    """The features by position and seat."""
    target: Tensor
    """The target win chances by position and seat."""
    occupied: Mask
    """Whether the seat has a player, by position and seat."""

    @classmethod
    def joined(cls, parts: "list[Samples]") -> "Samples":
        """Return the samples of all parts."""
        return cls(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def network(weights: Weights) -> Network:
    """Return the same arrays as a tuple."""
    return Network(*(weights[name] for name in Network._fields))


def initial_weights(features: int, units: int, rng: np.random.Generator) -> Weights:
    """Return small random weights in front of the hidden layer and zeros behind it: all seats get equal chances."""
    return {
        "inner": rng.normal(0, 1 / np.sqrt(features), (features, units)).astype(np.float32),
        "inner_bias": np.zeros(units, np.float32),
        "outer": np.zeros(units, np.float32),
        "direct": np.zeros(features, np.float32),
        "bias": np.zeros(1, np.float32),
    }


# ---- Prediction


def predict(weights: Weights, inputs: Tensor, occupied: Mask, team: bool) -> Numbers:
    """Return the predicted win chances by position and seat, as `value_network.predict` would at the table."""
    predicted = np.zeros(occupied.shape)
    hidden = np.zeros((occupied.shape[1], len(weights["outer"])), np.float32)
    predict_positions(network(weights), inputs, occupied, team, hidden, predicted)
    return predicted


@compiled
def predict_positions(
    net: Network, inputs: Tensor, occupied: Mask, team: bool, hidden: Tensor, predicted: Numbers
) -> None:
    for at in range(len(inputs)):
        predict_position(net, inputs[at], occupied[at], team, hidden, predicted[at])


@compiled
def predict_position(
    net: Network, inputs: Tensor, occupied: Mask, team: bool, hidden: Tensor, predicted: Numbers
) -> None:
    """Write each seat's win chance in one position. `hidden` receives the inputs of the hidden units by seat."""
    largest = -np.inf
    for seat in range(len(occupied)):
        if occupied[seat]:
            predicted[seat] = network_output(
                inputs[seat], len(net.outer), net.inner, net.inner_bias, net.outer, net.direct, net.bias, hidden[seat]
            )
            largest = max(largest, predicted[seat])
    total = 0.0
    for seat in range(len(occupied)):
        if not occupied[seat]:
            predicted[seat] = 0.0
        elif team:
            predicted[seat] = 1.0 / (1.0 + np.exp(-predicted[seat]))
        else:
            predicted[seat] = np.exp(predicted[seat] - largest)
        total += predicted[seat]
    if not team:
        for seat in range(len(occupied)):
            predicted[seat] /= total


# ---- Training


@compiled
def find_gradients(
    net: Network, gradients: Network, samples: Samples, batch: Counts, team: bool, hidden: Tensor, predicted: Numbers
) -> float:
    """Write the gradient of the loss over a batch of samples and return the loss (cross-entropy, in nats)."""
    gradients.inner[:, :] = np.float32(0.0)
    gradients.inner_bias[:] = np.float32(0.0)
    gradients.outer[:] = np.float32(0.0)
    gradients.direct[:] = np.float32(0.0)
    gradients.bias[:] = np.float32(0.0)
    loss = 0.0
    for at in batch:
        predict_position(net, samples.inputs[at], samples.occupied[at], team, hidden, predicted)
        for seat in range(len(predicted)):
            if samples.occupied[at, seat]:
                target = np.float64(samples.target[at, seat])
                loss -= target * np.log(predicted[seat] + TINY)
                if team:
                    loss -= (1.0 - target) * np.log(1.0 - predicted[seat] + TINY)
                error = np.float32((predicted[seat] - target) / len(batch))
                add_gradients(net, gradients, samples.inputs[at, seat], hidden[seat], error)
    return loss


@compiled
def add_gradients(net: Network, gradients: Network, inputs: Tensor, hidden: Tensor, error: np.float32) -> None:
    """Add the gradient of one seat's loss, given the error of its logit. Overwrite `hidden`."""
    units = len(net.outer)
    gradients.bias[0] += error
    for unit in range(units):
        activation = hidden[unit]
        gradients.outer[unit] += error * max(activation, np.float32(0.0))
        slope = error * net.outer[unit] if activation > np.float32(0.0) else np.float32(0.0)
        gradients.inner_bias[unit] += slope
        hidden[unit] = slope
    for i in range(len(inputs)):
        feature = inputs[i]
        if feature != np.float32(0.0):
            gradients.direct[i] += error * feature
            row = gradients.inner[i]
            for unit in range(units):
                row[unit] += feature * hidden[unit]


@dataclass(slots=True)
class Trainer:
    """Weights and the moments of Adam."""

    weights: Weights
    moments: tuple[Weights, Weights]
    steps: int = 0

    @classmethod
    def new(cls, weights: Weights) -> "Trainer":
        return cls(weights, (zeros_for(weights), zeros_for(weights)))

    def fit(self, samples: Samples, order: Counts, team: bool, learning_rate: float) -> float:
        """Train for one epoch with the samples in this order and return the mean loss (cross-entropy, in nats)."""
        gradients = zeros_for(self.weights)
        seats = samples.occupied.shape[1]
        hidden, predicted = np.zeros((seats, len(self.weights["outer"])), np.float32), np.zeros(seats)
        loss = 0.0
        for at in range(0, len(order), BATCH):
            batch = order[at : at + BATCH]
            loss += find_gradients(network(self.weights), network(gradients), samples, batch, team, hidden, predicted)
            self.update(gradients, learning_rate)
        return loss / len(order)

    def update(self, gradients: Weights, learning_rate: float) -> None:
        """Take one step of Adam."""
        self.steps += 1
        mean, square = self.moments
        for name, gradient in gradients.items():
            mean[name] += (1 - BETAS[0]) * (gradient - mean[name])
            square[name] += (1 - BETAS[1]) * (gradient**2 - square[name])
            step = learning_rate * np.sqrt(1 - BETAS[1] ** self.steps) / (1 - BETAS[0] ** self.steps)
            self.weights[name] = (self.weights[name] - step * mean[name] / (np.sqrt(square[name]) + TINY)).astype(
                np.float32
            )


def zeros_for(weights: Weights) -> Weights:
    return {name: np.zeros_like(numbers) for name, numbers in weights.items()}
