"""Memory allocation: the service uses the C library's allocator, which returns free memory page by page.

Python's own allocator takes arenas of 1 MiB and returns an arena only when nothing in it is used. After thousands of
tables are gone, single small objects such as a counter or a timer keep twenty arenas alive. The C library makes a move
slightly slower and returns nearly everything (figures: docs/measurements/scale.md).
"""

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Final

ALLOCATOR: Final = "PYTHONMALLOC"
"""The environment variable that selects Python's allocator. Python reads it before anything else."""


def start_with_the_c_library() -> None:
    """Restart this process with the C library's allocator.

    Do nothing if an allocator is already chosen, or if the C library cannot return pages on demand.
    """
    if ALLOCATOR not in os.environ and trim_of_this_system() is not None:
        os.environ[ALLOCATOR] = "malloc"
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


@cache
def trim_of_this_system() -> Callable[[int], int] | None:
    """Return glibc's `malloc_trim`, or None on systems without it."""
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return None
    return found


def let_pages_go() -> bool:
    """Return freed pages to the system and say whether there were any. It takes milliseconds: call it in a thread."""
    trim = trim_of_this_system()
    return trim is not None and bool(trim(0))
