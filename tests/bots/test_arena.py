"""The arena: fair to all bots, correct intervals, and luck with mean zero."""

import json
import random
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from paddock.bots.algorithms.bot_memory import MOST_SEATS
from paddock.bots.algorithms.expectimax import expectimax_value
from paddock.bots.algorithms.memory_construction import new_memory
from paddock.bots.algorithms.move_choice import GREEDY
from paddock.bots.algorithms.value_estimates import value_by_moves
from paddock.bots.algorithms.value_network import load_weights
from paddock.bots.arena.entrants import Entrant, entrant
from paddock.bots.arena.intervals import share_of
from paddock.bots.arena.luck import draw_with_luck_at, luck_buffers, share_without_luck, without_luck
from paddock.bots.arena.pace import measure_pace
from paddock.bots.arena.paired_games import knows_luck, play, problem_of
from paddock.bots.arena.ratings import Meeting, bradley_terry_ratings
from paddock.bots.arena.tournament import Arena, Report
from paddock.bots.bot import Question
from paddock.bots.levels import PlayStyle
from paddock.engine.compilation.decorators import compiled
from paddock.engine.rng import below, stream
from paddock.engine.types import CHANCE, Move, Moves, Numbers, Positions, Rng
from paddock.games import load_game
from paddock.games.mist.state import ANIMALS_DEALT, DIE_THROWN, GAP_FILLED, PATH_LAID, STARTER_DRAWN
from paddock.match.match_state import MatchState
from pig import GAME as PIG
from support.command_line import Paddock, one_sentence
from support.random_matches import random_token
from support.soak import SOAK

QUICK = ("uniform", "greedy")
SHORT = {"cards": (-5, -1, 2, 6)}
"""House rules with which a match of So ein Mist is short."""


def at(name: str, players: int, **options: object) -> MatchState:
    return MatchState(load_game(name), players, options, attended=False)


def uniform_move(asked: Question, rng: Rng) -> Move:
    """Play uniformly, but from Python, and after one unused random number."""
    below(rng, 2)
    return asked.legal[below(rng, len(asked.legal))]


def results(report: Report) -> dict[str, Any]:
    """Return a report without times."""
    found = report.as_json()
    del found["seconds"]
    for standing in found["standings"]:
        del standing["pace"]
    return found


# ---- Fairness


def test_a_guest_sits_everywhere_with_the_same_dice() -> None:
    seen: dict[str, list[tuple[int, bytes]]] = {"guest": [], "host": []}

    def spy(name: str) -> Entrant:
        def recording(asked: Question, rng: Rng) -> Move:
            if asked.position[0].turns == 1 and asked.position[0].count == 1:
                path = (
                    asked.position["value"].tobytes()
                    + asked.position["starter"].tobytes()
                    + asked.position["die"].tobytes()
                )
                seen[name].append((asked.seat, path))
            return asked.legal[0]

        return Entrant(name, recording)

    arena = Arena(at("mist", 4), [spy("guest"), spy("host")], 8, pairings=[(0, 1)])
    assert (arena.seeds, arena.games) == (2, 8)
    for first in (0, 1):
        for one in seen.values():
            one.clear()
        arena.play_block(3, arena.matchups[0], first, 1, deque())
        openings = seen["guest"] + seen["host"]
        assert len(openings) == 4  # the starter decides first, once in each of four games
        assert len(set(openings)) == 1  # the same path, starter and die
        assert len(seen["guest"]) == 1  # the guest is the starter in one of them


def test_the_same_bot_twice_takes_exactly_its_share() -> None:
    """With the same dice and the same bots all seatings play the same game, and one of the seats wins it."""
    match = at("mist", 4)
    report = Arena(match, [entrant(match, "greedy")] * 2, 40).run(seed=5)
    assert report.bots == ["greedy", "greedy 2"]
    for cell in report.cells:
        assert cell.share.mean == pytest.approx(0.25)
        assert cell.share.low < 0.25 < cell.share.high
        assert cell.games == 40
    assert [abs(round(standing.rating.points, 6)) for standing in report.standings] == [0.0, 0.0]


@pytest.mark.parametrize(("name", "players"), [("mist", 3), ("kuhlorado", 2)])
def test_equal_bots_take_their_share_within_the_interval(name: str, players: int) -> None:
    match = at(name, players)
    members = [entrant(match, "uniform"), Entrant("asked", uniform_move)]
    report = Arena(match, members, 120 * players, pairings=[(0, 1)], luck=False).run(seed=2)
    found = report.cell("uniform", "asked")
    assert found is not None
    assert found.share.low < 1 / players < found.share.high
    assert found.share.error > 0


