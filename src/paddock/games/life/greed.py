"""One turn ahead in Life is Life: which trade makes the hand worth most, and when to knock. Numbers refer to RULES.md.

A hand is worth the points it would expect if hands were counted now. Of the hidden cards the seat knows how many there
are of each animal and how many lie with each rival, and takes every place for equally likely; so the chance of a
majority is a count of places. No trade changes it, since a trade moves only cards in sight. What rivals may do
afterwards is left out, and what their silence tells (3.1).

To knock is worth the hand as it is, so one knocks when no trade makes it better; but never with less than a fair share
of the points. Measured at a table of its like: with no bar it does as well, with one of 1.2 fair shares or more worse.
"""

from math import comb
from typing import Final, TypeAlias

import numpy as np

from paddock.games.life.data import ALL_CARDS, CARDS, CAT, MOST_IN_HAND, MOST_POINTS, PIG, RABBIT, SPECIES
from paddock.games.life.rules import KNOCK, moves
from paddock.games.life.state import CARD_GIVEN, DECLARE_OR_NOT, NOBODY
from paddock.games.life.view import not_located
from paddock.rules.chance import below
from paddock.rules.compiler import compiled
from paddock.rules.kinds import Moves, Rng, State
from paddock.rules.tuples import replaced

Places: TypeAlias = tuple[int, int, int, int, int]
"""Where hidden cards lie: with each rival, from the left neighbour on (0 where nobody sits), and aside (1.5)."""

WAYS: Final = np.array([[comb(n, k) for k in range(max(CARDS) + 1)] for n in range(ALL_CARDS + 1)], np.float64)
"""n, k -> how many sets of k places there are among n."""

SUDDEN: Final = float(SPECIES * MOST_POINTS + 1)
"""What a combination is worth: more than all animals together can be."""
IMPOSSIBLE: Final = 9 * SUDDEN
EQUAL: Final = 1e-9
"""Values as close as this are one value, added up in another order."""

NO_LOSSES: Final = (0.0,) * (max(CARDS) + 1)
NO_GIFTS: Final = (IMPOSSIBLE,) * (MOST_IN_HAND + 1)


@compiled
def greedy(s: State, rng: Rng, listed: Moves) -> int:
    """The row, the card or the knock that leaves the hand worth most; ties by lot."""
    n = moves(s, listed)
    if n == 1 or s.stage == DECLARE_OR_NOT:
        return listed[0]  # type: ignore[no-any-return]  # 6.3 to declare comes before to be silent
    places = (hidden(s, 1), hidden(s, 2), hidden(s, 3), hidden(s, 4), put_aside(s))
    best, ties, chosen = -IMPOSSIBLE, 0, 0
    for i in range(n):
        move = int(listed[i])
        if s.stage == CARD_GIVEN:
            worth = -least_loss(s, places, s.taking, s.to_give, move, 1)
        elif move == KNOCK:
            worth = worth_of_knocking(s, places)
        else:
            worth = worth_with(s, places, move) - least_loss(s, places, move, s.row_size[move], 0, 0)
        if worth > best + EQUAL:
            best, ties = worth, 0
        if worth >= best - EQUAL:
            ties += 1
            if below(rng, ties) == 0:
                chosen = move
    return chosen


@compiled
def worth_of_knocking(s: State, places: Places) -> float:
    """2.7 In the last round the hand as it is; 2.6 before, too, but only if it expects a fair share of all points."""
    worth = worth_with(s, places, NOBODY)
    points = 0
    for animal in range(SPECIES):
        points += int(s.values[animal])
    return worth if s.knocker != NOBODY or worth * s.players_left >= points else -SUDDEN


# ---- What a hand is worth


@compiled
def hidden(s: State, away: int) -> int:
    """2.8 Cards that nobody else has seen, in the hand so many seats to the left."""
    if away >= s.seats:
        return 0
    seat = (s.active + away) % s.seats
    cards = int(s.held[seat])
    for animal in range(SPECIES):
        cards -= s.known[seat, animal]
    return cards


@compiled
def known(s: State, away: int, animal: int) -> int:
    """2.8 Cards of an animal that everybody knows of, in the hand so many seats to the left."""
    return s.known[(s.active + away) % s.seats, animal] if away < s.seats else 0


