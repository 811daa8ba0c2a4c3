"""Real service processes that tests start, kill and restart."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from paddock.server.config import ServerConfig
from server.offspring import die_with_parent

TESTS: Final = Path(__file__).parent.parent
SOURCE: Final = TESTS.parent / "src"
PATIENCE: Final = 180.0


def surroundings() -> dict[str, str]:
    """Return an environment with one thread per library: a process that forks must have no other threads."""
    path = os.pathsep.join(map(str, (SOURCE, TESTS)))
    return {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}


class Zygote:
    """The process that forks servers. It runs tests/server/zygote.py."""

    def __init__(self, *games: str) -> None:
        words = [sys.executable, "-m", "server.zygote", *games]
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=surroundings(),
            preexec_fn=die_with_parent,
        )
        while self._heard() != "ready":
            pass

    def _heard(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the zygote is gone")
        return json.loads(line)

    def ask(self, **order: Any) -> int:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        answer: int = self._heard()
        return answer

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


def wait_until_open(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.005)
    raise RuntimeError(f"no service opened at port {port}")


@dataclass
class House:
    """One service process that restarts at the same address."""

    zygote: Zygote
    folder: Path
    database: str
    port: int = field(default_factory=free_port)
    pages: Path | None = None
    """A file that contains the size of the disk in SQLite's pages."""
    pid: int | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / f"log-{self.port}"

    def start(self) -> None:
        config = ServerConfig(port=self.port, database=self.database, directory=str(self.folder), unlimited=True)
        pages = None if self.pages is None else str(self.pages)
        self.pid = self.zygote.ask(serve=msgspec.to_builtins(config), log=str(self.log), pages=pages)

    def open(self) -> str:
        """Start the process, wait until it accepts connections, and return its address."""
        self.start()
        wait_until_open(self.port)
        return self.url

    def kill(self) -> None:
        """Kill the process, like a power failure."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Stop the process, like an administrator, and return its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self.pid is None:
            return 0
        os.kill(self.pid, how)
        status = self.zygote.ask(wait=self.pid)
        self.pid = None
        return status