def test_two_players_fill_both_cells_with_the_same_games() -> None:
    match = at("kuhlorado", 2)
    arena = Arena(match, [entrant(match, level) for level in QUICK], 40)
    assert arena.games == 40
    report = arena.run(seed=1)
    one, other = report.cell("uniform", "greedy"), report.cell("greedy", "uniform")
    assert one is not None
    assert other is not None
    assert one.share.mean + other.share.mean == pytest.approx(1)
    assert other.share.low > 0.8
    assert report.standings[0].bot == "greedy"
    assert report.standings[0].rating.low > report.standings[1].rating.high


def test_together_each_plays_alone_with_the_same_dice() -> None:
    match = at("mmm", 2)
    report = Arena(match, [entrant(match, level) for level in (*QUICK, "greedy")], 200).run(seed=1)
    shares = {cell.guest: cell.share.mean for cell in report.cells}
    assert shares["greedy"] == shares["greedy 2"] > shares["uniform"] + 0.3
    differences = {(found.bot, found.other): found for found in report.differences}
    assert differences["greedy", "greedy 2"].share == differences["greedy", "greedy 2"].margin == 0
    ahead = differences["greedy", "uniform"]
    assert ahead.share == pytest.approx(shares["greedy"] - shares["uniform"])
    assert ahead.share - ahead.margin > 0
    assert report.standings[-1].bot == "uniform"


def test_one_team_may_play_alone() -> None:
    match = at("mmm", 1)
    assert len(Arena(match, [entrant(match, "greedy")], 20).run().cells) == 1


# ---- Reproducibility


def results_of_all_kinds(threads: int) -> dict[str, Any]:
    match = at("mist", 3, **SHORT)
    members = [entrant(match, level) for level in QUICK] + [Entrant("asked", uniform_move)]
    return results(Arena(match, members, 30).run(seed=4, threads=threads))


def test_neither_threads_nor_blocks_change_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = results_of_all_kinds(threads=1)
    assert len({cell["share"]["mean"] for cell in expected["cells"]}) > 1
    monkeypatch.setattr("paddock.bots.arena.tournament.BLOCK_SECONDS", 60.0)  # so that blocks grow to the limit
    every = [(most, threads) for most in (1, 3, 64) for threads in (1, 2)]
    for most, threads in every if SOAK > 1 else every[1::2]:
        monkeypatch.setattr("paddock.bots.arena.tournament.MAX_SEEDS", most)
        assert results_of_all_kinds(threads) == expected, (most, threads)


def test_a_bot_asked_in_python_plays_the_games_of_the_kernels() -> None:
    """So ein Mist has no hidden facts, so both paths use the same random numbers."""
    match = at("mist", 3)
    one = entrant(match, "greedy")
    asked = Entrant(one.name, one.bot)
    compiled = play(match, [one] * 3, 6, 0, 10, luck=False)
    from_python = play(match, [one, asked, one], 6, 0, 10, luck=False)
    assert from_python.payoffs.tolist() == compiled.payoffs.tolist()
    assert from_python.steps.tolist() == compiled.steps.tolist()


def test_progress_counts_all_games() -> None:
    match = at("mist", 3)
    arena = Arena(match, [entrant(match, level) for level in QUICK], 10)
    reported: list[int] = []
    arena.run(progress=reported.append)
    assert reported[-1] == arena.games == 2 * 4 * 3


def test_the_pace_counts_decisions_only_where_there_is_a_choice() -> None:
    def slow(asked: Question, rng: Rng) -> Move:
        started = time.perf_counter()
        while time.perf_counter() - started < 0.002:
            pass
        return uniform_move(asked, rng)

    pace = measure_pace(at("mist", 3), Entrant("slow", slow), 1)
    assert pace.decisions > 20
    assert 0.002 < pace.mean <= pace.slowest


# ---- Ratings


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    rng = np.random.default_rng(1)
    strengths = np.array([0.0, 0.5, 1.5])
    meetings = [
        Meeting(a, b, (rng.random(4000) < 1 / (1 + 3 * np.exp(strengths[b] - strengths[a]))).astype(float))
        for a in range(3)
        for b in range(3)
        if a != b
    ]
    centred = (strengths - strengths.mean()) * 400 / np.log(10)
    for rating, true in zip(bradley_terry_ratings(3, 4, meetings), centred, strict=True):
        assert rating.low < true < rating.high
        assert rating.margin < 15


