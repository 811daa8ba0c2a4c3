"""The service uses the C library's allocator, if that returns memory page by page."""

import ctypes
import os
import platform
import subprocess
import sys
from collections.abc import Iterator

import pytest

from paddock.server.heap import ALLOCATOR, let_pages_go, start_with_the_c_library, trim_of_this_system

STORY = f"""
import os
from paddock.server.heap import start_with_the_c_library
start_with_the_c_library()
print(os.getpid(), os.environ["{ALLOCATOR}"])
"""


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """The command lines with which a process restarted."""
    words: list[list[str]] = []
    monkeypatch.delenv(ALLOCATOR, raising=False)
    monkeypatch.setattr(os, "execv", lambda path, with_words: words.append(with_words))
    yield words
    trim_of_this_system.cache_clear()


@pytest.fixture
def another_c_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    trim_of_this_system.cache_clear()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries cannot return pages on demand")
def test_a_process_restarts_as_itself() -> None:
    surroundings = {name: value for name, value in os.environ.items() if name != ALLOCATOR}
    process = subprocess.Popen([sys.executable, "-c", STORY], env=surroundings, stdout=subprocess.PIPE, text=True)
    said = process.communicate(timeout=60)[0]
    assert said.split() == [str(process.pid), "malloc"]


def test_a_chosen_allocator_is_kept(begun: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOCATOR, "pymalloc")
    start_with_the_c_library()
    assert begun == []
    assert os.environ[ALLOCATOR] == "pymalloc"


@pytest.mark.usefixtures("another_c_library")
def test_other_c_libraries_are_left_alone(begun: list[list[str]]) -> None:
    start_with_the_c_library()
    assert begun == []
    assert not let_pages_go()
