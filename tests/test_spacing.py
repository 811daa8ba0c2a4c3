"""Levels are set by measuring: trial players meet, and the levels are read off between them."""

import json
import tomllib
from itertools import product

import pytest

from command_line import Paddock
from paddock.bots import spacing
from paddock.bots.levels import FORGETS, LADDER, played, settings
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


def ways_to_play() -> set[str]:
    """All games, and their variants that are set apart."""
    return {
        played(game(name), dict(zip(game(name).apart, chosen, strict=True)))
        for name in ROOMS
        for chosen in product((False, True), repeat=len(game(name).apart))
    }


def test_the_package_knows_all_settings() -> None:
    assert set(settings()) == {*ways_to_play(), "elsewhere"}
    for name, kept in settings().items():
        assert set(kept) == {FORGETS, *LADDER[1:-1]} if name == "elsewhere" else {FORGETS, *LADDER[2:-1]}


def test_a_room_sets_apart_switches_of_its_own() -> None:
    for name in ROOMS:
        switches = {option.name for option in game(name).options if option.default is False}
        assert set(game(name).apart) <= switches


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


def test_levels_of_a_variant_by_command(paddock: Paddock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the room sets it apart, under a name of its own."""
    monkeypatch.setattr(spacing, "FORGETFUL", (0.2,))
    monkeypatch.setattr(spacing, "HEATS", (0.1,))
    monkeypatch.setattr("paddock.bots.entrants.SAMPLE_GAMES", 1)
    for line, where in (("on", "mmm line"), ("off", "mmm")):
        told = paddock("train", "mmm", "--levels", "--option", f"line={line}", "board=bb/ff", "--games", "4").out
        assert list(tomllib.loads(told.splitlines()[-1])) == [where]
    assert "--option goes with --levels" in paddock("train", "mmm", "--option", "line=on").err
