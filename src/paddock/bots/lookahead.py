"""One turn ahead, exactly: every choice and every die up to the next settled positions, which are judged.

At a decision the seat to move takes what is best for itself, at a die or a card the outcomes count by their weights.
Different ways often lead to one position, so what a position is worth is remembered. Near the end of a match, where
few turns can follow (the skill `horizon`), they are followed too: then nothing but the end is judged, and exactly.
Of moves that end a turn, whoever takes time (the owl) follows the best for one turn more.
"""

from typing import Any, Final

import numpy as np

from paddock.bots.judgement import judge, judgement_of
from paddock.bots.levels import BRIEF
from paddock.bots.mind import MOST_SEATS, record_with, seats_of
from paddock.rules.chance import LOW_WORD, MULTIPLIER, WORD_BITS
from paddock.rules.compiler import compiled, inlined
from paddock.rules.game import Game
from paddock.rules.kinds import CHANCE, OVER, Moves, Numbers, Rng, State
from paddock.rules.skills import horizon, settled
from paddock.rules.verbs import apply, moves, payoff, turn, weights

DEEPEST: Final = 64
"""Events after a choice that are followed at most; a position at the bottom is judged as it stands."""
REMEMBERED: Final = 1 << 16
"""Positions whose worth is remembered; a power of two."""
PROBES: Final = 8
"""Places where the worth of one position may be found; a power of two."""
FURTHER: Final = 48
"""Imagined games that count as much as a look at one move's next turn, where a budget beyond the brief one is given."""
PLACE_BITS: Final = np.uint64(20)
"""Where the bits of a hash begin that say the first of them."""


