"""The rooms, one per game. The registry is this dictionary; nothing else names a game."""

from importlib import import_module

from paddock.rules.game import Game
from paddock.rules.refusals import BadOption

ROOMS = {
    "mist": "paddock.games.mist",
    "life": "paddock.games.life",
    "mmm": "paddock.games.mmm",
    "kuhlorado": "paddock.games.kuhlorado",
}


def game(name: str) -> Game:
    """The game with this id."""
    if name not in ROOMS:
        raise BadOption(f"there is no game {name!r}; there are {', '.join(ROOMS)}")
    room: Game = import_module(ROOMS[name]).GAME
    return room


def games() -> list[Game]:
    """All games, in the order of the registry."""
    return [game(name) for name in ROOMS]
