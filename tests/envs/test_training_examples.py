"""The training examples learn, and the page shows their measured curves."""

import csv
import sys
from pathlib import Path

import numpy as np
import pytest

from paddock.games import GAMES
from training import selfplay
from training.learning_curve import Point, write_curve

DOCS = Path(__file__).parents[2] / "docs"


def test_the_gradients_of_the_network() -> None:
    """The gradients equal finite differences of the loss."""
    rng = np.random.default_rng(3)
    network = selfplay.Network(5, 3, 4, rng)
    network.weights = [part.astype(np.float64) + 0.1 for part in network.weights]  # type: ignore[misc]
    observations, actions, won = rng.random((6, 5)), np.array([0, 1, 2, 0, 1, 2]), np.array([1, 0, 0.5, 0, 1, 1])
    gradients: list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = []
    network.adam_step = gradients.extend  # type: ignore[assignment,method-assign]
    loss = network.learn(observations, actions, won)  # type: ignore[arg-type]
    for part, gradient in zip(network.weights, gradients, strict=True):
        place = np.unravel_index(int(np.abs(gradient).argmax()), gradient.shape)
        part[place] += 1e-4
        higher = network.learn(observations, actions, won)  # type: ignore[arg-type]
        part[place] -= 1e-4
        del gradients[4:]
        assert (higher - loss) / 1e-4 == pytest.approx(gradient[place], rel=0.01)


def test_self_play_learns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    arguments = ["--minutes", "0.03", "--test", "500", "--games", "256", "--against", "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["selfplay", *arguments])
    selfplay.main()
    with (tmp_path / "selfplay-kuhlorado.csv").open(encoding="utf-8") as file:
        shares = [float(row["share"]) for row in csv.DictReader(file)]
    assert shares[-1] > 0.7
    assert shares[-1] > shares[0] + 0.2


def test_a_curve_is_written_as_csv_and_svg(tmp_path: Path) -> None:
    write_curve([Point(0, 0.0, 0.25, 100), Point(500, 2.5, 0.75, 100)], tmp_path, "curve", "a <title>")
    assert (
        tmp_path / "curve.csv"
    ).read_text() == "matches,seconds,share,tested\n0,0.0,0.2500,100\n500,2.5,0.7500,100\n"
    assert "<polyline" in (tmp_path / "curve.svg").read_text()


def test_the_page_shows_every_game_and_every_curve() -> None:
    page = (DOCS / "how-to" / "use-environments.md").read_text(encoding="utf-8")
    for name in GAMES:
        assert f"<!-- game: {name} observation -->" in page  # docs/hooks.py generates the table
    for curve in (DOCS / "curves").glob("*.csv"):
        assert f"curves/{curve.stem}.svg" in page
        last = list(csv.DictReader(curve.read_text(encoding="utf-8").splitlines()))[-1]
        assert f"{float(last['share']):.1%} ".replace("%", " %") in page, "the page shows another run"
