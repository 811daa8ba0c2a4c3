"""The length of long tests: short in `make test`, long in `make soak`."""

import os
from typing import Final

SOAK: Final = int(os.environ.get("PADDOCK_SOAK", "1"))
"""The factor for tests of the service. `make soak` sets it to 10."""
SEED: Final = int(os.environ.get("PADDOCK_SEED", "4"))
"""The seed of random clients and random kills. A failing run prints it."""


def sweep(full: int) -> int:
    """Return the number of cases of an exhaustive sweep: a tenth, rounded up, in `make test`, all in `make soak`.

    >>> sweep(25) == (25 if SOAK > 1 else 3)
    True
    """
    return full if SOAK > 1 else -(-full // 10)
