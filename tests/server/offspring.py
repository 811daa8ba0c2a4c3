"""Child processes that end with their parent."""

import ctypes
import signal
import sys
from typing import Final

PARENT_DEATH: Final = 1
"""PR_SET_PDEATHSIG of prctl(2)."""
LIBC: Final = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent() -> None:
    """Call this in a child process: Linux ends the child with its parent. Elsewhere the parent must end it."""
    if LIBC is not None:
        LIBC.prctl(PARENT_DEATH, signal.SIGKILL, 0, 0, 0)
