"""A guard in front of uvicorn: limits on the connections of an address, on request heads and on waiting.

A connection has two sides in asyncio: a transport with the bytes, and a protocol that understands them. A guarded
connection stands between them. It is the protocol of the real transport, and the transport of uvicorn's protocol.
"""

import asyncio
import ipaddress
import re
from collections import Counter
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from paddock.server.config import ConnectionLimits

BLANK_LINE: Final = re.compile(rb"\n\r?\n")
"""The end of a request head."""
FORWARDED: Final = re.compile(rb"^(x-forwarded-for|forwarded):", re.IGNORECASE | re.MULTILINE)
"""A header that proxies add."""
NOT_FINAL: Final = b"HTTP/1.1 1"
"""The start of an interim response, such as 100 Continue."""
DIRECT: Final = ("write", "pause_reading", "resume_reading", "is_closing")
"""Methods of the transport that a WebSocket calls for every message."""
HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that a household shares. It may choose the others freely."""


def response(status: str, sentence: str) -> bytes:
    """Return a whole response as bytes, for a connection that is closed after it."""
    head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain\r\ncontent-length: {len(sentence)}\r\nconnection: close\r\n"
    return f"{head}\r\n{sentence}".encode()


TOO_MANY: Final = response("429 Too Many Requests", "Too many connections from your address. Close some.")
TOO_SLOW: Final = response("408 Request Timeout", "The request did not arrive in time. Send it again.")


class OpenConnections:
    """The number of open connections of each address."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Count a connection and return True, or return False if the address has too many."""
        household = household_of(address)
        if self._open[household] >= self._most:
            return False
        self._open[household] += 1
        return True

    def remove(self, address: str) -> None:
        household = household_of(address)
        self._open[household] -= 1
        if not self._open[household]:
            del self._open[household]


def household_of(address: str) -> str:
    """Return the part of an address that a client cannot choose freely.

    >>> household_of("192.0.2.7"), household_of("2001:db8::1:2:3:4"), household_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), HOUSEHOLD), strict=False))


class TrustedProxies:
    """The proxies whose forwarded addresses uvicorn believes: addresses and networks, or `*` for all."""

    def __init__(self, allowed: list[str] | str) -> None:
        words = [word.strip() for word in (allowed.split(",") if isinstance(allowed, str) else allowed)]
        self._all = "*" in words
        self._networks = [
            ipaddress.ip_network(word.strip(), strict=False) for word in words if is_network(word.strip())
        ]

    def __contains__(self, address: str) -> bool:
        return self._all or (
            is_network(address) and any(ipaddress.ip_address(address) in network for network in self._networks)
        )


def is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


class ConnectionGuard:
    """Creates the guarded connections of one worker. uvicorn takes it in place of a protocol class."""

    def __init__(self, limits: ConnectionLimits, *, unlimited: bool = False) -> None:
        self.limits = limits
        self.open = OpenConnections(float("inf") if unlimited else limits.per_address)
        self.proxies: TrustedProxies | None = None

    def __call__(self, *, config: Any, **more: Any) -> "GuardedConnection":
        if self.proxies is None:
            self.proxies = TrustedProxies(config.forwarded_allow_ips)
        return GuardedConnection(self, H11Protocol(config=config, **more), self.proxies)


class GuardedConnection(asyncio.Protocol):
    """A connection with limits. As a transport, it passes everything else on to the real one."""

    def __init__(self, guard: ConnectionGuard, protocol: asyncio.Protocol, proxies: TrustedProxies) -> None:
        self._loop = asyncio.get_running_loop()
        self._open = guard.open
        self._limits = guard.limits
        self._proxies = proxies
        self._protocol = protocol
        self._transport: Any = None
        self._address = ""
        self._counted = False
        self._since = 0.0
        """The time at which the client connected or began its newest request, or the service last wrote."""
        self._head: bytearray | None = bytearray()
        """The newest bytes of an incomplete head; None while no head is expected."""
        self._answered = False
        """Whether the next byte begins a new request."""
        self._timer: asyncio.TimerHandle | None = None

    # ---- The protocol of the real transport

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if isinstance(peer, tuple) else "nowhere"
        self._counted = self._open.add(self._address)
        if not self._counted:
            self._protocol = asyncio.Protocol()
            self._refuse(TOO_MANY)
            return
        self._since = self._loop.time()
        self._timer = self._loop.call_later(self._limits.head_seconds, self._check)
        self._protocol.connection_made(self)  # type: ignore[arg-type]

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_counting()
        self._stop_timer()
        self._protocol.connection_lost(exc)
        self._protocol = asyncio.Protocol()  # breaks the reference cycle with uvicorn's protocol
        self.__dict__.pop("data_received", None)

    def data_received(self, data: bytes) -> None:
        if self._answered:
            self._answered, self._head, self._since = False, bytearray(), self._loop.time()
        if self._head is not None:
            self._read_head(self._head, data)
        self._protocol.data_received(data)

    def eof_received(self) -> bool | None:
        return self._protocol.eof_received()

    def pause_writing(self) -> None:
        self._protocol.pause_writing()

    def resume_writing(self) -> None:
        self._protocol.resume_writing()

    # ---- The transport of uvicorn's protocol

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        """Continue as a WebSocket. Its bytes take the direct way, since only its pings limit it."""
        self._protocol = protocol
        self._head, self._answered = None, False
        self._stop_timer()
        self.data_received = protocol.data_received  # type: ignore[method-assign]
        for name in DIRECT:
            setattr(self, name, getattr(self._transport, name))
        self._transport.set_protocol(self)

    def write(self, data: bytes) -> None:
        self._since = self._loop.time()
        self._answered = not data.startswith(NOT_FINAL)
        self._transport.write(data)

    def close(self) -> None:
        """Close the connection after the waiting bytes, or without them if the client does not take them in time."""
        self._transport.close()
        self._stop_timer()
        self._timer = self._loop.call_later(self._limits.silent_seconds, self._transport.abort)

    # ---- The limits

    def _read_head(self, head: bytearray, data: bytes) -> None:
        head += data[: self._limits.head_bytes]
        if BLANK_LINE.search(head):
            if self._counted and FORWARDED.search(head) and self._address in self._proxies:
                self._stop_counting()  # many people share this address, and the proxy has its own limits
            self._head = None
        elif (
            len(head) > self._limits.head_bytes
        ):  # uvicorn refuses a head, and discards a body that it answered already
            del head[:-3]

    def _check(self) -> None:
        """Close the connection if the client took too long. Otherwise look again later."""
        limits = self._limits
        left = self._since - self._loop.time() + (limits.silent_seconds if self._head is None else limits.head_seconds)
        if left > 0:
            self._timer = self._loop.call_later(min(left, limits.head_seconds), self._check)
        elif self._head:
            self._refuse(TOO_SLOW)
        else:
            self._transport.abort()

    def _refuse(self, answer: bytes) -> None:
        self._transport.write(answer)
        self.close()

    def _stop_counting(self) -> None:
        if self._counted:
            self._counted = False
            self._open.remove(self._address)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
