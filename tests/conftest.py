"""What tests share without asking."""

import io
import sys
from pathlib import Path

import pytest

from paddock.bots.algorithms import solver_jobs
from paddock.cli.main import main
from support.command_line import Answer, Paddock


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow ones first, so that no process begins one when the others have nothing left to do."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture
def paddock(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Paddock:
    """Run the command in this process, with saved matches in a directory of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    # A board that is solved in the background would be so for a minute, beside the tests that come after this one.
    monkeypatch.setattr(solver_jobs, "solve_in_background", lambda *_: None)

    def run(*words: str, typed: str = "") -> Answer:
        monkeypatch.setattr(sys, "argv", ["paddock", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = main()
        said = capsys.readouterr()
        return Answer(status, said.out, said.err)

    return run
