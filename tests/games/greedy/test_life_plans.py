"""Whole turns of Life is Life: the best of all trades, tried one by one."""

from itertools import product

import numpy as np
import pytest

from games.greedy.test_life import table_for
from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.rng import stream
from paddock.engine.types import Move, State, new_positions
from paddock.engine.verbs import apply, moves, turn
from paddock.games import load_game
from paddock.games.life.bot.greedy import EQUAL, SUDDEN, worth_of
from paddock.games.life.bot.turn_plans import MOST_PLANS, PLANS, plan
from paddock.games.life.data import SPECIES
from paddock.games.life.hidden_cards import places_for
from paddock.games.life.rules import KNOCK
from paddock.games.life.state import CARD_GIVEN, DECLARE_OR_NOT, TRADE_OR_KNOCK
from support.random_matches import positions
from support.variants import VARIANTS

pytestmark = pytest.mark.interpreted


def planned(s: State, most: int, seed: int = 1) -> list[tuple[tuple[int, ...], float]]:
    """The plans as moves, with what they are worth."""
    position, plans = new_positions(s.dtype), new_positions(PLANS)
    position[0] = s
    n = plan(position[0], stream(seed), most, plans[0])
    one = plans[0]
    return [(tuple(one.move[i, : one.many[i]].tolist()), float(one.worth[i])) for i in range(n)]


def legal(s: State) -> list[int]:
    moves_buf = np.zeros(SPECIES, np.int16)
    return [int(move) for move in moves_buf[: moves(s, moves_buf)]]


def worth_of_hand(s: State, hand: list[int]) -> float:
    places = places_for(s, int(s.active))
    return sum(worth_of(s, places, animal, cards) for animal, cards in enumerate(hand))


def all_turns(s: State) -> dict[tuple[int, ...], float]:
    """Every way to finish the turn but to knock, and what the hand is worth then."""
    hand, found = s.hand[s.active].tolist(), {}
    giving = s.stage == CARD_GIVEN
    for row in [int(s.taking)] if giving else [move for move in legal(s) if move != KNOCK]:
        laid, given = s.row[row].tolist(), s.given.tolist()
        cards, first = (int(s.to_give), int(s.last_given)) if giving else (int(s.row_size[row]), 0)
        for gift in product(*(range(min(has, cards) + 1 if animal >= first else 1) for animal, has in enumerate(hand))):
            if sum(gift) == cards and [a + b for a, b in zip(gift, given, strict=True)] != laid:
                turn_ = tuple(animal for animal in range(SPECIES) for _ in range(gift[animal]))
                after = [has + gets - gives for has, gets, gives in zip(hand, laid, gift, strict=True)]
                found[turn_ if giving else (row, *turn_)] = worth_of_hand(s, after)
    return found


@pytest.mark.parametrize("options", [*VARIANTS["life"][:2], *VARIANTS["life"][-3:]])
def test_the_best_turns_of_all(options: dict[str, object]) -> None:
    tried = 0
    for number, match in enumerate(positions("life", 4, options, 4)):
        s = match.state
        if match.turn < 0 or s.stage == DECLARE_OR_NOT or number % 5:
            continue
        every = all_turns(s)
        for most in (1, 7, MOST_PLANS):
            found = planned(s, most, number)
            trades = [(moves_, worth) for moves_, worth in found if moves_[0] != KNOCK or s.stage == CARD_GIVEN]
            assert len({moves_ for moves_, _ in found}) == len(found) <= most
            assert sorted((worth for _, worth in found), reverse=True) == [worth for _, worth in found]
            best = sorted(every.values(), reverse=True)[: len(trades)]
            assert [worth for _, worth in trades] == pytest.approx(best, abs=2 * EQUAL)
            assert all(worth == pytest.approx(every[moves_], abs=2 * EQUAL) for moves_, worth in trades)
            knocks = s.stage == TRADE_OR_KNOCK and KNOCK in legal(s)
            assert most == 1 or len(found) == min(len(every) + knocks, most)
            assert most == 1 or len(found) - len(trades) == knocks
        tried += 1
        if tried == (30 if COMPILING else 4):
            break
    assert tried > 2


@pytest.mark.parametrize("options", VARIANTS["life"])
def test_plans_can_be_carried_out(options: dict[str, object]) -> None:
    """Move after move they are legal, and they end the trade."""
    tried = 0
    for number, match in enumerate(positions("life", 3, options, 7)):
        if match.turn < 0 or number % 7:
            continue
        for steps, _ in planned(match.state, 9):
            position = match.position.copy()
            for move in steps:
                assert turn(position[0]) == match.turn
                assert move in legal(position[0])
                apply(position[0], Move(move))
            assert position[0].stage != CARD_GIVEN
            tried += 1
        if tried > (200 if COMPILING else 20):
            break
    assert tried > 0


def test_nothing_to_plan_where_a_combination_may_be_shown() -> None:
    s = table_for("pig pig pig pig pig giraffe giraffe giraffe bear bear", declare="optional")
    s.stage = DECLARE_OR_NOT
    assert planned(s, 5) == []


def test_whoever_must_knock_plans_nothing_else() -> None:
    s = table_for("pig pig pig giraffe giraffe giraffe bear bear bear mouse", turn_limit=1)
    s.trades = 3
    assert [steps for steps, _ in planned(s, 5)] == [(KNOCK,)]


def test_to_knock_has_its_place_among_the_others() -> None:
    """With less than a fair share it comes last of all, and a quick player does not think of it."""
    values = (9, 0, 0, 0, 0, 0, 5, 0, 0, 3)
    rows = ("sheep", "goat dog", "dog cat mole", "sheep goat mole dog")
    sure = table_for("giraffe " * 5 + "rabbit " * 3 + "mouse " * 2, rows, players=4, values=values)
    assert planned(sure, 1)[0][0] == planned(sure, 5)[0][0] == (KNOCK,)
    poor = table_for("mouse mole mole goat goat dog dog cat sheep sheep", rows, values=values)
    assert planned(poor, 1)[0][0] != (KNOCK,)
    last, worth = planned(poor, 5)[-1]
    assert last == (KNOCK,)
    assert worth == pytest.approx(-SUDDEN)


def test_equal_turns_by_lot() -> None:
    values = (9, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    s = table_for("bear bear bear mole mole goat goat dog dog cat", values=values)
    assert len({planned(s, 1, seed)[0][0] for seed in range(20)}) > 5
    assert load_game("life").plans == PLANS
