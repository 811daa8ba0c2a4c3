"""One turn of Mmm! looked through to its end, and the sweep that does so for every position: native code.

A *sight* is the board during a turn: the five foods, squares under dice counted as gone. It tells how many dice are
placed and whether an item would be finished, so a turn is a small graph of sights, one die apart. A *hand* is the
foods that the rolled dice show, crosses left out.
"""

from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.games.mmm.data import CROSS, FACES, MOST_DICE, ordered_throws
from paddock.games.mmm.positions import (
    KINDS,
    Five,
    Fives,
    Index,
    Places,
    change,
    key_in_any_order,
    key_in_order,
    new_index,
    where,
)
from paddock.games.mmm.remains import Foods, Sizes, most_sights
from paddock.rules.compiler import compiled, inlined
from paddock.rules.kinds import Counts, Numbers

HANDS: Final = tuple(
    hand for dice in range(MOST_DICE + 1) for hand in combinations_with_replacement(range(KINDS), dice)
)
"""What dice can show, crosses left out, few dice first; a hand goes by its place in this list."""
NUMBER_OF_HAND: Final = {hand: number for number, hand in enumerate(HANDS)}

# The same as tables that compiled code can read; the empty hand comes first and has no entry of its own.
SMALLER: Final = np.array([sum(len(hand) < dice for hand in HANDS) for dice in range(MOST_DICE + 2)])
"""Number of dice -> hands of fewer dice: the first hand of so many."""
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
"""Number of dice, hand -> in how many ways they can show it, the others crosses."""

NOTHING: Final = -1.0
"""Less than any chance: no die of this hand can be placed."""

Values: TypeAlias = npt.NDArray[np.float32]
"""Position, the cat's moves to go -> the chance to win; with no move to go it is lost, so the first column is 0."""


class Turn(NamedTuple):
    """Room for the sights of one turn; the first is the board as the turn begins."""

    found: Index
    """The sights by their keys."""
    level: Counts
    """Dice placed -> the first sight with so many; one more entry marks the end."""
    foods: Fives
    position: Places
    """Sight -> the position if all is gathered now."""
    finished: Places
    """Sight -> 1 if an item would be finished."""
    link: Places
    """Five times sight, plus food -> the first entry in the next one; one more entry marks the end."""
    next: Places
    """Sights that one more die on this food leads to."""
    all_placed: Values
    """Hand of all dice left in a sight, the cat's moves to go -> the chance to win if all these are placed."""
    first_all: Places
    """Sight -> its first hand there."""
    last: Values
    """Sight with one die left, the cat's moves to go -> the chance to win, summed over the foods it may show."""
    fails: Places
    """Sight with one die left -> how many of its faces fail."""
    exactly: Numbers
    """Hand in a sight -> the chance to win if these dice are placed and no other; with none, one rolls or gathers."""
    some: Numbers
    """Hand in a sight -> the chance to win if these dice were rolled, and at least one is to be placed."""
    first: Places
    """Sight -> its empty hand in these two."""
    gather: Numbers
    """Sight -> the chance to win by gathering."""
    again: Numbers
    """Sight -> the chance to win by rolling the dice that are left."""


def new_turn(sizes: Sizes, dice: int, cat_moves: int) -> Turn:
    """Room for any turn of a pantry."""
    most = most_sights(sizes, dice)
    sights = sum(most)
    links = sum(most[:dice]) * sum(min(len(start), start[0]) for start in sizes if start)  # each length once
    full_hands = sum(many * int(SMALLER[left + 1] - SMALLER[left]) for left, many in enumerate(reversed(most)))
    hands = sum(many * int(SMALLER[left + 1]) for left, many in enumerate(reversed(most)))
    return Turn(
        found=new_index(sights),
        level=np.zeros(dice + 2, np.int64),
        foods=np.zeros((sights + 1, KINDS), np.int16),  # one more to try a sight in
        position=np.zeros(sights, np.int32),
        finished=np.zeros(sights, np.int32),
        link=np.zeros(KINDS * sights + 1, np.int32),
        next=np.zeros(links, np.int32),
        all_placed=np.zeros((full_hands, cat_moves + 1), np.float32),
        first_all=np.zeros(sights, np.int32),
        last=np.zeros((sights, cat_moves + 1), np.float32),
        fails=np.zeros(sights, np.int32),
        exactly=np.zeros(hands),
        some=np.zeros(hands),
        first=np.zeros(sights, np.int32),
        gather=np.zeros(sights),
        again=np.zeros(sights),
    )


