"""So ein Mist: the verbs, in the order of the rulebook. Numbers refer to the clauses of RULES.md."""

from collections import Counter

from paddock.engine.compilation.decorators import compiled
from paddock.engine.errors import BadOption
from paddock.engine.options import OptionValues
from paddock.engine.types import CHANCE, OVER, Moves, Numbers, Rng, Seat, State, Weights
from paddock.games.mist.data import ANIMALS, FACES, MOST_KINDS, MOST_PLACES, MOST_STARTING, PASSED_ON
from paddock.games.mist.state import (
    ANIMALS_DEALT,
    DIE_THROWN,
    FINISHED,
    GAP,
    GAP_FILLED,
    NOBODY,
    PASSED_SHOWN,
    PATH_LAID,
    STARTER_DRAWN,
    STOP_OR_MORE,
)

STOP, MORE = 0, 1
ACTIONS = MORE + 1
SPECIES = len(ANIMALS)

# ---- 1. Set-up


def start(s: State, players: int, options: OptionValues) -> None:
    """Write the start position: shuffled piles and no cards on the table (1.1 to 1.5)."""
    assert isinstance(options["cards"], tuple)
    assert isinstance(options["starting"], tuple)
    cards, starting = Counter(options["cards"]), Counter(options["starting"])
    passed_on = PASSED_ON[players] if options["passing"] else 0
    draws = cards.total() - passed_on - 1  # 1.6 one card goes to the path; FEWEST_CARDS leaves at least one to draw
    # No figure may land on its own place: 5.3 leaves one gap behind each turn.
    needed = FACES + 1 - (1 if options["another_round"] else players)
    if starting.total() < needed:
        raise BadOption(
            f"option starting: {players} players need at least {needed} starting cards, else one could land on oneself",
            code="few_starting_cards",
            field="starting",
            players=players,
            least=needed,
        )
    s.turn, s.stage, s.seats = CHANCE, ANIMALS_DEALT, players
    s.dice, s.doubling, s.tally, s.passed_on = options["dice"], options["doubling"], options["tally"], passed_on
    s.kinds, s.pile_size, s.starting_kinds = len(cards), cards.total(), len(starting)
    for kind, value in enumerate(sorted(cards)):
        s.values[kind] = value
        s.stock[:players, kind] = cards[value]
    for kind, value in enumerate(sorted(starting)):
        s.starting_values[kind] = value
        s.starting[kind] = starting[value]
    s.draws[:players] = draws
    s.taken[:players] = passed_on
    s.places = players + starting.total()
    s.place[:] = NOBODY
    s.animal[:] = NOBODY
    s.last_turn = players * (draws + (1 if options["another_round"] else 0))


@compiled
def deal_animal(s: State, animal: int) -> None:
    """1.1 Deal one animal to each seat, from seat 1 on."""
    s.animal[s.active] = animal
    s.active += 1
    if s.active == s.seats:
        s.active = 0
        s.stage = PATH_LAID


@compiled
def is_dealt(s: State, animal: int) -> bool:
    for seat in range(s.active):
        if s.animal[seat] == animal:
            return True
    return False


@compiled
def lay_card(s: State, card: int) -> None:
    """1.6, 1.7 Lay the next card of the path. A player's figure stands at the card of its own animal."""
    at = s.laid
    if card < MOST_STARTING:
        s.starting[card] -= 1
        s.owner[at] = NOBODY
        s.value[at] = s.starting_values[card]
    else:
        seat, kind = divmod(card - MOST_STARTING, MOST_KINDS)
        s.stock[seat, kind] -= 1
        s.owner[at] = seat
        s.value[at] = s.values[kind]
        s.place[seat] = at
    s.laid += 1
    if s.laid == s.places:
        s.stage = STARTER_DRAWN


@compiled
def choose_starter(s: State, seat: int) -> None:
    """1.8 The starting player is random."""
    s.starter = s.active = seat
    begin_turn(s)


# ---- 2. A turn


@compiled
def begin_turn(s: State) -> None:
    """2.1 Every turn begins with one die."""
    s.turns += 1
    s.thrown = 0
    s.count = 0
    s.stage = DIE_THROWN
    s.turn = CHANCE


