"""Training: reproducible from a seed, reduces the loss, and writes files of weights."""

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from paddock.bots.algorithms.value_network import learned_weights
from paddock.bots.training.td_learning import train
from paddock.bots.training.weight_files import origin_of, trial_fingerprint
from paddock.engine.errors import BadOption
from paddock.engine.game import TrainingPlan
from paddock.games import GAMES, load_game
from support.command_line import Paddock

TRAINED_GAMES = [name for name in GAMES if load_game(name).training_plan is not None]
SHORT = TrainingPlan(tables=((3, {}), (4, {"doubling": True})), imitation_rounds=2, rounds=1, games=60)


def test_the_same_seed_gives_the_same_weights() -> None:
    plan = replace(SHORT, games=12)
    one, other, third = (
        [report.weights for report in train(load_game("mist"), plan, seed, threads)][-1]
        for seed, threads in ((7, 1), (7, 2), (8, 1))
    )
    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert one["outer"].any()  # training changed them
    assert not np.array_equal(one["inner"], third["inner"])


def test_training_reduces_the_loss() -> None:
    reports = list(train(load_game("mist"), replace(SHORT, imitation_rounds=4, rounds=0, games=400), 1))
    assert reports[-1].loss < reports[0].loss < np.log(4)
    assert reports[-1].prediction_error < 0.1


@pytest.mark.parametrize("name", TRAINED_GAMES)
def test_the_weights_of_the_package_fit_its_features_and_are_small(name: str) -> None:
    weights = learned_weights(load_game(name))
    assert weights["inner"].shape[0] == load_game(name).feature_count
    assert sum(numbers.nbytes for numbers in weights.values()) < 2_000_000
    assert 0 < float(weights["prediction_error"][0]) < 0.1


@pytest.mark.parametrize("name", TRAINED_GAMES)
def test_the_weights_of_the_package_are_up_to_date(name: str) -> None:
    """The fingerprint of a short run of the same training is still the same."""
    game = load_game(name)
    plan = game.training_plan
    assert plan is not None
    with (files("paddock.bots.training") / "weights" / f"{name}.npz").open("rb") as file, np.load(file) as file_weights:
        origin = {part: file_weights[part].item() for part in ("seed", "plan", "trial", "rounds")}
    now = {**origin_of(game, plan, 0), "rounds": plan.imitation_rounds + plan.rounds}
    assert origin == now, f"train again: paddock train {name} --out src/paddock/bots/training/weights/{name}.npz"


def test_the_fingerprint_depends_on_plan_and_seed_only_as_far_as_the_weights_do() -> None:
    game = load_game("mist")
    assert trial_fingerprint(game, SHORT, 0) == trial_fingerprint(game, replace(SHORT, rounds=5), 0)
    others = (replace(SHORT, units=8), replace(SHORT, tables=((3, {}),)), replace(SHORT, rounds=0))
    prints = [trial_fingerprint(game, SHORT, 0), trial_fingerprint(game, SHORT, 1)]
    prints += [trial_fingerprint(game, other, 0) for other in others]
    assert len(set(prints)) == 5


def test_training_by_command(paddock: Paddock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "mist.npz"
    text = paddock(
        "train", "mist", "--imitation-rounds", "1", "--rounds", "0", "--games", "30", "--out", str(out), "--json"
    ).out
    assert json.loads(text.splitlines()[0])["games"] == 30
    monkeypatch.setenv("PADDOCK_LEARNED", str(tmp_path))
    learned_weights.cache_clear()
    assert np.array_equal(learned_weights(load_game("mist"))["inner"], np.load(out)["inner"])
    assert (np.load(out)["rounds"], np.load(out)["seed"]) == (1, 0)
    (tmp_path / "kuhlorado.npz").write_bytes(out.read_bytes())
    with pytest.raises(BadOption, match="train it again"):
        learned_weights(load_game("kuhlorado"))
    learned_weights.cache_clear()


def test_an_invalid_training_is_refused(paddock: Paddock) -> None:
    assert "there is no game 'chess'" in paddock("train", "chess").err
    assert "no round would be trained" in paddock("train", "mist", "--imitation-rounds", "0", "--rounds", "0").err
    assert (
        "cannot write"
        in paddock(
            "train", "mist", "--imitation-rounds", "1", "--rounds", "0", "--games", "8", "--out", "/nowhere/at/all.npz"
        ).err
    )