# ---- A turn


@compiled
def look_through(five: Five, dice: int, foods: Foods, index: Index, turn: Turn) -> None:
    """Find every sight of a turn that begins with these five foods, and how one more die leads to the next."""
    many = len(foods.ways)
    for entry in range(len(turn.found.keys)):
        turn.found.keys[entry] = -1
    change(five, 0, five[0], turn.foods[0])
    turn.finished[0] = 0
    turn.level[0], turn.level[1] = 0, 1
    sights, links = 1, 0
    for placed in range(dice):
        for sight in range(turn.level[placed], turn.level[placed + 1]):
            for food in range(KINDS):
                turn.link[KINDS * sight + food] = links
                remains = turn.foods[sight, food]
                for way in range(foods.ways[remains]):
                    change(turn.foods[sight], food, foods.after[remains, way], turn.foods[sights])
                    key = key_in_order(turn.foods[sights], many)
                    entry = where(turn.found, key)
                    if turn.found.keys[entry] == -1:
                        turn.found.keys[entry] = key
                        turn.found.places[entry] = sights
                        turn.finished[sights] = turn.finished[sight] | foods.finishes[remains, way]
                        sights += 1
                    turn.next[links] = turn.found.places[entry]
                    links += 1
        turn.level[placed + 2] = sights
    turn.link[KINDS * turn.level[dice]] = links
    for sight in range(sights):  # apart from the rest, so that many of these far reaches into memory go on at a time
        turn.position[sight] = index.places[where(index, key_in_any_order(turn.foods[sight], many))]
    lay_out_hands(dice, turn)


@compiled
def lay_out_hands(dice: int, turn: Turn) -> None:
    """Give every sight its room for hands of the dice that are left there."""
    hands, full_hands = 0, 0
    for placed in range(dice + 1):
        left = dice - placed
        for sight in range(turn.level[placed], turn.level[placed + 1]):
            turn.first[sight] = hands
            turn.first_all[sight] = full_hands
            hands += SMALLER[left + 1]
            full_hands += SMALLER[left + 1] - SMALLER[left]


@compiled
def place_all(dice: int, values: Values, turn: Turn) -> None:
    """3.2 What it is worth to place all dice that are left, for every sight, hand and number of moves of the cat.

    The order of dice within one roll makes no difference: the first of the hand goes first.
    """
    cats = values.shape[1]
    for placed in range(dice, -1, -1):
        left = dice - placed
        for sight in range(turn.level[placed], turn.level[placed + 1]):
            at = turn.first_all[sight]
            if left == 0:
                position, finished = turn.position[sight], turn.finished[sight]
                for cat_left in range(1, cats):
                    turn.all_placed[at, cat_left] = values[position, cat_left - 1 + finished]  # 3.4, 3.5
                continue
            for hand in range(SMALLER[left], SMALLER[left + 1]):
                for cat_left in range(cats):
                    turn.all_placed[at, cat_left] = NOTHING
                link = KINDS * sight + FIRST[hand]
                rest = REST[hand] - SMALLER[left - 1]
                for then in range(turn.link[link], turn.link[link + 1]):
                    other = turn.first_all[turn.next[then]] + rest
                    for cat_left in range(cats):
                        one, two = turn.all_placed[at, cat_left], turn.all_placed[other, cat_left]
                        turn.all_placed[at, cat_left] = one if one > two else two
                at += 1
            if left == 1:
                add_up(turn, sight)


