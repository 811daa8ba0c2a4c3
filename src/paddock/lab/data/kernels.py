"""Compiled code of the lab: play whole games, measure them and review decisions. It works for every game.

All compiled code of the lab must be in this file. Numba's cache checks only the file of a function; the name of the
cache directory covers the packages below the lab (`paddock.engine.compilation.compile_cache`).
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paddock.bots.algorithms.memory_construction import memory_type
from paddock.bots.algorithms.move_choice import QUICK_PLAYERS, SEARCHING, choose_move, evaluate_moves, quick_move
from paddock.bots.analysis import BLUNDER
from paddock.bots.arena.luck import LuckBuffers, draw_with_luck
from paddock.engine.compilation.decorators import compiled, compiled_apart
from paddock.engine.game import Game
from paddock.engine.optional_verbs import avoids, count_events, handicap, settled
from paddock.engine.policy import decide
from paddock.engine.rng import below, draw_outcome
from paddock.engine.types import (
    CHANCE,
    OVER,
    Counts,
    EventTally,
    Moves,
    Numbers,
    Positions,
    Rng,
    State,
    Weights,
    new_positions,
)
from paddock.engine.verbs import IMPLEMENTATIONS, apply, dispatched, moves, payoff, score, turn

NO_HABIT: Final = -1
"""Instead of a habit: the seat plays freely."""
NO_SEAT: Final = -1
"""Instead of a seat: several seats share the lead, or no seat decided."""
PARTS: Final = 8
"""Equal parts of a match. The leader is recorded after each part except the last."""
SAMPLES: Final = 1024
"""Turns whose scores are kept. In a longer match every second sample is dropped, repeatedly; so it is even."""

# The columns of `Measurements.facts`.
FACTS: Final = ("starter", "steps", "decisions", "forced", "choices", "turns", "events", "lead_changes")
STARTER, STEPS, DECISIONS, FORCED, CHOICES, TURNS, EVENTS, LEAD_CHANGES = range(len(FACTS))
# The columns of `Measurements.course`.
COURSE: Final = ("behind", "deepest", "decided")
BEHIND, DEEPEST, DECIDED = range(len(COURSE))
# The columns of `Review.totals`: the number of decisions between at least two moves, and two estimates for all of them
# from the reviewed ones: the win chance that they lost, and how many lost more than each limit.
BLUNDER_LIMITS: Final = (BLUNDER, 0.05, 0.1)
REVIEW_COLUMNS: Final = ("free", "given_away", *(f"beyond_{round(100 * limit)}" for limit in BLUNDER_LIMITS))
FREE_DECISIONS, GIVEN_AWAY, BEYOND = range(3)
REVIEWED: Final = 6
"""Decisions of a match that are reviewed: a uniform sample."""


class Measurements(NamedTuple):
    """Measurements of a batch of games, one row per game, and work memory. Compiled code allocates nothing."""

    facts: EventTally
    course: Numbers
    leaders: npt.NDArray[np.int8]
    """Leader after each part of the match except the last; `NO_SEAT` if the lead is shared."""
    payoffs: Numbers
    scores: Numbers
    event_counts: EventTally
    """By game, event count and seat."""
    moves_buf: Moves
    weights_buf: Weights
    current_scores: Numbers
    score_track: Numbers
    """Scores at each turn of one match; an even number of rows."""


def new_measurements(game: Game, players: int, games: int) -> Measurements:
    return Measurements(
        facts=np.zeros((games, len(FACTS)), np.int32),
        course=np.zeros((games, len(COURSE))),
        leaders=np.zeros((games, PARTS - 1), np.int8),
        payoffs=np.zeros((games, players)),
        scores=np.zeros((games, players)),
        event_counts=np.zeros((games, max(1, len(game.event_counts)), players), np.int32),
        moves_buf=game.buffers().moves,
        weights_buf=game.buffers().weights,
        current_scores=np.zeros(players),
        score_track=np.zeros((SAMPLES, players)),
    )


# ---- Players with a habit


@dispatched
def decide_with_habit(players: State, s: State, rng: Rng, moves_buf: Moves, habit: int) -> int:  # type: ignore[empty-body]
    """Return the move of a player with this habit. If the habit avoids every move, the player is free."""


@compiled
def keep_allowed(s: State, moves_buf: Moves, n: int, habit: int) -> int:
    """Move the moves that the habit allows to the front, and return their number."""
    allowed = 0
    for i in range(n):
        if not avoids(s, habit, int(moves_buf[i])):  # type: ignore[arg-type]
            moves_buf[allowed] = moves_buf[i]
            allowed += 1
    return allowed


@compiled
def quick_move_with_habit(players: State, s: State, rng: Rng, moves_buf: Moves, habit: int) -> int:
    move = quick_move(players, s, rng, moves_buf)
    if avoids(s, habit, move):  # type: ignore[arg-type]
        allowed = keep_allowed(s, moves_buf, moves(s, moves_buf), habit)
        if allowed > 0:
            return moves_buf[below(rng, allowed)]  # type: ignore[no-any-return]
    return move


@compiled_apart
def searched_move_with_habit(memory: State, s: State, rng: Rng, moves_buf: Moves, habit: int) -> int:
    """Return the move of a player that may search. The search evaluates all moves; the habit then removes some."""
    if memory.policy[turn(s)] != SEARCHING:
        return quick_move_with_habit(memory, s, rng, moves_buf, habit)
    n = moves(s, moves_buf)
    if n == 1:
        return moves_buf[0]  # type: ignore[no-any-return]
    evaluate_moves(memory, s, rng, moves_buf)
    allowed = 0
    for i in range(n):
        if not avoids(s, habit, int(moves_buf[i])):  # type: ignore[arg-type]
            moves_buf[allowed] = moves_buf[i]
            memory.penalty[allowed] = memory.penalty[i]
            for seat in range(memory.players):
                memory.win_chance[allowed, seat] = memory.win_chance[i, seat]
            allowed += 1
    if allowed == 0:
        allowed = n
    return moves_buf[choose_move(memory, s, rng, moves_buf, allowed)]  # type: ignore[no-any-return]


IMPLEMENTATIONS[QUICK_PLAYERS]["decide_with_habit"] = quick_move_with_habit


def enable_habits(game: Game) -> None:
    """Register `decide_with_habit` for the searching players of this game."""
    IMPLEMENTATIONS[memory_type(game)]["decide_with_habit"] = searched_move_with_habit


# ---- One game


@compiled
def sole_leader(scores: Numbers, row: int, seats: int) -> int:
    best = NO_SEAT
    for seat in range(seats):
        if best == NO_SEAT or scores[row, seat] > scores[row, best]:
            best = seat
    for seat in range(seats):
        if seat != best and scores[row, seat] == scores[row, best]:
            return NO_SEAT
    return best


@compiled
def deficit(scores: Numbers, row: int, payoffs: Numbers, seats: int) -> float:
    """Return the points by which the best of the later winners is behind the leader in this row."""
    leader, winner = -np.inf, -np.inf
    for seat in range(seats):
        leader = max(leader, scores[row, seat])
        if payoffs[seat] > 0.0:
            winner = max(winner, scores[row, seat])
    return leader - winner if winner > -np.inf else 0.0


@compiled
def measure_course(score_track: Numbers, samples: int, i: int, measurements: Measurements) -> None:
    """Measure the course of a finished match from its scores at each turn."""
    seats = len(measurements.current_scores)
    payoffs = measurements.payoffs[i]
    last, changes, behind, decided, deepest = NO_SEAT, 0, 0, 0, 0.0
    for row in range(samples):
        leader = sole_leader(score_track, row, seats)
        if leader != NO_SEAT:
            changes += int(last != NO_SEAT and leader != last)
            last = leader
        gap = deficit(score_track, row, payoffs, seats)
        if gap > 0.0:
            behind += 1
            decided = row + 1
            deepest = max(deepest, gap)
    leader = sole_leader(measurements.scores, i, seats)
    if leader != NO_SEAT and last != NO_SEAT and leader != last:
        changes += 1
    measurements.facts[i, LEAD_CHANGES] = changes
    measurements.course[i, DEEPEST] = deepest
    if samples > 0:
        measurements.course[i, BEHIND] = behind / samples
        measurements.course[i, DECIDED] = decided / samples
    for part in range(1, PARTS):
        measurements.leaders[i, part - 1] = (
            sole_leader(score_track, samples * part // PARTS, seats) if samples > 0 else NO_SEAT
        )


@compiled
def play_and_measure(
    players: Positions,
    habits: Counts,
    start: Positions,
    work: Positions,
    before: Positions,
    chance_rngs: Rng,
    policy_rngs: Rng,
    measurements: Measurements,
) -> None:
    """Play one game per pair of random streams from the same start, and measure it in the row of its pair.

    Chance and players have separate streams, so that other rules or other players get the same dice.
    """
    s = work[0]
    moves_buf, weights_buf = measurements.moves_buf, measurements.weights_buf
    score_track, current_scores = measurements.score_track, measurements.current_scores
    for i in range(len(chance_rngs)):
        work[0] = start[0]
        facts, event_counts = measurements.facts[i], measurements.event_counts[i]
        facts[STARTER] = NO_SEAT
        last_decider, new_turn, in_chance_event, samples, stride = NO_SEAT, False, False, 0, 1
        while turn(s) != OVER:
            seat_to_move = turn(s)
            new_turn = new_turn or settled(s)
            if seat_to_move == CHANCE:
                facts[EVENTS] += int(not in_chance_event)
                in_chance_event = True
                move = draw_outcome(s, chance_rngs[i], moves_buf, weights_buf)
            else:
                in_chance_event = False
                if seat_to_move != last_decider or new_turn:
                    if facts[STARTER] == NO_SEAT:
                        facts[STARTER] = seat_to_move
                    if facts[TURNS] % stride == 0:
                        if samples == len(score_track):
                            samples //= 2
                            stride *= 2
                            for row in range(samples):
                                for seat in range(len(current_scores)):
                                    score_track[row, seat] = score_track[2 * row, seat]
                        if facts[TURNS] % stride == 0:
                            score(s, current_scores)
                            for seat in range(len(current_scores)):
                                score_track[samples, seat] = current_scores[seat]
                            samples += 1
                    facts[TURNS] += 1
                    last_decider, new_turn = seat_to_move, False
                n = moves(s, moves_buf)
                facts[DECISIONS] += 1
                facts[FORCED] += int(n == 1)
                facts[CHOICES] += n
                if habits[seat_to_move] == NO_HABIT:
                    move = decide(players[0], s, policy_rngs[i], moves_buf)
                else:
                    move = decide_with_habit(players[0], s, policy_rngs[i], moves_buf, habits[seat_to_move])
            before[0] = work[0]
            apply(s, move)  # type: ignore[arg-type]
            count_events(before[0], move, s, event_counts)  # type: ignore[arg-type]
            for seat in range(len(habits)):
                if habits[seat] != NO_HABIT:
                    handicap(s, habits[seat], seat)  # type: ignore[arg-type]
            facts[STEPS] += 1
        payoff(s, measurements.payoffs[i])
        score(s, measurements.scores[i])
        measure_course(score_track, samples, i, measurements)


# ---- Starting seats


@compiled
def find_starters(
    memories: Positions,
    start: Positions,
    work: Positions,
    chance_rngs: Rng,
    luck_bufs: LuckBuffers,
    starters: Counts,
    luck: Numbers,
) -> None:
    """Write the seat that decides first in each game, `NO_SEAT` if none does, and the luck of each seat until then.

    To be the starter is luck too. A study of the starter's advantage must not subtract it with the rest.
    """
    s = work[0]
    for i in range(len(chance_rngs)):
        work[0] = start[0]
        settled_once = False
        while turn(s) == CHANCE:
            settled_once = settled_once or settled(s)
            apply(s, draw_with_luck(memories[0], s, chance_rngs[i], settled_once, luck_bufs, luck[i]))  # type: ignore[arg-type]
        starters[i] = NO_SEAT if turn(s) == OVER else turn(s)


# ---- Review of decisions


class Review(NamedTuple):
    """Reviews of a batch of games, one row per game, and work memory."""

    totals: Numbers
    positions: Positions
    """Sampled positions of one match."""
    moves_made: Counts
    """Move that was played in each sampled position."""
    first_values: Numbers
    """Values of the moves in the first evaluation."""
    moves_buf: Moves
    weights_buf: Weights


def new_review(game: Game, games: int) -> Review:
    return Review(
        totals=np.zeros((games, len(REVIEW_COLUMNS))),
        positions=new_positions(game.state, REVIEWED),
        moves_made=np.zeros(REVIEWED, np.int64),
        first_values=np.zeros(game.most_moves),
        moves_buf=game.buffers().moves,
        weights_buf=game.buffers().weights,
    )


@compiled
def review_decision(reviewer: State, s: State, move_made: int, rng: Rng, review: Review, totals: Numbers) -> None:
    """Add the win chance that a move lost to `totals`, from two independent evaluations of the position.

    The first evaluation selects the best move, the second measures its advantage over the move that was played. One
    evaluation would be biased, because the best of several noisy estimates is too high. A loss is above a limit only
    if it is above it in both evaluations.
    """
    seat, first_values, moves_buf = turn(s), review.first_values, review.moves_buf
    n = evaluate_moves(reviewer, s, rng, moves_buf)
    best, place = 0, 0
    for i in range(n):
        first_values[i] = reviewer.win_chance[i, seat]
        if first_values[i] > first_values[best]:
            best = i
        if moves_buf[i] == move_made:
            place = i
    evaluate_moves(reviewer, s, rng, moves_buf)
    highest = 0.0
    for i in range(n):
        highest = max(highest, reviewer.win_chance[i, seat])
    totals[GIVEN_AWAY] += reviewer.win_chance[best, seat] - reviewer.win_chance[place, seat]
    for limit in range(len(BLUNDER_LIMITS)):
        loss = min(first_values[best] - first_values[place], highest - reviewer.win_chance[place, seat])
        if loss > BLUNDER_LIMITS[limit]:
            totals[BEYOND + limit] += 1.0


@compiled
def review_batch(
    players: Positions,
    reviewer: Positions,
    start: Positions,
    work: Positions,
    chance_rngs: Rng,
    policy_rngs: Rng,
    sampling_rngs: Rng,
    review: Review,
) -> None:
    """Play one game per triple of random streams, sample some of its decisions uniformly, and review them."""
    s, positions, moves_made = work[0], review.positions, review.moves_made
    for i in range(len(chance_rngs)):
        work[0] = start[0]
        totals, choices = review.totals[i], 0
        while turn(s) != OVER:
            if turn(s) == CHANCE:
                move = draw_outcome(s, chance_rngs[i], review.moves_buf, review.weights_buf)
            else:
                n = moves(s, review.moves_buf)
                move = decide(players[0], s, policy_rngs[i], review.moves_buf)
                if n > 1:
                    place = choices if choices < len(positions) else below(sampling_rngs[i], choices + 1)
                    if place < len(positions):
                        positions[place] = work[0]
                        moves_made[place] = move
                    choices += 1
            apply(s, move)  # type: ignore[arg-type]
        reviewed = min(choices, len(positions))
        for place in range(reviewed):
            review_decision(reviewer[0], positions[place], moves_made[place], sampling_rngs[i], review, totals)
        for column in range(GIVEN_AWAY, len(totals)):
            totals[column] *= choices / max(reviewed, 1)
        totals[FREE_DECISIONS] = choices