def test_a_bot_that_never_lost_has_a_finite_and_uncertain_rating() -> None:
    best, worst = bradley_terry_ratings(2, 2, [Meeting(0, 1, np.ones(100))])
    assert 300 < best.points - worst.points < 3000
    assert best.margin > 50


# ---- Luck


@pytest.fixture
def simple_weights(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Use simple weights: a lead is good, the more so the fewer turns are left."""
    game = load_game("mist")
    direct = np.zeros(game.feature_count, np.float32)
    direct[0], direct[2] = 0.5, 1.0
    weights = {"direct": direct, "outer": np.zeros(0, np.float32)}  # no hidden units
    for module in ("paddock.bots.arena.paired_games", "paddock.bots.algorithms.memory_construction"):
        monkeypatch.setattr(f"{module}.learned_weights", lambda game: weights if game.id == game.id else {})
    return weights


def test_luck_is_unknown_without_a_network() -> None:
    assert knows_luck(load_game("mist"))
    assert not knows_luck(PIG)
    match = MatchState(PIG, 2, {}, attended=False)
    report = Arena(match, [entrant(match, "uniform"), Entrant("any", uniform_move)], 10).run()
    assert not report.luck_known
    for cell in report.cells:
        assert cell.adjusted.mean == cell.share.mean


@pytest.mark.slow
def test_luck_is_zero_on_average_at_every_die_and_card(simple_weights: dict[str, Any]) -> None:
    """The weighted sum of the outcomes' luck is exactly zero in every position of a match."""
    match, rng = at("mist", 3), random.Random(2)
    memory = new_memory(match.game, 3, [PlayStyle(GREEDY)] * 3)
    load_weights(memory, simple_weights)
    begun, stages = False, set()
    while not match.over:
        begun = begun or (match.state.stage == DIE_THROWN)
        if match.turn == CHANCE:
            luck = luck_by_outcome(memory, match, begun)
            if luck and any(any(each) for each in luck.values()):
                stages.add(int(match.state.stage))
                for seat in range(3):
                    mean = sum(weight * luck[token][seat] for token, weight in match.odds().items())
                    assert mean == pytest.approx(0, abs=1e-9)
                for each in luck.values():
                    assert sum(each) == pytest.approx(0, abs=1e-9)  # a gain of one seat is a loss of the others
        match.play(random_token(match, rng))
    assert stages >= {STARTER_DRAWN, DIE_THROWN, GAP_FILLED}
    assert not stages & {ANIMALS_DEALT, PATH_LAID}


def luck_by_outcome(memory: Positions, match: MatchState, begun: bool) -> dict[str, list[float]]:
    """Return the luck of every outcome, by drawing until all have occurred; {} if that takes too long."""
    luck_bufs = luck_buffers(match.game)
    found: dict[str, list[float]] = {}
    rng = stream(len(match.moves))
    for _ in range(2000):
        luck = np.zeros(match.players)
        drawn = draw_with_luck_at(memory, match.position, rng, begun, luck_bufs, luck)
        found[match.game.write(match.plain, Move(int(drawn)))] = luck.tolist()
        if len(found) == len(match.legal_moves()):
            return found
    return {}


@compiled
def value_by_moves_at(
    memory: Positions, position: Positions, begun: bool, rng: Rng, moves_buf: Moves, out: Numbers
) -> bool:
    return value_by_moves(memory[0], position[0], begun, rng, moves_buf, out)


@compiled
def expectimax_value_at(
    memory: Positions, position: Positions, begun: bool, rng: Rng, moves_buf: Moves, out: Numbers
) -> bool:
    return expectimax_value(memory[0], position[0], begun, rng, moves_buf, out)


@pytest.mark.slow
def test_value_by_moves_and_expectimax_agree(simple_weights: dict[str, Any]) -> None:
    """They agree at a decision, between two turns and at the end. Elsewhere `value_by_moves` has no estimate."""
    match, rng = at("mist", 3), random.Random(4)
    memory, luck_bufs = new_memory(match.game, 3, [PlayStyle()] * 3), luck_buffers(match.game)
    begun, compared = False, 0
    while not match.over and compared < 40:
        begun = begun or bool(match.state.stage == DIE_THROWN)
        by_moves, ahead = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
        if value_by_moves_at(memory, match.position, begun, luck_bufs.stream, luck_bufs.options, by_moves):
            assert expectimax_value_at(memory, match.position, begun, luck_bufs.stream, luck_bufs.options, ahead)
            assert by_moves == pytest.approx(ahead)
            compared += 1
        else:
            assert match.turn == CHANCE
        match.play(random_token(match, rng))
    assert compared == 40


@pytest.mark.slow
def test_without_luck_results_have_the_same_mean_and_vary_less(simple_weights: dict[str, Any]) -> None:
    match = at("mist", 4, **SHORT)
    seats = [entrant(match, level) for level in ("greedy", "uniform", "greedy", "uniform")]
    games = play(match, seats, 3, 0, 600, luck=True)
    plain = play(match, seats, 3, 0, 600, luck=False)
    assert games.payoffs.tolist() == plain.payoffs.tolist()  # the measurement changes nothing
    assert not plain.luck.any()
    for seat in range(4):
        luck = games.luck[:, seat]
        assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))
        raw, left = games.payoffs[:, seat], without_luck(games.payoffs[:, seat], luck)
        assert left.var() < 0.75 * raw.var()
        assert abs(left.mean() - raw.mean()) < 4 * luck.std() / np.sqrt(len(luck))


