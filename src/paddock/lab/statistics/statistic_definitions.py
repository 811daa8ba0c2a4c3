"""The statistics of a case: each has a key, a label and a formula on sums of measures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from paddock.bots.arena.ratings import POINTS
from paddock.engine.game import Game
from paddock.lab.data.kernels import PARTS
from paddock.lab.data.measures import Column
from paddock.lab.statistics.block_sums import Formula, Sums

FAIRNESS: Final = "Fairness"
LENGTH: Final = "Length"
TENSION: Final = "Tension"
EVENT_COUNTS: Final = "Event counts"
SKILL: Final = "Skill and luck"

SHARE: Final = "share"
NUMBER: Final = "number"
CHANCE: Final = "chance"
"""A gain or loss of win chance, in percentage points."""
QUARTERS: Final = {2: "25 %", 4: "50 %", 6: "75 %"}
"""Parts of a match, in eighths, that have a label in percent."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """A statistic of a case."""

    key: str
    section: str
    label: str
    formula: Formula
    kind: str = NUMBER


def per_game(name: str) -> Formula:
    return lambda s: s[name] / s["games"]


def ratio(above: str, below: str) -> Formula:
    return lambda s: s[above] / s[below]


def statistics(game: Game, players: int, ratios: Sequence[str] = ()) -> list[Statistic]:
    """Return all statistics of a variant, and these ratios."""
    found = [*result_statistics(game, players), *length_statistics()]
    if not game.facts.together:
        found += tension_statistics()
    return [*found, *event_count_statistics(game, players), *(ratio_statistic(game, requested) for requested in ratios)]


def ratio_statistic(game: Game, requested: str) -> Statistic:
    """Return the ratio `a/b` of two sums over all seats."""
    count_names = {event_count.name for event_count in game.event_counts}
    above, below = (f"note_{name}" if name in count_names else name for name in requested.split("/"))
    words = [name.replace("_", " ") for name in requested.split("/")]
    return Statistic(requested, EVENT_COUNTS, " / ".join(words), ratio(above, below), SHARE)


def place_label(seat: int) -> str:
    return "starter" if seat == 0 else f"place {seat + 1}"


def result_statistics(game: Game, players: int) -> Iterator[Statistic]:
    if game.facts.together:
        yield Statistic("won", FAIRNESS, "won", per_game("won"), SHARE)
        yield Statistic("score", FAIRNESS, "mean score", per_game("score"))
        return
    for seat in range(players):
        yield Statistic(f"win_{seat}", FAIRNESS, f"victories, {place_label(seat)}", per_game(f"win_{seat}"), SHARE)
    for seat in range(players):
        yield Statistic(f"score_{seat}", FAIRNESS, f"score, {place_label(seat)}", per_game(f"score_{seat}"))
    for seat in range(players):
        yield Statistic(f"rank_{seat}", FAIRNESS, f"rank, {place_label(seat)}", per_game(f"rank_{seat}"))
    yield Statistic("score", FAIRNESS, "mean score", per_game("score"))
    yield Statistic("spread", FAIRNESS, "spread of scores (standard deviation)", spread)
    yield Statistic("shared", FAIRNESS, "shared victories", per_game("shared"), SHARE)


def spread(s: Sums) -> Column:
    return np.sqrt(np.maximum(s["score_squared"] / s["games"] - (s["score"] / s["games"]) ** 2, 0.0))


def length_statistics() -> Iterator[Statistic]:
    yield Statistic("rounds", LENGTH, "rounds", per_game("rounds"))
    yield Statistic("decisions", LENGTH, "decisions", per_game("decisions"))
    yield Statistic("minutes", LENGTH, "minutes, estimated", per_game("minutes"))
    yield Statistic("choices", LENGTH, "legal moves per decision", ratio("choices", "decisions"))
    yield Statistic("forced", LENGTH, "decisions with a single legal move", ratio("forced", "decisions"), SHARE)


def tension_statistics() -> Iterator[Statistic]:
    yield Statistic("lead_changes", TENSION, "changes of the lead", per_game("lead_changes"))
    yield Statistic("behind", TENSION, "drama: turns at which the later winner was behind", per_game("behind"), SHARE)
    yield Statistic("deepest", TENSION, "largest deficit of the later winner, in points", per_game("deepest"))
    yield Statistic("decided", TENSION, "decided after (share of the match)", per_game("decided"), SHARE)
    yield Statistic("margin", TENSION, "points between first and second", per_game("margin"))
    for part in range(1, PARTS):
        after = QUARTERS.get(part, f"{part}/{PARTS}")
        yield Statistic(
            f"kept_{part}", TENSION, f"leader after {after} wins", ratio(f"kept_{part}", f"led_{part}"), SHARE
        )


def event_count_statistics(game: Game, players: int) -> Iterator[Statistic]:
    """Yield the statistics of the game's event counts."""
    for event_count in game.event_counts:
        name = event_count.name
        yield Statistic(f"note_{name}", EVENT_COUNTS, f"{event_count.meaning} (whole table)", per_game(f"note_{name}"))
        if game.facts.together:
            yield Statistic(
                f"lost_{name}", EVENT_COUNTS, f"{event_count.meaning} (in a lost match)", per_lost_match(name)
            )
        else:
            yield Statistic(
                f"winner_{name}", EVENT_COUNTS, f"{event_count.meaning} (winner)", per_game(f"winner_{name}")
            )
            yield Statistic(
                f"loser_{name}", EVENT_COUNTS, f"{event_count.meaning} (each other seat)", per_loser(name, players)
            )


def per_lost_match(name: str) -> Formula:
    return lambda s: s[f"lost_{name}"] / (s["games"] - s["won"])


def per_loser(name: str, players: int) -> Formula:
    return lambda s: (s[f"note_{name}"] - s[f"winner_{name}"]) / (s["games"] * (players - 1))


# ---- Skill and luck


def guest_share(s: Sums) -> Column:
    return s["guest"] / s["games"]


def rating_gap(players: int) -> Formula:
    """Return the rating points between a guest and each host, from the guest's share (`paddock.bots.arena.ratings`)."""

    def gap(s: Sums) -> Column:
        share = np.clip(guest_share(s), 1e-6, 1 - 1e-6)
        return np.asarray(POINTS * (np.log(share / (1 - share)) + log(players - 1)))

    return gap


def covariance(s: Sums, one: str, other: str, place: str = "") -> Column:
    """Return the covariance of payoffs `p` or luck `l`, over all seats or at one place in the turn order."""
    games = s["games"]
    return s[f"{one}{other}{place}"] / games - s[one + place] / games * (s[other + place] / games)


def luck_share(s: Sums) -> Column:
    """Return the share of the variance of payoffs that luck explains."""
    return np.asarray(covariance(s, "p", "l") ** 2 / (covariance(s, "p", "p") * covariance(s, "l", "l")))


def win_without_luck(seat: int) -> Formula:
    """Return the victories at a place in the turn order with luck as a control variate.

    Luck after the first decision has mean zero at every place. To subtract it does not bias the estimate, and the
    regression slope minimizes the variance.
    """
    place = f"_{seat}"

    def win(s: Sums) -> Column:
        slope = covariance(s, "p", "l", place) / covariance(s, "l", "l", place)
        return np.asarray((s[f"p{place}"] - slope * s[f"l{place}"]) / s["games"])

    return win
