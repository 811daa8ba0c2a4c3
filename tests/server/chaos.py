"""A bad network on loopback: it cuts connections, and delays, repeats and reorders messages. Random by a seed."""

import asyncio
import contextlib
import random
import threading
from types import TracebackType
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

CUT: Final = 0.06
TWICE: Final = 0.2
LONGEST: Final = 0.012
"""The chance that a message is the last of its connection, the chance that it is repeated, and the longest delay."""


class BadNetwork:
    """A proxy between clients and the service, for sockets only."""

    def __init__(self, upstream: str, seed: int) -> None:
        self.upstream = upstream.replace("http", "ws")
        self.url = ""
        self.cuts = self.repeats = self.overtaken = 0
        self._rng = random.Random(seed)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="bad network")
        self._open = threading.Event()
        self._later: set[asyncio.Task[None]] = set()

    def __enter__(self) -> "BadNetwork":
        self._thread.start()
        assert self._open.wait(10)
        return self

    def __exit__(self, kind: type[BaseException] | None, flaw: BaseException | None, at: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join(10)

    async def _run(self) -> None:
        self._loop, self._closing = asyncio.get_running_loop(), asyncio.Event()
        server: Server
        async with serve(self._relay, "127.0.0.1", 0, compression=None) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            self.url = f"http://127.0.0.1:{port}"
            self._open.set()
            await self._closing.wait()

    async def _relay(self, client: ServerConnection) -> None:
        assert client.request is not None
        headers = {name: value for name, value in client.request.headers.raw_items() if name.lower() == "cookie"}
        address = self.upstream + client.request.path
        async with connect(address, additional_headers=headers, compression=None) as house:
            ways = [asyncio.create_task(self._carry(client, house)), asyncio.create_task(self._carry(house, client))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            for end in (client, house):
                end.transport.abort()

    async def _carry(self, source: Any, target: ServerConnection | ClientConnection) -> None:
        """Carry messages one way until the connection is cut or closed."""
        sent = 0
        with contextlib.suppress(ConnectionClosed):
            async for number, message in numbered(source):
                if self._rng.random() < CUT:
                    self.cuts += 1
                    return

                async def bring(number: int = number, message: str | bytes = message) -> None:
                    nonlocal sent
                    await asyncio.sleep(self._rng.random() * LONGEST)
                    self.overtaken += number < sent
                    sent = max(sent, number)
                    with contextlib.suppress(ConnectionClosed):
                        await target.send(message)

                times = 1 + (self._rng.random() < TWICE)
                self.repeats += times - 1
                for _ in range(times):
                    task = asyncio.create_task(bring())
                    self._later.add(task)
                    task.add_done_callback(self._later.discard)


async def numbered(source: Any) -> Any:
    number = 0
    async for message in source:
        yield number, message
        number += 1
