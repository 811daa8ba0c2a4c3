"""Many games at once, arrays in and arrays out: for learning, where a decision must cost less than a microsecond.

    tables = batch("mist", n=1024, players=4, seed=7)
    while learning:
        tables.step(policy(tables.observation, tables.mask))
        learn(tables.reward, tables.done, tables.seat)

All arrays belong to the batch and are written anew by every step: copy what you keep.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from paddock.bots.simulation import players_of
from paddock.envs.kernels import ALL, FINE, Games, any_actions, observe_at, reset_games, step_games
from paddock.games import game as game_named
from paddock.rules.chance import streams
from paddock.rules.game import Game
from paddock.rules.kinds import OVER, Moves, Seat, Table, Tensor, new_table
from paddock.rules.options import Value, agree
from paddock.rules.plain import plain
from paddock.rules.players import uniform_players
from paddock.rules.refusals import BadOption, IllegalMove
from paddock.rules.stepper import bound


class Batch:
    """Games of one kind that are stepped together. Chance, and the seats of bots, play by themselves in between."""

    def __init__(
        self,
        game: Game,
        n: int,
        players: int,
        options: Mapping[str, object],
        *,
        against: Sequence[str] | None = None,
        seat: int | None = None,
        again: bool = True,
        seed: int = 0,
    ) -> None:
        """`against` names the bots at the other seats, one for each; without it the caller decides for everybody.

        The learner sits at `seat`; without it at every seat in turn, a game each. With `again` a table is laid anew
        as soon as its match is over.
        """
        if n < 1:
            raise BadOption(f"a batch has at least one game, not {n}")
        self.game, self.n, self.players = game, n, players
        self.options: dict[str, Value] = agree(game.options, options, attended=False)
        self._first = np.full(n, ALL, np.int8)
        if against is not None:
            self._first[:] = np.arange(n) % players if seat is None else check_seat(players, seat)
        self.tables: Table = new_table(game.state, n)
        """The positions, secrets included."""
        self.observation: Tensor = np.zeros((n, game.observation_size), np.float32)
        """What the seat to move knows, as the room's `OBSERVATION` names it."""
        self.mask = np.zeros((n, game.actions), np.bool_)
        """Which actions are legal for it."""
        self.listed: Moves = np.zeros((n, game.most_moves), np.int16)
        """The same as a list, ascending: as many as `legal` says, and then nothing that means anything."""
        self.legal = np.zeros(n, np.int64)
        """How many of them."""
        self.seat = np.zeros(n, np.int8)
        """Whose decision it is; `OVER` for a match that has ended and is not laid anew."""
        self.reward: Tensor = np.zeros((n, players), np.float32)
        """What the match that ended with the last step paid to each seat: 1 for a victory, a share of it, or 0."""
        self.done = np.zeros(n, np.bool_)
        """Whether a match ended with the last step."""
        self.earned: Tensor = np.zeros(n, np.float32)
        """What the learner got of it; where the caller decides for all, what the first seat got."""
        self.last: Tensor = np.zeros((n, game.observation_size) if again else (1, game.observation_size), np.float32)
        """How the learner saw the end of the match before this one."""
        self.own = self._first.copy()
        """The learner's seat; -1 where the caller decides for all."""
        self._whims = streams(~seed, 0, n)
        levels = None if against is None else seating(against, seat)
        self._games = Games(
            players=uniform_players() if levels is None else players_of(game, levels, self.options).kernel,
            start=game.table(players, self.options),
            tables=self.tables,
            dice=streams(seed, 0, n),
            heavy=np.zeros(game.most_moves, np.int32),
            own=self.own,
            seat=self.seat,
            observation=self.observation,
            mask=self.mask,
            listed=self.listed,
            legal=self.legal,
            done=self.done,
            reward=self.reward,
            earned=self.earned,
            last=self.last,
            payoffs=np.zeros(players),
            further=int(against is not None and seat is None),
            again=again,
        )
        self._reset = bound(reset_games, self._games)
        self._step = bound(step_games, self._games, self.any())
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Lay every table anew; with a seed all that follows is decided by it and by the actions."""
        if seed is not None:
            self._games.dice[:] = streams(seed, 0, self.n)
            self._whims[:] = streams(~seed, 0, self.n)
        self.own[:] = self._first
        self.reward[:], self.done[:], self.earned[:] = 0.0, False, 0.0
        self._reset(self._games)

    def take_seat(self, seat: int) -> None:
        """From the next reset on, the learner begins at this seat."""
        self._first[:] = check_seat(self.players, seat)

    def step(self, actions: npt.NDArray[np.integer]) -> None:
        """Play one decision in every game; if one is not legal, `IllegalMove` says which, and none is played."""
        chosen = np.ascontiguousarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.n,):
            raise BadOption(f"a step takes {self.n} whole numbers, not {chosen.dtype} of shape {chosen.shape}")
        wrong = self._step(self._games, chosen.astype(np.int64, copy=False))
        if wrong != FINE:
            raise IllegalMove(*self.why_not(wrong, int(chosen[wrong])))

    def why_not(self, number: int, action: int) -> tuple[str, str]:
        """The clause that governs a game now, and why an action is not legal there."""
        clause = self.game.clause(plain(self.tables[number : number + 1]))
        if self.seat[number] == OVER:
            return clause, f"in game {number} the match is over"
        legal = ", ".join(map(str, np.flatnonzero(self.mask[number])))
        return clause, f"in game {number} the legal actions are {legal}, not {action}"

    def any(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, each as likely as the others."""
        chosen = np.zeros(self.n, np.int64)
        any_actions(self.listed, self.legal, self._whims, chosen)
        return chosen

    def observe(self, number: int, seat: int, out: Tensor) -> None:
        """What any seat of one game knows."""
        observe_at(self.tables[number : number + 1], Seat(seat), out)

    def pieces(self, observation: Tensor | None = None) -> dict[str, Tensor]:
        """An observation, or many, piece by piece: views of the same memory by the names of the room."""
        seen = self.observation if observation is None else observation
        return split(self.game, seen)


