"""Levels are set by measuring: trial players meet, and the levels are read off between them."""

import json
import tomllib

import pytest

from command_line import Paddock
from paddock.bots import spacing
from paddock.bots.levels import FORGETS, LADDER, settings
from paddock.bots.spacing import HEAT, neighbours, settings_between, trials_of
from paddock.games import ROOMS, game
from pig import GAME as PIG


def test_levels_are_set_a_quarter_of_the_way_above_each_other() -> None:
    """By strengths that are known: 100 of 400 is between the second and the third who forget, and so on."""
    trials = trials_of(game("mist"))
    strengths = [0.0]
    strengths += [100 * (0.9 - one.setting) / 0.3 for one in trials if one.key == FORGETS]  # 0.6 is a quarter of it
    strengths += [400 - 250 * one.setting for one in trials if one.key == HEAT]  # 0.8 is half of it, 0.4 three quarters
    found = settings_between(trials, [*strengths, 400.0], game("mist"))
    assert found == pytest.approx({FORGETS: 0.6, "hound": 0.8, "fox": 0.4})


def test_where_nobody_is_greedy_chicks_are_hot() -> None:
    trials = trials_of(PIG)
    assert {one.key for one in trials} == {"", HEAT}
    strengths = [0.0, *(400 - 250 * one.setting for one in trials if one.key), 400.0]
    assert list(settings_between(trials, strengths, PIG)) == list(LADDER[1:-1])


def test_everybody_on_trial_is_linked_with_both_ends() -> None:
    trials = trials_of(game("life"))
    pairs = neighbours(trials, both_ways=True)
    assert set(pairs) == {(host, guest) for guest, host in pairs}
    reached = {0}
    for _ in trials:
        reached |= {guest for guest, host in pairs if host in reached}
    assert reached == set(range(len(trials)))


@pytest.mark.parametrize("name", [*ROOMS, "elsewhere"])
def test_the_package_knows_all_settings(name: str) -> None:
    kept = settings()[name]
    assert set(kept) == {FORGETS, *LADDER[1:-1]} if name == "elsewhere" else {FORGETS, *LADDER[2:-1]}


def test_levels_by_command(paddock: Paddock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spacing, "FORGETFUL", (0.8, 0.2))
    monkeypatch.setattr(spacing, "HEATS", (1.0, 0.2))
    monkeypatch.setattr("paddock.bots.entrants.SAMPLE_GAMES", 1)
    measured = ("train", "mist", "--levels", "--games", "8", "--seed", "2")
    told = paddock(*measured).out.splitlines()
    found = json.loads(paddock(*measured, "--json").out)
    assert tomllib.loads(told[-1]) == {"mist": found["settings"]}
    assert list(found["strengths"]) == ["uniform", "forgets 0.8", "forgets 0.2", "heat 1", "heat 0.2", "owl"]
    assert found["strengths"]["owl"] > found["strengths"]["uniform"]
    assert "learns nothing" in paddock("train", "mist", "--levels", "--rounds", "3").err
