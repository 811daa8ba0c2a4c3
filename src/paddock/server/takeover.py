"""Replaces a running server: the new process loads first, then stops the old one and takes its port.

A running server holds a lock on a file with its process id. So the file of a server that was killed does not count.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from paddock.engine.errors import BadOption, PaddockError
from paddock.server.config import ServerConfig

if sys.platform != "win32":
    import fcntl

STOP_TIMEOUT: Final = 30.0
"""Seconds that the old server has to finish its requests and writes."""
POLL: Final = 0.01


def pid_file(config: ServerConfig) -> Path:
    return config.folder / f"serve-{config.port}.pid"


def try_lock(file: IO[str]) -> bool:
    """Lock the file until it is closed, and return whether that was possible."""
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def registered(config: ServerConfig) -> Iterator[None]:
    """Let a successor find this process for as long as the context lasts."""
    config.folder.mkdir(parents=True, exist_ok=True)
    with pid_file(config).open("a+") as file:
        if try_lock(file):
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
        yield


def running_server(config: ServerConfig) -> int | None:
    """Return the process id of the server with this data directory and port, or None if none runs."""
    try:
        with pid_file(config).open("r+") as file:
            return None if try_lock(file) else int(file.read())
    except (FileNotFoundError, ValueError):
        return None


def stop_running(config: ServerConfig) -> None:
    """Stop the server with this data directory and port, if one runs, and wait until it has ended."""
    if sys.platform == "win32":
        raise BadOption("--replace does not work on Windows; stop the running server first")
    pid = running_server(config)
    if pid is None:
        return
    os.kill(pid, signal.SIGTERM)
    until = time.monotonic() + STOP_TIMEOUT
    while running_server(config) is not None:
        if time.monotonic() > until:
            raise PaddockError(f"the running server (process {pid}) did not stop within {STOP_TIMEOUT:.0f} seconds")
        time.sleep(POLL)
