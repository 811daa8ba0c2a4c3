"""Evaluation of a player: its share of victories, with the same number of matches in every game of a batch."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.envs import Batch

Player: TypeAlias = Callable[[Batch], npt.NDArray[np.int64]]


def share_of_victories(player: Player, env: Batch, matches: int, seed: int) -> float:
    """Return the share of victories in the first matches of each game; `matches` is rounded to a multiple of `env.n`.

    Every game counts the same number of matches. Otherwise short matches would count more.
    """
    env.reset(seed)
    wanted = max(1, matches // env.n)
    played, won = np.zeros(env.n, np.int64), 0.0
    while (played < wanted).any():
        env.step(player(env))
        counted = env.done & (played < wanted)
        won += float(env.learner_reward[counted].sum())
        played += counted
    return won / (wanted * env.n)
