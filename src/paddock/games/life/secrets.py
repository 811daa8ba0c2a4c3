"""What a player of Life is Life may imagine of the hands that are hidden from it. Numbers refer to RULES.md.

Whoever has not traded has what was dealt. Whoever has traded collects: it has taken what suits its hand, and what it
has kept unseen suits that too. So into such a hand a card of an animal comes twice as likely if there is one already,
three times if there are two, and so on.
"""

from paddock.games.life.data import SPECIES
from paddock.games.life.gifts import can_finish_gift
from paddock.games.life.rules import has_combination
from paddock.games.life.state import CARD_GIVEN
from paddock.rules.chance import below
from paddock.rules.compiler import compiled
from paddock.rules.kinds import Rng, Seat, State


@compiled
def imagine(s: State, seat: Seat, rng: Rng) -> None:
    """2.8 Deal anew what the others hold unseen, until it agrees with what they did; the true deal does."""
    deal_hidden_cards(s, seat, rng)
    while not is_credible(s, seat):
        deal_hidden_cards(s, seat, rng)


@compiled
def deal_hidden_cards(s: State, seat: int, rng: Rng) -> None:
    """The others keep their known cards; all else that this seat has not seen is dealt again."""
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
    """A card for this hand."""
    total = 0
    for animal in range(SPECIES):
        total += likely(s, other, animal)
    left = below(rng, total)
    animal = 0
    while left >= likely(s, other, animal):
        left -= likely(s, other, animal)
        animal += 1
    return animal


@compiled
def likely(s: State, other: int, animal: int) -> int:
    """How likely this hand has one more of the hidden cards of an animal, beside all others."""
    return int(s.unseen[animal]) * (1 + int(s.traded[other]) * int(s.hand[other, animal]))


@compiled
def is_credible(s: State, seat: int) -> bool:
    """3.1 Whoever traded would have ended the phase with a combination. 2.5 Whoever gives cards can finish."""
    if not s.optional:
        for other in range(s.seats):
            if other != seat and s.traded[other] and has_combination(s, other):
                return False
    if s.stage == CARD_GIVEN and s.active != seat:
        return can_finish_gift(s)
    return True
