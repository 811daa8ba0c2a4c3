"""Who learns: a network that is moved, step by step, towards what positions turned out to be worth.

Its sums are taken in the order in which they stand here. A library of linear algebra takes them in another order on
every kind of processor, and differences in the last digit grow from step to step: it would find other weights from the
same seed on another machine.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.bots.judgement import weighed
from paddock.rules.compiler import compiled
from paddock.rules.kinds import Counts, Numbers, Tensor

Weights: TypeAlias = dict[str, Tensor]
Seated: TypeAlias = npt.NDArray[np.bool_]

BATCH: Final = 256
BETAS: Final = (0.9, 0.999)  # Kingma and Ba's Adam
TINY: Final = 1e-8


class Network(NamedTuple):
    """Weights as compiled code takes them."""

    inner: Tensor
    inner_bias: Tensor
    outer: Tensor
    direct: Tensor
    bias: Tensor


class Lessons(NamedTuple):
    """Settled positions in the order of play: how they look to each seat, and what they turned out to be worth."""

    looks: Tensor
    """Position, seat, feature."""
    worth: Tensor
    """Position, seat."""
    there: Seated
    """Position, seat -> whether somebody sits there."""

    @classmethod
    def together(cls, parts: "list[Lessons]") -> "Lessons":
        return cls(*(np.concatenate(one) for one in zip(*parts, strict=True)))


def network(weights: Weights) -> Network:
    """The same arrays."""
    return Network(*(weights[name] for name in Network._fields))


def first_weights(many: int, units: int, rng: np.random.Generator) -> Weights:
    """Small and random inside, nothing outside: every seat is as likely to win."""
    return {
        "inner": rng.normal(0, 1 / np.sqrt(many), (many, units)).astype(np.float32),
        "inner_bias": np.zeros(units, np.float32),
        "outer": np.zeros(units, np.float32),
        "direct": np.zeros(many, np.float32),
        "bias": np.zeros(1, np.float32),
    }


# ---- What it says


def chances(weights: Weights, looks: Tensor, there: Seated, team: bool) -> Numbers:
    """What the network says of these positions, as it would at the table (`judgement.judge`)."""
    said = np.zeros(there.shape)
    hidden = np.zeros((there.shape[1], len(weights["outer"])), np.float32)
    say_all(network(weights), looks, there, team, hidden, said)
    return said


@compiled
def say_all(net: Network, looks: Tensor, there: Seated, team: bool, hidden: Tensor, said: Numbers) -> None:
    for at in range(len(looks)):
        say(net, looks[at], there[at], team, hidden, said[at])


@compiled
def say(net: Network, looks: Tensor, there: Seated, team: bool, hidden: Tensor, said: Numbers) -> None:
    """Each seat's chance in one position; a seat's part of `hidden` keeps what its units got."""
    most = -np.inf
    for seat in range(len(there)):
        if there[seat]:
            said[seat] = weighed(
                looks[seat], len(net.outer), net.inner, net.inner_bias, net.outer, net.direct, net.bias, hidden[seat]
            )
            most = max(most, said[seat])
    total = 0.0
    for seat in range(len(there)):
        if not there[seat]:
            said[seat] = 0.0
        elif team:
            said[seat] = 1.0 / (1.0 + np.exp(-said[seat]))
        else:
            said[seat] = np.exp(said[seat] - most)
        total += said[seat]
    if not team:
        for seat in range(len(there)):
            said[seat] /= total


# ---- How it learns


@compiled
def find_slopes(
    net: Network, slopes: Network, lessons: Lessons, some: Counts, team: bool, hidden: Tensor, said: Numbers
) -> float:
    """How the surprise at some lessons changes with every weight; returns that surprise (cross-entropy, in nats)."""
    slopes.inner[:, :] = np.float32(0.0)
    slopes.inner_bias[:] = np.float32(0.0)
    slopes.outer[:] = np.float32(0.0)
    slopes.direct[:] = np.float32(0.0)
    slopes.bias[:] = np.float32(0.0)
    surprise = 0.0
    for at in some:
        say(net, lessons.looks[at], lessons.there[at], team, hidden, said)
        for seat in range(len(said)):
            if lessons.there[at, seat]:
                worth = np.float64(lessons.worth[at, seat])
                surprise -= worth * np.log(said[seat] + TINY)
                if team:
                    surprise -= (1.0 - worth) * np.log(1.0 - said[seat] + TINY)
                wrong = np.float32((said[seat] - worth) / len(some))
                add_slopes(net, slopes, lessons.looks[at, seat], hidden[seat], wrong)
    return surprise


@compiled
def add_slopes(net: Network, slopes: Network, looks: Tensor, hidden: Tensor, wrong: np.float32) -> None:
    """Back through the network: what a seat that was so wrong has to do with each weight. Spends `hidden`."""
    units = len(net.outer)
    slopes.bias[0] += wrong
    for unit in range(units):
        got = hidden[unit]
        slopes.outer[unit] += wrong * max(got, np.float32(0.0))
        back = wrong * net.outer[unit] if got > np.float32(0.0) else np.float32(0.0)
        slopes.inner_bias[unit] += back
        hidden[unit] = back
    for i in range(len(looks)):
        look = looks[i]
        if look != np.float32(0.0):
            slopes.direct[i] += wrong * look
            row = slopes.inner[i]
            for unit in range(units):
                row[unit] += look * hidden[unit]


@dataclass(slots=True)
class Pupil:
    """Weights, and the moments by which Adam steps."""

    weights: Weights
    moments: tuple[Weights, Weights]
    steps: int = 0

    @classmethod
    def new(cls, weights: Weights) -> "Pupil":
        return cls(weights, (nothing_like(weights), nothing_like(weights)))

    def study(self, lessons: Lessons, order: Counts, team: bool, step: float) -> float:
        """One pass over the lessons in this order; returns the mean surprise (cross-entropy, in nats)."""
        slopes = nothing_like(self.weights)
        seats = lessons.there.shape[1]
        hidden, said = np.zeros((seats, len(self.weights["outer"])), np.float32), np.zeros(seats)
        surprise = 0.0
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            surprise += find_slopes(network(self.weights), network(slopes), lessons, some, team, hidden, said)
            self.move(slopes, step)
        return surprise / len(order)

    def move(self, slopes: Weights, step: float) -> None:
        """Adam's step."""
        self.steps += 1
        mean, square = self.moments
        for name, slope in slopes.items():
            mean[name] += (1 - BETAS[0]) * (slope - mean[name])
            square[name] += (1 - BETAS[1]) * (slope**2 - square[name])
            size = step * np.sqrt(1 - BETAS[1] ** self.steps) / (1 - BETAS[0] ** self.steps)
            self.weights[name] = (self.weights[name] - size * mean[name] / (np.sqrt(square[name]) + TINY)).astype(
                np.float32
            )


def nothing_like(weights: Weights) -> Weights:
    return {name: np.zeros_like(numbers) for name, numbers in weights.items()}
