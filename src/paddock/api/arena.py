"""A tournament in which bots meet at every seat with the same dice."""

from collections.abc import Mapping, Sequence

from paddock.api.bots import BotLike, entrant_for
from paddock.api.games import GameLike, joined_options, load_game, player_count
from paddock.api.simulation import cores
from paddock.bots.algorithms.solver_jobs import known_solution
from paddock.bots.arena.tournament import Arena, Report
from paddock.match.match_state import MatchState


def arena(
    game: GameLike,
    bots: Sequence[BotLike],
    games: int = 1000,
    *,
    players: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    luck: bool = True,
    options: Mapping[str, object] | None = None,
    **more_options: object,
) -> Report:
    """Let bots meet each other and return ratings with 95 % intervals.

    Each bot is a guest among copies of each other bot, at every seat in turn and with the same dice.
    In a co-operative game, each bot plays at all seats.

    Args:
        game: The id of a game, or anything else that `load_game` takes.
        bots: At least two bots: levels, functions, or objects with `choose(match)`.
        games: Games of each guest among each of the other bots.
        players: The number of players; without it, the fewest that the game allows.
        seed: Random seed. The same seed gives the same games.
        threads: The number of cores; without it, all. Bots of yours always play on one core.
        luck: Whether to subtract the measured luck from the results, where the game supports it.
        options: Options of the game by name.
        **more_options: Options of the game.

    Returns:
        A report: `standings` from best to worst, and `cell(guest, host)` for each pair.

    Raises:
        BadOption: If there is no such game, option or bot, or if there are too few bots.

    Examples:
        >>> import paddock
        >>> def last(match):
        ...     return match.legal[-1]
        >>> report = paddock.arena("kuhlorado", ["greedy", last], games=20, luck=False)
        >>> [standing.bot for standing in report.standings]
        ['greedy', 'last']
        >>> report.cell("greedy", "last").share.mean > 0.5
        True
    """
    found = load_game(game)
    match = MatchState(found, player_count(found, players), joined_options(options, more_options), attended=False)
    solution = known_solution(found, match.options)
    entrants = [entrant_for(match, one, solution) for one in bots]
    compiled = all(one.play_style is not None for one in entrants)
    planned = Arena(match, entrants, games, luck=luck, solution=solution)
    return planned.run(seed=seed, threads=(threads or cores()) if compiled else 1)
