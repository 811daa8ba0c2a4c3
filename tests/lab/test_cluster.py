"""A study on a Dask cluster writes the same bytes as on one machine, even if a worker dies."""

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

from paddock.cli.shared_options import INTERRUPTED
from paddock.engine.compilation.compile_cache import CACHE
from paddock.engine.errors import BadOption
from paddock.lab import runner
from paddock.lab.data.game_columns import play_chunk
from paddock.lab.data.parquet_files import chunk_path
from paddock.lab.runner import play_on_worker, run
from paddock.lab.study import Study
from paddock.lab.study_plan import plan_of

TIMEOUT = 60.0
QUIET = {"DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h", "DASK_DISTRIBUTED__DASHBOARD__LINK": ""}


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", *arguments],
        env={**os.environ, **QUIET, "PYTHONWARNINGS": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(TIMEOUT)


def address_in(file: Path) -> str:
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        if file.exists() and (text := file.read_text(encoding="utf-8")):
            return str(json.loads(text)["address"])
        time.sleep(0.05)
    raise TimeoutError(f"no scheduler wrote {file}")


def files_in(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*.parquet"))}


@contextmanager
def two_workers(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes], subprocess.Popen[bytes]]]:
    """Yield the address of a scheduler and its two workers."""
    scheduler_file = folder / "scheduler.json"
    scheduler = ("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
    worker = ("distributed.cli.dask_worker", "--no-nanny", "--no-dashboard", "--nthreads", "1", "--scheduler-file")
    with (
        started(*scheduler, "--scheduler-file", str(scheduler_file)),
        started_when(scheduler_file, *worker) as one,
        started_when(scheduler_file, *worker) as other,
    ):
        address = address_in(scheduler_file)
        wait_for_workers(address, 2)
        yield address, one, other


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of Dask's own
def test_a_worker_that_dies_changes_nothing(tmp_path: Path) -> None:
    plan = plan_of(Study("mist", games=20_000, bots="greedy", seed=9, vary={"doubling": ["on"]}))
    run(plan, tmp_path / "here")
    with two_workers(tmp_path) as (address, one, other):
        progress: list[int] = []

        def kill_one(played: int) -> None:
            progress.append(played)
            if len(progress) == 10:
                one.send_signal(signal.SIGKILL)

        run(plan, tmp_path / "there", cluster=address, progress=kill_one)
        assert one.wait(TIMEOUT) == -signal.SIGKILL
        assert other.poll() is None
    assert progress[-1] == plan.games
    assert files_in(tmp_path / "there") == files_in(tmp_path / "here")


@pytest.mark.slow
def test_ctrl_c_keeps_finished_chunks(tmp_path: Path) -> None:
    """After a real SIGINT all chunks on disk are complete, and the command says how to continue."""
    plan = plan_of(Study("mist", games=40_000, bots=["greedy"], players=[3], seed=9))
    out = tmp_path / "there"
    options = ("--game", "mist", "--games", "40000", "--bots", "greedy", "--players", "3", "--seed", "9")
    with two_workers(tmp_path) as (address, *_):
        command = ("lab", "study", *options, "--cluster", address, "--out", str(out))
        process = subprocess.Popen(
            [sys.executable, "-m", "paddock", *command],
            env={**os.environ, **QUIET, "PYTHONWARNINGS": ""},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        deadline = time.monotonic() + TIMEOUT
        while not chunk_path(out, plan.cases[0], 0).exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=TIMEOUT)[1]
    assert process.returncode == INTERRUPTED, output
    assert "The same command continues with the games in" in output
    kept = files_in(out)
    assert 0 < len(kept) < len(list(plan.cases[0].spans()))
    run(plan, out)
    run(plan, tmp_path / "here")
    assert files_in(out) == files_in(tmp_path / "here")
    assert kept.items() <= files_in(out).items()


class Stopped(BaseException):
    """An interrupt, like Ctrl-C."""


@pytest.mark.filterwarnings("default")  # of Dask's own
def test_running_chunks_are_awaited_after_a_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two running and other waiting chunks, a stop writes the running ones and cancels the rest."""
    from distributed import LocalCluster

    plan = plan_of(Study("mist", games=500, bots="greedy", seed=9))
    begun: list[int] = []
    stopped = threading.Event()

    def play_slowly(case: bytes, first: int, count: int) -> bytes:
        begun.append(first)
        if len(begun) > 2:
            assert stopped.wait(TIMEOUT)
        return play_chunk(case, first, count)

    def stop(played: int) -> None:
        deadline = time.monotonic() + TIMEOUT
        while len(begun) < 4 and time.monotonic() < deadline:
            time.sleep(0.01)
        raise Stopped

    def cancel_and_release(client: object, pending: list[object]) -> list[object]:
        left = original_cancel(client, pending)
        deadline = time.monotonic() + TIMEOUT
        while any(len(worker.state.ready) for worker in cluster.workers.values()) and time.monotonic() < deadline:
            time.sleep(0.01)  # until the workers know of the cancellation
        stopped.set()
        return left

    original_cancel = runner.cancel_waiting
    monkeypatch.setattr(runner, "play_chunk", play_slowly)
    monkeypatch.setattr(runner, "cancel_waiting", cancel_and_release)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        pytest.raises(Stopped),
    ):
        run(plan, tmp_path / "there", cluster=cluster.scheduler_address, progress=stop)
    monkeypatch.undo()
    assert len(begun) == 4
    here = tmp_path / "here"
    run(plan, here)
    chunks = [chunk_path(here, plan.cases[0], first) for first in begun]
    assert files_in(tmp_path / "there") == {str(path.relative_to(here)): path.read_bytes() for path in chunks}


def test_a_worker_with_other_sources_is_refused() -> None:
    case = msgspec.json.encode(plan_of(Study("mist", games=1)).cases[0])
    with pytest.raises(BadOption, match="a worker has another version"):
        play_on_worker("0123456789abcdef", case, 0, 1)
    assert play_on_worker(CACHE.name, case, 0, 1) == play_chunk(case, 0, 1)


@contextmanager
def started_when(scheduler_file: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    address_in(scheduler_file)
    with started(*arguments, str(scheduler_file)) as process:
        yield process


def wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=TIMEOUT)
