"""A lock that can also be taken at once, by who has no task that could wait."""

import asyncio
from collections import deque


class Latch:
    """One at a time, in the order in which they came: who lets it go hands it to the next."""

    __slots__ = ("_taken", "_waiting")

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        return self._taken

    def take(self) -> bool:
        """Take it if it is free; whether it was."""
        free = not self._taken
        self._taken = True
        return free

    def release(self) -> None:
        """Hand it to who has waited longest, if anybody still does."""
        while self._waiting:
            next_one = self._waiting.popleft()
            if not next_one.done():
                next_one.set_result(None)
                return
        self._taken = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        handed = asyncio.get_running_loop().create_future()
        self._waiting.append(handed)
        try:
            await handed
        except asyncio.CancelledError:
            if not handed.cancelled():  # it was handed over just before
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