@compiled
def throw(s: State, die: int) -> None:
    """2.2 to 2.4 Add the newest die. The player chooses, or is forced to stop."""
    repeated = (s.thrown >> die) & 1
    s.thrown |= 1 << die
    s.count += 1
    s.die = die
    if repeated or s.count == s.dice:
        walk(s)
    else:
        s.stage = STOP_OR_MORE
        s.turn = s.active


@compiled
def landing(s: State, seat: int, steps: int) -> int:
    """3.1, 5.3 Return the place this number of cards clockwise; gaps are not counted."""
    at = int(s.place[seat])
    if not has_gap(s):  # nearly always; it avoids a loop with unpredictable length
        at += steps
        return at if at < s.places else at - s.places  # once round at most: the path is longer than any die
    while steps > 0:
        at += 1
        if at == s.places:
            at = 0
        if s.owner[at] != GAP:
            steps -= 1
    return at


@compiled
def has_gap(s: State) -> bool:
    """Return whether a card is missing from the path."""
    found = False
    for at in range(MOST_PLACES):
        found = found | (s.owner[at] == GAP)
    return found


@compiled
def taker(s: State, walker: int, at: int) -> int:
    """3.2, 3.3 Return the seat that takes the card: the last figure that came to the place before, else the walker."""
    found = walker
    latest = -1
    for seat in range(s.seats):
        later = (s.place[seat] == at) & (seat != walker) & (s.arrived[seat] > latest)
        latest = int(s.arrived[seat]) if later else latest
        found = seat if later else found
    return found


@compiled
def walk(s: State) -> None:
    """3. Walk by the newest die. A seat takes the card there, and a new card fills the gap."""
    at = landing(s, s.active, s.die)
    take(s, taker(s, s.active, at), s.owner[at], s.value[at])
    s.place[s.active] = at
    s.arrived[s.active] = s.turns
    s.owner[at] = GAP
    s.value[at] = 0
    if s.draws[s.active] > 0:
        s.gap = at
        s.stage = GAP_FILLED
        s.turn = CHANCE
    else:
        end_turn(s)  # 5.3 nothing left to fill the gap with


@compiled
def take(s: State, seat: int, owner: int, value: int) -> None:
    """3.2 Put a card on a scoring pile."""
    s.taken[seat] += 1
    count(s, seat, owner, value)


@compiled
def count(s: State, seat: int, owner: int, value: int) -> None:
    """4.3 Add the points of a card to a scoring pile."""
    points = worth(s, seat, owner, value)
    s.points[seat] += points
    s.food[seat] += max(points, 0)


@compiled
def worth(s: State, seat: int, owner: int, value: int) -> int:
    """5.1 Return the points of a card for this seat."""
    points = int(value)  # int: a doubled 99 of a house rule overflows the field
    return 2 * points if s.doubling and owner == seat else points


@compiled
def fill_gap(s: State, kind: int) -> None:
    """3.4 Fill the gap from the active player's own pile, also if another seat took the card."""
    s.stock[s.active, kind] -= 1
    s.draws[s.active] -= 1
    s.owner[s.gap] = s.active
    s.value[s.gap] = s.values[kind]
    end_turn(s)


@compiled
def end_turn(s: State) -> None:
    """2.1, 4.1 Pass the turn to the left neighbour, until all piles are used up."""
    if s.turns == s.last_turn:
        turn_over_passed_cards(s)
        return
    s.active += 1
    if s.active == s.seats:
        s.active = 0
    begin_turn(s)


# ---- 4. The end


@compiled
def turn_over_passed_cards(s: State) -> None:
    """4.2 Turn over the next passed card, or end the match."""
    if s.shown == s.seats * s.passed_on:
        s.stage = FINISHED
        s.turn = OVER
    else:
        s.stage = PASSED_SHOWN
        s.turn = CHANCE


@compiled
def giver(s: State) -> int:
    """Return the seat whose passed card is turned over next: seat by seat, left before right."""
    return s.shown // s.passed_on  # type: ignore[no-any-return]


@compiled
def show_passed(s: State, kind: int) -> None:
    """1.5, 4.2 Turn over a passed card. It never counts double, since it shows the neighbour's animal."""
    seat = giver(s)
    to_the_left = s.shown % s.passed_on == 0
    receiver = (seat + 1) % s.seats if to_the_left else (seat + s.seats - 1) % s.seats
    s.stock[seat, kind] -= 1
    count(s, receiver, seat, s.values[kind])
    s.shown += 1
    turn_over_passed_cards(s)


