"""The optional verb `greedy` of So ein Mist: stop or throw on, by the exact expected change of the lead in this turn.

A turn moves one card, and the newest die alone decides which card and to which seat. So the six gains are computed
once, and the mean over the later dice uses them: six equally likely faces. A face that repeats a number or comes last
forces the walk (2.3, 2.4). After any other face the better of stopping and throwing on counts.

A gain is the change of the lead over the mean of the rivals, so dung for a rival has a value. (With four players, a
player that counts only own points wins 24.0 % among three that count the lead. A player that counts the lead wins
26.4 % among three that count own points. The fair share is 25 %, the standard error of 60,000 games is 0.2 %.)
All gains are whole numbers, so equal choices compare equal, and ties are broken at random.
"""

from typing import Final, TypeAlias

from paddock.engine.compilation.decorators import compiled
from paddock.engine.compilation.tuple_replace import replaced
from paddock.engine.rng import below
from paddock.engine.types import Moves, Rng, State
from paddock.games.mist.data import FACES
from paddock.games.mist.rules import MORE, STOP, landing, moves, taker, worth

Six: TypeAlias = tuple[int, int, int, int, int, int]
"""The gain of a walk by each face, from 1 on; or a stack of numbers."""
BASE: Final = FACES + 1
"""The base of a number that has a die as its last digit."""


@compiled
def greedy(s: State, rng: Rng, moves_buf: Moves) -> int:
    """Return MORE if throwing on has a larger mean gain than the newest die, else STOP."""
    n = moves(s, moves_buf)
    gains = gains_of(s, s.active)
    left = int(s.dice) - int(s.count)
    stopping = gains[s.die - 1] * FACES**left
    going_on = throwing_on(gains, int(s.thrown), left)
    if stopping == going_on:
        return moves_buf[below(rng, n)]  # type: ignore[no-any-return]
    return MORE if going_on > stopping else STOP


@compiled
def gains_of(s: State, walker: int) -> Six:
    """Return the gain of a walk by each face for this player."""
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
    """3. Return the change of the walker's lead over the mean of the rivals, times the number of rivals."""
    at = landing(s, walker, die)
    seat = taker(s, walker, at)
    points = worth(s, seat, s.owner[at], s.value[at])
    return points * (int(s.seats) - 1) if seat == walker else -points


@compiled
def throwing_on(gains: Six, thrown: int, left: int) -> int:
    """Return the mean gain of throwing one more die under best play, times 6 for each die left.

    The search visits all sets of numbers that allow another throw. It has its own stack, since Numba cannot cache a
    recursive function on disk (Numba issue 6061).
    """
    of_all = gains[0] + gains[1] + gains[2] + gains[3] + gains[4] + gains[5]
    if left == 1:
        return of_all
    before: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    depth = total = 0
    die, weight = 1, FACES ** (left - 1)
    while depth > 0 or die <= FACES:
        if die > FACES:  # the set is complete: return to the set without its last die
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
