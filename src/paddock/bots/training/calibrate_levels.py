"""Calibration of the levels: find the settings with which the levels are evenly spaced in strength.

Trial players from `uniform` to `owl`, with different shares of random moves and different temperatures, meet their
neighbours in an arena. Interpolation between them gives the settings with which each level is a quarter of the way
above the one below. Strength is the rating. If all seats win together, it is the share of victories, because the odds
of a bot that hardly ever wins are too uncertain.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from paddock.bots.algorithms.move_choice import GREEDY
from paddock.bots.arena.entrants import Entrant, entrant_with
from paddock.bots.arena.pairings import Pairing
from paddock.bots.arena.tournament import Arena, Report
from paddock.bots.levels import LADDER, RANDOM_MOVE_CHANCE, PlayStyle, play_style, setting_key
from paddock.engine.game import Game
from paddock.engine.solver.protocols import Solution
from paddock.match.match_state import MatchState

RANDOM_MOVE_CHANCES: Final = (0.9, 0.75, 0.6, 0.45, 0.3, 0.15)
"""The shares of random moves of the trial players that are greedy, from weak to strong."""
TEMPERATURES: Final = (1.6, 0.8, 0.4, 0.2, 0.1, 0.05, 0.025)
"""The temperatures of the trial players that search, from weak to strong."""
TEMPERATURE: Final = "temperature"
"""The key of a trial player with a temperature."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial player: the key of its setting and the value of it."""

    entrant: Entrant
    key: str = ""
    setting: float = 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """The strength of each trial player by name, and the settings of the levels by their key in levels.toml."""

    strengths: dict[str, float]
    settings: dict[str, float]


def trial_players(game: Game, solution: Solution | None = None) -> list[Trial]:
    """Return the trial players from weak to strong, with both ends of the ladder."""

    def trial(name: str, style: PlayStyle, key: str = "", setting: float = 0.0) -> Trial:
        return Trial(entrant_with(name, style, solution), key, setting)

    weakest, best = LADDER[0], LADDER[-1]
    chances = RANDOM_MOVE_CHANCES if "greedy" in game.optional_verbs else ()
    return [
        trial(weakest, play_style(game, weakest)),
        *(
            trial(f"random {chance:g}", PlayStyle(GREEDY, random_move_chance=chance), RANDOM_MOVE_CHANCE, chance)
            for chance in chances
        ),
        *(trial(f"temperature {value:g}", PlayStyle(temperature=value), TEMPERATURE, value) for value in TEMPERATURES),
        trial(best, play_style(game, best)),
    ]


def neighbours(trials: Sequence[Trial], *, both_ways: bool) -> list[Pairing]:
    """Return pairings of neighbours, and two more where the kind of setting changes, as a single link may be weak.

    >>> keys = ["", RANDOM_MOVE_CHANCE, RANDOM_MOVE_CHANCE, TEMPERATURE, TEMPERATURE, ""]
    >>> trials = [Trial(entrant_with(f"trial {place}", PlayStyle()), key) for place, key in enumerate(keys)]
    >>> neighbours(trials, both_ways=False)
    [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (3, 1), (4, 2)]
    """
    pairs = [(above, below) for below, above in pairwise(range(len(trials)))]
    first = next(place for place, one in enumerate(trials) if one.key == TEMPERATURE)
    if first > 1:
        pairs += [(first, first - 2), (first + 1, first - 1)]
    return pairs + [(host, guest) for guest, host in pairs] if both_ways else pairs


def trial_arena(match: MatchState, trials: Sequence[Trial], games: int) -> Arena:
    """Return the arena of the trial players, with this number of games for each pairing."""
    pairings = None if match.game.facts.together else neighbours(trials, both_ways=match.players > 2)
    return Arena(match, [one.entrant for one in trials], games, pairings=pairings)


def calibrate(game: Game, trials: Sequence[Trial], report: Report) -> Calibration:
    """Return the strengths of the trial players and the settings of the levels by the report of their arena."""
    found = {ranked.bot: ranked.rating.points for ranked in report.standings}
    if report.together:
        found = {cell.guest: cell.adjusted.mean for cell in report.cells}
    strengths = {one.entrant.name: found[one.entrant.name] for one in trials}
    return Calibration(strengths, level_settings(trials, list(strengths.values()), game))


def level_settings(trials: Sequence[Trial], strengths: Sequence[float], game: Game) -> dict[str, float]:
    """Return the settings of the levels between the weakest and the best, evenly spaced in strength."""
    weakest, best = strengths[0], strengths[-1]
    settings = {}
    for step, level in enumerate(LADDER[1:-1], 1):
        key = setting_key(game, level)
        strength_wanted = weakest + (best - weakest) * step / (len(LADDER) - 1)
        chain = [
            (strength, one.setting)
            for one, strength in zip(trials, strengths, strict=True)
            if one.key == (RANDOM_MOVE_CHANCE if key == RANDOM_MOVE_CHANCE else TEMPERATURE)
        ]
        settings[key] = interpolate(strength_wanted, *zip(*chain, strict=True))
    return settings


def interpolate(wanted: float, strengths: Sequence[float], settings: Sequence[float]) -> float:
    """Return the setting with this expected strength by linear interpolation, to two digits.

    A strength that noise puts below a weaker one counts as equal to it.

    >>> interpolate(150.0, [0.0, 100.0, 90.0, 200.0], [0.9, 0.6, 0.5, 0.2])
    0.35
    >>> interpolate(-50.0, [0.0, 100.0], [0.9, 0.6])
    0.9
    """
    rising = np.maximum.accumulate(np.asarray(strengths, float))
    return float(f"{np.interp(wanted, rising, settings):.2g}")
