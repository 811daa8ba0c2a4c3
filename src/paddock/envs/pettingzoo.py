"""PettingZoo: every seat is an agent, one after the other (AEC).

table = env("life", players=4)
table.reset(seed=7)
for agent in table.agent_iter():
    observation, reward, termination, truncation, info = table.last()
    table.step(None if termination or truncation else choose(observation["observation"], info["action_mask"]))
"""

from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from paddock.envs.batches import Batch, room_of, usual_players
from paddock.envs.single import ILLEGAL, MOST_SEED, Mask, action_space, observation_space
from paddock.rules.game import Game
from paddock.rules.kinds import OVER, Seat, Tensor
from paddock.rules.plain import plain
from paddock.rules.refusals import BadOption

Observation: TypeAlias = dict[str, Tensor | Mask]

ENDLESS: Final = 2**62


def at_least_one(name: str, most: int | None) -> int:
    if most is not None and most < 1:
        raise BadOption(f"{name}: a match has at least one decision, not {most}")
    return ENDLESS if most is None else most


def env(name: str | Game, **agreed: Any) -> AECEnv[str, Observation, int]:
    """A table for everybody: an illegal action ends the match, as in PettingZoo's own board games."""
    table: Any = Agents(name, **agreed)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=ILLEGAL)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


def parallel_env(name: str | Game, max_cycles: int | None = None, **agreed: Any) -> ParallelEnv[str, Observation, int]:
    """The same for programs that want an action of everybody in every step, through PettingZoo's own wrapper.

    Only the action of the seat to move is heard, so a step, which is a cycle there, is one decision.
    """
    return turn_based_aec_to_parallel(env(name, max_steps=max_cycles, **agreed))


class Agents(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """The table itself: agents are the seats, in a game won together too; a match pays in the end."""

    def __init__(
        self,
        name: str | Game,
        players: int | None = None,
        max_cycles: int | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """No agent is asked more than `max_cycles` times, nor all together more than `max_steps` times.

        Who would be asked once more leaves, truncated, and chance keeps the seat: the match goes on for the others
        until they have decided as often. Where all together would be, the match is cut off. No rule does either.
        """
        super().__init__()
        self.game = room_of(name)
        self.batch = Batch(self.game, 1, usual_players(self.game) if players is None else players, options, again=False)
        self.metadata = {"name": f"{self.game.id}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.max_cycles = at_least_one("max_cycles", max_cycles)
        self.max_steps = at_least_one("max_steps", max_steps)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.rng = np.random.default_rng()
        self.begin()

    @cache  # noqa: B019 (PettingZoo wants the same object every time)
    def observation_space(self, agent: str) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.game.actions,), np.int8)
        return spaces.Dict({"observation": observation_space(self.game), "action_mask": mask})

    @cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete:
        return action_space(self.game)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.batch.reset(int(self.rng.integers(MOST_SEED)))
        self.begin()

    def begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.decisions = dict.fromkeys(self.agents, 0)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.hand_on()

    def hand_on(self) -> None:
        """The seat to move is asked next, and everybody is told what they may do now."""
        if self.batch.seat[0] != OVER:
            self.agent_selection = self.possible_agents[self.batch.seat[0]]
        elif self.agent_selection not in self.agents:
            self.agent_selection = self.agents[0]
        for agent in self.agents:
            self.infos[agent] = {"action_mask": self.mask(agent)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            if not self.agents or self.terminations[self.agents[0]] or self.truncations[self.agents[0]]:
                return
        else:
            self.batch.step(np.array([action]))
            self._cumulative_rewards[agent] = 0.0
            self.decisions[agent] += 1
        self.go_on()

    def go_on(self) -> None:
        """To the next decision of somebody who is still there; who may not decide any more is told to leave."""
        while not self.batch.done[0] and self.possible_agents[self.batch.seat[0]] not in self.agents:
            self.batch.step(self.batch.any())
        self.hand_on()
        over = bool(self.batch.done[0])
        cut = not over and sum(self.decisions.values()) >= self.max_steps
        for one in self.agents:
            self.rewards[one] = float(self.batch.reward[0, self.seats[one]])
            self.terminations[one], self.truncations[one] = over, cut
        if not over and self.decisions[self.agent_selection] >= self.max_cycles:
            self.truncations[self.agent_selection] = True
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        seen = np.zeros(self.game.observation_size, np.float32)
        self.batch.observe(0, self.seats[agent], seen)
        return {"observation": seen, "action_mask": self.mask(agent)}

    def mask(self, agent: str) -> Mask:
        """What is legal for this agent now: nothing while it is somebody else's turn."""
        legal: Mask = self.batch.mask[0].astype(np.int8)
        return legal if self.batch.seat[0] == self.seats[agent] else np.zeros_like(legal)

    def render(self) -> str | None:
        """The table as text, as the seat to move may see it."""
        if self.render_mode is None:
            return None
        seat = Seat(self.seats[self.agent_selection])
        return self.game.speech.draw(self.game.view(plain(self.batch.tables), seat), self.possible_agents)

    def close(self) -> None:
        """Nothing is kept open."""
