"""What a player of Life is Life may imagine of the hands that are hidden from it. Numbers refer to RULES.md."""

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
    """The others keep their known cards; all else that this seat has not seen is shuffled and dealt again."""
    for other in range(s.seats):
        if other != seat:
            for animal in range(SPECIES):
                s.unseen[animal] += s.hand[other, animal] - s.known[other, animal]
                s.hand[other, animal] = s.known[other, animal]
    pool = 0
    for animal in range(SPECIES):
        pool += s.unseen[animal]
    for other in range(s.seats):
        if other != seat:
            hidden = s.held[other]
            for animal in range(SPECIES):
                hidden -= s.known[other, animal]
            for _ in range(hidden):
                left = below(rng, pool)
                animal = 0
                while left >= s.unseen[animal]:
                    left -= s.unseen[animal]
                    animal += 1
                s.unseen[animal] -= 1
                s.hand[other, animal] += 1
                pool -= 1


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
