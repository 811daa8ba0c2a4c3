"""Metrics for Prometheus."""

import asyncio

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The counters of one worker, in their own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("paddock_moves", "Committed decisions of people.", registry=self.registry)
        self.bot_moves = Counter("paddock_bot_moves", "Committed decisions of bots.", registry=self.registry)
        self.thoughts = Counter("paddock_thoughts", "Decisions that bots computed.", registry=self.registry)
        self.refused = Counter("paddock_refused", "Refused commands and requests.", ["code"], registry=self.registry)
        self.failed = Counter("paddock_failed", "Unexpected errors.", registry=self.registry)
        self.sockets = Gauge("paddock_sockets", "Open sockets.", registry=self.registry)
        self.tables = Gauge("paddock_tables", "Tables in memory.", registry=self.registry)
        self.commits = Gauge("paddock_commits", "Transactions committed.", registry=self.registry)
        self.waiting = Gauge("paddock_waiting", "Jobs that wait for a thread.", ["queue"], registry=self.registry)
        self.solver_waiting = Gauge(
            "paddock_solver_waiting", "Problems that wait or are being solved.", registry=self.registry
        )
        self.solver_refused = Gauge(
            "paddock_solver_refused", "Problems that were not solved: too many waited.", registry=self.registry
        )
        self.solutions = Gauge("paddock_solutions", "Solutions on disk.", registry=self.registry)
        self.solution_bytes = Gauge(
            "paddock_solution_bytes", "Disk space of all solutions. The oldest are deleted.", registry=self.registry
        )
        self.requests = Histogram(
            "paddock_request_seconds", "Time to answer a request.", ["route"], registry=self.registry
        )

        self.played = 0
        """Decisions of people since the last scrape. A plain number is cheaper than a Prometheus counter."""

    def fail(self, what: str, flaw: BaseException) -> None:
        """Count and log an error in a background task."""
        self.failed.inc()
        asyncio.get_running_loop().call_exception_handler({"message": what, "exception": flaw})

    def text(self) -> bytes:
        self.moves.inc(self.played)
        self.played = 0
        return generate_latest(self.registry)
