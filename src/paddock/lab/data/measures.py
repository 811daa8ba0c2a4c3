"""Measures of each game: columns whose sums are the only input of the statistics.

A seat here is a place in the turn order, the starter first. The starter is the seat that decides first.
"""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.engine.game import Game
from paddock.lab.data.kernels import PARTS, REVIEW_COLUMNS
from paddock.lab.study import Pace
from paddock.lab.study_plan import BLUNDERS, LUCK, Case

Column: TypeAlias = npt.NDArray[np.float64]
Columns: TypeAlias = dict[str, Column]
"""Columns by name, with one number per game."""
SECONDS_PER_MINUTE: Final = 60.0


def seat_matrix(columns: Columns, name: str, players: int) -> Column:
    """Return the columns of all seats as one matrix: games by seats."""
    return np.stack([columns[f"{name}_{seat}"] for seat in range(1, players + 1)], axis=1)


def measure_games(case: Case, game: Game, columns: Columns, pace: Pace) -> Columns:
    """Return the measures of the games in these columns."""
    ones = np.ones(len(next(iter(columns.values()))))
    if case.kind == BLUNDERS:
        return {"games": ones, **{name: columns[name] for name in REVIEW_COLUMNS}}
    payoffs = seat_matrix(columns, "payoff", case.players)
    if case.kind == LUCK:
        return {"games": ones, **luck_measures(columns, payoffs, seat_matrix(columns, "luck", case.players))}
    scores = seat_matrix(columns, "score", case.players)
    measures = {"games": ones, "won": payoffs.max(axis=1), "shared": (payoffs.max(axis=1) < 1).astype(float)}
    measures |= length_measures(columns, case.players, pace)
    for event_count in game.event_counts:
        measures |= event_count_measures(
            event_count.name, seat_matrix(columns, event_count.name, case.players), payoffs, game.facts.together
        )
    if game.facts.together:
        return measures | {"score": scores[:, 0]}
    order = turn_order(columns["starter"], case.players)
    measures |= fairness_measures(np.take_along_axis(payoffs, order, 1), np.take_along_axis(scores, order, 1))
    measures |= tension_measures(columns, payoffs, scores)
    if case.guest >= 0:
        measures |= {"guest": payoffs[:, case.guest], "guest_score": scores[:, case.guest]}
    return measures


def luck_measures(columns: Columns, payoffs: Column, luck: Column) -> Columns:
    """Return the moments of payoff and luck: over all seats with all luck, and by place in the turn order.

    By place, only luck after the first decision counts: to be the starter must not be subtracted.
    """
    order = turn_order(columns["starter"], payoffs.shape[1])
    measures = {name: column.mean(axis=1) for name, column in moments(payoffs, luck).items()}
    since = luck - seat_matrix(columns, "luck_before", payoffs.shape[1])
    for name, column in moments(payoffs, since).items():
        ordered = np.take_along_axis(column, order, 1)
        measures |= {f"{name}_{place}": ordered[:, place] for place in range(payoffs.shape[1])}
    return measures


def moments(results: Column, luck: Column) -> Columns:
    return {"p": results, "pp": results**2, "l": luck, "ll": luck**2, "pl": results * luck}


def turn_order(starter: Column, players: int) -> npt.NDArray[np.int64]:
    """Return the seat at each place in the turn order; the seats in order if no seat decided."""
    first = np.maximum(starter.astype(np.int64), 0)
    return (first[:, None] + np.arange(players)) % players


def fairness_measures(payoffs: Column, scores: Column) -> Columns:
    """Return victories, points and rank by seat. Equal scores share the mean of their ranks."""
    above = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    level = (scores[:, None, :] == scores[:, :, None]).sum(axis=2) - 1
    ranks = 1 + above + level / 2
    measures: Columns = {"score": scores.mean(axis=1), "score_squared": (scores**2).mean(axis=1)}
    for seat in range(payoffs.shape[1]):
        measures |= {f"win_{seat}": payoffs[:, seat], f"score_{seat}": scores[:, seat], f"rank_{seat}": ranks[:, seat]}
    return measures


def length_measures(columns: Columns, players: int, pace: Pace) -> Columns:
    free = columns["decisions"] - columns["forced"]
    return {
        "decisions": columns["decisions"],
        "forced": columns["forced"],
        "choices": columns["choices"],
        "turns": columns["turns"],
        "rounds": columns["turns"] / players,
        "minutes": (pace.decision * free + pace.event * columns["events"]) / SECONDS_PER_MINUTE,
    }


def tension_measures(columns: Columns, payoffs: Column, scores: Column) -> Columns:
    """Return the course of the match: changes of the lead, drama, and whether leaders won."""
    best = np.sort(scores, axis=1)
    measures = {name: columns[name] for name in ("lead_changes", "behind", "deepest", "decided")}
    measures["margin"] = best[:, -1] - best[:, -2]
    rows = np.arange(len(scores))
    for part in range(1, PARTS):
        leader = columns[f"led_{part}"].astype(np.int64)
        measures[f"led_{part}"] = (leader >= 0).astype(float)
        measures[f"kept_{part}"] = np.where(leader >= 0, payoffs[rows, leader], 0.0)
    return measures


def event_count_measures(name: str, counts: Column, payoffs: Column, together: bool) -> Columns:
    """Return an event count of all seats, and its part of the winners; in a co-operative game, that of lost matches."""
    measures = {f"note_{name}": counts.sum(axis=1)}
    if not together:
        measures[f"winner_{name}"] = (counts * payoffs).sum(axis=1)
    else:
        measures[f"lost_{name}"] = np.where(payoffs[:, 0] > 0, 0.0, counts.sum(axis=1))
    return measures
