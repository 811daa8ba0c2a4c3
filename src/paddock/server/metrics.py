"""What Prometheus may ask."""

import asyncio

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The counters of one worker, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("paddock_moves", "Decisions of people that were kept.", registry=self.registry)
        self.bot_moves = Counter("paddock_bot_moves", "Decisions of bots that were kept.", registry=self.registry)
        self.thoughts = Counter("paddock_thoughts", "Decisions that bots thought about.", registry=self.registry)
        self.refused = Counter("paddock_refused", "Messages that were refused.", ["code"], registry=self.registry)
        self.failed = Counter("paddock_failed", "Things that should never fail, and did.", registry=self.registry)
        self.sockets = Gauge("paddock_sockets", "Open sockets.", registry=self.registry)
        self.tables = Gauge("paddock_tables", "Tables in memory.", registry=self.registry)
        self.commits = Gauge("paddock_commits", "Transactions committed.", registry=self.registry)
        self.requests = Histogram(
            "paddock_request_seconds", "Time to answer a request.", ["route"], registry=self.registry
        )

        self.played = 0
        """Decisions of people that Prometheus has not been told of: to count costs less than to tell."""

    def fail(self, what: str, flaw: BaseException) -> None:
        """Something failed that nobody waits for: it is counted, and told in the log."""
        self.failed.inc()
        asyncio.get_running_loop().call_exception_handler({"message": what, "exception": flaw})

    def text(self) -> bytes:
        self.moves.inc(self.played)
        self.played = 0
        return generate_latest(self.registry)
