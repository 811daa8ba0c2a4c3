"""The same study on a real Dask cluster, with a worker that dies in the middle: the same files, byte by byte."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec
import pytest

from paddock.commands.agreement import INTERRUPTED
from paddock.lab import running
from paddock.lab.chunks import play_chunk
from paddock.lab.running import played_there, run
from paddock.lab.study import Study, plan_of
from paddock.lab.tables import chunk_at
from paddock.rules.compiler import CACHE
from paddock.rules.refusals import BadOption

PATIENCE = 60.0
QUIET = {"DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h", "DASK_DISTRIBUTED__DASHBOARD__LINK": ""}


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", *words],
        env={**os.environ, **QUIET, "PYTHONWARNINGS": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def address_in(file: Path) -> str:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if file.exists() and (text := file.read_text(encoding="utf-8")):
            return str(json.loads(text)["address"])
        time.sleep(0.05)
    raise TimeoutError(f"no scheduler wrote {file}")


def files_in(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*.parquet"))}


@contextmanager
def two_workers(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes], subprocess.Popen[bytes]]]:
    """The address of a scheduler, and its workers."""
    told = folder / "scheduler.json"
    scheduler = ("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
    worker = ("distributed.cli.dask_worker", "--no-nanny", "--no-dashboard", "--nthreads", "1", "--scheduler-file")
    with (
        started(*scheduler, "--scheduler-file", str(told)),
        started_when(told, *worker) as one,
        started_when(told, *worker) as other,
    ):
        address = address_in(told)
        wait_for_workers(address, 2)
        yield address, one, other


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of Dask's own
def test_a_worker_that_dies_changes_nothing(tmp_path: Path) -> None:
    plan = plan_of(Study("mist", games=20_000, bots="greedy", seed=9, vary={"doubling": ["on"]}))
    run(plan, tmp_path / "here")
    with two_workers(tmp_path) as (address, one, other):
        seen: list[int] = []

        def kill_one(played: int) -> None:
            seen.append(played)
            if len(seen) == 10:
                one.send_signal(signal.SIGKILL)

        run(plan, tmp_path / "there", cluster=address, progress=kill_one)
        assert one.wait(PATIENCE) == -signal.SIGKILL
        assert other.poll() is None
    assert seen[-1] == plan.games
    assert files_in(tmp_path / "there") == files_in(tmp_path / "here")


@pytest.mark.slow
def test_ctrl_c_keeps_what_came_back(tmp_path: Path) -> None:
    """A real signal to the process that asks; what it left is whole, and it says how to go on."""
    plan = plan_of(Study("mist", games=40_000, bots=["greedy"], players=[3], seed=9))
    out = tmp_path / "there"
    asked = ("--game", "mist", "--games", "40000", "--bots", "greedy", "--players", "3", "--seed", "9")
    with two_workers(tmp_path) as (address, *_):
        command = ("lab", "study", *asked, "--cluster", address, "--out", str(out))
        process = subprocess.Popen(
            [sys.executable, "-m", "paddock.cli", *command],
            env={**os.environ, **QUIET, "PYTHONWARNINGS": ""},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        deadline = time.monotonic() + PATIENCE
        while not chunk_at(out, plan.cases[0], 0).exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == INTERRUPTED, said
    assert "The same command goes on with what is in" in said
    kept = files_in(out)
    assert 0 < len(kept) < len(list(plan.cases[0].spans()))
    run(plan, out)
    run(plan, tmp_path / "here")
    assert files_in(out) == files_in(tmp_path / "here")
    assert kept.items() <= files_in(out).items()


class Stopped(BaseException):
    """Like Ctrl-C."""


@pytest.mark.filterwarnings("default")  # of Dask's own
def test_what_workers_have_begun_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers play, others wait in line: whoever stops the study then gets what is being played, and no more."""
    from distributed import LocalCluster

    plan = plan_of(Study("mist", games=500, bots="greedy", seed=9))
    begun: list[int] = []
    stopped = threading.Event()

    def play_slowly(case: bytes, first: int, count: int) -> bytes:
        begun.append(first)
        if len(begun) > 2:
            assert stopped.wait(PATIENCE)
        return play_chunk(case, first, count)

    def stop(played: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while len(begun) < 4 and time.monotonic() < deadline:
            time.sleep(0.01)
        raise Stopped

    def take_back(client: object, asked: list[object]) -> list[object]:
        left = taken_back(client, asked)
        deadline = time.monotonic() + PATIENCE
        while any(len(worker.state.ready) for worker in cluster.workers.values()) and time.monotonic() < deadline:
            time.sleep(0.01)  # until the workers have heard of it
        stopped.set()
        return left

    taken_back = running.begun
    monkeypatch.setattr(running, "play_chunk", play_slowly)
    monkeypatch.setattr(running, "begun", take_back)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        pytest.raises(Stopped),
    ):
        run(plan, tmp_path / "there", cluster=cluster.scheduler_address, progress=stop)
    monkeypatch.undo()
    assert len(begun) == 4
    here = tmp_path / "here"
    run(plan, here)
    chunks = [chunk_at(here, plan.cases[0], first) for first in begun]
    assert files_in(tmp_path / "there") == {str(path.relative_to(here)): path.read_bytes() for path in chunks}


def test_a_worker_with_other_sources_is_refused() -> None:
    case = msgspec.json.encode(plan_of(Study("mist", games=1)).cases[0])
    with pytest.raises(BadOption, match="a worker has another version"):
        played_there("0123456789abcdef", case, 0, 1)
    assert played_there(CACHE.name, case, 0, 1) == play_chunk(case, 0, 1)


@contextmanager
def started_when(told: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    address_in(told)
    with started(*words, str(told)) as process:
        yield process


def wait_for_workers(address: str, many: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(many, timeout=PATIENCE)
