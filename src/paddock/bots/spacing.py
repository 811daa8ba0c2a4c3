"""Where the levels stand: how often a chick forgets, and how hot those are who think, found by measuring.

Trial players from `uniform` to `owl`, more and less forgetful and more and less hot, meet those beside them in one
arena. The levels are read off between them, so that each is a quarter of the way above the one below: by rating, and
where all win or lose together by victories, since what wins next to never has no odds worth the name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from paddock.bots.arena import Arena, Pairing, Report
from paddock.bots.entrants import Entrant, entrant_with
from paddock.bots.levels import FORGETS, LADDER, Manner, manner, setting_of
from paddock.bots.mind import GREEDY
from paddock.match.match import Match
from paddock.rules.game import Game
from paddock.rules.solving import Solution

FORGETFUL: Final = (0.9, 0.75, 0.6, 0.45, 0.3, 0.15)
HEATS: Final = (1.6, 0.8, 0.4, 0.2, 0.1, 0.05, 0.025)
"""Trials, from weak to strong."""
HEAT: Final = "heat"


@dataclass(frozen=True, slots=True)
class Trial:
    """A player on trial: which of its settings was tried, and what it was set to."""

    entrant: Entrant
    key: str = ""
    setting: float = 0.0


@dataclass(frozen=True, slots=True)
class Spacing:
    """What was found: how strong each trial player is, and by key (as in levels.toml) the settings of the levels."""

    strengths: dict[str, float]
    settings: dict[str, float]


def trials_of(game: Game, solution: Solution | None = None) -> list[Trial]:
    """Both ends of the ladder, and between them all who might become a level."""

    def trial(name: str, how: Manner, key: str = "", setting: float = 0.0) -> Trial:
        return Trial(entrant_with(name, how, solution), key, setting)

    weakest, best = LADDER[0], LADDER[-1]
    forgetful = FORGETFUL if "greedy" in game.skills else ()
    return [
        trial(weakest, manner(game, weakest)),
        *(trial(f"forgets {share:g}", Manner(GREEDY, forgets=share), FORGETS, share) for share in forgetful),
        *(trial(f"heat {heat:g}", Manner(temperature=heat), HEAT, heat) for heat in HEATS),
        trial(best, manner(game, best)),
    ]


def neighbours(trials: Sequence[Trial], *, both_ways: bool) -> list[Pairing]:
    """Each and the next; where one way to be set follows another, two links more, since the first may be weak.

    >>> keys = ["", FORGETS, FORGETS, HEAT, HEAT, ""]
    >>> some = [Trial(entrant_with(f"trial {place}", Manner()), key) for place, key in enumerate(keys)]
    >>> neighbours(some, both_ways=False)
    [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (3, 1), (4, 2)]
    """
    pairs = [(above, below) for below, above in pairwise(range(len(trials)))]
    hottest = next(place for place, one in enumerate(trials) if one.key == HEAT)
    if hottest > 1:
        pairs += [(hottest, hottest - 2), (hottest + 1, hottest - 1)]
    return pairs + [(host, guest) for guest, host in pairs] if both_ways else pairs


def arena_of(match: Match, trials: Sequence[Trial], games: int) -> Arena:
    """Where they meet, so many games in each meeting; luck is taken out where it is known."""
    pairings = None if match.game.facts.together else neighbours(trials, both_ways=match.players > 2)
    return Arena(match, [one.entrant for one in trials], games, pairings=pairings)


def spaced(game: Game, trials: Sequence[Trial], report: Report) -> Spacing:
    """The levels between these, as they have met."""
    found = {standing.bot: standing.rating.points for standing in report.standings}
    if report.together:
        found = {cell.guest: cell.adjusted.mean for cell in report.cells}
    strengths = {one.entrant.name: found[one.entrant.name] for one in trials}
    return Spacing(strengths, settings_between(trials, list(strengths.values()), game))


def settings_between(trials: Sequence[Trial], strengths: Sequence[float], game: Game) -> dict[str, float]:
    """The settings of the levels between the weakest and the best, each a step above the one below."""
    weakest, best = strengths[0], strengths[-1]
    settings = {}
    for step, level in enumerate(LADDER[1:-1], 1):
        key = setting_of(game, level)
        wanted = weakest + (best - weakest) * step / (len(LADDER) - 1)
        chain = [
            (strength, one.setting)
            for one, strength in zip(trials, strengths, strict=True)
            if one.key == (FORGETS if key == FORGETS else HEAT)
        ]
        settings[key] = read_off(wanted, *zip(*chain, strict=True))
    return settings


def read_off(wanted: float, strengths: Sequence[float], settings: Sequence[float]) -> float:
    """The setting at which a strength is to be expected, by a straight line between its neighbours; two digits.

    What noise puts below a weaker one counts as equal to it.

    >>> read_off(150.0, [0.0, 100.0, 90.0, 200.0], [0.9, 0.6, 0.5, 0.2])
    0.35
    >>> read_off(-50.0, [0.0, 100.0], [0.9, 0.6])
    0.9
    """
    rising = np.maximum.accumulate(np.asarray(strengths, float))
    return float(f"{np.interp(wanted, rising, settings):.2g}")
