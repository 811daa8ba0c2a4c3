"""PettingZoo environments (AEC and parallel): every seat is an agent.

env = paddock.envs.pettingzoo.env("life", players=4)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    env.step(None if termination or truncation else choose(observation["observation"], info["action_mask"]))
"""

from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.engine.plain_position import plain_position
from paddock.engine.types import OVER, Seat, Tensor
from paddock.envs.batch import Batch, default_players, resolve_game
from paddock.envs.gymnasium_env import ILLEGAL_REWARD, MAX_SEED, Mask, action_space, observation_space

Observation: TypeAlias = dict[str, Tensor | Mask]

UNLIMITED: Final = 2**62


def check_limit(name: str, limit: int | None) -> int:
    if limit is not None and limit < 1:
        raise BadOption(f"{name} must be at least 1, not {limit}")
    return UNLIMITED if limit is None else limit


def env(name: str | Game, **options: Any) -> AECEnv[str, Observation, int]:
    """Return the AEC environment. A masked action ends the match, as in PettingZoo's own board games."""
    wrapped: Any = RawEnv(name, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def parallel_env(name: str | Game, max_cycles: int | None = None, **options: Any) -> ParallelEnv[str, Observation, int]:
    """Return the parallel environment, made by PettingZoo's own wrapper.

    A step takes an action from every agent and uses only that of the seat to move. A cycle is therefore one decision.
    """
    return turn_based_aec_to_parallel(env(name, max_steps=max_cycles, **options))


class RawEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """The AEC environment without wrappers. Agents are the seats, also in a co-operative game."""

    def __init__(
        self,
        name: str | Game,
        players: int | None = None,
        max_cycles: int | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Create a match in which each agent decides at most `max_cycles` times, and all together `max_steps` times.

        An agent that reaches `max_cycles` is truncated (not terminated) and receives no further reward. Uniform random
        moves then play its seat, and the match continues for the other agents. `max_steps` truncates all agents. The
        rules of the games have no such limits.
        """
        super().__init__()
        self.game = resolve_game(name)
        count = default_players(self.game) if players is None else players
        self.batch = Batch(self.game, 1, count, options, autoreset=False)
        self.metadata = {"name": f"{self.game.id}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.max_cycles = check_limit("max_cycles", max_cycles)
        self.max_steps = check_limit("max_steps", max_steps)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.rng = np.random.default_rng()
        self.start_match()

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
        self.batch.reset(int(self.rng.integers(MAX_SEED)))
        self.start_match()

    def start_match(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.decisions = dict.fromkeys(self.agents, 0)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.select_agent()

    def select_agent(self) -> None:
        """Select the agent of the seat to move, and update the action masks of all agents."""
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
        self.advance()

    def advance(self) -> None:
        """Play to the next decision of an agent that has not left, and truncate agents that reached a limit."""
        while not self.batch.done[0] and self.possible_agents[self.batch.seat[0]] not in self.agents:
            self.batch.step(self.batch.sample_legal())
        self.select_agent()
        over = bool(self.batch.done[0])
        truncated = not over and sum(self.decisions.values()) >= self.max_steps
        for agent in self.agents:
            self.rewards[agent] = float(self.batch.reward[0, self.seats[agent]])
            self.terminations[agent], self.truncations[agent] = over, truncated
        if not over and self.decisions[self.agent_selection] >= self.max_cycles:
            self.truncations[self.agent_selection] = True
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        observation = np.zeros(self.game.observation_size, np.float32)
        self.batch.observe(0, self.seats[agent], observation)
        return {"observation": observation, "action_mask": self.mask(agent)}

    def mask(self, agent: str) -> Mask:
        """Return the action mask of an agent: all zeros unless its seat is to move."""
        legal: Mask = self.batch.mask[0].astype(np.int8)
        return legal if self.batch.seat[0] == self.seats[agent] else np.zeros_like(legal)

    def render(self) -> str | None:
        """Return the table as text, as the seat to move may see it."""
        if self.render_mode is None:
            return None
        seat = Seat(self.seats[self.agent_selection])
        return self.game.narrator.draw(self.game.view(plain_position(self.batch.positions), seat), self.possible_agents)

    def close(self) -> None:
        """Do nothing: the environment has no open resources."""