def lookahead_of(game: Game) -> np.dtype[Any]:
    """The record of a mind that looks a turn ahead; positions are remembered by their words."""
    word = np.dtype(f"u{game.state.alignment}")  # a record is a whole number of them
    return record_with(
        [
            *seats_of(game),
            *judgement_of(game),
            ("position", np.dtype((State, game.state)), (DEEPEST,)),
            ("further", "i8", (DEEPEST,)),  # settled positions that are not judged but followed from here on
            ("looked", "i8", (game.most_moves,)),  # moves that were followed for a turn more
            ("whose", "i8", (DEEPEST,)),
            ("listed", "i2", (DEEPEST, game.most_moves)),
            ("heavy", "i4", (DEEPEST, game.most_moves)),
            ("many", "i8", (DEEPEST,)),
            ("next", "i8", (DEEPEST,)),
            ("total", "f8", (DEEPEST,)),
            ("value", "f8", (DEEPEST, MOST_SEATS)),
            ("key", "u8", (DEEPEST,)),
            ("memo_key", "u8", (REMEMBERED,)),
            ("memo_value", "f8", (REMEMBERED, MOST_SEATS)),
            ("memo_age", "i8", (REMEMBERED,)),
            ("age", "i8"),  # what was remembered in another age is forgotten
        ],
        read="position",
        also="words",
        numbers=np.dtype((word, (DEEPEST, game.state.itemsize // word.itemsize))),
    )


@compiled
def look_ahead(mind: State, s: State, rng: Rng, listed: Moves) -> int:
    """What every legal move is worth to each seat."""
    n = moves(s, listed)
    for i in range(n):
        mind.position[0] = s
        apply(mind.position[0], listed[i])
        evaluate(mind, horizon(s))
        for seat in range(mind.players):
            mind.worth[i, seat] = mind.value[0, seat]
        mind.error[i] = mind.off[0]
    most = (mind.iterations[turn(s)] - BRIEF) // FURTHER
    if most > 1 and horizon(s) == 0 and all_end_the_turn(mind, s, listed, n):
        look_further(mind, s, listed, n, most)
    return n


@compiled
def all_end_the_turn(mind: State, s: State, listed: Moves, n: int) -> bool:
    """Whether no die and no card comes before the turn is over, whichever of these moves is made."""
    for i in range(n):
        mind.position[0] = s
        apply(mind.position[0], listed[i])
        if turn(mind.position[0]) == CHANCE and not settled(mind.position[0]):
            return False
    return True


@compiled
def look_further(mind: State, s: State, listed: Moves, n: int, most: int) -> None:
    """Follow the best so many moves for one turn more; none of the others is then thought to be better than those."""
    seat, lowest = turn(s), 1.0
    for i in range(n):
        mind.looked[i] = 0
    for _ in range(min(most, n)):
        best = -1
        for i in range(n):
            if mind.looked[i] == 0 and (best < 0 or mind.worth[i, seat] > mind.worth[best, seat]):
                best = i
        mind.position[0] = s
        apply(mind.position[0], listed[best])
        evaluate(mind, 1)
        mind.looked[best] = 1
        lowest = min(lowest, mind.value[0, seat])
        for other in range(mind.players):
            mind.worth[best, other] = mind.value[0, other]
    for i in range(n):
        excess = mind.worth[i, seat] - lowest
        if mind.looked[i] == 0 and excess > 0.0:
            for other in range(mind.players):
                if other == seat or mind.together:
                    mind.worth[i, other] = lowest
                else:
                    mind.worth[i, other] += excess / (mind.players - 1)


@compiled
def appraise_ahead(mind: State, s: State, begun: bool, rng: Rng, listed: Moves, out: Numbers) -> bool:
    """By looking ahead; while the table is laid out, too much is still to come."""
    if not begun and not settled(s) and turn(s) != OVER:
        return False
    mind.position[0] = s
    evaluate(mind, horizon(s))
    for seat in range(mind.players):
        out[seat] = mind.value[0, seat]
    return True


@compiled
def expect_ahead(mind: State, s: State, out: Numbers) -> bool:
    """One turn further."""
    mind.position[0] = s
    evaluate(mind, 1)
    for seat in range(mind.players):
        out[seat] = mind.value[0, seat]
    return True


@compiled
def evaluate(mind: State, further: int) -> None:
    """What the first position is worth to each seat, into the first value; so many settled ones are followed."""
    mind.further[0] = further
    if not enter(mind, 0):
        walk(mind)


@compiled
def walk(mind: State) -> None:
    """The same, when its branches are laid out; a stack of its own serves as recursion."""
    depth = 0
    while depth >= 0:
        at = mind.next[depth]
        if at == mind.many[depth]:
            leave(mind, depth)
            depth -= 1
            if depth >= 0:
                gather(mind, depth)
            continue
        mind.position[depth + 1] = mind.position[depth]
        mind.further[depth + 1] = mind.further[depth]
        apply(mind.position[depth + 1], mind.listed[depth, at])
        if enter(mind, depth + 1):
            gather(mind, depth)
        else:
            depth += 1


@compiled
def enter(mind: State, depth: int) -> bool:
    """Come to a position: True if its worth is known at once, else its branches are laid out."""
    s, value = mind.position[depth], mind.value[depth]
    whose = turn(s)
    if whose == OVER:
        payoff(s, value)
        return True
    key = hashed(mind, depth)
    if recall(mind, key, value):
        return True
    if settled(s):
        mind.further[depth] -= 1
    if mind.further[depth] < 0 or depth == DEEPEST - 1:
        judge(mind, s, value)
        remember(mind, key, value)
        return True
    mind.key[depth] = key
    mind.whose[depth] = whose
    mind.many[depth] = moves(s, mind.listed[depth])
    mind.next[depth] = 0
    mind.total[depth] = weights(s, mind.heavy[depth]) if whose == CHANCE else 0
    for seat in range(mind.players):
        value[seat] = 0.0
    return False


@compiled
def gather(mind: State, depth: int) -> None:
    """Take the worth of the branch just looked at into that of the position above it."""
    value, branch = mind.value[depth], mind.value[depth + 1]
    at, whose = mind.next[depth], mind.whose[depth]
    mind.next[depth] = at + 1
    if whose == CHANCE:
        for seat in range(mind.players):
            value[seat] += mind.heavy[depth, at] * branch[seat]
    elif at == 0 or branch[whose] > value[whose]:
        for seat in range(mind.players):
            value[seat] = branch[seat]


@compiled
def leave(mind: State, depth: int) -> None:
    """All branches of a position are known. Whole weights are divided once, so that no chance is ever above 1."""
    if mind.whose[depth] == CHANCE:
        for seat in range(mind.players):
            mind.value[depth, seat] /= mind.total[depth]
    remember(mind, mind.key[depth], mind.value[depth])


# ---- What was seen before


@inlined
def hashed(mind: State, depth: int) -> np.uint64:
    """A number that no other position, and this one seen no further or less far, has; mixed as `chance.word` does."""
    key = MULTIPLIER + np.uint64(mind.further[depth])
    words = mind.words[depth]
    for i in range(len(words)):
        key ^= np.uint64(words[i])
        key = (key & LOW_WORD) * MULTIPLIER + (key >> WORD_BITS)
    return key


@inlined
def place_of(key: np.uint64, probe: int) -> int:
    return (np.int64(key >> PLACE_BITS) + probe) & (REMEMBERED - 1)  # type: ignore[return-value]


@compiled
def recall(mind: State, key: np.uint64, value: Numbers) -> bool:
    for probe in range(PROBES):
        place = place_of(key, probe)
        if mind.memo_key[place] == key and mind.memo_age[place] == mind.age:
            for seat in range(mind.players):
                value[seat] = mind.memo_value[place, seat]
            return True
    return False


@compiled
def remember(mind: State, key: np.uint64, value: Numbers) -> None:
    """In the first free place; where all are taken, in one that the key itself chooses."""
    place = place_of(key, np.int64(key) & (PROBES - 1))  # type: ignore[arg-type]
    for probe in range(PROBES):
        other = place_of(key, probe)
        if mind.memo_age[other] != mind.age:
            place = other
            break
    mind.memo_key[place] = key
    mind.memo_age[place] = mind.age
    for seat in range(mind.players):
        mind.memo_value[place, seat] = value[seat]