@compiled
def payoff(s: State, out: Numbers) -> None:
    """4.3, 4.4 Most points win, then most food. Players with equal points and food share the victory."""
    winners = 0
    for seat in range(s.seats):
        out[seat] = 1.0
        for rival in range(s.seats):
            if s.points[rival] > s.points[seat] or (s.points[rival] == s.points[seat] and s.food[rival] > s.food[seat]):
                out[seat] = 0.0
        winners += int(out[seat])
    for seat in range(s.seats):
        out[seat] /= winners


@compiled
def score(s: State, out: Numbers) -> None:
    """4.3 Write the totals of the scoring piles."""
    for seat in range(s.seats):
        out[seat] = s.points[seat]


# ---- The verbs


@compiled
def turn(s: State) -> int:
    return s.turn  # type: ignore[no-any-return]


@compiled
def unseen_pile(s: State) -> int:
    """Return the seat whose unseen cards chance draws from now."""
    return s.active if s.stage == GAP_FILLED else giver(s)


@compiled
def moves(s: State, out: Moves) -> int:
    n = 0
    if s.stage == STOP_OR_MORE:  # 2.2
        out[0] = STOP
        out[1] = MORE
        n = 2
    elif s.stage == DIE_THROWN:
        for die in range(1, FACES + 1):
            out[n] = die
            n += 1
    elif s.stage == GAP_FILLED or s.stage == PASSED_SHOWN:
        seat = unseen_pile(s)
        for kind in range(s.kinds):
            out[n] = kind  # always written, but counted only if a card is left: no branch to mispredict
            n += int(s.stock[seat, kind] > 0)
    elif s.stage == PATH_LAID:
        for kind in range(s.starting_kinds):
            if s.starting[kind] > 0:
                out[n] = kind
                n += 1
        for seat in range(s.seats):
            if s.place[seat] == NOBODY:
                for kind in range(s.kinds):
                    out[n] = MOST_STARTING + seat * MOST_KINDS + kind
                    n += 1
    elif s.stage == STARTER_DRAWN:
        for seat in range(s.seats):
            out[n] = seat
            n += 1
    elif s.stage == ANIMALS_DEALT:
        for animal in range(SPECIES):
            if not is_dealt(s, animal):
                out[n] = animal
                n += 1
    return n


@compiled
def weights(s: State, out: Weights) -> int:
    n = 0
    total = 0
    if s.stage == DIE_THROWN:
        for die in range(FACES):
            out[die] = 1
        return FACES
    if s.stage == GAP_FILLED or s.stage == PASSED_SHOWN:
        seat = unseen_pile(s)
        for kind in range(s.kinds):
            cards = s.stock[seat, kind]
            out[n] = cards
            n += int(cards > 0)
            total += cards
    elif s.stage == PATH_LAID:
        # All cards that are not laid yet are equally likely. The card of an animal is any of its cards.
        for kind in range(s.starting_kinds):
            if s.starting[kind] > 0:
                out[n] = s.starting[kind] * s.pile_size
                total += out[n]
                n += 1
        for seat in range(s.seats):
            if s.place[seat] == NOBODY:
                for kind in range(s.kinds):
                    out[n] = s.stock[seat, kind]
                    total += out[n]
                    n += 1
    else:
        for i in range(s.seats if s.stage == STARTER_DRAWN else SPECIES - s.active):
            out[i] = 1
            total += 1
    return total


@compiled
def apply(s: State, move: int) -> None:
    if s.stage == STOP_OR_MORE:
        if move == STOP:
            walk(s)
        else:
            s.stage = DIE_THROWN
            s.turn = CHANCE
    elif s.stage == DIE_THROWN:
        throw(s, move)
    elif s.stage == GAP_FILLED:
        fill_gap(s, move)
    elif s.stage == PATH_LAID:
        lay_card(s, move)
    elif s.stage == ANIMALS_DEALT:
        deal_animal(s, move)
    elif s.stage == STARTER_DRAWN:
        choose_starter(s, move)
    else:
        show_passed(s, move)


@compiled
def imagine(s: State, seat: Seat, rng: Rng) -> None:
    """Change nothing: all seats know the same, since unseen cards are drawn only when they turn up (1.5)."""
