"""Our own frame parser follows the WebSocket standard, however the bytes arrive."""

import asyncio
import base64
import gc
import json
import random
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import cast
from urllib.parse import urlsplit

import pytest

from paddock.server.api.websocket import LARGEST_FRAME
from paddock.server.frames import Connection, Inbox, Outbox
from paddock.server.services import Services
from server.house import PATIENCE, House, Json, Visitor

MORE, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
LAST, MASKED = 0x80, 0x80


@dataclass
class Wire:
    """A raw connection, to send every byte by hand."""

    line: socket.socket
    rest: bytes = field(default=b"")

    def send(self, data: bytes, *, pieces: int = 1, rng: random.Random | None = None) -> None:
        """Send the bytes in one piece, or cut at random places."""
        cuts = sorted((rng or random.Random(0)).randrange(len(data) + 1) for _ in range(pieces - 1))
        for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
            self.line.sendall(data[start:end])

    def take(self, many: int) -> bytes:
        while len(self.rest) < many:
            more = self.line.recv(65536)
            if not more:
                raise EOFError
            self.rest += more
        taken, self.rest = self.rest[:many], self.rest[many:]
        return taken

    def hear(self) -> tuple[int, bytes]:
        """Return the next frame: its kind and its payload."""
        kind, size = self.take(2)
        if size == 126:
            size = int.from_bytes(self.take(2), "big")
        return kind ^ LAST, self.take(size)

    def answer(self, number: int) -> Json:
        """Return the answer to this message."""
        while True:
            kind, said = self.hear()
            if kind == TEXT and (message := json.loads(said)).get("answer") == number:
                return message


def framed(payload: bytes, kind: int = TEXT, *, last: bool = True, mask: bytes = b"mist") -> bytes:
    size = len(payload)
    length = bytes([size | MASKED]) if size < 126 else bytes([126 | MASKED]) + size.to_bytes(2, "big")
    hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes([kind | LAST * last]) + length + mask + hidden


def saying(number: int, phrase: str = "hello") -> bytes:
    return json.dumps({"do": "say", "id": number, "phrase": phrase}).encode()


@contextmanager
def connected(visitor: Visitor, table: str) -> Iterator[Wire]:
    there = urlsplit(visitor.house.url)
    key = base64.b64encode(random.Random(1).randbytes(16)).decode()
    request = [f"GET /api/tables/{table}/socket HTTP/1.1", f"Host: {there.netloc}", f"Cookie: {visitor.cookie}"]
    request += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
    with socket.create_connection((there.hostname or "", there.port or 0), PATIENCE) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall("\r\n".join([*request, "", ""]).encode())
        wire = Wire(line)
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += wire.take(1)
        assert b" 101 " in head
        assert json.loads(wire.hear()[1])["what"] == "welcome"
        yield wire


@pytest.fixture
def ann(house: House) -> Visitor:
    return house.guest("Ann")


@pytest.mark.parametrize("seed", range(8))
def test_messages_may_be_cut_and_joined_anywhere(ann: Visitor, seed: int) -> None:
    rng = random.Random(seed)
    stream, said, pinged = b"", [], []
    for number in range(1, 25):
        message = saying(number) + b" " * rng.choice((0, 0, 90, 2000))
        how = rng.randrange(4)
        if how == 0:  # in several frames, with a ping between them
            at = rng.randrange(len(message))
            ping = rng.randbytes(rng.randrange(100))
            pinged.append(ping)
            stream += framed(message[:at], last=False) + framed(ping, PING)
            stream += framed(message[at:], MORE, mask=rng.randbytes(4))
        else:
            stream += framed(message, BINARY if how == 1 else TEXT, mask=rng.randbytes(4))
        said.append(number)
    with connected(ann, ann.begin("mmm")) as wire:
        wire.send(stream, pieces=rng.choice((1, 2, 10, 200)), rng=rng)
        answered: list[int] = []
        ponged: list[bytes] = []
        while answered != said or ponged != pinged:
            kind, heard = wire.hear()
            if kind == PONG:
                ponged.append(heard)
            elif (number := json.loads(heard).get("answer")) is not None:
                answered.append(number)


def test_a_burst_of_messages_is_followed_in_order(ann: Visitor) -> None:
    table = ann.begin("mmm")
    with connected(ann, table) as wire:
        wire.send(b"".join(framed(saying(number)) for number in range(1, 301)))
        for number in range(1, 301):
            assert wire.answer(number)["what"] == "update"


BAD = {
    "not masked": (b"\x81\x02{}", 1002),
    "eight bytes of length": (b"\x81\xff" + (2**40).to_bytes(8, "big") + b"mist", 1009),
    "too long": (b"\x81\xfe" + (LARGEST_FRAME + 1).to_bytes(2, "big") + b"mist", 1009),
    "no text": (framed(b"\xff\xfe{}"), 1007),
    "a text within a text": (framed(b"{", last=False) + framed(saying(1)), 1002),
    "a continuation of nothing": (framed(b"{}", MORE), 1002),
    "an unknown kind": (framed(b"{}", 3), 1002),
    "a reserved bit": (b"\xc1" + framed(b"{}")[1:], 1002),
    "goodbye": (framed((1000).to_bytes(2, "big"), CLOSE), 1000),
}


