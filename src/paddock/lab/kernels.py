"""Whole games that are watched while they are played, in native code, written once for every room.

All compiled code of the lab stands in this file: Numba's cache looks at the file of a function, and what lies below
the lab is in the name of the cache's directory (`paddock.rules.compiler`).
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paddock.bots.analysis import BLUNDER
from paddock.bots.luck import Desk, fallen
from paddock.bots.mind import QUICK, THINKING, chosen, decide_quickly, weigh
from paddock.bots.thinking import mind_type
from paddock.rules.chance import below, outcome
from paddock.rules.compiler import apart, compiled
from paddock.rules.game import Game
from paddock.rules.kinds import CHANCE, OVER, Counts, Moves, Notes, Numbers, Rng, State, Table, Weights, new_table
from paddock.rules.players import decide
from paddock.rules.skills import handicap, settled, shuns, witness
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
# The columns of `Review.seen`: decisions between at least two moves, and over all of them, as far as those that were
# looked at again tell: what they gave away, and how many gave away more than each limit.
LIMITS: Final = (BLUNDER, 0.05, 0.1)
SEEN: Final = ("free", "given_away", *(f"beyond_{round(100 * limit)}" for limit in LIMITS))
FREE_DECISIONS, GIVEN_AWAY, BEYOND = range(3)
REVIEWED: Final = 6
"""Decisions of a match that are looked at again, each as likely as the others."""


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
            for seat in range(len(habits)):
                if habits[seat] != FREE:
                    handicap(s, habits[seat], seat)  # type: ignore[arg-type]
            facts[STEPS] += 1
        payoff(s, watch.payoffs[i])
        score(s, watch.scores[i])
        look_back(track, samples, i, watch)


# ---- Who begins


@compiled
def note_starters(minds: Table, start: Table, work: Table, dice: Rng, desk: Desk, out: Counts, luck: Numbers) -> None:
    """Who decides first with the dice of each stream, NOBODY if no one ever does; and each seat's luck until then.

    To be the one who begins is luck, too. Whoever asks what that is worth must not take it out with the rest.
    """
    s = work[0]
    for i in range(len(dice)):
        work[0] = start[0]
        begun = False
        while turn(s) == CHANCE:
            begun = begun or settled(s)
            apply(s, fallen(minds[0], s, dice[i], begun, desk, luck[i]))  # type: ignore[arg-type]
        out[i] = NOBODY if turn(s) == OVER else turn(s)


# ---- Decisions that are looked at again


class Review(NamedTuple):
    """What is seen of the decisions of some games, a row each, and room to look again."""

    seen: Numbers
    kept: Table
    """Positions of one match."""
    made: Counts
    """The move that was made in each."""
    glance: Numbers
    """What moves were worth when they were first looked at."""
    listed: Moves
    heavy: Weights


def review_for(game: Game, games: int) -> Review:
    return Review(
        seen=np.zeros((games, len(SEEN))),
        kept=new_table(game.state, REVIEWED),
        made=np.zeros(REVIEWED, np.int64),
        glance=np.zeros(game.most_moves),
        listed=np.zeros(game.most_moves, np.int16),
        heavy=np.zeros(game.most_moves, np.int32),
    )


@compiled
def look_again(critic: State, s: State, made: int, rng: Rng, review: Review, seen: Numbers) -> None:
    """Add what a move gave away, by two looks at the position that do not depend on each other.

    The first look says which move is the best, the second what it is worth beyond the one that was made. By one look
    alone every decision would seem to cost something: the best of several guesses is too high a guess. And only what
    both looks find beyond a limit is beyond it.
    """
    seat, glance, listed = turn(s), review.glance, review.listed
    n = weigh(critic, s, rng, listed)
    best, place = 0, 0
    for i in range(n):
        glance[i] = critic.worth[i, seat]
        if glance[i] > glance[best]:
            best = i
        if listed[i] == made:
            place = i
    weigh(critic, s, rng, listed)
    highest = 0.0
    for i in range(n):
        highest = max(highest, critic.worth[i, seat])
    seen[GIVEN_AWAY] += critic.worth[best, seat] - critic.worth[place, seat]
    for limit in range(len(LIMITS)):
        if min(glance[best] - glance[place], highest - critic.worth[place, seat]) > LIMITS[limit]:
            seen[BEYOND + limit] += 1.0


@compiled
def review_batch(
    players: Table, critic: Table, start: Table, work: Table, dice: Rng, whims: Rng, lots: Rng, review: Review
) -> None:
    """Play one game per three streams; of its decisions some are drawn by lot, and a critic looks at them again."""
    s, kept, made = work[0], review.kept, review.made
    for i in range(len(dice)):
        work[0] = start[0]
        seen, free = review.seen[i], 0
        while turn(s) != OVER:
            if turn(s) == CHANCE:
                move = outcome(s, dice[i], review.listed, review.heavy)
            else:
                n = moves(s, review.listed)
                move = decide(players[0], s, whims[i], review.listed)
                if n > 1:
                    place = free if free < len(kept) else below(lots[i], free + 1)
                    if place < len(kept):
                        kept[place] = work[0]
                        made[place] = move
                    free += 1
            apply(s, move)  # type: ignore[arg-type]
        looked = min(free, len(kept))
        for place in range(looked):
            look_again(critic[0], kept[place], made[place], lots[i], review, seen)
        for column in range(GIVEN_AWAY, len(seen)):
            seen[column] *= free / max(looked, 1)
        seen[FREE_DECISIONS] = free
