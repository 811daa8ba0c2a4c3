"""Expectimax: the same values as an exhaustive search in plain Python, with any weights."""

import numpy as np
import pytest

from paddock.bots.algorithms.bot_memory import MOST_SEATS
from paddock.bots.algorithms.expectimax import EXTENSION_COST
from paddock.bots.algorithms.memory_construction import new_memory
from paddock.bots.algorithms.move_choice import evaluate_moves_at, value_estimate_at
from paddock.bots.algorithms.value_network import load_weights
from paddock.bots.levels import DEFAULT_BUDGET, PlayStyle
from paddock.bots.training.gradient_descent import initial_weights
from paddock.engine.game import Game
from paddock.engine.optional_verbs import horizon, settled
from paddock.engine.rng import stream
from paddock.engine.types import CHANCE, OVER, Numbers, Positions, Weights
from paddock.engine.verbs import apply, moves, payoff, turn, weights
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState
from support.random_matches import positions
from support.value_network import predict_at

EXPECTIMAX_GAMES = [name for name in GAMES if load_game(name).algorithm == "expectimax"]
SMALL = {"mist": {"dice": 3}, "kuhlorado": {}}
"""Options with turns that are small enough for plain Python."""


def random_network_memory(game: Game, players: int) -> Positions:
    """Return a bot memory with random weights."""
    memory = new_memory(game, players, [PlayStyle()] * players)
    rng = np.random.default_rng(1)
    random_weights = initial_weights(game.feature_count, 32, rng)
    random_weights["outer"] = rng.normal(0, 1, random_weights["outer"].shape).astype(np.float32)
    random_weights["direct"] = rng.normal(0, 0.3, random_weights["direct"].shape).astype(np.float32)
    load_weights(memory, random_weights)
    return memory


def exhaustive_value(memory: Positions, position: Positions, players: int) -> Numbers:
    """Return each seat's win chance by exhaustive search up to the next settled positions."""
    s, out = position[0], np.zeros(MOST_SEATS)
    if turn(s) == OVER:
        payoff(s, out)
        return out
    if settled(s):
        predict_at(memory, position, out)
        return out
    moves_buf, weights_buf = np.zeros(1024, np.int16), np.zeros(1024, np.int32)
    n = moves(s, moves_buf)
    branches = []
    for move in moves_buf[:n].tolist():
        after = position.copy()
        apply(after[0], move)
        branches.append(exhaustive_value(memory, after, players))
    if turn(s) == CHANCE:
        total = weights(s, weights_buf)
        shares = weights_buf[:n] / total
        return np.asarray(shares @ np.array(branches))
    return max(branches, key=lambda branch: float(branch[turn(s)]))


@pytest.mark.parametrize("name", EXPECTIMAX_GAMES)
def test_every_move_has_the_value_of_exhaustive_search(name: str) -> None:
    game = load_game(name)
    players = game.facts.players[0]
    memory, rng = random_network_memory(game, players), stream(0)
    compared = 0
    for match in positions(name, players, SMALL.get(name, {}), 3):
        legal = match.legal_moves()
        if match.turn < 0 or len(legal) == 1 or len(legal) > 12 or len(match.moves) % 3:
            continue
        if horizon(match.state) > 0:
            continue  # the tests of the game compare the end of the match
        moves_buf = game.buffers().moves
        assert evaluate_moves_at(memory, match.position, rng, moves_buf) == len(legal)
        for i, move in enumerate(legal):
            after = match.position.copy()
            apply(after[0], move)
            if name == "kuhlorado" and turn(after[0]) == CHANCE and after[0].dice[0] == 0 and not settled(after[0]):
                continue  # both dice again: too large for plain Python
            expected = exhaustive_value(memory, after, players)
            assert memory[0].win_chance[i, :players] == pytest.approx(expected[:players], abs=1e-9)
            compared += 1
        if compared > 40:
            return
    assert compared > 10


def test_a_larger_budget_extends_the_best_moves_by_one_turn() -> None:
    """The value of an extended move is the expectation over the next throws, and no other move is preferred to it."""
    game, extensions = load_game("kuhlorado"), 3
    shallow, extended = random_network_memory(game, 2), random_network_memory(game, 2)
    extended[0].iterations[:] = DEFAULT_BUDGET + extensions * EXTENSION_COST
    rng, compared = stream(0), 0
    moves_buf, weights_buf = game.buffers()
    for match in positions("kuhlorado", 2, {}, 1):
        seat, legal = match.turn, match.legal_moves()
        if seat < 0 or len(legal) <= extensions or horizon(match.state) > 0:
            continue
        ends = [match.position.copy() for _ in legal]
        for end, move in zip(ends, legal, strict=True):
            apply(end[0], move)
        n = evaluate_moves_at(shallow, match.position, rng, moves_buf)
        evaluate_moves_at(extended, match.position, rng, moves_buf)
        assert extended[0].win_chance[:n, :2].sum(axis=1) == pytest.approx(1)
        if not all(settled(end[0]) and horizon(end[0]) == 0 for end in ends):
            continue
        best = np.argsort(-shallow[0].win_chance[:n, seat], kind="stable")[:extensions]
        for i in best:
            throws, out, total = moves(ends[i][0], moves_buf), np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
            for throw, share in zip(
                moves_buf[:throws].tolist(), outcome_chances(ends[i], weights_buf)[:throws], strict=True
            ):
                after = ends[i].copy()
                apply(after[0], throw)
                assert value_estimate_at(shallow, after, True, rng, np.zeros_like(moves_buf), out)
                total += share * out
            assert extended[0].win_chance[i, :2] == pytest.approx(total[:2])
        others = np.delete(extended[0].win_chance[:n, seat], best)
        assert others.max() <= extended[0].win_chance[best, seat].min() + 1e-9
        compared += 1
    assert compared > 5


def outcome_chances(position: Positions, weights_buf: Weights) -> Numbers:
    """Return the probability of each outcome."""
    total = weights(position[0], weights_buf)
    return np.asarray(weights_buf / total)


@pytest.mark.parametrize("name", EXPECTIMAX_GAMES)
def test_predicted_chances_of_all_seats_add_up_to_1(name: str) -> None:
    game = load_game(name)
    for players in game.facts.players:
        memory = random_network_memory(game, players)
        for match in positions(name, players, {}, 1):
            if match.turn != OVER and settled(match.state):
                out = np.zeros(MOST_SEATS)
                predict_at(memory, match.position, out)
                assert out[:players].sum() == pytest.approx(1)
                assert not out[players:].any()


def test_the_transposition_table_changes_no_value() -> None:
    """A memory that has evaluated many positions gives the same values as a new one."""
    game = load_game("mist")
    used, rng = random_network_memory(game, 3), stream(0)
    moves_buf = game.buffers().moves
    for match in positions("mist", 3, {}, 2):
        if match.turn >= 0:
            n = evaluate_moves_at(used, match.position, rng, moves_buf)
            fresh = random_network_memory(game, 3)
            evaluate_moves_at(fresh, match.position, rng, moves_buf)
            assert (used[0].win_chance[:n] == fresh[0].win_chance[:n]).all()


def test_the_size_of_a_bot_memory_is_bounded() -> None:
    for name in GAMES:
        match = MatchState(load_game(name), load_game(name).facts.players[0], {}, attended=False)
        assert new_memory(match.game, match.players, [PlayStyle()] * match.players).nbytes < 16 * 2**20
