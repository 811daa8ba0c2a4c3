"""Clause tests hold their clauses: each error in `planted_errors/` must make the clause test that it names fail.

`make soak` plants the errors one at a time in a copy of the package. Every run checks that they can still be planted.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from paddock.games import GAMES
from support.soak import SOAK

HERE = Path(__file__).parent
TESTS = HERE.parent
PACKAGE = TESTS.parent / "src" / "paddock"
ALL_PASSED, SOME_FAILED = 0, 1
"""Exit codes of pytest; a test that is not found or a module that cannot be imported has another one."""

only_when_soaking = pytest.mark.skipif(SOAK == 1, reason="make soak plants the errors")


@dataclass(frozen=True)
class PlantedError:
    """One line or more of a game's rules, what to write instead, and the clause test that must notice."""

    game: str
    what: str
    right: str
    wrong: str
    test: str

    @property
    def rules(self) -> Path:
        """The file, inside the package."""
        return Path("games", self.game, "rules.py")


def errors_of(game: str) -> list[PlantedError]:
    found = tomllib.loads((HERE / "planted_errors" / f"{game}.toml").read_text(encoding="utf-8"))
    return [PlantedError(game, **error) for error in found["error"]]


def cases() -> list[Any]:
    return [
        pytest.param(error, id=f"{game}-{number}-{error.test.removeprefix('test_')}")
        for game in GAMES
        for number, error in enumerate(errors_of(game), 1)
    ]


def planted(error: PlantedError, code: str) -> str:
    """Return the code with the error; fail unless the place is found exactly once."""
    places = code.count(error.right)
    assert places == 1, f"{error.rules} has {places} places like this, not one:\n{error.right}"
    return code.replace(error.right, error.wrong)


@pytest.mark.parametrize("error", cases())
def test_an_error_can_still_be_planted(error: PlantedError) -> None:
    code = (PACKAGE / error.rules).read_text(encoding="utf-8")
    compile(planted(error, code), error.rules, "exec")
    clause_tests = (TESTS / "clauses" / f"test_{error.game}.py").read_text(encoding="utf-8")
    assert re.match(r"test_\d+_\d+_", error.test)
    assert f"def {error.test}(" in clause_tests, f"{error.game} has no clause test {error.test}"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_planted_errors(game: str) -> None:
    assert len(errors_of(game)) >= 5


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package without what a clause test does not need."""
    ignored = shutil.ignore_patterns("__pycache__", "static")
    return shutil.copytree(PACKAGE, tmp_path / "src" / "paddock", ignore=ignored)


def run_clause_tests(game: str, package: Path, names: set[str]) -> subprocess.CompletedProcess[str]:
    """Run clause tests against a copy of the package, with the compiler off."""
    settings = ["-o", f"pythonpath={shlex.join([str(package.parent), str(TESTS)])}", "--rootdir", str(TESTS.parent)]
    chosen = [f"{TESTS / 'clauses' / f'test_{game}.py'}::{name}" for name in sorted(names)]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider", *settings, *chosen],
        cwd=package.parent,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


@only_when_soaking
@pytest.mark.parametrize("error", cases())
def test_a_planted_error_makes_its_clause_test_fail(error: PlantedError, copy: Path) -> None:
    rules = copy / error.rules
    rules.write_text(planted(error, rules.read_text(encoding="utf-8")), encoding="utf-8")
    run = run_clause_tests(error.game, copy, {error.test})
    assert run.returncode == SOME_FAILED, f"{error.what}\n{run.stdout}{run.stderr}"


@only_when_soaking
@pytest.mark.parametrize("game", GAMES)
def test_without_an_error_these_clause_tests_pass(game: str, copy: Path) -> None:
    run = run_clause_tests(game, copy, {error.test for error in errors_of(game)})
    assert run.returncode == ALL_PASSED, run.stdout + run.stderr
