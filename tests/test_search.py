"""The search: finds what can be worked out, is honest, repeats itself, and keeps within its bounds."""

import time

import numpy as np
import pytest

from paddock.bots.levels import Manner
from paddock.bots.mind import UNIFORM, weigh_at
from paddock.bots.pondering import begin_at, conclude_at, ponder_at, weigh_for
from paddock.bots.search import ENOUGH_ROUNDS, prepare, search_of
from paddock.bots.thinking import new_mind
from paddock.bots.tree import DEEPEST, EDGES, NODES
from paddock.games import game
from paddock.games.life.rules import KNOCK
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.kinds import Rng, Seat, Table, new_table
from paddock.rules.verbs import imagine
from pig import GAME as PIG
from pig.rules import AGAIN, HOLD
from playing import positions


def stream(seed: int) -> Rng:
    return np.ascontiguousarray(streams(seed, 0, 1)[0])


def searching(room: object, players: int, iterations: int = 400) -> Table:
    return new_mind(room, players, [Manner(iterations=iterations)] * players)  # type: ignore[arg-type]


def found(mind: Table, n: int) -> list[list[float]]:
    return [mind[0][name][:n].tolist() for name in ("worth", "error", "tries")]


def pig_at(*tokens: str, goal: int = 20) -> Match:
    match = Match(PIG, 2, {"goal": goal})
    match.play("starter:1", *tokens)
    return match


def weighed(match: Match, iterations: int, seed: int = 1) -> dict[int, float]:
    """Move -> its worth to the seat to move."""
    mind, listed = searching(match.game, match.players, iterations), np.zeros(match.game.most_moves, np.int16)
    n = weigh_at(mind, match.table, stream(seed), listed)
    return {int(listed[i]): float(mind[0].worth[i, match.turn]) for i in range(n)}


def test_pig_throws_on_when_the_other_wins_next_turn() -> None:
    """Both need few points; whoever holds leaves the other five faces of six to win at once."""
    worth = weighed(pig_at("die:6", "again", "die:6", "hold", "die:6", "again", "die:6", "hold", "die:6"), 600)
    assert worth[AGAIN] > worth[HOLD] + 0.1  # 18 of 20 after holding; five faces win at once


def test_pig_values_agree_with_the_exact_ones() -> None:
    """Goal 2: any face but a 1 wins; so the seat to throw wins 5/6 / (1 - 1/36) = 6/7 of the games."""
    match = pig_at("die:2", goal=4)  # hold: 2 points, and then any face but a 1 wins for either
    worth = weighed(match, 4000)
    assert worth[AGAIN] == pytest.approx(5 / 6 + 1 / 6 * hold_to_come(), abs=0.06)


def hold_to_come() -> float:
    """What a seat without a point that needs 4 has left once the other, without one too, throws: a fixed point.

    A turn wins at once by 4, 5 or 6 and ends by 1; after 2 or 3 throwing on wins by every face but a 1. So a turn
    wins with 3/6 + 2/6 x 5/6 = 7/9, if nobody ever holds, and the other one wins 7/9 / (1 - 4/81) of the games.
    """
    first = (7 / 9) / (1 - (2 / 9) ** 2)
    return 1 - first


def test_a_seed_and_a_number_of_games_give_one_answer() -> None:
    match = pig_at("die:6", "again", "die:6")
    answers = []
    for _ in range(2):
        mind, listed = searching(PIG, 2), np.zeros(PIG.most_moves, np.int16)
        answers.append(found(mind, weigh_for([mind], match.table, stream(5), listed, 300)))
    assert answers[0] == answers[1]
    slices = searching(PIG, 2)
    rng = stream(5)
    n = begin_at(slices, match.table, rng, listed, 300)
    for budget in (40, 100, 101, 300):
        ponder_at(slices, match.table, rng, budget)
    assert slices[0].tries[:n].tolist() == answers[0][2]
    assert slices[0].total[:n].sum() > 0


def test_several_minds_give_one_answer_too() -> None:
    match, answers = pig_at("die:6", "again", "die:6"), []
    for _ in range(2):
        minds, listed = [searching(PIG, 2) for _ in range(3)], np.zeros(PIG.most_moves, np.int16)
        answers.append(found(minds[0], weigh_for(minds, match.table, stream(5), listed, 301)))
        assert 6 <= minds[0][0].spent <= 301
    assert answers[0] == answers[1]


def test_whole_turns_are_tried_and_every_move_begins_one() -> None:
    """Several minds lay out the same ones, in the middle of a turn those that finish it."""
    room, tried = game("life"), 0
    minds, listed = [searching(room, 4) for _ in range(2)], np.zeros(room.most_moves, np.int16)
    for number, match in enumerate(positions("life", 4, {}, 2)):
        if match.turn < 0 or number % 3 or len(match.legal()) == 1:
            continue
        n = weigh_for(minds, match.table, stream(number), listed, 160)
        one, other = minds[0][0], minds[1][0]
        assert set(one.first[: one.tried].tolist()) == set(listed[:n].tolist()) == set(match.legal())
        assert one.first[: one.tried].tolist() == other.first[: other.tried].tolist()
        assert (one.plans[0].move == other.plans[0].move).all()
        assert 1 <= one.planned <= 160 // ENOUGH_ROUNDS
        assert ((one.worth[:n, :4] >= 0) & (one.worth[:n, :4] <= 1)).all()
        assert one.worth[:n, :4].sum(axis=1) == pytest.approx(1)
        tried += 1
        if tried == 12:
            break
    assert tried == 12


