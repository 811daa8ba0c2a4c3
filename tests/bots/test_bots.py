"""Bots: play legally, use no hidden facts, beat random play, and play equally at a table and in a simulation."""

import io
import json
import random
from dataclasses import replace
from itertools import pairwise, product

import msgspec
import numpy as np
import pytest

from paddock.bots.algorithms.move_choice import GREEDY, QUICK_PLAYERS, decide_at
from paddock.bots.arena.entrants import entrant
from paddock.bots.arena.intervals import Z_95
from paddock.bots.bot import Question, ask, bot, question
from paddock.bots.levels import LADDER, LEVELS, PlayStyle, play_style, uses_search
from paddock.bots.player_records import players_record, simulated_players
from paddock.engine.errors import BadOption
from paddock.engine.rng import stream
from paddock.engine.types import CHANCE, Seat
from paddock.engine.verbs import imagine
from paddock.games import GAMES, load_game
from paddock.lab.data.game_columns import load_case
from paddock.lab.data.kernels import NO_HABIT
from paddock.lab.study_plan import VARIANT, Case
from paddock.match.match_state import MatchState
from paddock.match.record_check import check_line
from paddock.match.simulation import simulate
from pig import GAME as PIG
from support.command_line import Paddock
from support.random_matches import positions, random_token
from support.variants import VARIANTS


def option_sets(name: str, level: str) -> list[tuple[int, dict[str, object]]]:
    """Return tables for a level: every option set for a level that does not search, otherwise some."""
    seats = load_game(name).facts.players
    if not uses_search(load_game(name), level):
        return [(seats[-1], options) for options in VARIANTS[name]]
    return [(seats[0], options) for options in VARIANTS[name][: 2 if level == "hound" else 1]]


LONG = 5000
"""The number of events after which a match without a certain end is stopped."""


def need_not_end(match: MatchState, level: str) -> bool:
    """Return whether a match may go on for ever: only Life is Life with greedy players and no turn limit."""
    return match.game.id == "life" and level == "greedy" and match.options["turn_limit"] == 0


@pytest.mark.parametrize("level", ["uniform", "greedy", "chick", "hound", "owl"])
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_finishes_a_match_of_every_option_set(name: str, level: str) -> None:
    for seed, (players, options) in enumerate(option_sets(name, level)):
        match = MatchState(load_game(name), players, options, attended=False)
        rng, bots = random.Random(seed), stream(seed)
        while not match.over and not (need_not_end(match, level) and len(match.moves) >= LONG):
            if match.turn == CHANCE:
                match.play(random_token(match, rng))
            else:
                match.play_move(ask(bot(level), match, bots))  # refuses an illegal move
        assert match.over or need_not_end(match, level)
        assert len(match.payoff()) == match.players


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_a_choice_does_not_depend_on_hidden_facts(name: str, level: str) -> None:
    """The same view and random numbers with other hidden facts give the same move."""
    enough = 25 if uses_search(load_game(name), level) else 100
    compared = 0
    for match in positions(name, load_game(name).facts.players[-1], VARIANTS[name][0], 4):
        if match.turn >= 0 and len(match.legal_moves()) > 1:
            seat, legal = Seat(match.turn), match.legal_moves()
            asked = Question(match.game, match.players, match.options, match.position.copy(), seat, legal)
            move = bot(level)(asked, stream(1))
            for seed in range(3):
                other = match.position.copy()
                imagine(other[0], seat, stream(seed))
                assert bot(level)(replace(asked, position=other), stream(1)) == move
                compared += 1
        if compared > enough:
            return
    assert compared > enough // 5


@pytest.mark.parametrize("name", GAMES)
def test_simulated_bots_write_valid_records(name: str) -> None:
    """The records of a compiled simulation are valid and name the bots."""
    game = load_game(name)
    players = game.facts.players[0]
    out = io.BytesIO()
    simulate(game, players, {}, games=3, seed=8, records=out, bots=simulated_players(game, ["greedy"] * players))
    for number, line in enumerate(out.getvalue().splitlines(), 1):
        assert check_line(number, line).ok
        assert json.loads(line)["seats"] == ["greedy"] * players


