"""Memory that was given back by Python, but not by the C library: it keeps freed pages unless it is asked for them."""

import ctypes
from collections.abc import Callable
from functools import cache


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
