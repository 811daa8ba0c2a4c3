"""The ways to think, and minds that are ready to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from paddock.bots.foresight import expect_through, foresight_of, look_through
from paddock.bots.judgement import learned, refresh
from paddock.bots.levels import Manner
from paddock.bots.lookahead import appraise_ahead, expect_ahead, look_ahead, lookahead_of
from paddock.bots.luck import appraise_by_weighing, appraise_settled
from paddock.bots.mind import decide, no_expectation, no_idea
from paddock.bots.search import prepare, search, search_of
from paddock.rules.game import Game
from paddock.rules.kinds import Seat, Table, new_table
from paddock.rules.verbs import register


@dataclass(frozen=True, slots=True)
class Way:
    """A way to think: the record it needs, how it weighs moves, and what it makes of dice and cards."""

    record: Callable[[Game], np.dtype[Any]]
    weigh: Callable[..., int]
    appraise: Callable[..., bool] = no_idea
    expect: Callable[..., bool] = no_expectation
    prepare: Callable[[Table, Game], None] = lambda mind, game: None
    """Makes a mind ready that has learned."""


WAYS: Final = {
    "lookahead": Way(lookahead_of, look_ahead, appraise_ahead, expect_ahead),
    "foresight": Way(foresight_of, look_through, appraise_by_weighing, expect_through),
    "search": Way(search_of, search, appraise_settled, prepare=prepare),
}


@cache
def mind_type(game: Game) -> np.dtype[Any]:
    """The record of this game's minds."""
    way = WAYS[game.thinking]
    made = way.record(game)
    register(made, weigh=way.weigh, decide=decide, appraise=way.appraise, expect=way.expect)
    return made


def new_mind(game: Game, players: int, manners: Sequence[Manner]) -> Table:
    """A mind that knows what was learned of this game, and plays all these seats."""
    mind = new_table(mind_type(game))
    one = mind[0]
    one.players, one.together = players, game.facts.together
    for seat, manner in enumerate(manners):
        sit(mind, Seat(seat), manner)
    refresh(mind, learned(game))
    WAYS[game.thinking].prepare(mind, game)
    return mind


def sit(mind: Table, seat: Seat, how: Manner) -> None:
    """From now on this seat chooses so."""
    one = mind[0]
    one.kind[seat], one.temperature[seat], one.lean[seat] = how.kind, how.temperature, how.lean
    one.iterations[seat], one.forgets[seat] = how.iterations, how.forgets