@pytest.mark.parametrize(("name", "players", "least"), [("mist", 4, 0.5), ("life", 4, 0.8), ("kuhlorado", 2, 0.9)])
def test_greedy_beats_uniform_clearly(name: str, players: int, least: float) -> None:
    game = load_game(name)
    levels = ["greedy"] + ["uniform"] * (players - 1)
    summary = simulate(game, players, {}, games=400, seed=1, bots=simulated_players(game, levels))
    assert summary.bots == levels
    assert summary.win_share[0] > least


def test_greedy_mice_win_more_often_than_uniform_ones() -> None:
    game = load_game("mmm")
    rates = {
        level: simulate(game, 2, {}, games=400, seed=1, bots=simulated_players(game, [level] * 2)).win_share[0]
        for level in ("uniform", "greedy")
    }
    assert rates["greedy"] > rates["uniform"] + 0.3


@pytest.mark.parametrize("name", GAMES)
def test_stronger_levels_have_lower_temperatures(name: str) -> None:
    for options in VARIANTS[name]:
        temperatures = [play_style(load_game(name), level, options).temperature for level in LADDER[2:]]
        assert temperatures == sorted(temperatures, reverse=True)
        assert temperatures[-1] == 0


@pytest.mark.parametrize("name", GAMES)
def test_only_calibrated_variants_change_the_levels(name: str) -> None:
    """In a calibrated variant, where mistakes cost more, the levels make fewer."""
    for options, level in product(VARIANTS[name], LADDER):
        usual, here = play_style(load_game(name), level), play_style(load_game(name), level, options)
        if any(options.get(switch) for switch in load_game(name).calibrated_variants) and level not in (
            LADDER[0],
            LADDER[-1],
        ):
            assert here.random_move_chance + here.temperature < usual.random_move_chance + usual.temperature
        else:
            assert here == usual


def test_bots_get_the_options_of_the_table_everywhere(paddock: Paddock) -> None:
    """At the table, in a simulation, in the arena and in a study, a chick uses the setting of the line variant."""
    game, games = load_game("mmm"), 1000
    match = MatchState(game, 2, {"board": "hard", "line": True}, attended=False)
    style = play_style(game, "chick", match.options)
    assert entrant(match, "chick").play_style == style
    case = Case(0, "mmm", 4, VARIANT, "", "", 2, {"board": "hard", "line": True}, ["chick"] * 2, [NO_HABIT] * 2, games)
    assert load_case(msgspec.json.encode(case))[2]["random_move_chance"][0, 0] == style.random_move_chance
    chicks = simulated_players(game, ["chick"] * 2, match.options)
    alone = simulate(game, 2, {"board": "hard", "line": True}, games=games, seed=4, bots=chicks)
    words = ("--players", "2", "--option", "board=hard", "line=on", "--games", str(games), "--seed", "4", "--json")
    assert json.loads(paddock("simulate", "mmm", "--bots", "chick", *words).out)["win_share"] == alone.win_share
    match.play("roll:bbf")
    asked, rng, times = question(match, stream(1)), stream(2), 2000
    greedy_moves = {bot("greedy")(asked, rng) for _ in range(times)}
    others = sum(bot("chick")(asked, rng) not in greedy_moves for _ in range(times))
    assert others / times == pytest.approx(
        style.random_move_chance * (1 - len(greedy_moves) / len(asked.legal)), abs=0.04
    )


