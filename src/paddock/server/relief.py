"""Memory that nobody needs any more goes back to the system once the service has become quiet.

A process does not shrink by itself when its tables are gone. What is remembered of them was made among them, and
every small object keeps a page that is empty otherwise, or with Python's own allocator a whole arena (`heap.py`). The
database has filled its caches, one for each connection, and the C library keeps the pages that were freed. So when most
tables have been forgotten, all that is remembered only for speed is forgotten, too. A service in full use keeps it.
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
from paddock.server.tables import Tables

LOOK: Final = 1.0
"""Seconds between two looks whether it is quiet now."""
REST: Final = 20.0
"""Seconds at least between two times that memory is given back."""
FEW: Final = 8
"""It is quiet when of so many tables there were, one or none is left."""
YOUNG: Final = 20_000
"""New objects before these are looked through. While hundreds of moves wait for the disk, ten thousand are on their way
and gone soon after: they are not worth a look."""
OURS: Final = ("paddock.", "litestar.")
"""Whose memories have to do with tables: parts of views, seats, positions to begin with; paths, headers, cookies."""
TIMES: Final = 3
"""How often the objects in free lists are changed."""
SPARE: Final = 3000
"""Objects that are made to have others in free lists: these hold 255 (asyncio) or 250 (uvloop), gaps are for more."""


def spare_the_old() -> None:
    """Have the garbage collector look at what is young, and at nothing twice.

    What has outlived a look is in use as a rule, a million objects from the start and more with every move: to look
    through them again would stop everybody for a fifth of a second. Nothing of a table or a socket waits for the
    collector, so older garbage is rare; it is found when nobody plays.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
    gc.callbacks.append(freeze_after)


def freeze_after(phase: str, _: object) -> None:
    if phase == "stop":
        gc.freeze()


def memories() -> "set[_lru_cache_wrapper[Any]]":
    """All that our modules and the framework remember for speed and could make again: caches of bounded size.

    What a cache without a bound remembers was made once for all.
    """
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(OURS)]
    caches = {one for module in modules for one in vars(module).values() if isinstance(one, _lru_cache_wrapper)}
    return {one for one in caches if one.cache_parameters()["maxsize"] is not None}


def forget_names() -> None:
    """Empty Python's own memory of what types have: it keeps every name that C code asks for as a string of its own.

    msgspec asks for the `search` of a pattern so, for every link that somebody opens.
    """
    clear: Callable[[], object] = getattr(sys, "_clear_internal_caches", None) or sys._clear_type_cache
    clear()


async def change_free_lists() -> None:
    """Have other objects in the lists of used ones that asyncio and uvloop keep, which nobody can empty.

    The ones in there lie wherever there was room when most tables were in use. So as many are made as fill all such
    gaps. The newest, which lie close together, are given back first and fill the lists.
    """
    loop = asyncio.get_running_loop()
    waited_for = loop.create_future()
    kinds = (waited_for.__await__, lambda: loop.call_soon(int), lambda: loop.call_later(LOOK, int))
    made = [[make() for _ in range(SPARE)] for make in kinds]
    await asyncio.sleep(2 * LOOK)  # the loop has them until they have been called
    for several in made:
        while several:
            several.pop()


class Relief:
    """Looks after the memory of one worker."""

    def __init__(self, tables: Tables, engine: Engine, *also: "_lru_cache_wrapper[Any]") -> None:
        self._tables = tables
        self._engine = engine
        self._also = also
        """Memories that no module has."""
        self._most = 0
        """Tables that there were at most since memory was given back."""
        self._last = 0
        """Tables at the last look."""

    def quiet(self) -> bool:
        """Whether nearly all of the tables that there were have been forgotten, and no more are right now."""
        now, before = self._tables.in_memory, self._last
        self._most, self._last = max(self._most, now), now
        return 0 < self._most >= FEW * now and now >= before

    async def give_back(self) -> None:
        """Forget what is remembered, and give back what is free then.

        What lives on is made anew now and then, close to what is in use if there is room: so a little later a few
        more pages are empty.
        """
        self._most = self._tables.in_memory
        for one in (*memories(), *self._also):
            one.cache_clear()
        forget_names()
        await asyncio.to_thread(self._engine.dispose)  # connections and their caches; others are opened when needed
        if not self._tables.in_memory:
            gc.unfreeze()  # nobody minds if it takes a while
        for _ in range(TIMES):
            gc.collect()  # Python's own free lists, too
            await change_free_lists()
        gc.collect()
        await asyncio.to_thread(let_pages_go)

    async def look_after(self) -> None:
        """Until the service stops."""
        given = time.monotonic()
        while True:
            await asyncio.sleep(LOOK)
            if self.quiet() and time.monotonic() > given + REST:
                await self.give_back()
                given = time.monotonic()
