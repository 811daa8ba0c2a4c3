"""The path prefix of a service that shares its domain with other sites, such as `/paddock`."""

from typing import Final

from litestar.types import ASGIApp, Receive, Scope, Send

from paddock.engine.errors import BadOption

OWN: Final = frozenset(
    ["api", "assets", "draw", "health", "lab", "learn", "metrics", "new", "replay", "resume", "table", "watch"]
)
"""First segments of our own paths. A prefix must differ: a proxy may keep it or remove it."""


def check_prefix(prefix: str) -> None:
    """Raise `BadOption` if the service cannot tell this prefix from its own paths."""
    first = prefix.strip("/").partition("/")[0]
    if first in OWN:
        raise BadOption(f"the path of the public address must not begin with /{first}; choose another")


def without_prefix(app: ASGIApp, prefix: str) -> ASGIApp:
    """Return the application for requests with or without this prefix."""
    if not prefix:
        return app
    raw = prefix.encode()

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if f"{scope['path']}/".startswith(f"{prefix}/"):
            scope["path"] = scope["path"].removeprefix(prefix) or "/"
            scope["raw_path"] = scope["raw_path"].removeprefix(raw) or b"/"
        await app(scope, receive, send)

    return wrapped
