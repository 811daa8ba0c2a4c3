"""Learning by playing: a judgement is fitted to games that it plays itself, round by round.

The first round watches greedy players, who are quick; from then on the bots play as they have learned so far, with
some heat so that they see more than their favourite moves. What a settled position was worth is told partly by how
the game ended and partly by what was thought of the next settled position (the lambda-return of temporal-difference
learning). Where players look a turn ahead, luck and slips are left out of it: not the next position tells what a
position was worth, but all that might have come, and the rest of the game tells only how wrong the judgements on its
way were. All numbers come from the seed, so the same seed finds the same weights. Weights that are kept say where they
come from: whether training would still find them, a short trial tells.
"""

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import numpy as np

from paddock.bots.judgement import WEIGHTS, refresh
from paddock.bots.levels import Manner
from paddock.bots.mind import GREEDY, MOST_SEATS, expect
from paddock.bots.pupil import Lessons, Pupil, Weights, chances, first_weights
from paddock.bots.simulation import seated
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.compiler import compiled
from paddock.rules.game import Game, Schooling
from paddock.rules.kernels import event
from paddock.rules.kinds import OVER, Moves, Numbers, Rng, State, Table, Tensor
from paddock.rules.kinds import Weights as Heavy
from paddock.rules.skills import features, settled
from paddock.rules.verbs import apply, payoff, turn

MOST_SETTLED: Final = 512
"""Settled positions of one game that are learned from, the first ones."""
TRUST: Final = 0.2
"""How much of a position's worth is told by the next judgement, and not by the rest of the game: 1 - lambda."""
HEAT: Final = 0.15
"""Temperature of the players in training, in log-odds."""
WINDOW: Final = 6
"""Rounds that are learned from together, the newest ones."""
EPOCHS: Final = 4
"""How often the lessons of a round are gone through by those who watch."""
REVIEWS: Final = 2
"""The same in own play, where they come again in the next rounds."""
STEP: Final = 2e-3
FINEST: Final = 0.05
"""The last steps of own play, as a share of its first."""
TWENTIETHS: Final = 20
TRIAL: Final = 6
"""Games in a round of the trial that tells whether training finds what it found."""


class Played(NamedTuple):
    """A game: how its settled positions looked to each seat, what could be expected of them, and who won."""

    looks: Tensor
    expected: Numbers
    """Not a number where nobody looked further."""
    won: Numbers


@compiled
def lesson(players: State, s: State, rng: Rng, listed: Moves, heavy: Heavy, seats: int, played: Played) -> int:
    """Play a game to its end and note its settled positions; returns their number."""
    looks, expected = played.looks, played.expected
    n = 0
    while turn(s) != OVER:
        if settled(s) and n < len(looks):
            for seat in range(seats):
                features(s, seat, looks[n, seat])  # type: ignore[arg-type]
            if not expect(players, s, expected[n]):
                expected[n, 0] = np.nan
            n += 1
        apply(s, event(players, s, rng, listed, heavy))  # type: ignore[arg-type]
    payoff(s, played.won)
    return n


@compiled
def lesson_at(players: Table, table: Table, rng: Rng, listed: Moves, heavy: Heavy, seats: int, played: Played) -> int:
    return lesson(players[0], table[0], rng, listed, heavy, seats, played)


def play_lessons(template: Match, kernel: Table, rngs: Rng, width: int) -> Iterator[Played]:
    """Games from one start."""
    game, many = template.game, sum(piece.size for piece in template.game.features)
    players = kernel.copy()
    listed, heavy = np.zeros(game.most_moves, np.int16), np.zeros(game.most_moves, np.int32)
    played = Played(
        np.zeros((MOST_SETTLED, width, many), np.float32), np.zeros((MOST_SETTLED, MOST_SEATS)), np.zeros(MOST_SEATS)
    )
    seats = min(width, template.players)
    for rng in rngs:
        n = lesson_at(players, template.table.copy(), rng, listed, heavy, seats, played)
        yield Played(played.looks[:n].copy(), played.expected[:n, :width].copy(), played.won[:width].copy())


def gathered(games: list[Played], seats: int, weights: Weights, team: bool, trust: float) -> Lessons:
    """The games of one table, one after the other, with what every settled position turned out to be worth."""
    games = [game for game in games if len(game.looks)]
    looks = np.concatenate([game.looks for game in games])
    there = np.zeros((len(looks), games[0].looks.shape[1]), bool)
    there[:, :seats] = True
    thought = chances(weights, looks, there, team)
    worth = np.zeros(there.shape, np.float32)
    end = len(looks)
    for game in reversed(games):
        coming = next_thought = game.won
        for at in range(end - 1, end - 1 - len(game.looks), -1):
            expected = game.expected[at - end]
            if np.isnan(expected[0]):
                worth[at] = trust * next_thought + (1 - trust) * coming
            else:
                worth[at] = np.clip(expected + (1 - trust) * (coming - next_thought), 0, 1)
            coming, next_thought = worth[at], thought[at]
        end -= len(game.looks)
    return Lessons(looks, worth, there)


