"""One turn ahead in Life is Life: which trade makes the hand worth most, and when to knock. Numbers refer to RULES.md.

A hand is worth the points it would expect if hands were counted now (`places.py`).

To knock is worth the hand as it is, so one knocks when no trade makes it better; but never with less than a fair share
of the points. Measured at a table of its like: with no bar it does as well, with one of 1.2 fair shares or more worse.
"""

from typing import Final

from paddock.games.life.data import CARDS, CAT, MOST_IN_HAND, MOST_POINTS, PIG, RABBIT, SPECIES
from paddock.games.life.places import Places, expected, places_for
from paddock.games.life.rules import KNOCK, moves
from paddock.games.life.state import CARD_GIVEN, DECLARE_OR_NOT, NOBODY
from paddock.rules.chance import below
from paddock.rules.compiler import compiled
from paddock.rules.kinds import Moves, Rng, State
from paddock.rules.tuples import replaced

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
    places = places_for(s, int(s.active))
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
    """3.1, 6.1 A combination beats everything; 4.2 to 4.4 else what a majority is worth, by its chance."""
    if cards == CARDS[animal] and RABBIT <= animal <= (PIG if s.advanced else CAT):
        return SUDDEN
    return expected(s, int(s.active), places, animal, cards, int(s.values[animal]))


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
