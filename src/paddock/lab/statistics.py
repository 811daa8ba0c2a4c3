"""The statistics of a case: each a formula on sums of measures, with what it is called and how it is read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np

from paddock.bots.rating import POINTS
from paddock.lab.blocks import Formula, Sums
from paddock.lab.kernels import PARTS
from paddock.lab.measures import Column
from paddock.rules.game import Game

FAIRNESS: Final = "Fairness"
LENGTH: Final = "Length"
TENSION: Final = "Tension"
SPECIAL: Final = "What happened"
SKILL: Final = "Skill and luck"

SHARE: Final = "share"
NUMBER: Final = "number"
CHANCE: Final = "chance"
"""To win, as it is gained or lost: in points of a percentage."""
LOOKS: Final = {2: "25 %", 4: "50 %", 6: "75 %"}
"""Parts of a match, in eighths, after which catching up is told."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """One thing that is told of a case."""

    key: str
    section: str
    label: str
    formula: Formula
    kind: str = NUMBER


def per_game(name: str) -> Formula:
    return lambda s: s[name] / s["games"]


def ratio(above: str, below: str) -> Formula:
    return lambda s: s[above] / s[below]


def statistics(room: Game, players: int, ratios: Sequence[str] = ()) -> list[Statistic]:
    """All that is told of a variant, and these ratios."""
    told = [*results(room, players), *length()]
    if not room.facts.together:
        told += tension()
    return [*told, *specials(room, players), *(quotient(room, asked) for asked in ratios)]


def quotient(room: Game, asked: str) -> Statistic:
    """`a/b`, by sums over whole tables."""
    counted = {note.name for note in room.notes}
    above, below = (f"note_{name}" if name in counted else name for name in asked.split("/"))
    words = [name.replace("_", " ") for name in asked.split("/")]
    return Statistic(asked, SPECIAL, " by ".join(words), ratio(above, below), SHARE)


def place(seat: int) -> str:
    return "starter" if seat == 0 else f"place {seat + 1}"


def results(room: Game, players: int) -> Iterator[Statistic]:
    if room.facts.together:
        yield Statistic("won", FAIRNESS, "won", per_game("won"), SHARE)
        yield Statistic("score", FAIRNESS, "mean score", per_game("score"))
        return
    for seat in range(players):
        yield Statistic(f"win_{seat}", FAIRNESS, f"victories, {place(seat)}", per_game(f"win_{seat}"), SHARE)
    for seat in range(players):
        yield Statistic(f"score_{seat}", FAIRNESS, f"score, {place(seat)}", per_game(f"score_{seat}"))
    for seat in range(players):
        yield Statistic(f"rank_{seat}", FAIRNESS, f"rank, {place(seat)}", per_game(f"rank_{seat}"))
    yield Statistic("score", FAIRNESS, "mean score", per_game("score"))
    yield Statistic("spread", FAIRNESS, "spread of scores (standard deviation)", spread)
    yield Statistic("shared", FAIRNESS, "shared victories", per_game("shared"), SHARE)


def spread(s: Sums) -> Column:
    return np.sqrt(np.maximum(s["score_squared"] / s["games"] - (s["score"] / s["games"]) ** 2, 0.0))


def length() -> Iterator[Statistic]:
    yield Statistic("rounds", LENGTH, "rounds", per_game("rounds"))
    yield Statistic("decisions", LENGTH, "decisions", per_game("decisions"))
    yield Statistic("minutes", LENGTH, "minutes, estimated", per_game("minutes"))
    yield Statistic("choices", LENGTH, "legal moves at a decision", ratio("choices", "decisions"))
    yield Statistic("forced", LENGTH, "decisions with a single legal move", ratio("forced", "decisions"), SHARE)


def tension() -> Iterator[Statistic]:
    yield Statistic("lead_changes", TENSION, "changes of the lead", per_game("lead_changes"))
    yield Statistic("behind", TENSION, "drama: turns at which the later winner was behind", per_game("behind"), SHARE)
    yield Statistic("deepest", TENSION, "the most points the later winner was behind", per_game("deepest"))
    yield Statistic("decided", TENSION, "decided: part of the match until then", per_game("decided"), SHARE)
    yield Statistic("margin", TENSION, "points between the first and the second", per_game("margin"))
    for part in range(1, PARTS):
        after = LOOKS.get(part, f"{part}/{PARTS}")
        yield Statistic(
            f"kept_{part}", TENSION, f"who leads after {after} wins", ratio(f"kept_{part}", f"led_{part}"), SHARE
        )


def specials(room: Game, players: int) -> Iterator[Statistic]:
    """What the room counts."""
    for note in room.notes:
        name = note.name
        yield Statistic(f"note_{name}", SPECIAL, f"{note.meaning} (whole table)", per_game(f"note_{name}"))
        if room.facts.together:
            yield Statistic(f"lost_{name}", SPECIAL, f"{note.meaning} (in a lost match)", in_lost_matches(name))
        else:
            yield Statistic(f"winner_{name}", SPECIAL, f"{note.meaning} (winner)", per_game(f"winner_{name}"))
            yield Statistic(f"loser_{name}", SPECIAL, f"{note.meaning} (each other)", of_losers(name, players))


def in_lost_matches(name: str) -> Formula:
    return lambda s: s[f"lost_{name}"] / (s["games"] - s["won"])


def of_losers(name: str, players: int) -> Formula:
    return lambda s: (s[f"note_{name}"] - s[f"winner_{name}"]) / (s["games"] * (players - 1))


# ---- Skill and luck


def guest_share(s: Sums) -> Column:
    return s["guest"] / s["games"]


def rating_gap(players: int) -> Formula:
    """By how many points a guest who takes so much is stronger than each host (`paddock.bots.rating`)."""

    def gap(s: Sums) -> Column:
        share = np.clip(guest_share(s), 1e-6, 1 - 1e-6)
        return np.asarray(POINTS * (np.log(share / (1 - share)) + log(players - 1)))

    return gap


def covariance(s: Sums, one: str, other: str, place: str = "") -> Column:
    """Of results `p` or luck `l`, over all seats or at a place in the turn order."""
    games = s["games"]
    return s[f"{one}{other}{place}"] / games - s[one + place] / games * (s[other + place] / games)


def luck_share(s: Sums) -> Column:
    """How much of the variance of results goes along with luck."""
    return np.asarray(covariance(s, "p", "l") ** 2 / (covariance(s, "p", "p") * covariance(s, "l", "l")))


def win_without_luck(seat: int) -> Formula:
    """The victories at a place in the turn order, as they would be if dice and cards had been as good for all.

    The mean of the luck that comes after the first decision is zero at every place, so that as much of it may be taken
    out as makes results vary least: fewer games are as certain as many.
    """
    place = f"_{seat}"

    def win(s: Sums) -> Column:
        along = covariance(s, "p", "l", place) / covariance(s, "l", "l", place)
        return np.asarray((s[f"p{place}"] - along * s[f"l{place}"]) / s["games"])

    return win
