"""Bots: legal, honest, better than chance, and the same at a table and in a simulation."""

import io
import json
import random
from dataclasses import replace
from itertools import pairwise, product

import msgspec
import numpy as np
import pytest

from command_line import Paddock
from paddock.bots.certainty import CONFIDENT
from paddock.bots.entrants import entrant
from paddock.bots.levels import LADDER, LEVELS, Manner, manner, thinks
from paddock.bots.mind import GREEDY, QUICK, decide_at
from paddock.bots.player import Question, ask, bot, question
from paddock.bots.simulation import players_of, seated
from paddock.games import ROOMS, game
from paddock.lab.chunks import seats_of
from paddock.lab.kernels import FREE
from paddock.lab.study import VARIANT, Case
from paddock.match.match import Match
from paddock.match.replay import check_line
from paddock.match.simulation import simulate
from paddock.rules.chance import streams
from paddock.rules.kinds import CHANCE, Rng, Seat
from paddock.rules.refusals import BadOption
from paddock.rules.verbs import imagine
from pig import GAME as PIG
from playing import positions, random_token
from variants import VARIANTS


def option_sets(name: str, level: str) -> list[tuple[int, dict[str, object]]]:
    """Tables for a level: every option set for who is quick, some for who thinks."""
    seats = game(name).facts.players
    if not thinks(game(name), level):
        return [(seats[-1], options) for options in VARIANTS[name]]
    return [(seats[0], options) for options in VARIANTS[name][: 2 if level == "hound" else 1]]


LONG = 5000
"""Events after which a match is given up that need not end."""


def need_not_end(match: Match, level: str) -> bool:
    """In Life is Life greedy players without a turn limit may trade for ever; every other match ends."""
    return match.game.id == "life" and level == "greedy" and match.options["turn_limit"] == 0


def stream(seed: int) -> Rng:
    return np.ascontiguousarray(streams(seed, 0, 1)[0])


@pytest.mark.parametrize("level", ["uniform", "greedy", "chick", "hound", "owl"])  # the others are hounds at heart
@pytest.mark.parametrize("name", ROOMS)
def test_a_bot_finishes_a_match_of_every_option_set(name: str, level: str) -> None:
    for seed, (players, options) in enumerate(option_sets(name, level)):
        match = Match(game(name), players, options, attended=False)
        rng, bots = random.Random(seed), stream(seed)
        while not match.over and not (need_not_end(match, level) and len(match.moves) >= LONG):
            if match.turn == CHANCE:
                match.play(random_token(match, rng))
            else:
                match.push(ask(bot(level), match, bots))  # push refuses what is not legal
        assert match.over or need_not_end(match, level)
        assert len(match.payoff()) == match.players


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ROOMS)
def test_a_choice_does_not_depend_on_what_the_seat_cannot_know(name: str, level: str) -> None:
    """Same view, other secrets, same random numbers: same move."""
    enough = 25 if thinks(game(name), level) else 100
    compared = 0
    for match in positions(name, game(name).facts.players[-1], VARIANTS[name][0], 4):
        if match.turn >= 0 and len(match.legal()) > 1:
            seat, legal = Seat(match.turn), match.legal()
            asked = Question(match.game, match.players, match.options, match.table.copy(), seat, legal)
            chosen = bot(level)(asked, stream(1))
            for seed in range(3):
                other = match.table.copy()
                imagine(other[0], seat, stream(seed))
                assert bot(level)(replace(asked, table=other), stream(1)) == chosen
                compared += 1
        if compared > enough:
            return
    assert compared > enough // 5


@pytest.mark.parametrize("name", ROOMS)
def test_a_simulated_bot_plays_as_it_does_at_a_table(name: str) -> None:
    """Every decision of the compiled table is the one that the bot gives when it is asked alone."""
    room = game(name)
    players = room.facts.players[0]
    out = io.BytesIO()
    simulate(room, players, {}, games=3, seed=8, records=out, bots=players_of(room, ["greedy"] * players))
    for number, line in enumerate(out.getvalue().splitlines(), 1):
        assert check_line(number, line).ok
        assert json.loads(line)["seats"] == ["greedy"] * players


@pytest.mark.parametrize(("name", "players", "least"), [("mist", 4, 0.5), ("life", 4, 0.8), ("kuhlorado", 2, 0.9)])
def test_greedy_beats_uniform_out_of_sight(name: str, players: int, least: float) -> None:
    room = game(name)
    levels = ["greedy"] + ["uniform"] * (players - 1)
    summary = simulate(room, players, {}, games=400, seed=1, bots=players_of(room, levels))
    assert summary.bots == levels
    assert summary.win_share[0] > least


def test_greedy_mice_gather_more_than_uniform_ones() -> None:
    room = game("mmm")
    rates = {
        level: simulate(room, 2, {}, games=400, seed=1, bots=players_of(room, [level] * 2)).win_share[0]
        for level in ("uniform", "greedy")
    }
    assert rates["greedy"] > rates["uniform"] + 0.3


@pytest.mark.parametrize("name", ROOMS)
def test_levels_grow_cooler(name: str) -> None:
    for options in VARIANTS[name]:
        heat = [manner(game(name), level, options).temperature for level in LADDER[2:]]
        assert heat == sorted(heat, reverse=True)
        assert heat[-1] == 0


@pytest.mark.parametrize("name", ROOMS)
def test_levels_are_the_same_at_all_tables_that_are_not_set_apart(name: str) -> None:
    """And slip less where a room says that a slip costs more."""
    for options, level in product(VARIANTS[name], LADDER):
        usual, here = manner(game(name), level), manner(game(name), level, options)
        if any(options.get(switch) for switch in game(name).apart) and level not in (LADDER[0], LADDER[-1]):
            assert here.forgets + here.temperature < usual.forgets + usual.temperature
        else:
            assert here == usual


