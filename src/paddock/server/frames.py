"""Frames that are written straight away: most messages go to several people, and nobody has to be waited for.

uvicorn's own way to send takes a message through five functions and makes its frame anew for everybody. A frame of the
service is the same for all who see the same, and while a connection takes what it is given, it is simply written.
"""

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PROTOCOL: Final = "paddock.connection"
"""What a connection is called among the extensions of its scope."""
TEXT: Final = b"\x81"
"""The first byte of a text that is one frame."""
SHORT, MEDIUM = 126, 1 << 16
"""Lengths from which a frame says its own in 2, and in 8 bytes."""


class Connection(WebSocketsSansIOProtocol):
    """uvicorn's, which can also be written to without waiting."""

    async def run_asgi(self) -> None:
        scope: dict[str, Any] = self.scope  # type: ignore[assignment]
        scope.setdefault("extensions", {})[PROTOCOL] = self
        await super().run_asgi()

    @property
    def ready(self) -> bool:
        """Whether a frame can be written now: the connection is open, and takes what it was given before."""
        open_still = self.handshake_complete and not (self.close_sent or self.disconnected)
        return open_still and self.writable.is_set() and not self.transport.is_closing()

    def write(self, frame: bytes) -> None:
        self.transport.write(frame)


def framed(message: bytes) -> bytes:
    """A text as a frame.

    >>> framed(b"moo"), framed(b"m" * 200)[:4]
    (b'\\x81\\x03moo', b'\\x81~\\x00\\xc8')
    """
    size = len(message)
    if size < SHORT:
        return TEXT + bytes((size,)) + message
    if size < MEDIUM:
        return TEXT + b"\x7e" + size.to_bytes(2, "big") + message
    return TEXT + b"\x7f" + size.to_bytes(8, "big") + message
