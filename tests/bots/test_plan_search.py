"""Plan search: agrees with exact values, uses no hidden facts, is reproducible and stays within its bounds."""

import numpy as np
import pytest

from paddock.bots.algorithms.memory_construction import new_memory
from paddock.bots.algorithms.move_choice import UNIFORM, evaluate_moves_at
from paddock.bots.algorithms.plan_search import ROUNDS_PER_PLAN, begin_search, write_results
from paddock.bots.algorithms.search_tree import EDGES, MAX_DEPTH, NODES
from paddock.bots.levels import PlayStyle
from paddock.engine.compilation.decorators import compiled
from paddock.engine.rng import stream
from paddock.engine.types import Moves, Positions, Rng, Seat, new_positions
from paddock.engine.verbs import imagine
from paddock.games import load_game
from paddock.games.life.rules import KNOCK
from paddock.match.match_state import MatchState
from pig import GAME as PIG
from pig.rules import AGAIN, HOLD
from support.random_matches import positions


def search_memory(game: object, players: int, iterations: int = 400) -> Positions:
    return new_memory(game, players, [PlayStyle(iterations=iterations)] * players)  # type: ignore[arg-type]


def found(memory: Positions, n: int) -> list[list[float]]:
    return [memory[0][name][:n].tolist() for name in ("win_chance", "error", "samples")]


@compiled
def begin_search_at(memory: Positions, position: Positions, rng: Rng, moves_buf: Moves, iterations: int) -> int:
    return begin_search(memory[0], position[0], rng, moves_buf, iterations)


@compiled
def write_results_at(memory: Positions, position: Positions, moves_buf: Moves, n: int) -> None:
    write_results(memory[0], position[0], moves_buf, n)


def pig_at(*tokens: str, goal: int = 20) -> MatchState:
    match = MatchState(PIG, 2, {"goal": goal})
    match.play("starter:1", *tokens)
    return match


def win_chances(match: MatchState, iterations: int, seed: int = 1) -> dict[int, float]:
    """Return the win chance of the seat to move after each move."""
    memory, moves_buf = search_memory(match.game, match.players, iterations), match.game.buffers().moves
    n = evaluate_moves_at(memory, match.position, stream(seed), moves_buf)
    return {int(moves_buf[i]): float(memory[0].win_chance[i, match.turn]) for i in range(n)}


def test_pig_rolls_again_if_the_other_seat_wins_next_turn() -> None:
    """Both need few points. After `hold`, five of six faces win at once for the other seat."""
    win_chance = win_chances(pig_at("die:6", "again", "die:6", "hold", "die:6", "again", "die:6", "hold", "die:6"), 600)
    assert win_chance[AGAIN] > win_chance[HOLD] + 0.1  # hold gives 18 of 20; five faces win at once


def test_pig_values_agree_with_the_exact_ones() -> None:
    """With 2 points missing, any face but a 1 wins."""
    match = pig_at("die:2", goal=4)  # hold gives 2 of 4 points
    win_chance = win_chances(match, 4000)
    assert win_chance[AGAIN] == pytest.approx(5 / 6 + 1 / 6 * chance_after_a_one(), abs=0.06)


def chance_after_a_one() -> float:
    """Return the win chance of a seat that needs 4 points when the other seat, which also needs 4, begins its turn.

    A turn wins with 4, 5 or 6 and ends with 1. After 2 or 3, another roll wins with every face but a 1. So a turn wins
    with 3/6 + 2/6 x 5/6 = 7/9 if no seat ever holds. The other seat wins 7/9 / (1 - 4/81) of the games.
    """
    first = (7 / 9) / (1 - (2 / 9) ** 2)
    return 1 - first


def test_the_same_seed_and_budget_give_the_same_answer() -> None:
    match = pig_at("die:6", "again", "die:6")
    answers = []
    for _ in range(2):
        memory, moves_buf = search_memory(PIG, 2, 300), PIG.buffers().moves
        answers.append(found(memory, evaluate_moves_at(memory, match.position, stream(5), moves_buf)))
        assert 2 <= memory[0].spent <= 300
    assert answers[0] == answers[1]


def test_whole_turns_are_tried_and_every_move_begins_one() -> None:
    game, tried = load_game("life"), 0
    memory, moves_buf = search_memory(game, 4, 160), game.buffers().moves
    for number, match in enumerate(positions("life", 4, {}, 2)):
        if match.turn < 0 or number % 3 or len(match.legal_moves()) == 1:
            continue
        n = evaluate_moves_at(memory, match.position, stream(number), moves_buf)
        one = memory[0]
        assert set(one.first_move[: one.plan_count].tolist()) == set(moves_buf[:n].tolist()) == set(match.legal_moves())
        assert 1 <= one.turn_plans <= 160 // ROUNDS_PER_PLAN
        assert ((one.win_chance[:n, :4] >= 0) & (one.win_chance[:n, :4] <= 1)).all()
        assert one.win_chance[:n, :4].sum(axis=1) == pytest.approx(1)
        tried += 1
        if tried == 12:
            break
    assert tried == 12


