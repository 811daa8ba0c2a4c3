"""Gymnasium's vector environment over the batch: `gymnasium.make_vec("paddock/Life-v0", num_envs=1024, ...)`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from paddock.envs.batches import Batch, opponents, room_of, usual_players
from paddock.envs.single import AGAINST, MOST_SEED, action_space, observation_space
from paddock.rules.game import Game
from paddock.rules.kinds import Tensor

Actions = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Vector(VectorEnv[Tensor, Actions, npt.NDArray[Any]]):
    """One learner at many tables, each laid anew in the very step in which its match ends.

    Arrays are the batch's own, written anew by every step, unless `copy`. An action that the mask forbids is refused.
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
        game = room_of(name)
        count = usual_players(game) if players is None else players
        chosen = against if against is not None or game.facts.together else AGAINST
        rivals = opponents(game, count, chosen)
        self.batch = Batch(game, num_envs, count, options, against=rivals, seat=seat)
        self.copy = copy
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = observation_space(game), action_space(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Tensor, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(MOST_SEED)))
        return self.given(self.batch.observation), self.info()

    def step(self, actions: Actions) -> tuple[Tensor, npt.NDArray[Any], Flags, Flags, dict[str, Any]]:
        self.batch.step(actions)
        done = self.given(self.batch.done)
        info = self.info()
        if done.any():
            info |= {"final_obs": self.given(self.batch.last), "_final_obs": done}
        return self.given(self.batch.observation), self.given(self.batch.earned), done, np.zeros_like(done), info

    def action_masks(self) -> Flags:
        return self.given(self.batch.mask)

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.given(self.batch.mask), "seat": self.given(self.batch.seat)}

    def given(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array
