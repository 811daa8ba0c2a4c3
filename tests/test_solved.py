"""Bots that play by a solution: the best move, at once where it is kept, and otherwise while it is being found."""

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from paddock.bots import solved
from paddock.bots.levels import Manner
from paddock.bots.player import ask, bot
from paddock.bots.solved import decide_exactly, posed_by, solution_at_hand, solve_in_background, weigh_exactly
from paddock.bots.thinking import new_mind
from paddock.games import game
from paddock.games.mmm import solution as mmm_solution
from paddock.games.mmm.solution import Problem, Solution, solve
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.kinds import CHANCE, Rng
from paddock.rules.refusals import BadOption
from pig import GAME as PIG
from playing import random_token

TINY = {"board": "bbBf/hhfF", "cat_moves": 3}
THINKING = ("hound", "fox", "owl", "careful", "daring")


def stream(seed: int) -> Rng:
    return np.ascontiguousarray(streams(seed, 0, 1)[0])


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Every test begins in a new process, as it were, on a new computer."""
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path))
    mmm_solution.kept.cache_clear()
    solved.posed.cache_clear()
    yield
    solved.posed.cache_clear()
    mmm_solution.kept.cache_clear()


def match_of(options: dict[str, object]) -> Match:
    return Match(game("mmm"), 2, options)


def play_with(level: str, match: Match, seed: int) -> None:
    """To the end; push refuses what is not legal."""
    rng, bots = random.Random(seed), stream(seed)
    while not match.over:
        if match.turn == CHANCE:
            match.play(random_token(match, rng))
        else:
            match.push(ask(bot(level), match, bots))


def kept_solution(match: Match) -> Solution:
    found = solve(str(match.options["board"]), dice=3, cat_moves=3)
    assert solution_at_hand(match.game, match.options) is not None
    return found


def test_owl_plays_the_best_move_of_the_solution() -> None:
    found = kept_solution(match_of(TINY))
    decisions = 0
    for seed in range(5):
        match, rng = match_of(TINY), random.Random(seed)
        while not match.over:
            if match.turn == CHANCE:
                match.play(random_token(match, rng))
                continue
            values = dict(found.values(match.state))
            chosen = ask(bot("owl"), match, stream(seed))
            assert values[chosen] == max(values.values())
            decisions += len(values) > 1
            match.push(rng.choice(match.legal()))  # also where owl would never go
    assert decisions > 20


def test_a_solution_weighs_every_move_for_all_who_win_with_it() -> None:
    match = match_of(TINY)
    found = kept_solution(match)
    match.play("roll:bfh")
    mind, listed = new_mind(match.game, 2, [Manner()] * 2), np.zeros(match.game.most_moves, np.int16)
    n = weigh_exactly(found, mind, match.table, listed)
    assert listed[:n].tolist() == match.legal()
    for seat in range(2):
        assert mind[0].worth[:n, seat].tolist() == [value for _, value in found.values(match.state)]
    mind[0].together = 0  # where everybody wins alone it speaks for the seat to move only
    mind[0].worth[:] = 0
    weigh_exactly(found, mind, match.table, listed)
    assert mind[0].worth[:n, 0].max() > 0
    assert not mind[0].worth[:, 1].any()
    assert decide_exactly(found, mind, match.table, stream(1), listed) == found.best(match.state)


@pytest.mark.parametrize("level", THINKING)
def test_every_level_that_thinks_plays_by_the_solution(level: str) -> None:
    kept_solution(match_of(TINY))
    play_with(level, match_of(TINY), seed=3)


def test_a_solution_is_found_in_the_background_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is played while solving goes on; as soon as it is done, owl plays by it."""
    released, really = threading.Event(), Problem.solve

    def slowly(*args: object, **kwargs: object) -> Solution:
        assert released.wait(600)
        return really(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Problem, "solve", slowly)
    match = match_of(TINY)
    assert solution_at_hand(match.game, match.options) is None
    solve_in_background(match.game, match.options)
    solve_in_background(match.game, match.options)  # once is enough
    solving = posed_by(match.game, match.options).solving
    assert solving is not None
    assert solving.daemon
    play_with("owl", match, seed=1)
    assert solving.is_alive()
    assert solution_at_hand(match.game, match.options) is None
    released.set()
    solving.join(600)
    found = solution_at_hand(match.game, match.options)
    assert found is not None
    assert found.win_probability == pytest.approx(solve("bbBf/hhfF", dice=3, cat_moves=3).win_probability)
    solve_in_background(match.game, match.options)
    assert posed_by(match.game, match.options).solving is solving


def test_what_was_kept_is_read_again() -> None:
    match = match_of(TINY)
    kept_solution(match)
    solved.posed.cache_clear()  # another process
    mmm_solution.kept.cache_clear()
    began = time.perf_counter()
    assert solution_at_hand(match.game, match.options) is not None
    assert time.perf_counter() - began < 1
    solve_in_background(match.game, match.options)
    assert posed_by(match.game, match.options).solving is None


def test_where_there_is_no_solution_bots_think_in_the_other_way() -> None:
    line = match_of({**TINY, "line": True})
    solve_in_background(line.game, line.options)
    assert posed_by(line.game, line.options).solving is None
    assert solution_at_hand(line.game, line.options) is None
    play_with("owl", line, seed=2)
    pig = Match(PIG, 2)
    assert solution_at_hand(pig.game, pig.options) is None
    solve_in_background(pig.game, pig.options)


def test_a_board_that_is_too_large_is_played_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mmm_solution, "MOST_BYTES", 1000)
    match = match_of(TINY)
    solve_in_background(match.game, match.options)
    solving = posed_by(match.game, match.options).solving
    assert solving is not None
    solving.join(600)
    with pytest.raises(BadOption, match="too large"):
        Problem(mmm_solution.key_of(match.options)).solve()
    assert solution_at_hand(match.game, match.options) is None
    solve_in_background(match.game, match.options)
    assert posed_by(match.game, match.options).solving is solving
    play_with("owl", match, seed=4)
