"""Study files: their plans, and the message for each error."""

from pathlib import Path

import pytest

from paddock.bots import compile_stages
from paddock.bots.arena.paired_games import knows_luck
from paddock.engine.compilation import compile_cache
from paddock.engine.errors import BadOption
from paddock.games import GAMES, load_game
from paddock.lab.data.kernels import NO_HABIT
from paddock.lab.study import Study, StudyError, Variant
from paddock.lab.study_file import read_study
from paddock.lab.study_plan import BLOCKS, BLUNDERS, HABIT, LADDER, VARIANT, Case, plan_of
from paddock.lab.warmup import typical_study, uncompiled_cases

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
    path = folder / "study.toml"
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
        ('game = "mist"\ngames = 0', "line 2: games must be at least 1, not 0"),
        ('game = "chess"', "line 1: there is no game 'chess'"),
        ('game = "mist"\nbots = "wolf"', "line 2: there is no bot 'wolf'"),
        ('game = "mist"\nbots = ["fox", "owl"]', "line 2: bots: give one level for all, or one for each of 3 seats"),
        ('game = "mist"\nplayers = 9', "line 2: players: So ein Mist is played by 3 to 6, not by 9"),
        ('game = "mist"\n[options]\ndice = 12', "line 3: option dice: 12 is not accepted"),
        ('game = "mist"\n[options]\nlives = 2', "line 3: there is no option 'lives'"),
        ('game = "mist"\n[vary]\nlives = [2]', "line 3: there is no option 'lives'"),
        (
            f'game = "kuhlorado"\n[vary]\npasture = {list(range(40))}\nlarge_trough = {list(range(30))}',
            "line 2: vary: 1,200 combinations are too many; the limit is 1,000",
        ),
        ('game = "mist"\n[vary]\ndice = [2, 99]', "line 3: option dice: 99 is not accepted"),
        (
            'game = "mist"\n[[variants]]\nname = "a"\n[[variants]]\nname = "b"\noptions = { dice = 99 }',
            "line 6: option dice: 99 is not accepted",
        ),
        ('game = "mist"\n[[variants]]\nname = "a"\n[[variants]]\nname = "a"', "line 2: two variants have the name 'a'"),
        ('game = "mist"\n[[variants]]\nname = "a"\ncolour = 1', "line 4: there is no key `colour` here"),
        ('game = "mist"\nhabits = ["sulks"]', "line 2: So ein Mist has no habit 'sulks'; it has never_again"),
        ('game = "mist"\nladder = ["chick", "wolf"]', "line 2: there is no bot 'wolf'"),
        ('game = "mist"\nladder_games = 0', "line 2: ladder_games must be at least 1, not 0"),
        ('game = "mist"\nblunders = -1', "line 2: blunders must be at least 0, not -1"),
        ('game = "mist"\ngames = = 3', "line 2: this is not valid TOML: Invalid value"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, text: str, sentence: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadOption) as refused:
        read_study(path)
    assert str(refused.value).startswith(f"{path}, {sentence}")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="cannot be read: No such file"):
        read_study(tmp_path / "none.toml")


def test_the_base_rules_are_no_variant_of_themselves() -> None:
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
        ("never_again", 0, [0, NO_HABIT, NO_HABIT], 30),
        ("never_again", 1, [NO_HABIT, 0, NO_HABIT], 30),
        ("never_again", 2, [NO_HABIT, NO_HABIT, 0], 30),
    ]
    ladder = [case.bots for case in plan.cases if case.kind == LADDER]
    assert ladder == [
        ["greedy", "uniform", "uniform"],
        ["uniform", "greedy", "uniform"],
        ["uniform", "uniform", "greedy"],
    ]


def test_a_ladder_of_all_ends_with_the_best_level_and_twice_its_budget() -> None:
    plan = plan_of(Study("mmm", players=3, games=90, ladder=["all"], ladder_games=30, blunders=5))
    levels = ["uniform", "chick", "hound", "fox", "owl"]
    assert [case.name for case in plan.cases if case.kind == BLUNDERS] == levels
    assert [[case.name for case in stage] for stage in plan.stages()][1:] == [[name] for name in (*levels, "owl:1024")]
    assert {case.games for case in plan.cases if case.kind == LADDER} == {30}
    alone = plan_of(Study("mist", bots="greedy", blunders=5))
    assert [(case.name, case.bots, case.games) for case in alone.cases[1:]] == [("greedy", ["greedy"] * 3, 5)]


def test_a_team_has_a_habit_together() -> None:
    plan = plan_of(Study("mmm", players=3, bots="greedy", habits=["never_again"], ladder=["uniform", "greedy"]))
    assert [(case.kind, case.habits, case.bots) for case in plan.cases] == [
        (VARIANT, [NO_HABIT] * 3, ["greedy"] * 3),
        (HABIT, [0] * 3, ["greedy"] * 3),
        (LADDER, [NO_HABIT] * 3, ["uniform"] * 3),
        (LADDER, [NO_HABIT] * 3, ["greedy"] * 3),
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


def test_base_rules_come_before_variants_with_their_own_players() -> None:
    plan = plan_of(Study("mist", players=[3, 4], variants=[Variant("four", players=4), Variant("all")]))
    assert [(case.name, case.players) for case in plan.cases] == [
        ("base rules with 3 players", 3),
        ("all with 3 players", 3),
        ("base rules with 4 players", 4),
        ("all with 4 players", 4),
        ("four", 4),
    ]


def test_a_variant_may_have_its_own_players_bots_and_games() -> None:
    plan = plan_of(Study("mist", games=50, variants=[Variant("few", players=4, bots="greedy", games=5)]))
    assert [(case.players, case.bots[0], case.games) for case in plan.cases] == [(3, "uniform", 50), (4, "greedy", 5)]
    with pytest.raises(StudyError, match="games must be at least 1, not 0"):
        plan_of(Study("mist", variants=[Variant("none", games=0)]))


@pytest.mark.parametrize("name", GAMES)
def test_warm_compiles_all_that_studies_need(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`paddock warm --lab` has one mark per kernel, and nothing to compile once all marks exist."""
    monkeypatch.setattr(compile_stages, "CACHE", tmp_path)
    monkeypatch.setattr(compile_cache, "COMPILING", True)
    missing = uncompiled_cases(typical_study(load_game(name)))
    kinds = {mark.name.removeprefix(f"{name}-lab-").rsplit("-", 2)[0] for mark in missing}
    assert {"measured-False", "measured-True", "blunders-False", "blunders-True"} <= kinds
    assert any(kind.startswith("luck") for kind in kinds) == knows_luck(load_game(name))
    for mark in missing:
        compile_stages.write_mark(mark)
    assert not uncompiled_cases(typical_study(load_game(name)))