@pytest.mark.slow
@pytest.mark.parametrize("asked", [False, True])
def test_without_luck_adjustment_no_luck_is_measured(simple_weights: dict[str, Any], asked: bool) -> None:
    match = at("mist", 3, **SHORT)
    one = entrant(match, "hound")
    seats = [Entrant(one.name, one.bot) if asked else one] * 3
    watched, plain = (play(match, seats, 3, 0, 4, luck=luck) for luck in (True, False))
    assert plain.payoffs.tolist() == watched.payoffs.tolist()
    assert watched.luck.any()
    assert not plain.luck.any()


@pytest.mark.slow
def test_both_paths_measure_the_same_luck(simple_weights: dict[str, Any]) -> None:
    match = at("mist", 3)
    one = entrant(match, "greedy")
    compiled = play(match, [one] * 3, 6, 0, 5, luck=True)
    asked = play(match, [Entrant(one.name, one.bot)] * 3, 6, 0, 5, luck=True)
    assert np.allclose(asked.luck, compiled.luck)
    assert compiled.luck.any()


@pytest.mark.slow
def test_an_owl_among_owls_takes_its_share(simple_weights: dict[str, Any]) -> None:
    match = at("mist", 3)
    report = Arena(match, [entrant(match, level) for level in ("owl", "owl", "greedy")], 60).run(seed=1, threads=2)
    assert report.luck_known
    for guest, host in (("owl", "owl 2"), ("owl 2", "owl")):
        cell = report.cell(guest, host)
        assert cell is not None
        assert cell.share.mean == pytest.approx(1 / 3)
        assert cell.adjusted.low < 1 / 3 < cell.adjusted.high
    cell = report.cell("owl", "greedy")
    assert cell is not None
    assert cell.worth > 1


def test_a_solution_measures_all_luck() -> None:
    """Without luck, best play wins exactly its win probability, and other play wins less."""
    match = at("mmm", 2, board="b", dice=1, cat_moves=3)
    problem = problem_of(match)
    assert problem is not None
    solution = problem.known() or problem.solve(1, lambda done: None)
    best = Entrant("best", lambda asked, rng: solution.best(asked.position[0]))
    report = Arena(match, [best, entrant(match, "uniform", solution)], 200, solution=solution).run(seed=1)
    found, other = report.cells
    assert report.luck_known
    assert 0 < solution.win_probability < 1
    assert found.adjusted.mean == pytest.approx(solution.win_probability, abs=1e-6)
    assert found.worth > 1e4
    assert other.adjusted.high < solution.win_probability + 1e-6


def test_an_unsolvable_table_has_no_problem() -> None:
    assert problem_of(at("mist", 3)) is None
    assert problem_of(at("mmm", 2, line=True)) is None


@pytest.mark.parametrize(("chance", "hurdle"), [(0.5, 0.0), (0.25, 0.6745), (0.98, -2.0537)])
def test_intervals_have_their_coverage(chance: float, hurdle: float) -> None:
    """Of 95 % intervals 95 % contain the true value, with luck and without. Hurdles are quantiles of a normal curve."""
    rng, times = np.random.default_rng(1), 1000
    held, held_without, prediction_error = 0, 0, 0.0
    for _ in range(times):
        luck = rng.normal(size=(100, 4))  # of four games with each seed
        shares = (0.8 * luck + 0.6 * rng.normal(size=luck.shape) > hurdle).mean(axis=1)
        share, left = share_of(shares), share_without_luck(shares, luck.mean(axis=1))
        held += share.low <= chance <= share.high
        held_without += left.low <= chance <= left.high
        prediction_error += left.mean - chance
    assert 0.93 < held / times < 0.98
    assert 0.93 < held_without / times < 0.98
    assert abs(prediction_error / times) < 0.002


