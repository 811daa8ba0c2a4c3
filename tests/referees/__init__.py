"""Slow, obvious referees, written from the rulebooks alone: they know nothing of the rooms that they check."""

from importlib import import_module
from typing import Protocol

from paddock.match.match import Match


class Referee(Protocol):
    """What every referee can be asked."""

    def turn(self) -> str | int: ...
    def legal(self) -> dict[str, int]: ...
    def play(self, token: str) -> None: ...
    def payoff(self) -> list[float]: ...
    def scores(self) -> list[float]: ...


def referee_for(match: Match) -> Referee:
    """A referee at the start of the same match."""
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in match.options.items()}
    referee: Referee = import_module(f"referees.{match.game.id}").Referee(match.players, options)
    return referee
