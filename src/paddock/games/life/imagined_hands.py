"""The verb `imagine` of Life is Life: resample the hands that are hidden from a seat. Numbers refer to RULES.md.

A player that has not traded has the cards that were dealt. A player that has traded collects animals: the rows that it
took match its hand, and so do its unseen cards. So such a hand gets a card of an animal with twice the weight if it
has one already, with three times the weight if it has two, and so on.
"""

from paddock.engine.compilation.decorators import compiled
from paddock.engine.rng import below
from paddock.engine.types import Rng, Seat, State
from paddock.games.life.data import SPECIES
from paddock.games.life.gifts import can_finish_gift
from paddock.games.life.rules import has_combination
from paddock.games.life.state import CARD_GIVEN


@compiled
def imagine(s: State, seat: Seat, rng: Rng) -> None:
    """2.8 Resample the unseen cards of the others until they agree with their past moves, as the true deal does."""
    deal_hidden_cards(s, seat, rng)
    while not is_credible(s, seat):
        deal_hidden_cards(s, seat, rng)


@compiled
def deal_hidden_cards(s: State, seat: int, rng: Rng) -> None:
    """Deal all cards that this seat has not seen again. The others keep their known cards."""
    for other in range(s.seats):
        if other != seat:
            for animal in range(SPECIES):
                s.unseen[animal] += s.hand[other, animal] - s.known[other, animal]
                s.hand[other, animal] = s.known[other, animal]
    for other in range(s.seats):
        if other != seat:
            hidden = int(s.held[other])
            for animal in range(SPECIES):
                hidden -= s.known[other, animal]
            for _ in range(hidden):
                animal = drawn(s, other, rng)
                s.unseen[animal] -= 1
                s.hand[other, animal] += 1


@compiled
def drawn(s: State, other: int, rng: Rng) -> int:
    """Return a random animal for this hand."""
    total = 0
    for animal in range(SPECIES):
        total += weight_of(s, other, animal)
    left = below(rng, total)
    animal = 0
    while left >= weight_of(s, other, animal):
        left -= weight_of(s, other, animal)
        animal += 1
    return animal


@compiled
def weight_of(s: State, other: int, animal: int) -> int:
    """Return the weight of one more hidden card of an animal in this hand."""
    return int(s.unseen[animal]) * (1 + int(s.traded[other]) * int(s.hand[other, animal]))


@compiled
def is_credible(s: State, seat: int) -> bool:
    """3.1 Return False if a player that has traded holds a combination; 2.5 or if the gift cannot be finished."""
    if not s.optional:
        for other in range(s.seats):
            if other != seat and s.traded[other] and has_combination(s, other):
                return False
    if s.stage == CARD_GIVEN and s.active != seat:
        return can_finish_gift(s)
    return True
