"""Carrying out a study: the same files whatever runs it, on from where it stopped, and nothing mixed up."""

import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
import pyarrow.parquet as pq
import pytest

from command_line import Paddock
from paddock.commands.agreement import INTERRUPTED
from paddock.lab import running, study
from paddock.lab.chunks import play_chunk
from paddock.lab.reading import read_study
from paddock.lab.report import write_report
from paddock.lab.running import read_directory, run
from paddock.lab.study import Plan, Study, plan_of
from paddock.lab.tables import chunk_at
from paddock.rules.refusals import BadOption

STUDY = Study(
    "mist",
    games=600,
    bots="greedy",
    seed=4,
    vary={"doubling": ["on"]},
    habits=["never_again"],
    ladder=["uniform", "greedy"],
)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of(STUDY)


def files_in(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*.parquet"))}


@pytest.fixture(scope="module")
def done(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("done")
    run(plan, out)
    return out


def test_threads_change_nothing(plan: Plan, done: Path, tmp_path: Path) -> None:
    run(plan, tmp_path, threads=3)
    assert files_in(tmp_path) == files_in(done)


@pytest.mark.parametrize("name", ["mist", "mmm", "kuhlorado"])
def test_threads_change_nothing_where_bots_think(name: str) -> None:
    """Whoever thinks, or watches luck or blunders, begins every game anew, whoever played the one before."""
    for case in plan_of(Study(name, games=4, bots="fox", luck=4, blunders=4)).cases:
        encoded = msgspec.json.encode(case)
        assert play_chunk(encoded, 3, 4, threads=3) == play_chunk(encoded, 3, 4)


def test_every_game_is_there_once(plan: Plan, done: Path) -> None:
    for case in plan.cases:
        games = np.concatenate(
            [pq.ParquetFile(chunk_at(done, case, first)).read()["game"].to_numpy() for first, _ in case.spans()]
        )
        assert games.tolist() == list(range(case.games))


def test_variants_meet_the_same_dice(plan: Plan, done: Path) -> None:
    """Doubling changes points and nothing that is drawn before the first decision: the same seats start."""
    base, doubled = plan.cases[:2]
    assert doubled.options["doubling"] is True
    starters = [pq.ParquetFile(chunk_at(done, case, 0)).read()["starter"].to_numpy() for case in (base, doubled)]
    assert (starters[0] == starters[1]).all()
    assert set(starters[0].tolist()) == {0, 1, 2}


class Stopped(BaseException):
    """Like Ctrl-C."""


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stopped_study_goes_on(plan: Plan, done: Path, tmp_path: Path, threads: int) -> None:
    """What was played is there and is not played again; nobody was ahead of what was written."""
    seen: list[int] = []

    def stop_soon(played: int) -> None:
        seen.append(played)
        if len(seen) == 20:
            raise Stopped

    with pytest.raises(Stopped):
        run(plan, tmp_path, threads=threads, progress=stop_soon)
    kept = files_in(tmp_path)
    assert len(kept) == 20
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    run(plan, tmp_path, threads=threads)
    assert files_in(tmp_path) == files_in(done)
    assert {path: path.stat().st_mtime_ns for path in times} == times


def started(*words: str, program: tuple[str, str] = ("-m", "paddock.cli")) -> subprocess.Popen[str]:
    """`paddock` as a process of its own, which hears Ctrl-C even where these tests run in the background."""
    command = [sys.executable, *program, *words]
    hears = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hears)


def test_ctrl_c_and_on_again(tmp_path: Path) -> None:
    """A real signal to a real process in the middle of a study, and the same command once more."""
    study, out, whole = tmp_path / "asked.toml", tmp_path / "stopped", tmp_path / "whole"
    study.write_text('game = "mist"\nbots = "greedy"\ngames = 80_000\nseed = 3\n', encoding="utf-8")
    plan = read_study(study)
    words = ("lab", "study", str(study), "--threads", "2", "--out", str(out))
    process = started(*words)
    wait_for(chunk_at(out, plan.cases[0], 0), process)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == INTERRUPTED, said
    assert "The same command goes on with what is in" in said
    times = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    chunks = [chunk_at(out, plan.cases[0], first) for first, _ in plan.cases[0].spans()]
    assert 0 < len(times) < len(chunks)  # in the middle
    assert sorted(times) == chunks[: len(times)]  # so only the next one can have been lost

    process = started(*words)
    said = process.communicate(timeout=300)[1]
    assert process.returncode == 0, said
    assert {path: path.stat().st_mtime_ns for path in times} == times
    run(plan, whole, threads=2)
    assert files_in(out) == files_in(whole)
    write_report(whole)
    for name in ("results.json", "findings.csv"):
        assert (out / name).read_bytes() == (whole / name).read_bytes()


NOTING = """
import os, sys, threading
from paddock.cli import main
from paddock.lab import chunks

notes, play_slice = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_CREAT | os.O_APPEND), chunks.play_slice

def note_and_play(case, first, count):
    os.write(notes, f"{threading.get_ident()} {first} {count}\\n".encode())
    return play_slice(case, first, count)

chunks.play_slice = note_and_play
main()
"""
"""The same command, which notes every game that a thread begins."""


def test_a_study_that_is_killed_loses_no_more_than_a_chunk(tmp_path: Path) -> None:
    """Twice, by the signal that nobody hears, with two threads at work: games that were begun and are not there."""
    study, out, notes = tmp_path / "asked.toml", tmp_path / "killed", tmp_path / "notes"
    study.write_text('game = "mist"\nbots = "greedy"\ngames = 40_000\nseed = 3\n', encoding="utf-8")
    plan = read_study(study)
    case = plan.cases[0]
    assert case.games >= 20 * case.chunk
    written: set[int] = set()
    for chunk in (3, 9):
        notes.unlink(missing_ok=True)
        words = (str(notes), "lab", "study", str(study), "--threads", "2", "--out", str(out))
        process = started(*words, program=("-c", NOTING))
        wait_for(chunk_at(out, case, chunk * case.chunk), process)
        process.kill()
        said = process.communicate(timeout=60)[1]
        assert process.returncode == -signal.SIGKILL, said
        begun = [tuple(map(int, line.split())) for line in notes.read_text(encoding="ascii").splitlines()]
        assert len({thread for thread, _, count in begun if count > 1}) >= 2
        games = {game for _, first, count in begun for game in range(first, first + count)}
        before = written
        written = {game for path in out.rglob("*.parquet") for game in pq.ParquetFile(path).read()["game"].to_pylist()}
        assert before < written
        assert not games - {0} & before  # nothing is played twice (but one game, where it has to be compiled)
        assert len(games - written) <= case.chunk
    run(plan, out, threads=2)
    assert sum(pq.ParquetFile(path).metadata.num_rows for path in out.rglob("*.parquet")) == case.games


def wait_for(path: Path, process: subprocess.Popen[str]) -> None:
    """Until it is there; the first time everything is compiled."""
    until = time.monotonic() + 300
    while not path.exists() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)


