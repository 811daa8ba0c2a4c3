"""Run a study: equal files with any number of threads, continuation after a stop, and refusal of other studies."""

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

from paddock.cli.shared_options import INTERRUPTED
from paddock.engine.errors import BadOption
from paddock.lab import runner, study_plan
from paddock.lab.data.game_columns import play_chunk
from paddock.lab.data.parquet_files import chunk_path
from paddock.lab.report.files import write_report
from paddock.lab.runner import read_directory, run
from paddock.lab.study import Study
from paddock.lab.study_file import read_study
from paddock.lab.study_plan import Plan, plan_of
from support.command_line import Paddock

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
def test_threads_change_nothing_for_searching_bots(name: str) -> None:
    """Bot memory carries nothing from one game to the next, also in luck and blunder cases."""
    for case in plan_of(Study(name, games=4, bots="fox", luck=4, blunders=4)).cases:
        encoded = msgspec.json.encode(case)
        assert play_chunk(encoded, 3, 4, threads=3) == play_chunk(encoded, 3, 4)


def test_every_game_is_there_once(plan: Plan, done: Path) -> None:
    for case in plan.cases:
        games = np.concatenate(
            [pq.ParquetFile(chunk_path(done, case, first)).read()["game"].to_numpy() for first, _ in case.spans()]
        )
        assert games.tolist() == list(range(case.games))


def test_variants_have_the_same_dice(plan: Plan, done: Path) -> None:
    """Doubling changes points but no outcome before the first decision: the same seats start."""
    base, doubled = plan.cases[:2]
    assert doubled.options["doubling"] is True
    starters = [pq.ParquetFile(chunk_path(done, case, 0)).read()["starter"].to_numpy() for case in (base, doubled)]
    assert (starters[0] == starters[1]).all()
    assert set(starters[0].tolist()) == {0, 1, 2}


class Stopped(BaseException):
    """An interrupt, like Ctrl-C."""


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stopped_study_continues(plan: Plan, done: Path, tmp_path: Path, threads: int) -> None:
    """Finished chunks are on disk and are not played again; no thread was ahead of them."""
    progress: list[int] = []

    def stop_soon(played: int) -> None:
        progress.append(played)
        if len(progress) == 20:
            raise Stopped

    with pytest.raises(Stopped):
        run(plan, tmp_path, threads=threads, progress=stop_soon)
    kept = files_in(tmp_path)
    assert len(kept) == 20
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    run(plan, tmp_path, threads=threads)
    assert files_in(tmp_path) == files_in(done)
    assert {path: path.stat().st_mtime_ns for path in times} == times


def started(*arguments: str, program: tuple[str, str] = ("-m", "paddock")) -> subprocess.Popen[str]:
    """Start `paddock` as a process that receives SIGINT even if these tests run in the background."""
    command = [sys.executable, *program, *arguments]
    default_sigint = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=default_sigint
    )


def test_ctrl_c_and_continue(tmp_path: Path) -> None:
    """A SIGINT stops a process in the middle of a study, and the same command continues it."""
    study, out, whole = tmp_path / "study.toml", tmp_path / "stopped", tmp_path / "whole"
    study.write_text('game = "mist"\nbots = "greedy"\ngames = 80_000\nseed = 3\n', encoding="utf-8")
    plan = read_study(study)
    arguments = ("lab", "study", str(study), "--threads", "2", "--out", str(out))
    process = started(*arguments)
    wait_for(chunk_path(out, plan.cases[0], 0), process)
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=60)[1]
    assert process.returncode == INTERRUPTED, output
    assert "The same command continues with the games in" in output
    times = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    chunks = [chunk_path(out, plan.cases[0], first) for first, _ in plan.cases[0].spans()]
    assert 0 < len(times) < len(chunks)  # in the middle
    assert sorted(times) == chunks[: len(times)]  # at most the next one was lost

    process = started(*arguments)
    output = process.communicate(timeout=300)[1]
    assert process.returncode == 0, output
    assert {path: path.stat().st_mtime_ns for path in times} == times
    run(plan, whole, threads=2)
    assert files_in(out) == files_in(whole)
    write_report(whole)
    for name in ("results.json", "findings.csv"):
        assert (out / name).read_bytes() == (whole / name).read_bytes()


LOGGING_COMMAND = """
import os, sys, threading
from paddock.cli.main import main
from paddock.lab.data import game_columns

log, play_slice = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_CREAT | os.O_APPEND), game_columns.play_slice

def log_and_play(case, first, count):
    os.write(log, f"{threading.get_ident()} {first} {count}\\n".encode())
    return play_slice(case, first, count)

game_columns.play_slice = log_and_play
main()
"""
"""The same command, which logs every slice that a thread starts."""


