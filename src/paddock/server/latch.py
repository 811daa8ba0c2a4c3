"""A lock that can also be taken at once, or waited for, by who has no task that could wait."""

import asyncio
from collections.abc import Callable


class Latch:
    """One at a time, in the order in which they came: who lets it go hands it to the next."""

    __slots__ = ("_waiting", "locked")

    def __init__(self) -> None:
        self.locked = False
        self._waiting: list[asyncio.Future[None] | Callable[[], None]] = []

    def take(self) -> bool:
        """Take it if it is free; whether it was."""
        free = not self.locked
        self.locked = True
        return free

    def call(self, waiting: Callable[[], None]) -> None:
        """Have this called when the lock, which is taken, has been handed to it."""
        self._waiting.append(waiting)

    def release(self) -> None:
        """Hand it to who has waited longest, if anybody still does."""
        while self._waiting:
            next_one = self._waiting.pop(0)
            if not isinstance(next_one, asyncio.Future):
                next_one()
                return
            if not next_one.done():
                next_one.set_result(None)
                return
        self.locked = False

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
