"""The compile cache: the directory on disk for native code of exactly these sources.

Numba's own cache checks only the file that defines a function, but a kernel calls functions from several files.
So the name of the cache directory contains a fingerprint of all compiled sources and of the compiler. Any change of
a rule uses a new directory.
"""

import hashlib
import os
import platform
import shutil
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import llvmlite
import numba
import numpy as np
import platformdirs

PACKAGE = Path(__file__).parents[2]
COMPILED_LAYERS = ("engine", "games", "bots")
KEPT_DAYS = 30
"""Days without use after which native code of another version is deleted."""


def sources() -> Iterator[Path]:
    """Yield every file that may contain compiled code, in a fixed order."""
    for layer in COMPILED_LAYERS:
        yield from sorted((PACKAGE / layer).rglob("*.py"))


def fingerprint(files: Iterable[Path]) -> str:
    """Return a hash of these files and of the versions of Numba, NumPy, llvmlite and Python."""
    digest = hashlib.sha256()
    versions = (numba.__version__, np.__version__, llvmlite.__version__, platform.python_version())
    digest.update(repr(versions).encode())
    for path in files:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_directory() -> Path:
    """Return the directory for the native code of exactly these sources."""
    return Path(platformdirs.user_cache_dir("paddock", appauthor=False)) / "compiled" / fingerprint(sources())


def forget_old_code(current: Path) -> None:
    """Delete native code of other versions that was not used for a month. Each use updates the directory's time."""
    if not current.parent.is_dir():
        return
    if current.is_dir() and os.access(current, os.W_OK):
        os.utime(current)
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for other in current.parent.iterdir():
        if other != current and other.is_dir() and other.stat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)


CACHE = cache_directory()
forget_old_code(CACHE)
COMPILING = not numba.config.DISABLE_JIT
