"""OpenSpiel: every game as a Python game with explicit chance.

    import paddock.envs.openspiel as openspiel
    game = openspiel.load("kuhlorado")    # or pyspiel.load_game("paddock_kuhlorado")

Actions of a player are moves of the game. A chance outcome is its index in the list of outcomes. Returns are payoffs:
they add up to 1, or are equal for all players in a co-operative game.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from paddock.engine.game import Game
from paddock.engine.options import OptionValue, option_text, resolve_options
from paddock.engine.plain_position import plain_position
from paddock.engine.position_calls import legal_count_at, payoff_at, play_at, turn_at, weights_at
from paddock.engine.rng import stream
from paddock.engine.types import CHANCE, OVER, Move, Positions, Seat, Tensor, copy_positions, states_of
from paddock.engine.verbs import imagine
from paddock.envs.batch import default_players, resolve_game, split_observation
from paddock.envs.batch_kernels import observe_at
from paddock.games import games

MAX_GAME_LENGTH: Final = 1_000_000
"""OpenSpiel requires a limit. With some options a match has none."""
TOKEN_CACHE_SIZE: Final = 1 << 16
PLAYERS: Final = "players"


def openspiel_name(game: Game) -> str:
    return f"paddock_{game.id}"


def to_parameter(value: OptionValue) -> bool | int | str:
    """Return an option value as a game parameter.

    OpenSpiel separates parameters by commas and reads `1` as a number, so text ends with a semicolon.

    >>> to_parameter(True), to_parameter("easy"), to_parameter((1, 2, 3)), to_parameter("1")
    (True, 'easy', '1;2;3;', '1;')
    """
    if isinstance(value, bool | int):
        return value
    text = option_text(value).replace(",", ";")
    return text if text.isalpha() else f"{text};"


def from_parameter(value: object) -> object:
    """Return a game parameter as an option value."""
    return value.removesuffix(";").replace(";", ",") if isinstance(value, str) else value


def game_type(game: Game) -> Any:
    """Return the description of a game for OpenSpiel."""
    kinds, facts = pyspiel.GameType, game.facts
    return kinds(
        short_name=openspiel_name(game),
        long_name=facts.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if facts.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.IDENTICAL if facts.together else kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=facts.players[-1],
        min_num_players=facts.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={PLAYERS: default_players(game)}
        | {option.name: to_parameter(option.simulation_default) for option in game.options},
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its number of players and its options."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        values = {name: from_parameter(value) for name, value in params.items()}
        self.players = int(values.pop(PLAYERS, default_players(game)))  # type: ignore[call-overload]
        self.options: dict[str, OptionValue] = resolve_options(game.options, values, attended=False)
        self.game = game
        self.start = game.start_position(self.players, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.most_moves,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None if game.facts.together else 1.0,
            max_game_length=MAX_GAME_LENGTH,
        )
        super().__init__(game_type(game), info, params)

    def new_initial_state(self) -> "OpenSpielState":
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "OpenSpielObserver":
        perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return OpenSpielObserver(self.game, perfect_recall=perfect_recall)


class History:
    """A position and the events before it. OpenSpiel clones states by deep copy; the copy of a history is cheap."""

    __slots__ = ("before", "events", "position")

    def __init__(self, position: Positions, events: Sequence[tuple[bytes, Move]], before: tuple[str, ...]) -> None:
        self.position, self.events = copy_positions(position), list(events)
        self.before = before
        """View of each seat before these events; empty if they begin at the start of the match."""

    def __deepcopy__(self, memo: object) -> "History":
        return History(self.position, self.events, self.before)


def history_from(game: Game, players: int, position: Positions) -> History:
    """Return a history that begins at a position: each seat knows its view of it."""
    return History(position, [], tuple(view_text(game, position, seat) for seat in range(players)))


def view_text(game: Game, position: Positions, seat: int) -> str:
    return msgspec.json.encode(game.view(plain_position(position), Seat(seat))).decode()


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A match as a state of OpenSpiel."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.event_history = History(game.start, [], ())

    @property
    def position(self) -> Positions:
        return self.event_history.position

    @property
    def game(self) -> Game:
        found: Game = self.get_game().game
        return found

    def current_player(self) -> int:
        to_move = turn_at(self.event_history.position)
        if to_move >= 0:
            return to_move
        return int(pyspiel.PlayerId.CHANCE if to_move == CHANCE else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return turn_at(self.event_history.position) == OVER

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of the seat to move, or the chance outcomes."""
        out = self.game.buffers().moves
        count = abs(legal_count_at(self.event_history.position, out))
        found: list[Move] = out[:count].tolist()
        return found

    def _legal_actions(self, player: int) -> list[Move]:
        return self.legal_moves()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights_buf = self.game.buffers().weights
        total = weights_at(self.event_history.position, weights_buf)
        return [(place, weight / total) for place, weight in enumerate(weights_buf[: len(self.legal_moves())].tolist())]

    def move_of(self, action: int) -> Move:
        return self.legal_moves()[action] if turn_at(self.event_history.position) == CHANCE else Move(action)

    def _apply_action(self, action: int) -> None:
        move = self.move_of(action)
        self.event_history.events.append((self.event_history.position.tobytes(), move))
        play_at(self.event_history.position, move)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game.write(plain_position(self.event_history.position), self.move_of(action))

    def returns(self) -> list[float]:
        out = np.zeros(self.num_players())
        if self.is_terminal():
            payoff_at(self.event_history.position, out)
        payoffs: list[float] = out.tolist()
        return payoffs

    def log(self, seat: int) -> list[str]:
        """Return the events as this seat saw them, after its view of the position at which they begin."""
        since = [seen_token(self.game, before, move, seat) for before, move in self.event_history.events]
        return [self.event_history.before[seat], *since] if self.event_history.before else since

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "OpenSpielState":
        """Return the match with resampled facts that this player cannot know.

        The player keeps its whole history. The other players know only their views of the resampled position.
        """
        other: OpenSpielState = self.clone()
        imagine(other.position[0], Seat(player), stream(int(sampler() * 2**53)))
        other.event_history = history_from(self.game, self.num_players(), other.position)
        known = list(other.event_history.before)
        known[player] = " ".join(self.log(player))
        other.event_history.before = tuple(known)
        return other

    def __str__(self) -> str:
        return " ".join(
            self.game.write(plain_position(position_from(self.game, before)), move)
            for before, move in self.event_history.events
        )


