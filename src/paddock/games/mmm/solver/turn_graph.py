"""The graph of one turn of Mmm! and its values, and the sweep over all positions, in compiled code.

The words *node*, *hand* and *remains* are defined in `paddock.games.mmm.solver`. A node determines the number of dice
placed and whether gathering would finish an item.
"""

from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.types import Counts, Numbers
from paddock.games.mmm.data import CROSS, FACES, MOST_DICE, ordered_throws
from paddock.games.mmm.solver.position_index import (
    KINDS,
    Index,
    Places,
    RemainsByFood,
    RemainsRows,
    copy_with,
    find_entry,
    key_in_any_order,
    key_in_order,
    new_index,
)
from paddock.games.mmm.solver.remaining_items import Foods, Sizes, most_nodes

HANDS: Final = tuple(
    hand for dice in range(MOST_DICE + 1) for hand in combinations_with_replacement(range(KINDS), dice)
)
"""All hands, those with few dice first. Compiled code uses the index of a hand in this list."""
NUMBER_OF_HAND: Final = {hand: number for number, hand in enumerate(HANDS)}

# The same as arrays for compiled code. The empty hand comes first.
SMALLER: Final = np.array([sum(len(hand) < dice for hand in HANDS) for dice in range(MOST_DICE + 2)])
"""Number of dice -> the number of hands with fewer dice, which is the first hand with this number."""
FIRST: Final = np.array([hand[0] if hand else 0 for hand in HANDS])
"""Hand -> the food of its first die."""
REST: Final = np.array([NUMBER_OF_HAND[hand[1:]] for hand in HANDS])
"""Hand -> the hand without that die."""
WITHOUT: Final = np.array(
    [
        [NUMBER_OF_HAND[hand[:die] + hand[die + 1 :]] if die < len(hand) else 0 for die in range(MOST_DICE)]
        for hand in HANDS
    ]
)
"""Hand, die -> the hand without that die."""
ORDERED_HANDS: Final = np.array(
    [
        [ordered_throws(hand + (CROSS,) * (dice - len(hand))) if len(hand) <= dice else 0 for hand in HANDS]
        for dice in range(MOST_DICE + 1)
    ],
    np.float64,
)
"""Number of dice, hand -> the number of ways to roll this hand, with crosses on the other dice."""

IMPOSSIBLE: Final = -1.0
"""A value below any chance: no die of this hand can be placed."""

Values: TypeAlias = npt.NDArray[np.float32]
"""Position, moves of the cat to go -> the win chance. With no move to go the match is lost, so column 0 is 0."""


class Turn(NamedTuple):
    """Arrays for the graph of one turn. Node 0 is the board at the beginning of the turn."""

    found: Index
    """The nodes by their keys."""
    level: Counts
    """Dice placed -> the first node with this number of dice; one more entry marks the end."""
    foods: RemainsRows
    """Node -> the remains of the five foods."""
    position: Places
    """Node -> the position if the player gathers now."""
    finished: Places
    """Node -> 1 if an item would be finished."""
    link: Places
    """Five times node, plus food -> its first entry in `next`; one more entry marks the end."""
    next: Places
    """The nodes that one more die on a food leads to."""
    all_placed: Values
    """Hand of all dice left in a node, moves of the cat to go -> the win chance if all these dice are placed."""
    first_all: Places
    """Node -> its first row in `all_placed`."""
    last: Values
    """Node with one die left, moves of the cat to go -> the win chance, summed over the foods that the die may show."""
    fails: Places
    """Node with one die left -> the number of its faces that fail."""
    exactly_these: Numbers
    """Hand in a node -> the win chance if exactly these dice are placed. With no die, the player rolls or gathers."""
    at_least_one: Numbers
    """Hand in a node -> the win chance if this hand was rolled and at least one of its dice is placed."""
    first: Places
    """Node -> its empty hand in `exactly_these` and `at_least_one`."""
    gather: Numbers
    """Node -> the win chance of gathering."""
    again: Numbers
    """Node -> the win chance of rolling the remaining dice."""


