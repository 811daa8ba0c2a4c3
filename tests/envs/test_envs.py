"""The environments: every adapter with every game of the registry and with a game outside the package."""

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.test.performance_benchmark import performance_benchmark
from pettingzoo.test.save_obs_test import test_save_obs as check_saved_observations

import paddock.envs.pettingzoo
from paddock.engine.errors import BadOption, IllegalMove
from paddock.engine.game import Game
from paddock.engine.rng import draw_outcome, streams
from paddock.engine.types import CHANCE, OVER, Move, Seat, copy_positions
from paddock.engine.verbs import observe
from paddock.envs import Batch, batch
from paddock.envs.batch import resolve_game, split_observation
from paddock.envs.gymnasium_env import SingleAgentEnv
from paddock.envs.gymnasium_registration import environment_id, register_games
from paddock.envs.gymnasium_vector_env import VectorEnv
from paddock.games import GAMES
from paddock.match.match_state import MatchState
from pig import GAME as PIG
from pig.rules import AGAIN, HOLD

EVERY_GAME: list[str | Game] = [*GAMES, PIG]
COMPETITIVE = [name for name in EVERY_GAME if not resolve_game(name).facts.together]


def game_id(name: str | Game) -> str:
    return name if isinstance(name, str) else name.id


every_game = pytest.mark.parametrize("name", EVERY_GAME, ids=game_id)
every_competitive_game = pytest.mark.parametrize("name", COMPETITIVE, ids=game_id)


