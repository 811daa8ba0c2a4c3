"""The server on this machine: whether it answers, a free port for it, and its page once it is ready."""

import contextlib
import json
import socket
import threading
import time
import urllib.request
from collections.abc import Iterable
from typing import Final

from paddock.cli.browser import open_page
from paddock.engine.errors import PaddockError

START_TIMEOUT: Final = 30.0
"""Seconds that a started server has to answer."""


def is_paddock(url: str) -> bool:
    """Return whether a Paddock server answers at this address."""
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=1) as answer:
            health = json.load(answer)
        return isinstance(health, dict) and health.get("status") == "ok" and "tables" in health
    except (OSError, ValueError):
        return False


def free_port(ports: Iterable[int]) -> int:
    """Return the first free port of this machine. Raise `PaddockError` if none is free."""
    for port in ports:
        with socket.socket() as trial, contextlib.suppress(OSError):
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(("127.0.0.1", port))
            return port
    raise PaddockError("all ports that Paddock tries are in use; choose one with 'paddock serve --port N'")


def open_when_ready(url: str) -> None:
    """Open the page in a background thread as soon as the server answers."""

    def wait_and_open() -> None:
        until = time.monotonic() + START_TIMEOUT
        while time.monotonic() < until:
            if is_paddock(url):
                open_page(url)
                return
            time.sleep(0.1)

    threading.Thread(target=wait_and_open, daemon=True).start()
