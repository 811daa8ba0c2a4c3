"""Search: try plans in imagined games, again and again; the one search for all games.

A plan is a whole turn where a room lays such out (`plan`), else a move. Every round deals anew what the seat to move
cannot know (`imagine`) and tries each plan that may still be the best on that same deal with the same luck, so that
plans are compared and not deals. The measure is what a quick player (`greedy`) would do: another plan has to be better
by more than the noise, and one that falls clearly behind is dropped. A move is worth what the best plan is that begins
with it. How an imagined game goes on after a plan stands in `tree.py`.
"""

from typing import Any, Final

import numpy as np

from paddock.bots.judgement import judgement_of
from paddock.bots.mind import GREEDY, MOST_SEATS, record_with, seats_of
from paddock.bots.tree import advance, by_greed, carry_out, play_on, tree_of, turns_from, words_of
from paddock.rules.chance import MULTIPLIER, word
from paddock.rules.compiler import alone, compiled
from paddock.rules.game import Game
from paddock.rules.kinds import Moves, Rng, State, Table
from paddock.rules.players import UNIFORM
from paddock.rules.verbs import imagine, moves, turn

NO_PLANS: Final = np.dtype([("move", "i2", (1, 1)), ("many", "i8", (1,))])
"""Room for plans in a game that lays out none."""

TREE: Final = 16
"""Decisions deep that the tree goes if nobody says otherwise."""
EXPLORATION: Final = 0.7
"""Weight of the confidence bound, for chances between 0 and 1."""
CAUTION: Final = 1.0
"""Standard errors by which another plan must be better than the quick player's."""
FEWEST_ROUNDS: Final = 8
"""Before them no plan is dropped."""
ENOUGH_ROUNDS: Final = 16
"""So few plans are laid out that the budget is enough for as many rounds with all of them."""
SPREAD: Final = 0.2
"""Standard deviation of a result that is assumed beforehand, with the weight of so many results:"""
FEW: Final = 4.0
BEHIND: Final = 2.0
"""Standard errors of the difference by which a plan that is dropped is worse than the best."""


def search_of(game: Game) -> np.dtype[Any]:
    """The record of a mind that searches."""
    plans = NO_PLANS if game.plans is None else game.plans
    most = len(np.zeros(1, plans)["many"][0]) + game.most_moves
    return record_with(
        [
            *seats_of(game),
            *judgement_of(game),
            ("age", "i8"),  # what was remembered in another age is forgotten
            ("judging", "i8"),  # 1 if settled positions are judged, 0 if every game is played to its end
            ("playing", "i8"),  # how the quick players of imagined games choose
            ("anybody", np.dtype((State, UNIFORM)), (1,)),
            ("deep", "i8"),  # decisions in the tree; 0 for none
            ("far", "i8"),  # turns after the plan until a position that cannot be judged is settled, if it can be
            ("exploration", "f8"),
            ("caution", "f8"),  # standard errors by which a plan must be better than the quick player's
            ("position", np.dtype((State, game.state)), (2,)),  # the deal of this round, and the game played from it
            ("luck", "u8", (2,)),  # of this round, the same for every plan
            ("stream", "u8", (2,)),  # of the game being played
            ("heavy", "i4", (game.most_moves,)),
            ("options", "i2", (game.most_moves,)),
            ("value", "f8", (MOST_SEATS,)),  # how that game came out
            # the plans
            ("plans", np.dtype((State, plans)), (2,)),  # those of this turn, and the next one of a quick player
            ("planned", "i8"),  # whole turns among the plans; after them, moves that begin none of these
            ("tried", "i8"),  # all plans
            ("first", "i8", (most,)),  # the move that a plan begins with
            ("usual", "i8"),  # the quick player's plan
            ("spent", "i8"),
            ("rounds", "i8"),
            ("open", "i8", (most,)),  # 0 once a plan was dropped
            ("tries", "i8", (most,)),
            ("total", "f8", (most, MOST_SEATS)),
            ("square", "f8", (most,)),  # sum of squares for the seat to move
            ("result", "f8", (most,)),  # of this round, for the seat to move
            ("ahead", "f8", (most,)),  # sum of the results, less those of the quick player's plan
            ("ahead_square", "f8", (most,)),
            *tree_of(game),
        ],
        read="seen",
        also="seen_bits",
        numbers=np.dtype(("u8", (words_of(game),))),
    )


def prepare(mind: Table, game: Game) -> None:
    """Search as this game's room wants it: by judgement if there is one, and then without a tree."""
    one = mind[0]
    one.judging = bool({"settled", "features"} <= game.skills and np.any(one.outer) | np.any(one.direct))
    one.playing, one.exploration = GREEDY, EXPLORATION
    one.caution = CAUTION if "greedy" in game.skills else 0.0
    one.deep = 0 if one.judging else TREE
    one.far = one.players


# ---- Rounds


@compiled
def search(mind: State, s: State, rng: Rng, listed: Moves) -> int:
    """What every legal move is worth to each seat, found in as many imagined games as the seat to move may play."""
    iterations = mind.iterations[int(turn(s))]
    n = begin(mind, s, rng, listed, iterations)
    ponder(mind, s, rng, iterations)
    conclude(mind, s, listed, n)
    return n


@compiled
def begin(mind: State, s: State, rng: Rng, listed: Moves, iterations: int) -> int:
    """Plans are laid out, nothing has been tried, nothing is remembered; returns how many moves are legal."""
    usual = by_greed(s, rng, listed)
    n = int(moves(s, listed))
    lay_out_plans(mind, s, rng, listed, n, iterations)
    mind.usual = 0
    if mind.planned == 0:
        for i in range(n):
            if listed[i] == usual:
                mind.usual = i
    mind.age += 1
    mind.edges = 0
    mind.spent = 0
    mind.rounds = 0
    for i in range(mind.tried):
        mind.open[i] = 1
        mind.tries[i] = 0
        mind.square[i] = 0.0
        mind.ahead[i] = 0.0
        mind.ahead_square[i] = 0.0
        for seat in range(mind.players):
            mind.total[i, seat] = 0.0
    return n


