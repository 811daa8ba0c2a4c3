"""The optional verb `plan` of Life is Life: the most promising whole turns. Numbers refer to RULES.md.

A trade is a row and a gift, and only the whole gift shows its value. So `plan` enumerates all trades, some hundreds,
and returns the best by the greedy value of the hand (`greedy.py`). This value is a sum over the animals, so each
number of cards of an animal is valued only once.
"""

from typing import Final

import numpy as np

from paddock.engine.compilation.decorators import compiled
from paddock.engine.rng import LOW_WORD, word
from paddock.engine.types import Rng, State
from paddock.games.life.bot.greedy import EQUAL, worth_of, worth_of_knocking
from paddock.games.life.data import CARDS, MOST_IN_HAND, SPECIES
from paddock.games.life.gifts import may_trade
from paddock.games.life.hidden_cards import Places, places_for
from paddock.games.life.rules import KNOCK, may_knock, must_knock
from paddock.games.life.state import CARD_GIVEN, TRADE_OR_KNOCK

MOST_PLANS: Final = 64
PLANS: Final = np.dtype(
    [
        ("move", "i2", (MOST_PLANS, 1 + MOST_IN_HAND)),  # a row and the cards given for it
        ("many", "i8", (MOST_PLANS,)),
        ("worth", "f8", (MOST_PLANS,)),
        # work arrays for the enumeration of gifts
        ("value", "f8", (SPECIES, max(CARDS) + 1)),  # of each number of cards of an animal
        ("gift", "i8", (SPECIES,)),
        ("so_far", "f8", (SPECIES + 1,)),  # value of the hand up to an animal
    ],
    align=True,
)


@compiled
def plan(s: State, rng: Rng, most: int, plans: State) -> int:
    """Write the best trades or gifts, ties in random order, and a legal knock. Return their number."""
    if s.stage != TRADE_OR_KNOCK and s.stage != CARD_GIVEN:
        return 0
    places = places_for(s, int(s.active))
    value_animals(s, places, plans)
    if s.stage == CARD_GIVEN:
        return add_gifts(s, rng, s.taking, s.to_give, most, 0, plans)
    n = 0
    if not must_knock(s):
        for row in range(s.rows):
            if may_trade(s, row):
                n = add_gifts(s, rng, row, s.row_size[row], most, n, plans)
    if may_knock(s):
        if n == most and most > 1:
            n -= 1
        place = add(worth_of_knocking(s, places), rng, most, n, plans)
        if place < most:
            plans.move[place, 0] = KNOCK
            plans.many[place] = 1
            n = min(n + 1, most)
    return n


@compiled
def value_animals(s: State, places: Places, plans: State) -> None:
    """Write the value of each animal with every number of cards that a trade can leave."""
    for animal in range(SPECIES):
        mine = int(s.hand[s.active, animal])
        most, largest = mine, 0
        for row in range(s.rows):
            most = max(most, mine + int(s.row[row, animal]))
            largest = max(largest, int(s.row_size[row]))
        for cards in range(max(mine - largest, 0), most + 1):
            plans.value[animal, cards] = worth_of(s, places, animal, cards)


@compiled
def add_gifts(s: State, rng: Rng, row: int, left: int, most: int, n: int, plans: State) -> int:
    """Enumerate all gifts for a row, or all ways to finish the current gift. Return the new number of plans.

    The gifts follow each other like the numbers of an odometer: one card more of an animal, and the remaining cards as
    late in the order of the animals as possible. So the sum up to that animal does not change.
    """
    gift, hand = plans.gift, s.hand[s.active]
    first = int(s.last_given) if s.stage == CARD_GIVEN else 0
    for animal in range(first):
        gift[animal] = 0
    give_late(s, first, left, plans)
    changed = 0
    plans.so_far[0] = 0.0
    while True:
        for animal in range(changed, SPECIES):
            cards = int(hand[animal]) + int(s.row[row, animal]) - gift[animal]
            plans.so_far[animal + 1] = plans.so_far[animal] + plans.value[animal, cards]
        worth = plans.so_far[SPECIES]
        if (n < most or worth + EQUAL > plans.worth[n - 1]) and not is_copy(s, row, plans):
            place = add(worth, rng, most, n, plans)
            if place < most:
                note(s, row, place, plans)
                n = min(n + 1, most)
        changed, later = SPECIES - 1, 0
        while changed >= first and (later == 0 or gift[changed] == hand[changed]):
            later += gift[changed]
            changed -= 1
        if changed < first:
            return n
        gift[changed] += 1
        give_late(s, changed + 1, later - 1, plans)


@compiled
def give_late(s: State, first: int, cards: int, plans: State) -> None:
    """Give this number of cards from this animal on, the last animals first."""
    for animal in range(SPECIES - 1, first - 1, -1):
        plans.gift[animal] = min(cards, int(s.hand[s.active, animal]))
        cards -= plans.gift[animal]


@compiled
def is_copy(s: State, row: int, plans: State) -> bool:
    """2.4 Return whether the gift is the row itself."""
    for animal in range(SPECIES):
        if s.given[animal] + plans.gift[animal] != s.row[row, animal]:
            return False
    return True


@compiled
def add(worth: float, rng: Rng, most: int, n: int, plans: State) -> int:
    """Insert a plan among n others, the best first. Return its index, or `most` if it is not among the best."""
    drawn = worth + EQUAL * (word(rng) / (LOW_WORD + 1.0))
    place = n
    if n == most:
        if drawn <= plans.worth[most - 1]:
            return most
        place = most - 1
    while place > 0 and plans.worth[place - 1] < drawn:
        plans.worth[place] = plans.worth[place - 1]
        plans.many[place] = plans.many[place - 1]
        for i in range(plans.many[place]):
            plans.move[place, i] = plans.move[place - 1, i]
        place -= 1
    plans.worth[place] = drawn
    return place


@compiled
def note(s: State, row: int, place: int, plans: State) -> None:
    """Write the gift as moves: the row if it is not chosen yet, then the cards in the order of the animals (2.5)."""
    many = 0
    if s.stage == TRADE_OR_KNOCK:
        plans.move[place, 0] = row
        many = 1
    for animal in range(SPECIES):
        for _ in range(plans.gift[animal]):
            plans.move[place, many] = animal
            many += 1
    plans.many[place] = many