def batch(
    name: str | Game,
    n: int = 1024,
    *,
    players: int | None = None,
    against: str | Sequence[str] | None = None,
    seat: int | None = None,
    seed: int = 0,
    **options: object,
) -> Batch:
    """So many games at once, each laid anew when it is over. A stranger's room is given as the `Game` itself.

    >>> tables = batch("kuhlorado", n=3, seed=1)
    >>> tables.observation.shape, tables.mask.shape, tables.seat.shape
    ((3, 680), (3, 65), (3,))
    >>> for _ in range(200):
    ...     tables.step(tables.any())
    >>> tables.step(np.array([64, 64, 64]))
    Traceback (most recent call last):
    paddock.rules.refusals.IllegalMove: clause 3.6 forbids it: in game 1 the legal actions are 6, 25, 32, 43, 57, not 64
    """
    game = room_of(name)
    count = usual_players(game) if players is None else players
    return Batch(game, n, count, options, against=opponents(game, count, against), seat=seat, seed=seed)


def room_of(name: str | Game) -> Game:
    return game_named(name) if isinstance(name, str) else name


def usual_players(game: Game) -> int:
    """As few as the game allows."""
    return game.facts.players[0]


def opponents(game: Game, players: int, against: str | Sequence[str] | None) -> list[str] | None:
    """The bots at the other seats: one name for all, or one for each; nobody in a game that all win together."""
    if against is None:
        return None
    if game.facts.together:
        raise BadOption(f"{game.facts.title} is won together: there is nobody to play against")
    names = [against] * (players - 1) if isinstance(against, str) else list(against)
    if len(names) != players - 1:
        raise BadOption(f"against: {players} players need {players - 1} bots beside the learner, not {len(names)}")
    return names


def seating(against: Sequence[str], seat: int | None) -> list[str]:
    """A bot for every seat, also the learner's, who is never asked.

    >>> seating(["fox", "fox"], None), seating(["fox", "owl"], 1)
    (['fox', 'fox', 'fox'], ['fox', 'fox', 'owl'])
    """
    if seat is None and len(set(against)) > 1:
        raise BadOption("against: among different bots the learner needs a seat of its own")
    return [*against[: seat or 0], against[0], *against[seat or 0 :]]


def check_seat(players: int, seat: int) -> int:
    if not 0 <= seat < players:
        raise BadOption(f"seat: there are seats 0 to {players - 1}, not {seat}")
    return seat


def split(game: Game, observation: Tensor) -> dict[str, Tensor]:
    """An observation by the names of its pieces; what comes before the last axis stays."""
    found, first = {}, 0
    for piece in game.observation:
        part = observation[..., first : first + piece.size]
        found[piece.name] = part.reshape(*observation.shape[:-1], *piece.shape)
        first += piece.size
    return found