@pytest.fixture
def _no_warning_about_action_masks() -> Iterator[None]:
    """Ignore a warning that PettingZoo's tests also give for its own board games with action masks."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation (space for each agent|is not a NumPy)")
        yield


# ---- The batch


@pytest.mark.interpreted
@every_game
def test_a_batch_plays_like_a_match(name: str | Game) -> None:
    """Masks, observations and payoffs equal those of a checked match with the same dice."""
    game, seed = resolve_game(name), 5
    env = batch(name, n=2, seed=seed)
    for number in range(env.n):
        env.reset(seed)
        dice = streams(seed, 0, env.n)[number]
        match = MatchState(game, env.players, attended=False)
        moves_buf, weights_buf = game.buffers()
        observation = np.zeros(game.observation_size, np.float32)
        while True:
            while match.turn == CHANCE:
                match.play_move(Move(int(draw_outcome(match.state, dice, moves_buf, weights_buf))))
            if match.over:
                break
            assert not env.done[number]
            assert env.seat[number] == match.turn
            assert np.flatnonzero(env.mask[number]).tolist() == match.legal_moves()
            assert env.legal_count[number] == len(match.legal_moves())
            observe(match.state, Seat(match.turn), observation)
            assert np.array_equal(env.observation[number], observation)
            actions = env.sample_legal()
            match.play_move(Move(int(actions[number])))
            env.step(actions)
        assert env.done[number]
        assert np.allclose(env.reward[number], match.payoff())
        observe(match.state, Seat(0), observation)
        assert np.array_equal(env.final_observation[number], observation)


@every_game
def test_the_seed_and_the_actions_determine_everything(name: str | Game) -> None:
    one, other = batch(name, n=8, seed=3), batch(name, n=8, seed=4)
    other.reset(3)
    for _ in range(60):
        actions = one.sample_legal()
        one.step(actions)
        other.step(actions)
        assert np.array_equal(one.observation, other.observation)
        assert np.array_equal(one.reward, other.reward)
    one.reset(4)
    assert not np.array_equal(one.positions.tobytes(), other.positions.tobytes())


@every_game
def test_buffers_are_reused(name: str | Game) -> None:
    env = batch(name, n=4)
    array_ids = {key: id(value) for key, value in vars(env).items() if isinstance(value, np.ndarray)}
    observation = env.observation
    for _ in range(5):
        env.step(env.sample_legal())
    assert array_ids == {key: id(value) for key, value in vars(env).items() if isinstance(value, np.ndarray)}
    assert observation is env.observation


@every_game
def test_an_illegal_action_raises_before_any_move(name: str | Game) -> None:
    env = batch(name, n=2, seed=2)
    before, actions = copy_positions(env.positions), env.sample_legal()
    game = resolve_game(name)
    for wrong in (-1, game.actions, 70_000):
        actions[1] = wrong
        with pytest.raises(IllegalMove, match=f"in game 1 the legal actions are .*, not {wrong}"):
            env.step(actions)
    assert before.tobytes() == env.positions.tobytes()
    with pytest.raises(BadOption, match="takes 2 whole numbers, not float64"):
        env.step(np.zeros(2))  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"of shape \(3,\)"):
        env.step(np.zeros(3, np.int64))


@every_competitive_game
def test_the_learner_takes_every_seat_in_turn(name: str | Game) -> None:
    env = batch(name, n=6, against="uniform", seed=1)
    assert env.learner_seat.tolist() == [number % env.players for number in range(6)]
    highest_seat = env.learner_seat.copy()
    for _ in range(150):
        assert (env.seat == env.learner_seat).all()
        before = env.learner_seat.copy()
        env.step(env.sample_legal())
        ended = env.done
        assert np.array_equal(env.learner_reward[ended], env.reward[ended, before[ended]])
        assert not env.learner_reward[~ended].any()
        highest_seat = np.maximum(highest_seat, env.learner_seat)
    fixed = batch(name, n=2, against="uniform", seat=1)
    assert (fixed.learner_seat == 1).all()


@every_competitive_game
def test_equal_players_get_a_fair_share(name: str | Game) -> None:
    env = batch(name, n=256, against="uniform", seed=8)
    rewards: list[float] = []
    while len(rewards) < 2000:
        env.step(env.sample_legal())
        rewards += env.learner_reward[env.done].tolist()
    fair = 1 / env.players
    assert abs(np.mean(rewards) - fair) < 5 * np.sqrt(fair * (1 - fair) / len(rewards))


@pytest.mark.slow
def test_searching_bots_play_each_game_of_a_batch_independently() -> None:
    """The games of a batch share one bot memory. It carries nothing from one game to the next."""
    env, alone = batch(PIG, n=3, against="hound", seed=5), batch(PIG, n=1, against="hound", seed=5)
    ended = 0
    for _ in range(60):
        actions = env.sample_legal()
        env.step(actions)
        alone.step(actions[:1])
        assert env.positions[:1].tobytes() == alone.positions.tobytes()
        assert np.array_equal(env.reward[:1], alone.reward)
        ended += int(alone.done[0])
    assert ended
    single, vector = SingleAgentEnv(PIG, against="owl:20"), VectorEnv(PIG, num_envs=2, against="owl:20")
    single.reset(seed=1)
    vector.reset(seed=1)
    for _ in range(10):
        vector.step(vector.batch.sample_legal())
        assert (vector.batch.seat == vector.batch.learner_seat).all()
        *_, over, _, _ = single.step(np.int64(single.action_masks().argmax()))
        if over:
            single.reset()
        assert single.batch.seat[0] == single.batch.learner_seat[0]


def test_invalid_batches_are_refused() -> None:
    with pytest.raises(BadOption, match="is co-operative and has no opponents"):
        batch(next(name for name in GAMES if resolve_game(name).facts.together), against="uniform")
    with pytest.raises(BadOption, match="at least one game"):
        batch(PIG, n=0)
    with pytest.raises(BadOption, match="need 2 bots and the learner, not 1 bots"):
        batch(PIG, n=1, players=3, against=["uniform"])
    with pytest.raises(BadOption, match="give the learner a fixed seat="):
        batch(PIG, n=1, players=3, against=["uniform", "owl"])
    with pytest.raises(BadOption, match="seats 0 to 2, not 3"):
        batch(PIG, n=1, players=3, against="uniform", seat=3)
    constructors: list[Callable[..., object]] = [batch, SingleAgentEnv, VectorEnv]
    for constructor in constructors:
        with pytest.raises(BadOption, match="there is no bot 'wolf'; there are uniform"):
            constructor(PIG, against="wolf")
    with pytest.raises(BadOption, match="no option 'goat'"):
        batch(PIG, n=1, goat=3)


@every_game
def test_the_parts_of_an_observation_are_found_by_name(name: str | Game) -> None:
    env = batch(name, n=3)
    assert env.pieces()["to_move"].tolist() == [[1], [1], [1]]  # a batch observes from the seat to move
    length, first = env.observation.shape[1], 0
    env.observation[:] = np.arange(length)
    for field, (part_name, part) in zip(env.game.observation, env.pieces().items(), strict=True):
        assert (part_name, part.shape) == (field.name, (3, *field.shape))
        assert part[1].ravel().tolist() == list(range(first, first + field.size))
        assert np.shares_memory(part, env.observation)
        first += field.size
    assert first == length
    assert split_observation(env.game, env.observation[0])["to_move"].tolist() == [0]


# ---- Gymnasium


@every_game
def test_gymnasium_checks_pass(name: str | Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, PIG.id, "pig")  # the line that another game adds to the registry
    register_games()
    check_env(gymnasium.make(environment_id(game_id(name))).unwrapped)


@every_game
def test_a_masked_action_costs_and_has_a_reason(name: str | Game) -> None:
    env = SingleAgentEnv(name)
    observation, info = env.reset(seed=1)
    forbidden = [*np.flatnonzero(info["action_mask"] == 0), resolve_game(name).actions]
    for wrong in forbidden:
        unchanged, reward, terminated, truncated, info = env.step(np.int64(wrong))
        assert (reward, terminated, truncated) == (-1.0, False, False)
        assert np.array_equal(observation, unchanged)
        assert "the legal actions are" in info["illegal"]


@every_game
def test_episodes_are_matches(name: str | Game) -> None:
    env, rewards = SingleAgentEnv(name), []
    _, info = env.reset(seed=1)
    for episode in range(5):
        over = False
        while not over:
            mask = info["action_mask"]
            assert np.array_equal(mask, env.action_masks())
            _, reward, over, _, info = env.step(env.action_space.sample(mask))
            assert over or reward == 0
        assert not info["action_mask"].any()
        rewards.append(reward)
        _, info = env.reset(seed=episode)
    assert set(rewards) <= {0.0, 0.5, 1.0, 1 / 3, 0.25}


def test_every_game_is_registered_with_its_options() -> None:
    for name in GAMES:
        assert environment_id(name) in gymnasium.registry
    register_games()  # again, without a warning
    env = gymnasium.make("paddock/Mmm-v0", board="hard", line=True)
    assert env.unwrapped.batch.options["line"] is True  # type: ignore[attr-defined]
    with pytest.raises(BadOption, match="there is no option"):
        gymnasium.make("paddock/Mist-v0", bord="hard")


@every_game
def test_the_vector_environment_is_the_batch(name: str | Game) -> None:
    env = VectorEnv(name, num_envs=16)
    observation, info = env.reset(seed=9)
    assert observation in env.observation_space
    ended = 0
    for _ in range(200):
        actions = env.batch.sample_legal()
        assert actions in env.action_space
        assert info["action_mask"][np.arange(16), actions].all()
        observation, reward, done, truncated, info = env.step(actions)
        assert observation in env.observation_space
        assert not truncated.any()
        assert not reward[~done].any()
        if done.any():
            assert np.array_equal(info["_final_obs"], done)
            assert not np.array_equal(info["final_obs"][done], observation[done])
        ended += int(done.sum())
    assert ended


def test_gymnasium_makes_vector_environments() -> None:
    env = gymnasium.make_vec(environment_id("kuhlorado"), num_envs=4, vectorization_mode="vector_entry_point")
    assert isinstance(env, VectorEnv)


# ---- PettingZoo


@every_game
@pytest.mark.usefixtures("_no_warning_about_action_masks")
def test_pettingzoo_checks_pass(name: str | Game, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(paddock.envs.pettingzoo.env(name), num_cycles=100)
    seed_test(lambda: paddock.envs.pettingzoo.env(name), num_cycles=50)
    check_saved_observations(paddock.envs.pettingzoo.env(name))
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.slow
def test_pettingzoo_performance_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(paddock.envs.pettingzoo.env(PIG))
    assert "turns per second" in capsys.readouterr().out


@every_game
def test_every_seat_is_an_agent_and_gets_its_payoff(name: str | Game) -> None:
    env = paddock.envs.pettingzoo.env(name, players=resolve_game(name).facts.players[-1])
    env.reset(seed=4)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, _, info = env.last()
        rewards[agent] += reward
        if terminated:
            env.step(None)
            continue
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        for other in env.agents:
            assert other == agent or not env.observe(other)["action_mask"].any()
        env.step(env.action_space(agent).sample(info["action_mask"]))
    together = resolve_game(name).facts.together
    assert len(set(rewards.values())) == 1 if together else sum(rewards.values()) == pytest.approx(1)


@every_game
@pytest.mark.usefixtures("_no_warning_about_action_masks")
def test_pettingzoo_parallel_checks_pass(name: str | Game, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(paddock.envs.pettingzoo.parallel_env(name), num_cycles=100)
    assert "Passed Parallel API test" in capsys.readouterr().out


class MaskedActionSpace:
    """An action space that samples legal actions. PettingZoo's `max_cycles_test` samples without the mask."""

    def __init__(self, env: AECEnv[str, object, int], agent: str) -> None:
        self.env, self.agent = env, agent

    def sample(self) -> int:
        mask = self.env.infos[self.agent]["action_mask"]
        return int(self.env.unwrapped.action_space(self.agent).sample(mask))


