"""The same study on a real Dask cluster, with a worker that dies in the middle: the same files, byte by byte."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from paddock.lab.chunks import play_chunk
from paddock.lab.running import played_there, run
from paddock.lab.study import Study, plan_of
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


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of Dask's own
def test_a_worker_that_dies_changes_nothing(tmp_path: Path) -> None:
    plan = plan_of(Study("mist", games=20_000, bots="greedy", seed=9, vary={"doubling": ["on"]}))
    run(plan, tmp_path / "here")
    told = tmp_path / "scheduler.json"
    scheduler = ("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
    worker = ("distributed.cli.dask_worker", "--no-nanny", "--no-dashboard", "--nthreads", "1", "--scheduler-file")
    with (
        started(*scheduler, "--scheduler-file", str(told)),
        started_when(told, *worker) as one,
        started_when(told, *worker) as other,
    ):
        address = address_in(told)
        seen: list[int] = []

        def kill_one(played: int) -> None:
            seen.append(played)
            if len(seen) == 10:
                one.send_signal(signal.SIGKILL)

        wait_for_workers(address, 2)
        run(plan, tmp_path / "there", cluster=address, progress=kill_one)
        assert one.wait(PATIENCE) == -signal.SIGKILL
        assert other.poll() is None
    assert seen[-1] == plan.games
    assert files_in(tmp_path / "there") == files_in(tmp_path / "here")


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
