"""The examples that learn do learn, and the page shows what they measured."""

import csv
import sys
from pathlib import Path

import numpy as np
import pytest

from paddock.games import ROOMS
from training import selfplay
from training.curve import Point, write_curve

DOCS = Path(__file__).parent.parent / "docs"


def test_the_network_goes_downhill() -> None:
    """Its slopes are those that small changes of its weights show."""
    rng = np.random.default_rng(3)
    network = selfplay.Network(5, 3, 4, rng)
    network.weights = [part.astype(np.float64) + 0.1 for part in network.weights]  # type: ignore[misc]
    seen, actions, won = rng.random((6, 5)), np.array([0, 1, 2, 0, 1, 2]), np.array([1, 0, 0.5, 0, 1, 1])
    slopes: list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = []
    network.descend = slopes.extend  # type: ignore[assignment,method-assign]
    loss = network.learn(seen, actions, won)  # type: ignore[arg-type]
    for part, slope in zip(network.weights, slopes, strict=True):
        place = np.unravel_index(int(np.abs(slope).argmax()), slope.shape)
        part[place] += 1e-4
        higher = network.learn(seen, actions, won)  # type: ignore[arg-type]
        part[place] -= 1e-4
        del slopes[4:]
        assert (higher - loss) / 1e-4 == pytest.approx(slope[place], rel=0.01)


def test_self_play_learns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words = ["--minutes", "0.03", "--test", "500", "--games", "256", "--against", "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["selfplay", *words])
    selfplay.main()
    with (tmp_path / "selfplay-kuhlorado.csv").open(encoding="utf-8") as file:
        shares = [float(row["share"]) for row in csv.DictReader(file)]
    assert shares[-1] > 0.7
    assert shares[-1] > shares[0] + 0.2


def test_a_curve_is_a_table_and_a_picture(tmp_path: Path) -> None:
    write_curve([Point(0, 0.0, 0.25, 100), Point(500, 2.5, 0.75, 100)], tmp_path, "curve", "a <title>")
    assert (
        tmp_path / "curve.csv"
    ).read_text() == "matches,seconds,share,tested\n0,0.0,0.2500,100\n500,2.5,0.7500,100\n"
    assert "<polyline" in (tmp_path / "curve.svg").read_text()


def test_the_page_shows_every_game_and_every_curve() -> None:
    page = (DOCS / "environments.md").read_text(encoding="utf-8")
    for name in ROOMS:
        assert f"<!-- room: {name} observation -->" in page  # the table itself is made from the room (docs/hooks.py)
    for curve in (DOCS / "curves").glob("*.csv"):
        assert f"curves/{curve.stem}.svg" in page
        last = list(csv.DictReader(curve.read_text(encoding="utf-8").splitlines()))[-1]
        assert f"{float(last['share']):.1%} ".replace("%", " %") in page, "the page tells of another run"