def test_in_the_line_variant_chicks_are_between_uniform_and_greedy() -> None:
    """Also on boards on which even greedy players seldom win."""
    game, games = load_game("mmm"), 6000
    for board in ("hard", "expert"):
        options: dict[str, object] = {"board": board, "line": True}
        seats = [simulated_players(game, [level], {"line": True}) for level in ("uniform", "chick", "greedy")]
        won = [simulate(game, 1, options, games=games, seed=6, bots=seat).win_share[0] for seat in seats]
        for less, more in pairwise(won):
            assert more - less > Z_95 * np.sqrt((less + more) / games)


@pytest.mark.parametrize("name", GAMES)
def test_a_chick_does_not_search(name: str) -> None:
    """It plays in the kernels of players that do not search."""
    style = play_style(load_game(name), "chick")
    assert 0 < style.random_move_chance < 1
    assert not uses_search(load_game(name), "chick")
    assert simulated_players(load_game(name), ["chick", "greedy"]).kernel.dtype == QUICK_PLAYERS


def test_a_chick_searches_in_a_game_without_a_greedy_bot() -> None:
    temperatures = [play_style(PIG, level).temperature for level in ("chick", "hound")]
    assert uses_search(PIG, "chick")
    assert temperatures[0] > temperatures[1] > 0


def test_a_share_of_the_moves_is_uniformly_random() -> None:
    """With one greedy move, the share of other moves is the chance of a random move times the share of other moves."""
    game, asked, rng = load_game("mist"), 2000, stream(3)
    match = next(at for at in positions("mist", 3, {}, 5) if at.turn >= 0 and len(at.legal_moves()) > 1)
    moves_buf = game.buffers().moves
    usual = int(decide_at(players_record(game, [PlayStyle(GREEDY)] * 3), match.position, rng, moves_buf))
    for chance in (0.0, 0.4, 1.0):
        players = players_record(game, [PlayStyle(GREEDY, random_move_chance=chance)] * 3)
        others = sum(int(decide_at(players, match.position, rng, moves_buf)) != usual for _ in range(asked))
        assert others / asked == pytest.approx(chance * (1 - 1 / len(match.legal_moves())), abs=0.05)


@pytest.mark.parametrize(("name", "players"), [("mist", 4), ("kuhlorado", 2)])
def test_a_chick_is_between_uniform_and_greedy(name: str, players: int) -> None:
    game = load_game(name)
    for guest, host in (("chick", "uniform"), ("greedy", "chick")):
        levels = [guest] + [host] * (players - 1)
        summary = simulate(game, players, {}, games=2000, seed=4, bots=simulated_players(game, levels))
        assert summary.win_share[0] > 1 / players + 0.05


def test_daring_bots_throw_more_often_than_careful_ones() -> None:
    game, throws = load_game("mist"), {}
    for level in ("careful", "daring"):
        throws[level] = simulate(game, 3, {}, games=20, seed=2, bots=simulated_players(game, [level] * 3)).mean_steps
    assert throws["daring"] > throws["careful"] * 1.1


def test_threads_do_not_change_the_records() -> None:
    game, written = load_game("kuhlorado"), []
    for threads in (1, 2):
        out = io.BytesIO()
        simulate(
            game, 2, {}, games=5, threads=threads, records=out, bots=simulated_players(game, ["greedy", "uniform"])
        )
        written.append(out.getvalue())
    assert written[0] == written[1]


def test_unknown_and_missing_bots_are_refused() -> None:
    with pytest.raises(BadOption, match="no bot 'dragon'; there are uniform, chick"):
        bot("dragon")
    with pytest.raises(BadOption, match="Pig has no greedy bot"):
        simulated_players(PIG, ["greedy", "uniform"])


def test_a_budget_follows_a_colon() -> None:
    assert play_style(load_game("life"), "owl:9").iterations == 9
    assert play_style(load_game("life"), "owl").iterations > 9
    for level in ("owl:", "owl:0", "owl:many", "owl:99999999"):
        with pytest.raises(BadOption, match="a search budget from 1 to 9999999"):
            play_style(load_game("life"), level)