def new_turn(sizes: Sizes, dice: int, cat_moves: int) -> Turn:
    """Return arrays that are large enough for any turn of a pantry."""
    most = most_nodes(sizes, dice)
    nodes = sum(most)
    links = sum(most[:dice]) * sum(min(len(start), start[0]) for start in sizes if start)  # each length counts once
    full_hands = sum(many * int(SMALLER[left + 1] - SMALLER[left]) for left, many in enumerate(reversed(most)))
    hands = sum(many * int(SMALLER[left + 1]) for left, many in enumerate(reversed(most)))
    return Turn(
        found=new_index(nodes),
        level=np.zeros(dice + 2, np.int64),
        foods=np.zeros((nodes + 1, KINDS), np.int16),  # one more row for a candidate
        position=np.zeros(nodes, np.int32),
        finished=np.zeros(nodes, np.int32),
        link=np.zeros(KINDS * nodes + 1, np.int32),
        next=np.zeros(links, np.int32),
        all_placed=np.zeros((full_hands, cat_moves + 1), np.float32),
        first_all=np.zeros(nodes, np.int32),
        last=np.zeros((nodes, cat_moves + 1), np.float32),
        fails=np.zeros(nodes, np.int32),
        exactly_these=np.zeros(hands),
        at_least_one=np.zeros(hands),
        first=np.zeros(nodes, np.int32),
        gather=np.zeros(nodes),
        again=np.zeros(nodes),
    )


# ---- The graph of a turn


@compiled
def build_graph(remains_by_food: RemainsByFood, dice: int, foods: Foods, index: Index, turn: Turn) -> None:
    """Write all nodes of a turn that begins with these remains, and their links."""
    many = len(foods.ways)
    for entry in range(len(turn.found.keys)):
        turn.found.keys[entry] = -1
    copy_with(remains_by_food, 0, remains_by_food[0], turn.foods[0])
    turn.finished[0] = 0
    turn.level[0], turn.level[1] = 0, 1
    nodes, links = 1, 0
    for placed in range(dice):
        for node in range(turn.level[placed], turn.level[placed + 1]):
            for food in range(KINDS):
                turn.link[KINDS * node + food] = links
                remains = turn.foods[node, food]
                for way in range(foods.ways[remains]):
                    copy_with(turn.foods[node], food, foods.after[remains, way], turn.foods[nodes])
                    key = key_in_order(turn.foods[nodes], many)
                    entry = find_entry(turn.found, key)
                    if turn.found.keys[entry] == -1:
                        turn.found.keys[entry] = key
                        turn.found.places[entry] = nodes
                        turn.finished[nodes] = turn.finished[node] | foods.finishes[remains, way]
                        nodes += 1
                    turn.next[links] = turn.found.places[entry]
                    links += 1
        turn.level[placed + 2] = nodes
    turn.link[KINDS * turn.level[dice]] = links
    for node in range(nodes):  # a separate loop overlaps the cache misses
        turn.position[node] = index.places[find_entry(index, key_in_any_order(turn.foods[node], many))]
    allocate_hands(dice, turn)


@compiled
def allocate_hands(dice: int, turn: Turn) -> None:
    """Assign every node its range of hands of the remaining dice."""
    hands, full_hands = 0, 0
    for placed in range(dice + 1):
        left = dice - placed
        for node in range(turn.level[placed], turn.level[placed + 1]):
            turn.first[node] = hands
            turn.first_all[node] = full_hands
            hands += SMALLER[left + 1]
            full_hands += SMALLER[left + 1] - SMALLER[left]


@compiled
def place_all(dice: int, values: Values, turn: Turn) -> None:
    """3.2 Write the win chance of placing all remaining dice, for every node, hand and number of moves of the cat.

    The order of the dice within one roll does not matter, so the first die of the hand is placed first.
    """
    cats = values.shape[1]
    for placed in range(dice, -1, -1):
        left = dice - placed
        for node in range(turn.level[placed], turn.level[placed + 1]):
            at = turn.first_all[node]
            if left == 0:
                position, finished = turn.position[node], turn.finished[node]
                for cat_left in range(1, cats):
                    turn.all_placed[at, cat_left] = values[position, cat_left - 1 + finished]  # 3.4, 3.5
                continue
            for hand in range(SMALLER[left], SMALLER[left + 1]):
                for cat_left in range(cats):
                    turn.all_placed[at, cat_left] = IMPOSSIBLE
                link = KINDS * node + FIRST[hand]
                rest = REST[hand] - SMALLER[left - 1]
                for then in range(turn.link[link], turn.link[link + 1]):
                    other = turn.first_all[turn.next[then]] + rest
                    for cat_left in range(cats):
                        one, two = turn.all_placed[at, cat_left], turn.all_placed[other, cat_left]
                        turn.all_placed[at, cat_left] = one if one > two else two
                at += 1
            if left == 1:
                sum_last_die(turn, node)


