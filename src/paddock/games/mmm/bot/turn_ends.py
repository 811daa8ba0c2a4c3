"""The ends of a turn of Mmm!, for the turn enumeration: all boards that a turn can end with, and the exact choices.

A *node* is the current board with some more dice on it, in any order; node 0 is the current board. A turn ends with a
node that is gathered, or it fails. The line variant has at most a few hundred ends, since the dice of a turn share a
line. Without it there are as few, since items of one food with equal missing squares are equivalent. The values of all
choices then come from the algorithm of the solver (`solver/turn_graph.py`), which also defines the word *hand*.
"""

from typing import Final

import numpy as np

from paddock.engine.compilation.decorators import compiled
from paddock.engine.rng import mixed
from paddock.engine.types import Moves, Numbers, Positions, State
from paddock.games.mmm.board import LARGEST_ITEM, MOST_ITEMS
from paddock.games.mmm.bot.open_squares import missing
from paddock.games.mmm.data import MOST_DICE, SIDE, SQUARES
from paddock.games.mmm.rules import AGAIN, GATHER, fail, gather, is_wanted, moves, place
from paddock.games.mmm.solver.position_index import KINDS, find_entry
from paddock.games.mmm.solver.turn_graph import (
    HANDS,
    NUMBER_OF_HAND,
    SMALLER,
    allocate_hands,
    evaluate_turn,
    place_all,
    value_of_hand,
)
from paddock.games.mmm.state import STATE

MOST_NODES: Final = 4096
"""The most nodes: enough for the line variant on any board with any dice, and without it for three dice."""
MOST_LINKS: Final = 8 * MOST_NODES
MOST_HANDS: Final = 32 * MOST_NODES
ENTRIES: Final = 2 * MOST_NODES
"""The length of the hash table of nodes: a power of two. At most half of it is used."""

MANY_DICE: Final = 4
"""From this number of dice on, without the line variant, nodes use only two items of a food: the one nearest to being
finished and the farthest. The next die may still go to any item."""

ADDED: Final = np.array(
    [
        [NUMBER_OF_HAND[tuple(sorted((*hand, food)))] if len(hand) < MOST_DICE else 0 for food in range(KINDS)]
        for hand in HANDS
    ]
)
"""Hand, food -> the hand with one more die of this food."""

MARKS: Final = (mixed(np.arange(1, SQUARES + 1, dtype=np.uint64)) >> np.uint64(12)).astype(np.int64)
"""Hash numbers of squares or items. Different sets have different sums, for all practical purposes, and a sum of five
does not overflow."""

TURN_ENDS: Final = np.dtype(
    [
        ("board", np.dtype((State, STATE)), (MOST_NODES,)),
        ("key", "i8", (MOST_NODES,)),
        ("found", np.dtype((State, np.dtype([("keys", "i8", (ENTRIES,)), ("places", "i4", (ENTRIES,))])))),
        ("node_after", "i4", (SQUARES,)),  # square of the next die -> the node after it
        ("known", "i1"),  # whether this is an enumerated turn; 0 discards it
        ("evaluated", "i1"),
        ("nodes", "i4"),
        ("hands", "i4"),
        ("win_chance", "f8", (MOST_NODES + 1,)),  # of each end; filled in by the caller
        # from here on the fields of `turn_graph.Turn`
        ("level", "i8", (MOST_DICE + 2,)),
        ("position", "i4", (MOST_NODES,)),
        ("finished", "i4", (MOST_NODES,)),
        ("link", "i4", (KINDS * MOST_NODES + 1,)),
        ("next", "i4", (MOST_LINKS,)),
        ("all_placed", "f4", (MOST_HANDS, 2)),
        ("first_all", "i4", (MOST_NODES,)),
        ("last", "f4", (MOST_NODES, 2)),
        ("fails", "i4", (MOST_NODES,)),
        ("exactly_these", "f8", (MOST_HANDS,)),
        ("at_least_one", "f8", (MOST_HANDS,)),
        ("first", "i4", (MOST_NODES,)),
        ("gather", "f8", (MOST_NODES,)),
        ("again", "f8", (MOST_NODES,)),
        ("values", "f4", (MOST_NODES, 2)),  # of a node: if the turn fails, if the player gathers
    ],
    align=True,
)
"""The record type of an enumerated turn."""

FAILED: Final = 0
"""The index of the end that fails. The other ends are the gathered nodes, in their order."""


# ---- The ends of a turn


@compiled
def enumerate_turn_ends(s: State, ahead: State) -> int:
    """Enumerate the ends of this turn. Return the number of ends whose win chance the caller fills in.

    The ends do not depend on the dice of this roll. Return 0 if the last call enumerated the same ends.
    """
    if ahead.known and has_same_ends(s, ahead.board[0]):
        return 0
    ahead.known, ahead.evaluated = 1, 0
    dice = int(s.dice) - int(s.placed)
    for entry in range(ENTRIES):
        ahead.found.keys[entry] = -1
    ahead.board[0] = s
    ahead.key[0] = 0
    ahead.level[0], ahead.level[1] = 0, 1
    ahead.nodes, ahead.hands = 1, SMALLER[dice + 1]
    links = 0
    for placed in range(dice):
        for node in range(ahead.level[placed], ahead.level[placed + 1]):
            few = node > 0 and not s.line and s.dice >= MANY_DICE
            for food in range(KINDS):
                ahead.link[KINDS * node + food] = links
                links = place_next(ahead, node, food, dice - placed - 1, few, links)
        ahead.level[placed + 2] = ahead.nodes
    ahead.link[KINDS * ahead.level[dice]] = links
    return int(ahead.nodes) + 1


