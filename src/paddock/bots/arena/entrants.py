"""The participants of an arena."""

from dataclasses import dataclass

from paddock.bots.algorithms.move_choice import SEARCHING
from paddock.bots.bot import Bot, bot_with
from paddock.bots.levels import PlayStyle, play_style
from paddock.engine.solver.protocols import Solution
from paddock.match.match_state import MatchState


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot with a name. One with a play style can play whole games in compiled code."""

    name: str
    bot: Bot
    play_style: PlayStyle | None = None


def entrant(match: MatchState, level: str, solution: Solution | None = None) -> Entrant:
    """Return the bot of a level at this table. With a solution, a level that searches plays exactly, from Python."""
    return entrant_with(level, play_style(match.game, level, match.options), solution)


def entrant_with(name: str, style: PlayStyle, solution: Solution | None = None) -> Entrant:
    """Return an entrant with this play style."""
    exact = solution is not None and style.policy == SEARCHING
    return Entrant(name, bot_with(lambda asked: style), None if exact else style)