@pytest.mark.parametrize("wrong", BAD)
@pytest.mark.parametrize("pieces", [1, 5])
def test_an_invalid_frame_ends_the_connection(ann: Visitor, wrong: str, pieces: int) -> None:
    bad, code = BAD[wrong]
    table = ann.begin("mmm")
    with connected(ann, table) as wire:
        wire.send(framed(saying(7)))
        assert wire.answer(7)["what"] == "update"
        before = ann.house.log_of(table)
        wire.send(bad + framed(saying(8)), pieces=pieces)
        kind, said = wire.hear()
        assert (kind, int.from_bytes(said[:2], "big")) == (CLOSE, code)
        with pytest.raises((EOFError, ConnectionError)):
            wire.take(1)
    assert ann.house.log_of(table) == before


def leave(wire: Wire, last_words: bytes, _: Services) -> None:
    """Send bytes and break the connection inside the loop of the service, so that it reads both together."""
    wire.send(last_words)
    wire.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
    wire.line.close()


def test_messages_before_a_broken_connection_count(ann: Visitor) -> None:
    table = ann.begin("mmm")
    before = len(ann.house.log_of(table))
    for _ in range(5):
        with connected(ann, table) as wire:
            ann.house.inside(partial(leave, wire, framed(saying(1))))
    with connected(ann, table) as wire:
        wire.send(framed(saying(2)))
        wire.answer(2)  # so all earlier messages were followed, too
    assert len(ann.house.log_of(table)) == before + 6


class Received(Connection):
    """A connection that records the bytes that it takes and gets."""

    def __init__(self, said: list[bytes]) -> None:
        self.said = said

    def take(self, data: bytes) -> None:
        if data == b"flaw":
            raise ZeroDivisionError
        self.said.append(data)

    def write(self, frame: bytes) -> None:
        self.said.append(frame)


def test_an_error_in_one_connection_does_not_stop_the_others() -> None:
    async def story() -> list[bytes]:
        loop = asyncio.get_running_loop()
        flaws: list[str] = []
        loop.set_exception_handler(lambda _, flaw: flaws.append(flaw["message"]))
        said: list[bytes] = []
        inbox, one = Inbox(loop), Received(said)
        for data in (b"moo", b"flaw", b"oink"):
            inbox.put(one, data)
        assert not said
        await asyncio.sleep(0)
        assert flaws == ["following a message failed"]
        return said

    assert asyncio.run(story()) == [b"moo", b"oink"]


def test_frames_of_a_batch_are_written_together() -> None:
    said: list[bytes] = []
    outbox, one = Outbox(), Received(said)
    outbox.put(one, b"baa")
    with outbox:
        for message in (b"moo", b"moo", b"oink"):
            outbox.put(one, message)
        assert said == [b"\x81\x03baa"]
    assert said[1:] == [b"\x81\x03moo", b"\x81\x03moo", b"\x81\x04oink"]


def test_a_lost_connection_gets_no_update_and_raises_no_error(house: House, ann: Visitor) -> None:
    """An update may come between the end of a connection and the end of its session."""
    table = ann.begin("mist")
    number = house.table(table).config.id
    with ann.socket(table) as line:
        line.hear("welcome")

        def vanish(services: Services) -> None:
            session = services.tables.in_use(number)
            assert session is not None
            [listener] = session.listeners
            [connection] = (one for one in house.connections if isinstance(one, Connection) and one.at_once)
            connection.disconnected = True
            listener.news = b"{}"
            listener.wake()

        def looked_at(services: Services) -> bool:
            session = services.tables.in_use(number)
            return session is not None and bool(session.listeners)

        house.inside(vanish)
        until = time.monotonic() + PATIENCE
        while house.inside(looked_at):
            assert time.monotonic() < until
    gc.collect()
    assert not [line for line in house.logged if "never retrieved" in line]


class Breaking:
    """A transport that breaks at the first frame and then refuses writes."""

    def __init__(self) -> None:
        self.broken = False

    def is_closing(self) -> bool:
        return self.broken

    def write(self, frame: bytes) -> None:
        if self.broken:
            raise RuntimeError("the handler is closed")
        self.broken = True


def test_a_broken_connection_does_not_stop_the_others() -> None:
    said: list[bytes] = []
    outbox, other, broken = Outbox(), Received(said), Connection.__new__(Connection)
    broken.transport = cast(asyncio.Transport, Breaking())
    with outbox:
        for to in (broken, broken, other):
            outbox.put(to, b"moo")
    assert said == [b"\x81\x03moo"]
