"""The public API as mypy sees it: this file is checked by `make types`, and run."""

from collections.abc import Mapping
from typing import assert_type

import paddock


class First:
    """A bot of the caller needs no base class."""

    def choose(self, match: paddock.Match) -> paddock.Move:
        return match.legal[0]


def whose(match: paddock.Match) -> str:
    """Return a word for each kind of turn; mypy knows that there is no other."""
    match match.turn:
        case paddock.Seat(0):
            return "first"
        case paddock.Seat() as seat:
            return f"seat {seat + 1}"
        case paddock.Chance():
            return "chance"
        case paddock.Over():
            return "over"


def test_types_of_a_match() -> None:
    match = paddock.Match("mist", players=3, seed=7, doubling=True)
    assert_type(paddock.games(), list[paddock.Game])
    assert_type(match.game, paddock.Game)
    assert_type(match.turn, paddock.Seat | paddock.Chance | paddock.Over)
    assert_type(match.legal, tuple[paddock.Move, ...])
    assert_type(match.odds, Mapping[paddock.Move, float])
    assert_type(match.scores, tuple[float, ...])
    assert_type(match.winners, tuple[paddock.Seat, ...])
    assert_type(match.record, paddock.Record)
    assert_type(match.copy(), paddock.Match)
    assert_type(paddock.__version__, str)
    assert whose(match) == "first"
    assert whose(paddock.Match("mist", chance="manual")) == "chance"
    match.play("stop")
    assert whose(match) == "seat 2"


def test_types_of_bots() -> None:
    first: paddock.Bot = First()
    match = paddock.Match("mist", seed=7)
    assert_type(paddock.bot("greedy").choose(match), paddock.Move)
    assert_type(paddock.bot(first).choose(match), paddock.Move)
    bots: list[str | paddock.Bot] = [first, "uniform", "uniform"]
    assert_type(paddock.simulate("mist", bots=bots, games=1).wins, list[float])
