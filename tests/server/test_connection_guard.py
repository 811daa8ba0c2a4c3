"""Strangers with raw sockets: endless heads, silence, half requests and too many connections."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from paddock.server.config import ConnectionLimits
from paddock.server.runtime.connection_guard import OpenConnections, TrustedProxies
from server.house import House

LIMITS = ConnectionLimits(per_address=30, head_seconds=0.5, silent_seconds=2.0)
SOON = 20.0
"""Seconds until a test fails. The limits end every connection much earlier."""
REQUEST = b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n"
HALF = b"GET /health HTTP/1.1\r\nHost: here\r\nX-Half: "
MOST_SENT = 20_000_000
"""Bytes that an attacker sends at most."""


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("warm")) as house:
        house.guest().begin("mist")  # the first table of a process loads the game, which may take seconds
    with House(tmp_path_factory.mktemp("guarded"), unlimited=False, limits=LIMITS) as house:
        yield house


@pytest.fixture(autouse=True)
def nothing_left_open(guarded: House) -> Iterator[None]:
    """Wait until the service has noticed the end of the connections of this test."""
    yield
    for visitor in guarded.visitors:
        visitor.http.close()
    guarded.visitors.clear()
    until = time.monotonic() + SOON
    while guarded.connections and time.monotonic() < until:
        time.sleep(0.01)
    assert guarded.connections == []


def connected(house: House) -> socket.socket:
    return socket.create_connection(("127.0.0.1", house.config.port), SOON)


def rest_of(line: socket.socket) -> bytes:
    """Return all bytes until the service ends the connection. Fail if it does not."""
    heard = b""
    line.settimeout(SOON)
    try:
        while more := line.recv(65536):
            heard += more
    except ConnectionError:
        pass
    return heard


def status_of(heard: bytes) -> int:
    return int(heard.split(b" ", 2)[1])


def answered(line: socket.socket) -> int:
    """Send a request and return the status of its answer."""
    line.sendall(REQUEST)
    return status_of(line.recv(65536))


def is_cut_off(line: socket.socket, piece: bytes, pause: float = 0.0) -> bool:
    """Send this piece again and again. Return whether the service ends the connection."""
    sent, until = 0, time.monotonic() + SOON
    with suppress(ConnectionError):
        while sent < MOST_SENT and time.monotonic() < until:
            line.sendall(piece)
            sent += len(piece)
            time.sleep(pause)
        return False
    return True


def test_an_honest_client_gets_its_answers(guarded: House) -> None:
    with connected(guarded) as line:
        assert [answered(line) for _ in range(3)] == [200] * 3
        time.sleep(LIMITS.head_seconds * 1.5)  # an idle moment between two requests
        assert answered(line) == 200
        for byte in REQUEST:
            line.sendall(bytes([byte]))
        assert status_of(line.recv(65536)) == 200


@pytest.mark.parametrize("start", [b"GET / HTTP/1.1\r\n", REQUEST + b"GET / HTTP/1.1\r\n"])
@pytest.mark.parametrize("piece", [b"a: b\r\n", b"a"])
def test_a_head_without_end_is_cut_off(guarded: House, start: bytes, piece: bytes) -> None:
    with connected(guarded) as line:
        line.sendall(start)
        assert is_cut_off(line, piece * 2000)


def test_an_address_without_end_is_cut_off(guarded: House) -> None:
    with connected(guarded) as line:
        line.sendall(b"GET /")
        assert is_cut_off(line, b"a" * 10_000)


def test_a_head_of_a_browser_with_many_cookies_passes(guarded: House) -> None:
    with connected(guarded) as line:
        line.sendall(REQUEST[:-2] + b"Cookie: " + b"c" * 12_000 + b"\r\n\r\n")
        assert status_of(line.recv(65536)) == 200


def test_a_silent_connection_ends(guarded: House) -> None:
    with connected(guarded) as line:
        assert rest_of(line) == b""


@pytest.mark.parametrize("before", [b"", REQUEST])
def test_half_a_request_ends(guarded: House, before: bytes) -> None:
    with connected(guarded) as line:
        if before:
            assert answered(line) == 200
        line.sendall(HALF)
        assert status_of(rest_of(line)) == 408


def test_a_head_that_trickles_ends(guarded: House) -> None:
    with connected(guarded) as line:
        line.sendall(HALF)
        assert is_cut_off(line, b"x", pause=0.05)


def test_a_body_that_never_comes_ends(guarded: House) -> None:
    with connected(guarded) as line:
        line.sendall(b"PUT /api/me HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{")
        rest_of(line)


def test_a_body_may_take_longer_than_a_head(guarded: House) -> None:
    body = b'{"name": "Ann"}'
    with connected(guarded) as line:
        head = f"PUT /api/me HTTP/1.1\r\nHost: here\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
        line.sendall(head.encode())
        assert status_of(line.recv(65536)) == 100
        time.sleep(LIMITS.head_seconds * 1.5)
        line.sendall(body)
        assert status_of(line.recv(65536)) == 200


def test_a_response_that_no_client_reads_ends(guarded: House) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", guarded.config.port))
        line.sendall(REQUEST.replace(b"/health", b"/api/schema/openapi.json") * 100)
        time.sleep(0.2)
        until = time.monotonic() + SOON
        while guarded.connections and time.monotonic() < until:
            time.sleep(0.05)
        assert guarded.connections == []


def test_one_address_gets_a_bounded_number_of_connections(guarded: House) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(connected(guarded)) for _ in range(LIMITS.per_address)]
        assert {answered(line) for line in lines} == {200}
        with connected(guarded) as more:
            assert status_of(rest_of(more)) == 429
        lines.pop().close()
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            with connected(guarded) as again:
                if answered(again) == 200:
                    return
        pytest.fail("a closed connection still counts")


def test_an_honest_client_gets_in_after_many_half_requests(guarded: House) -> None:
    """The limits end half requests, so they block their own address for a moment only."""
    with ExitStack() as stack:
        for _ in range(300):
            line = stack.enter_context(connected(guarded))
            with suppress(ConnectionError):
                line.sendall(HALF)
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            with connected(guarded) as honest, suppress(ConnectionError):
                if answered(honest) == 200:
                    return
            time.sleep(0.1)
        pytest.fail("an honest client did not get in")


# ---- Sockets


def test_a_socket_outlives_the_limits_and_counts(guarded: House) -> None:
    ann = guarded.guest("Ann")
    table = ann.begin("mist")
    ann.http.close()
    with ann.socket(table) as socket_of_ann:
        socket_of_ann.hear("welcome")
        time.sleep(LIMITS.silent_seconds * 1.5)
        assert socket_of_ann.do("say", 1, phrase="hello")["answer"] == 1
        with ExitStack() as stack:
            lines = [stack.enter_context(connected(guarded)) for _ in range(LIMITS.per_address - 1)]
            assert {answered(line) for line in lines} == {200}
            with connected(guarded) as more:
                assert status_of(rest_of(more)) == 429


# ---- Behind a proxy


def test_clients_of_a_proxy_do_not_share_its_limit(guarded: House) -> None:
    """uvicorn trusts proxies on this machine. Each of their clients has a limit of its own."""
    with ExitStack() as stack:
        for number in range(LIMITS.per_address * 2):
            line = stack.enter_context(connected(guarded))
            line.sendall(REQUEST[:-2] + f"X-Forwarded-For: 192.0.2.{number}\r\n\r\n".encode())
            assert status_of(line.recv(65536)) == 200


def test_one_client_of_a_proxy_gets_a_bounded_number_of_sockets(guarded: House) -> None:
    ann = guarded.guest("Ann")
    table = ann.begin("mist")
    wanted = (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: here\r\nCookie: {ann.cookie}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OTAxMjM0NQ==\r\n"
    )

    def opened(client: str, stack: ExitStack) -> int:
        line = stack.enter_context(connected(guarded))
        line.sendall(f"{wanted}X-Forwarded-For: {client}\r\n\r\n".encode())
        return status_of(line.recv(65536))

    with ExitStack() as stack:
        assert {opened("192.0.2.1", stack) for _ in range(LIMITS.per_address)} == {101}
        assert opened("192.0.2.1", stack) == 403
        assert opened("192.0.2.2", stack) == 101


# ---- Addresses


def test_a_household_with_ipv6_is_one_address() -> None:
    count = OpenConnections(2)
    assert count.add("2001:db8::1")
    assert count.add("2001:db8::2")
    assert not count.add("2001:db8::3")
    assert count.add("2001:db8:0:1::3")
    count.remove("2001:db8::1")
    assert count.add("2001:db8::4")


@pytest.mark.parametrize(
    ("allowed", "address", "trusted"),
    [
        ("127.0.0.1,::1", "127.0.0.1", True),
        ("127.0.0.1, ::1", "::1", True),
        ("127.0.0.1", "192.0.2.1", False),
        (["10.0.0.0/8"], "10.1.2.3", True),
        ("10.0.0.0/8", "11.1.2.3", False),
        ("*", "192.0.2.1", True),
        ("", "192.0.2.1", False),
        ("proxy.example", "nowhere", False),
    ],
)
def test_proxies_are_trusted_by_address_or_network(allowed: list[str] | str, address: str, trusted: bool) -> None:
    assert (address in TrustedProxies(allowed)) == trusted
