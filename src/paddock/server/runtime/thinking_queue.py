"""A fair queue for work in threads: bots, the coach, analyses and replays.

The queue shares the threads by start-time fair queueing. Every client has a virtual time, which advances by the seconds
that its jobs take. The client with the lowest virtual time is next. So a client that asks for little waits for one job
at most, however many jobs other clients have.

- No client has more than all threads but one. Neither have all unattended tables together.
- An unattended table pays `UNATTENDED_COST` for each second.
- The queue is bounded, for each client and in all. When it is full, an unattended table loses its job, or else the
  client with most waiting jobs.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from paddock.server.errors import TooManyRequests

UNATTENDED_COST: Final = 10.0
"""The factor by which the jobs of a table without a connected person are more expensive."""
MOST_IDLE: Final = 1000
"""Idle clients whose virtual time is kept."""

Result = TypeVar("Result")


class QueueFull(TooManyRequests):
    """The queue accepts no more jobs of this client."""

    def __init__(self) -> None:
        super().__init__("too many questions are waiting for an answer; ask again in a moment")


@dataclass(slots=True)
class Client:
    """The jobs of one client."""

    attended: bool
    virtual_time: float
    waiting: "deque[tuple[Future[Any], Callable[[], Any]]]" = field(default_factory=deque)
    running: int = 0

    @property
    def idle(self) -> bool:
        return not (self.waiting or self.running)


class ThinkingQueue:
    """Runs jobs in threads, fairly among clients. Every thread may submit jobs."""

    def __init__(self, name: str, threads: int, *, per_client: int, in_all: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._share = max(1, threads - 1)
        self._per_client = per_client
        self._in_all = in_all
        self._clients: dict[tuple[str, bool], Client] = {}
        self._virtual_time = 0.0
        """The virtual time of the client whose job started last."""
        self._lock = threading.Lock()

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a thread."""
        with self._lock:
            return sum(len(client.waiting) for client in self._clients.values())

    def submit(self, client: str, work: Callable[[], Result], *, attended: bool = True) -> Future[Result]:
        """Queue a job of this client and return its future. Raise `QueueFull` if the client has too many."""
        job: Future[Result] = Future()
        with self._lock:
            ours = self._client(client, attended=attended)
            if len(ours.waiting) >= self._per_client:
                raise QueueFull
            dropped = self._drop_for(ours)
            ours.waiting.append((job, work))
        if dropped is not None and dropped.set_running_or_notify_cancel():
            dropped.set_exception(QueueFull())
        self._pool.submit(self._run)
        return job

    def _client(self, name: str, *, attended: bool) -> Client:
        """Return a client. One that was idle does not get the time back that it did not use."""
        client = self._clients.get((name, attended))
        if client is None:
            if len(self._clients) >= MOST_IDLE:
                self._clients = {key: one for key, one in self._clients.items() if not one.idle}
            client = self._clients[name, attended] = Client(attended, self._virtual_time)
        elif client.idle:
            client.virtual_time = max(client.virtual_time, self._virtual_time)
        return client

    def _drop_for(self, ours: Client) -> "Future[Any] | None":
        """Return the job that loses its place to a new one, if the queue is full. Raise `QueueFull` if it is ours."""
        busy = [client for client in self._clients.values() if client.waiting]
        if sum(len(client.waiting) for client in busy) < self._in_all:
            return None
        victim = max(busy, key=lambda client: (not client.attended, len(client.waiting)))
        if (not victim.attended, len(victim.waiting)) <= (not ours.attended, len(ours.waiting) + 1):
            raise QueueFull
        return victim.waiting.pop()[0]

    def _run(self) -> None:
        """Run jobs until none may start. The thread of a job that ends looks again: others may start then."""
        while (found := self._next()) is not None:
            client, job, work = found
            started = time.perf_counter()
            try:
                if job.set_running_or_notify_cancel():
                    try:
                        job.set_result(work())
                    except BaseException as flaw:  # noqa: BLE001  the future carries it to the asking task
                        job.set_exception(flaw)
            finally:
                seconds = time.perf_counter() - started
                with self._lock:
                    client.running -= 1
                    client.virtual_time += seconds * (1.0 if client.attended else UNATTENDED_COST)

    def _next(self) -> "tuple[Client, Future[Any], Callable[[], Any]] | None":
        """Take the next job from the queue, or return None if none may start now."""
        with self._lock:
            unattended = sum(client.running for client in self._clients.values() if not client.attended)
            ready = [
                client
                for client in self._clients.values()
                if client.waiting and client.running < self._share and (client.attended or unattended < self._share)
            ]
            if not ready:
                return None
            client = min(ready, key=lambda one: (one.running, one.virtual_time, not one.attended))
            self._virtual_time = max(self._virtual_time, client.virtual_time)
            client.running += 1
            return client, *client.waiting.popleft()
