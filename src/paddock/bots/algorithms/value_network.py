"""The value network: an estimate of each seat's win chance in a settled position.

A game package names the inputs (`FEATURES`) and computes them from the view of one seat (verb `features`). The network
has one hidden layer of rectified linear units and a direct linear connection. It returns one logit per seat, with the
same weights for every seat. A softmax over the seats gives the win chances. If all seats win together, the logistic
function of the first seat's logit gives the one win chance of all.
"""

import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.engine.optional_verbs import features
from paddock.engine.types import Numbers, Positions, State, Tensor

WEIGHTS_VARIABLE: Final = "PADDOCK_LEARNED"
"""The environment variable with the name of a directory of weights to use instead of the package's."""
MAX_UNITS: Final = 64
"""The largest size of the hidden layer. The weights decide its actual size."""
WEIGHTS: Final = ("inner", "inner_bias", "outer", "direct", "bias", "prediction_error")
"""The arrays in a file of weights."""


def network_fields(game: Game) -> list[tuple[Any, ...]]:
    """Return the fields of a bot memory that holds a network."""
    size = game.feature_count
    return [
        ("inputs", "f4", (size,)),
        ("units", "i8"),
        ("hidden", "f4", (MAX_UNITS,)),
        ("inner", "f4", (size, MAX_UNITS)),
        ("inner_bias", "f4", (MAX_UNITS,)),
        ("outer", "f4", (MAX_UNITS,)),
        ("direct", "f4", (size,)),
        ("bias", "f4", (1,)),
        ("prediction_error", "f4", (1,)),  # standard error of its win chances
    ]


@cache
def learned_weights(game: Game) -> dict[str, np.ndarray[Any, Any]]:
    """Return the trained weights of a game, from your directory or from the package; empty if there are none.

    Raise `BadOption` if they do not fit the game's features.
    """
    name = f"{game.id}.npz"
    own = Path(os.environ.get(WEIGHTS_VARIABLE, "")) / name
    found = (
        own if WEIGHTS_VARIABLE in os.environ and own.is_file() else files("paddock.bots.training") / "weights" / name
    )
    if not found.is_file():
        return {}
    with found.open("rb") as file, np.load(file) as file_weights:
        weights = {part: file_weights[part] for part in WEIGHTS if part in file_weights}
    size = game.feature_count
    if len(weights["inner"]) != size:
        raise BadOption(f"{found} does not fit the present features of {game.facts.title}; train it again")
    if weights["inner"].shape[1] > MAX_UNITS:
        raise BadOption(f"{found} has {weights['inner'].shape[1]} hidden units; the limit is {MAX_UNITS}")
    return weights


def load_weights(memory: Positions, weights: dict[str, np.ndarray[Any, Any]]) -> None:
    """Load these weights into a bot memory and invalidate its cached evaluations."""
    for name, numbers in weights.items():
        memory[0][name][tuple(slice(size) for size in numbers.shape)] = numbers
    if weights:
        memory[0].units = len(weights["outer"])
    memory[0].age += 1


@compiled
def predict(memory: State, s: State, out: Numbers) -> None:
    """Write each seat's win chance in a settled position."""
    if memory.together:
        chance = 1.0 / (1.0 + np.exp(-logit(memory, s, 0)))
        for seat in range(memory.players):
            out[seat] = chance
        return
    total = 0.0
    for seat in range(memory.players):
        out[seat] = np.exp(logit(memory, s, seat))
        total += out[seat]
    for seat in range(memory.players):
        out[seat] /= total


@compiled
def logit(memory: State, s: State, seat: int) -> float:
    """Return the logit of a seat's win chance."""
    features(s, seat, memory.inputs)  # type: ignore[arg-type]
    return network_output(
        memory.inputs,
        memory.units,
        memory.inner,
        memory.inner_bias,
        memory.outer,
        memory.direct,
        memory.bias,
        memory.hidden,
    )


@inlined
def network_output(
    inputs: Tensor,
    units: int,  # not a constant: LLVM unrolls a loop of constant length and then does not vectorise it
    inner: Tensor,
    inner_bias: Tensor,
    outer: Tensor,
    direct: Tensor,
    bias: Tensor,
    hidden: Tensor,
) -> float:
    """Return the logit for these inputs. `hidden` receives the inputs of the hidden units."""
    for unit in range(units):
        hidden[unit] = inner_bias[unit]
    total = bias[0]
    for i in range(len(inputs)):
        feature = inputs[i]
        if feature != 0.0:
            total += feature * direct[i]
            row = inner[i]
            for unit in range(units):
                hidden[unit] += feature * row[unit]
    for unit in range(units):
        total += max(hidden[unit], np.float32(0.0)) * outer[unit]
    return total  # type: ignore[no-any-return]
