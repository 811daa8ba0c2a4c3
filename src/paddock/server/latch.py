"""A lock that supports `async with`, taking without waiting, and waiting by callback."""

import asyncio
from collections.abc import Callable


class Latch:
    """A first-come, first-served lock: `release` hands it to the next waiter."""

    __slots__ = ("_waiting", "locked")

    def __init__(self) -> None:
        self.locked = False
        self._waiting: list[asyncio.Future[None] | Callable[[], None]] = []

    def take(self) -> bool:
        """Take the lock if it is free, and return whether it was."""
        free = not self.locked
        self.locked = True
        return free

    def call(self, waiting: Callable[[], None]) -> None:
        """Call this function once the lock, which is taken now, has been handed to it."""
        self._waiting.append(waiting)

    def release(self) -> None:
        """Hand the lock to the longest waiter, or free it."""
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
            if not handed.cancelled():  # the lock was handed over just before the cancellation
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
