"""One imagined game of a search: through a tree, then as quick players play.

It goes on to the next settled position, which is judged; where nothing was learned, to its end. Where a room can tell
what comes of a position if all stays as it stands (`settle`), it does so once every seat had a turn more: what happens
later is more noise than news.

In the tree a node is what one seat knows: the seat, and the numbers that `observe` gives it, or the position itself
where nothing is hidden. So nobody in an imagined game acts on what it could not know there, chance needs no nodes, and
two ways to one knowledge meet. Every seat prefers what is good for itself, by upper confidence bounds over how often a
move was on offer. The tree stands in the mind: `NODES` and `EDGES` bound it, about 2 MB; once full it only grows wiser.
"""

from typing import Any, Final

import numba
import numba.extending
import numpy as np

from paddock.bots.judgement import judge
from paddock.bots.mind import GREEDY
from paddock.rules.chance import LOW_WORD, MULTIPLIER, WORD_BITS, below, outcome
from paddock.rules.compiler import alone, compiled
from paddock.rules.game import Game
from paddock.rules.kinds import CHANCE, OVER, Moves, Rng, State, Weights
from paddock.rules.players import any_move
from paddock.rules.skills import greedy, plan, settle, settled
from paddock.rules.verbs import apply, moves, observe, payoff, turn

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


def tree_of(game: Game) -> list[tuple[Any, ...]]:
    """The fields in which a mind keeps its tree; the last but one can be read as words (`words_of`)."""
    return [
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
        ("seen", *knowledge_of(game)),  # behind a field of 8 bytes
        ("behind", "u8"),  # so that the last of its words is all there
    ]


def knowledge_of(game: Game) -> tuple[Any, ...]:
    """Room for what one seat knows: where nothing is hidden, the position itself."""
    if game.facts.hidden:
        return "f4", (2 * words_of(game),)
    return np.dtype((State, game.state)), (1,)


def words_of(game: Game) -> int:
    """How many words of 8 bytes that is."""
    return -(-game.observation_size // 2) if game.facts.hidden else -(-game.state.itemsize // 8)


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
    """To the end by any moves, all in one loop: what rooms have whose quick players know nothing better.

    Without `event`: where minds play whole games Numba comes here from the middle of it, and code that leads back to
    what is being compiled cannot be kept on disk.
    """
    alone()
    for _ in range(LONGEST):
        whose = turn(game)
        if whose == OVER:
            payoff(game, mind.value)
            return
        if whose == CHANCE:
            apply(game, outcome(game, mind.stream, mind.options, mind.heavy))  # type: ignore[arg-type]
        else:
            apply(game, any_move(mind.anybody[0], game, mind.stream, mind.options))  # type: ignore[arg-type]
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