@compiled
def add_up(turn: Turn, sight: int) -> None:
    """2.4 The last die must be placed if it can be: its faces together are a sum, whatever a failure is worth."""
    for cat_left in range(turn.last.shape[1]):
        turn.last[sight, cat_left] = 0.0
    turn.fails[sight] = 1  # the cross
    for food in range(KINDS):
        at = turn.first_all[sight] + food
        if turn.all_placed[at, 1] == NOTHING:
            turn.fails[sight] += 1
        else:
            for cat_left in range(turn.last.shape[1]):
                turn.last[sight, cat_left] += turn.all_placed[at, cat_left]


@compiled
def weigh(dice: int, cat_left: int, values: Values, turn: Turn) -> float:
    """The chance to win before the first roll of the turn, and on the way that of every choice in it.

    `values` must be known for all positions with fewer squares, and for this one with fewer moves of the cat to go.
    """
    fail = float(values[turn.position[0], cat_left - 1])  # 2.8
    for sight in range(turn.level[dice], turn.level[dice + 1]):
        turn.exactly[turn.first[sight]] = turn.all_placed[turn.first_all[sight], cat_left]
    for placed in range(dice - 1, -1, -1):
        for sight in range(turn.level[placed], turn.level[placed + 1]):
            if placed == dice - 1:
                again = (turn.last[sight, cat_left] + turn.fails[sight] * fail) / FACES
            else:
                again = roll(dice - placed, cat_left, fail, turn, sight)
            gather = float(values[turn.position[sight], cat_left - 1 + turn.finished[sight]])  # 3.4, 3.5
            turn.again[sight] = again
            turn.gather[sight] = gather
            turn.exactly[turn.first[sight]] = again if again > gather else gather  # 2.7, 3.1
    return turn.again[0]  # type: ignore[no-any-return]


@inlined
def roll(dice: int, cat_left: int, fail: float, turn: Turn, sight: int) -> float:
    """The chance to win by rolling so many dice, two or more, and that of every hand they may show."""
    first, first_all = turn.first[sight], turn.first_all[sight] - SMALLER[dice]
    turn.some[first] = NOTHING
    total = ORDERED_HANDS[dice, 0] * fail
    for size in range(1, dice + 1):
        for hand in range(SMALLER[size], SMALLER[size + 1]):
            best = NOTHING
            if size == dice:
                best = float(turn.all_placed[first_all + hand, cat_left])
            else:
                link, rest = KINDS * sight + FIRST[hand], REST[hand]
                for then in range(turn.link[link], turn.link[link + 1]):
                    other = turn.exactly[turn.first[turn.next[then]] + rest]
                    best = other if other > best else best
                turn.exactly[first + hand] = best
            for die in range(size):  # 2.5 a die may be left
                other = turn.some[first + WITHOUT[hand, die]]
                best = other if other > best else best
            turn.some[first + hand] = best
            total += ORDERED_HANDS[dice, hand] * (fail if best == NOTHING else best)  # 2.4, 2.8
    return total / FACES**dice  # type: ignore[no-any-return]


@compiled
def rolled(hand: int, dice: int, cat_left: int, turn: Turn, sight: int) -> float:
    """The chance to win when this hand lies there, of so many dice not placed, and some die of the roll is placed."""
    best = turn.exactly[turn.first[sight]]
    if dice > 1:
        other = turn.some[turn.first[sight] + hand]
    else:
        other = float(turn.all_placed[turn.first_all[sight] + hand - 1, cat_left]) if hand else NOTHING
    return max(best, other)  # type: ignore[no-any-return]


@compiled
def sweep(
    start: int, stop: int, dice: int, positions: Fives, foods: Foods, index: Index, turn: Turn, values: Values
) -> None:
    """The values of some positions with equally many squares, all moves of the cat; those with fewer are known."""
    for position in range(start, stop):
        look_through(positions[position], dice, foods, index, turn)
        place_all(dice, values, turn)
        for cat_left in range(1, values.shape[1]):
            values[position, cat_left] = weigh(dice, cat_left, values, turn)
