"""Train MaskablePPO of sb3-contrib on Mmm!.

    pip install 'paddock[train]'
    cd examples && python -m training.mmm_ppo [--minutes 5] [--board easy] [--out ../docs/curves]

One learner plays all seats of the team. The only reward is the payoff of the match: 1 for a victory, otherwise 0.
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
from training.evaluation import Player, share_of_victories
from training.learning_curve import Point, write_curve


class StableBaselinesEnv(VecEnv):  # type: ignore[misc]  # checked where Stable-Baselines3 is not installed
    """The batch as a vector environment of Stable-Baselines3."""

    def __init__(self, env: Batch) -> None:
        from paddock.envs.gymnasium_env import action_space, observation_space

        self.env = env
        super().__init__(env.n, observation_space(env.game), action_space(env.game))

    def reset(self) -> npt.NDArray[np.float32]:
        self.env.reset()
        return self.env.observation.copy()

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        self.env.step(actions)

    def step_wait(self) -> Any:
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(self.env.done):
            infos[number]["terminal_observation"] = self.env.final_observation[number].copy()
        return self.env.observation.copy(), self.env.learner_reward.copy(), self.env.done.copy(), infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise NotImplementedError(method_name)
        return list(self.env.mask.copy())

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        """Do nothing: the environment has no open resources."""


def greedy_player(model: MaskablePPO) -> Player:
    """Return a player that always takes the most probable action."""
    return lambda env: model.predict(env.observation, action_masks=env.mask, deterministic=True)[0]


class EvaluationCallback(BaseCallback):  # type: ignore[misc]
    """Evaluate the model after every eighth rollout, and stop training after the given minutes."""

    def __init__(self, env: Batch, test_matches: int, minutes: float, out: Path | None) -> None:
        super().__init__()
        self.env, self.test_matches, self.minutes, self.out = env, test_matches, minutes, out
        self.points: list[Point] = []
        self.matches = self.rollouts = 0
        self.started = time.process_time()

    def _on_step(self) -> bool:
        self.matches += int(self.locals["dones"].sum())
        return time.process_time() - self.started < 60 * self.minutes

    def _on_rollout_start(self) -> None:
        if self.rollouts % 8 == 0:
            self.evaluate()
        self.rollouts += 1

    def evaluate(self) -> None:
        spent = time.process_time() - self.started
        share = share_of_victories(greedy_player(self.model), self.env, self.test_matches, 10_000 + self.rollouts)
        self.points.append(Point(self.matches, spent, share, self.test_matches))
        print(f"{self.matches:7,} matches  {spent:5.0f} s  wins {share:.1%}", flush=True)
        if self.out:  # at once, so that an early stop keeps the curve
            write_curve(self.points, self.out, "ppo-mmm", "MaskablePPO on Mmm!, share of matches won")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--board", default="easy")
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--test", type=int, default=1024, help="test matches per point of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="directory for the learning curve (CSV and SVG)")
    arguments = parser.parse_args()
    env = batch("mmm", arguments.envs, seed=arguments.seed, board=arguments.board)
    test_env = batch("mmm", 256, board=arguments.board)
    share = share_of_victories(Batch.sample_legal, test_env, 16 * arguments.test, 1)
    print(f"the uniform bot wins {share:.2%}", flush=True)
    model = MaskablePPO(
        "MlpPolicy",
        StableBaselinesEnv(env),
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        ent_coef=0.01,
        gamma=1.0,
        seed=arguments.seed,
    )
    callback = EvaluationCallback(test_env, arguments.test, arguments.minutes, arguments.out)
    model.learn(total_timesteps=10**9, callback=callback)
    callback.evaluate()


if __name__ == "__main__":
    main()
