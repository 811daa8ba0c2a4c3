"""What is taken from each game of a case: columns whose sums are all that statistics need.

`seat` here is the place in the turn order, the starter first. Who began is who decided first.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.lab.kernels import PARTS, SEEN
from paddock.lab.study import BLUNDERS, LUCK, Case, Pace
from paddock.rules.game import Game

Column: TypeAlias = npt.NDArray[np.float64]
Columns: TypeAlias = dict[str, Column]
"""By name, a number for each game."""
SECONDS: Final = 60.0


def matrix(columns: Columns, name: str, players: int) -> Column:
    """A column of each seat, side by side."""
    return np.stack([columns[f"{name}_{seat}"] for seat in range(1, players + 1)], axis=1)


def measured(case: Case, room: Game, columns: Columns, pace: Pace) -> Columns:
    """The measures of some games."""
    ones = np.ones(len(next(iter(columns.values()))))
    if case.kind == BLUNDERS:
        return {"games": ones, **{name: columns[name] for name in SEEN}}
    payoffs = matrix(columns, "payoff", case.players)
    if case.kind == LUCK:
        return {"games": ones, **lucky(columns, payoffs, matrix(columns, "luck", case.players))}
    scores = matrix(columns, "score", case.players)
    found = {"games": ones, "won": payoffs.max(axis=1), "shared": (payoffs.max(axis=1) < 1).astype(float)}
    found |= lengths(columns, case.players, pace)
    for note in room.notes:
        found |= noted(note.name, matrix(columns, note.name, case.players), payoffs, room.facts.together)
    if room.facts.together:
        return found | {"score": scores[:, 0]}
    order = turn_order(columns["starter"], case.players)
    found |= fairness(np.take_along_axis(payoffs, order, 1), np.take_along_axis(scores, order, 1))
    found |= tension(columns, payoffs, scores)
    if case.guest >= 0:
        found |= {"guest": payoffs[:, case.guest], "guest_score": scores[:, case.guest]}
    return found


def lucky(columns: Columns, payoffs: Column, luck: Column) -> Columns:
    """What the variances of results and luck are made of, and what goes along of both.

    Over all seats with all luck, and place by place in the turn order with the luck since the first decision.
    """
    order = turn_order(columns["starter"], payoffs.shape[1])
    found = {name: column.mean(axis=1) for name, column in products(payoffs, luck).items()}
    since = luck - matrix(columns, "luck_before", payoffs.shape[1])  # to be the one who begins stays in
    for name, column in products(payoffs, since).items():
        ordered = np.take_along_axis(column, order, 1)
        found |= {f"{name}_{place}": ordered[:, place] for place in range(payoffs.shape[1])}
    return found


def products(results: Column, luck: Column) -> Columns:
    return {"p": results, "pp": results**2, "l": luck, "ll": luck**2, "pl": results * luck}


def turn_order(starter: Column, players: int) -> npt.NDArray[np.int64]:
    """Seat by place in the turn order; where nobody ever decides, as they sit."""
    first = np.maximum(starter.astype(np.int64), 0)
    return (first[:, None] + np.arange(players)) % players


def fairness(payoffs: Column, scores: Column) -> Columns:
    """Seat by seat: victories, points and rank; equals share the mean of their ranks."""
    above = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    level = (scores[:, None, :] == scores[:, :, None]).sum(axis=2) - 1
    ranks = 1 + above + level / 2
    found: Columns = {"score": scores.mean(axis=1), "score_squared": (scores**2).mean(axis=1)}
    for seat in range(payoffs.shape[1]):
        found |= {f"win_{seat}": payoffs[:, seat], f"score_{seat}": scores[:, seat], f"rank_{seat}": ranks[:, seat]}
    return found


def lengths(columns: Columns, players: int, pace: Pace) -> Columns:
    free = columns["decisions"] - columns["forced"]
    return {
        "decisions": columns["decisions"],
        "forced": columns["forced"],
        "choices": columns["choices"],
        "turns": columns["turns"],
        "rounds": columns["turns"] / players,
        "minutes": (pace.decision * free + pace.event * columns["events"]) / SECONDS,
    }


def tension(columns: Columns, payoffs: Column, scores: Column) -> Columns:
    """The course of the match: who led when, and what came of it."""
    best = np.sort(scores, axis=1)
    found = {name: columns[name] for name in ("lead_changes", "behind", "deepest", "decided")}
    found["margin"] = best[:, -1] - best[:, -2]
    rows = np.arange(len(scores))
    for part in range(1, PARTS):
        leader = columns[f"led_{part}"].astype(np.int64)
        found[f"led_{part}"] = (leader >= 0).astype(float)
        found[f"kept_{part}"] = np.where(leader >= 0, payoffs[rows, leader], 0.0)
    return found


def noted(name: str, counts: Column, payoffs: Column, together: bool) -> Columns:
    """What a room counts: at the whole table, and what of it falls to those who win."""
    found = {f"note_{name}": counts.sum(axis=1)}
    if not together:
        found[f"winner_{name}"] = (counts * payoffs).sum(axis=1)
    else:
        found[f"lost_{name}"] = np.where(payoffs[:, 0] > 0, 0.0, counts.sum(axis=1))
    return found
