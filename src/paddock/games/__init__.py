"""The registry of games: `GAMES` maps the id of a game to its package. No other module names a game."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from paddock.engine.errors import BadOption

if TYPE_CHECKING:  # the command line lists the games in its help, without the compiler
    from paddock.engine.game import Game

GAMES = {
    "mist": "paddock.games.mist",
    "life": "paddock.games.life",
    "mmm": "paddock.games.mmm",
    "kuhlorado": "paddock.games.kuhlorado",
}


def load_game(name: str) -> Game:
    """Return the game with this id. Raise `BadOption` if there is none."""
    if name not in GAMES:
        raise BadOption(f"there is no game {name!r}; there are {', '.join(GAMES)}", field="game", choices=tuple(GAMES))
    game: Game = import_module(GAMES[name]).GAME
    return game


def games() -> list[Game]:
    """Return all games that are known, those of `load_game` last.

    Examples:
        >>> import paddock
        >>> for game in paddock.games():
        ...     print(game)
        <Game mist "So ein Mist" 3-6 players>
        <Game life "Life is Life" 3-5 players>
        <Game mmm "Mmm!" 1-6 players>
        <Game kuhlorado "Kuhlorado" 2 players>
    """
    return [load_game(name) for name in GAMES]


class CallableRegistry(ModuleType):
    """This package under its second name: `paddock.games` is also the function of the public API."""

    def __call__(self) -> list[Game]:
        return games()


sys.modules[__name__].__class__ = CallableRegistry
