"""OpenSpiel: every room as one of its Python games, with explicit chance.

    import paddock.envs.openspiel as openspiel
    game = openspiel.load("kuhlorado")    # or pyspiel.load_game("paddock_kuhlorado")

Actions of a seat are our moves. An outcome of chance is its place in the list of outcomes. Returns are payoffs: they
add up to 1, or are the same for all in a game that is won together.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from paddock.envs.batches import split, usual_players
from paddock.envs.kernels import observe_at
from paddock.games import games
from paddock.rules.chance import streams
from paddock.rules.game import Game
from paddock.rules.kernels import payoff_at, play_at, standing_at, turn_at, weights_at
from paddock.rules.kinds import CHANCE, OVER, Move, Seat, Table, Tensor, copied, states_of
from paddock.rules.options import Value, agree, spoken
from paddock.rules.plain import plain
from paddock.rules.verbs import imagine

LONGEST: Final = 1_000_000
"""OpenSpiel wants to know the most decisions of a match; some of our options set no bound."""
KEPT_TOKENS: Final = 1 << 16
PLAYERS: Final = "players"


def name_in_openspiel(game: Game) -> str:
    return f"paddock_{game.id}"


def parameter(value: Value) -> bool | int | str:
    """A value in a type that OpenSpiel has. It has commas between parameters, and takes `1` for a number.

    >>> parameter(True), parameter("easy"), parameter((1, 2, 3)), parameter("1")
    (True, 'easy', '1;2;3;', '1;')
    """
    if isinstance(value, bool | int):
        return value
    text = spoken(value).replace(",", ";")
    return text if text.isalpha() else f"{text};"


def value_of(given: object) -> object:
    """What an option can read again."""
    return given.removesuffix(";").replace(";", ",") if isinstance(given, str) else given


def type_of(game: Game) -> Any:
    """What OpenSpiel is told of a room."""
    kinds = pyspiel.GameType
    facts = game.facts
    return kinds(
        short_name=name_in_openspiel(game),
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
        parameter_specification={PLAYERS: usual_players(game)}
        | {one.name: parameter(one.unattended) for one in game.options},
    )


class Room(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A room at which some number of players have agreed on options."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        given = {name: value_of(value) for name, value in params.items()}
        self.players = int(given.pop(PLAYERS, usual_players(game)))  # type: ignore[call-overload]
        self.options: dict[str, Value] = agree(game.options, given, attended=False)
        self.room = game
        self.start = game.table(self.players, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.most_moves,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None if game.facts.together else 1.0,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(game), info, params)

    def new_initial_state(self) -> "Sitting":
        return Sitting(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Watcher":
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Watcher(self.room, recalls=recalls)


class Trail:
    """A position and how it came about. OpenSpiel clones a state by a deep copy of its fields: this one is cheap."""

    __slots__ = ("before", "events", "table")

    def __init__(self, table: Table, events: Sequence[tuple[bytes, Move]], before: tuple[str, ...]) -> None:
        self.table, self.events = copied(table), list(events)
        self.before = before
        """What each seat knew before these events, if not from the start of the match on."""

    def __deepcopy__(self, memo: object) -> "Trail":
        return Trail(self.table, self.events, self.before)


def trail_from(game: Game, players: int, table: Table) -> Trail:
    """From a position of which each seat knows what it sees."""
    return Trail(table, [], tuple(view_of(game, table, seat) for seat in range(players)))


def view_of(game: Game, table: Table, seat: int) -> str:
    return msgspec.json.encode(game.view(plain(table), Seat(seat))).decode()


class Sitting(pyspiel.State):  # type: ignore[misc]
    """A match in OpenSpiel's words."""

    def __init__(self, game: Room) -> None:
        super().__init__(game)
        self.trail = Trail(game.start, [], ())

    @property
    def table(self) -> Table:
        return self.trail.table

    @property
    def room(self) -> Game:
        found: Game = self.get_game().room
        return found

    def current_player(self) -> int:
        whose = turn_at(self.trail.table)
        if whose >= 0:
            return whose
        return int(pyspiel.PlayerId.CHANCE if whose == CHANCE else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return turn_at(self.trail.table) == OVER

    def listed(self) -> list[Move]:
        """Our moves, or outcomes of chance."""
        out = np.zeros(self.room.most_moves, np.int16)
        many = abs(standing_at(self.trail.table, out))
        found: list[Move] = out[:many].tolist()
        return found

    def _legal_actions(self, player: int) -> list[Move]:
        return self.listed()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        heavy = np.zeros(self.room.most_moves, np.int32)
        total = weights_at(self.trail.table, heavy)
        return [(place, weight / total) for place, weight in enumerate(heavy[: len(self.listed())].tolist())]

    def move_of(self, action: int) -> Move:
        return self.listed()[action] if turn_at(self.trail.table) == CHANCE else Move(action)

    def _apply_action(self, action: int) -> None:
        move = self.move_of(action)
        self.trail.events.append((self.trail.table.tobytes(), move))
        play_at(self.trail.table, move)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.room.write(plain(self.trail.table), self.move_of(action))

    def returns(self) -> list[float]:
        out = np.zeros(self.num_players())
        if self.is_terminal():
            payoff_at(self.trail.table, out)
        paid: list[float] = out.tolist()
        return paid

    def log(self, seat: int) -> list[str]:
        """What this seat knew, and the events since as it may know them."""
        since = [seen_token(self.room, before, move, seat) for before, move in self.trail.events]
        return [self.trail.before[seat], *since] if self.trail.before else since

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "Sitting":
        """The same match with what this player cannot know dealt anew.

        The player remembers all that happened. What the others remember was dealt anew too: what they see now.
        """
        other: Sitting = self.clone()
        imagine(other.table[0], Seat(player), np.ascontiguousarray(streams(int(sampler() * 2**53), 0, 1)[0]))
        other.trail = trail_from(self.room, self.num_players(), other.table)
        known = list(other.trail.before)
        known[player] = " ".join(self.log(player))
        other.trail.before = tuple(known)
        return other

    def __str__(self) -> str:
        return " ".join(self.room.write(plain(position(self.room, at)), move) for at, move in self.trail.events)


def position(game: Game, at: bytes) -> Table:
    return np.frombuffer(bytearray(at), states_of(game.state))


@lru_cache(maxsize=KEPT_TOKENS)
def seen_token(game: Game, before: bytes, move: Move, seat: int) -> str:
    """Searches ask again and again for the tokens of one match and its branches."""
    return game.seen(plain(position(game, before)), move, Seat(seat))


class Watcher:
    """What one seat knows: the room's named pieces as a tensor; in words, with perfect recall, every event it saw."""

    def __init__(self, game: Game, *, recalls: bool) -> None:
        self.game, self.recalls = game, recalls
        self.tensor: Tensor = np.zeros(game.observation_size, np.float32)
        self.dict = split(game, self.tensor)

    def set_from(self, state: Sitting, player: int) -> None:
        observe_at(state.table, Seat(player), self.tensor)

    def string_from(self, state: Sitting, player: int) -> str:
        if self.recalls:
            return " ".join(state.log(player))
        return view_of(self.game, state.table, player)


def register(game: Game) -> None:
    """Make a room known to OpenSpiel; a stranger's too."""

    class Registered(Room):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params or {})

    if name_in_openspiel(game) not in pyspiel.registered_names():
        pyspiel.register_game(type_of(game), Registered)


for room in games():
    register(room)


def load(game: Game, players: int | None = None, **options: Value) -> Any:
    """A registered room as OpenSpiel's game, with these options."""
    agreed = {name: parameter(value) for name, value in options.items()}
    wanted = {PLAYERS: usual_players(game) if players is None else players, **agreed}
    return pyspiel.load_game(name_in_openspiel(game), wanted)