def test_a_chunk_is_never_half_written(plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(self: Path, content: bytes) -> int:
        if self.suffix == ".part" and self.parent.name == "000":
            with self.open("wb") as file:
                file.write(content[: len(content) // 2])
            raise Stopped
        with self.open("wb") as file:
            return file.write(content)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", torn)
        with pytest.raises(Stopped):
            run(plan, tmp_path)
    assert files_in(tmp_path) == {}
    assert list(tmp_path.rglob("*.part"))


def test_two_studies_are_not_mixed(plan: Plan, done: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = plan_of(msgspec.structs.replace(STUDY, seed=5))
    with pytest.raises(BadOption, match="holds another study"):
        run(other, done)
    with monkeypatch.context() as patched:  # a file with fewer games than it should have would go unnoticed
        patched.setattr(study, "SMALLEST_CHUNK", 1000)
        with pytest.raises(BadOption, match="or one that another version played"):
            run(plan, done)
    monkeypatch.setattr(running, "__version__", "99")
    with pytest.raises(BadOption, match="or one that another version played"):
        run(plan, done)


def test_a_report_of_an_unfinished_study_is_refused(plan: Plan, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="holds no study"):
        write_report(tmp_path)
    running.open_directory(tmp_path, plan)
    assert read_directory(tmp_path).plan == plan
    with pytest.raises(BadOption, match="is missing: the study is not finished"):
        write_report(tmp_path)


def test_the_report_needs_nothing_else(done: Path) -> None:
    results = write_report(done, url="https://example.org/")
    page = (done / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "@import" not in page
    assert " src=" not in page
    links = [part.split('"')[0] for part in page.split('href="')[1:]]
    assert links == [
        "https://example.org/new?game=mist&amp;options=%7B%7D&amp;players=3",
        "https://example.org/new?game=mist&amp;options=%7B%22doubling%22%3Atrue%7D&amp;players=3",
    ]
    assert results.title in page
    assert page.count("<svg") == 3
    for name in ("wins-by-seat", "leader-wins", "scores"):
        assert (done / "figures" / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg")
        assert (done / "figures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert (done / "findings.csv").read_text(encoding="utf-8").count("\n") == 1 + 2 * len(results.variants[0].findings)


def test_what_is_found_is_true(done: Path) -> None:
    """Known beforehand: shares add up to 1, greedy beats uniform, and to stop at once is bad."""
    results = write_report(done)
    for told in results.variants:
        assert sum(told.of(f"win_{seat}").value for seat in range(3)) == pytest.approx(1.0)
        assert sum(told.of(f"rank_{seat}").value for seat in range(3)) == pytest.approx(6.0)
        assert told.of("rounds").value == 7.0
        assert told.of("choices").value == 2.0
        assert sum(told.scores.values()) == 3 * 600
    base, doubled = results.variants
    assert base.of("score").change is None
    change = doubled.of("score")
    assert change.change == pytest.approx(change.value - base.of("score").value)
    assert change.change_low is not None
    assert change.change_low > 0  # own cards count double, and food outweighs dung
    habit, ladder, spread = results.others
    assert habit.finding.high < 0.2
    assert ladder.finding.low > 0.5
    assert ladder.rating is not None
    assert ladder.rating.low > 0
    assert spread.finding.value == ladder.rating.value  # of a single step


def test_the_command(paddock: Paddock, tmp_path: Path) -> None:
    asked = ("--game", "mist", "--players", "3", "--bots", "greedy", "--games", "2e2", "--vary", "doubling=on,off")
    out = tmp_path / "out"
    said = paddock("lab", "study", *asked, "--seed", "4", "--out", str(out), "--json")
    assert said.status == 0, said.err
    found = msgspec.json.decode(said.out)
    assert [told["games"] for told in found["variants"]] == [200, 200]
    assert found == msgspec.json.decode((out / "results.json").read_bytes())
    again = paddock("lab", "report", str(out))
    assert "base rules" in again.out
    assert str(out / "report.html") in again.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "name a study FILE, or a game with --game"),
        (["a.toml", "--game", "mist"], "told by its FILE or by options, not by both"),
        (["--game", "mist", "--players", "two"], "--players takes numbers, separated by commas, not 'two'"),
        (["--game", "mist", "--vary", "doubling"], "--vary takes key=value,value"),
        (["--game", "mist", "--bots", "wolf"], "there is no bot 'wolf'"),
        (["--game", "mist", "--games", "few"], "is not a whole number"),
        (["--game", "mist", "--games", "10", "--cluster", "tcp://127.0.0.1:9"], "--cluster: no scheduler answers"),
    ],
)
def test_the_command_refuses_in_a_sentence(
    paddock: Paddock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running, "PATIENCE", "1s")
    said = paddock("lab", "study", *words)
    assert said.status == 2
    assert sentence in said.err
