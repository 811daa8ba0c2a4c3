"""The socket of a table: updates go down, commands come up.

A socket has no queue of updates. It knows the number of the last entry that it sent, and sends all newer ones as soon
as the last message is sent. So a slow client gets fewer and larger messages.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery

from paddock.engine.errors import PaddockError
from paddock.server.api.guests import Here, address_of
from paddock.server.api.schemas import CommandError, encode
from paddock.server.api.tables import After, Key, SeatAsked, Tell, follow, welcome
from paddock.server.api.viewer import Viewer, as_member, as_watcher
from paddock.server.auth.guests import check_origin
from paddock.server.errors import (
    NotPossibleNow,
    Repeated,
    TooManyRequests,
    UnknownClient,
    error_response,
)
from paddock.server.runtime.rate_limits import ADDRESS, CONNECTION, GUEST
from paddock.server.runtime.session import Subscriber
from paddock.server.services import Services
from paddock.server.storage.engine import Unavailable
from paddock.server.table.commands import AnyMessage, SwitchToRematch, read_message
from paddock.server.table.handlers import Person

LARGEST_FRAME = 8192
"""The largest message from a client in bytes. The longest command needs a few hundred."""
NOT_ALLOWED, TRY_LATER = 4403, 1013
"""Close codes: reconnect with other permissions, or simply reconnect."""
REMEMBERED = 64
"""Command numbers that a socket remembers. A network that repeats a message does so soon."""

GONE = WebSocketDisconnect, RuntimeError, OSError
"""Exceptions of a lost connection, perhaps in the middle of a message."""

Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{key:str}/socket")
async def table_socket(
    socket: Socket,
    services: Here,
    key: Key,
    after: After = 0,
    seat: SeatAsked = None,
    tell: Tell = False,
    board: FromQuery[bool] = False,
    company: FromQuery[bool] = False,
) -> None:
    """The socket of a seat. With `board` it shows only public facts, for a shared screen.

    With `company` it also sends presence.
    """

    async def open_access() -> Viewer:
        polite(socket, services)
        return await as_member(socket, services, key, seat, board=board)

    await hold(socket, services, open_access, after, tell, company)


@websocket("/api/watch/{watch:str}/socket")
async def watch_socket(
    socket: Socket, services: Here, watch: Key, after: After = 0, tell: Tell = False, company: FromQuery[bool] = False
) -> None:
    """The socket of a spectator. It accepts no commands."""

    async def open_access() -> Viewer:
        polite(socket, services)
        return await as_watcher(services, watch)

    await hold(socket, services, open_access, after, tell, company)


def polite(socket: Socket, services: Services) -> None:
    """Apply the rate limit of the address, and reject sockets that other sites open."""
    services.limits.take(ADDRESS, address_of(socket))
    check_origin(services.config, socket)


async def hold(
    socket: Socket,
    services: Services,
    open_access: Callable[[], Awaitable[Viewer]],
    after: int,
    tell: bool,
    company: bool,
) -> None:
    """Serve a socket from its welcome to its end."""
    await socket.accept()
    try:
        subscriber = Subscriber(max(0, after), tell=tell, company=company)
        await SocketSession(socket, services, await open_access(), subscriber).serve()
    except PaddockError as refusal:
        with contextlib.suppress(*GONE):
            await send_away(socket, refusal)
    except GONE:
        pass


async def send(socket: Socket, message: bytes) -> None:
    await socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})


async def send_away(socket: Socket, refusal: PaddockError) -> None:
    """Send the error and close the socket."""
    await send(socket, encode(CommandError(error_response(refusal))))
    passing = isinstance(refusal, Unavailable | TooManyRequests)
    await socket.close(TRY_LATER if passing else NOT_ALLOWED, refusal.code)


class SocketSession:
    """A socket at a table, or at its rematch after a switch. One task receives commands, another sends updates."""

    def __init__(self, socket: Socket, services: Services, viewer: Viewer, subscriber: Subscriber) -> None:
        self.socket = socket
        self.services = services
        self.viewer = viewer
        self.subscriber = subscriber
        self.known: list[int] = []
        """Numbers of the newest commands."""
        self.bucket = services.limits.bucket(CONNECTION)
        self.ended = False
        """Whether the guest's key has ended."""
        self.sending = asyncio.Lock()
        """Keeps updates of one table in order, and apart from those of the rematch."""

    async def serve(self) -> None:
        """Send the welcome, then updates, until the client leaves or may no longer look."""
        self.services.metrics.sockets.inc()
        sender: asyncio.Task[None] | None = None
        try:
            mark = self.viewer.mark
            if mark is not None and not await self.services.people.keys.use(mark, self.end):
                self.ended = True
            self.check_key()
            await self.subscribe()
            sender = asyncio.create_task(self.send_updates())
            receiver = asyncio.create_task(self.receive_commands())
            try:
                await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (sender, receiver):
                    task.cancel()
                results = await asyncio.gather(sender, receiver, return_exceptions=True)
            for result in results:
                if isinstance(result, Exception):
                    raise result
        finally:
            self.unsubscribe()
            if self.viewer.mark is not None:
                self.services.people.keys.leave(self.viewer.mark, self.end)
            self.services.metrics.sockets.dec()

    def end(self) -> None:
        """End the session: its key has ended."""
        self.ended = True
        self.subscriber.news.set()

    def check_key(self) -> None:
        """Raise `UnknownClient` if the guest's key has ended."""
        if self.ended:
            raise UnknownClient("this device, link or token was ended; enter your name again")

    async def subscribe(self) -> None:
        """Subscribe to the table and send the welcome."""
        self.viewer.session.listeners.add(self.subscriber)
        await self.greet()
        self.services.presence.changed(self.viewer.session)

    def unsubscribe(self) -> None:
        self.viewer.session.listeners.discard(self.subscriber)
        self.viewer.session.visited = time.monotonic()  # the person may come back at once
        self.services.presence.changed(self.viewer.session)

    # ---- Down

    async def greet(self) -> None:
        """Send the welcome with all entries that were not seen yet."""
        subscriber = self.subscriber
        greeting = await welcome(self.services, self.viewer, subscriber.seen, tell=subscriber.tell)
        subscriber.seen, subscriber.eyes = greeting.snapshot.number, (greeting.mine, greeting.seat)
        greeting.answer = subscriber.answers.pop(0) if subscriber.answers else None
        await send(self.socket, encode(greeting))

    async def send_updates(self) -> None:
        """Send everything new, whenever there is something. Raise a `PaddockError` if the viewer may not look."""
        while True:
            await self.subscriber.news.wait()
            async with self.sending:
                await self.send_news()

    async def send_news(self) -> None:
        viewer, subscriber = self.viewer, self.subscriber
        subscriber.news.clear()
        self.check_key()
        if viewer.session.evicted:
            raise Unavailable("this table is being reloaded; reconnect now")
        mine = viewer.check()
        eyes = mine, viewer.audience(mine)
        if subscriber.eyes != eyes:
            seats = subscriber.eyes[0]
            await self.greet()
            if subscriber.eyes[0] != seats:
                self.services.presence.changed(viewer.session)
        while (message := viewer.session.update_for(subscriber, subscriber.eyes[1])) is not None:
            await send(self.socket, message)
        while subscriber.errors:
            await send(self.socket, subscriber.errors.pop(0))
        if subscriber.presence is not None:
            presence, subscriber.presence = subscriber.presence, None
            await send(self.socket, presence)

    # ---- Up

    async def receive_commands(self) -> None:
        """Run incoming commands one after the other."""
        now = asyncio.get_running_loop().time
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            number: int | None = None
            try:
                allowed = self.bucket.take(now())
                command = decode(received.get("text") or received.get("bytes") or "")  # type: ignore[arg-type]
                number = command.id
                if not allowed:
                    raise TooManyRequests("too many requests; wait a moment and try again")
                if number in self.known:
                    raise Repeated("this message came twice")
                await self.run(command)
            except PaddockError as refusal:
                self.services.metrics.refused.labels(refusal.code).inc()
                self.subscriber.errors.append(encode(CommandError(error_response(refusal), number)))
                self.subscriber.news.set()

    async def run(self, command: AnyMessage) -> None:
        viewer = self.viewer
        if viewer.person is None:
            raise UnknownClient("spectators cannot send commands")
        self.check_key()
        if isinstance(command, SwitchToRematch):
            await self.switch(viewer.person, command)
            return
        committed = partial(self.answer, command.id)
        await follow(self.services, viewer.session.table.config.key, viewer.person, command, committed)
        self.subscriber.news.set()

    def answer(self, number: int | None) -> None:
        """Remember a committed command and queue its answer."""
        if number is not None:
            self.known.append(number)
            del self.known[:-REMEMBERED]
            self.subscriber.answers.append(number)

    async def switch(self, person: Person, command: SwitchToRematch) -> None:
        """Switch to the rematch and send its welcome. No updates of the old table follow."""
        self.services.limits.take(GUEST, person.guest)
        rematch = self.viewer.session.table.rematch
        if rematch is None:
            raise NotPossibleNow("there is no rematch yet; ask for one first")
        viewer = replace(self.viewer, session=await self.services.tables.session(rematch), seat=command.seat)
        viewer.check()
        async with self.sending:
            self.unsubscribe()
            self.viewer = viewer
            self.subscriber.seen = 0
            self.answer(command.id)
            await self.subscribe()


def decode(text: str | bytes) -> AnyMessage:
    try:
        message: AnyMessage = read_message(text)
        return message
    except (msgspec.DecodeError, UnicodeDecodeError) as flaw:
        raise PaddockError(f"this message is not valid: {flaw}") from None
    except RecursionError:
        raise PaddockError("invalid JSON: nested too deeply") from None


SOCKETS: list[Any] = [table_socket, watch_socket]