def with_masked_actions(env: AECEnv[str, object, int]) -> AECEnv[str, object, int]:
    env.action_space = lambda agent: MaskedActionSpace(env, agent)
    return env


def test_max_cycles_test_passes_without_masked_actions() -> None:
    """In Mist with two dice every turn is one decision, and both actions are legal."""
    max_cycles_test(
        SimpleNamespace(
            env=partial(paddock.envs.pettingzoo.env, "mist", dice=2),
            parallel_env=partial(paddock.envs.pettingzoo.parallel_env, "mist", dice=2),
        )
    )


@every_game
def test_max_cycles_test_passes(name: str | Game) -> None:
    """PettingZoo's test counts the parallel steps and the decisions of each agent."""

    def parallel_env(max_cycles: int) -> ParallelEnv[str, object, int]:
        env = paddock.envs.pettingzoo.parallel_env(name, max_cycles)
        with_masked_actions(env.aec_env)
        return env

    max_cycles_test(
        SimpleNamespace(
            parallel_env=parallel_env,
            env=lambda max_cycles: with_masked_actions(paddock.envs.pettingzoo.env(name, max_cycles=max_cycles)),
        )
    )


@every_game
@pytest.mark.usefixtures("_no_warning_about_action_masks")
def test_pettingzoo_checks_pass_with_truncated_agents(name: str | Game, capsys: pytest.CaptureFixture[str]) -> None:
    players = resolve_game(name).facts.players[-1]
    api_test(paddock.envs.pettingzoo.env(name, players=players, max_cycles=3), num_cycles=100)
    seed_test(lambda: paddock.envs.pettingzoo.env(name, players=players, max_cycles=3), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


def test_a_match_continues_without_truncated_agents() -> None:
    """In Pig the first agent always throws again and soon reaches `max_cycles`; the second always holds.

    The first is truncated and random moves play its seat, until the second is truncated too or gets its payoff.
    """
    env = paddock.envs.pettingzoo.env(PIG, players=2, goal=30, max_cycles=6)
    rewards = []
    for seed in range(60):
        env.reset(seed=seed)
        decisions, ends = dict.fromkeys(env.possible_agents, 0), {}
        for agent in env.agent_iter():
            _, reward, terminated, truncated, info = env.last()
            if not (terminated or truncated):
                assert info["action_mask"].all()
                decisions[agent] += 1
                env.step(AGAIN if agent == "seat_0" else HOLD)
                continue
            ends[agent] = "truncated" if truncated else "terminated"
            assert terminated != truncated
            assert decisions[agent] == 6 or terminated
            env.step(None)
            assert agent not in env.agents
            assert reward == 0.0 or terminated
            if ends == {"seat_0": "truncated", "seat_1": "terminated"}:
                assert reward == env.unwrapped.batch.reward[0, 1]
                rewards.append(reward)
        assert len(ends) == 2
    assert {0.0, 1.0} == set(rewards)


@every_game
def test_no_agent_decides_more_than_max_cycles_times(name: str | Game) -> None:
    env = paddock.envs.pettingzoo.env(name, max_cycles=2)
    env.reset(seed=1)
    decisions = dict.fromkeys(env.possible_agents, 0)
    any_truncated = False
    for agent in env.agent_iter():
        *_, terminated, truncated, info = env.last()
        any_truncated |= truncated
        decisions[agent] += not (terminated or truncated)
        env.step(None if terminated or truncated else env.action_space(agent).sample(info["action_mask"]))
    assert any_truncated
    assert max(decisions.values()) == 2
    with pytest.raises(BadOption, match="max_cycles must be at least 1, not 0"):
        paddock.envs.pettingzoo.env(name, max_cycles=0)


def test_a_finished_match_takes_no_action() -> None:
    env = Batch(PIG, 1, 2, {"goal": 2}, autoreset=False, seed=1)
    while env.seat[0] != OVER:
        env.step(env.sample_legal())
    with pytest.raises(IllegalMove, match="the match is over"):
        env.step(np.zeros(1, np.int64))
