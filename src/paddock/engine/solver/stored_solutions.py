"""Stored solutions: their directory on disk, and a limit on its size. The least recently used are deleted first."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import platformdirs

MOST_STORED_BYTES: Final = 4 * 2**30
"""The disk space of all solutions, about ten shipped boards."""
MOST_STORED: Final = 64
"""The number of solutions on disk: those of small boards take little space each."""
UNFINISHED: Final = ".unfinished-"
"""The beginning of the name of a directory that is still being written."""


def solutions_directory() -> Path:
    """Return the directory of all solutions: one directory for each version of a solver, and one for each problem."""
    return Path(platformdirs.user_cache_dir("paddock", appauthor=False)) / "solutions"


def stored_solutions() -> Iterator[tuple[float, int, Path]]:
    """Yield the time of last use, the size in bytes and the directory of each stored solution."""
    for directory in solutions_directory().glob(f"*/[!{UNFINISHED[0]}]*"):
        with suppress(OSError):  # another process deleted it
            yield directory.stat().st_mtime, sum(file.stat().st_size for file in directory.iterdir()), directory


def mark_used(directory: Path) -> None:
    """Record the use of a stored solution."""
    with suppress(OSError):
        os.utime(directory)


def delete_least_used(keep: Path) -> None:
    """Delete solutions, the least recently used first, until the others are within both limits."""
    found = sorted(stored_solutions())
    total, number = sum(size for _, size, _ in found), len(found)
    for _, size, directory in found:
        if (total > MOST_STORED_BYTES or number > MOST_STORED) and directory != keep:
            shutil.rmtree(directory, ignore_errors=True)
            total, number = total - size, number - 1
