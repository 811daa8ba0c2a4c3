"""Analysis: the sums of luck and decisions are exact for every player."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from paddock.bots.analysis import analyse
from paddock.engine.types import CHANCE
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState
from paddock.match.record import encode, record_of
from support.command_line import Paddock
from support.random_matches import finished, played
from support.variants import VARIANTS


@pytest.mark.parametrize("name", GAMES)
def test_luck_and_decisions_add_up_for_every_player(name: str) -> None:
    game = load_game(name)
    for players, options in ((game.facts.players[0], VARIANTS[name][1]), (game.facts.players[-1], {})):
        match = played(name, players, options, "greedy", 5)
        found = analyse(match, [f"seat {seat}" for seat in range(players)])
        assert len(found.steps) == len(match.moves)
        for seat, one in enumerate(found.accounts):
            assert one.start + one.luck + one.own + one.others == pytest.approx(one.result, abs=1e-9)
            assert one.result == match.payoff()[seat]
            assert 0 <= one.accuracy <= 100
        assert all(0 <= chance <= 1 for step in found.steps for chance in step.worth)
        assert found.turning_points


def test_a_best_move_costs_nothing_and_no_move_gains() -> None:
    """Where a search evaluates every decision, its win chance is that of the best move."""
    match = finished("kuhlorado", 2, {}, 2)
    found = analyse(match, ["a", "b"])
    decisions = [step for step in found.steps if step.whose != CHANCE]
    assert all(step.change[step.whose] <= 1e-9 for step in decisions)
    assert any(abs(step.change[step.whose]) < 1e-12 for step in decisions)
    assert any(step.change[step.whose] < -0.01 for step in decisions)


def test_an_unfinished_match_is_analysed_as_it_stands() -> None:
    match = finished("mist", 3, {}, 1)
    half = MatchState(match.game, 3, match.options)
    for move in match.moves[: len(match.moves) // 2]:
        half.play_unchecked(move)
    found = analyse(half, ["a", "b", "c"])
    assert sum(one.result for one in found.accounts) == pytest.approx(1)


class Tags(HTMLParser):
    """A parser that checks that every opened tag is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "line"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "line":
            assert self.open.pop() == tag


def test_by_command(paddock: Paddock, tmp_path: Path) -> None:
    match = finished("mist", 3, {}, 1)
    file = tmp_path / "match.json"
    file.write_bytes(encode(record_of(match, ["Mia <b>", "Alma (chick)", "owl"])) + b"\n")
    text = paddock("analyse", str(file)).out
    assert "Mia <b> was" in text
    assert "Turning points:" in text
    as_json = json.loads(paddock("analyse", str(file), "--json").out)
    assert len(as_json["steps"]) == len(match.moves)
    html = paddock("analyse", str(file), "--html").out
    assert "Mia &lt;b&gt;" in html
    assert "<b>" not in html
    assert "http" not in html
    tags = Tags()
    tags.feed(html)
    assert not tags.open
    assert "choose one" in paddock("analyse", str(file), "--json", "--html").err
    file.write_text("{}")
    assert "line 1: this is no record" in paddock("analyse", str(file)).err
