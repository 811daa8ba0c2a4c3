"""A search keeps what is fair and lively, says how it was found, and goes on where it stopped."""

from pathlib import Path

import pytest

from command_line import Paddock
from paddock.games import game
from paddock.lab.keeping import as_markdown, keep_drawings
from paddock.lab.reading import read_search
from paddock.lab.selection import Measured, Round, check_search, fairest, search_rounds
from paddock.rules.refusals import BadOption

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
    path = folder / "asked.toml"
    path.write_text(text, encoding="utf-8")
    return path


def drawing(name: str, unfair: float, lively: float) -> Measured:
    return Measured(name, unfair, [], {"lead_changes": (lively, lively, lively)})


def test_the_fairest_of_the_lively_go_on() -> None:
    measured = [drawing("dull", 0.0, 1), drawing("fair", 0.01, 5), drawing("best", 0.005, 4), drawing("unfair", 0.2, 9)]
    assert fairest(measured, Round("greedy", 1, keep=2, lively=["lead_changes"])) == ["fair", "unfair"]
    assert fairest(measured, Round("greedy", 1, keep=3)) == ["dull", "best", "fair"]
    assert fairest(measured, Round("greedy", 1, keep=3, lively=["lead_changes"])) == ["fair", "unfair", "dull"]


def test_a_search_is_carried_out(tmp_path: Path) -> None:
    search = read_search(written(tmp_path))
    heard: list[int] = []
    found = search_rounds(search, tmp_path / "out", threads=2, told=lambda plan: heard.append(len(plan.cases)))
    assert heard == [5, 3, 4]
    assert [each.drawing for each in found.rounds[0]] == [f"random:{seed}" for seed in range(1, 6)]
    assert [each.drawing for each in found.measured[0]] == [*found.kept, "1", "4"]
    assert found.kept == fairest(found.rounds[1], search.rounds[1])
    for each in found.measured[0]:
        assert sum(value for value, _, _ in each.wins) == pytest.approx(1.0)
        assert each.unfair == pytest.approx(abs(each.wins[0][0] - 0.5))
    ours, theirs = (
        sum(each.wins[0][0] for each in half) / 2 - 0.5 for half in (found.measured[0][:2], found.measured[0][2:])
    )
    unfair = found.unfairness[0]
    assert (unfair.kept[0], unfair.shipped[0]) == pytest.approx((ours, theirs))
    value, low, high = unfair.difference
    assert value == pytest.approx(ours - theirs)
    assert low < value < high
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    assert search_rounds(search, tmp_path / "out") == found
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")} == times

    keep_drawings(found, tmp_path / "out")
    _, option = check_search(search)
    for place, kept in enumerate(found.kept, 1):
        assert option.read(str(tmp_path / "out" / "kept" / f"{place}.toml")) == option.read(kept)
    page = as_markdown(found)
    assert f"kept 1: `{found.kept[0]}`" in page
    assert "| shipped 4 |" in page
    assert "5 drawings, `random:1` to `random:5`" in page


def test_the_command(paddock: Paddock, tmp_path: Path) -> None:
    said = paddock("lab", "search", str(written(tmp_path)), "--out", str(tmp_path / "out"))
    assert said.status == 0, said.err
    assert "| kept 2: `random:" in said.out
    checked = paddock("board", "check", str(tmp_path / "out" / "kept" / "1.toml"))
    assert checked.status == 0, checked.err


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('game = "kuhlorado"', 'game = "mist"', "line 1: So ein Mist is no game with drawings on which"),
        ('game = "kuhlorado"', 'game = "mmm"', "line 1: Mmm! is no game with drawings on which one seat may be ahead"),
        ("candidates = 5", "candidates = 1", "line 2: candidates cannot be 1"),
        ("keep = 2", "keep = 9", "line 15: keep: 9 of 3 cannot go on"),
        ('"lead_changes"', '"fun"', "line 10: lively: there is no statistic 'fun'; there are win_0"),
        ("keep = 3", "keep = 3\nluck = true", "line 11: lively: how a match goes is not watched where luck is"),
        ("seed = 3", "sead = 3", "line 3: there is no key `sead` here"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    path = written(tmp_path, SEARCH.replace(old, new))
    with pytest.raises(BadOption) as refused:
        read_search(path)
    assert str(refused.value).startswith(f"{path}, {sentence}")


def test_rooms_make_drawings_from_seeds() -> None:
    """What a search calls a candidate is what a room takes."""
    _, option = check_search(read_search(Path("docs/studies/searches/kuhlorado-fair.toml")))
    assert game("kuhlorado").options[0] is option
    assert option.read("random:7") != option.read("random:8")
