"""Statistics have their known values, and intervals have their nominal coverage."""

import msgspec
import numpy as np
import pytest

from paddock.lab.data.measures import Column, measure_games, turn_order
from paddock.lab.statistics.block_sums import BlockSums, merge_blocks
from paddock.lab.statistics.bootstrap import difference, estimate
from paddock.lab.statistics.statistic_definitions import (
    guest_share,
    luck_share,
    per_game,
    rating_gap,
    statistics,
    win_without_luck,
)
from paddock.lab.study import Pace, Study
from paddock.lab.study_plan import Case, plan_of


def case_of(games: int, players: int = 3) -> Case:
    return plan_of(Study("mist", games=games, players=players)).cases[0]


def block_sums(columns: dict[str, Column], games: int) -> BlockSums:
    blocks = BlockSums(case_of(games))
    chunk = blocks.case.chunk
    for first in reversed(range(0, games, chunk)):  # in any order
        blocks.add(first, {name: column[first : first + chunk] for name, column in columns.items()})
    return blocks


def test_sums_do_not_depend_on_chunks_or_order() -> None:
    values = np.random.default_rng(1).random(1234)
    blocks = block_sums({"games": np.ones(1234), "x": values}, 1234)
    assert blocks.total()["games"] == 1234
    assert blocks.total()["x"] == pytest.approx(values.sum())
    again = BlockSums(blocks.case)
    again.add(0, {"games": np.ones(1234), "x": values})
    assert again.sums == pytest.approx(blocks.sums)


def test_a_share_has_wilsons_interval() -> None:
    wins = np.array([1.0, 0.0] * 200)
    found = estimate(block_sums({"games": np.ones(400), "won": wins}, 400), per_game("won"), share=True)
    assert found.value == 0.5
    assert [found.low, found.high] == pytest.approx([0.451, 0.549], abs=0.004)
    never = estimate(block_sums({"games": np.ones(400), "won": np.zeros(400)}, 400), per_game("won"), share=True)
    assert never.low == 0
    assert never.high == pytest.approx(0.0095, abs=0.0002)  # 3.84 / (400 + 3.84)


def test_intervals_have_their_nominal_coverage() -> None:
    rng = np.random.default_rng(7)
    inside = 0
    for _ in range(200):
        blocks = block_sums({"games": np.ones(900), "x": rng.exponential(2.0, 900)}, 900)
        found = estimate(blocks, per_game("x"))
        inside += found.low <= 2.0 <= found.high
    assert 180 <= inside <= 199  # 190 are expected, with a deviation of 3


def test_paired_differences_have_smaller_intervals() -> None:
    rng = np.random.default_rng(3)
    luck = rng.normal(0, 10, 2000)
    one = block_sums({"games": np.ones(2000), "x": luck + 1}, 2000)
    other = block_sums({"games": np.ones(2000), "x": luck + rng.normal(0, 0.1, 2000)}, 2000)
    found = difference(one, other, per_game("x"))
    assert found.value == pytest.approx(1.0, abs=0.02)
    assert found.margin < 0.02
    assert found.is_significant
    fewer = BlockSums(msgspec.structs.replace(other.case, games=1000), other.names, other.sums)
    assert difference(one, fewer, per_game("x")).margin > 0.3


def test_the_turn_order_begins_with_the_starter() -> None:
    assert turn_order(np.array([0.0, 2.0, -1.0]), 3).tolist() == [[0, 1, 2], [2, 0, 1], [0, 1, 2]]


def test_measures_of_two_games_by_hand() -> None:
    case = case_of(2)
    rows = {
        "starter": [1, 0],
        "steps": [9, 9],
        "decisions": [4, 6],
        "forced": [1, 0],
        "choices": [7, 12],
        "turns": [6, 3],
        "events": [3, 0],
        "lead_changes": [2, 0],
        "behind": [0.5, 0.0],
        "deepest": [4, 0],
        "decided": [0.75, 0],
        **{f"led_{part}": [2, -1] for part in range(1, 8)},
        "payoff_1": [0, 0.5],
        "payoff_2": [0, 0.5],
        "payoff_3": [1, 0],
        "score_1": [3, 5],
        "score_2": [3, 5],
        "score_3": [9, 1],
        **{f"{note.name}_{seat}": [seat, 0] for note in plan_of(Study("mist")).game.event_counts for seat in (1, 2, 3)},
    }
    game = plan_of(Study("mist")).game
    columns = {name: np.array(values, float) for name, values in rows.items()}
    blocks = BlockSums(case)
    blocks.add(0, measure_games(case, game, columns, Pace(decision=60, event=120)))
    found = {one.key: float(one.formula(blocks.total())) for one in statistics(game, 3, ["forced/dice", "dice/turns"])}
    assert [found[f"win_{seat}"] for seat in range(3)] == [0.25, 0.75, 0.0]
    assert [found[f"score_{seat}"] for seat in range(3)] == [4.0, 7.0, 2.0]
    assert [found[f"rank_{seat}"] for seat in range(3)] == [2.0, 1.25, 2.75]
    assert found["shared"] == 0.5
    assert found["rounds"] == 1.5
    assert found["minutes"] == (3 + 6 + 6) / 2
    assert found["choices"] == 1.9
    assert found["forced"] == 0.1
    assert found["kept_4"] == 1.0  # the sole leader at half-time won the first game; the second had none
    assert found["margin"] == 3.0
    assert found["note_dice"] == 3.0
    assert found["winner_dice"] == 1.5
    assert found["forced/dice"] == 1.0
    assert found["dice/turns"] == 6 / 9
    assert found["loser_dice"] == (6 - 3) / (2 * 2)


def test_guests_are_rated_as_in_the_arena() -> None:
    half = block_sums({"games": np.ones(400), "guest": np.array([1.0, 0.0, 0.0, 0.0] * 100)}, 400)
    assert float(guest_share(merge_blocks([half, half]).total())) == 0.25
    assert float(rating_gap(4)(half.total())) == pytest.approx(0.0)
    assert float(rating_gap(2)(half.total())) == pytest.approx(-190.8, abs=0.1)


def test_luck_share_of_pure_luck_and_of_none() -> None:
    rng = np.random.default_rng(2)
    luck, other = rng.normal(0, 1, 5000), rng.normal(0, 1, 5000)

    def share(results: Column) -> float:
        columns = {"p": results, "pp": results**2, "l": luck, "ll": luck**2, "pl": results * luck}
        return estimate(block_sums({"games": np.ones(5000), **columns}, 5000), luck_share).value

    assert share(3 * luck) == pytest.approx(1.0)
    assert share(other) < 0.01
    assert share(luck + other) == pytest.approx(0.5, abs=0.04)


def test_luck_as_a_control_variate() -> None:
    """To subtract luck keeps the mean and makes the interval smaller."""
    rng = np.random.default_rng(4)
    luck = rng.normal(0, 0.4, 2000)
    wins = 0.55 + luck + rng.normal(0, 0.1, 2000)
    columns = {"p": wins, "pp": wins**2, "l": luck, "ll": luck**2, "pl": wins * luck}
    blocks = block_sums({"games": np.ones(2000), **{f"{name}_0": column for name, column in columns.items()}}, 2000)
    plain, found = estimate(blocks, per_game("p_0")), estimate(blocks, win_without_luck(0))
    assert found.low < 0.55 < found.high
    assert found.margin < plain.margin / 3