@compiled
def lay_out_plans(mind: State, s: State, rng: Rng, listed: Moves, n: int, iterations: int) -> None:
    """Whole turns as the room lays them out; then moves that begin none of them, after which a quick player goes on."""
    plans = mind.plans[0]
    mind.planned = turns_from(s, rng, max(min(iterations // ENOUGH_ROUNDS, len(plans.many)), 1), plans)
    for i in range(mind.planned):
        mind.first[i] = plans.move[i, 0]
    mind.tried = mind.planned
    for i in range(n):
        begins = False
        for j in range(mind.planned):
            begins = begins or mind.first[j] == listed[i]
        if not begins:
            mind.first[mind.tried] = listed[i]
            mind.tried += 1


@compiled
def ponder(mind: State, s: State, rng: Rng, iterations: int) -> int:
    """Rounds until so many games have been imagined since the beginning, or one plan is left; every plan is tried once.

    Returns how many plans may still be the best.
    """
    left = still_open(mind)
    while mind.rounds == 0 or (left > 1 and mind.spent + left <= iterations):
        try_plans(mind, s, rng)
        compare(mind)
        left = still_open(mind)
    return left


@compiled
def still_open(mind: State) -> int:
    left = 0
    for i in range(mind.tried):
        left += mind.open[i]
    return left


@compiled
def try_plans(mind: State, s: State, rng: Rng) -> None:
    """One round: a deal, some luck, and every open plan once."""
    seat = int(turn(s))
    mind.position[0] = s
    deal_anew(mind.position[0], seat, rng)
    mind.luck[0] = word(rng)
    mind.luck[1] = word(rng) % (MULTIPLIER - np.uint64(1)) + np.uint64(1)  # a stream as in `chance.streams`
    for i in range(mind.tried):
        if mind.open[i]:
            mind.position[1] = mind.position[0]
            mind.stream[0] = mind.luck[0]
            mind.stream[1] = mind.luck[1]
            if i < mind.planned:
                carry_out(mind.plans[0], i, mind.position[1])
            else:
                advance(mind.position[1], mind.first[i])
            play_on(mind, mind.position[1])
            mind.tries[i] += 1
            mind.spent += 1
            for other in range(mind.players):
                mind.total[i, other] += mind.value[other]
            mind.square[i] += mind.value[seat] * mind.value[seat]
            mind.result[i] = mind.value[seat]
    mind.rounds += 1


@compiled
def deal_anew(game: State, seat: int, rng: Rng) -> None:
    alone()  # large in some rooms, as in `tree.py`
    imagine(game, seat, rng)  # type: ignore[arg-type]


@compiled
def compare(mind: State) -> None:
    """Set this round's results beside that of the quick player's plan, and drop the plans that are clearly behind."""
    usual = mind.result[mind.usual]
    best = mind.usual
    for i in range(mind.tried):
        if mind.open[i]:
            ahead = mind.result[i] - usual
            mind.ahead[i] += ahead
            mind.ahead_square[i] += ahead * ahead
            if mind.ahead[i] > mind.ahead[best]:
                best = i
    if mind.rounds < FEWEST_ROUNDS:
        return
    rounds = float(mind.rounds)
    for i in range(mind.tried):
        if mind.open[i] and i != best and i != mind.usual:
            error = max(error_ahead(mind, i), error_ahead(mind, best))
            if (mind.ahead[best] - mind.ahead[i]) / rounds > BEHIND * error:
                mind.open[i] = 0


@compiled
def error_ahead(mind: State, i: int) -> float:
    """Standard error of the mean by which a plan is better or worse than the quick player's."""
    return error_of(mind.ahead[i], mind.ahead_square[i], float(mind.tries[i])) if i != mind.usual else 0.0


@compiled
def error_of(total: float, squares: float, many: float) -> float:
    """Standard error of the mean of so many results; few of them count beside what is usual."""
    mean = total / many
    usual = SPREAD * SPREAD * FEW
    return np.sqrt((max(squares - many * mean * mean, 0.0) + usual) / (many + FEW) / many)  # type: ignore[no-any-return]


@compiled
def conclude(mind: State, s: State, listed: Moves, n: int) -> None:
    """What was found of the best plan from each move: its mean, its error, and how far it is to be doubted.

    Plans that were dropped had other deals than those that were not. So a plan is preferred not by its mean, but by
    how far it was ahead on its own deals: as if that was added to the mean of the quick player's plan.
    """
    seat = int(turn(s))
    usual = mind.total[mind.usual, seat] / mind.tries[mind.usual]
    for i in range(n):
        best = best_from(mind, int(listed[i]))
        many = float(mind.tries[best])
        for other in range(mind.players):
            mind.worth[i, other] = mind.total[best, other] / many
        mind.doubt[i] = mind.worth[i, seat] - usual - liking_of(mind, best)
        mind.error[i] = error_of(mind.total[best, seat], mind.square[best], many)


@compiled
def best_from(mind: State, move: int) -> int:
    """The best plan that begins with this move."""
    best, liking = 0, -np.inf
    for i in range(mind.tried):
        if mind.first[i] == move and liking_of(mind, i) > liking:
            best, liking = i, liking_of(mind, i)
    return best


@compiled
def liking_of(mind: State, i: int) -> float:
    """By how much a plan is better than the quick player's, taken with caution."""
    return mind.ahead[i] / mind.tries[i] - mind.caution * error_ahead(mind, i)  # type: ignore[no-any-return]