def test_a_plan_that_was_dropped_on_good_deals_is_not_preferred() -> None:
    """Moves are preferred by how far they were ahead of the usual one, not by their means over other deals."""
    match = pig_at("die:6", "again", "die:6")
    mind, listed = searching(PIG, 2), np.zeros(PIG.most_moves, np.int16)
    n = begin_at(mind, match.table, stream(1), listed, 400)
    one = mind[0]
    other = 1 - int(one.usual)
    one.tries[one.usual], one.tries[other], one.caution = 100, 10, 0.0
    one.total[one.usual, match.turn], one.total[other, match.turn] = 30.0, 4.0
    one.ahead[other] = -1.0  # on these ten deals the usual one had five
    conclude_at(mind, match.table, listed, n)
    preferred = one.worth[:n, match.turn] - one.doubt[:n]
    assert one.worth[other, match.turn] == pytest.approx(0.4)
    assert preferred.tolist() == pytest.approx([0.3, 0.2] if other else [0.2, 0.3])


def test_an_exhausted_budget_still_answers() -> None:
    match, mind, listed = pig_at("die:6"), searching(PIG, 2), np.zeros(PIG.most_moves, np.int16)
    for budget in ({"iterations": 0}, {"seconds": 0.0}, {"seconds": -1.0}):
        assert weigh_for([mind], match.table, stream(1), listed, **budget) == 2
        assert mind[0].tries[:2].min() >= 1
        assert np.isfinite(mind[0].worth[:2]).all()


def test_a_time_budget_is_kept() -> None:
    match, mind, listed = pig_at("die:6", goal=100), searching(PIG, 2), np.zeros(PIG.most_moves, np.int16)
    weigh_for([mind], match.table, stream(1), listed, seconds=0.0)  # compiled
    began = time.perf_counter()
    weigh_for([mind], match.table, stream(1), listed, seconds=0.2)
    assert time.perf_counter() - began < 2.0
    assert mind[0].spent > 2


def test_one_legal_move_is_weighed_too() -> None:
    room = game("life")
    match = Match(room, 3, {"turn_limit": 1, "rows": (3,)}, attended=False)
    for at in positions("life", 3, {"turn_limit": 1, "rows": (3,)}, 1):
        if at.turn >= 0 and len(at.legal()) == 1:
            match = at
            break
    mind, listed = searching(room, 3, 50), np.zeros(room.most_moves, np.int16)
    assert weigh_at(mind, match.table, stream(1), listed) == 1
    one = mind[0]
    assert set(one.first[: one.tried].tolist()) == {int(listed[0])}  # there may be many turns that begin with it
    assert one.tries[: one.tried].min() >= 1


def test_a_full_tree_grows_no_further() -> None:
    """More is learned than there is room for: the bounds hold, and the answer is as legal as ever."""
    room, games = game("life"), 20_000
    mind, listed, rng = new_table(search_of(room)), np.zeros(room.most_moves, np.int16), stream(1)
    prepare(mind, room)
    one = mind[0]
    one.players, one.playing, one.judging, one.deep, one.exploration = 4, UNIFORM, 0, DEEPEST, 5.0
    for match in positions("life", 4, {}, 3):
        if match.turn < 0:
            continue
        n = begin_at(mind, match.table, rng, listed, games)
        ponder_at(mind, match.table, rng, games)
        conclude_at(mind, match.table, listed, n)
        assert listed[:n].tolist() == match.legal()
        assert (one.node_age == one.age).sum() <= NODES
        if one.edges == EDGES:
            break
    assert one.edges == EDGES
    assert mind.nbytes < 4_000_000


def test_a_choice_does_not_depend_on_what_the_seat_cannot_know() -> None:
    room, compared = game("life"), 0
    mind, listed = searching(room, 4, 24), np.zeros(room.most_moves, np.int16)
    for deep in (0, 4):
        mind[0].deep = deep
        for number, match in enumerate(positions("life", 4, {}, 4)):
            if match.turn < 0 or len(match.legal()) == 1 or number % 7:
                continue
            n = weigh_at(mind, match.table, stream(1), listed)
            known = found(mind, n)
            for seed in range(2):
                other = match.table.copy()
                imagine(other[0], Seat(match.turn), stream(seed))
                assert found(mind, weigh_at(mind, other, stream(1), listed)) == known
                compared += 1
            if compared > 20 * (1 + deep):
                break
    assert compared > 20


def test_the_sure_end_of_a_phase_is_found_in_life() -> None:
    """The last of the round, and the fifth pig on the table: to take it costs all others a life."""
    from greed.test_life import table_for

    pigs = "pig pig pig pig giraffe giraffe mole mole goat bear"
    s = table_for(pigs, ("sheep", "bear bear", "pig dog mouse", "sheep goat mole dog"))
    table = new_table(game("life").state)
    table[0] = s
    mind, listed = searching(game("life"), 3, 200), np.zeros(game("life").most_moves, np.int16)
    n = weigh_at(mind, table, stream(2), listed)
    worth = {int(listed[i]): float(mind[0].worth[i, 0]) for i in range(n)}
    assert max(worth, key=worth.__getitem__) == 2
    assert worth[2] > worth[KNOCK]
