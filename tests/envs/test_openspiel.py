"""OpenSpiel's own tests with our games, and its searches as bots."""

import json
import random

import numpy as np
import pyspiel
import pytest

from paddock.bots.arena.entrants import entrant
from paddock.bots.arena.paired_games import play
from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.engine.types import Seat
from paddock.envs import openspiel
from paddock.envs.openspiel_bots import openspiel_entrant
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState
from pig import GAME as PIG
from support.command_line import Paddock

openspiel.register(PIG)
EVERY_GAME = [*map(load_game, GAMES), PIG]
every_game = pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.id)


def random_state(game: Game, events: int, seed: int) -> openspiel.OpenSpielState:
    """Return a random match after some events, at a decision."""
    state: openspiel.OpenSpielState = openspiel.load(game).new_initial_state()
    rng = random.Random(seed)
    while len(state.event_history.events) < events or state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            return random_state(game, events, seed + 1)
    return state


@every_game
def test_openspiel_checks_pass(game: Game) -> None:
    pyspiel.random_sim_test(openspiel.load(game), num_sims=1, serialize=True, verbose=False)


@every_game
def test_options_survive_a_round_trip(game: Game) -> None:
    loaded = openspiel.load(game, game.facts.players[-1])
    assert loaded.num_players() == game.facts.players[-1]
    assert pyspiel.load_game(str(loaded)).options == loaded.options


@every_game
def test_a_state_equals_a_match(game: Game) -> None:
    """Tokens, chances and the events that each seat saw equal those of a checked match."""
    state = openspiel.load(game).new_initial_state()
    match = MatchState(game, game.facts.players[0], attended=False)
    rng = random.Random(2)
    for _ in range(60):
        if match.over:
            break
        actions = state.legal_actions()
        assert [state.action_to_string(action) for action in actions] == match.legal_tokens()
        if state.is_chance_node():
            weights = match.outcomes()[1]
            assert [chance for _, chance in state.chance_outcomes()] == pytest.approx(np.array(weights) / sum(weights))
        action = rng.choice(actions)
        match.play(state.action_to_string(action))
        state.apply_action(action)
    for seat in range(match.players):
        assert state.information_state_string(seat) == " ".join(match.log(Seat(seat)))
        assert len(state.information_state_tensor(seat)) == game.observation_size


@every_game
def test_resampling_keeps_the_information_state(game: Game) -> None:
    state = random_state(game, 70 if game.facts.hidden else 20, 3)
    player = state.current_player()
    others = 0
    for _ in range(10):
        other = state.resample_from_infostate(player, random.Random(7).random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        others += other.position.tobytes() != state.position.tobytes()
    assert bool(others) == game.facts.hidden


@pytest.mark.parametrize("game", [PIG, load_game("life")], ids=lambda game: game.id)
def test_openspiel_searches_play_a_match(game: Game) -> None:
    """MCTS, and IS-MCTS in a game with hidden information."""
    options = {"goal": 20} if game is PIG else {"lives": 1}
    match = MatchState(game, game.facts.players[0], options, attended=False)
    seats = [openspiel_entrant(8), *[entrant(match, "uniform")] * (match.players - 1)]
    assert play(match, seats, 1, 0, 1).payoffs.sum() == pytest.approx(1)


def test_openspiel_search_beats_the_uniform_bot() -> None:
    match = MatchState(PIG, 2, {"goal": 30}, attended=False)
    won = play(match, [openspiel_entrant(60), entrant(match, "uniform")], 1, 0, 40).payoffs[:, 0].mean()
    assert won > 0.6


def test_the_arena_has_an_openspiel_option(paddock: Paddock) -> None:
    arguments = ["arena", "mmm", "--bots", "uniform", "--games", "1", "--openspiel", "2", "--no-luck", "--json"]
    answer = paddock(*arguments, "--option", "board=bbf", "cat_moves=2")
    assert answer.status == 0, answer.err
    assert "openspiel:2" in json.loads(answer.out)["bots"]
    with pytest.raises(BadOption, match="at least one simulation"):
        openspiel_entrant(0)
