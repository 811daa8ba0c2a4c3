"""Learning: from a seed, getting better, kept in a file."""

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from command_line import Paddock
from paddock.bots.judgement import learned
from paddock.bots.training import origin_of, train, trial
from paddock.games import ROOMS, game
from paddock.rules.game import Schooling
from paddock.rules.refusals import BadOption

SCHOOLED = [name for name in ROOMS if game(name).schooling is not None]
SHORT = Schooling(tables=((3, {}), (4, {"doubling": True})), watched=2, rounds=1, games=60)


def test_the_same_seed_finds_the_same_weights() -> None:
    plan = replace(SHORT, games=12)
    one, other, third = (
        [report.weights for report in train(game("mist"), plan, seed, threads)][-1]
        for seed, threads in ((7, 1), (7, 2), (8, 1))
    )
    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert one["outer"].any()  # it did learn
    assert not np.array_equal(one["inner"], third["inner"])


def test_surprise_falls() -> None:
    reports = list(train(game("mist"), replace(SHORT, watched=4, rounds=0, games=400), 1))
    assert reports[-1].surprise < reports[0].surprise < np.log(4)
    assert reports[-1].off < 0.1


@pytest.mark.parametrize("name", SCHOOLED)
def test_the_weights_of_the_package_fit_its_features_and_are_small(name: str) -> None:
    weights = learned(game(name))
    assert weights["inner"].shape[0] == sum(piece.size for piece in game(name).features)
    assert sum(numbers.nbytes for numbers in weights.values()) < 2_000_000
    assert 0 < float(weights["off"][0]) < 0.1


@pytest.mark.parametrize("name", SCHOOLED)
def test_the_weights_of_the_package_are_those_that_training_finds(name: str) -> None:
    """As far as a short trial of the same training can tell."""
    room = game(name)
    plan = room.schooling
    assert plan is not None
    with (files("paddock.bots") / "learned" / f"{name}.npz").open("rb") as file, np.load(file) as kept:
        origin = {part: kept[part].item() for part in ("seed", "plan", "trial", "rounds")}
    now = {**origin_of(room, plan, 0), "rounds": plan.watched + plan.rounds}
    assert origin == now, f"learn it again: paddock train {name} --out src/paddock/bots/learned/{name}.npz"


def test_a_trial_tells_what_would_be_learned_otherwise() -> None:
    room = game("mist")
    assert trial(room, SHORT, 0) == trial(room, replace(SHORT, rounds=5), 0)
    others = (replace(SHORT, units=8), replace(SHORT, tables=((3, {}),)), replace(SHORT, rounds=0))
    assert len({trial(room, SHORT, 0), trial(room, SHORT, 1), *(trial(room, other, 0) for other in others)}) == 5


def test_training_by_command(paddock: Paddock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "mist.npz"
    told = paddock("train", "mist", "--watched", "1", "--rounds", "0", "--games", "30", "--out", str(out), "--json").out
    assert json.loads(told.splitlines()[0])["games"] == 30
    monkeypatch.setenv("PADDOCK_LEARNED", str(tmp_path))
    learned.cache_clear()
    assert np.array_equal(learned(game("mist"))["inner"], np.load(out)["inner"])
    assert (np.load(out)["rounds"], np.load(out)["seed"]) == (1, 0)
    (tmp_path / "kuhlorado.npz").write_bytes(out.read_bytes())
    with pytest.raises(BadOption, match="train it again"):
        learned(game("kuhlorado"))
    learned.cache_clear()


def test_what_cannot_be_trained_is_refused(paddock: Paddock) -> None:
    assert "there is no game 'chess'" in paddock("train", "chess").err
    assert "nothing is learned in no rounds" in paddock("train", "mist", "--watched", "0", "--rounds", "0").err
    assert (
        "cannot be written"
        in paddock(
            "train", "mist", "--watched", "1", "--rounds", "0", "--games", "8", "--out", "/nowhere/at/all.npz"
        ).err
    )
