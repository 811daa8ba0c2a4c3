"""Gymnasium environment with one learner: alone in a co-operative game, otherwise against bots."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from paddock.engine.game import LARGEST_OBSERVED, Game
from paddock.engine.plain_position import plain_position
from paddock.engine.types import Seat, Tensor
from paddock.envs.batch import Batch, default_players, opponents, resolve_game

Mask: TypeAlias = npt.NDArray[np.int8]
Info: TypeAlias = dict[str, Any]

DEFAULT_OPPONENT: Final = "uniform"
ILLEGAL_REWARD: Final = -1.0
"""Reward of a masked action: the opposite of a victory."""
MAX_SEED: Final = 2**62


def observation_space(game: Game) -> spaces.Box[np.float32]:
    return spaces.Box(-LARGEST_OBSERVED, LARGEST_OBSERVED, (game.observation_size,), np.float32)


def action_space(game: Game) -> spaces.Discrete:
    return spaces.Discrete(game.actions)


class SingleAgentEnv(gymnasium.Env[Tensor, np.int64]):
    """Matches of one learner; a step is a decision of the learner.

    The observation has the facts that the learner's seat knows. The reward comes at the end of a match: 1 for a
    victory, a share of it, or 0. `info["action_mask"]` marks the legal actions. A masked action costs 1 and is not
    played; `info["illegal"]` has the reason.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's own)

    def __init__(
        self,
        name: str | Game,
        players: int | None = None,
        against: str | Sequence[str] | None = None,
        seat: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game = resolve_game(name)
        count = default_players(self.game) if players is None else players
        bots = None if self.game.facts.together else opponents(self.game, count, against or DEFAULT_OPPONENT)
        if against is not None and bots is None:
            opponents(self.game, count, against)  # raises the error of a co-operative game
        self.batch = Batch(self.game, 1, count, options, against=bots, seat=seat, autoreset=False)
        self.random_seat = bots is not None and seat is None
        self.observation_space = observation_space(self.game)
        self.action_space = action_space(self.game)
        self.render_mode = render_mode

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Tensor, Info]:
        super().reset(seed=seed)
        if self.random_seat:
            self.batch.take_seat(int(self.np_random.integers(self.batch.players)))
        self.batch.reset(int(self.np_random.integers(MAX_SEED)))
        return self.observation(), self.info()

    def step(self, action: np.int64) -> tuple[Tensor, float, bool, bool, Info]:
        if not (0 <= action < self.game.actions and self.batch.mask[0, action]):
            clause, reason = self.batch.illegal_reason(0, int(action))
            info = self.info() | {"illegal": f"clause {clause}: {reason}"}
            return self.observation(), ILLEGAL_REWARD, False, False, info
        self.batch.step(np.array([action]))
        reward, terminated = float(self.batch.learner_reward[0]), bool(self.batch.done[0])
        return self.observation(), reward, terminated, False, self.info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the action mask, under the name that MaskablePPO of sb3-contrib calls."""
        mask: npt.NDArray[np.bool_] = self.batch.mask[0].copy()
        return mask

    def observation(self) -> Tensor:
        observation: Tensor = self.batch.observation[0].copy()
        return observation

    def info(self) -> Info:
        mask: Mask = self.batch.mask[0].astype(np.int8)
        return {"action_mask": mask, "seat": int(self.batch.seat[0])}

    def render(self) -> str | None:
        """Return the table as text, as the learner's seat may see it."""
        if self.render_mode is None:
            return None
        seat = Seat(max(int(self.batch.learner_seat[0]), 0))
        names = [f"Seat {number}" for number in range(self.batch.players)]
        return self.game.narrator.draw(self.game.view(plain_position(self.batch.positions), seat), names)
