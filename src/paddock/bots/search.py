"""Search: try plans in imagined games, again and again; the one search for all games.

A plan is a whole turn where a room lays such out (`plan`), else a move. Every round deals anew what the seat to move
cannot know (`imagine`) and tries each plan that may still be the best on that same deal with the same luck, so that
plans are compared and not deals. The measure is what a quick player (`greedy`) would do: another plan has to be better
by more than the noise, and one that falls clearly behind is dropped. A move is worth what the best plan is that begins
with it.

After the plan an imagined game goes on through a tree, and then as quick players play to the next settled position,
which is judged; where nothing was learned, to its end. Where a room can tell what comes of a position if all stays as
it stands (`settle`), it does so once every seat had a turn more: what happens later is more noise than news.

In the tree a node is what one seat knows: the seat, and the numbers that `observe` gives it, or the position itself
where nothing is hidden. So nobody in an imagined
game acts on what it could not know there, chance needs no nodes, and two ways to one knowledge meet. Every seat
prefers what is good for itself, by upper confidence bounds over how often a move was on offer. The tree stands in
the mind: `NODES` and `EDGES` bound it, about 2 MB; once full it only grows wiser.
"""

from typing import Any, Final

import numba
import numba.extending
import numpy as np

from paddock.bots.judgement import judge, judgement_of
from paddock.bots.mind import GREEDY, MOST_SEATS, record_with, seats_of
from paddock.rules.chance import LOW_WORD, MULTIPLIER, WORD_BITS, below, outcome, word
from paddock.rules.compiler import alone, compiled
from paddock.rules.game import Game
from paddock.rules.kernels import event
from paddock.rules.kinds import CHANCE, OVER, Moves, Rng, State, Table, Weights
from paddock.rules.players import UNIFORM
from paddock.rules.skills import greedy, plan, settle, settled
from paddock.rules.verbs import apply, imagine, moves, observe, payoff, turn

NODES: Final = 1 << 15
"""What seats may know that is remembered; a power of two."""
EDGES: Final = 1 << 16
"""Moves from there that are remembered."""
PROBES: Final = 8
"""Places where one node may be found."""
DEEPEST: Final = 64
"""Decisions in the tree that one imagined game can pass."""
LONGEST: Final = 1 << 14
"""Events of one imagined game after the tree; a game that goes on is judged as it stands, or a draw."""
FULL: Final = -1
NONE: Final = -1
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
    words, seen = knowledge_of(game)
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
            # the tree
            ("node_key", "u8", (NODES,)),
            ("node_age", "i8", (NODES,)),
            ("node_first", "i4", (NODES,)),
            ("edges", "i8"),
            ("edge_move", "i2", (EDGES,)),
            ("edge_next", "i4", (EDGES,)),
            ("edge_offers", "i4", (EDGES,)),
            ("edge_visits", "i4", (EDGES,)),
            ("edge_total", "f8", (EDGES,)),
            ("edge_of", "i8", (game.most_moves,)),
            ("path", "i8", (DEEPEST,)),
            ("path_seat", "i8", (DEEPEST,)),
            ("passed", "i8"),
            ("seen", *seen),  # behind a field of 8 bytes
            ("behind", "u8"),  # so that the last of its words is all there
        ],
        read="seen",
        also="seen_bits",
        numbers=np.dtype(("u8", (words,))),
    )


