"""How good a player is: its share of victories, the same number of matches at every table so that none is favoured."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from paddock.envs import Batch

Player: TypeAlias = Callable[[Batch], npt.NDArray[np.int64]]


def share_of_victories(play: Player, tables: Batch, games: int, seed: int) -> float:
    """What this player wins of the first matches at these tables; as many games as there are tables, or a multiple."""
    tables.reset(seed)
    wanted = max(1, games // tables.n)
    played, won = np.zeros(tables.n, np.int64), 0.0
    while (played < wanted).any():
        tables.step(play(tables))
        counted = tables.done & (played < wanted)
        won += float(tables.earned[counted].sum())
        played += counted
    return won / (wanted * tables.n)
