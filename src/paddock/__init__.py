"""Paddock: four animal board games, for people and programs.

The names in `__all__` are the public API; all other modules are internal and may change.
A name is imported when it is first used, so `import paddock` takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from paddock.api.arena import arena
    from paddock.api.bots import Bot, bot
    from paddock.api.coaching import Advice, Analysis, advise, analyse
    from paddock.api.fast_level import Stepper, batch
    from paddock.api.games import check_game, load_game
    from paddock.api.match import Match
    from paddock.api.moves import Move
    from paddock.api.record import Record
    from paddock.api.simulation import simulate
    from paddock.api.solution import Solution, solve
    from paddock.api.turns import CHANCE, OVER, Chance, Over, Seat
    from paddock.client import Client
    from paddock.engine.errors import BadNotation, BadOption, IllegalMove, PaddockError
    from paddock.engine.game import Game
    from paddock.games import games

__all__ = [
    "CHANCE",
    "OVER",
    "Advice",
    "Analysis",
    "BadNotation",
    "BadOption",
    "Bot",
    "Chance",
    "Client",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Over",
    "PaddockError",
    "Record",
    "Seat",
    "Solution",
    "Stepper",
    "__version__",
    "advise",
    "analyse",
    "arena",
    "batch",
    "bot",
    "check_game",
    "games",
    "load_game",
    "simulate",
    "solve",
]

_MODULES = {
    "paddock.api.arena": ("arena",),
    "paddock.api.bots": ("Bot", "bot"),
    "paddock.api.coaching": ("Advice", "Analysis", "advise", "analyse"),
    "paddock.api.fast_level": ("Stepper", "batch"),
    "paddock.api.games": ("check_game", "load_game"),
    "paddock.api.match": ("Match",),
    "paddock.api.moves": ("Move",),
    "paddock.api.record": ("Record",),
    "paddock.api.simulation": ("simulate",),
    "paddock.api.solution": ("Solution", "solve"),
    "paddock.api.turns": ("CHANCE", "OVER", "Chance", "Over", "Seat"),
    "paddock.client": ("Client",),
    "paddock.engine.errors": ("BadNotation", "BadOption", "IllegalMove", "PaddockError"),
    "paddock.engine.game": ("Game",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


if not TYPE_CHECKING:  # a type checker would take it for any name at all

    def __getattr__(name: str) -> Any:
        """Import a public name when it is first used (PEP 562)."""
        if name == "games":  # the package of the games is a callable module: see its end
            return import_module("paddock.games")
        if name not in _HOMES:
            raise AttributeError(f"module 'paddock' has no attribute {name!r}")
        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
