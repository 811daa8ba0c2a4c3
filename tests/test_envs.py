"""The environments: every adapter at every game of the registry, and at a stranger's room."""

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
from paddock.envs import Batch, batch
from paddock.envs.batches import room_of, split
from paddock.envs.registration import environment_id, register_rooms
from paddock.envs.single import Single
from paddock.envs.vector import Vector
from paddock.games import ROOMS
from paddock.match.match import Match
from paddock.rules.chance import outcome, streams
from paddock.rules.game import Game
from paddock.rules.kinds import CHANCE, OVER, Move, Seat, copied
from paddock.rules.refusals import BadOption, IllegalMove
from paddock.rules.verbs import observe
from pig import GAME as PIG
from pig.rules import AGAIN, HOLD

EVERYBODY: list[str | Game] = [*ROOMS, PIG]
COMPETITIVE = [name for name in EVERYBODY if not room_of(name).facts.together]


def called(name: str | Game) -> str:
    return name if isinstance(name, str) else name.id


every_game = pytest.mark.parametrize("name", EVERYBODY, ids=called)
every_contest = pytest.mark.parametrize("name", COMPETITIVE, ids=called)


@pytest.fixture
def _pettingzoo_likes_plain_arrays() -> Iterator[None]:
    """Its tests warn of every observation with an action mask, of its own board games too."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation (space for each agent|is not a NumPy)")
        yield


# ---- The batch


@pytest.mark.rooms
@every_game
def test_the_batch_plays_as_a_match_does(name: str | Game) -> None:
    """Move by move beside a checked match with the same dice: positions, masks, observations and payoffs."""
    room, seed = room_of(name), 5
    tables = batch(name, n=2, seed=seed)
    for number in range(tables.n):
        tables.reset(seed)
        dice = streams(seed, 0, tables.n)[number]
        match = Match(room, tables.players, attended=False)
        listed, heavy = np.zeros(room.most_moves, np.int16), np.zeros(room.most_moves, np.int32)
        seen = np.zeros(room.observation_size, np.float32)
        while True:
            while match.turn == CHANCE:
                match.push(Move(int(outcome(match.state, dice, listed, heavy))))
            if match.over:
                break
            assert not tables.done[number]
            assert tables.seat[number] == match.turn
            assert np.flatnonzero(tables.mask[number]).tolist() == match.legal()
            assert tables.legal[number] == len(match.legal())
            observe(match.state, Seat(match.turn), seen)
            assert np.array_equal(tables.observation[number], seen)
            actions = tables.any()
            match.push(Move(int(actions[number])))
            tables.step(actions)
        assert tables.done[number]
        assert np.allclose(tables.reward[number], match.payoff())
        observe(match.state, Seat(0), seen)
        assert np.array_equal(tables.last[number], seen)


@every_game
def test_a_seed_and_the_actions_decide_everything(name: str | Game) -> None:
    one, other = batch(name, n=8, seed=3), batch(name, n=8, seed=4)
    other.reset(3)
    for _ in range(60):
        actions = one.any()
        one.step(actions)
        other.step(actions)
        assert np.array_equal(one.observation, other.observation)
        assert np.array_equal(one.reward, other.reward)
    one.reset(4)
    assert not np.array_equal(one.tables.tobytes(), other.tables.tobytes())


@every_game
def test_buffers_are_reused(name: str | Game) -> None:
    tables = batch(name, n=4)
    kept = {key: id(value) for key, value in vars(tables).items() if isinstance(value, np.ndarray)}
    seen = tables.observation
    for _ in range(5):
        tables.step(tables.any())
    assert kept == {key: id(value) for key, value in vars(tables).items() if isinstance(value, np.ndarray)}
    assert seen is tables.observation


@every_game
def test_an_illegal_action_is_refused_and_nothing_is_played(name: str | Game) -> None:
    tables = batch(name, n=2, seed=2)
    before, actions = copied(tables.tables), tables.any()
    room = room_of(name)
    for wrong in (-1, room.actions, 70_000):
        actions[1] = wrong
        with pytest.raises(IllegalMove, match=f"in game 1 the legal actions are .*, not {wrong}"):
            tables.step(actions)
    assert before.tobytes() == tables.tables.tobytes()
    with pytest.raises(BadOption, match="takes 2 whole numbers, not float64"):
        tables.step(np.zeros(2))  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"of shape \(3,\)"):
        tables.step(np.zeros(3, np.int64))


@every_contest
def test_a_learner_among_bots_takes_every_seat_in_turn(name: str | Game) -> None:
    tables = batch(name, n=6, against="uniform", seed=1)
    assert tables.own.tolist() == [number % tables.players for number in range(6)]
    took = tables.own.copy()
    for _ in range(150):
        assert (tables.seat == tables.own).all()
        before = tables.own.copy()
        tables.step(tables.any())
        ended = tables.done
        assert np.array_equal(tables.earned[ended], tables.reward[ended, before[ended]])
        assert not tables.earned[~ended].any()
        took = np.maximum(took, tables.own)
    fixed = batch(name, n=2, against="uniform", seat=1)
    assert (fixed.own == 1).all()


@every_contest
def test_among_equals_everybody_earns_a_fair_share(name: str | Game) -> None:
    tables = batch(name, n=256, against="uniform", seed=8)
    earned: list[float] = []
    while len(earned) < 2000:
        tables.step(tables.any())
        earned += tables.earned[tables.done].tolist()
    fair = 1 / tables.players
    assert abs(np.mean(earned) - fair) < 5 * np.sqrt(fair * (1 - fair) / len(earned))


@pytest.mark.slow
def test_rivals_who_think_play_at_every_table_as_if_it_were_the_only_one() -> None:
    """One mind plays at all tables of a batch; it takes nothing along from one to the next."""
    many, alone = batch(PIG, n=3, against="hound", seed=5), batch(PIG, n=1, against="hound", seed=5)
    ended = 0
    for _ in range(60):
        actions = many.any()
        many.step(actions)
        alone.step(actions[:1])
        assert many.tables[:1].tobytes() == alone.tables.tobytes()
        assert np.array_equal(many.reward[:1], alone.reward)
        ended += int(alone.done[0])
    assert ended
    single, vector = Single(PIG, against="owl:20"), Vector(PIG, num_envs=2, against="owl:20")
    single.reset(seed=1)
    vector.reset(seed=1)
    for _ in range(10):
        vector.step(vector.batch.any())
        assert (vector.batch.seat == vector.batch.own).all()
        *_, over, _, _ = single.step(np.int64(single.action_masks().argmax()))
        if over:
            single.reset()
        assert single.batch.seat[0] == single.batch.own[0]


def test_bad_tables_are_refused_with_a_sentence() -> None:
    with pytest.raises(BadOption, match="won together"):
        batch(next(name for name in ROOMS if room_of(name).facts.together), against="uniform")
    with pytest.raises(BadOption, match="at least one game"):
        batch(PIG, n=0)
    with pytest.raises(BadOption, match="need 2 bots beside the learner, not 1"):
        batch(PIG, n=1, players=3, against=["uniform"])
    with pytest.raises(BadOption, match="needs a seat of its own"):
        batch(PIG, n=1, players=3, against=["uniform", "owl"])
    with pytest.raises(BadOption, match="seats 0 to 2, not 3"):
        batch(PIG, n=1, players=3, against="uniform", seat=3)
    doors: list[Callable[..., object]] = [batch, Single, Vector]
    for door in doors:
        with pytest.raises(BadOption, match="there is no bot 'wolf'; there are uniform"):
            door(PIG, against="wolf")
    with pytest.raises(BadOption, match="no option 'goat'"):
        batch(PIG, n=1, goat=3)


@every_game
def test_the_pieces_of_an_observation_are_all_of_it(name: str | Game) -> None:
    tables = batch(name, n=3)
    pieces = tables.pieces()
    assert [*pieces] == [piece.name for piece in tables.game.observation]
    assert np.array_equal(np.concatenate([part.reshape(3, -1) for part in pieces.values()], 1), tables.observation)
    assert all(part.base is not None for part in split(tables.game, tables.observation[0]).values())


# ---- Gymnasium


@every_game
def test_gymnasium_finds_nothing_to_complain_of(name: str | Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROOMS, PIG.id, "pig")  # the one line that a fifth game adds to the registry
    register_rooms()
    check_env(gymnasium.make(environment_id(called(name))).unwrapped)


@every_game
def test_an_illegal_action_costs_and_says_why(name: str | Game) -> None:
    table = Single(name)
    seen, info = table.reset(seed=1)
    forbidden = [*np.flatnonzero(info["action_mask"] == 0), room_of(name).actions]
    for wrong in forbidden:
        again, reward, terminated, truncated, info = table.step(np.int64(wrong))
        assert (reward, terminated, truncated) == (-1.0, False, False)
        assert np.array_equal(seen, again)
        assert "the legal actions are" in info["illegal"]


@every_game
def test_episodes_are_matches(name: str | Game) -> None:
    table, rewards = Single(name), []
    _, info = table.reset(seed=1)
    for episode in range(5):
        over = False
        while not over:
            mask = info["action_mask"]
            assert np.array_equal(mask, table.action_masks())
            _, reward, over, _, info = table.step(table.action_space.sample(mask))
            assert over or reward == 0
        assert not info["action_mask"].any()
        rewards.append(reward)
        _, info = table.reset(seed=episode)
    assert set(rewards) <= {0.0, 0.5, 1.0, 1 / 3, 0.25}


def test_every_game_is_registered_with_its_options() -> None:
    for name in ROOMS:
        assert environment_id(name) in gymnasium.registry
    register_rooms()  # again, without a warning
    table = gymnasium.make("paddock/Mmm-v0", board="hard", line=True)
    assert table.unwrapped.batch.options["line"] is True  # type: ignore[attr-defined]
    with pytest.raises(BadOption, match="there is no option"):
        gymnasium.make("paddock/Mist-v0", bord="hard")


@every_game
def test_the_vector_environment_is_the_batch(name: str | Game) -> None:
    many = Vector(name, num_envs=16)
    seen, info = many.reset(seed=9)
    assert seen in many.observation_space
    ended = 0
    for _ in range(200):
        actions = many.batch.any()
        assert actions in many.action_space
        assert info["action_mask"][np.arange(16), actions].all()
        seen, reward, done, cut, info = many.step(actions)
        assert seen in many.observation_space
        assert not cut.any()
        assert not reward[~done].any()
        if done.any():
            assert np.array_equal(info["_final_obs"], done)
            assert not np.array_equal(info["final_obs"][done], seen[done])
        ended += int(done.sum())
    assert ended


def test_gymnasium_makes_vectors_of_it() -> None:
    many = gymnasium.make_vec(environment_id("kuhlorado"), num_envs=4, vectorization_mode="vector_entry_point")
    assert isinstance(many, Vector)


# ---- PettingZoo


@every_game
@pytest.mark.usefixtures("_pettingzoo_likes_plain_arrays")
def test_pettingzoo_finds_nothing_to_complain_of(name: str | Game, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(paddock.envs.pettingzoo.env(name), num_cycles=100)
    seed_test(lambda: paddock.envs.pettingzoo.env(name), num_cycles=50)
    check_saved_observations(paddock.envs.pettingzoo.env(name))
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.slow
def test_pettingzoo_measures_itself(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(paddock.envs.pettingzoo.env(PIG))
    assert "turns per second" in capsys.readouterr().out


@every_game
def test_every_seat_is_an_agent_and_is_paid(name: str | Game) -> None:
    table = paddock.envs.pettingzoo.env(name, players=room_of(name).facts.players[-1])
    table.reset(seed=4)
    paid = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, terminated, _, info = table.last()
        paid[agent] += reward
        if terminated:
            table.step(None)
            continue
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        for other in table.agents:
            assert other == agent or not table.observe(other)["action_mask"].any()
        table.step(table.action_space(agent).sample(info["action_mask"]))
    together = room_of(name).facts.together
    assert len(set(paid.values())) == 1 if together else sum(paid.values()) == pytest.approx(1)


@every_game
@pytest.mark.usefixtures("_pettingzoo_likes_plain_arrays")
def test_pettingzoo_finds_nothing_to_complain_of_in_parallel(
    name: str | Game, capsys: pytest.CaptureFixture[str]
) -> None:
    parallel_api_test(paddock.envs.pettingzoo.parallel_env(name), num_cycles=100)
    assert "Passed Parallel API test" in capsys.readouterr().out


class Obedient:
    """An action space that remembers the mask: PettingZoo's `max_cycles_test` draws any action, legal or not."""

    def __init__(self, table: AECEnv[str, object, int], agent: str) -> None:
        self.table, self.agent = table, agent

    def sample(self) -> int:
        mask = self.table.infos[self.agent]["action_mask"]
        return int(self.table.unwrapped.action_space(self.agent).sample(mask))


