"""Advice, analysis and exact values of the public API."""

import pytest

import paddock
from support.soak import SOAK

SMALL = {"board": "bbf", "dice": 2, "cat_moves": 3}


def small_match() -> paddock.Match:
    match = paddock.Match("mmm", players=2, options=SMALL, seed=0, names=["Ada", "Ben"])
    match.play("place:a1")
    return match


def test_advice_rates_every_legal_move() -> None:
    match = small_match()
    advice = paddock.advise(match, seconds=0)
    assert advice.seat == match.turn
    assert {choice.move for choice in advice.choices} == set(match.legal)
    assert advice.best is advice.choices[0]
    assert advice.best.win_chance == max(choice.win_chance for choice in advice.choices)
    assert advice.best.nearly_best
    assert advice.best.reasons.endswith(".")


def test_without_a_decision_there_is_no_advice() -> None:
    with pytest.raises(paddock.PaddockError, match="nothing to advise"):
        paddock.advise(paddock.Match("mmm", options=SMALL, chance="manual"))


def test_an_analysis_adds_up() -> None:
    match = small_match()
    match.play("gather")
    for given in (match, match.record):
        found = paddock.analyse(given)
        assert len(found.steps) == len(match.events)
        assert found.steps[0].turn is paddock.CHANCE
        assert found.steps[1].turn == paddock.Seat(0)
        assert set(found.turning_points) <= set(found.steps)
        for account in found.accounts:
            total = account.start + account.luck + account.own + account.others
            assert total == pytest.approx(account.result)


def test_a_solution_knows_every_position() -> None:
    solution, match = paddock.solve("mmm", options=SMALL), small_match()
    assert solution.positions > 0
    values = solution.values(match)
    assert set(values) == set(match.legal)
    assert solution.value(match) == pytest.approx(max(values.values()))
    assert values[solution.best(match)] == max(values.values())
    start = paddock.Match("mmm", options=SMALL, chance="manual")
    assert solution.value(start) == pytest.approx(solution.win_chance)
    assert solution.values(start) == {}
    with pytest.raises(paddock.PaddockError, match="no best move"):
        solution.best(start)


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(paddock.BadOption, match="cannot be solved"):
        paddock.solve("mist")
    with pytest.raises(paddock.BadOption, match="line"):
        paddock.solve("mmm", line=True, options=SMALL)
    with pytest.raises(paddock.BadOption, match="other options"):
        paddock.solve("mmm", options=SMALL).value(paddock.Match("mmm", seed=1))


@pytest.mark.slow
@pytest.mark.skipif(SOAK == 1, reason="tests/games/test_mmm_solver.py solves a shipped board in every run")
def test_the_hard_board_is_won_with_the_documented_chance() -> None:
    assert round(paddock.solve("mmm", board="hard").win_chance, 6) == 0.684989
