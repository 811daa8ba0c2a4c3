"""A network that learns: what it says, how it is moved, and that nothing but the seed decides it."""

import hashlib
import os
import subprocess
import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from paddock.bots.judgement import judge_at, learned
from paddock.bots.levels import Manner
from paddock.bots.pupil import Lessons, Pupil, Weights, chances, find_slopes, first_weights, network, nothing_like
from paddock.bots.thinking import new_mind
from paddock.games import ROOMS, game
from paddock.rules.skills import features, settled
from playing import positions

MANY, UNITS = 9, 5


def lessons_of(rng: np.random.Generator, seats: int) -> Lessons:
    """Positions that nobody played; at every third table a seat is empty."""
    looks = (rng.integers(0, 3, (60, seats, MANY)) / 2).astype(np.float32)
    there = np.ones((60, seats), bool)
    if seats > 1:
        there[::3, -1] = False
    worth = np.where(there, rng.random((60, seats)), 0)
    return Lessons(looks, (worth / worth.sum(1, keepdims=True) if seats > 1 else worth).astype(np.float32), there)


def weights_of(rng: np.random.Generator) -> Weights:
    first = first_weights(MANY, UNITS, rng)
    return {name: rng.normal(0, 0.5, part.shape).astype(np.float32) for name, part in first.items()}


def surprise_at(weights: dict[str, npt.NDArray[Any]], lessons: Lessons, team: bool) -> float:
    """The mean surprise, by plain linear algebra in double precision."""
    hidden = np.maximum(lessons.looks.astype(float) @ weights["inner"] + weights["inner_bias"], 0)
    liking = hidden @ weights["outer"] + lessons.looks.astype(float) @ weights["direct"] + weights["bias"][0]
    if team:
        said = 1 / (1 + np.exp(-liking))
        told = lessons.worth * np.log(said) + (1 - lessons.worth) * np.log(1 - said)
    else:
        odds = np.where(lessons.there, np.exp(liking), 0)
        told = np.where(lessons.there, lessons.worth * np.log(np.maximum(odds / odds.sum(1, keepdims=True), 1e-300)), 0)
    return float(-told.sum() / len(lessons.looks))


@pytest.mark.parametrize(("seats", "team"), [(3, False), (1, True)])
def test_slopes_are_how_the_surprise_changes(seats: int, team: bool) -> None:
    rng = np.random.default_rng(5)
    lessons, weights = lessons_of(rng, seats), weights_of(rng)
    slopes, all_of_them = nothing_like(weights), np.arange(len(lessons.looks))
    room = np.zeros((seats, UNITS), np.float32), np.zeros(seats)
    found = find_slopes(network(weights), network(slopes), lessons, all_of_them, team, *room)
    assert found / len(all_of_them) == pytest.approx(surprise_at(weights, lessons, team), abs=1e-6)
    exact = {name: part.astype(float) for name, part in weights.items()}
    for name, part in exact.items():
        for at in np.ndindex(part.shape):
            before, nudge = part[at], 1e-6
            part[at] = before + nudge
            more = surprise_at(exact, lessons, team)
            part[at] = before - nudge
            less = surprise_at(exact, lessons, team)
            part[at] = before
            assert slopes[name][at] == pytest.approx((more - less) / (2 * nudge), abs=1e-5), (name, at)


def test_a_pupil_comes_to_expect_what_happens() -> None:
    rng = np.random.default_rng(2)
    lessons = lessons_of(rng, 3)
    pupil = Pupil.new(first_weights(MANY, UNITS, rng))
    surprises = [pupil.study(lessons, rng.permutation(len(lessons.looks)), False, 0.01) for _ in range(300)]
    assert surprises[-1] < surprises[0] - 0.05
    assert np.allclose(chances(pupil.weights, lessons.looks, lessons.there, False).sum(1), 1)
    assert not chances(pupil.weights, lessons.looks, lessons.there, False)[::3, -1].any()  # nobody sits there


@pytest.mark.parametrize("name", [name for name in ROOMS if learned(game(name))])
def test_what_it_says_in_training_it_says_at_the_table(name: str) -> None:
    room = game(name)
    seats = room.facts.players[-1]
    mind = new_mind(room, seats, [Manner()] * seats)
    team = room.facts.together
    width, many = 1 if team else seats, sum(piece.size for piece in room.features)
    compared = 0
    for match in positions(name, seats, {}, 3):
        table = match.table
        if not match.over and settled(table[0]):
            looks, said = np.zeros((1, width, many), np.float32), np.zeros(8)
            for seat in range(width):
                features(table[0], seat, looks[0, seat])  # type: ignore[arg-type]
            judge_at(mind, table, said)
            assert said[:width] == pytest.approx(chances(learned(room), looks, np.ones((1, width), bool), team)[0])
            compared += 1
    assert compared


def studied() -> str:
    """A fingerprint of what a pupil learns."""
    rng = np.random.default_rng(3)
    looks = (rng.integers(0, 3, (120, 4, 40)) / 3).astype(np.float32)
    lessons = Lessons(looks, rng.dirichlet(np.ones(4), 120).astype(np.float32), np.ones((120, 4), bool))
    pupil = Pupil.new(first_weights(40, 32, rng))
    for _ in range(4):
        pupil.study(lessons, rng.permutation(120), False, 2e-3)
    return hashlib.sha256(b"".join(part.tobytes() for part in pupil.weights.values())).hexdigest()


def test_neither_the_processor_nor_the_compiler_changes_what_is_learned() -> None:
    """Another kind of processor has other routines of linear algebra; Python sums in the order that is written."""
    elsewhere = {"OPENBLAS_CORETYPE": "Nehalem", "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    asking = [sys.executable, "-c", "from test_pupil import studied; print(studied())"]
    told = subprocess.run(asking, env={**os.environ, **elsewhere}, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == studied()
