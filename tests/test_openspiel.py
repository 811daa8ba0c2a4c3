"""OpenSpiel's own tests on our games, and its searches at our tables."""

import json
import random

import numpy as np
import pyspiel
import pytest

from command_line import Paddock
from paddock.bots.entrants import entrant, play
from paddock.envs import openspiel
from paddock.envs.rivals import openspiel_entrant
from paddock.games import ROOMS, game
from paddock.match.match import Match
from paddock.rules.game import Game
from paddock.rules.kinds import Seat
from paddock.rules.refusals import BadOption
from pig import GAME as PIG

openspiel.register(PIG)
EVERYBODY = [*map(game, ROOMS), PIG]
every_game = pytest.mark.parametrize("room", EVERYBODY, ids=lambda room: room.id)


def begun(room: Game, events: int, seed: int) -> openspiel.Sitting:
    """A random match some way on, at a decision."""
    state: openspiel.Sitting = openspiel.load(room).new_initial_state()
    rng = random.Random(seed)
    while len(state.trail.events) < events or state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            return begun(room, events, seed + 1)
    return state


@every_game
def test_openspiel_finds_nothing_to_complain_of(room: Game) -> None:
    pyspiel.random_sim_test(openspiel.load(room), num_sims=1, serialize=True, verbose=False)


@every_game
def test_options_go_there_and_back(room: Game) -> None:
    theirs = openspiel.load(room, room.facts.players[-1])
    assert theirs.num_players() == room.facts.players[-1]
    assert pyspiel.load_game(str(theirs)).options == theirs.options


@every_game
def test_it_is_the_same_match(room: Game) -> None:
    """Beside a checked match: tokens, chances, what each seat saw."""
    state = openspiel.load(room).new_initial_state()
    match = Match(room, room.facts.players[0], attended=False)
    rng = random.Random(2)
    for _ in range(60):
        if match.over:
            break
        actions = state.legal_actions()
        assert [state.action_to_string(action) for action in actions] == match.legal_tokens()
        if state.is_chance_node():
            weights = match.chances()
            assert [chance for _, chance in state.chance_outcomes()] == pytest.approx(np.array(weights) / sum(weights))
        action = rng.choice(actions)
        match.play(state.action_to_string(action))
        state.apply_action(action)
    for seat in range(match.players):
        assert state.information_state_string(seat) == " ".join(match.log(Seat(seat)))
        assert len(state.information_state_tensor(seat)) == room.observation_size


@every_game
def test_dealing_anew_keeps_what_the_player_knows(room: Game) -> None:
    state = begun(room, 70 if room.facts.hidden else 20, 3)
    player = state.current_player()
    others = 0
    for _ in range(10):
        other = state.resample_from_infostate(player, random.Random(7).random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        others += other.table.tobytes() != state.table.tobytes()
    assert bool(others) == room.facts.hidden


@pytest.mark.parametrize("room", [PIG, game("life")], ids=lambda room: room.id)
def test_their_searches_play_at_our_tables(room: Game) -> None:
    """MCTS where all lies open, IS-MCTS where seats have secrets."""
    options = {"goal": 20} if room is PIG else {"lives": 1}
    match = Match(room, room.facts.players[0], options, attended=False)
    seats = [openspiel_entrant(8), *[entrant(match, "uniform")] * (match.players - 1)]
    assert play(match, seats, 1, 0, 1).payoffs.sum() == pytest.approx(1)


def test_their_search_is_better_than_chance() -> None:
    match = Match(PIG, 2, {"goal": 30}, attended=False)
    won = play(match, [openspiel_entrant(60), entrant(match, "uniform")], 1, 0, 40).payoffs[:, 0].mean()
    assert won > 0.6


def test_the_arena_takes_them_in(paddock: Paddock) -> None:
    words = ["arena", "mmm", "--bots", "uniform", "--games", "1", "--openspiel", "2", "--no-luck", "--json"]
    answer = paddock(*words, "--option", "board=bbf", "cat_moves=2")
    assert answer.status == 0, answer.err
    assert "openspiel:2" in json.loads(answer.out)["bots"]
    with pytest.raises(BadOption, match="at least one simulation"):
        openspiel_entrant(0)
