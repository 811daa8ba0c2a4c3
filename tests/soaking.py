"""How long the promises are tested: as long as `make test` has time for, or ten times as long by `make soak`."""

import os
from typing import Final

SOAK: Final = int(os.environ.get("PADDOCK_SOAK", "1"))
"""How many times as long."""
SEED: Final = int(os.environ.get("PADDOCK_SEED", "4"))
"""Of every random choice of the clients and of who kills; a run tells it when it fails."""
