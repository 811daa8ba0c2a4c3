"""Admission of solver jobs: a limit on waiting jobs, in all and for each client."""

import threading
from typing import Final

MOST_WAITING: Final = 3
"""Problems that wait or are being solved, in all."""


class SolverAdmission:
    """The clients whose problems wait or are being solved, and counts for metrics."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._clients: list[str] = []
        self.refused = 0
        """Problems that were not admitted."""

    @property
    def waiting(self) -> int:
        return len(self._clients)

    def enter(self, client: str) -> bool:
        """Admit a problem of this client, or return False: it has one already, or too many wait."""
        with self._lock:
            if client in self._clients or len(self._clients) >= MOST_WAITING:
                self.refused += 1
                return False
            self._clients.append(client)
            return True

    def leave(self, client: str) -> None:
        with self._lock:
            self._clients.remove(client)