def calibration(weights: Weights, lessons: Lessons, team: bool) -> float:
    """How far chances are from what happens: positions that look alike (a twentieth each) are compared with it."""
    said = chances(weights, lessons.looks, lessons.there, team)[lessons.there]
    worth = lessons.worth[lessons.there].astype(np.float64)
    groups = np.array_split(np.argsort(said, kind="stable"), TWENTIETHS)
    return float(np.sqrt(np.mean([(said[some].mean() - worth[some].mean()) ** 2 for some in groups if len(some)])))


@dataclass(frozen=True, slots=True)
class Report:
    """One round of training."""

    round: int
    games: int
    positions: int
    surprise: float
    """Mean cross-entropy of what was learned from, in nats."""
    off: float
    """How far its chances were from what then happened, before it learned from that."""
    weights: Weights


def train(game: Game, plan: Schooling, seed: int = 0, threads: int = 1) -> Iterator[Report]:
    """Learn to judge a game; a report after every round."""
    team = game.facts.together
    tables = [Match(game, players, options, attended=False) for players, options in plan.tables]
    rng = np.random.default_rng(seed)
    pupil = Pupil.new(first_weights(sum(piece.size for piece in game.features), plan.units, rng))
    window: list[Lessons] = []
    for number in range(plan.watched + plan.rounds):
        watching = number < plan.watched
        manner = Manner(GREEDY) if watching else Manner(temperature=HEAT)
        rngs = streams(seed, number * plan.games, plan.games)
        fresh = self_play(tables, manner, pupil.weights, rngs, threads, team)
        off = calibration(pupil.weights, fresh, team)  # before it learns from them
        window = [fresh] if watching else [*window, fresh][-WINDOW:]
        lessons = Lessons.together(window)
        for _ in range(EPOCHS if watching else REVIEWS):
            step = pace(number, plan)
            surprise = pupil.study(lessons, rng.permutation(len(lessons.looks)), team, step)
        weights = {**pupil.weights, "off": np.array([off], np.float32)}
        yield Report(number + 1, (number + 1) * plan.games, len(fresh.looks), surprise, off, weights)


def pace(number: int, plan: Schooling) -> float:
    """How long the steps of a round are: finer towards the end, and in own play, where nuances decide."""
    if number < plan.watched:
        striding = (plan.watched + plan.rounds) / 2 if plan.striding is None else plan.striding
        return STEP if number < striding else STEP / 4
    return STEP / 2 * max(1 - (number - plan.watched) / plan.rounds, FINEST)


def self_play(
    tables: Sequence[Match], manner: Manner, weights: Weights, rngs: Rng, threads: int, team: bool
) -> Lessons:
    """Games at all tables in turn, played so; of a team, one seat tells all."""
    width = 1 if team else max(match.players for match in tables)

    def at_table(number: int) -> Lessons:
        match = tables[number]
        kernel = seated(match.game, [manner] * match.players)
        if manner.kind != GREEDY:
            refresh(kernel, weights)
        games = list(play_lessons(match, kernel, rngs[number :: len(tables)], width))
        return gathered(games, min(width, match.players), weights, team, 0.0 if manner.kind == GREEDY else TRUST)

    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(at_table, range(min(len(tables), len(rngs)))))
    return Lessons.together(parts)


# ---- What is kept


def save(report: Report, origin: dict[str, Any], path: Any) -> None:
    """Keep weights as the package does, and where they come from."""
    weights = {name: report.weights[name] for name in WEIGHTS}
    np.savez_compressed(path, **weights, **origin, rounds=report.round)  # type: ignore[arg-type]


def origin_of(game: Game, plan: Schooling, seed: int) -> dict[str, Any]:
    """Where weights come from that are learned by this plan."""
    return {"seed": seed, "plan": repr(plan), "trial": trial(game, plan, seed)}


def trial(game: Game, plan: Schooling, seed: int) -> str:
    """A fingerprint of what a few games by this plan teach, watched and own.

    It changes with the rules, with what greedy players or learned ones do, with what is looked at, and with how it is
    learned: whenever all of the training would find something else.
    """
    short = replace(plan, watched=min(plan.watched, 1), rounds=min(plan.rounds, 1), games=TRIAL)
    *_, last = train(game, short, seed)
    return hashlib.sha256(b"".join(last.weights[name].tobytes() for name in WEIGHTS)).hexdigest()[:16]
