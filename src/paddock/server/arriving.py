"""The document of a screen: what is built from `web/`, and in it what the first look needs, so that nobody asks again.

On a slow line every question is a trip. So the document names the files that its screen is made of before a script
could ask for them, and tells who has come, what is played here, and which game lies on the table. Of the match itself
it tells nothing: that comes down the socket, for the eyes that opened it.
"""

from pathlib import Path
from typing import Final

import msgspec

from paddock.server.wire import Arrival

MARK: Final = b"<!-- arrival -->"
"""Where it goes in the document: before the script, which may be quicker than the rest."""


class Part(msgspec.Struct):
    """A file of the page, as Vite writes it down: what it is called, what it imports, and how it looks."""

    file: str
    name: str = ""
    imports: list[str] = []
    css: list[str] = []


def read_parts(file: Path) -> dict[str, Part]:
    """All files of the page by the keys under which others import them; none if it was built without saying so."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Part])
    except FileNotFoundError:
        return {}


def needed(parts: dict[str, Part], *names: str) -> list[Part]:
    """The parts of these names with all that they import, each once, in this order.

    >>> parts = {"_t": Part("t.js", "Table", ["_h"]), "_h": Part("h.js", "house"), "_m": Part("m.js", "mist", ["_h"])}
    >>> [part.file for part in needed(parts, "house", "Table", "mist", "nothing")]
    ['h.js', 't.js', 'm.js']
    """
    found: dict[str, Part] = {}
    waiting = [key for name in names for key, part in parts.items() if name and part.name == name]
    while waiting:
        key = waiting.pop(0)
        if key in parts and key not in found:
            found[key] = parts[key]
            waiting += parts[key].imports
    return list(found.values())


def links(page: bytes, parts: list[Part]) -> str:
    """Scripts are fetched and made ready in this order, styles are in force before anything is shown."""
    scripts = [f'<link rel="modulepreload" crossorigin href="/{part.file}">' for part in parts]
    styles = [css for part in parts for css in part.css if css.encode() not in page]
    return "\n    ".join([*scripts, *(f'<link rel="stylesheet" crossorigin href="/{css}">' for css in styles)])


def told(arrival: Arrival) -> str:
    """As data that a browser never runs; no name that somebody gives ends it early."""
    text = msgspec.json.encode(arrival).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="arrival">{text}</script>'


def document(page: bytes, parts: list[Part], arrival: Arrival) -> bytes:
    """The page as it was built, with all this."""
    return page.replace(MARK, f"{links(page, parts)}\n    {told(arrival)}".encode())
