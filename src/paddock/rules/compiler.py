"""One decorator, `compiled`: plain Python that Numba turns into native code and keeps on disk.

Numba's own cache looks only at the file a function stands in, while our kernels are made of functions
from several files. So the cache directory itself carries a fingerprint of all compiled sources and of
the compiler: change a rule, and a fresh directory is used.

With `NUMBA_DISABLE_JIT=1` the same functions run as they are written, in a debugger or under coverage.
"""

import hashlib
import os
import platform
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import ParamSpec, TypeVar

import llvmlite
import numba
import numba.extending
import numpy as np
import platformdirs

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE = Path(__file__).parent.parent
COMPILED_LAYERS = ("rules", "games", "bots")
KEPT_DAYS = 30


def sources() -> Iterator[Path]:
    """Every file that may hold compiled code, in a fixed order."""
    for layer in COMPILED_LAYERS:
        yield from sorted((PACKAGE / layer).rglob("*.py"))


def fingerprint(files: Iterable[Path]) -> str:
    """Changes whenever code compiled from these files could: with them, Numba, NumPy, llvmlite or Python."""
    digest = hashlib.sha256()
    versions = (numba.__version__, np.__version__, llvmlite.__version__, platform.python_version())
    digest.update(repr(versions).encode())
    for path in files:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_directory() -> Path:
    """Where the native code of exactly these sources is kept."""
    return Path(platformdirs.user_cache_dir("paddock", appauthor=False)) / "compiled" / fingerprint(sources())


def forget_old_code(current: Path) -> None:
    """Native code of other versions goes once nobody has used it for a month; using it dates it anew."""
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
numba.config.CACHE_DIR = str(CACHE)

COMPILING = not numba.config.DISABLE_JIT


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Native, cached on disk, and free of Python's lock while it runs.

    Compiled code allocates nothing and keeps nothing: arrays belong to the caller. So Numba's reference counts,
    a few atomic instructions for every array that is passed on, are switched off (docs/decisions/0002).
    """
    return native(function)


def brief(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled for a call from Python that is over in a microsecond: too short to let go of Python's lock.

    Whoever lets go of the lock waits until everybody else who wants it has had it, thousands of times as long.
    """
    return native(function, nogil=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled into each of its callers: for the few small functions at the heart of every loop."""
    return native(function, forceinline=True)


def apart(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled, and called by an inlined function instead of copied into it.

    Numba hands on from an inlined function to all that it calls that it be inlined too, unless that says otherwise. For
    rules this is just right: all of a turn is one loop. A bot's thinking is too much for it, and says otherwise.
    """
    return native(function, forceinline=False)


def alone() -> None:
    """Says within a compiled function that it is not copied into its callers.

    What LLVM does with a function takes more than twice the time for twice the length. So large functions that are
    called in large functions are kept apart.
    """


@numba.extending.intrinsic
def mark_alone(typing):  # type: ignore[no-untyped-def]
    def mark(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return numba.types.none(), mark


@numba.extending.overload(alone, inline="always")
def alone_compiled():  # type: ignore[no-untyped-def]
    return lambda: mark_alone()


def native(function: Callable[P, R], **how: bool) -> Callable[P, R]:
    kept = Path(function.__code__.co_filename).is_file()  # what was typed at a prompt has no file to go by
    made: Callable[P, R] = numba.njit(cache=kept, error_model="numpy", _nrt=False, **{"nogil": True, **how})(function)
    return made
