"""The fast level: games stepped in native code, without checks and without Python objects."""

from collections.abc import Mapping, Sequence

from paddock.api.bots import BotLike, level_of
from paddock.api.games import GameLike, joined_options, load_game, player_count
from paddock.engine import stepper
from paddock.engine.errors import BadOption
from paddock.envs import Batch
from paddock.envs import batch as new_batch


class Stepper(stepper.Stepper):
    """One game, step by step in native code, for loops in which `Match` is too slow.

    A step takes less than a microsecond. A stepper checks nothing: `step` takes one of the listed moves.
    `legal_count` is the number of legal moves, negative if chance acts, and 0 at the end. The moves are the first
    entries of `moves_buf`. `position` is the position, `game` the game.

    Examples:
        >>> import paddock
        >>> stepper = paddock.Stepper("mist", players=4, seed=7)
        >>> steps = 0
        >>> while stepper.legal_count:
        ...     if stepper.legal_count < 0:
        ...         _ = stepper.chance()                              # a die or a card
        ...     else:
        ...         _ = stepper.step(int(stepper.moves_buf[0]))       # a legal move
        ...     steps += 1
        >>> steps > 50
        True
    """

    __slots__ = ()

    def __init__(
        self,
        game: GameLike,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        seed: int = 0,
        **more_options: object,
    ) -> None:
        """Start a game. Options have their defaults for unattended play.

        Args:
            game: The id of a game, or anything else that `load_game` takes.
            players: The number of players; without it, the fewest that the game allows.
            options: Options of the game by name.
            seed: Random seed of dice and cards.
            **more_options: Options of the game.

        Raises:
            BadOption: If there is no such game or option.
        """
        found = load_game(game)
        super().__init__(found, player_count(found, players), joined_options(options, more_options), seed=seed)


def batch(
    game: GameLike,
    n: int = 1024,
    *,
    players: int | None = None,
    against: str | Sequence[str] | None = None,
    seat: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    **more_options: object,
) -> Batch:
    """Return many games that are stepped together, arrays in and arrays out, for learning.

    [Use the environments](../../how-to/use-environments.md) explains the arrays. A finished game starts again.

    Args:
        game: The id of a game, or anything else that `load_game` takes.
        n: The number of games.
        players: The number of players; without it, the fewest that the game allows.
        against: Levels of the other seats, one for all or one for each. Without it, the caller decides for all seats.
        seat: The seat of the caller; without it, each seat in turn.
        seed: Random seed. The same seed and the same actions give the same games.
        options: Options of the game by name.
        **more_options: Options of the game.

    Raises:
        BadOption: If there is no such game, option or level, or if `against` has a bot that is no level.

    Examples:
        >>> import paddock
        >>> games = paddock.batch("kuhlorado", n=3, seed=1)
        >>> games.observation.shape, games.mask.shape, games.seat.shape
        ((3, 680), (3, 65), (3,))
        >>> games.step(games.sample_legal())    # a random legal action in each game
    """
    opponents: Sequence[BotLike] = [] if against is None else [against] if isinstance(against, str) else against
    if any(level_of(one) is None for one in opponents):
        raise BadOption("against: a batch is compiled and takes levels only; simulate and arena take all bots")
    return new_batch(
        load_game(game),
        n,
        players=players,
        against=against,
        seat=seat,
        seed=seed,
        **joined_options(options, more_options),
    )