@compiled
def put_aside(s: State) -> int:
    """1.5 Cards that are in no hand and no row."""
    cards = ALL_CARDS - int(s.players_left) * int(s.hand_size)
    for row in range(s.rows):
        cards -= s.row_size[row]
    return cards


@compiled
def worth_with(s: State, places: Places, row: int) -> float:
    """The hand together with this row, or as it is (NOBODY)."""
    worth = 0.0
    for animal in range(SPECIES):
        cards = int(s.hand[s.active, animal])
        if row != NOBODY:
            cards += s.row[row, animal]
        worth += worth_of(s, places, animal, cards)
    return worth


@compiled
def worth_of(s: State, places: Places, animal: int, cards: int) -> float:
    """3.1, 6.1 A combination beats everything; 4.2 to 4.4 else the value, by the chance that nobody has as many."""
    if cards < (2 if s.players_left == 2 else 1):
        return 0.0
    if cards == CARDS[animal] and RABBIT <= animal <= (PIG if s.advanced else CAT):
        return SUDDEN
    left = not_located(s, s.active, animal)
    all_ways = WAYS[places[0] + places[1] + places[2] + places[3] + places[4], left]
    return s.values[animal] * ways_with_fewer(s, places, animal, cards, left) / all_ways  # type: ignore[no-any-return]


@compiled
def ways_with_fewer(s: State, places: Places, animal: int, cards: int, left: int) -> float:
    """In how many ways the cards of an animal that are `left` can lie so that every rival has fewer than `cards`."""
    first = min(places[0], cards - 1 - known(s, 1, animal))
    second = min(places[1], cards - 1 - known(s, 2, animal))
    third = min(places[2], cards - 1 - known(s, 3, animal))
    fourth = min(places[3], cards - 1 - known(s, 4, animal))
    ways = 0.0
    if min(first, second, third, fourth) < 0:
        return ways
    for i in range(min(first, left) + 1):
        for j in range(min(second, left - i) + 1):
            two = WAYS[places[0], i] * WAYS[places[1], j]
            for k in range(min(third, left - i - j) + 1):
                three = two * WAYS[places[2], k]
                rest = left - i - j - k
                for m in range(min(fourth, rest) + 1):
                    ways += three * WAYS[places[3], m] * WAYS[places[4], rest - m]
    return ways


# ---- What a gift costs


@compiled
def least_loss(s: State, places: Places, row: int, left: int, first: int, least: int) -> float:
    """What the hand with this row loses at least by giving `left` cards from animal `first` on, `least` of it or more.

    Animal by animal: `lost[n]` is the least loss by n cards so far that are not the beginning of the row; the gift that
    goes on copying the row (2.4), of `copied` cards, is kept apart.
    """
    lost = NO_GIFTS
    copied, copy_loss = 0, 0.0
    for animal in range(first):
        if s.given[animal] != s.row[row, animal]:
            copy_loss = IMPOSSIBLE
    if copy_loss > 0.0:
        lost = replaced(lost, 0, 0.0)
    for animal in range(first, SPECIES):
        mine = min(int(s.hand[s.active, animal]), left)
        fewest = least if animal == first else 0
        cards = int(s.hand[s.active, animal]) + int(s.row[row, animal])
        copying = int(s.row[row, animal]) - int(s.given[animal])
        if mine == 0 and copying == 0:
            continue
        losses = NO_LOSSES
        if mine > 0:
            whole = worth_of(s, places, animal, cards)
            for given in range(1, mine + 1):
                losses = replaced(losses, given, whole - worth_of(s, places, animal, cards - given))
        for n in range(left, -1, -1):
            loss = IMPOSSIBLE
            for given in range(fewest, min(mine, n) + 1):
                loss = min(loss, lost[n - given] + losses[given])
            given = n - copied
            if fewest <= given <= mine and given != copying:
                loss = min(loss, copy_loss + losses[given])
            lost = replaced(lost, n, loss)
        if fewest <= copying <= mine:
            copied += copying
            copy_loss += losses[copying]
        else:
            copy_loss = IMPOSSIBLE
    return lost[left]