def test_a_plan_dropped_on_lucky_deals_is_not_preferred() -> None:
    """Moves compare by their lead over the greedy plan on the same deals, not by their means over different deals."""
    match = pig_at("die:6", "again", "die:6")
    memory, moves_buf = search_memory(PIG, 2), PIG.buffers().moves
    n = begin_search_at(memory, match.position, stream(1), moves_buf, 400)
    one = memory[0]
    other = 1 - int(one.greedy_plan)
    one.samples[one.greedy_plan], one.samples[other], one.caution = 100, 10, 0.0
    one.total[one.greedy_plan, match.turn], one.total[other, match.turn] = 30.0, 4.0
    one.lead[other] = -1.0  # on these ten deals the greedy plan had 5
    write_results_at(memory, match.position, moves_buf, n)
    preferred = one.win_chance[:n, match.turn] - one.penalty[:n]
    assert one.win_chance[other, match.turn] == pytest.approx(0.4)
    assert preferred.tolist() == pytest.approx([0.3, 0.2] if other else [0.2, 0.3])


def test_a_budget_of_zero_still_gives_an_answer() -> None:
    match, memory, moves_buf = pig_at("die:6"), search_memory(PIG, 2, 0), PIG.buffers().moves
    assert evaluate_moves_at(memory, match.position, stream(1), moves_buf) == 2
    assert memory[0].samples[:2].min() >= 1
    assert np.isfinite(memory[0].win_chance[:2]).all()


def test_a_single_legal_move_is_evaluated_too() -> None:
    game = load_game("life")
    match = MatchState(game, 3, {"turn_limit": 1, "rows": (3,)}, attended=False)
    for at in positions("life", 3, {"turn_limit": 1, "rows": (3,)}, 1):
        if at.turn >= 0 and len(at.legal_moves()) == 1:
            match = at
            break
    memory, moves_buf = search_memory(game, 3, 50), game.buffers().moves
    assert evaluate_moves_at(memory, match.position, stream(1), moves_buf) == 1
    one = memory[0]
    assert set(one.first_move[: one.plan_count].tolist()) == {int(moves_buf[0])}  # several plans may begin with it
    assert one.samples[: one.plan_count].min() >= 1


def test_a_full_tree_grows_no_further() -> None:
    """The search reaches the limit of edges; the bounds hold, and the moves are still legal."""
    game, games = load_game("life"), 20_000
    memory, moves_buf, rng = search_memory(game, 4, games), game.buffers().moves, stream(1)
    one = memory[0]
    one.rollout_policy, one.uses_network, one.tree_depth, one.exploration = UNIFORM, 0, MAX_DEPTH, 5.0
    for match in positions("life", 4, {}, 3):
        if match.turn < 0:
            continue
        n = evaluate_moves_at(memory, match.position, rng, moves_buf)
        assert moves_buf[:n].tolist() == match.legal_moves()
        assert (one.node_age == one.age).sum() <= NODES
        if one.edges == EDGES:
            break
    assert one.edges == EDGES
    assert memory.nbytes < 4_000_000


def test_a_choice_does_not_depend_on_hidden_facts() -> None:
    game, compared = load_game("life"), 0
    memory, moves_buf = search_memory(game, 4, 24), game.buffers().moves
    for tree_depth in (0, 4):
        memory[0].tree_depth = tree_depth
        for number, match in enumerate(positions("life", 4, {}, 4)):
            if match.turn < 0 or len(match.legal_moves()) == 1 or number % 7:
                continue
            n = evaluate_moves_at(memory, match.position, stream(1), moves_buf)
            known = found(memory, n)
            for seed in range(2):
                other = match.position.copy()
                imagine(other[0], Seat(match.turn), stream(seed))
                assert found(memory, evaluate_moves_at(memory, other, stream(1), moves_buf)) == known
                compared += 1
            if compared > 20 * (1 + tree_depth):
                break
    assert compared > 20


def test_a_certain_end_of_a_phase_is_found_in_life() -> None:
    """It is the last turn of the round, and the fifth pig lies on the table. To take it costs all others a life."""
    from games.greedy.test_life import table_for

    pigs = "pig pig pig pig giraffe giraffe mole mole goat bear"
    s = table_for(pigs, ("sheep", "bear bear", "pig dog mouse", "sheep goat mole dog"))
    position = new_positions(load_game("life").state)
    position[0] = s
    memory, moves_buf = search_memory(load_game("life"), 3, 200), load_game("life").buffers().moves
    n = evaluate_moves_at(memory, position, stream(2), moves_buf)
    win_chance = {int(moves_buf[i]): float(memory[0].win_chance[i, 0]) for i in range(n)}
    assert max(win_chance, key=win_chance.__getitem__) == 2
    assert win_chance[2] > win_chance[KNOCK]
