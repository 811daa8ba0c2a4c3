"""Batches of games as arrays, for learning: a decision costs less than a microsecond.

    env = batch("mist", n=1024, players=4, seed=7)
    while learning:
        env.step(policy(env.observation, env.mask))
        learn(env.reward, env.done, env.seat)

The arrays belong to the batch, and every step overwrites them: copy the data that you keep.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from paddock.bots.player_records import simulated_players
from paddock.engine.errors import BadOption, IllegalMove
from paddock.engine.game import Game
from paddock.engine.options import OptionValue, resolve_options
from paddock.engine.plain_position import plain_position
from paddock.engine.policy import uniform_players
from paddock.engine.rng import streams
from paddock.engine.stepper import bound
from paddock.engine.tensor_layout import split_tensor
from paddock.engine.types import OVER, Moves, Positions, Seat, Tensor, new_positions
from paddock.envs.batch_kernels import (
    ALL_LEGAL,
    EVERY_SEAT,
    BatchArrays,
    observe_at,
    reset_games,
    sample_actions,
    step_games,
)
from paddock.games import load_game


class Batch:
    """Games of one kind that are stepped together. Chance and bots play between the decisions."""

    def __init__(
        self,
        game: Game,
        n: int,
        players: int,
        options: Mapping[str, object],
        *,
        against: Sequence[str] | None = None,
        seat: int | None = None,
        autoreset: bool = True,
        seed: int = 0,
    ) -> None:
        """Create `n` games; raise `BadOption` if they cannot start.

        `against` names the bots at the other seats, one per seat. Without it, the caller decides for every seat.
        The learner sits at `seat`. Without it, the learner takes the next seat in every match. With `autoreset`, a new
        match starts in the step in which the old one ends.
        """
        if n < 1:
            raise BadOption(f"a batch needs at least one game, not {n}")
        self.game, self.n, self.players = game, n, players
        self.options: dict[str, OptionValue] = resolve_options(game.options, options, attended=False)
        self._first_seat = np.full(n, EVERY_SEAT, np.int8)
        if against is not None:
            self._first_seat[:] = np.arange(n) % players if seat is None else check_seat(players, seat)
        self.positions: Positions = new_positions(game.state, n)
        """Positions, secrets included."""
        self.observation: Tensor = np.zeros((n, game.observation_size), np.float32)
        """Observation of the seat to move; the game's `OBSERVATION` names its parts."""
        self.mask = np.zeros((n, game.actions), np.bool_)
        """Action mask of the seat to move."""
        self.legal: Moves = np.zeros((n, game.most_moves), np.int16)
        """Legal actions as lists, ascending. Entries after the first `legal_count` have no meaning."""
        self.legal_count = np.zeros(n, np.int64)
        """Number of legal actions."""
        self.seat = np.zeros(n, np.int8)
        """Seat to move; `OVER` in a match that has ended without `autoreset`."""
        self.reward: Tensor = np.zeros((n, players), np.float32)
        """Payoff of each seat if a match ended with the last step: 1, a share of it, or 0."""
        self.done = np.zeros(n, np.bool_)
        """Whether a match ended with the last step."""
        self.learner_reward: Tensor = np.zeros(n, np.float32)
        """Reward of the learner; of the first seat if the caller decides for every seat."""
        rows = n if autoreset else 1
        self.final_observation: Tensor = np.zeros((rows, game.observation_size), np.float32)
        """Observation of the learner at the end of the previous match."""
        self.learner_seat = self._first_seat.copy()
        """Seat of the learner; -1 if the caller decides for every seat."""
        self._sampling_rngs = streams(~seed, 0, n)
        levels = None if against is None else seating(against, seat)
        self._arrays = BatchArrays(
            players=uniform_players() if levels is None else simulated_players(game, levels, self.options).kernel,
            start=game.start_position(players, self.options),
            positions=self.positions,
            rngs=streams(seed, 0, n),
            weights_buf=game.buffers().weights,
            learner_seat=self.learner_seat,
            seat=self.seat,
            observation=self.observation,
            mask=self.mask,
            legal=self.legal,
            legal_count=self.legal_count,
            done=self.done,
            reward=self.reward,
            learner_reward=self.learner_reward,
            final_observation=self.final_observation,
            payoffs=np.zeros(players),
            seat_step=int(against is not None and seat is None),
            autoreset=autoreset,
        )
        self._reset = bound(reset_games, self._arrays)
        self._step = bound(step_games, self._arrays, self.sample_legal())
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Start a new match in every game. With a seed, the seed and the actions determine the rest."""
        if seed is not None:
            self._arrays.rngs[:] = streams(seed, 0, self.n)
            self._sampling_rngs[:] = streams(~seed, 0, self.n)
        self.learner_seat[:] = self._first_seat
        self.reward[:], self.done[:], self.learner_reward[:] = 0.0, False, 0.0
        self._reset(self._arrays)

    def take_seat(self, seat: int) -> None:
        """Put the learner at this seat from the next reset on."""
        self._first_seat[:] = check_seat(self.players, seat)

    def step(self, actions: npt.NDArray[np.integer]) -> None:
        """Play one decision in every game; raise `IllegalMove` before any is played if one is not legal."""
        chosen = np.ascontiguousarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.n,):
            raise BadOption(f"a step takes {self.n} whole numbers, not {chosen.dtype} of shape {chosen.shape}")
        illegal = self._step(self._arrays, chosen.astype(np.int64, copy=False))
        if illegal != ALL_LEGAL:
            raise IllegalMove(*self.illegal_reason(illegal, int(chosen[illegal])))

    def illegal_reason(self, number: int, action: int) -> tuple[str, str]:
        """Return the clause that applies in a game now, and the reason why an action is not legal there."""
        clause = self.game.clause(plain_position(self.positions[number : number + 1]))
        if self.seat[number] == OVER:
            return clause, f"in game {number} the match is over"
        legal = ", ".join(map(str, np.flatnonzero(self.mask[number])))
        return clause, f"in game {number} the legal actions are {legal}, not {action}"

    def sample_legal(self) -> npt.NDArray[np.int64]:
        """Return a legal action for every game, sampled uniformly."""
        chosen = np.zeros(self.n, np.int64)
        sample_actions(self.legal, self.legal_count, self._sampling_rngs, chosen)
        return chosen

    def observe(self, number: int, seat: int, out: Tensor) -> None:
        """Write the observation of any seat of one game into `out`."""
        observe_at(self.positions[number : number + 1], Seat(seat), out)

    def pieces(self, observation: Tensor | None = None) -> dict[str, Tensor]:
        """Return the named parts of one or many observations, as views of the same memory."""
        return split_observation(self.game, self.observation if observation is None else observation)


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
    """Return a batch of `n` games with autoreset. A game outside this package is given as its `Game`.

    >>> env = batch("kuhlorado", n=3, seed=1)
    >>> env.observation.shape, env.mask.shape, env.seat.shape
    ((3, 680), (3, 65), (3,))
    >>> for _ in range(200):
    ...     env.step(env.sample_legal())
    >>> env.step(np.array([64, 64, 64]))
    Traceback (most recent call last):
    paddock.engine.errors.IllegalMove: clause 3.6 forbids it: in game 1 the legal actions are 6, 25, 32, 43, 57, not 64
    """
    game = resolve_game(name)
    count = default_players(game) if players is None else players
    return Batch(game, n, count, options, against=opponents(game, count, against), seat=seat, seed=seed)


def resolve_game(name: str | Game) -> Game:
    return load_game(name) if isinstance(name, str) else name


def default_players(game: Game) -> int:
    """Return the smallest number of players of the game."""
    return game.facts.players[0]


def opponents(game: Game, players: int, against: str | Sequence[str] | None) -> list[str] | None:
    """Return the bots at the other seats from one name or one per seat; raise `BadOption` in a co-operative game."""
    if against is None:
        return None
    if game.facts.together:
        raise BadOption(f"against: {game.facts.title} is co-operative and has no opponents")
    names = [against] * (players - 1) if isinstance(against, str) else list(against)
    if len(names) != players - 1:
        raise BadOption(f"against: {players} players need {players - 1} bots and the learner, not {len(names)} bots")
    return names


def seating(against: Sequence[str], seat: int | None) -> list[str]:
    """Return a bot for every seat. The one at the learner's seat never plays.

    >>> seating(["fox", "fox"], None), seating(["fox", "owl"], 1)
    (['fox', 'fox', 'fox'], ['fox', 'fox', 'owl'])
    """
    if seat is None and len(set(against)) > 1:
        raise BadOption("against: with different bots, give the learner a fixed seat=")
    return [*against[: seat or 0], against[0], *against[seat or 0 :]]


def check_seat(players: int, seat: int) -> int:
    if not 0 <= seat < players:
        raise BadOption(f"seat: there are seats 0 to {players - 1}, not {seat}")
    return seat


def split_observation(game: Game, observation: Tensor) -> dict[str, Tensor]:
    """Return the named parts of an observation. All axes before the last one stay."""
    return split_tensor(game.observation, observation)
