"""Child processes that do not outlive who started them."""

import ctypes
import signal
import sys
from typing import Final

PARENT_DEATH: Final = 1
"""PR_SET_PDEATHSIG of prctl(2)."""
LIBC: Final = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent() -> None:
    """To be called in a child: Linux ends it when its parent is gone. Elsewhere the parent does it while it can."""
    if LIBC is not None:
        LIBC.prctl(PARENT_DEATH, signal.SIGKILL, 0, 0, 0)