@compiled
def sum_last_die(turn: Turn, node: int) -> None:
    """2.4 Sum the win chances of the last die over its foods. The value of a failure is added later."""
    for cat_left in range(turn.last.shape[1]):
        turn.last[node, cat_left] = 0.0
    turn.fails[node] = 1  # the cross
    for food in range(KINDS):
        at = turn.first_all[node] + food
        if turn.all_placed[at, 1] == IMPOSSIBLE:
            turn.fails[node] += 1
        else:
            for cat_left in range(turn.last.shape[1]):
                turn.last[node, cat_left] += turn.all_placed[at, cat_left]


@compiled
def evaluate_turn(dice: int, cat_left: int, values: Values, turn: Turn) -> float:
    """Return the win chance before the first roll of the turn, and write the win chance of every choice in it.

    `values` must be complete for all positions with fewer squares, and for this position with fewer moves of the cat.
    """
    fail = float(values[turn.position[0], cat_left - 1])  # 2.8
    for node in range(turn.level[dice], turn.level[dice + 1]):
        turn.exactly_these[turn.first[node]] = turn.all_placed[turn.first_all[node], cat_left]
    for placed in range(dice - 1, -1, -1):
        for node in range(turn.level[placed], turn.level[placed + 1]):
            if placed == dice - 1:
                again = (turn.last[node, cat_left] + turn.fails[node] * fail) / FACES
            else:
                again = roll(dice - placed, cat_left, fail, turn, node)
            gather = float(values[turn.position[node], cat_left - 1 + turn.finished[node]])  # 3.4, 3.5
            turn.again[node] = again
            turn.gather[node] = gather
            turn.exactly_these[turn.first[node]] = again if again > gather else gather  # 2.7, 3.1
    return turn.again[0]  # type: ignore[no-any-return]


@inlined
def roll(dice: int, cat_left: int, fail: float, turn: Turn, node: int) -> float:
    """Return the win chance of rolling two or more dice, and write that of every hand they may show."""
    first, first_all = turn.first[node], turn.first_all[node] - SMALLER[dice]
    turn.at_least_one[first] = IMPOSSIBLE
    total = ORDERED_HANDS[dice, 0] * fail
    for size in range(1, dice + 1):
        for hand in range(SMALLER[size], SMALLER[size + 1]):
            best = IMPOSSIBLE
            if size == dice:
                best = float(turn.all_placed[first_all + hand, cat_left])
            else:
                link, rest = KINDS * node + FIRST[hand], REST[hand]
                for then in range(turn.link[link], turn.link[link + 1]):
                    other = turn.exactly_these[turn.first[turn.next[then]] + rest]
                    best = other if other > best else best
                turn.exactly_these[first + hand] = best
            for die in range(size):  # 2.5 a die may be left
                other = turn.at_least_one[first + WITHOUT[hand, die]]
                best = other if other > best else best
            turn.at_least_one[first + hand] = best
            total += ORDERED_HANDS[dice, hand] * (fail if best == IMPOSSIBLE else best)  # 2.4, 2.8
    return total / FACES**dice  # type: ignore[no-any-return]


@compiled
def value_of_hand(hand: int, dice: int, cat_left: int, turn: Turn, node: int) -> float:
    """Return the win chance with this hand on `dice` unplaced dice, when a die of the roll is already placed."""
    best = turn.exactly_these[turn.first[node]]
    if dice > 1:
        other = turn.at_least_one[turn.first[node] + hand]
    else:
        other = float(turn.all_placed[turn.first_all[node] + hand - 1, cat_left]) if hand else IMPOSSIBLE
    return max(best, other)  # type: ignore[no-any-return]


@compiled
def sweep(
    start: int, stop: int, dice: int, positions: RemainsRows, foods: Foods, index: Index, turn: Turn, values: Values
) -> None:
    """Write the values of positions with equal numbers of squares. Those with fewer squares are complete."""
    for position in range(start, stop):
        build_graph(positions[position], dice, foods, index, turn)
        place_all(dice, values, turn)
        for cat_left in range(1, values.shape[1]):
            values[position, cat_left] = evaluate_turn(dice, cat_left, values, turn)
