"""Find games: ours by their id, those of others by their module, their folder or their value."""

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from paddock.conformance import Report, check
from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.games import GAMES
from paddock.games import load_game as game_with_id

GameLike: TypeAlias = str | Path | ModuleType | Game
"""A game: its id, the folder or file of its package, its module, or the `Game` itself."""


def load_game(source: GameLike) -> Game:
    """Return a game; a game from outside the package is also registered under its id.

    Records name a game by its id. After `load_game`, records of a registered game can be read and checked,
    and its id is accepted wherever a game is. A folder is imported as a package: its parent joins `sys.path`.

    Args:
        source: The id of a game; the path of a package or file that has a `GAME`; such a module; or a `Game`.

    Raises:
        BadOption: If there is no such game, or if its id belongs to another game.

    Examples:
        >>> import paddock
        >>> paddock.load_game("mist")
        <Game mist "So ein Mist" 3-6 players>
        >>> paddock.load_game("examples/pig")
        <Game pig "Pig" 2-4 players>
        >>> paddock.Match("pig", goal=20, seed=1).legal
        (Move('hold'), Move('again'))
    """
    if isinstance(source, Game):
        return registered(source, module_of(source))
    if isinstance(source, ModuleType):
        return registered(game_in(source), source.__name__)
    if isinstance(source, Path) or (source not in GAMES and Path(source).exists()):
        module = imported(Path(source))
        return registered(game_in(module), module.__name__)
    return game_with_id(source)


def check_game(
    game: GameLike, *, option_sets: Iterable[Mapping[str, object]] = ({},), games: int = 2, seed: int = 0
) -> Report:
    """Check that a game keeps the contract of game packages, and return how much was checked.

    The check plays random matches with every number of players. At each event it tests the rules that the rest of
    Paddock relies on: moves ascend, tokens read back, views hide secrets, records replay to the same bytes.

    Args:
        game: The game to check.
        option_sets: The options to play with, one mapping for each set of matches.
        games: Matches for each set of options and each number of players.
        seed: Random seed of the matches.

    Raises:
        paddock.conformance.Nonconformance: If the game breaks a rule; the message has the match up to that event.

    Examples:
        >>> import paddock
        >>> report = paddock.check_game("examples/pig", option_sets=[{"goal": 10}], games=1)
        >>> report.games    # one match with two, three and four players
        3
    """
    return check(load_game(game), option_sets=option_sets, games=games, seed=seed)


def player_count(game: Game, players: int | None) -> int:
    """Return the number of players; without one, the fewest that the game allows."""
    return game.facts.players[0] if players is None else players


def joined_options(options: Mapping[str, object] | None, more: Mapping[str, object]) -> dict[str, object]:
    """Return options that were given as a mapping and as keywords."""
    twice = sorted(set(options or {}) & set(more))
    if twice:
        raise BadOption(f"option {twice[0]} is given twice, in options and as a keyword")
    return {**(options or {}), **more}


def registered(game: Game, module: str) -> Game:
    """Return a game after its id leads to it, for records and for other processes."""
    if GAMES.setdefault(game.id, module) != module and game_with_id(game.id) is not game:
        raise BadOption(f"the id {game.id!r} belongs to the game of {GAMES[game.id]}; choose another id")
    return game


def game_in(module: ModuleType) -> Game:
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise BadOption(f"the module {module.__name__} has no GAME; define_game makes one")
    return game


def module_of(game: Game) -> str:
    """Return the name of the module that has this game as its `GAME`."""
    name = game.start.__module__
    while name:
        if getattr(sys.modules.get(name), "GAME", None) is game:
            return name
        name = name.rpartition(".")[0]
    raise BadOption(f"the game {game.id!r} is the GAME of no module, so a record could not find it")


def imported(path: Path) -> ModuleType:
    """Return the package or module at this path."""
    path = path.resolve()
    if not path.exists():
        raise BadOption(f"there is no game at {path}")
    folder = path.parent if path.name == "__init__.py" else path
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))
    try:
        module = import_module(folder.stem)
    except ImportError as flaw:
        raise BadOption(f"the game at {path} cannot be imported: {flaw}") from None
    found = Path(str(getattr(module, "__file__", ""))).resolve()
    if found != path and found.parent != folder:
        raise BadOption(f"the game at {path} cannot be imported: {folder.stem} is the name of another module")
    return module
