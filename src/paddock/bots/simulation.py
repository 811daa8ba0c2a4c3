"""Bots at a simulated table, for `paddock.match.simulation`."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from paddock.bots import IN_SIMULATIONS, LEVELS, bot
from paddock.match.simulation import Players
from paddock.rules.chance import below
from paddock.rules.compiler import compiled
from paddock.rules.game import Game
from paddock.rules.kinds import Moves, Rng, State, new_table
from paddock.rules.refusals import BadOption
from paddock.rules.verbs import ROOMS, greedy, moves, register, turn

MOST_SEATS: Final = 8
BOTS: Final = np.dtype([("level", "i1", (MOST_SEATS,))])
"""Players of several levels: for each seat the place of its level in LEVELS."""
GREEDY: Final = list(LEVELS).index("greedy")


@compiled
def decide(players: State, s: State, rng: Rng, listed: Moves) -> int:
    """Each seat as its level plays."""
    if players.level[turn(s)] == GREEDY:
        return greedy(s, rng, listed)
    return listed[below(rng, moves(s, listed))]  # type: ignore[no-any-return]


register(BOTS, decide=decide)


def players_of(game: Game, levels: Sequence[str]) -> Players:
    """Those who sit at a simulated table of this game."""
    for level in levels:
        bot(level)
        if level != IN_SIMULATIONS and level not in ROOMS[game.state]:
            raise BadOption(f"{game.facts.title} has no {level} bot; {IN_SIMULATIONS} plays every game")
    if set(levels) == {IN_SIMULATIONS}:
        return Players(tuple(levels))
    table = new_table(BOTS)
    table[0].level[: len(levels)] = [list(LEVELS).index(level) for level in levels]
    return Players(tuple(levels), table)
