"""What nobody will ask for again is cleared away: a lesson, some days after somebody last sat at it."""

import asyncio
import contextlib
import time
from typing import Final

from paddock.server import store
from paddock.server.database import Unavailable
from paddock.server.writer import Writer

KEPT: Final = 7 * 24 * 3600.0
"""Seconds for which a lesson can be gone on with."""
EVERY: Final = 3600.0
"""Seconds between two looks."""


async def tidy(writer: Writer) -> None:
    """Until the service stops."""
    while True:
        with contextlib.suppress(Unavailable):  # the next look finds the same
            await writer.do(lambda connection: store.clear_lessons(connection, time.time() - KEPT))
        await asyncio.sleep(EVERY)