def test_whoever_has_bots_play_tells_them_what_was_agreed_on(paddock: Paddock) -> None:
    """At the table, in a simulation, in the arena, in a study: in a line a chick forgets as seldom as it should."""
    room, games = game("mmm"), 1000
    match = Match(room, 2, {"board": "hard", "line": True}, attended=False)
    seldom = manner(room, "chick", match.options)
    assert entrant(match, "chick").manner == seldom
    case = Case(0, "mmm", 4, VARIANT, "", "", 2, {"board": "hard", "line": True}, ["chick"] * 2, [FREE] * 2, games)
    assert seats_of(msgspec.json.encode(case))[2]["forgets"][0, 0] == seldom.forgets
    chicks = players_of(room, ["chick"] * 2, match.options)
    alone = simulate(room, 2, {"board": "hard", "line": True}, games=games, seed=4, bots=chicks)
    words = ("--players", "2", "--option", "board=hard", "line=on", "--games", str(games), "--seed", "4", "--json")
    assert json.loads(paddock("simulate", "mmm", "--bots", "chick", *words).out)["win_share"] == alone.win_share
    match.play("roll:bbf")
    asked, rng, times = question(match, stream(1)), stream(2), 2000
    looking = {bot("greedy")(asked, rng) for _ in range(times)}
    others = sum(bot("chick")(asked, rng) not in looking for _ in range(times))
    assert others / times == pytest.approx(seldom.forgets * (1 - len(looking) / len(asked.legal)), abs=0.04)


def test_in_a_line_chicks_stand_between_uniform_and_greedy() -> None:
    """Also where even the greedy seldom win."""
    room, games = game("mmm"), 6000
    for board in ("hard", "expert"):
        options: dict[str, object] = {"board": board, "line": True}
        seats = [players_of(room, [level], {"line": True}) for level in ("uniform", "chick", "greedy")]
        won = [simulate(room, 1, options, games=games, seed=6, bots=seat).win_share[0] for seat in seats]
        for less, more in pairwise(won):
            assert more - less > CONFIDENT * np.sqrt((less + more) / games)


@pytest.mark.parametrize("name", ROOMS)
def test_a_chick_does_not_think_but_forgets(name: str) -> None:
    """So it plays in the kernels of the quick, also beside others of them."""
    how = manner(game(name), "chick")
    assert 0 < how.forgets < 1
    assert not thinks(game(name), "chick")
    assert players_of(game(name), ["chick", "greedy"]).kernel.dtype == QUICK


def test_a_chick_thinks_where_there_is_no_greedy_bot() -> None:
    hot = [manner(PIG, level).temperature for level in ("chick", "hound")]
    assert thinks(PIG, "chick")
    assert hot[0] > hot[1] > 0


def test_a_share_of_the_decisions_is_made_without_a_look() -> None:
    """Where greedy is sure, one who forgets plays something else as often as any move would be something else."""
    room, asked, rng = game("mist"), 2000, stream(3)
    match = next(at for at in positions("mist", 3, {}, 5) if at.turn >= 0 and len(at.legal()) > 1)
    listed = np.zeros(room.most_moves, np.int16)
    usual = int(decide_at(seated(room, [Manner(GREEDY)] * 3), match.table, rng, listed))
    for forgets in (0.0, 0.4, 1.0):
        players = seated(room, [Manner(GREEDY, forgets=forgets)] * 3)
        others = sum(int(decide_at(players, match.table, rng, listed)) != usual for _ in range(asked))
        assert others / asked == pytest.approx(forgets * (1 - 1 / len(match.legal())), abs=0.05)


@pytest.mark.parametrize(("name", "players"), [("mist", 4), ("kuhlorado", 2)])
def test_a_chick_stands_between_uniform_and_greedy(name: str, players: int) -> None:
    room = game(name)
    for guest, host in (("chick", "uniform"), ("greedy", "chick")):
        levels = [guest] + [host] * (players - 1)
        summary = simulate(room, players, {}, games=2000, seed=4, bots=players_of(room, levels))
        assert summary.win_share[0] > 1 / players + 0.05


def test_the_daring_throw_more_often_than_the_careful() -> None:
    room, throws = game("mist"), {}
    for level in ("careful", "daring"):
        throws[level] = simulate(room, 3, {}, games=20, seed=2, bots=players_of(room, [level] * 3)).mean_steps
    assert throws["daring"] > throws["careful"] * 1.1


def test_threads_change_nothing_with_bots_either() -> None:
    room, written = game("kuhlorado"), []
    for threads in (1, 2):
        out = io.BytesIO()
        simulate(room, 2, {}, games=5, threads=threads, records=out, bots=players_of(room, ["greedy", "uniform"]))
        written.append(out.getvalue())
    assert written[0] == written[1]


def test_unknown_and_missing_bots_are_refused() -> None:
    with pytest.raises(BadOption, match="no bot 'dragon'; there are uniform, chick"):
        bot("dragon")
    with pytest.raises(BadOption, match="Pig has no greedy bot"):
        players_of(PIG, ["greedy", "uniform"])


def test_a_budget_follows_a_colon() -> None:
    assert manner(game("life"), "owl:9").iterations == 9
    assert manner(game("life"), "owl").iterations > 9
    for level in ("owl:", "owl:0", "owl:many", "owl:99999999"):
        with pytest.raises(BadOption, match="how many games it may imagine"):
            manner(game("life"), level)
