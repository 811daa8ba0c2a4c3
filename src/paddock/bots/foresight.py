"""A whole turn at once: a room lays out all its ends, these are judged, and the room weighs its choices by them.

For games that are won together, where one number says what an end is worth to everybody. It finds what `lookahead.py`
would, without following every throw of the dice to the same few ends. Of these, whoever takes time (the owl) follows
the best for one turn more.
"""

from typing import Any, Final

import numpy as np

from paddock.bots.judgement import judge, judgement_of
from paddock.bots.levels import BRIEF
from paddock.bots.mind import MOST_SEATS, seats_of
from paddock.rules.compiler import compiled
from paddock.rules.game import Game
from paddock.rules.kinds import OVER, Moves, Numbers, Rng, State, Table
from paddock.rules.skills import end_of, foresee, weigh_turn, worth_of_turn
from paddock.rules.verbs import payoff, turn

FURTHER: Final = 12
"""Imagined games that count as much as a look at the turn after one end, in a budget beyond the brief one."""
FOLLOWED: Final = -1.0
"""As a chance: of an end that is not to be followed any more."""


def foresight_of(game: Game) -> np.dtype[Any]:
    """The record of a mind that looks through a turn."""
    assert game.foresight is not None
    return np.dtype(
        [
            *seats_of(game),
            *judgement_of(game),
            ("end", np.dtype((State, game.state)), (1,)),
            ("later_end", np.dtype((State, game.state)), (1,)),
            ("chances", "f8", (MOST_SEATS,)),
            ("values", "f8", (game.most_moves,)),
            ("ahead", np.dtype((State, game.foresight))),
            ("later", np.dtype((State, game.foresight))),  # the turn after an end
            ("to_follow", "f8", game.foresight["worth"].shape),  # what each end is worth by its looks
            ("age", "i8"),  # what was judged in another age is forgotten
            ("judged", "i8"),  # the age of what lies ahead
            ("followed", "i8"),  # how many of its ends were to be followed
        ],
        align=True,
    )


@compiled
def foresee_ends(mind: State, s: State, followed: int) -> None:
    """What every end of this turn is worth, into what lies ahead; so many of the best are followed for a turn more."""
    if mind.judged != mind.age or mind.followed != followed:
        mind.ahead.known = 0
        mind.judged, mind.followed = mind.age, followed
    ends = judge_ends(mind, s, mind.ahead, mind.end)
    if ends > 0 and followed > 0:
        follow_ends(mind, s, ends, followed)


@compiled
def judge_ends(mind: State, s: State, ahead: State, at: Table) -> int:
    """What every end of a turn is worth by its looks, into what lies ahead; answers how many ends there are."""
    ends = foresee(s, ahead)
    for end in range(ends):
        end_of(s, ahead, end, at)
        if turn(at[0]) == OVER:
            payoff(at[0], mind.chances)
        else:
            judge(mind, at[0], mind.chances)
        ahead.worth[end] = mind.chances[0]
    return ends


@compiled
def follow_ends(mind: State, s: State, ends: int, most: int) -> None:
    """The best ends of this turn by their looks are worth what the turn after them is."""
    for end in range(ends):
        mind.to_follow[end] = mind.ahead.worth[end]
    for _ in range(min(most, ends)):
        best = 0
        for end in range(ends):
            if mind.to_follow[end] > mind.to_follow[best]:
                best = end
        mind.to_follow[best] = FOLLOWED
        end_of(s, mind.ahead, best, mind.end)
        if turn(mind.end[0]) != OVER:
            mind.later.known = 0
            judge_ends(mind, mind.end[0], mind.later, mind.later_end)
            mind.ahead.worth[best] = worth_of_turn(mind.end[0], mind.later)


@compiled
def look_through(mind: State, s: State, rng: Rng, listed: Moves) -> int:
    """What every legal move is worth to each seat."""
    foresee_ends(mind, s, max((mind.iterations[turn(s)] - BRIEF) // FURTHER, 0))
    n = weigh_turn(s, mind.ahead, listed, mind.values)
    for i in range(n):
        for seat in range(mind.players):
            mind.worth[i, seat] = mind.values[i]
        mind.error[i] = mind.off[0]
    return n


@compiled
def expect_through(mind: State, s: State, out: Numbers) -> bool:
    """What a settled position is worth to each seat, one turn further."""
    foresee_ends(mind, s, 0)
    worth = worth_of_turn(s, mind.ahead)
    for seat in range(mind.players):
        out[seat] = worth
    return True
