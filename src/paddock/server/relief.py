"""Memory release: an idle service clears its caches and returns free memory to the system.

A process does not shrink by itself when its tables are evicted. Cached objects were allocated among them, and every
small object keeps a page, or with Python's own allocator a whole arena (`heap.py`). Every database connection has
caches, and the C library keeps freed pages. So when most tables are evicted, all caches are cleared. A busy service
keeps them.
"""

import asyncio
import gc
import sys
import time
from collections.abc import Callable
from functools import _lru_cache_wrapper
from typing import Any, Final

from sqlalchemy import Engine

from paddock.server.heap import let_pages_go
from paddock.server.runtime.registry import TableRegistry

LOOK: Final = 1.0
"""Seconds between two checks for idleness."""
REST: Final = 20.0
"""Minimum seconds between two releases."""
FEW: Final = 8
"""The service is idle when at most one in this many tables is left."""
YOUNG: Final = 20_000
"""Allocations between two garbage collections. Hundreds of moves that wait for the disk hold ten thousand objects
that are freed soon, so collecting earlier would be wasted work."""
OURS: Final = ("paddock.", "litestar.")
"""Packages whose caches depend on tables: views, seats and start positions; paths, headers and cookies."""
TIMES: Final = 3
"""Rounds of replacing the objects in free lists."""
SPARE: Final = 3000
"""Objects per round. Free lists hold 255 (asyncio) or 250 (uvloop) objects; the rest fills gaps in memory."""


def spare_the_old() -> None:
    """Make the garbage collector look at young objects only, and at each of them once.

    Objects that survive a collection are mostly in use: a million from the start, and more with every move. A full
    collection would stop the service for a fifth of a second. Tables and sockets contain no reference cycles, so older
    garbage is rare. It is collected when the service is idle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
    gc.callbacks.append(freeze_after)


def freeze_after(phase: str, _: object) -> None:
    if phase == "stop":
        gc.freeze()


def memories() -> "set[_lru_cache_wrapper[Any]]":
    """Return all bounded caches of our modules and of the framework: they can be filled again.

    An unbounded cache holds values that are computed once and stay.
    """
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(OURS)]
    caches = {one for module in modules for one in vars(module).values() if isinstance(one, _lru_cache_wrapper)}
    return {one for one in caches if one.cache_parameters()["maxsize"] is not None}


def forget_names() -> None:
    """Clear Python's type cache, which keeps a string for every name that C code looks up.

    msgspec looks up the `search` method of a pattern in this way, for every link that is opened.
    """
    clear: Callable[[], object] = getattr(sys, "_clear_internal_caches", None) or sys._clear_type_cache
    clear()


async def change_free_lists() -> None:
    """Replace the objects in asyncio's and uvloop's internal free lists, which cannot be emptied.

    Those objects lie scattered over the memory of the busiest time. This function allocates enough objects to fill all
    gaps, and frees the newest first. The newest lie close together, and fill the free lists.
    """
    loop = asyncio.get_running_loop()
    waited_for = loop.create_future()
    kinds = (waited_for.__await__, lambda: loop.call_soon(int), lambda: loop.call_later(LOOK, int))
    made = [[make() for _ in range(SPARE)] for make in kinds]
    await asyncio.sleep(2 * LOOK)  # the loop holds them until they have run
    for several in made:
        while several:
            several.pop()


class Relief:
    """Releases the memory of one worker."""

    def __init__(self, tables: TableRegistry, engine: Engine, *also: "_lru_cache_wrapper[Any]") -> None:
        self._tables = tables
        self._engine = engine
        self._also = also
        """Caches that no module attribute holds."""
        self._most = 0
        """The largest number of tables since the last release."""
        self._last = 0
        """The number of tables at the last check."""

    def quiet(self) -> bool:
        """Return whether nearly all tables have been evicted, and no eviction is under way."""
        now, before = self._tables.in_memory, self._last
        self._most, self._last = max(self._most, now), now
        return 0 < self._most >= FEW * now and now >= before

    async def give_back(self) -> None:
        """Clear all caches and return free memory to the system.

        Long-lived objects are reallocated from time to time, close to other objects if there is room. So more rounds
        free a few more pages.
        """
        self._most = self._tables.in_memory
        for one in (*memories(), *self._also):
            one.cache_clear()
        forget_names()
        await asyncio.to_thread(self._engine.dispose)  # closes connections with their caches; new ones open on demand
        if not self._tables.in_memory:
            gc.unfreeze()  # no table is in use, so a long collection disturbs no player
        for _ in range(TIMES):
            gc.collect()  # this also clears Python's own free lists
            await change_free_lists()
        gc.collect()
        await asyncio.to_thread(let_pages_go)

    async def look_after(self) -> None:
        """Background task: release memory whenever the service becomes idle."""
        given = time.monotonic()
        while True:
            await asyncio.sleep(LOOK)
            if self.quiet() and time.monotonic() > given + REST:
                await self.give_back()
                given = time.monotonic()