def test_useless_luck_costs_nothing() -> None:
    """If the luck is only noise, the factor of the control variate is near 0."""
    rng = np.random.default_rng(3)
    shares, noise = (rng.random(4000) < 0.3).astype(float), rng.normal(size=4000)
    assert share_of(without_luck(shares, noise)).error == pytest.approx(share_of(shares).error, rel=0.01)


# ---- At the command line


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["chess", "--bots", "uniform,greedy", "--games", "9"], "kuhlorado"),
        (["mist", "--bots", "uniform,dragon", "--games", "9"], "no bot 'dragon'"),
        (["mist", "--bots", "greedy", "--games", "9"], "at least two bots"),
        (["mist", "--bots", "", "--games", "9"], "no bot ''"),
        (["mist", "--bots", "uniform,greedy", "--games", "9", "--players", "7"], "3 to 6"),
        (["kuhlorado", "--bots", "uniform,greedy", "--games", "9", "--players", "3"], "exactly 2"),
        (["mist", "--bots", "uniform,greedy", "--games", "0"], "--games"),
        (["mist", "--bots", "uniform,greedy", "--games", "9", "--option", "colour=red"], "doubling"),
    ],
)
def test_an_invalid_arena_is_refused_with_one_sentence(paddock: Paddock, words: list[str], named: str) -> None:
    answer = paddock("arena", *words)
    assert answer.status == 2
    assert one_sentence(answer.err)
    assert named in answer.err


def test_arena_as_json_is_one_object(paddock: Paddock) -> None:
    words = ("arena", "mist", "--bots", "uniform, greedy", "--games", "12", "--seed", "3", "--no-luck")
    answer = paddock(*words, "--option", "doubling=on", "dice=4", "--json")
    found = json.loads(answer.out)
    assert answer.status == 0
    assert (found["game"], found["rules"], found["players"], found["seed"]) == ("mist", 1, 3, 3)
    assert found["bots"] == list(QUICK)
    assert found["options"]["dice"] == 4
    assert (found["games"], found["seeds"], found["complete"]) == (24, 4, True)
    assert {(cell["guest"], cell["host"], cell["games"]) for cell in found["cells"]} == {
        ("uniform", "greedy", 12),
        ("greedy", "uniform", 12),
    }
    assert {"mean", "error", "low", "high"} == set(found["cells"][0]["adjusted"])
    assert {standing["bot"] for standing in found["standings"]} == set(QUICK)
    assert {"paddock", "numpy", "numba"} == set(found["versions"])


def test_arena_as_text(paddock: Paddock) -> None:
    answer = paddock("arena", "mist", "--bots", "uniform,greedy", "--games", "30", "--no-luck")
    for words in ("Rüdiger Dorn", "60 games with 3 players", "rating", "one of, among", "fair share is 33.3%", "Luck"):
        assert words in answer.out
    together = paddock("arena", "mmm", "--bots", "uniform,greedy", "--games", "30", "--no-luck")
    for words in ("60 games with 1 player between", "team of", "ahead of greedy", "same dice"):
        assert words in together.out


def test_control_c_gives_a_partial_report(monkeypatch: pytest.MonkeyPatch) -> None:
    match = at("mist", 3)
    arena = Arena(match, [entrant(match, level) for level in QUICK], 3000)
    monkeypatch.setattr("paddock.bots.arena.tournament.MAX_SEEDS", 10)

    def stop(played: int) -> None:
        if played >= 180:
            raise KeyboardInterrupt

    report = arena.run(threads=2, progress=stop)
    assert not report.complete
    assert 180 <= report.games == sum(cell.games for cell in report.cells) < 240
    assert abs(report.cells[0].games - report.cells[1].games) <= 10 * 3


def test_control_c_before_the_first_result_is_quiet() -> None:
    def nervous(asked: Question, rng: Rng) -> Move:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Arena(at("mist", 3), [Entrant("nervous", nervous)] * 2, 30).run()


def test_control_c_at_the_command_line_prints_the_partial_report(
    paddock: Paddock, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def impatient(title: str, total: int, err: Console) -> Iterator[Callable[[int], None]]:
        def stop(played: int) -> None:
            raise KeyboardInterrupt

        yield stop

    monkeypatch.setattr("paddock.cli.progress_bar.progress_bar", impatient)
    answer = paddock("arena", "mist", "--bots", "uniform,greedy", "--games", "1e6", "--threads", "2", "--no-luck")
    assert answer.status == 130
    assert "stopped before the end" in answer.out
    assert answer.err == ""
