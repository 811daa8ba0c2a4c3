"""Slow, obvious referees, written from the rulebooks alone: they know nothing of the rooms that they check."""

from importlib import import_module
from typing import Protocol

from paddock.match.match_state import MatchState


class Referee(Protocol):
    """What every referee can be asked."""

    def turn(self) -> str | int: ...
    def legal(self) -> dict[str, int]: ...
    def play(self, token: str) -> None: ...
    def payoff(self) -> list[float]: ...
    def scores(self) -> list[float]: ...
    def shown(self) -> dict[str, object]:
        """What all players see of results so far: ranks, ratings, points that were counted."""


def referee_for(match: MatchState) -> Referee:
    """A referee at the start of the same match."""
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in match.options.items()}
    referee: Referee = import_module(f"referees.{match.game.id}").Referee(match.players, options)
    return referee
