"""The exact solver of Mmm!: compared with brute force, with itself and with played games."""

import copy
import random
from functools import lru_cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from paddock.engine.compilation.compile_cache import COMPILING
from paddock.engine.errors import BadOption
from paddock.engine.rng import draw_outcome, streams
from paddock.engine.types import CHANCE, Move
from paddock.games import load_game
from paddock.games.mmm.solver import solution as solving
from paddock.games.mmm.solver.solution import Problem, Solution, key_at, key_of, problem, solve
from paddock.match.match_state import MatchState
from referees.mmm import Referee
from support.soak import SOAK

SMALL = "bbBf/hhfF/uua."
"""Eleven squares of five foods."""

BOARDS = 20 if COMPILING else 4
"""The number of boards for each seed."""

interpreted = pytest.mark.interpreted


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Store the solutions of a test in a temporary directory."""
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path))
    solving.load_solution.cache_clear()


@lru_cache(maxsize=4)
def small() -> Solution:
    return solve(SMALL, dice=3, cat_moves=4)


# ---- Brute force


class Bruteforce:
    """The values of all positions of the referee, with chips and dice on single squares, without any reduction."""

    def __init__(self) -> None:
        self.known: dict[object, float] = {}

    def value(self, referee: Referee) -> float:
        key = (
            referee.stage,
            frozenset(referee.chips),
            referee.cat,
            frozenset(referee.placed),
            tuple(sorted(referee.rolled)),
            referee.placed_now > 0,
        )
        if key not in self.known:
            self.known[key] = self.look_ahead(referee)
        return self.known[key]

    def look_ahead(self, referee: Referee) -> float:
        if referee.turn() == "over":
            return referee.payoff()[0]
        weights = referee.legal()
        values = {token: self.value(after(referee, token)) for token in weights}
        if referee.turn() == "chance":
            return sum(weights[token] * values[token] for token in weights) / sum(weights.values())
        return max(values.values())


def after(referee: Referee, token: str) -> Referee:
    """Return a copy of the referee after one event."""
    then = copy.copy(referee)
    then.chips, then.placed, then.rolled = set(referee.chips), list(referee.placed), list(referee.rolled)
    if token.startswith("roll:"):
        then.roll(token.removeprefix("roll:"))  # the token is listed, so it need not be checked
    else:
        then.play(token)
    return then


def tiny_board(chance: random.Random) -> str:
    """Return a random board with one to five squares of food."""
    while True:
        width, height = chance.choice([(1, 1), (2, 1), (3, 1), (2, 2), (5, 1), (3, 2)])
        foods = chance.sample("bfuha", chance.randint(1, 3))
        letters = [*foods, *(food.upper() for food in foods), "."]
        squares = [chance.choice(letters) for _ in range(width * height)]
        if 1 <= sum(letter != "." for letter in squares) <= 5:
            return "/".join("".join(squares[row * width : (row + 1) * width]) for row in range(height))


@interpreted
@pytest.mark.parametrize("seed", range(10))
def test_brute_force_without_any_reduction_finds_the_same_values(seed: int) -> None:
    """Compare the value at the start, then of every choice along a random match."""
    chance = random.Random(seed)
    for _ in range(BOARDS):
        options = {"board": tiny_board(chance), "dice": chance.randint(1, 3), "cat_moves": chance.randint(1, 3)}
        match = MatchState(load_game("mmm"), 1, options)
        found = problem(match.options).solve()
        referee = Referee(1, match.options)
        brute = Bruteforce()
        assert found.win_probability == pytest.approx(brute.value(referee), abs=1e-6), options
        while not match.over:
            assert found.value(match.state) == pytest.approx(brute.value(referee), abs=1e-6), (options, match.tokens)
            for move, value in found.values(match.state):
                token = match.game.write(match.plain, move)
                expected = brute.value(after(referee, token))
                assert value == pytest.approx(expected, abs=1e-6), (options, match.tokens, token)
            token = chance.choice(match.legal_tokens())
            match.play(token)
            referee.play(token)
        assert found.value(match.state) == match.payoff()[0]


@interpreted
@pytest.mark.parametrize("dice", [4, 5])
def test_brute_force_agrees_for_more_dice(dice: int) -> None:
    match = MatchState(load_game("mmm"), 1, {"board": "bbf", "dice": dice, "cat_moves": 1})
    found = problem(match.options).solve()
    assert found.win_probability == pytest.approx(Bruteforce().value(Referee(1, match.options)), abs=1e-6)


@interpreted
def test_a_single_square_by_hand() -> None:
    """One bread, one die, one move of the cat: a bread or nothing. With two moves there is a second try."""
    assert solve("b", dice=1, cat_moves=1).win_probability == pytest.approx(1 / 6)
    assert solve("b", dice=1, cat_moves=2).win_probability == pytest.approx(1 - (5 / 6) ** 2)
    assert solve("b", dice=3, cat_moves=1).win_probability == pytest.approx(1 - (5 / 6) ** 3)


# ---- Consistent with itself


def random_matches(board: str, cat_moves: int, number: int) -> list[MatchState]:
    """Matches stopped at a random moment, some within a turn."""
    chance = random.Random(1)
    stopped: list[MatchState] = []
    while len(stopped) < number:
        match = MatchState(load_game("mmm"), 2, {"board": board, "cat_moves": cat_moves})
        for _ in range(chance.randint(0, 25)):
            if match.over:
                break
            match.play_move(chance.choice(match.legal_moves()))
        stopped.append(match)
    return stopped


@interpreted
def test_a_position_is_worth_its_best_move_or_its_average_roll() -> None:
    found = small()
    for match in random_matches(SMALL, 4, 30):
        value = found.value(match.state)
        assert 0 <= value <= 1
        if match.over:
            assert found.values(match.state) == []
            continue
        legal = match.legal_moves()
        then = []
        for move in legal:
            match.play_move(move)
            then.append(found.value(match.state))
            match.rewind(len(match.moves) - 1)
        if match.turn == CHANCE:
            assert found.values(match.state) == []
            assert value == pytest.approx(np.average(then, weights=match.outcomes()[1]), abs=1e-6)
        else:
            moves, values = zip(*found.values(match.state), strict=True)
            assert list(moves) == legal
            assert values == pytest.approx(then, abs=1e-6)
            assert value == max(values)
            assert found.best(match.state) == moves[values.index(max(values))]


@interpreted
def test_boards_with_items_of_the_same_lengths_share_a_solution() -> None:
    other = "aaA/bb./uu./fFf/h.."
    assert key_of(MatchState(load_game("mmm"), 1, {"board": other, "cat_moves": 4}).options) == small().key
    match = MatchState(load_game("mmm"), 1, {"board": other, "cat_moves": 4})
    assert key_at(match.state) == small().key
    assert small().value(match.state) == pytest.approx(small().win_probability, abs=1e-6)


@interpreted
def test_fewer_moves_of_the_cat_are_within_the_same_solution() -> None:
    match = MatchState(load_game("mmm"), 1, {"board": SMALL, "cat_moves": 2})
    assert small().value(match.state) == pytest.approx(solve(SMALL, 3, 2).win_probability, abs=1e-6)


def test_threads_change_nothing() -> None:
    assert solve(SMALL, 3, 4, threads=3).win_probability == small().win_probability


# ---- Played out


def wins_of_best_play(found: Solution, options: dict[str, object], games: int, seed: int) -> int:
    moves_buf, weights_buf = np.zeros(252, np.int16), np.zeros(252, np.int32)
    wins = 0
    for stream in streams(seed, 0, games):
        match = MatchState(load_game("mmm"), 1, options)
        while not match.over:
            if match.turn == CHANCE:
                match.play_unchecked(Move(draw_outcome(match.state, stream, moves_buf, weights_buf)))
            else:
                match.play_unchecked(found.best(match.state))
        wins += int(match.payoff()[0])
    return wins


def test_best_play_wins_as_often_as_computed() -> None:
    games = 2000
    wins = wins_of_best_play(small(), {"board": SMALL, "cat_moves": 4}, games, seed=5)
    p = small().win_probability
    assert 0.05 < p < 0.95
    assert abs(wins / games - p) < 4 * (p * (1 - p) / games) ** 0.5


VALUES = {"easy": 0.928880, "hard": 0.684989, "expert": 0.517035}
IN_EVERY_RUN = ("expert",)
"""The one with the fewest positions; each takes up to a minute of processor time, and `make soak` solves them all."""


@pytest.mark.slow
@pytest.mark.parametrize(("board", "value"), [item for item in VALUES.items() if SOAK > 1 or item[0] in IN_EVERY_RUN])
def test_the_shipped_boards(board: str, value: float) -> None:
    """About 93, 68 and 52 %, for which they were chosen; docs/reference/games/mmm.md has exactly these numbers."""
    match = MatchState(load_game("mmm"), 1, {"board": board})
    found = problem(match.options).solve(threads=2)
    print(board, found.win_probability)
    assert round(found.win_probability, 6) == value
    wins = wins_of_best_play(found, {"board": board}, games := 500, seed=2)
    assert abs(wins / games - value) < 4 * (value * (1 - value) / games) ** 0.5


# ---- Errors, sizes, stored solutions


@interpreted
def test_the_line_variant_is_refused() -> None:
    match = MatchState(load_game("mmm"), 1, {"board": SMALL, "line": True})
    with pytest.raises(BadOption, match="line"):
        problem(match.options)
    with pytest.raises(BadOption, match="line"):
        key_at(match.state)


@interpreted
def test_a_board_that_is_too_large_is_refused_before_it_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "MOST_BYTES", 100 * 50)
    with pytest.raises(BadOption, match="too large"):
        _ = problem(MatchState(load_game("mmm"), 1, {"board": SMALL}).options).positions
    monkeypatch.setattr(solving, "MOST_REMAINS", 3)
    with pytest.raises(BadOption, match="a food can be left"):
        problem(MatchState(load_game("mmm"), 1, {"board": SMALL}).options)


@interpreted
def test_a_position_of_another_table_is_refused() -> None:
    for options, what in (({"board": "bbb"}, "board"), ({"board": SMALL}, "options")):
        with pytest.raises(BadOption, match=f"another {what}|other {what}"):
            small().value(MatchState(load_game("mmm"), 1, options).state)


@interpreted
def test_positions_are_counted_once_whatever_the_food() -> None:
    """`b.f`: both, one of them, none. `bb.f`: 2 and 1, 1 and 1, 2, 1 (of either), nothing."""
    for board, positions in (("b.f", 3), ("bb", 3), ("bB", 3), ("bb.f", 5)):
        assert problem(MatchState(load_game("mmm"), 1, {"board": board}).options).positions == positions


@interpreted
def test_capacity_for_positions_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    options = MatchState(load_game("mmm"), 1, {"board": SMALL, "cat_moves": 1}).options
    whole = problem(options)
    monkeypatch.setattr(solving, "FIRST_CAPACITY", 64)
    grown = problem(options)
    assert grown.positions == whole.positions > 64
    assert grown.bytes == whole.bytes > grown.positions * (2 * 4 + 5 * 2)
    assert grown.solve().win_probability == whole.solve().win_probability


@interpreted
def test_a_solution_is_stored() -> None:
    options = MatchState(load_game("mmm"), 1, {"board": SMALL, "cat_moves": 3}).options
    posed = problem(options)
    assert posed.known() is None
    reported: list[int] = []
    found = posed.solve(progress=reported.append)
    assert reported[-1] == posed.positions == found.positions
    again = Problem(posed.key).known()
    assert again is not None
    assert again.win_probability == found.win_probability
    match = MatchState(load_game("mmm"), 1, {"board": SMALL, "cat_moves": 3})
    match.play("roll:bfx")
    assert again.values(match.state) == found.values(match.state)
    assert problem(options).known() is again
    solving.load_solution.cache_clear()
    (posed.key.directory / "values.npy").write_bytes(b"torn")  # a damaged file is solved and stored again
    assert Problem(posed.key).known() is None
    assert problem(options).solve().win_probability == found.win_probability
    assert Problem(posed.key).known() is not None
    assert list(islice(posed.key.directory.parent.iterdir(), 2)) == [posed.key.directory]


@interpreted
def test_a_board_is_solved_if_the_cache_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(file))
    posed = problem(MatchState(load_game("mmm"), 1, {"board": "bb", "cat_moves": 2}).options)
    assert posed.solve().positions == 3
    assert posed.known() is None
