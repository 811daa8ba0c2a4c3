"""A small reverse proxy that publishes a service below a path, as nginx or Caddy do."""

import contextlib
import re
import socket
import socketserver
import threading
from types import TracebackType
from typing import Final
from urllib.parse import urlsplit

END: Final = b"\r\n\r\n"


class ReverseProxy(socketserver.ThreadingTCPServer):
    """Passes on requests below the prefix, one per connection. Any other path is another site."""

    allow_reuse_address = daemon_threads = True

    def __init__(self, prefix: str, *, strips: bool) -> None:
        super().__init__(("127.0.0.1", 0), Passing)
        self.prefix, self.strips = prefix.encode(), strips
        self.target = ""
        """The address of the service."""
        self.missed: list[bytes] = []
        """Requests for paths outside the prefix."""
        self.url = f"http://127.0.0.1:{self.server_address[1]}{prefix}"
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05})

    def __enter__(self) -> "ReverseProxy":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, flaw: BaseException | None, at: TracebackType | None) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


class Passing(socketserver.BaseRequestHandler):
    """One connection of a client."""

    server: ReverseProxy

    def handle(self) -> None:
        head = b""
        while END not in head:
            if not (more := self.request.recv(65536)):
                return
            head += more
        head, _, body = head.partition(END)
        line, _, headers = head.partition(b"\r\n")
        method, path, version = line.split(b" ")
        prefix = self.server.prefix
        if not re.match(re.escape(prefix) + rb"(/|\?|$)", path):
            self.server.missed.append(line)
            self.request.sendall(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            return
        if self.server.strips:
            path = path.removeprefix(prefix) or b"/"
        if b"upgrade: websocket" not in headers.lower():
            headers = re.sub(rb"(?im)^connection:[^\r\n]*", b"connection: close", headers)
        headers += b"\r\nx-forwarded-for: 203.0.113.7\r\nx-forwarded-proto: http"
        host = urlsplit(self.server.target)
        with socket.create_connection((host.hostname or "", host.port or 80)) as service:
            service.sendall(b" ".join([method, path, version]) + b"\r\n" + headers + END + body)
            up = threading.Thread(target=pump, args=(self.request, service))
            up.start()
            pump(service, self.request)
            up.join()


def pump(source: socket.socket, target: socket.socket) -> None:
    """Copy bytes until one side ends."""
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for one in (source, target):
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
