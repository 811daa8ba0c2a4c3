"""How things may go on from here: the rest is imagined and played by greedy players, again and again."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from paddock.bots.judgement import judge
from paddock.rules.chance import outcome
from paddock.rules.compiler import compiled
from paddock.rules.kinds import CHANCE, OVER, Moves, Numbers, Rng, Seat, Table, Weights
from paddock.rules.skills import greedy, settled
from paddock.rules.verbs import apply, imagine, payoff, score, turn

LONGEST: Final = 1 << 10
"""Events of one imagined game; one that goes on is counted as it stands."""
NONE: Final = -1
"""No first move is given."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Means over the games imagined, and their standard errors."""

    win: list[float]
    win_error: list[float]
    margin: list[float]
    """Own score minus the mean of the others'; of a team the score itself."""
    margin_error: list[float]


@compiled
def play_on(
    mind: Table,
    start: Table,
    work: Table,
    seat: Seat,
    first: int,
    to_the_end: bool,
    rngs: Rng,
    listed: Moves,
    heavy: Weights,
    wins: Numbers,
    scores: Numbers,
) -> None:
    """For each stream a game from here as this seat may imagine it: to its end, or to where it can be judged.

    The first move, if one is given, is played only after all has been imagined: it may lay hands open.
    """
    s = work[0]
    for i in range(len(rngs)):
        work[0] = start[0]
        imagine(s, seat, rngs[i])
        if first != NONE:
            apply(s, first)  # type: ignore[arg-type]
        events = 0
        while turn(s) != OVER and events < LONGEST:
            events += 1
            if turn(s) == CHANCE:
                apply(s, outcome(s, rngs[i], listed, heavy))  # type: ignore[arg-type]
            else:
                apply(s, greedy(s, rngs[i], listed))  # type: ignore[arg-type]
            if settled(s) and not to_the_end:
                break
        score(s, scores[i])
        if turn(s) == OVER:
            payoff(s, wins[i])
        elif settled(s):
            judge(mind[0], s, wins[i])
        else:  # quick players without a limit may trade for ever: nobody is ahead then
            for one in range(wins.shape[1]):
                wins[i, one] = 1.0 / wins.shape[1]


def outlook(
    mind: Table, table: Table, most_moves: int, seat: Seat, rngs: Rng, *, first: int = NONE, to_the_end: bool = True
) -> Outlook:
    """What a seat may expect, from as many games as there are streams."""
    players = int(mind[0].players)
    listed, heavy = np.zeros(most_moves, np.int16), np.zeros(most_moves, np.int32)
    wins, scores = np.zeros((len(rngs), players)), np.zeros((len(rngs), players))
    play_on(mind, table, table.copy(), seat, first, to_the_end, rngs, listed, heavy, wins, scores)
    others = (scores.sum(axis=1, keepdims=True) - scores) / max(players - 1, 1)
    margins = scores if mind[0].together else scores - others
    return Outlook(
        wins.mean(axis=0).tolist(), standard_error(wins), margins.mean(axis=0).tolist(), standard_error(margins)
    )


def standard_error(samples: Numbers) -> list[float]:
    """Of the mean of each column."""
    return (samples.std(axis=0) / np.sqrt(len(samples))).tolist()  # type: ignore[no-any-return]
