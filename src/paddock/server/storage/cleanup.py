"""Cleanup: deletes lessons a week after their last entry."""

import asyncio
import contextlib
import time
from typing import Final

from paddock.server.storage import statements
from paddock.server.storage.engine import Unavailable
from paddock.server.storage.writer import Writer

KEPT: Final = 7 * 24 * 3600.0
"""Seconds for which a lesson can be continued."""
EVERY: Final = 3600.0
"""Seconds between two cleanups."""


async def tidy(writer: Writer) -> None:
    """Background task: delete old lessons."""
    while True:
        with contextlib.suppress(Unavailable):  # the next cleanup tries again
            await writer.do(lambda connection: statements.clear_lessons(connection, time.time() - KEPT))
        await asyncio.sleep(EVERY)
