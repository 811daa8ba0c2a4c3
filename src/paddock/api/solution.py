"""Exact values of a game that can be solved."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from paddock.api.games import GameLike, joined_options, load_game, player_count
from paddock.api.match import Match
from paddock.api.moves import Move
from paddock.api.simulation import cores
from paddock.api.turns import Seat
from paddock.engine.errors import BadOption, PaddockError
from paddock.engine.game import Game
from paddock.engine.options import OptionValues
from paddock.engine.solver import protocols
from paddock.match.match_state import MatchState


@dataclass(frozen=True, slots=True)
class Solution:
    """The win chance under best play, for every position of a game. `solve` returns it.

    Examples:
        >>> import paddock
        >>> solution = paddock.solve("mmm", board="bbf", dice=2, cat_moves=3)
        >>> match = paddock.Match("mmm", board="bbf", dice=2, cat_moves=3, seed=0)
        >>> match.play("place:a1")
        >>> {str(move): round(value, 3) for move, value in solution.values(match).items()}
        {'again': 0.33, 'gather': 0.407}
        >>> solution.best(match)
        Move('gather')
    """

    win_chance: float
    """Chance to win from the start under best play."""
    positions: int
    """Number of positions that were solved."""
    _game: Game = field(repr=False)
    _options: OptionValues = field(repr=False)
    _values: protocols.Solution = field(repr=False)

    def value(self, match: Match) -> float:
        """Return the win chance in the position of a match."""
        return float(self._values.value(self._checked(match).state))

    def values(self, match: Match) -> dict[Move, float]:
        """Return the win chance after each legal move; empty if no seat has to decide."""
        state = self._checked(match)
        found = dict(self._values.values(state.state)) if isinstance(match.turn, Seat) else {}
        return {move: float(found[move.number]) for move in match.legal if found}

    def best(self, match: Match) -> Move:
        """Return the first of the best moves.

        Raises:
            PaddockError: If no seat has to decide.
        """
        values = self.values(match)
        if not values:
            raise PaddockError("there is no best move: no seat has to decide now")
        return max(values, key=lambda move: values[move])

    def _checked(self, match: Match) -> MatchState:
        if match.game is not self._game or dict(match.options) != dict(self._options):
            raise BadOption(f"this is the solution of {self._game.id} with other options than those of the match")
        return match._state


def solve(
    game: GameLike,
    *,
    threads: int | None = None,
    options: Mapping[str, object] | None = None,
    **more_options: object,
) -> Solution:
    """Compute the exact win chance of every position of a game; of our games, *Mmm!* can be solved.

    A shipped board takes about a minute the first time. The solution is kept on disk and is found at once from then
    on: by this function, by the bots and by the coach.

    Args:
        game: The id of a game, or anything else that `load_game` takes.
        threads: The number of cores; without it, all.
        options: Options of the game by name.
        **more_options: Options of the game.

    Raises:
        BadOption: If the game cannot be solved, or not with these options.

    Examples:
        >>> import paddock
        >>> solution = paddock.solve("mmm", board="bbf", dice=2, cat_moves=3)
        >>> round(solution.win_chance, 6)
        0.289261
        >>> solution.positions
        5
    """
    found = load_game(game)
    if found.solver is None:
        raise BadOption(f"{found.facts.title} cannot be solved: it has too many positions")
    resolved = MatchState(found, player_count(found, None), joined_options(options, more_options)).options
    problem = found.solver(resolved)
    values = problem.known() or problem.solve(threads or cores(), lambda done: None)
    return Solution(float(values.win_probability), problem.positions, found, resolved, values)
