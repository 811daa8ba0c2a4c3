"""A board search keeps fair and lively boards, reports its method, and continues after a stop."""

from pathlib import Path

import pytest

from paddock.engine.errors import BadOption
from paddock.games import load_game
from paddock.lab.board_search import BoardResult, SearchRound, check_search, search_rounds, select_fairest
from paddock.lab.board_search_report import as_markdown, write_search_result
from paddock.lab.study_file import read_search
from support.command_line import Paddock

SEARCH = """\
game = "kuhlorado"
candidates = 5
seed = 3
shipped = ["1", "4"]

[[rounds]]
bots = "greedy"
games = 40
keep = 3
lively = ["lead_changes"]

[[rounds]]
bots = "greedy"
games = 60
keep = 2

[[measured]]
bots = "greedy"
games = 50
"""


def written(folder: Path, text: str = SEARCH) -> Path:
    path = folder / "search.toml"
    path.write_text(text, encoding="utf-8")
    return path


def board_result(name: str, advantage: float, lively: float) -> BoardResult:
    return BoardResult(name, advantage, [], {"lead_changes": (lively, lively, lively)})


def test_the_fairest_lively_boards_stay() -> None:
    measured = [
        board_result("dull", 0.0, 1),
        board_result("fair", 0.01, 5),
        board_result("best", 0.005, 4),
        board_result("unfair", 0.2, 9),
    ]
    assert select_fairest(measured, SearchRound("greedy", 1, keep=2, lively=["lead_changes"])) == ["fair", "unfair"]
    assert select_fairest(measured, SearchRound("greedy", 1, keep=3)) == ["dull", "best", "fair"]
    assert select_fairest(measured, SearchRound("greedy", 1, keep=3, lively=["lead_changes"])) == [
        "fair",
        "unfair",
        "dull",
    ]


def test_a_search_runs_its_rounds_and_measures_again(tmp_path: Path) -> None:
    search = read_search(written(tmp_path))
    case_counts: list[int] = []
    found = search_rounds(
        search, tmp_path / "out", threads=2, on_round=lambda plan: case_counts.append(len(plan.cases))
    )
    assert case_counts == [5, 3, 4]
    assert [each.drawing for each in found.rounds[0]] == [f"random:{seed}" for seed in range(1, 6)]
    assert [each.drawing for each in found.measured[0]] == [*found.kept, "1", "4"]
    assert found.kept == select_fairest(found.rounds[1], search.rounds[1])
    for each in found.measured[0]:
        assert sum(value for value, _, _ in each.wins) == pytest.approx(1.0)
        assert each.unfair == pytest.approx(abs(each.wins[0][0] - 0.5))
    ours, theirs = (
        sum(each.wins[0][0] for each in half) / 2 - 0.5 for half in (found.measured[0][:2], found.measured[0][2:])
    )
    advantage = found.unfairness[0]
    assert (advantage.kept[0], advantage.shipped[0]) == pytest.approx((ours, theirs))
    value, low, high = advantage.difference
    assert value == pytest.approx(ours - theirs)
    assert low < value < high
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    assert search_rounds(search, tmp_path / "out") == found
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")} == times

    write_search_result(found, tmp_path / "out")
    _, option = check_search(search)
    for place, kept in enumerate(found.kept, 1):
        assert option.read(str(tmp_path / "out" / "kept" / f"{place}.toml")) == option.read(kept)
    page = as_markdown(found)
    assert f"kept 1: `{found.kept[0]}`" in page
    assert "| shipped 4 |" in page
    assert "5 candidates, `random:1` to `random:5`" in page


def test_the_command(paddock: Paddock, tmp_path: Path) -> None:
    output = paddock("lab", "search", str(written(tmp_path)), "--out", str(tmp_path / "out"))
    assert output.status == 0, output.err
    assert "| kept 2: `random:" in output.out
    checked = paddock("board", "check", str(tmp_path / "out" / "kept" / "1.toml"))
    assert checked.status == 0, checked.err


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('game = "kuhlorado"', 'game = "mist"', "line 1: So ein Mist has no boards on which"),
        ('game = "kuhlorado"', 'game = "mmm"', "line 1: Mmm! has no boards on which one seat can have an advantage"),
        ("candidates = 5", "candidates = 1", "line 2: candidates must be at least 2, not 1"),
        ("keep = 2", "keep = 9", "line 15: keep must be from 1 to 3 here, not 9"),
        ('"lead_changes"', '"fun"', "line 10: lively: there is no statistic 'fun'; there are win_0"),
        ("keep = 3", "keep = 3\nluck = true", "line 11: lively cannot be used in a round with luck = true"),
        ("seed = 3", "sead = 3", "line 3: there is no key `sead` here"),
    ],
)
def test_errors_name_the_line(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    path = written(tmp_path, SEARCH.replace(old, new))
    with pytest.raises(BadOption) as refused:
        read_search(path)
    assert str(refused.value).startswith(f"{path}, {sentence}")


def test_games_make_boards_from_seeds() -> None:
    """The option accepts the names of candidates."""
    _, option = check_search(read_search(Path("docs/studies/searches/kuhlorado-fair.toml")))
    assert load_game("kuhlorado").options[0] is option
    assert option.read("random:7") != option.read("random:8")
