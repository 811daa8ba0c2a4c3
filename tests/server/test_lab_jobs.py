"""Studies in their own process: a failure is reported as data."""

import asyncio
from pathlib import Path

import pytest

from paddock.server.config import ServerConfig
from paddock.server.runtime.lab_jobs import BEGUN, CRASHED, FAILED, STUDY, LabJobs, play


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """The folder of a study that has begun."""
    folder = tmp_path / "studies" / "one"
    folder.mkdir(parents=True)
    (folder / BEGUN).touch()
    return folder


def jobs(job: Path) -> LabJobs:
    return LabJobs(ServerConfig(directory=str(job.parents[1])))


def test_a_study_that_cannot_run_has_its_error_as_data(job: Path) -> None:
    (job / STUDY).write_text('game = "mist"\ngames = 100\n[options]\ndice = 99\n')
    asyncio.run(play(job, "http://127.0.0.1:4747"))
    shown = jobs(job).shown("one")
    assert shown.state == "failed"
    assert shown.problem is not None
    assert (shown.problem.code, shown.problem.field) == ("bad_option", "dice")
    assert "option dice: 99 is not accepted" in shown.problem.message


def test_a_study_that_crashed_has_a_general_error(job: Path) -> None:
    (job / FAILED).write_bytes(b"half a report")
    assert jobs(job).shown("one").problem == CRASHED
