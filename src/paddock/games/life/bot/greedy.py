"""The optional verb `greedy` of Life is Life: the best trade within one turn, or a knock. Numbers refer to RULES.md.

The value of a hand is its expected points if hands were counted now (`hidden_cards.py`).

The value of a knock is the value of the current hand, so greedy knocks when no trade improves the hand. It never
knocks with less than a fair share of the points. (Against equal players no threshold is as good, and a threshold of
1.2 fair shares or more is worse.)
"""

from typing import Final

from paddock.engine.compilation.decorators import compiled
from paddock.engine.compilation.tuple_replace import replaced
from paddock.engine.rng import below
from paddock.engine.types import Moves, Rng, State
from paddock.games.life.data import CARDS, CAT, MOST_IN_HAND, MOST_POINTS, PIG, RABBIT, SPECIES
from paddock.games.life.hidden_cards import Places, expected, places_for
from paddock.games.life.rules import KNOCK, moves
from paddock.games.life.state import CARD_GIVEN, DECLARE_OR_NOT, NOBODY

SUDDEN: Final = float(SPECIES * MOST_POINTS + 1)
"""The value of a combination: more than all animals together."""
IMPOSSIBLE: Final = 9 * SUDDEN
EQUAL: Final = 1e-9
"""Values this close are equal; they differ only in rounding."""

NO_LOSSES: Final = (0.0,) * (max(CARDS) + 1)
NO_GIFTS: Final = (IMPOSSIBLE,) * (MOST_IN_HAND + 1)


@compiled
def greedy(s: State, rng: Rng, moves_buf: Moves) -> int:
    """Return the row, the card or the knock with the most valuable hand. Ties are broken at random."""
    n = moves(s, moves_buf)
    if n == 1 or s.stage == DECLARE_OR_NOT:
        return moves_buf[0]  # type: ignore[no-any-return]  # 6.3 DECLARE comes before SILENT
    places = places_for(s, int(s.active))
    best, ties, chosen = -IMPOSSIBLE, 0, 0
    for i in range(n):
        move = int(moves_buf[i])
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
    """2.6, 2.7 Return the value of the current hand; before the last round only with a fair share of all points."""
    worth = worth_with(s, places, NOBODY)
    points = 0
    for animal in range(SPECIES):
        points += int(s.values[animal])
    return worth if s.knocker != NOBODY or worth * s.players_left >= points else -SUDDEN


# ---- The value of a hand


@compiled
def worth_with(s: State, places: Places, row: int) -> float:
    """Return the value of the hand together with this row, or alone (NOBODY)."""
    worth = 0.0
    for animal in range(SPECIES):
        cards = int(s.hand[s.active, animal])
        if row != NOBODY:
            cards += s.row[row, animal]
        worth += worth_of(s, places, animal, cards)
    return worth


@compiled
def worth_of(s: State, places: Places, animal: int, cards: int) -> float:
    """3.1, 6.1 Return SUDDEN for a combination; 4.2 to 4.4 else the points of a majority times its chance."""
    if cards == CARDS[animal] and RABBIT <= animal <= (PIG if s.advanced else CAT):
        return SUDDEN
    return expected(s, int(s.active), places, animal, cards, int(s.values[animal]))


# ---- The cost of a gift


@compiled
def least_loss(s: State, places: Places, row: int, left: int, first: int, least: int) -> float:
    """Return the least loss of the hand with this row by a gift of `left` cards from animal `first` on.

    The gift has at least `least` cards of animal `first`. The loop goes animal by animal: `lost[n]` is the least loss
    by n cards that are not a beginning of the row. The gift that copies the row (2.4) has `copied` cards and is
    computed separately.
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
