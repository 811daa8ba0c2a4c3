"""One simulation of the plan search: descend an information-set tree (IS-MCTS), then finish with a rollout.

A rollout ends at the next settled position, which the value network evaluates. Without a trained network it ends with
the match. Where a game package can `settle` a position, the rollout does so after one more turn of each seat, because
later events add more noise than information.

A node of the tree is an information set: the seat to move and its observation, or the position if nothing is hidden.
So no seat acts on knowledge that it would not have, chance events need no nodes, and transpositions share a node. Each
seat selects the move with the highest upper confidence bound (UCB) for itself. In the bound, the number of times that
the move was legal replaces the visits of the node. `NODES` and `EDGES` bound the tree to about 2 MB.
"""

from typing import Any, Final

import numba
import numba.extending
import numpy as np

from paddock.bots.algorithms.move_choice import GREEDY
from paddock.bots.algorithms.value_network import predict
from paddock.engine.compilation.decorators import compiled, never_inline
from paddock.engine.compilation.position_hash import hash_words, slot
from paddock.engine.game import Game
from paddock.engine.optional_verbs import greedy, plan, settle, settled
from paddock.engine.policy import uniform_move
from paddock.engine.rng import LOW_WORD, below, draw_outcome
from paddock.engine.types import CHANCE, OVER, Moves, Rng, State, Weights
from paddock.engine.verbs import apply, moves, observe, payoff, turn

NODES: Final = 1 << 15
"""The information sets that the tree has room for, a power of two."""
EDGES: Final = 1 << 16
"""The moves from information sets that the tree has room for."""
PROBES: Final = 8
"""The slots in which one node may lie."""
MAX_DEPTH: Final = 64
"""The decisions within the tree that one simulation can pass."""
MAX_EVENTS: Final = 1 << 14
"""The events of one rollout. A longer one is evaluated by the network, or as a draw."""
FULL: Final = -1
"""The node of an information set for which the tree has no room."""
NONE: Final = -1
"""No edge, or no seat."""


def search_tree_fields(game: Game) -> list[tuple[Any, ...]]:
    """Return the fields of the tree. `information_set` can be read as words of 8 bytes."""
    return [
        ("node_key", "u8", (NODES,)),
        ("node_age", "i8", (NODES,)),
        ("node_first_edge", "i4", (NODES,)),
        ("edges", "i8"),
        ("edge_move", "i2", (EDGES,)),
        ("edge_next", "i4", (EDGES,)),
        ("edge_offers", "i4", (EDGES,)),
        ("edge_visits", "i4", (EDGES,)),
        ("edge_total", "f8", (EDGES,)),
        ("legal_edges", "i8", (game.most_moves,)),
        ("path", "i8", (MAX_DEPTH,)),
        ("path_seat", "i8", (MAX_DEPTH,)),
        ("path_length", "i8"),
        ("information_set", *information_set_type(game)),  # after a field of 8 bytes, so it is aligned
        ("padding", "u8"),  # completes the last word of the information set
    ]


def information_set_type(game: Game) -> tuple[Any, ...]:
    """Return the type and shape of an information set: an observation, or a position if nothing is hidden."""
    if game.facts.hidden:
        return "f4", (2 * information_set_words(game),)
    return np.dtype((State, game.state)), (1,)


