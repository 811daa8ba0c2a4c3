"""The browser of this machine: whether there is one, and opening a page in it."""

import os
import sys
import webbrowser


def has_screen() -> bool:
    """Return whether a graphical browser can open. A browser in the terminal would hide the server's messages."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def open_page(url: str) -> bool:
    """Open the page and return whether a browser was found."""
    return has_screen() and webbrowser.open(url)
