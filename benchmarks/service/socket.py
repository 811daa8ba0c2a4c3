"""A minimal WebSocket client, so that the benchmark does not measure its clients."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Final, cast

HOST: Final = "127.0.0.1"
OPCODE: Final = 0x0F
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Wire(asyncio.Protocol):
    """One connection. It calls `heard` with itself and every text message."""

    def __init__(self, request: bytes, heard: Callable[["Wire", bytes], None]) -> None:
        self._request = request
        self._heard = heard
        self._buffer = b""
        self._open = False
        self._early: list[bytes] = []
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head.decode(errors="replace"))
            self._open, self._buffer = True, rest
            for text in self._early:
                self.send(text)
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1] & 0x7F, at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            opcode, payload = buffer[at] & OPCODE, buffer[start : start + size]
            at = start + size
            if opcode == TEXT:
                self._heard(self, payload)
            elif opcode == PING:
                self._send(PONG, payload)
        self._buffer = buffer[at:]

    def send(self, text: bytes) -> None:
        if self._open:
            self._send(TEXT, text)
        else:
            self._early.append(text)

    def _send(self, opcode: int, payload: bytes) -> None:
        """Send a frame with a zero mask: valid by the standard, and without the cost of masking."""
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(bytes((0x80 | opcode,)) + length + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


async def open_wire(port: int, path: str, cookie: str, heard: Callable[["Wire", bytes], None]) -> Wire:
    """Open a connection to the service on this machine."""
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(request.encode(), heard), HOST, port)
    return wire
