"""Calibration: trial players meet in an arena, and interpolation gives the settings of the levels."""

import json
import tomllib
from itertools import product

import pytest

from paddock.bots.levels import LADDER, RANDOM_MOVE_CHANCE, calibration_key, settings
from paddock.bots.training import calibrate_levels
from paddock.bots.training.calibrate_levels import TEMPERATURE, level_settings, neighbours, trial_players
from paddock.games import GAMES, load_game
from pig import GAME as PIG
from support.command_line import Paddock


def test_levels_are_evenly_spaced_in_strength() -> None:
    """With known strengths: 100 of 400 points lie between the second and the third share of random moves, and so on."""
    trials = trial_players(load_game("mist"))
    strengths = [0.0]
    # A quarter of the way is a share of 0.6, half of it a temperature of 0.8, three quarters one of 0.4.
    strengths += [100 * (0.9 - one.setting) / 0.3 for one in trials if one.key == RANDOM_MOVE_CHANCE]
    strengths += [400 - 250 * one.setting for one in trials if one.key == TEMPERATURE]
    found = level_settings(trials, [*strengths, 400.0], load_game("mist"))
    assert found == pytest.approx({RANDOM_MOVE_CHANCE: 0.6, "hound": 0.8, "fox": 0.4})


def test_without_a_greedy_bot_chicks_have_a_temperature() -> None:
    trials = trial_players(PIG)
    assert {one.key for one in trials} == {"", TEMPERATURE}
    strengths = [0.0, *(400 - 250 * one.setting for one in trials if one.key), 400.0]
    assert list(level_settings(trials, strengths, PIG)) == list(LADDER[1:-1])


def test_every_trial_player_is_linked_with_both_ends() -> None:
    trials = trial_players(load_game("life"))
    pairs = neighbours(trials, both_ways=True)
    assert set(pairs) == {(host, guest) for guest, host in pairs}
    reached = {0}
    for _ in trials:
        reached |= {guest for guest, host in pairs if host in reached}
    assert reached == set(range(len(trials)))


def calibration_keys() -> set[str]:
    """Return the keys of all games and their calibrated variants."""
    return {
        calibration_key(load_game(name), dict(zip(load_game(name).calibrated_variants, chosen, strict=True)))
        for name in GAMES
        for chosen in product((False, True), repeat=len(load_game(name).calibrated_variants))
    }


def test_the_package_has_all_settings() -> None:
    assert set(settings()) == {*calibration_keys(), "elsewhere"}
    for name, found in settings().items():
        assert set(found) == {RANDOM_MOVE_CHANCE, *(LADDER[1:-1] if name == "elsewhere" else LADDER[2:-1])}


def test_calibrated_variants_are_switches_of_the_game() -> None:
    for name in GAMES:
        switches = {option.name for option in load_game(name).options if option.default is False}
        assert set(load_game(name).calibrated_variants) <= switches


def test_levels_by_command(paddock: Paddock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrate_levels, "RANDOM_MOVE_CHANCES", (0.8, 0.2))
    monkeypatch.setattr(calibrate_levels, "TEMPERATURES", (1.0, 0.2))
    monkeypatch.setattr("paddock.bots.arena.pace.SAMPLE_GAMES", 1)
    measured = ("train", "mist", "--levels", "--games", "8", "--seed", "2")
    lines = paddock(*measured).out.splitlines()
    found = json.loads(paddock(*measured, "--json").out)
    assert tomllib.loads(lines[-1]) == {"mist": found["settings"]}
    assert list(found["strengths"]) == [
        "uniform",
        "random 0.8",
        "random 0.2",
        "temperature 1",
        "temperature 0.2",
        "owl",
    ]
    assert found["strengths"]["owl"] > found["strengths"]["uniform"]
    assert "--levels excludes" in paddock("train", "mist", "--levels", "--rounds", "3").err


def test_levels_of_a_variant_by_command(paddock: Paddock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A calibrated variant has a key of its own."""
    monkeypatch.setattr(calibrate_levels, "RANDOM_MOVE_CHANCES", (0.2,))
    monkeypatch.setattr(calibrate_levels, "TEMPERATURES", (0.1,))
    monkeypatch.setattr("paddock.bots.arena.pace.SAMPLE_GAMES", 1)
    for line, where in (("on", "mmm line"), ("off", "mmm")):
        lines = paddock("train", "mmm", "--levels", "--option", f"line={line}", "board=bb/ff", "--games", "4").out
        assert list(tomllib.loads(lines.splitlines()[-1])) == [where]
    assert "--option needs --levels" in paddock("train", "mmm", "--option", "line=on").err
