"""Gymnasium vector environment: a batch for `gymnasium.make_vec("paddock/Life-v0", num_envs=1024, ...)`."""

from collections.abc import Sequence
from typing import Any

import gymnasium.vector
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from paddock.engine.game import Game
from paddock.engine.types import Tensor
from paddock.envs.batch import Batch, default_players, opponents, resolve_game
from paddock.envs.gymnasium_env import DEFAULT_OPPONENT, MAX_SEED, action_space, observation_space

Actions = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class VectorEnv(gymnasium.vector.VectorEnv[Tensor, Actions, npt.NDArray[Any]]):
    """One learner in many games. A new match starts in the step in which the old one ends.

    With `copy=False`, the arrays are those of the batch, and every step overwrites them. A masked action raises
    `IllegalMove`.
    """

    metadata = {  # noqa: RUF012 (Gymnasium's own)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        name: str | Game,
        num_envs: int = 1,
        players: int | None = None,
        against: str | Sequence[str] | None = None,
        seat: int | None = None,
        copy: bool = True,
        **options: object,
    ) -> None:
        game = resolve_game(name)
        count = default_players(game) if players is None else players
        against = against if against is not None or game.facts.together else DEFAULT_OPPONENT
        bots = opponents(game, count, against)
        self.batch = Batch(game, num_envs, count, options, against=bots, seat=seat)
        self.copy = copy
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = observation_space(game), action_space(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Tensor, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(MAX_SEED)))
        return self.output(self.batch.observation), self.info()

    def step(self, actions: Actions) -> tuple[Tensor, npt.NDArray[Any], Flags, Flags, dict[str, Any]]:
        self.batch.step(actions)
        done = self.output(self.batch.done)
        info = self.info()
        if done.any():
            info |= {"final_obs": self.output(self.batch.final_observation), "_final_obs": done}
        observation, reward = self.output(self.batch.observation), self.output(self.batch.learner_reward)
        return observation, reward, done, np.zeros_like(done), info

    def action_masks(self) -> Flags:
        return self.output(self.batch.mask)

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.output(self.batch.mask), "seat": self.output(self.batch.seat)}

    def output(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array