def information_set_words(game: Game) -> int:
    """Return the size of an information set in words of 8 bytes."""
    return -(-game.observation_size // 2) if game.facts.hidden else -(-game.state.itemsize // 8)


def write_information_set(s: State, seat: int, out: Any) -> None:
    """Write the knowledge of a seat: the position itself into a record, otherwise the observation."""
    if out.dtype.names:
        out[0] = s
    else:
        observe(s, seat, out)  # type: ignore[arg-type]


@numba.extending.overload(write_information_set)
def write_information_set_compiled(s, seat, out):  # type: ignore[no-untyped-def]
    def position(s, seat, out):  # type: ignore[no-untyped-def]
        out[0] = s

    def observation(s, seat, out):  # type: ignore[no-untyped-def]
        observe(s, seat, out)

    return position if isinstance(out.dtype, numba.types.Record) else observation


# ---- One simulation


@compiled
def simulate(memory: State, s: State) -> None:
    """Play from this position through the tree and a rollout, and back up the result along the path."""
    memory.path_length = 0
    if memory.tree_depth > 0:
        descend(memory, s)
    rollout(memory, s)
    for i in range(memory.path_length):
        edge = memory.path[i]
        memory.edge_visits[edge] += 1
        memory.edge_total[edge] += memory.value[memory.path_seat[i]]


@compiled
def rollout(memory: State, s: State) -> None:
    """Play to the next settled position, if there is a network to evaluate it, or to the end of the match.

    This is no call of `playouts.playout`: it counts turns, stops early and plays whole plans.
    """
    never_inline()
    if memory.rollout_policy != GREEDY and not memory.uses_network:
        uniform_rollout(memory, s)
        return
    turns, last = 0, NONE
    for _ in range(MAX_EVENTS):
        player = int(turn(s))
        if player == OVER:
            payoff(s, memory.value)
            return
        if memory.uses_network and settled(s):
            evaluate(memory, s)
            return
        if player != CHANCE and player != last:
            turns, last = turns + 1, player
            if memory.uses_network and turns > memory.turns_to_settle and settle(s):
                continue
        rollout_step(memory, s)
    evaluate_unfinished(memory, s)


@compiled
def uniform_rollout(memory: State, s: State) -> None:
    """Play to the end of the match with uniformly random moves, in one loop.

    This is no call of `playouts.playout`, which dispatches `decide`. Numba compiles this function while it compiles the
    `decide` of a searching bot, and it cannot cache code that leads back to a function under compilation.
    """
    never_inline()
    for _ in range(MAX_EVENTS):
        player = turn(s)
        if player == OVER:
            payoff(s, memory.value)
            return
        if player == CHANCE:
            apply(s, draw_outcome(s, memory.rollout_stream, memory.moves_buf, memory.weights_buf))  # type: ignore[arg-type]
        else:
            apply(s, uniform_move(memory.uniform_players[0], s, memory.rollout_stream, memory.moves_buf))  # type: ignore[arg-type]
    evaluate_unfinished(memory, s)


@compiled
def rollout_step(memory: State, s: State) -> None:
    """Play the next event of a rollout, or a whole turn if the game package can plan one."""
    rng, moves_buf = memory.rollout_stream, memory.moves_buf
    if turn(s) == CHANCE:
        advance(s, chance_outcome(s, rng, moves_buf, memory.weights_buf))
    elif memory.rollout_policy != GREEDY:
        advance(s, int(moves_buf[below(rng, moves(s, moves_buf))]))
    elif list_plans(s, rng, 1, memory.plans[1]) > 0:
        play_plan(memory.plans[1], 0, s)
    else:
        advance(s, greedy_move(s, rng, moves_buf))


@compiled
def play_plan(plans: State, place: int, s: State) -> None:
    """Play all moves of a plan."""
    for i in range(plans.many[place]):
        advance(s, int(plans.move[place, i]))


# In some games the verbs below compile to much code, and each has several callers. So they are not inlined.


@compiled
def advance(s: State, move: int) -> None:
    never_inline()
    apply(s, move)  # type: ignore[arg-type]


@compiled
def chance_outcome(s: State, rng: Rng, moves_buf: Moves, weights_buf: Weights) -> int:
    never_inline()
    return int(draw_outcome(s, rng, moves_buf, weights_buf))


@compiled
def greedy_move(s: State, rng: Rng, moves_buf: Moves) -> int:
    never_inline()
    return int(greedy(s, rng, moves_buf))


@compiled
def list_plans(s: State, rng: Rng, limit: int, plans: State) -> int:
    never_inline()
    return int(plan(s, rng, limit, plans))


@compiled
def evaluate(memory: State, s: State) -> None:
    never_inline()
    predict(memory, s, memory.value)


@compiled
def evaluate_unfinished(memory: State, s: State) -> None:
    """Evaluate a rollout that reached `MAX_EVENTS`: by the network, or as a draw."""
    if memory.uses_network:
        evaluate(memory, s)
        return
    for seat in range(memory.players):
        memory.value[seat] = 1.0 / memory.players


# ---- The tree


@compiled
def descend(memory: State, s: State) -> None:
    """Play selected moves, up to and including the first one that was not tried before."""
    never_inline()
    while memory.path_length < memory.tree_depth and memory.path_length < MAX_DEPTH:
        player = int(turn(s))
        if player == OVER:
            return
        if player == CHANCE:
            advance(s, chance_outcome(s, memory.rollout_stream, memory.moves_buf, memory.weights_buf))
            continue
        node = find_node(memory, s, player)
        if node == FULL:
            return
        n = moves(s, memory.moves_buf)
        if not find_edges(memory, node, n):
            return
        selected, is_new = select_move(memory, n)
        memory.path[memory.path_length] = memory.legal_edges[selected]
        memory.path_seat[memory.path_length] = player
        memory.path_length += 1
        advance(s, int(memory.moves_buf[selected]))
        if is_new:
            return


@compiled
def find_node(memory: State, s: State, seat: int) -> int:
    """Return the node of a seat's information set, a new one if necessary; FULL if there is no room."""
    write_information_set(s, seat, memory.information_set)
    key = hash_words(np.uint64(seat), memory.information_set_words)
    for probe in range(PROBES):
        node = slot(key & LOW_WORD, probe, NODES)
        if memory.node_age[node] != memory.age:
            memory.node_age[node] = memory.age
            memory.node_key[node] = key
            memory.node_first_edge[node] = NONE
            return node
        if memory.node_key[node] == key:
            return node
    return FULL


@compiled
def find_edges(memory: State, node: int, n: int) -> bool:
    """Find or insert the edges of the legal moves. Return False if there is no room for a new one.

    The moves and the edges of a node are both in ascending order.
    """
    before, edge = NONE, memory.node_first_edge[node]
    for i in range(n):
        move = memory.moves_buf[i]
        while edge != NONE and memory.edge_move[edge] < move:
            before, edge = edge, memory.edge_next[edge]
        if edge == NONE or memory.edge_move[edge] != move:
            if memory.edges == EDGES:
                return False
            edge = insert_edge(memory, node, before, edge, move)
        memory.edge_offers[edge] += 1
        memory.legal_edges[i] = edge
    return True


@compiled
def insert_edge(memory: State, node: int, before: int, after: int, move: int) -> int:
    """Insert a new edge between two others of its node and return it."""
    edge = memory.edges
    memory.edges += 1
    memory.edge_move[edge] = move
    memory.edge_next[edge] = after
    memory.edge_offers[edge] = 0
    memory.edge_visits[edge] = 0
    memory.edge_total[edge] = 0.0
    if before == NONE:
        memory.node_first_edge[node] = edge
    else:
        memory.edge_next[before] = edge
    return edge  # type: ignore[no-any-return]


@compiled
def select_move(memory: State, n: int) -> tuple[int, bool]:
    """Return the place of a random untried move, or of the move with the highest UCB; and whether it is untried."""
    untried, selected = 0, 0
    best = -1.0
    for i in range(n):
        edge = memory.legal_edges[i]
        visits = memory.edge_visits[edge]
        if visits == 0:
            untried += 1
            if below(memory.rollout_stream, untried) == 0:
                selected = i
        elif untried == 0:
            bound = memory.edge_total[edge] / visits
            bound += memory.exploration * np.sqrt(np.log(float(memory.edge_offers[edge])) / visits)
            if bound > best:
                best, selected = bound, i
    return selected, untried > 0