def position_from(game: Game, data: bytes) -> Positions:
    return np.frombuffer(bytearray(data), states_of(game.state))


@lru_cache(maxsize=TOKEN_CACHE_SIZE)
def seen_token(game: Game, before: bytes, move: Move, seat: int) -> str:
    """Return the token of an event as a seat sees it. Cached, because a search repeats the events of one match."""
    return game.seen(plain_position(position_from(game, before)), move, Seat(seat))


class OpenSpielObserver:
    """Observer of OpenSpiel: the observation as a tensor; as text the view or, with perfect recall, all seen events."""

    def __init__(self, game: Game, *, perfect_recall: bool) -> None:
        self.game, self.perfect_recall = game, perfect_recall
        self.tensor: Tensor = np.zeros(game.observation_size, np.float32)
        self.dict = split_observation(game, self.tensor)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        observe_at(state.position, Seat(player), self.tensor)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        if self.perfect_recall:
            return " ".join(state.log(player))
        return view_text(self.game, state.position, player)


def register(game: Game) -> None:
    """Register a game with OpenSpiel. It may be from outside this package."""

    class RegisteredGame(OpenSpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params or {})

    if openspiel_name(game) not in pyspiel.registered_names():
        pyspiel.register_game(game_type(game), RegisteredGame)


for registered in games():
    register(registered)


def load(name: str | Game, players: int | None = None, **options: OptionValue) -> Any:
    """Return a registered game as a game of OpenSpiel, with these options."""
    game = resolve_game(name)
    count = default_players(game) if players is None else players
    parameters = {option: to_parameter(value) for option, value in options.items()}
    return pyspiel.load_game(openspiel_name(game), {PLAYERS: count, **parameters})
