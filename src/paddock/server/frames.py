"""A fast path for WebSocket frames: table messages are small, and most go to several subscribers.

uvicorn passes a message through a dozen functions, pauses and resumes reading for each one, and builds a frame for
every receiver. Here the connection cuts incoming bytes into frames. It reads a text of one frame at once and passes
everything else (pings, close frames, fragments, errors) to uvicorn, frame by frame. Subscribers with the same view
share one outgoing frame. A connection that accepts data is written to directly.

The work runs in stages: all messages of one loop turn are followed together, and all updates of one commit are sent
together. Mixing reading, encoding and writing would run each of them with cold caches.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the compiled version, if there is one
from websockets.protocol import State

PROTOCOL: Final = "paddock.connection"
"""The key of a connection among the extensions of its scope."""
INBOX: Final = "paddock.inbox"
"""The key of the inbox that all connections of a server share."""
TEXT: Final = b"\x81"
"""The first byte of an unfragmented text frame."""
MASKED: Final = 0x80
"""The mask bit, which every frame from a client has set."""
SHORT, MEDIUM = 126, 1 << 16
"""Lengths from which a frame states its length in 2 and in 8 bytes."""
MASK: Final = 4
"""Bytes of the mask between the length and the message."""
MOST_UNREAD: Final = 4
"""Waiting messages at which reading pauses."""


class Inbox:
    """The bytes that arrive at all connections in one loop turn. They are processed in the next."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._came: list[tuple[Connection, bytes]] = []

    def put(self, to: "Connection", data: bytes) -> None:
        if not self._came:
            self._loop.call_soon(self.empty)
        self._came.append((to, data))

    def empty(self) -> None:
        """Process all of it, in order of arrival."""
        came, self._came = self._came, []
        for to, data in came:
            try:
                to.take(data)
            except Exception as flaw:  # noqa: BLE001  other connections still need their messages
                self._loop.call_exception_handler({"message": "following a message failed", "exception": flaw})


class Outbox:
    """Outgoing frames. While the outbox is entered as a context, it collects frames and writes them at the end."""

    def __init__(self) -> None:
        self._frames: list[tuple[Connection, bytes]] = []
        self._held = False
        self._message = self._frame = b""
        """The newest message and its frame. Subscribers with the same view follow each other, so they share it."""

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
    """The waiting messages of one connection: a queue with one reader.

    It is smaller than asyncio's queue, which reserves three rings of 64 entries for every connection.
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
        """Wait for the oldest message, remove it and return it."""
        while not self._letters:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._letters.pop(0)


class Request(HttpToolsProtocol):
    """uvicorn's HTTP protocol. At an upgrade it drops its parser, which would form a reference cycle with it."""

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]


class Connection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, plus reading at once and writing without waiting."""

    def __init__(self, *how: Any, **more: Any) -> None:
        super().__init__(*how, **more)
        self.queue = Mail()  # type: ignore[assignment]
        self._inbox: Inbox = self.app_state.get(INBOX) or self.app_state.setdefault(INBOX, Inbox(self.loop))
        self._rest = b""
        """The beginning of an incomplete frame."""
        self._not_cut = False
        """Whether uvicorn reads everything from now on."""
        self.at_once: Callable[[str], bool] | None = None
        """Follows a text without waiting and returns True, or returns False if that is not possible."""
        self._flowing = True
        """Whether the transport accepts more data."""

    def pause_writing(self) -> None:
        self._flowing = False
        super().pause_writing()

    def resume_writing(self) -> None:
        self._flowing = True
        super().resume_writing()

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        event.headers.clear()  # the scope has them now, and the event lives as long as the connection

    async def run_asgi(self) -> None:
        scope: dict[str, Any] = self.scope  # type: ignore[assignment]
        scope.setdefault("extensions", {})[PROTOCOL] = self
        try:
            await super().run_asgi()
        finally:
            del scope["extensions"][PROTOCOL]  # the connection references its scope: this breaks the cycle

    def data_received(self, data: bytes) -> None:
        """Queue the bytes. uvicorn gets whole frames only, so it is never inside one when a text bypasses it."""
        if not self.handshake_complete:
            self._not_cut = self.handshake_initiated  # frames that arrive before our handshake response
            super().data_received(data)
        else:
            self._inbox.put(self, data)

    def eof_received(self) -> None:
        self._inbox.empty()  # messages sent before the end count
        super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._inbox.empty()
        super().connection_lost(exc)

    def take(self, data: bytes) -> None:
        """Process bytes from the inbox."""
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
                length = MEDIUM  # or a frame without a mask
            if length > self.config.ws_max_size:  # uvicorn answers that
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
        """Pass a text on. Return False if it is no valid text at this point."""
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
        """Queue a text for the task that reads this connection."""
        self.queue.put_nowait({"type": "websocket.receive", "text": text})

    @property
    def ready(self) -> bool:
        """Whether a frame can be written now: the connection is open and its transport accepts data."""
        return self._flowing and self.handshake_complete and not (self.close_sent or self.disconnected)

    def write(self, frame: bytes) -> None:
        """Write a frame. Skip closed transports: an earlier write in this batch may have closed this one."""
        if not self.transport.is_closing():
            self.transport.write(frame)


def framed(message: bytes) -> bytes:
    """Return a text as a frame.

    >>> framed(b"moo"), framed(b"m" * 200)[:4]
    (b'\\x81\\x03moo', b'\\x81~\\x00\\xc8')
    """
    size = len(message)
    if size < SHORT:
        return TEXT + bytes((size,)) + message
    if size < MEDIUM:
        return TEXT + b"\x7e" + size.to_bytes(2, "big") + message
    return TEXT + b"\x7f" + size.to_bytes(8, "big") + message
