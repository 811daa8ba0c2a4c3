"""Token buckets: a burst is welcome, a flood is not."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from paddock.server.problems import TooMuch


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many at once, and so many a second after that."""

    burst: float
    rate: float


CONNECTION: Final = Allowance(60, 20)
"""Messages on one socket: nobody clicks faster."""
GUEST: Final = Allowance(120, 20)
"""Acts of one guest, on all their sockets and by HTTP."""
ADDRESS: Final = Allowance(600, 100)
"""A family, or a school, shares one."""
CODES: Final = Allowance(20, 0.2)
"""Short codes tried from one address: a slip of the finger now and then, no search."""
NEWCOMERS: Final = Allowance(60, 1)
"""New guests from one address."""
TABLES: Final = Allowance(30, 0.2)
"""New tables and records of one guest."""
KEYS: Final = Allowance(20, 0.1)
"""Resume links and tokens of one guest."""
STUDIES: Final = Allowance(5, 0.02)
"""Studies of one guest: minutes of a core each."""
THOUGHTS: Final = Allowance(20, 0.5)
"""Questions from one address that an expert thinks about, a second or so each."""

MOST_BUCKETS: Final = 50_000


class Bucket:
    """What is left of one allowance."""

    __slots__ = ("allowance", "left", "seen")

    def __init__(self, allowance: Allowance, now: float) -> None:
        self.allowance = allowance
        self.left = allowance.burst
        self.seen = now

    def take(self, now: float) -> bool:
        self.left = min(self.allowance.burst, self.left + (now - self.seen) * self.allowance.rate)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def give_back(self) -> None:
        """What was taken last is not used after all."""
        self.left += 1


UNLIMITED: Final = Bucket(Allowance(float("inf"), 0), 0.0)


class Limits:
    """The buckets of everybody; the ones that were not used for the longest time are forgotten first, being full."""

    def __init__(self, *, unlimited: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._buckets: OrderedDict[tuple[Allowance, str], Bucket] = OrderedDict()
        self._clock = clock
        self.unlimited = unlimited

    def take(self, allowance: Allowance, who: str) -> Bucket:
        """One more of these, from this bucket; `TooMuch` if that is one too many."""
        if self.unlimited:
            return UNLIMITED
        key = allowance, who
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(allowance, self._clock())
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        if not bucket.take(self._clock()):
            raise TooMuch("that was too much at once; wait a moment and try again")
        return bucket

    def bucket(self, allowance: Allowance) -> Bucket:
        """A bucket for one connection, which forgets it when it closes."""
        return UNLIMITED if self.unlimited else Bucket(allowance, self._clock())
