"""The skill `greedy`: stop or throw on, by the exact expectation of what this turn does to one's lead.

A turn moves one card, and the newest die alone says which and to whom. So six gains are looked up once, and the dice
that may still fall are averaged over them: six equally likely faces, of which those that repeat a number or come last
are walked by at once (2.3, 2.4), and the others stopped on or not, whichever is better.

A gain is the change of the lead over the mean of the rivals: dung for somebody else is worth something. (With four at
the table, who counts only own points takes 24.0 % among three who count so, and who counts so 26.4 % among three who
count only own points; the fair share is 25 %, the standard error of 60,000 games 0.2 %.)
All is counted in whole numbers, so equal choices are found equal, and go by lot.
"""

from typing import Final, TypeAlias

from paddock.games.mist.data import FACES
from paddock.games.mist.rules import MORE, STOP, landing, moves, taker, worth
from paddock.rules.chance import below
from paddock.rules.compiler import compiled
from paddock.rules.kinds import Moves, Rng, State
from paddock.rules.tuples import replaced

Six: TypeAlias = tuple[int, int, int, int, int, int]
"""What a walk by each face brings, from 1 on; or a stack of numbers."""
BASE: Final = FACES + 1
"""A number and a die are one number, the die as its last digit."""


@compiled
def greedy(s: State, rng: Rng, listed: Moves) -> int:
    """Throw on if that brings more on average than the newest die does."""
    n = moves(s, listed)
    gains = gains_of(s, s.active)
    left = int(s.dice) - int(s.count)
    stopping = gains[s.die - 1] * FACES**left
    going_on = throwing_on(gains, int(s.thrown), left)
    if stopping == going_on:
        return listed[below(rng, n)]  # type: ignore[no-any-return]
    return MORE if going_on > stopping else STOP


@compiled
def gains_of(s: State, walker: int) -> Six:
    """What a walk by each face brings this player, if it were made now."""
    return (
        gain(s, walker, 1),
        gain(s, walker, 2),
        gain(s, walker, 3),
        gain(s, walker, 4),
        gain(s, walker, 5),
        gain(s, walker, 6),
    )


@compiled
def gain(s: State, walker: int, die: int) -> int:
    """3. The change of the walker's lead over the mean of the rivals by this walk, times their number."""
    at = landing(s, walker, die)
    seat = taker(s, walker, at)
    points = worth(s, seat, s.owner[at], s.value[at])
    return points * (int(s.seats) - 1) if seat == walker else -points


@compiled
def throwing_on(gains: Six, thrown: int, left: int) -> int:
    """The mean gain of throwing one more die and going on as well as possible, times 6 for each die left.

    A walk through all sets of numbers that may be thrown on from. It keeps the sets before on a stack of its own:
    Numba cannot keep functions that call themselves on disk (its issue 6061).
    """
    of_all = gains[0] + gains[1] + gains[2] + gains[3] + gains[4] + gains[5]
    if left == 1:
        return of_all
    before: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    depth = total = 0
    die, weight = 1, FACES ** (left - 1)
    while depth > 0 or die <= FACES:
        if die > FACES:  # all is known of this set: back to the one before, where its last die lay
            depth -= 1
            weight *= FACES
            mean, die, total = total, before[depth] % BASE, before[depth] // BASE
            thrown ^= 1 << die
            total += max(gains[die - 1] * weight, mean)
        elif (thrown >> die) & 1:  # 2.3
            total += gains[die - 1] * weight
        elif weight == FACES:  # 2.4 the next die is the last
            total += max(gains[die - 1] * weight, of_all)
        else:
            before = replaced(before, depth, total * BASE + die)
            thrown |= 1 << die
            depth += 1
            weight //= FACES
            die = total = 0
        die += 1
    return total
