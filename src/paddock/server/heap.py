"""Where the service has its memory from: the C library, which gives back what is free page by page.

Python's own allocator takes memory in arenas of 1 MiB, and an arena goes back only when nothing in it is used. When
thousands of tables are gone, a number of the metrics here and the timer of a task that sleeps there keep twenty of
them. What the C library does instead costs a move some time, and nearly all goes back (docs/scale.md has the figures).
"""

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Final

ALLOCATOR: Final = "PYTHONMALLOC"
"""The environment variable by which Python is told whose allocator to use. It is read before anything else."""


def start_with_the_c_library() -> None:
    """Begin this process again, as it was started, with the C library's allocator.

    Not where somebody has chosen an allocator already, nor where the C library does not give pages back on demand.
    """
    if ALLOCATOR not in os.environ and trim_of_this_system() is not None:
        os.environ[ALLOCATOR] = "malloc"
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


@cache
def trim_of_this_system() -> Callable[[int], int] | None:
    """The function of glibc that lets freed pages go; other C libraries have none, and some systems cannot be asked."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return found


def let_pages_go() -> bool:
    """Give freed pages back to the system; whether there were any. It takes milliseconds, so not in the loop."""
    trim = trim_of_this_system()
    return trim is not None and bool(trim(0))
