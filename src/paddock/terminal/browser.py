"""The way from the terminal to the page."""

import contextlib
import json
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterable
from typing import Final

from paddock.rules.refusals import Refusal

PATIENCE: Final = 30.0
"""Seconds in which a service that was started should answer."""


def is_paddock(url: str) -> bool:
    """Whether a Paddock answers there."""
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=1) as answer:
            told = json.load(answer)
        return isinstance(told, dict) and told.get("status") == "ok" and "tables" in told
    except (OSError, ValueError):
        return False


def free_port(ports: Iterable[int]) -> int:
    """The first of them that nobody listens at on this machine."""
    for port in ports:
        with socket.socket() as trial, contextlib.suppress(OSError):
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(("127.0.0.1", port))
            return port
    raise Refusal("all ports that Paddock would take are used by somebody else; `paddock serve --port` takes another")


def has_screen() -> bool:
    """Whether a browser could be seen here; one inside the terminal would hide what the service says."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def open_page(url: str) -> bool:
    """Show the page; whether there was a browser to show it in."""
    return has_screen() and webbrowser.open(url)


def open_when_ready(url: str) -> None:
    """As soon as the service answers, while it goes on starting here."""

    def wait_and_open() -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if is_paddock(url):
                open_page(url)
                return
            time.sleep(0.1)

    threading.Thread(target=wait_and_open, daemon=True).start()
