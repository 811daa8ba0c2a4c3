"""Mmm! with MaskablePPO of sb3-contrib: the library's own algorithm on our vector environment.

    pip install 'paddock[train]'
    cd examples && python -m training.mmm_ppo [--minutes 5] [--board easy] [--out ../docs/curves]

The team is one learner. The reward is what the match pays: 1 for a victory, 0 else, nothing on the way.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from paddock.envs import Batch, batch
from training.curve import Point, write_curve
from training.examination import Player, share_of_victories


class Tables(VecEnv):  # type: ignore[misc]  # checked where Stable-Baselines3 is not installed
    """The batch in the words of Stable-Baselines3, which has a vector environment of its own kind."""

    def __init__(self, tables: Batch) -> None:
        from paddock.envs.single import action_space, observation_space

        self.tables = tables
        super().__init__(tables.n, observation_space(tables.game), action_space(tables.game))

    def reset(self) -> npt.NDArray[np.float32]:
        self.tables.reset()
        return self.tables.observation.copy()

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        self.tables.step(actions)

    def step_wait(self) -> Any:
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(self.tables.done):
            infos[number]["terminal_observation"] = self.tables.last[number].copy()
        return self.tables.observation.copy(), self.tables.earned.copy(), self.tables.done.copy(), infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise NotImplementedError(method_name)
        return list(self.tables.mask.copy())

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is kept open."""


def best(model: MaskablePPO) -> Player:
    """Without exploring: the likeliest action every time."""
    return lambda tables: model.predict(tables.observation, action_masks=tables.mask, deterministic=True)[0]


class Examiner(BaseCallback):  # type: ignore[misc]
    """Between two roll-outs, every few of them: an examination; after the last, the end."""

    def __init__(self, tables: Batch, games: int, minutes: float, out: Path | None) -> None:
        super().__init__()
        self.tables, self.games, self.minutes, self.out = tables, games, minutes, out
        self.points: list[Point] = []
        self.matches = self.rounds = 0
        self.started = time.process_time()

    def _on_step(self) -> bool:
        self.matches += int(self.locals["dones"].sum())
        return time.process_time() - self.started < 60 * self.minutes

    def _on_rollout_start(self) -> None:
        if self.rounds % 8 == 0:
            self.examine()
        self.rounds += 1

    def examine(self) -> None:
        spent = time.process_time() - self.started
        share = share_of_victories(best(self.model), self.tables, self.games, 10_000 + self.rounds)
        self.points.append(Point(self.matches, spent, share, self.games))
        print(f"{self.matches:7,} matches  {spent:5.0f} s  wins {share:.1%}", flush=True)
        if self.out:  # at once: who stops it early keeps what was learned about it
            write_curve(self.points, self.out, "ppo-mmm", "MaskablePPO on Mmm!, share of matches won")


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--minutes", type=float, default=5.0)
    arguments.add_argument("--board", default="easy")
    arguments.add_argument("--tables", type=int, default=64)
    arguments.add_argument("--test", type=int, default=1024, help="matches for a point of the curve")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, help="folder for the learning curve: CSV and SVG")
    given = arguments.parse_args()
    tables = batch("mmm", given.tables, seed=given.seed, board=given.board)
    examination = batch("mmm", 256, board=given.board)
    print(f"the uniform bot wins {share_of_victories(Batch.any, examination, 16 * given.test, 1):.2%}", flush=True)
    model = MaskablePPO(
        "MlpPolicy", Tables(tables), n_steps=64, batch_size=512, n_epochs=4, ent_coef=0.01, gamma=1.0, seed=given.seed
    )
    examiner = Examiner(examination, given.test, given.minutes, given.out)
    model.learn(total_timesteps=10**9, callback=examiner)
    examiner.examine()


if __name__ == "__main__":
    main()
