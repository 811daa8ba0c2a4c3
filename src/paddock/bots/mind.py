"""A mind is a record: who sits where and how they choose, what was learned, and room to think in.

Compiled code allocates nothing, so all that thinking needs lies in the mind, and its size is the bound of a bot's
memory. Every game has minds of its own type, since the positions that they look at are of the game's own type.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from paddock.rules.chance import LOW_WORD, below, word
from paddock.rules.compiler import apart, compiled
from paddock.rules.game import Game
from paddock.rules.kinds import Moves, Numbers, Rng, State, Table
from paddock.rules.players import decide as decide_by_kind
from paddock.rules.skills import daring, greedy
from paddock.rules.verbs import dispatched, moves, register, turn

MOST_SEATS: Final = 8

# How a seat chooses (`kind`).
UNIFORM: Final = 0
GREEDY: Final = 1
THINKING: Final = 2

SURE: Final = 1e-6
"""Chances are kept this far from 0 and 1 before their odds are taken."""


@dispatched
def weigh(mind: State, s: State, rng: Rng, listed: Moves) -> int:  # type: ignore[empty-body]
    """List the legal moves of the seat to move, and write what each is worth to every seat into `mind.worth`."""


@dispatched
def appraise(mind: State, s: State, begun: bool, rng: Rng, listed: Moves, out: Numbers) -> bool:  # type: ignore[empty-body]
    """What any position is worth to each seat; False where the mind has no idea of that at a small price.

    `begun` says that there was a settled position before in this game, that is: the table is laid out.
    """


@dispatched
def expect(mind: State, s: State, out: Numbers) -> bool:  # type: ignore[empty-body]
    """What a settled position is worth to each seat, seen further than by its looks; False where nobody looks."""


@compiled
def no_expectation(mind: State, s: State, out: Numbers) -> bool:
    return False


@compiled
def no_idea(mind: State, s: State, begun: bool, rng: Rng, listed: Moves, out: Numbers) -> bool:
    return False


def seats_of(game: Game) -> list[tuple[Any, ...]]:
    """The fields that every mind has: who sits where, and what the choices are worth."""
    return [
        ("players", "i8"),
        ("together", "i8"),  # all win or lose as one
        ("kind", "i8", (MOST_SEATS,)),
        ("forgets", "f8", (MOST_SEATS,)),  # chance that one who looks a turn ahead decides without a look
        ("temperature", "f8", (MOST_SEATS,)),  # of a choice, in log-odds; 0 takes the best
        ("lean", "f8", (MOST_SEATS,)),  # log-odds that a daring choice gains and a careful one loses
        ("iterations", "i8", (MOST_SEATS,)),  # games that may be imagined for a choice, where a mind searches
        ("worth", "f8", (game.most_moves, MOST_SEATS)),  # of each listed move: the chance to win, by seat
        ("error", "f8", (game.most_moves,)),  # how far off that may be, as a standard error
        ("doubt", "f8", (game.most_moves,)),  # what a move must be better by before it is preferred
    ]


def record_with(fields: Sequence[tuple[Any, ...]], read: str, also: str, numbers: np.dtype[Any]) -> np.dtype[Any]:
    """A record with these fields, in which what is in `read` can be read as plain numbers too, by the name `also`."""
    plain = np.dtype(list(fields), align=True)
    assert plain.fields is not None
    assert plain.names is not None
    return np.dtype(
        {
            "names": [*plain.names, also],
            "formats": [*(plain.fields[name][0] for name in plain.names), numbers],
            "offsets": [*(plain.fields[name][1] for name in plain.names), plain.fields[read][1]],
            "itemsize": plain.itemsize,
        }
    )


QUICK: Final = np.dtype([("kind", "i8", (MOST_SEATS,)), ("forgets", "f8", (MOST_SEATS,))])
"""Players who do not think: uniform or greedy, the latter with their share of decisions without a look; by seat."""


@compiled
def decide_quickly(players: State, s: State, rng: Rng, listed: Moves) -> int:
    """Without a thought: any move, or the best of this turn unless one forgets to look."""
    seat = turn(s)
    if players.kind[seat] == GREEDY and not happens(players.forgets[seat], rng):
        return greedy(s, rng, listed)
    return listed[below(rng, moves(s, listed))]  # type: ignore[no-any-return]


@compiled
def happens(chance: float, rng: Rng) -> bool:
    """Whether something of this chance does; what never happens takes no random number."""
    return bool(chance > 0.0 and word(rng) < chance * (LOW_WORD + 1.0))


register(QUICK, decide=decide_quickly, appraise=no_idea, expect=no_expectation)


@apart
def decide(mind: State, s: State, rng: Rng, listed: Moves) -> int:
    """Each seat as its kind plays."""
    if mind.kind[turn(s)] != THINKING:
        return decide_quickly(mind, s, rng, listed)
    n = moves(s, listed)
    if n == 1:
        return listed[0]  # type: ignore[no-any-return]
    weigh(mind, s, rng, listed)
    return listed[chosen(mind, s, rng, listed, n)]  # type: ignore[no-any-return]


@compiled
def decide_at(mind: Table, table: Table, rng: Rng, listed: Moves) -> int:
    """How those in a record decide, whatever kind of record it is; asked from Python."""
    return decide_by_kind(mind[0], table[0], rng, listed)


@compiled
def appraise_at(mind: Table, table: Table, begun: bool, rng: Rng, listed: Moves, out: Numbers) -> bool:
    return appraise(mind[0], table[0], begun, rng, listed, out)


@compiled
def weigh_at(mind: Table, table: Table, rng: Rng, listed: Moves) -> int:
    return weigh(mind[0], table[0], rng, listed)


@compiled
def chosen_at(mind: Table, table: Table, rng: Rng, listed: Moves, n: int) -> int:
    return chosen(mind[0], table[0], rng, listed, n)


@compiled
def chosen(mind: State, s: State, rng: Rng, listed: Moves, n: int) -> int:
    """The place of the move that this seat prefers: by worth, by lean, and the hotter the less by either."""
    seat = turn(s)
    exactly = mind.temperature[seat] == 0.0 and mind.lean[seat] == 0.0
    best, place = -np.inf, 0
    for i in range(n):
        worth = mind.worth[i, seat] - mind.doubt[i]
        liking = worth if exactly else log_odds(worth)
        if mind.lean[seat] != 0.0:
            liking += mind.lean[seat] * daring(s, int(listed[i]))  # type: ignore[arg-type]
        if mind.temperature[seat] > 0.0:
            liking += mind.temperature[seat] * gumbel(rng)
        if liking > best:
            best, place = liking, i
    return place


@compiled
def log_odds(chance: float) -> float:
    sure = min(max(chance, SURE), 1.0 - SURE)
    return np.log(sure / (1.0 - sure))  # type: ignore[no-any-return]


@compiled
def gumbel(rng: Rng) -> float:
    """Noise whose maximum chooses in proportion to the exponentials of what it is added to."""
    return -np.log(-np.log((word(rng) + 0.5) / (LOW_WORD + 1.0)))  # type: ignore[no-any-return]
