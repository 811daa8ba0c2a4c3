"""Whole games that are watched while they are played, in native code, written once for every room.

All compiled code of the lab stands in this file: Numba's cache looks at the file of a function, and what lies below
the lab is in the name of the cache's directory (`paddock.rules.compiler`).
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paddock.bots.mind import QUICK, THINKING, chosen, decide_quickly, weigh
from paddock.bots.thinking import mind_type
from paddock.rules.chance import below, outcome
from paddock.rules.compiler import apart, compiled
from paddock.rules.game import Game
from paddock.rules.kinds import CHANCE, OVER, Counts, Moves, Notes, Numbers, Rng, State, Table, Weights
from paddock.rules.players import decide
from paddock.rules.skills import settled, shuns, witness
from paddock.rules.verbs import ROOMS, apply, dispatched, moves, payoff, score, turn

FREE: Final = -1
"""The habit of a seat that has none."""
NOBODY: Final = -1
"""Leads, where the best are level."""
PARTS: Final = 8
"""A match is looked at after each of so many equal parts."""
SAMPLES: Final = 1024
"""Turns at which scores are kept; of a longer match every other one, and so on. Even, so that halving is exact."""

# The columns of `Watch.facts`.
FACTS: Final = ("starter", "steps", "decisions", "forced", "choices", "turns", "events", "lead_changes")
STARTER, STEPS, DECISIONS, FORCED, CHOICES, TURNS, EVENTS, LEAD_CHANGES = range(len(FACTS))
# The columns of `Watch.course`.
COURSE: Final = ("behind", "deepest", "decided")
BEHIND, DEEPEST, DECIDED = range(len(COURSE))


class Watch(NamedTuple):
    """Room for what is seen of some games, a row each, and room to look: compiled code allocates nothing."""

    facts: Notes
    course: Numbers
    led: npt.NDArray[np.int8]
    """Who led after each part of the match but the last; NOBODY if the best were level."""
    payoffs: Numbers
    scores: Numbers
    notes: Notes
    """Game, note, seat."""
    listed: Moves
    heavy: Weights
    now: Numbers
    """The scores at this moment."""
    track: Numbers
    """The scores at each turn of one match; an even number of rows."""


def watch_for(game: Game, players: int, games: int) -> Watch:
    return Watch(
        facts=np.zeros((games, len(FACTS)), np.int32),
        course=np.zeros((games, len(COURSE))),
        led=np.zeros((games, PARTS - 1), np.int8),
        payoffs=np.zeros((games, players)),
        scores=np.zeros((games, players)),
        notes=np.zeros((games, max(1, len(game.notes)), players), np.int32),
        listed=np.zeros(game.most_moves, np.int16),
        heavy=np.zeros(game.most_moves, np.int32),
        now=np.zeros(players),
        track=np.zeros((SAMPLES, players)),
    )


# ---- Players with a habit


@dispatched
def decide_within(players: State, s: State, rng: Rng, listed: Moves, habit: int) -> int:  # type: ignore[empty-body]
    """The move of a seat with this habit; where all moves are shunned, it is free."""


@compiled
def keep_unshunned(s: State, listed: Moves, n: int, habit: int) -> int:
    """Bring the moves that the habit allows to the front; how many there are."""
    kept = 0
    for i in range(n):
        if not shuns(s, habit, int(listed[i])):  # type: ignore[arg-type]
            listed[kept] = listed[i]
            kept += 1
    return kept


@compiled
def decide_quickly_within(players: State, s: State, rng: Rng, listed: Moves, habit: int) -> int:
    move = decide_quickly(players, s, rng, listed)
    if shuns(s, habit, move):  # type: ignore[arg-type]
        kept = keep_unshunned(s, listed, moves(s, listed), habit)
        if kept > 0:
            return listed[below(rng, kept)]  # type: ignore[no-any-return]
    return move


@apart
def think_within(mind: State, s: State, rng: Rng, listed: Moves, habit: int) -> int:
    """One who thinks prefers among the moves that are left as among all."""
    if mind.kind[turn(s)] != THINKING:
        return decide_quickly_within(mind, s, rng, listed, habit)
    n = moves(s, listed)
    if n == 1:
        return listed[0]  # type: ignore[no-any-return]
    weigh(mind, s, rng, listed)
    kept = 0
    for i in range(n):
        if not shuns(s, habit, int(listed[i])):  # type: ignore[arg-type]
            listed[kept] = listed[i]
            mind.doubt[kept] = mind.doubt[i]
            for seat in range(mind.players):
                mind.worth[kept, seat] = mind.worth[i, seat]
            kept += 1
    if kept == 0:
        kept = n
    return listed[chosen(mind, s, rng, listed, kept)]  # type: ignore[no-any-return]


ROOMS[QUICK]["decide_within"] = decide_quickly_within


def let_habits_bind(game: Game) -> None:
    """From now on those who think at this game can have habits too."""
    ROOMS[mind_type(game)]["decide_within"] = think_within


# ---- One game


@compiled
def sole_leader(scores: Numbers, row: int, seats: int) -> int:
    best = NOBODY
    for seat in range(seats):
        if best == NOBODY or scores[row, seat] > scores[row, best]:
            best = seat
    for seat in range(seats):
        if seat != best and scores[row, seat] == scores[row, best]:
            return NOBODY
    return best


@compiled
def deficit(scores: Numbers, row: int, payoffs: Numbers, seats: int) -> float:
    """By how much the best of those who win in the end is behind the leader here."""
    leader, winner = -np.inf, -np.inf
    for seat in range(seats):
        leader = max(leader, scores[row, seat])
        if payoffs[seat] > 0.0:
            winner = max(winner, scores[row, seat])
    return leader - winner if winner > -np.inf else 0.0


@compiled
def look_back(track: Numbers, samples: int, i: int, watch: Watch) -> None:
    """The course of a finished match, by its scores at each turn."""
    seats = len(watch.now)
    payoffs = watch.payoffs[i]
    last, changes, behind, decided, deepest = NOBODY, 0, 0, 0, 0.0
    for row in range(samples):
        leader = sole_leader(track, row, seats)
        if leader != NOBODY:
            changes += int(last != NOBODY and leader != last)
            last = leader
        gap = deficit(track, row, payoffs, seats)
        if gap > 0.0:
            behind += 1
            decided = row + 1
            deepest = max(deepest, gap)
    leader = sole_leader(watch.scores, i, seats)
    if leader != NOBODY and last != NOBODY and leader != last:
        changes += 1
    watch.facts[i, LEAD_CHANGES] = changes
    watch.course[i, DEEPEST] = deepest
    if samples > 0:
        watch.course[i, BEHIND] = behind / samples
        watch.course[i, DECIDED] = decided / samples
    for part in range(1, PARTS):
        watch.led[i, part - 1] = sole_leader(track, samples * part // PARTS, seats) if samples > 0 else NOBODY


@compiled
def watch_batch(
    players: Table,
    habits: Counts,
    start: Table,
    work: Table,
    before: Table,
    dice: Rng,
    whims: Rng,
    watch: Watch,
) -> None:
    """Play one game per pair of streams from the same start; row i of what is seen belongs to pair i.

    Chance and players draw from streams of their own, so that other rules or players meet the same dice.
    """
    s = work[0]
    listed, heavy, track, now = watch.listed, watch.heavy, watch.track, watch.now
    for i in range(len(dice)):
        work[0] = start[0]
        facts, notes = watch.facts[i], watch.notes[i]
        facts[STARTER] = NOBODY
        decider, fresh, drawing, samples, stride = NOBODY, False, False, 0, 1
        while turn(s) != OVER:
            whose = turn(s)
            fresh = fresh or settled(s)
            if whose == CHANCE:
                facts[EVENTS] += int(not drawing)
                drawing = True
                move = outcome(s, dice[i], listed, heavy)
            else:
                drawing = False
                if whose != decider or fresh:
                    if facts[STARTER] == NOBODY:
                        facts[STARTER] = whose
                    if facts[TURNS] % stride == 0:
                        if samples == len(track):
                            samples //= 2
                            stride *= 2
                            for row in range(samples):
                                for seat in range(len(now)):
                                    track[row, seat] = track[2 * row, seat]
                        if facts[TURNS] % stride == 0:
                            score(s, now)
                            for seat in range(len(now)):
                                track[samples, seat] = now[seat]
                            samples += 1
                    facts[TURNS] += 1
                    decider, fresh = whose, False
                n = moves(s, listed)
                facts[DECISIONS] += 1
                facts[FORCED] += int(n == 1)
                facts[CHOICES] += n
                if habits[whose] == FREE:
                    move = decide(players[0], s, whims[i], listed)
                else:
                    move = decide_within(players[0], s, whims[i], listed, habits[whose])
            before[0] = work[0]
            apply(s, move)  # type: ignore[arg-type]
            witness(before[0], move, s, notes)  # type: ignore[arg-type]
            facts[STEPS] += 1
        payoff(s, watch.payoffs[i])
        score(s, watch.scores[i])
        look_back(track, samples, i, watch)