@compiled
def has_same_ends(s: State, known: State) -> bool:
    """Return whether two positions have the same ends of the turn."""
    if s.line != known.line or s.dice != known.dice or s.cat_moves - s.cat != known.cat_moves - known.cat:
        return False
    if s.placed != known.placed or s.left != known.left:
        return False
    for die in range(s.placed):
        if s.lies[die] != known.lies[die]:
            return False
    for item in range(MOST_ITEMS):
        if s.item_left[item] != known.item_left[item]:
            return False
    for square in range(SQUARES):
        if s.asks[square] != known.asks[square] or s.item_at[square] != known.item_at[square]:
            return False
    return True


@compiled
def place_next(ahead: State, node: int, food: int, left: int, few: bool, links: int) -> int:
    """Add the nodes that one more die of this food leads to. Return the number of links."""
    board = ahead.board[node]
    looked = lengths_looked_at(board, food) if few else -1
    seen = 0
    for square in range(board.height * SIDE):
        if not is_wanted(square, board.asks[square], 1 << food, board.rows, board.columns):
            continue
        mark = int(MARKS[square])
        if not board.line:  # items of one food with equal missing squares are equivalent
            misses = missing(board, board.item_at[square])
            if seen >> misses & 1:
                if node == 0:
                    ahead.node_after[square] = node_of(ahead, board, food, misses)
                continue
            seen |= 1 << misses
            if not looked >> misses & 1:
                continue
            mark = stage_mark(food, misses)
        then = node_with(ahead, node, square, int(ahead.key[node]) + mark, left)
        if node == 0:
            ahead.node_after[square] = then
        if then > 0 and links < MOST_LINKS:
            ahead.next[links] = then
            links += 1
    return links


@compiled
def stage_mark(food: int, misses: int) -> int:
    """Return the change of the key by a die on an item of this food with this number of missing squares."""
    shorter = int(MARKS[food * LARGEST_ITEM + misses - 2]) if misses > 1 else 0
    return shorter - int(MARKS[food * LARGEST_ITEM + misses - 1])


@compiled
def node_of(ahead: State, board: State, food: int, misses: int) -> int:
    """Return the node after a first die on such an item, which exists already."""
    return int(ahead.found.places[find_entry(ahead.found, stage_mark(food, misses))])


@compiled
def lengths_looked_at(board: State, food: int) -> int:
    """Return the fewest and the most missing squares of items of a food, as bits."""
    fewest, most = LARGEST_ITEM, 0
    for square in range(board.height * SIDE):
        if board.asks[square] == food:
            misses = missing(board, board.item_at[square])
            fewest, most = min(fewest, misses), max(most, misses)
    return 1 << fewest | 1 << most


@compiled
def node_with(ahead: State, node: int, square: int, key: int, left: int) -> int:
    """Return the node with one more die, existing or new; 0 if the arrays are full."""
    entry = find_entry(ahead.found, key)
    if ahead.found.keys[entry] == key:
        return int(ahead.found.places[entry])
    then, hands = int(ahead.nodes), int(SMALLER[left + 1])
    if then == MOST_NODES or ahead.hands + hands > MOST_HANDS:
        return 0
    ahead.found.keys[entry] = key
    ahead.found.places[entry] = then
    ahead.board[then] = ahead.board[node]
    place(ahead.board[then], square)
    ahead.key[then] = key
    ahead.nodes += 1
    ahead.hands += hands
    return then


@compiled
def turn_end_position(s: State, ahead: State, end: int, out: Positions) -> None:
    """Write one end of the turn as a position."""
    if end == FAILED:
        out[0] = s
        fail(out[0])
        return
    out[0] = ahead.board[end - 1]
    if out[0].placed > 0:  # else `place` has gathered with the last die
        gather(out[0])


# ---- The values of the choices


@compiled
def evaluate_ends(s: State, ahead: State) -> None:
    """Write the values of all choices in this turn from the win chances of its ends.

    A solution has one column of values for each number of moves of the cat. Here column 0 has the value of a failed
    turn, and column 1 the values of gathered nodes, whatever the moves of the cat are.
    """
    if ahead.evaluated:
        return
    ahead.evaluated = 1
    dice = int(s.dice) - int(s.placed)
    ahead.values[0, 0] = ahead.win_chance[FAILED]
    for node in range(ahead.nodes):
        ahead.position[node] = node
        ahead.finished[node] = 1
        ahead.values[node, 1] = ahead.win_chance[node + 1]
    allocate_hands(dice, ahead)  # type: ignore[arg-type]
    place_all(dice, ahead.values, ahead)  # type: ignore[arg-type]
    evaluate_turn(dice, 1, ahead.values, ahead)  # type: ignore[arg-type]


@compiled
def evaluate_turn_moves(s: State, ahead: State, moves_buf: Moves, out: Numbers) -> int:
    """List the legal moves and write the win chance of each, from the ends of the turn. Return their number."""
    n = moves(s, moves_buf)
    evaluate_ends(s, ahead)
    left = int(s.dice) - int(s.placed) - 1
    for i in range(n):
        move = int(moves_buf[i])
        if move == AGAIN:
            out[i] = ahead.again[0]
        elif move == GATHER:
            out[i] = ahead.values[0, 1]
        else:
            out[i] = value_of_hand(hand_without(s, int(s.asks[move])), left, 1, ahead, int(ahead.node_after[move]))  # type: ignore[arg-type]
    return n


@compiled
def turn_win_chance(s: State, ahead: State) -> float:
    """2.1 Return the win chance before the first roll of a turn."""
    evaluate_ends(s, ahead)
    return float(ahead.again[0])


@compiled
def hand_without(s: State, food: int) -> int:
    """Return the hand of this roll without one die of this food."""
    hand = 0
    for kind in range(KINDS):
        for _ in range(s.rolled[kind] - (kind == food)):
            hand = int(ADDED[hand, kind])
    return hand
