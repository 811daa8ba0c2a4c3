"""A whole turn at once: a room lays out all its ends, these are judged, and the room weighs its choices by them.

For games that are won together, where one number says what an end is worth to everybody. It finds what `lookahead.py`
would, without following every throw of the dice to the same few ends.
"""

from typing import Any

import numpy as np

from paddock.bots.judgement import judge, judgement_of
from paddock.bots.mind import MOST_SEATS, seats_of
from paddock.rules.compiler import compiled
from paddock.rules.game import Game
from paddock.rules.kinds import OVER, Moves, Numbers, Rng, State
from paddock.rules.skills import end_of, foresee, weigh_turn, worth_of_turn
from paddock.rules.verbs import payoff, turn


def foresight_of(game: Game) -> np.dtype[Any]:
    """The record of a mind that looks through a turn."""
    return np.dtype(
        [
            *seats_of(game),
            *judgement_of(game),
            ("end", np.dtype((State, game.state)), (1,)),
            ("chances", "f8", (MOST_SEATS,)),
            ("values", "f8", (game.most_moves,)),
            ("ahead", np.dtype((State, game.foresight))),
            ("age", "i8"),  # what was judged in another age is forgotten
            ("judged", "i8"),  # the age of what lies ahead
        ],
        align=True,
    )


@compiled
def judge_ends(mind: State, s: State) -> None:
    """What every end of this turn is worth, into what lies ahead."""
    if mind.judged != mind.age:
        mind.ahead.known = 0
        mind.judged = mind.age
    for end in range(foresee(s, mind.ahead)):
        end_of(s, mind.ahead, end, mind.end)
        if turn(mind.end[0]) == OVER:
            payoff(mind.end[0], mind.chances)
        else:
            judge(mind, mind.end[0], mind.chances)
        mind.ahead.worth[end] = mind.chances[0]


@compiled
def look_through(mind: State, s: State, rng: Rng, listed: Moves) -> int:
    """What every legal move is worth to each seat."""
    judge_ends(mind, s)
    n = weigh_turn(s, mind.ahead, listed, mind.values)
    for i in range(n):
        for seat in range(mind.players):
            mind.worth[i, seat] = mind.values[i]
    return n


@compiled
def expect_through(mind: State, s: State, out: Numbers) -> bool:
    """What a settled position is worth to each seat, one turn further."""
    judge_ends(mind, s)
    worth = worth_of_turn(s, mind.ahead)
    for seat in range(mind.players):
        out[seat] = worth
    return True
