"""Learned judgement: how likely each seat is to win, by the looks of a settled position.

A room names what to look at (`FEATURES`, `features`); a small network weighs it, the same for every seat, each from
its own side: one hidden layer, and a direct line past it. The seats' results become chances that add up to 1, or of
a team one chance for all.
"""

import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from paddock.rules.compiler import compiled, inlined
from paddock.rules.game import Game
from paddock.rules.kinds import Numbers, State, Table, Tensor
from paddock.rules.refusals import BadOption
from paddock.rules.skills import features

OWN_WEIGHTS: Final = "PADDOCK_LEARNED"
"""The environment variable that names a directory of weights to use instead of the package's."""
MOST_UNITS: Final = 64
"""Units in the hidden layer at most; how many there are is learned weights' own affair."""
WEIGHTS: Final = ("inner", "inner_bias", "outer", "direct", "bias", "off")


def judgement_of(game: Game) -> list[tuple[Any, ...]]:
    """The fields of a mind that judges."""
    many = sum(piece.size for piece in game.features)
    return [
        ("looks", "f4", (many,)),
        ("units", "i8"),
        ("hidden", "f4", (MOST_UNITS,)),
        ("inner", "f4", (many, MOST_UNITS)),
        ("inner_bias", "f4", (MOST_UNITS,)),
        ("outer", "f4", (MOST_UNITS,)),
        ("direct", "f4", (many,)),
        ("bias", "f4", (1,)),
        ("off", "f4", (1,)),  # how far its chances are off, as a standard error
    ]


@cache
def learned(game: Game) -> dict[str, np.ndarray[Any, Any]]:
    """The weights that `paddock train` found for this game: yours, or those of the package; empty if there are none."""
    name = f"{game.id}.npz"
    own = Path(os.environ.get(OWN_WEIGHTS, "")) / name
    found = own if OWN_WEIGHTS in os.environ and own.is_file() else files("paddock.bots") / "learned" / name
    if not found.is_file():
        return {}
    with found.open("rb") as file, np.load(file) as kept:
        weights = {part: kept[part] for part in WEIGHTS if part in kept}
    many = sum(piece.size for piece in game.features)
    if len(weights["inner"]) != many:
        raise BadOption(f"{found} was learned from other features than {game.facts.title} has now; train it again")
    if weights["inner"].shape[1] > MOST_UNITS:
        raise BadOption(f"{found} has {weights['inner'].shape[1]} units in its hidden layer; at most {MOST_UNITS} work")
    return weights


def refresh(mind: Table, weights: dict[str, np.ndarray[Any, Any]]) -> None:
    """Judge by these weights from now on."""
    for name, numbers in weights.items():
        mind[0][name][tuple(slice(size) for size in numbers.shape)] = numbers
    if weights:
        mind[0].units = len(weights["outer"])
    mind[0].age += 1


@compiled
def judge(mind: State, s: State, out: Numbers) -> None:
    """Each seat's chance to win in a settled position."""
    if mind.together:
        chance = 1.0 / (1.0 + np.exp(-liking(mind, s, 0)))
        for seat in range(mind.players):
            out[seat] = chance
        return
    total = 0.0
    for seat in range(mind.players):
        out[seat] = np.exp(liking(mind, s, seat))
        total += out[seat]
    for seat in range(mind.players):
        out[seat] /= total


@compiled
def liking(mind: State, s: State, seat: int) -> float:
    """How much a seat likes what it sees, as the exponent of its chance."""
    features(s, seat, mind.looks)  # type: ignore[arg-type]
    return weighed(mind.looks, mind.units, mind.inner, mind.inner_bias, mind.outer, mind.direct, mind.bias, mind.hidden)


@inlined
def weighed(
    looks: Tensor,
    units: int,  # known when it runs: a loop of known length is unrolled, and then no longer vectorised
    inner: Tensor,
    inner_bias: Tensor,
    outer: Tensor,
    direct: Tensor,
    bias: Tensor,
    hidden: Tensor,
) -> float:
    """What the network makes of these looks; `hidden` keeps what its units got."""
    for unit in range(units):
        hidden[unit] = inner_bias[unit]
    total = bias[0]
    for i in range(len(looks)):
        look = looks[i]
        if look != 0.0:
            total += look * direct[i]
            row = inner[i]
            for unit in range(units):
                hidden[unit] += look * row[unit]
    for unit in range(units):
        total += max(hidden[unit], np.float32(0.0)) * outer[unit]
    return total  # type: ignore[no-any-return]


@compiled
def judge_at(mind: Table, table: Table, out: Numbers) -> None:
    """The same as `judge`, asked from Python."""
    judge(mind[0], table[0], out)
