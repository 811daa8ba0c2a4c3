"""The Numba decorators: `compiled`, `inlined` and others.

With `NUMBA_DISABLE_JIT=1` the same functions run as plain Python, in a debugger or under coverage.
"""

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba
import numba.extending

from paddock.engine.compilation.compile_cache import CACHE

P = ParamSpec("P")
R = TypeVar("R")

numba.config.CACHE_DIR = str(CACHE)


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
