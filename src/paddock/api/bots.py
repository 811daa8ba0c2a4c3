"""Bots of the public API: our levels, and programs of the caller. All of them see what their seat may know."""

import secrets
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from paddock.api.imagined_state import ImaginedState
from paddock.api.match import Match
from paddock.api.moves import Move
from paddock.api.turns import Seat
from paddock.bots import bot as internal
from paddock.bots.arena.entrants import Entrant, entrant
from paddock.bots.levels import check_level
from paddock.engine import types as engine
from paddock.engine.errors import BadNotation, BadOption, PaddockError
from paddock.engine.rng import stream, word
from paddock.engine.solver.protocols import Solution
from paddock.match.dice import local_dice
from paddock.match.match_state import MatchState

HIGHEST_SEED = 2**63


@runtime_checkable
class Bot(Protocol):
    """Anything with a method `choose(match)` that returns a legal move or its token.

    `paddock.bot` makes one; a class of your own needs no base class.

    Examples:
        >>> import paddock
        >>> class First:
        ...     def choose(self, match: paddock.Match) -> paddock.Move:
        ...         return match.legal[0]
        >>> isinstance(First(), paddock.Bot), isinstance(paddock.bot("fox"), paddock.Bot)
        (True, True)
        >>> paddock.simulate("mist", bots=[First(), "uniform", "uniform"], games=10).bots
        ['First', 'uniform', 'uniform']
    """

    def choose(self, match: Match) -> str:
        """Return a legal move of the seat to move."""


BotLike: TypeAlias = str | Bot | Callable[[Match], str]
"""A level by its name, an object with `choose(match)`, or a function that takes a match and returns a move."""


class SeatedBot:
    """A bot with a name and a random stream of its own."""

    def __init__(self, name: str, decide: internal.Bot, level: str | None, seed: int | None) -> None:
        self.name = name
        self.level = level
        self._decide = decide
        self._rng = stream(secrets.randbelow(HIGHEST_SEED) if seed is None else seed)

    def choose(self, match: Match) -> Move:
        """Return the move of the seat to move. The bot gets a match in which all secrets are resampled."""
        if not isinstance(match.turn, Seat):
            raise PaddockError("a bot chooses for a seat, and no seat has to decide now")
        number = internal.ask(self._decide, match._state, self._rng)
        return Move(match.game.write(match._state.plain, number), number)

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"


def bot(player: BotLike, *, seed: int | None = None) -> SeatedBot:
    """Return a bot to ask for moves: one of our levels, or a program of yours.

    The levels are `uniform`, `chick`, `hound`, `fox` and `owl`, from weak to strong. `greedy` looks one turn ahead,
    `careful` and `daring` are foxes with a character. `owl:2000` sets the search budget.

    Your program is a function that takes a match and returns a move, or an object with a method `choose`.
    It gets a match in which the facts that its seat cannot know are resampled, so it cannot see secrets.

    Args:
        player: The name of a level, a function, or an object with `choose(match)`.
        seed: Random seed. The same seed gives the same choices in the same matches.

    Raises:
        BadOption: If there is no such level.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("mist", seed=7)
        >>> match.play(paddock.bot("greedy", seed=1).choose(match))
        >>> match.play(paddock.bot(lambda seen: seen.legal[-1]).choose(match))
        >>> match.events[-4:]
        (Move('draw:+6'), Move('die:5'), Move('more'), Move('die:1'))
    """
    if isinstance(player, SeatedBot) and seed is None:
        return player
    level = level_of(player)
    if level is not None:
        return SeatedBot(level, internal.bot(level), level, seed)
    return SeatedBot(name_of(player), decided_by(player), None, seed)


def level_of(player: BotLike) -> str | None:
    """Return the level of a bot of ours, or None for a program of the caller."""
    if isinstance(player, SeatedBot):
        return player.level
    if not isinstance(player, str):
        return None
    check_level(player)
    return player


def name_of(player: BotLike) -> str:
    """Return the name of a bot for tables and records."""
    name = player if isinstance(player, str) else getattr(player, "name", None) or getattr(player, "__name__", None)
    return name if isinstance(name, str) else type(player).__name__


def decided_by(player: BotLike) -> internal.Bot:
    """Return a program of the caller as a bot of the engine; it gets an imagined match."""
    if isinstance(player, SeatedBot):
        return player._decide
    choose = player.choose if isinstance(player, Bot) else player
    if not callable(choose):
        raise BadOption(f"a bot is a level, a function or an object with choose(match), not {player!r}")

    def decide(asked: internal.Question, rng: engine.Rng) -> engine.Move:
        seed = int(word(rng)) + (int(word(rng)) << 32)
        state = ImaginedState(asked.game, asked.players, asked.options, asked.position)
        known = state.plain
        answer = choose(Match._made(state, None, local_dice(state, seed)))
        if not isinstance(answer, str):
            raise BadNotation(f"the bot {name_of(player)} chose {answer!r}; a bot returns a move or its token")
        return asked.game.read(known, str(answer))

    return decide


def one_for_each_seat(bots: BotLike | Sequence[BotLike], players: int) -> list[BotLike]:
    """Return a bot for each seat; a single one sits at all seats."""
    listed = [bots] * players if isinstance(bots, str | Bot) or callable(bots) else list(bots)
    if len(listed) != players:
        raise BadOption(f"bots: one bot for all seats or {players} bots are needed, not {len(listed)}")
    return listed


def entrant_for(match: MatchState, player: BotLike, solution: Solution | None = None) -> Entrant:
    """Return a bot as it takes part in an arena; levels play in compiled code."""
    level = level_of(player)
    if level is not None:
        return entrant(match, level, solution)
    return Entrant(name_of(player), decided_by(player))