def test_a_killed_study_loses_at_most_one_chunk(tmp_path: Path) -> None:
    """After a SIGKILL, twice and with two threads, at most one chunk of started games is missing."""
    study, out, slice_log = tmp_path / "study.toml", tmp_path / "killed", tmp_path / "slices"
    study.write_text('game = "mist"\nbots = "greedy"\ngames = 40_000\nseed = 3\n', encoding="utf-8")
    plan = read_study(study)
    case = plan.cases[0]
    assert case.games >= 20 * case.chunk
    written: set[int] = set()
    for chunk in (3, 9):
        slice_log.unlink(missing_ok=True)
        arguments = (str(slice_log), "lab", "study", str(study), "--threads", "2", "--out", str(out))
        process = started(*arguments, program=("-c", LOGGING_COMMAND))
        wait_for(chunk_path(out, case, chunk * case.chunk), process)
        process.kill()
        output = process.communicate(timeout=60)[1]
        assert process.returncode == -signal.SIGKILL, output
        slices = [tuple(map(int, line.split())) for line in slice_log.read_text(encoding="ascii").splitlines()]
        assert len({thread for thread, _, count in slices if count > 1}) >= 2
        games = {game for _, first, count in slices for game in range(first, first + count)}
        before = written
        written = {game for path in out.rglob("*.parquet") for game in pq.ParquetFile(path).read()["game"].to_pylist()}
        assert before < written
        assert not games - {0} & before  # no game is played twice, except one for the compiler
        assert len(games - written) <= case.chunk
    run(plan, out, threads=2)
    assert sum(pq.ParquetFile(path).metadata.num_rows for path in out.rglob("*.parquet")) == case.games


def wait_for(path: Path, process: subprocess.Popen[str]) -> None:
    """Wait until a file exists; the first time, the process compiles."""
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
    with pytest.raises(BadOption, match="contains another study"):
        run(other, done)
    with monkeypatch.context() as patched:  # a file with too few games would not be noticed
        patched.setattr(study_plan, "SMALLEST_CHUNK", 1000)
        with pytest.raises(BadOption, match="or games of another version"):
            run(plan, done)
    monkeypatch.setattr(runner, "__version__", "99")
    with pytest.raises(BadOption, match="or games of another version"):
        run(plan, done)


def test_a_report_of_an_unfinished_study_is_refused(plan: Plan, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="contains no study"):
        write_report(tmp_path)
    runner.open_directory(tmp_path, plan)
    assert read_directory(tmp_path).plan == plan
    with pytest.raises(BadOption, match="is missing: the study is not finished"):
        write_report(tmp_path)


def test_the_report_is_self_contained(done: Path) -> None:
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


def test_findings_agree_with_known_facts(done: Path) -> None:
    """Shares add up to 1, greedy beats uniform, and to stop at the first die is bad."""
    results = write_report(done)
    for variant in results.variants:
        assert sum(variant.finding(f"win_{seat}").value for seat in range(3)) == pytest.approx(1.0)
        assert sum(variant.finding(f"rank_{seat}").value for seat in range(3)) == pytest.approx(6.0)
        assert variant.finding("rounds").value == 7.0
        assert variant.finding("choices").value == 2.0
        assert sum(variant.scores.values()) == 3 * 600
    base, doubled = results.variants
    assert base.finding("score").change is None
    change = doubled.finding("score")
    assert change.change == pytest.approx(change.value - base.finding("score").value)
    assert change.change_low is not None
    assert change.change_low > 0  # own cards count double, and food outweighs dung
    habit, ladder, spread = results.others
    assert habit.finding.high < 0.2
    assert ladder.finding.low > 0.5
    assert ladder.rating is not None
    assert ladder.rating.low > 0
    assert spread.finding.value == ladder.rating.value  # of a single step


def test_the_command(paddock: Paddock, tmp_path: Path) -> None:
    options = ("--game", "mist", "--players", "3", "--bots", "greedy", "--games", "2e2", "--vary", "doubling=on,off")
    out = tmp_path / "out"
    output = paddock("lab", "study", *options, "--seed", "4", "--out", str(out), "--json")
    assert output.status == 0, output.err
    found = msgspec.json.decode(output.out)
    assert [variant["games"] for variant in found["variants"]] == [200, 200]
    assert found == msgspec.json.decode((out / "results.json").read_bytes())
    again = paddock("lab", "report", str(out))
    assert "base rules" in again.out
    assert str(out / "report.html") in again.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a game or a study file, for example: paddock lab study mist"),
        (["a.toml", "--game", "mist"], "a study FILE and options exclude each other"),
        (["--game", "mist", "--players", "two"], "--players needs numbers, separated by commas, not 'two'"),
        (["--game", "mist", "--vary", "doubling"], "--vary needs key=value,value"),
        (["--game", "mist", "--bots", "wolf"], "there is no bot 'wolf'"),
        (["--game", "mist", "--games", "few"], "is not a whole number"),
        (["--game", "mist", "--games", "10", "--cluster", "tcp://127.0.0.1:9"], "--cluster: no scheduler answers"),
    ],
)
def test_the_command_reports_errors(
    paddock: Paddock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runner, "SCHEDULER_TIMEOUT", "1s")
    output = paddock("lab", "study", *arguments)
    assert output.status == 2
    assert sentence in output.err
