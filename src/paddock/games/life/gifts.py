"""The legal gifts for a row (2.3 to 2.5): any cards of the hand except exactly the cards of the row.

Cards are laid down one by one in the order of the animals, so a gift can copy the row only while it is a beginning of
that row. If a gift can be finished in two ways, at least one of them is no copy. So a card is illegal only if it
leaves a single way, and this way is the row itself.
"""

from paddock.engine.compilation.decorators import compiled
from paddock.engine.types import Moves, State
from paddock.games.life.data import SPECIES


@compiled
def one_way(cards: int, among: int, animals: int) -> bool:
    """Return whether only one set of `cards` cards exists among `among` cards of `animals` animals."""
    return cards == 0 or cards == among or animals == 1


@compiled
def animals_in_hand(s: State, first: int) -> int:
    """Return the number of different animals in the active hand, from this animal on."""
    found = 0
    for animal in range(first, SPECIES):
        found += s.hand[s.active, animal] > 0
    return found


@compiled
def can_copy(s: State, row: int) -> bool:
    """Return whether the hand has all cards of this row that have not been laid down yet."""
    for animal in range(SPECIES):
        if s.row[row, animal] - s.given[animal] > s.hand[s.active, animal]:
            return False
    return True


@compiled
def may_trade(s: State, row: int) -> bool:
    """2.4 Return whether the hand can give other cards than those of this row. Of two ways, one differs."""
    return not (one_way(s.row_size[row], s.hand_size, animals_in_hand(s, 0)) and can_copy(s, row))


@compiled
def next_copied(s: State) -> int:
    """2.4 Return the animal that continues a copy of the row, or -1 if the gift already differs from it.

    An unfinished gift has fewer cards than the row, so there is a first animal in which they differ.
    """
    row = s.row[s.taking]
    animal = 0
    while row[animal] == s.given[animal]:
        animal += 1
    return animal if row[animal] > s.given[animal] and animal >= s.last_given else -1


@compiled
def can_finish_gift(s: State) -> bool:
    """2.5 Return whether the unfinished gift can become a legal one."""
    left = 0
    for animal in range(s.last_given, SPECIES):
        left += s.hand[s.active, animal]
    if left < s.to_give:
        return False
    forced = one_way(s.to_give, left, animals_in_hand(s, s.last_given))
    return not (forced and next_copied(s) >= 0 and can_copy(s, s.taking))


@compiled
def list_gifts(s: State, out: Moves) -> int:
    """2.3 to 2.5 List the animals after which the gift can be finished, ascending. Return their number."""
    hand = s.hand[s.active]
    copied = next_copied(s)
    rest = s.to_give - 1
    left = 0
    for animal in range(s.last_given, SPECIES):
        left += hand[animal]
    animals = animals_in_hand(s, s.last_given)
    n = 0
    for animal in range(s.last_given, SPECIES):
        cards = hand[animal]
        if cards > 0:
            if left - 1 < rest:
                break
            last_of_its_kind = cards == 1
            if not (animal == copied and one_way(rest, left - 1, animals - last_of_its_kind) and can_copy(s, s.taking)):
                out[n] = animal
                n += 1
            left -= cards
            animals -= 1
    return n