def obedient(table: AECEnv[str, object, int]) -> AECEnv[str, object, int]:
    table.action_space = lambda agent: Obedient(table, agent)
    return table


def test_pettingzoos_max_cycles_test_passes_where_a_turn_is_one_decision_and_everything_is_legal() -> None:
    """With two dice, whoever has thrown one stops or throws the other: seats decide strictly in turn."""
    max_cycles_test(
        SimpleNamespace(
            env=partial(paddock.envs.pettingzoo.env, "mist", dice=2),
            parallel_env=partial(paddock.envs.pettingzoo.parallel_env, "mist", dice=2),
        )
    )


@every_game
def test_pettingzoos_max_cycles_test_passes(name: str | Game) -> None:
    """So many parallel steps; and however the turns go, no seat is asked more often and most exactly as often."""

    def parallel_env(max_cycles: int) -> ParallelEnv[str, object, int]:
        table = paddock.envs.pettingzoo.parallel_env(name, max_cycles)
        obedient(table.aec_env)
        return table

    max_cycles_test(
        SimpleNamespace(
            parallel_env=parallel_env,
            env=lambda max_cycles: obedient(paddock.envs.pettingzoo.env(name, max_cycles=max_cycles)),
        )
    )


@every_game
@pytest.mark.usefixtures("_pettingzoo_likes_plain_arrays")
def test_pettingzoo_finds_nothing_to_complain_of_where_agents_leave(
    name: str | Game, capsys: pytest.CaptureFixture[str]
) -> None:
    players = room_of(name).facts.players[-1]
    api_test(paddock.envs.pettingzoo.env(name, players=players, max_cycles=3), num_cycles=100)
    seed_test(lambda: paddock.envs.pettingzoo.env(name, players=players, max_cycles=3), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


def test_the_match_goes_on_without_those_who_left() -> None:
    """At Pig one always goes on and has soon decided six times, the other holds at once and has not.

    So the first leaves, and chance keeps the seat, until the other has decided as often, or is paid in the end.
    """
    table = paddock.envs.pettingzoo.env(PIG, players=2, goal=30, max_cycles=6)
    paid = []
    for seed in range(60):
        table.reset(seed=seed)
        decided, ends = dict.fromkeys(table.possible_agents, 0), {}
        for agent in table.agent_iter():
            _, reward, terminated, truncated, info = table.last()
            if not (terminated or truncated):
                assert info["action_mask"].all()
                decided[agent] += 1
                table.step(AGAIN if agent == "seat_0" else HOLD)
                continue
            ends[agent] = "left" if truncated else "stayed"
            assert terminated != truncated
            assert decided[agent] == 6 or terminated
            table.step(None)
            assert agent not in table.agents
            assert reward == 0.0 or terminated
            if ends == {"seat_0": "left", "seat_1": "stayed"}:
                assert reward == table.unwrapped.batch.reward[0, 1]
                paid.append(reward)
        assert len(ends) == 2
    assert {0.0, 1.0} == set(paid)


@every_game
def test_no_seat_is_asked_more_often_than_agreed(name: str | Game) -> None:
    table = paddock.envs.pettingzoo.env(name, max_cycles=2)
    table.reset(seed=1)
    decided = dict.fromkeys(table.possible_agents, 0)
    cut = False
    for agent in table.agent_iter():
        *_, terminated, truncated, info = table.last()
        cut |= truncated
        decided[agent] += not (terminated or truncated)
        table.step(None if terminated or truncated else table.action_space(agent).sample(info["action_mask"]))
    assert cut
    assert max(decided.values()) == 2
    with pytest.raises(BadOption, match="max_cycles: a match has at least one decision, not 0"):
        paddock.envs.pettingzoo.env(name, max_cycles=0)


def test_a_match_that_is_over_takes_no_action() -> None:
    table = Batch(PIG, 1, 2, {"goal": 2}, again=False, seed=1)
    while table.seat[0] != OVER:
        table.step(table.any())
    with pytest.raises(IllegalMove, match="the match is over"):
        table.step(np.zeros(1, np.int64))
