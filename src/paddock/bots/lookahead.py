"""One turn ahead, exactly: every choice and every die up to the next settled positions, which are judged.

At a decision the seat to move takes what is best for itself, at a die or a card the outcomes count by their weights.
Different ways often lead to one position, so what a position is worth is remembered. Near the end of a match, where
little can follow (the skill `horizon`), all of it is followed: then nothing but the end is judged, and exactly.
Of moves that end a turn, whoever takes time (the owl) follows the best for one turn more.

Turns may go by in which nothing changes, so a position can come back, and what it is worth rests on what it is worth.
Then it counts as much as it was thought to, is looked at anew with what that gave, and so on until nothing changes: a
match ends some day whatever is chosen, so every look is nearer to the one answer there is. While the choices stay the
same, looks differ by ever the same share of the difference before, so every other time all that would follow is added.
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
from paddock.rules.skills import TO_THE_END, horizon, settled
from paddock.rules.verbs import apply, moves, payoff, turn, weights

DEEPEST: Final = 64
"""Events after a choice that are followed at most; a position at the bottom is judged as it stands."""
REMEMBERED: Final = 1 << 16
"""Positions whose worth is remembered; a power of two."""
PROBES: Final = 8
"""Places where the worth of one position may be found; a power of two."""
FURTHER: Final = 48
"""Imagined games that count as much as a look at one move's next turn, where a budget beyond the brief one is given."""
NOTHING: Final = DEEPEST
"""What a worth rests on that is known for good."""
STEADY: Final = 1e-12
"""Another look changed nothing if it changed a chance by no more than this."""
MOST_LOOKS: Final = 1000
"""At a position that comes back; three are enough while the choices stay the same."""
LARGEST_SHARE: Final = 0.5
"""With no more than this, what is added cannot lead farther away, if then the choices are others."""
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
            ("looks_at", "i8", (DEEPEST,)),  # how often a position was looked at; 0 until it came back
            ("thought", "f8", (DEEPEST, MOST_SEATS)),  # what it counts as when it comes back
            ("change", "f8", (DEEPEST,)),  # of that, by the last look
            ("rests_on", "i8", (DEEPEST,)),  # the uppermost position whose thought went into this worth
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
            ("memo_rests_on", "i8", (REMEMBERED,)),
            ("age", "i8"),  # what was remembered in another age is forgotten
            ("guesses", "i8"),  # how often thoughts changed; worths that rest on older ones are forgotten
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
            if leave(mind, depth):
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
    mind.rests_on[depth] = NOTHING
    if whose == OVER:
        payoff(s, value)
        return True
    key = hashed(mind, depth)
    if recall(mind, key, depth):
        return True
    if settled(s):
        if mind.further[depth] != TO_THE_END:
            mind.further[depth] -= 1
        elif comes_back(mind, key, depth):
            return True
    if mind.further[depth] < 0 or depth == DEEPEST - 1:
        judge(mind, s, value)
        remember(mind, key, depth)
        return True
    mind.key[depth] = key
    mind.whose[depth] = whose
    mind.many[depth] = moves(s, mind.listed[depth])
    mind.next[depth] = 0
    mind.total[depth] = weights(s, mind.heavy[depth]) if whose == CHANCE else 0
    mind.looks_at[depth] = 0
    for seat in range(mind.players):
        value[seat] = 0.0
        mind.thought[depth, seat] = 1.0 / mind.players
    return False


@compiled
def comes_back(mind: State, key: np.uint64, depth: int) -> bool:
    """Whether a position is one of those above it; then it counts as that one is thought to."""
    for above in range(depth):
        if mind.key[above] == key:
            mind.rests_on[depth] = above
            mind.looks_at[above] = max(mind.looks_at[above], 1)
            for seat in range(mind.players):
                mind.value[depth, seat] = mind.thought[above, seat]
            return True
    return False


@compiled
def gather(mind: State, depth: int) -> None:
    """Take the worth of the branch just looked at into that of the position above it."""
    value, branch = mind.value[depth], mind.value[depth + 1]
    at, whose = mind.next[depth], mind.whose[depth]
    mind.next[depth] = at + 1
    mind.rests_on[depth] = min(mind.rests_on[depth], mind.rests_on[depth + 1])
    if whose == CHANCE:
        for seat in range(mind.players):
            value[seat] += mind.heavy[depth, at] * branch[seat]
    elif at == 0 or branch[whose] > value[whose]:
        for seat in range(mind.players):
            value[seat] = branch[seat]


@compiled
def leave(mind: State, depth: int) -> bool:
    """All branches of a position are known: True if so is its worth, else they are looked at anew.

    Whole weights are divided once, so that no chance is ever above 1.
    """
    if mind.whose[depth] == CHANCE:
        for seat in range(mind.players):
            mind.value[depth, seat] /= mind.total[depth]
    if mind.looks_at[depth] > 0:
        mind.guesses += 1
        change = surprise(mind, depth)
        if change > STEADY and mind.looks_at[depth] < MOST_LOOKS:
            look_anew(mind, depth, change)
            return False
        if mind.rests_on[depth] == depth:
            mind.rests_on[depth] = NOTHING
    remember(mind, mind.key[depth], depth)
    return True


@compiled
def surprise(mind: State, depth: int) -> float:
    """How far what a position turned out to be worth is from what it was thought to be."""
    change = 0.0
    for seat in range(mind.players):
        change = max(change, abs(mind.value[depth, seat] - mind.thought[depth, seat]))
    return change


@compiled
def look_anew(mind: State, depth: int, change: float) -> None:
    """At all branches, now that it is thought to be worth what came out, or what further looks would come to."""
    beyond = 0.0
    if mind.looks_at[depth] % 2 == 0:
        share = min(change / mind.change[depth], LARGEST_SHARE)
        beyond = share / (1.0 - share)
    for seat in range(mind.players):
        value = mind.value[depth, seat]
        thought = value + beyond * (value - mind.thought[depth, seat])
        mind.thought[depth, seat] = min(max(thought, 0.0), 1.0)
        mind.value[depth, seat] = 0.0
    mind.change[depth] = change
    mind.looks_at[depth] += 1
    mind.next[depth] = 0
    mind.rests_on[depth] = NOTHING


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
def recall(mind: State, key: np.uint64, depth: int) -> bool:
    for probe in range(PROBES):
        place = place_of(key, probe)
        if mind.memo_key[place] == key and is_valid(mind, place):
            mind.rests_on[depth] = mind.memo_rests_on[place]
            for seat in range(mind.players):
                mind.value[depth, seat] = mind.memo_value[place, seat]
            return True
    return False


@inlined
def is_valid(mind: State, place: int) -> bool:
    """Whether what is remembered here still holds; what rests on thoughts is marked by a number below 0."""
    return (mind.memo_age[place] == mind.age) | (mind.memo_age[place] == ~mind.guesses)  # type: ignore[no-any-return]


@compiled
def remember(mind: State, key: np.uint64, depth: int) -> None:
    """In the first free place; where all are taken, in one that the key itself chooses."""
    place = place_of(key, np.int64(key) & (PROBES - 1))  # type: ignore[arg-type]
    for probe in range(PROBES):
        other = place_of(key, probe)
        if not is_valid(mind, other):
            place = other
            break
    mind.memo_key[place] = key
    mind.memo_rests_on[place] = mind.rests_on[depth]
    mind.memo_age[place] = mind.age if mind.rests_on[depth] == NOTHING else ~mind.guesses
    for seat in range(mind.players):
        mind.memo_value[place, seat] = mind.value[depth, seat]
