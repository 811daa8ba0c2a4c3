"""Study files: what they mean, and the sentence for each way to get one wrong."""

from pathlib import Path

import pytest

from paddock.bots import readiness
from paddock.bots.entrants import knows_luck
from paddock.commands.lab import uncompiled, usual_study
from paddock.games import ROOMS, game
from paddock.lab.kernels import FREE
from paddock.lab.reading import read_study
from paddock.lab.study import BLOCKS, BLUNDERS, HABIT, LADDER, VARIANT, Case, Flaw, Study, Variant, plan_of
from paddock.rules import compiler
from paddock.rules.refusals import BadOption

GOOD = """\
game = "mist"
players = [3, 5]
bots = "greedy"
games = 700
seed = 3

[vary]
doubling = [false, true]

[[variants]]
name = "four dice"
options = { dice = 4 }
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "asked.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_becomes_cases(tmp_path: Path) -> None:
    plan = read_study(written(tmp_path, GOOD))
    assert [(case.name, case.players) for case in plan.cases] == [
        ("base rules with 3 players", 3),
        ("doubling=on with 3 players", 3),
        ("four dice with 3 players", 3),
        ("base rules with 5 players", 5),
        ("doubling=on with 5 players", 5),
        ("four dice with 5 players", 5),
    ]
    assert [case.options["dice"] for case in plan.cases] == [5, 5, 4, 5, 5, 4]
    assert {case.seed for case in plan.cases} == {3}
    assert plan.games == 6 * 700


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('game = "mist"\ngmaes = 3', "line 2: there is no key `gmaes` here"),
        ("players = 3\ngames = 3", "line 1: the key `game` is missing"),
        ('game = "mist"\n\ngames = "many"', "line 3: games: Expected `int`, got `str`"),
        ('game = "mist"\ngames = 0', "line 2: games cannot be 0"),
        ('game = "chess"', "line 1: there is no game 'chess'"),
        ('game = "mist"\nbots = "wolf"', "line 2: there is no bot 'wolf'"),
        ('game = "mist"\nbots = ["fox", "owl"]', "line 2: bots: one level for all, or one for each of 3 seats, not 2"),
        ('game = "mist"\nplayers = 9', "line 2: players: So ein Mist is played by 3 to 6, not by 9"),
        ('game = "mist"\n[options]\ndice = 12', "line 3: option dice: 12 is not accepted"),
        ('game = "mist"\n[options]\nlives = 2', "line 3: there is no option 'lives'"),
        ('game = "mist"\n[vary]\nlives = [2]', "line 3: there is no option 'lives'"),
        ('game = "mist"\n[vary]\ndice = [2, 99]', "line 3: option dice: 99 is not accepted"),
        (
            'game = "mist"\n[[variants]]\nname = "a"\n[[variants]]\nname = "b"\noptions = { dice = 99 }',
            "line 6: option dice: 99 is not accepted",
        ),
        ('game = "mist"\n[[variants]]\nname = "a"\n[[variants]]\nname = "a"', "line 2: two variants are called 'a'"),
        ('game = "mist"\n[[variants]]\nname = "a"\ncolour = 1', "line 4: there is no key `colour` here"),
        ('game = "mist"\nhabits = ["sulks"]', "line 2: So ein Mist knows no habit 'sulks'; it knows never_again"),
        ('game = "mist"\nladder = ["chick", "wolf"]', "line 2: there is no bot 'wolf'"),
        ('game = "mist"\nladder_games = 0', "line 2: ladder_games cannot be 0"),
        ('game = "mist"\nblunders = -1', "line 2: blunders cannot be -1"),
        ('game = "mist"\ngames = = 3', "line 2: this is not TOML: Invalid value"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, sentence: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadOption) as refused:
        read_study(path)
    assert str(refused.value).startswith(f"{path}, {sentence}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="cannot be read: No such file"):
        read_study(tmp_path / "none.toml")


def test_the_base_rules_are_not_varied_twice() -> None:
    plan = plan_of(Study("mist", vary={"dice": [4, 5], "doubling": ["on", "off"]}))
    assert [case.name for case in plan.cases] == [
        "base rules",
        "dice=4, doubling=on",
        "dice=4, doubling=off",
        "dice=5, doubling=on",
    ]


def test_a_guest_sits_at_every_seat() -> None:
    plan = plan_of(Study("mist", games=90, bots="greedy", habits=["all"], ladder=["uniform", "greedy"]))
    guests = [case for case in plan.cases if case.kind == HABIT]
    assert [(case.name, case.guest, case.habits, case.games) for case in guests[:3]] == [
        ("never_again", 0, [0, FREE, FREE], 30),
        ("never_again", 1, [FREE, 0, FREE], 30),
        ("never_again", 2, [FREE, FREE, 0], 30),
    ]
    ladder = [case.bots for case in plan.cases if case.kind == LADDER]
    assert ladder == [
        ["greedy", "uniform", "uniform"],
        ["uniform", "greedy", "uniform"],
        ["uniform", "uniform", "greedy"],
    ]


def test_a_ladder_of_all_ends_with_the_best_and_twice_its_time() -> None:
    plan = plan_of(Study("mmm", players=3, games=90, ladder=["all"], ladder_games=30, blunders=5))
    rungs = ["uniform", "chick", "hound", "fox", "owl"]
    assert [case.name for case in plan.cases if case.kind == BLUNDERS] == rungs
    assert [[case.name for case in stage] for stage in plan.stages()][1:] == [[name] for name in (*rungs, "owl:1024")]
    assert {case.games for case in plan.cases if case.kind == LADDER} == {30}
    alone = plan_of(Study("mist", bots="greedy", blunders=5))
    assert [(case.name, case.bots, case.games) for case in alone.cases[1:]] == [("greedy", ["greedy"] * 3, 5)]


def test_a_team_has_a_habit_together() -> None:
    plan = plan_of(Study("mmm", players=3, bots="greedy", habits=["never_again"], ladder=["uniform", "greedy"]))
    assert [(case.kind, case.habits, case.bots) for case in plan.cases] == [
        (VARIANT, [FREE] * 3, ["greedy"] * 3),
        (HABIT, [0] * 3, ["greedy"] * 3),
        (LADDER, [FREE] * 3, ["uniform"] * 3),
        (LADDER, [FREE] * 3, ["greedy"] * 3),
    ]


@pytest.mark.parametrize("games", [1, 7, 500, 501, 123_456, 10**7, 10**12])
def test_chunks_hold_every_game_once_and_whole_blocks(games: int) -> None:
    case = plan_of(Study("mist", games=games)).cases[0]
    assert isinstance(case, Case)
    assert case.chunk % case.block == 0
    assert case.chunk <= 65_536
    if games <= 10**7:
        spans = list(case.spans())
        assert [first for first, _ in spans] == list(range(0, games, case.chunk))
        assert sum(count for _, count in spans) == games
        assert games > BLOCKS * 4096 or -(-games // case.block) <= BLOCKS


def test_base_rules_come_before_variants_with_players_of_their_own() -> None:
    plan = plan_of(Study("mist", players=[3, 4], variants=[Variant("four", players=4), Variant("all")]))
    assert [(case.name, case.players) for case in plan.cases] == [
        ("base rules with 3 players", 3),
        ("all with 3 players", 3),
        ("base rules with 4 players", 4),
        ("all with 4 players", 4),
        ("four", 4),
    ]


def test_a_variant_may_say_its_own() -> None:
    plan = plan_of(Study("mist", games=50, variants=[Variant("few", players=4, bots="greedy", games=5)]))
    assert [(case.players, case.bots[0], case.games) for case in plan.cases] == [(3, "uniform", 50), (4, "greedy", 5)]
    with pytest.raises(Flaw, match="games cannot be 0"):
        plan_of(Study("mist", variants=[Variant("none", games=0)]))


@pytest.mark.parametrize("name", ROOMS)
def test_what_is_compiled_ahead(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`paddock warm --lab`: a mark for each native code that studies need, and nothing to do once all are there."""
    monkeypatch.setattr(readiness, "CACHE", tmp_path)
    monkeypatch.setattr(compiler, "COMPILING", True)
    missing = uncompiled(usual_study(game(name)))
    kinds = {mark.name.removeprefix(f"{name}-lab-").rsplit("-", 2)[0] for mark in missing}
    assert {"watched-False", "watched-True", "blunders-False", "blunders-True"} <= kinds
    assert any(kind.startswith("luck") for kind in kinds) == knows_luck(game(name))
    for mark in missing:
        readiness.leave(mark)
    assert not uncompiled(usual_study(game(name)))