def knowledge_of(game: Game) -> tuple[int, tuple[Any, ...]]:
    """Room for what one seat knows, and its words of 8 bytes: where nothing is hidden, the position itself."""
    if game.facts.hidden:
        pairs = (game.observation_size + 1) // 2
        return pairs, ("f4", (2 * pairs,))
    return -(-game.state.itemsize // 8), (np.dtype((State, game.state)), (1,))


def note(game: State, seat: int, seen: Any) -> None:
    """Write down what a seat knows."""
    if seen.dtype.names:
        seen[0] = game
    else:
        observe(game, seat, seen)  # type: ignore[arg-type]


@numba.extending.overload(note)
def note_compiled(game, seat, seen):  # type: ignore[no-untyped-def]
    def position(game, seat, seen):  # type: ignore[no-untyped-def]
        seen[0] = game

    def numbers(game, seat, seen):  # type: ignore[no-untyped-def]
        observe(game, seat, seen)

    return position if isinstance(seen.dtype, numba.types.Record) else numbers


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


# ---- One imagined game


@compiled
def play_on(mind: State, game: State) -> None:
    """From here on through the tree, then quickly; what came out is for the whole path to remember."""
    mind.passed = 0
    if mind.deep > 0:
        walk_the_tree(mind, game)
    play_out(mind, game)
    for i in range(mind.passed):
        edge = mind.path[i]
        mind.edge_visits[edge] += 1
        mind.edge_total[edge] += mind.value[mind.path_seat[i]]


@compiled
def play_out(mind: State, game: State) -> None:
    """To the next settled position, which is judged, or to the end."""
    alone()
    if mind.playing != GREEDY and not mind.judging:
        play_at_random(mind, game)
        return
    turns, last = 0, NONE
    for _ in range(LONGEST):
        whose = int(turn(game))
        if whose == OVER:
            payoff(game, mind.value)
            return
        if mind.judging and settled(game):
            estimate(mind, game)
            return
        if whose != CHANCE and whose != last:
            turns, last = turns + 1, whose
            if mind.judging and turns > mind.far and settle(game):
                continue
        play_quickly(mind, game)
    give_up(mind, game)


@compiled
def play_at_random(mind: State, game: State) -> None:
    """To the end by any moves, all in one loop: what rooms have whose quick players know nothing better."""
    alone()
    for _ in range(LONGEST):
        if turn(game) == OVER:
            payoff(game, mind.value)
            return
        apply(game, event(mind.anybody[0], game, mind.stream, mind.options, mind.heavy))  # type: ignore[arg-type]
    give_up(mind, game)


@compiled
def play_quickly(mind: State, game: State) -> None:
    """What happens next in a game that is played quickly: a whole turn if it can be planned."""
    rng, listed = mind.stream, mind.options
    if turn(game) == CHANCE:
        advance(game, by_chance(game, rng, listed, mind.heavy))
    elif mind.playing != GREEDY:
        advance(game, int(listed[below(rng, moves(game, listed))]))
    elif turns_from(game, rng, 1, mind.plans[1]) > 0:
        carry_out(mind.plans[1], 0, game)
    else:
        advance(game, by_greed(game, rng, listed))


@compiled
def carry_out(plans: State, place: int, game: State) -> None:
    """Play all moves of a plan."""
    for i in range(plans.many[place]):
        advance(game, int(plans.move[place, i]))


# These are large in some rooms and are called in more than one place, so they are kept apart (`alone`).


@compiled
def advance(game: State, move: int) -> None:
    alone()
    apply(game, move)  # type: ignore[arg-type]


@compiled
def deal_anew(game: State, seat: int, rng: Rng) -> None:
    alone()
    imagine(game, seat, rng)  # type: ignore[arg-type]


@compiled
def by_chance(game: State, rng: Rng, listed: Moves, heavy: Weights) -> int:
    alone()
    return int(outcome(game, rng, listed, heavy))


@compiled
def by_greed(game: State, rng: Rng, listed: Moves) -> int:
    alone()
    return int(greedy(game, rng, listed))


@compiled
def turns_from(game: State, rng: Rng, most: int, plans: State) -> int:
    alone()
    return int(plan(game, rng, most, plans))


@compiled
def estimate(mind: State, game: State) -> None:
    alone()
    judge(mind, game, mind.value)


@compiled
def give_up(mind: State, game: State) -> None:
    """A game without an end: judged as it stands, or everybody's alike."""
    if mind.judging:
        estimate(mind, game)
        return
    for seat in range(mind.players):
        mind.value[seat] = 1.0 / mind.players


# ---- The tree


@compiled
def walk_the_tree(mind: State, game: State) -> None:
    """Along moves that were tried before to one that was not."""
    alone()
    while mind.passed < mind.deep and mind.passed < DEEPEST:
        whose = int(turn(game))
        if whose == OVER:
            return
        if whose == CHANCE:
            advance(game, by_chance(game, mind.stream, mind.options, mind.heavy))
            continue
        node = node_of(mind, game, whose)
        if node == FULL:
            return
        n = moves(game, mind.options)
        if not offer(mind, node, n):
            return
        chosen, is_new = preferred(mind, n)
        mind.path[mind.passed] = mind.edge_of[chosen]
        mind.path_seat[mind.passed] = whose
        mind.passed += 1
        advance(game, int(mind.options[chosen]))
        if is_new:
            return


@compiled
def node_of(mind: State, game: State, seat: int) -> int:
    """The node of what this seat knows; a new one if there is a place for it, else FULL."""
    note(game, seat, mind.seen)
    key = MULTIPLIER + np.uint64(seat)
    bits = mind.seen_bits
    for i in range(len(bits)):
        key ^= bits[i]
        key = (key & LOW_WORD) * MULTIPLIER + (key >> WORD_BITS)
    for probe in range(PROBES):
        place = (np.int64(key & LOW_WORD) + probe) & (NODES - 1)
        if mind.node_age[place] != mind.age:
            mind.node_age[place] = mind.age
            mind.node_key[place] = key
            mind.node_first[place] = NONE
            return place  # type: ignore[return-value]
        if mind.node_key[place] == key:
            return place  # type: ignore[return-value]
    return FULL


@compiled
def offer(mind: State, node: int, n: int) -> bool:
    """Find the edges of the moves on offer, both in ascending order; False if one is new and there is no room."""
    before, edge = NONE, mind.node_first[node]
    for i in range(n):
        move = mind.options[i]
        while edge != NONE and mind.edge_move[edge] < move:
            before, edge = edge, mind.edge_next[edge]
        if edge == NONE or mind.edge_move[edge] != move:
            if mind.edges == EDGES:
                return False
            edge = insert(mind, node, before, edge, move)
        mind.edge_offers[edge] += 1
        mind.edge_of[i] = edge
    return True


@compiled
def insert(mind: State, node: int, before: int, after: int, move: int) -> int:
    """A new edge between two others of its node."""
    edge = mind.edges
    mind.edges += 1
    mind.edge_move[edge] = move
    mind.edge_next[edge] = after
    mind.edge_offers[edge] = 0
    mind.edge_visits[edge] = 0
    mind.edge_total[edge] = 0.0
    if before == NONE:
        mind.node_first[node] = edge
    else:
        mind.edge_next[before] = edge
    return edge  # type: ignore[no-any-return]


@compiled
def preferred(mind: State, n: int) -> tuple[int, bool]:
    """The place of a move not tried yet, by lot, else of the one with the highest confidence bound; and which it is."""
    untried, chosen = 0, 0
    best = -1.0
    for i in range(n):
        edge = mind.edge_of[i]
        visits = mind.edge_visits[edge]
        if visits == 0:
            untried += 1
            if below(mind.stream, untried) == 0:
                chosen = i
        elif untried == 0:
            bound = mind.edge_total[edge] / visits
            bound += mind.exploration * np.sqrt(np.log(float(mind.edge_offers[edge])) / visits)
            if bound > best:
                best, chosen = bound, i
    return chosen, untried > 0
