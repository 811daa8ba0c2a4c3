"""The valid keys that this worker knows, and the open sockets that use them."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

from paddock.server.storage.keys import find_key
from paddock.server.storage.queries import Queries

REMEMBERED: Final = 20_000

Ended = Callable[[], None]
"""Called when a key ends."""


class KeyRing:
    """A cache of valid keys. A key that ends leaves it at once, and its sockets are closed.

    Other workers announce ended keys by PostgreSQL NOTIFY. Nothing is queried for each message of a socket.
    """

    def __init__(self, queries: Queries) -> None:
        self._queries = queries
        self._known: OrderedDict[str, tuple[str, str]] = OrderedDict()
        """Mark -> guest and purpose."""
        self._in_use: dict[str, set[Ended]] = {}
        """Mark -> the open sockets with this key."""
        self._endings = 0
        """The number of endings so far. A query that began before one may return an ended key."""

    async def find(self, mark: str) -> tuple[str, str] | None:
        """Return the guest and the purpose of a key, or None if it is unknown or ended."""
        found = self._known.get(mark)
        if found is not None:
            self._known.move_to_end(mark)
            return found
        while True:
            before = self._endings
            found = await asyncio.to_thread(find_key, self._queries, mark)
            if found is None:
                return None
            if before == self._endings:
                break
        self._known[mark] = found
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return found

    async def use(self, mark: str, ended: Ended) -> bool:
        """Call `ended` when this key ends, until `leave`. Return False if it has ended already."""
        self._in_use.setdefault(mark, set()).add(ended)
        return await self.find(mark) is not None

    def leave(self, mark: str, ended: Ended) -> None:
        users = self._in_use.get(mark, set())
        users.discard(ended)
        if not users:
            self._in_use.pop(mark, None)

    def end(self, marks: Iterable[str]) -> None:
        """Forget these keys and tell their sockets."""
        self._endings += 1
        for mark in marks:
            self._known.pop(mark, None)
            for ended in list(self._in_use.get(mark, ())):
                ended()

    async def check_all(self) -> None:
        """Ask for every key again: announcements of other workers may be lost."""
        self._endings += 1
        self._known.clear()
        for mark in list(self._in_use):
            if await self.find(mark) is None:
                self.end([mark])
