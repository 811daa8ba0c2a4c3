"""Frames that are read and written straight away: a table's messages are small, and most go to several people.

uvicorn's own way takes a message through a dozen functions, stops reading and begins again for each, and makes a frame
anew for everybody. Here what comes is cut into frames; a text that is one frame is read at once, and all else (pings,
the end, texts in pieces, mistakes) goes uvicorn's way, frame by frame. A frame of the service is the same for all who
see the same, and while a connection takes what it is given, it is simply written.

All is done in stages: everything that came is followed in one go, and everything that one commit makes known is told in
one go. To follow a message, to tell of it and to write to sockets takes turns otherwise, each with cold caches, and a
move of 500 busy tables costs a sixth more.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # its compiled one, where there is one
from websockets.protocol import State

PROTOCOL: Final = "paddock.connection"
"""What a connection is called among the extensions of its scope."""
INBOX: Final = "paddock.inbox"
"""What all connections of a server share is called there."""
TEXT: Final = b"\x81"
"""The first byte of a text that is one frame."""
MASKED: Final = 0x80
"""Said by every length that comes from a client."""
SHORT, MEDIUM = 126, 1 << 16
"""Lengths from which a frame says its own in 2, and in 8 bytes."""
MASK: Final = 4
"""Bytes of a mask, between the length and the message."""
MOST_UNREAD: Final = 4
"""Messages that wait to be followed before no more are read."""


class Inbox:
    """What has come to all connections in one turn of the loop, to be followed in the next."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._came: list[tuple[Connection, bytes]] = []

    def put(self, to: "Connection", data: bytes) -> None:
        if not self._came:
            self._loop.call_soon(self.empty)
        self._came.append((to, data))

    def empty(self) -> None:
        """Follow all of it, in the order in which it came."""
        came, self._came = self._came, []
        for to, data in came:
            try:
                to.take(data)
            except Exception as flaw:  # noqa: BLE001  what came to the others is still to be followed
                self._loop.call_exception_handler({"message": "following a message failed", "exception": flaw})


class Outbox:
    """Messages to be written. As long as it is held, those who are told wait for each other."""

    def __init__(self) -> None:
        self._frames: list[tuple[Connection, bytes]] = []
        self._held = False
        self._message = self._frame = b""
        """The newest message, and its frame: who sees the same is told in a row."""

    def put(self, to: "Connection", message: bytes) -> None:
        if message is not self._message:
            self._message, self._frame = message, framed(message)
        if self._held:
            self._frames.append((to, self._frame))
        else:
            to.write(self._frame)

    def __enter__(self) -> None:
        self._held = True

    def __exit__(self, *_: object) -> None:
        self._held = False
        frames, self._frames = self._frames, []
        for to, frame in frames:
            to.write(frame)


class Mail:
    """What is put off until somebody has time for it: asyncio's queue for one reader.

    Without its three rings, each of which keeps room for 64 in every connection.
    """

    __slots__ = ("_letters", "_waiting")

    def __init__(self) -> None:
        self._letters: list[Any] = []
        self._waiting: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._letters

    def qsize(self) -> int:
        return len(self._letters)

    def put_nowait(self, letter: Any) -> None:
        self._letters.append(letter)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> Any:
        """The oldest one, when there is one."""
        while not self._letters:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._letters.pop(0)


class Request(HttpToolsProtocol):
    """uvicorn's, which lets go of itself where a socket takes over: it and its parser hold each other."""

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]


class Connection(WebSocketsSansIOProtocol):
    """uvicorn's, which reads a text at once and can be written to without waiting."""

    def __init__(self, *how: Any, **more: Any) -> None:
        super().__init__(*how, **more)
        self.queue = Mail()  # type: ignore[assignment]
        self._inbox: Inbox = self.app_state.get(INBOX) or self.app_state.setdefault(INBOX, Inbox(self.loop))
        self._rest = b""
        """The beginning of a frame of which the rest has not come."""
        self._not_cut = False
        """Whether all that still comes is left to uvicorn."""
        self.at_once: Callable[[str], bool] | None = None
        """Follows a text without waiting for anything, if that is possible."""
        self._flowing = True
        """Whether the connection takes what it is given."""

    def pause_writing(self) -> None:
        self._flowing = False
        super().pause_writing()

    def resume_writing(self) -> None:
        self._flowing = True
        super().resume_writing()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        event.headers.clear()  # they are in the scope now, and the request stays as long as the connection

    async def run_asgi(self) -> None:
        scope: dict[str, Any] = self.scope  # type: ignore[assignment]
        scope.setdefault("extensions", {})[PROTOCOL] = self
        try:
            await super().run_asgi()
        finally:
            del scope["extensions"][PROTOCOL]  # the connection holds its scope

    def data_received(self, data: bytes) -> None:
        """uvicorn gets whole frames, so it is never in the middle of one when a text is read past it."""
        if not self.handshake_complete:
            self._not_cut = self.handshake_initiated  # frames before our answer to the request
            super().data_received(data)
        else:
            self._inbox.put(self, data)

    def eof_received(self) -> None:
        self._inbox.empty()  # what was sent before the end counts
        super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._inbox.empty()
        super().connection_lost(exc)

    def take(self, data: bytes) -> None:
        """What came a moment ago."""
        if self._not_cut:
            super().data_received(data)
        else:
            self._cut(self._rest + data if self._rest else data)

    def _cut(self, data: bytes) -> None:
        at, there = 0, len(data)
        while there >= at + 2 and not self.transport.is_closing():
            length, start = data[at + 1] ^ MASKED, at + 2
            if length == SHORT:
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
                if there < start:
                    break
            elif length > SHORT:
                length = MEDIUM  # or not masked at all
            if length > self.config.ws_max_size:  # uvicorn knows what to say to that
                self._not_cut = True
                super().data_received(data[at:])
                return
            end = start + MASK + length
            if there < end:
                break
            if data[at] != TEXT[0] or not self._read(data[start + MASK : end], data[start : start + MASK]):
                super().data_received(data[at:end])
            at = end
        self._rest = data[at:]

    def _read(self, message: bytes, mask: bytes) -> bool:
        """Hand a text on; whether it is one, and in its place."""
        if self.conn.state is not State.OPEN or self.conn.current_size is not None or self.close_sent:
            return False
        try:
            text = apply_mask(message, mask).decode()
        except UnicodeDecodeError:
            return False
        if self.at_once is not None and self.queue.empty() and self.at_once(text):
            return True
        self.put_off(text)
        if self.queue.qsize() >= MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def put_off(self, text: str) -> None:
        """Leave a text to whoever waits for the next one."""
        self.queue.put_nowait({"type": "websocket.receive", "text": text})

    @property
    def ready(self) -> bool:
        """Whether a frame can be written now: the connection is open, and takes what it was given before."""
        return self._flowing and self.handshake_complete and not (self.close_sent or self.disconnected)

    def write(self, frame: bytes) -> None:
        """To who is still there: what was written a moment ago may have shown that nobody is."""
        if not self.transport.is_closing():
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
