"""The Numba decorators (`compiled`, `inlined` and others) and the compile cache on disk.

Numba's own cache checks only the file that defines a function, but a kernel calls functions from several files.
So the name of the cache directory contains a fingerprint of all compiled sources and of the compiler. Any change of
a rule uses a new directory.

With `NUMBA_DISABLE_JIT=1` the same functions run as plain Python, in a debugger or under coverage.
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
numba.config.CACHE_DIR = str(CACHE)

COMPILING = not numba.config.DISABLE_JIT


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function to native code that is cached on disk and releases the GIL while it runs.

    Compiled code allocates nothing and stores no array, since all arrays belong to the caller. So Numba's reference
    counting, a few atomic instructions for every array argument, is switched off (docs/decisions/0002).
    """
    return native(function)


def compiled_holding_gil(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function for calls from Python that take about a microsecond, too short to release the GIL.

    A thread that releases the GIL waits for all other threads that want it, which may take a thousand times longer.
    """
    return native(function, nogil=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function into each of its callers. It is for the few small functions inside every loop."""
    return native(function, forceinline=True)


def compiled_apart(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that an inlined function calls, without inlining it there.

    Numba also inlines every function that an inlined function calls, unless that function forbids it. This suits
    rules, where a whole turn becomes one loop. The search of a bot is too large for it and forbids it.
    """
    return native(function, forceinline=False)


def never_inline() -> None:
    """Forbid LLVM to inline the compiled function that calls this marker.

    LLVM needs more than twice the time for a function of twice the length. So a large function that another large
    function calls stays separate.
    """


@numba.extending.intrinsic
def mark_noinline(typing):  # type: ignore[no-untyped-def]
    def mark(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return numba.types.none(), mark


@numba.extending.overload(never_inline, inline="always")
def never_inline_compiled():  # type: ignore[no-untyped-def]
    return lambda: mark_noinline()


def native(function: Callable[P, R], **how: bool) -> Callable[P, R]:
    """Compile a function with Numba. The options override the defaults of `compiled`."""
    on_disk = Path(function.__code__.co_filename).is_file()  # not at the interactive prompt
    made: Callable[P, R] = numba.njit(cache=on_disk, error_model="numpy", _nrt=False, **{"nogil": True, **how})(
        function
    )
    return made
