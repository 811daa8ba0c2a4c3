"""The HTML document of a screen, with preload links and inlined data.

On a slow connection every request costs a round trip. So the document lists the files of its screen before a script
can ask for them. It also contains the guest, the catalogue and the game on the table. It contains nothing about the
match: that comes over the socket, for the viewer that opened it.
"""

from pathlib import Path
from typing import Final

import msgspec

from paddock.server.api.schemas import PageData

MARK: Final = b"<!-- arrival -->"
"""The place in the document, before the script: the script may run before the rest is parsed."""


HERE: Final = b'"./'
"""The start of an address in the built document. The path prefix is known only when it is served."""


class Part(msgspec.Struct):
    """A file of the page, from Vite's manifest: its name, its imports and its styles."""

    file: str
    name: str = ""
    imports: list[str] = []
    css: list[str] = []


def read_parts(file: Path) -> dict[str, Part]:
    """Return all files of the page by their manifest keys, or nothing if there is no manifest."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Part])
    except FileNotFoundError:
        return {}


def needed(parts: dict[str, Part], *names: str) -> list[Part]:
    """Return the parts with these names and everything that they import, each once, in this order.

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


def links(page: bytes, parts: list[Part], prefix: str) -> str:
    """Return link tags: scripts are preloaded in this order, styles apply before the first paint."""
    scripts = [f'<link rel="modulepreload" crossorigin href="{prefix}/{part.file}">' for part in parts]
    styles = [css for part in parts for css in part.css if css.encode() not in page]
    return "\n    ".join([*scripts, *(f'<link rel="stylesheet" crossorigin href="{prefix}/{css}">' for css in styles)])


def told(arrival: PageData) -> str:
    """Return the data as a script tag that a browser never runs. Escaping keeps a name from closing the tag early."""
    text = msgspec.json.encode(arrival).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="arrival">{text}</script>'


def document(page: bytes, parts: list[Part], arrival: PageData, preview: str) -> bytes:
    """Return the built page with preview tags, links and data in place of `MARK`, below the site's path prefix."""
    inserted = "\n    ".join([preview, links(page, parts, arrival.base), told(arrival)])
    return page.replace(HERE, f'"{arrival.base}/'.encode()).replace(MARK, inserted.encode())
