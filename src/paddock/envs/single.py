"""Gymnasium: one learner at one table, alone in games that are won together, else against bots."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from paddock.envs.batches import Batch, opponents, room_of, usual_players
from paddock.rules.game import LARGEST_OBSERVED, Game
from paddock.rules.kinds import Seat, Tensor
from paddock.rules.plain import plain

Mask: TypeAlias = npt.NDArray[np.int8]
Info: TypeAlias = dict[str, Any]

AGAINST: Final = "uniform"
ILLEGAL: Final = -1.0
"""What an action that the mask forbids costs: as much as a victory brings."""
MOST_SEED: Final = 2**62


def observation_space(game: Game) -> spaces.Box[np.float32]:
    return spaces.Box(-LARGEST_OBSERVED, LARGEST_OBSERVED, (game.observation_size,), np.float32)


def action_space(game: Game) -> spaces.Discrete:
    return spaces.Discrete(game.actions)


class Single(gymnasium.Env[Tensor, np.int64]):
    """One match after the other; a step is a decision of the learner.

    The observation is what its seat knows, the reward what the match pays in the end (1 for a victory, a share of it,
    or 0), and `info["action_mask"]` says what is legal. An action that is not costs, and nothing is played;
    `info["illegal"]` says why not.
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
        self.game = room_of(name)
        count = usual_players(self.game) if players is None else players
        rivals = None if self.game.facts.together else opponents(self.game, count, against or AGAINST)
        if against is not None and rivals is None:
            opponents(self.game, count, against)  # says why there are none
        self.batch = Batch(self.game, 1, count, options, against=rivals, seat=seat, again=False)
        self.moves_on = rivals is not None and seat is None
        self.observation_space = observation_space(self.game)
        self.action_space = action_space(self.game)
        self.render_mode = render_mode

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Tensor, Info]:
        super().reset(seed=seed)
        if self.moves_on:
            self.batch.take_seat(int(self.np_random.integers(self.batch.players)))
        self.batch.reset(int(self.np_random.integers(MOST_SEED)))
        return self.seen(), self.info()

    def step(self, action: np.int64) -> tuple[Tensor, float, bool, bool, Info]:
        if not (0 <= action < self.game.actions and self.batch.mask[0, action]):
            clause, because = self.batch.why_not(0, int(action))
            return self.seen(), ILLEGAL, False, False, self.info() | {"illegal": f"clause {clause}: {because}"}
        self.batch.step(np.array([action]))
        return self.seen(), float(self.batch.earned[0]), bool(self.batch.done[0]), False, self.info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What MaskablePPO of sb3-contrib asks for."""
        mask: npt.NDArray[np.bool_] = self.batch.mask[0].copy()
        return mask

    def seen(self) -> Tensor:
        observation: Tensor = self.batch.observation[0].copy()
        return observation

    def info(self) -> Info:
        mask: Mask = self.batch.mask[0].astype(np.int8)
        return {"action_mask": mask, "seat": int(self.batch.seat[0])}

    def render(self) -> str | None:
        """The table as text, as the learner's seat may see it."""
        if self.render_mode is None:
            return None
        seat = Seat(max(int(self.batch.own[0]), 0))
        names = [f"Seat {number}" for number in range(self.batch.players)]
        return self.game.speech.draw(self.game.view(plain(self.batch.tables), seat), names)
