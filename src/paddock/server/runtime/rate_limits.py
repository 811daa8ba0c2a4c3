"""Rate limits as token buckets: a short burst passes, a flood does not."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from paddock.server.errors import TooManyRequests


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A rate limit: the size of a burst, and tokens per second after it."""

    burst: float
    rate: float


CONNECTION: Final = RateLimit(60, 20)
"""Messages on one socket; faster than any person clicks."""
GUEST: Final = RateLimit(120, 20)
"""Commands of one guest, on all sockets and over HTTP."""
ADDRESS: Final = RateLimit(600, 100)
"""Requests from one address, which a family or a school may share."""
CODES: Final = RateLimit(20, 0.2)
"""Short codes tried from one address: enough for typing errors, too few for a search."""
NEWCOMERS: Final = RateLimit(60, 1)
"""New guests from one address."""
TABLES: Final = RateLimit(30, 0.2)
"""New tables and records of one guest."""
KEYS: Final = RateLimit(20, 0.1)
"""Resume links and tokens of one guest."""
STUDIES: Final = RateLimit(5, 0.02)
"""Studies of one guest; each takes minutes of a core."""
THOUGHTS: Final = RateLimit(20, 0.5)
"""Questions to bots from one address; each takes about a second."""

MOST_BUCKETS: Final = 50_000


class Bucket:
    """The remaining tokens of one rate limit."""

    __slots__ = ("allowance", "left", "seen")

    def __init__(self, allowance: RateLimit, now: float) -> None:
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
        """Return a token that was taken and not used."""
        self.left += 1


UNLIMITED: Final = Bucket(RateLimit(float("inf"), 0), 0.0)


class RateLimits:
    """The buckets of all clients. The least recently used are evicted first, since they are full again."""

    def __init__(self, *, unlimited: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._buckets: OrderedDict[tuple[RateLimit, str], Bucket] = OrderedDict()
        self._clock = clock
        self.unlimited = unlimited

    def take(self, allowance: RateLimit, who: str) -> Bucket:
        """Take a token from this client's bucket and return the bucket. Raise `TooManyRequests` if it is empty."""
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
            raise TooManyRequests("too many requests; wait a moment and try again")
        return bucket

    def bucket(self, allowance: RateLimit) -> Bucket:
        """Return a bucket for one connection. It ends with the connection."""
        return UNLIMITED if self.unlimited else Bucket(allowance, self._clock())
