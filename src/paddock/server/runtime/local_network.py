"""The second listening socket of a server for this machine: for the devices in its network, at the same port."""

import asyncio
import contextlib
import socket
from collections.abc import Generator
from typing import Any, Final

import uvicorn

from paddock.server import network_address
from paddock.server.config import ServerConfig
from paddock.server.errors import NotPossibleNow

POLL: Final = 0.01
"""Seconds between two looks whether the socket is open."""


class SecondServer(uvicorn.Server):
    """A server next to the first one of this process, which handles the signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class LocalNetwork:
    """Opens and closes the service to the local network while it runs."""

    def __init__(self, config: ServerConfig, uvicorn_settings: dict[str, Any]) -> None:
        self._config = config
        self._settings = uvicorn_settings
        self._changing = asyncio.Lock()
        self._server: SecondServer | None = None
        self._task: asyncio.Task[None] | None = None
        self.url: str | None = None
        """The address for other devices while the network is open, else None."""

    @property
    def possible(self) -> bool:
        """Whether this service can be opened: it is one process that serves this machine only."""
        config = self._config
        here = network_address.is_only_here(config.host) and not network_address.is_every_address(config.host)
        return here and config.workers == 1 and not config.public_url

    async def open(self, app: Any) -> None:
        """Listen at this machine's address in the network. Raise `NotPossibleNow` if that fails."""
        async with self._changing:
            if self._task is not None:
                return
            if not self.possible:
                raise NotPossibleNow("this server was started for the network already; share its public address")
            address = network_address.lan_address()
            if address is None:
                raise NotPossibleNow("this computer has no network; connect it to your Wi-Fi and try again")
            listening = self._bound(address)
            settings = uvicorn.Config(app, lifespan="off", log_config=None, **self._settings)
            server = SecondServer(settings)
            task = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started:
                if task.done():
                    await task  # raises the reason
                await asyncio.sleep(POLL)
            self._server, self._task = server, task
            self.url = network_address.http_url(address, self._config.port)
            print(f"Devices in your network can join at {self.url} now.", flush=True)

    def _bound(self, address: str) -> socket.socket:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((address, self._config.port))
        except OSError as flaw:
            listening.close()
            raise NotPossibleNow(f"cannot listen at {address}, port {self._config.port}: {flaw.strerror}") from None
        return listening

    async def close(self) -> None:
        """Stop listening and disconnect the other devices. Their seats stay taken."""
        async with self._changing:
            if self._server is None or self._task is None:
                return
            self._server.should_exit = True
            await self._task
            self._server = self._task = self.url = None
            print("Only this computer can join now.", flush=True)
