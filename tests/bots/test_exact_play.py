"""Exact play: bots use a known solution, and their search while the game is being solved."""

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from paddock.bots.algorithms import solver_jobs
from paddock.bots.algorithms.exact_play import decide_exactly, evaluate_moves_exactly
from paddock.bots.algorithms.memory_construction import new_memory
from paddock.bots.algorithms.solver_jobs import known_solution, solve_in_background, solver_job_for
from paddock.bots.bot import ask, bot
from paddock.bots.levels import PlayStyle
from paddock.engine.errors import BadOption
from paddock.engine.rng import stream
from paddock.engine.types import CHANCE
from paddock.games import load_game
from paddock.games.mmm.solver import solution as mmm_solution
from paddock.games.mmm.solver.solution import Problem, Solution, solve
from paddock.match.match_state import MatchState
from pig import GAME as PIG
from support.random_matches import random_token

TINY = {"board": "bbBf/hhfF", "cat_moves": 3}
SEARCHING_LEVELS = ("hound", "fox", "owl", "careful", "daring")


@pytest.fixture(autouse=True)
def empty_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Begin each test with an empty cache on disk and in memory."""
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path))
    mmm_solution.load_solution.cache_clear()
    solver_jobs.solver_job.cache_clear()
    yield
    solver_jobs.solver_job.cache_clear()
    mmm_solution.load_solution.cache_clear()


def match_of(options: dict[str, object]) -> MatchState:
    return MatchState(load_game("mmm"), 2, options)


def play_with(level: str, match: MatchState, seed: int) -> None:
    """Play to the end. `play_move` refuses illegal moves."""
    rng, bots = random.Random(seed), stream(seed)
    while not match.over:
        if match.turn == CHANCE:
            match.play(random_token(match, rng))
        else:
            match.play_move(ask(bot(level), match, bots))


def stored_solution(match: MatchState) -> Solution:
    found = solve(str(match.options["board"]), dice=3, cat_moves=3)
    assert known_solution(match.game, match.options) is not None
    return found


def test_owl_plays_the_best_move_of_the_solution() -> None:
    found = stored_solution(match_of(TINY))
    decisions = 0
    for seed in range(5):
        match, rng = match_of(TINY), random.Random(seed)
        while not match.over:
            if match.turn == CHANCE:
                match.play(random_token(match, rng))
                continue
            values = dict(found.values(match.state))
            move = ask(bot("owl"), match, stream(seed))
            assert values[move] == max(values.values())
            decisions += len(values) > 1
            match.play_move(rng.choice(match.legal_moves()))  # also to positions that the owl avoids
    assert decisions > 20


def test_a_solution_evaluates_every_move_for_all_winners() -> None:
    match = match_of(TINY)
    found = stored_solution(match)
    match.play("roll:bfh")
    memory, moves_buf = new_memory(match.game, 2, [PlayStyle()] * 2), match.game.buffers().moves
    n = evaluate_moves_exactly(found, memory, match.position, moves_buf)
    assert moves_buf[:n].tolist() == match.legal_moves()
    for seat in range(2):
        assert memory[0].win_chance[:n, seat].tolist() == [value for _, value in found.values(match.state)]
    memory[0].together = 0  # without a common victory, only the seat to move has a value
    memory[0].win_chance[:] = 0
    evaluate_moves_exactly(found, memory, match.position, moves_buf)
    assert memory[0].win_chance[:n, 0].max() > 0
    assert not memory[0].win_chance[:, 1].any()
    assert decide_exactly(found, memory, match.position, stream(1), moves_buf) == found.best(match.state)


@pytest.mark.parametrize("level", SEARCHING_LEVELS)
def test_every_searching_level_plays_by_the_solution(level: str) -> None:
    stored_solution(match_of(TINY))
    play_with(level, match_of(TINY), seed=3)


def test_a_game_is_solved_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match goes on while the game is being solved. Afterwards the owl plays by the solution."""
    released, solve_now = threading.Event(), Problem.solve

    def delayed(*args: object, **kwargs: object) -> Solution:
        assert released.wait(600)
        return solve_now(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Problem, "solve", delayed)
    match = match_of(TINY)
    assert known_solution(match.game, match.options) is None
    solve_in_background(match.game, match.options)
    solve_in_background(match.game, match.options)  # does not start a second thread
    solving = solver_job_for(match.game, match.options).solving
    assert solving is not None
    assert solving.daemon
    play_with("owl", match, seed=1)
    assert solving.is_alive()
    assert known_solution(match.game, match.options) is None
    released.set()
    solving.join(600)
    found = known_solution(match.game, match.options)
    assert found is not None
    assert found.win_probability == pytest.approx(solve("bbBf/hhfF", dice=3, cat_moves=3).win_probability)
    solve_in_background(match.game, match.options)
    assert solver_job_for(match.game, match.options).solving is solving


def test_a_solution_is_read_from_disk() -> None:
    match = match_of(TINY)
    stored_solution(match)
    solver_jobs.solver_job.cache_clear()  # another process
    mmm_solution.load_solution.cache_clear()
    began = time.perf_counter()
    assert known_solution(match.game, match.options) is not None
    assert time.perf_counter() - began < 1
    solve_in_background(match.game, match.options)
    assert solver_job_for(match.game, match.options).solving is None


def test_without_a_solution_bots_search() -> None:
    line = match_of({**TINY, "line": True})
    solve_in_background(line.game, line.options)
    assert solver_job_for(line.game, line.options).solving is None
    assert known_solution(line.game, line.options) is None
    play_with("owl", line, seed=2)
    pig = MatchState(PIG, 2)
    assert known_solution(pig.game, pig.options) is None
    solve_in_background(pig.game, pig.options)


def test_a_board_that_is_too_large_is_played_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mmm_solution, "MOST_BYTES", 1000)
    match = match_of(TINY)
    solve_in_background(match.game, match.options)
    solving = solver_job_for(match.game, match.options).solving
    assert solving is not None
    solving.join(600)
    with pytest.raises(BadOption, match="too large"):
        Problem(mmm_solution.key_of(match.options)).solve()
    assert known_solution(match.game, match.options) is None
    solve_in_background(match.game, match.options)
    assert solver_job_for(match.game, match.options).solving is solving
    play_with("owl", match, seed=4)
