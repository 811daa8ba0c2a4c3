"""The socket of a table: updates go down, commands come up.

A socket has no outgoing queue. It knows the number of the last line that it sent. When the table changes, it sends all
newer lines as soon as the last message is sent. So a slow client gets fewer and larger messages.
"""

import asyncio
import contextlib
import time
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
from paddock.server.errors import NotPossibleNow, Repeated, TooManyRequests, UnknownClient, error_response, kind_of
from paddock.server.frames import PROTOCOL, Connection
from paddock.server.runtime.rate_limits import ADDRESS, CONNECTION, GUEST, Bucket
from paddock.server.runtime.session import PendingCommand, Subscriber, unheard
from paddock.server.services import Services
from paddock.server.storage.engine import Unavailable
from paddock.server.table.commands import AnyMessage, Rematch, SwitchToRematch, read_message
from paddock.server.table.handlers import Person

LARGEST_FRAME = 8192
"""The largest message from a client in bytes. The longest command needs a few hundred."""
NOT_ALLOWED, TRY_LATER = 4403, 1013
"""Close codes: reconnect with other permissions, or simply reconnect."""
REMEMBERED = 64
"""Command numbers that a socket remembers. A network that repeats a message does so soon."""

GONE = WebSocketDisconnect, RuntimeError, OSError
"""Exceptions of a lost connection, perhaps in the middle of a message."""
ANOTHER_ROUND = SwitchToRematch, Rematch
"""Messages that need another table."""

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


async def hold(socket: Socket, services: Services, open_access: Any, after: int, tell: bool, company: bool) -> None:
    """Serve a socket from its welcome to its end."""
    await socket.accept()
    listener = Subscriber(max(0, after), tell=tell, company=company)
    visit = None
    try:
        visit = SocketSession(socket, services, await open_access(), listener)
        await visit.come_in()
        await asyncio.create_task(visit.hear_all())  # a separate task resumes without the frames of the middleware
    except PaddockError as refusal:
        with contextlib.suppress(*GONE):
            await send_away(socket, refusal)
    except GONE:
        pass
    finally:
        if visit is not None:
            visit.go_out()
        del socket.send, socket.receive  # breaks a reference cycle


async def send(socket: Socket, message: bytes) -> None:
    await socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})


async def send_away(socket: Socket, refusal: PaddockError) -> None:
    """Send the error and close the socket."""
    await send(socket, encode(CommandError(error_response(refusal))))
    passing = isinstance(refusal, Unavailable | TooManyRequests)
    await socket.close(TRY_LATER if passing else NOT_ALLOWED, kind_of(refusal)[0])


class SocketSession:
    """A socket session at a table, or at its rematch after `go_over`."""

    def __init__(self, socket: Socket, services: Services, access: Viewer, listener: Subscriber) -> None:
        self.socket = socket
        self.services = services
        self.access = access
        self.listener = listener
        self.connection: Connection | None = (socket.scope.get("extensions") or {}).get(PROTOCOL)  # type: ignore[assignment]
        self.known: list[int] = []
        """Numbers of the newest commands."""
        self.bucket = services.limits.bucket(CONNECTION)
        self.hearing = False
        """Whether a message is being processed."""
        self._awake = False
        """Whether there may be new lines to send."""
        self._telling: asyncio.Task[None] | None = None
        self._eyes: tuple[list[int], int | None] = [], None
        self._steady = False
        self._arranged = -1
        """The value of the table's `arranged` for which the cached view is valid."""
        services.metrics.sockets.inc()

    async def come_in(self) -> None:
        """Subscribe to the table and send the welcome."""
        listener = self.listener
        listener.wake = self.wake
        async with listener.telling:
            self.access.session.listeners.add(listener)
            await self.greet()
        self.services.presence.changed(self.access.session)
        if self.access.token is None:  # a token may be revoked, which takes a database query
            listener.at_once = self.tell_at_once

    def leave(self) -> None:
        """Unsubscribe from the table."""
        self.access.session.listeners.discard(self.listener)
        self.access.session.visited = time.monotonic()  # the person may come back at once
        self.listener.at_once, self.listener.wake = None, unheard
        self.services.presence.changed(self.access.session)

    def go_out(self) -> None:
        self.leave()
        if self._telling is not None:
            self._telling.cancel()
        if self.connection is not None:
            self.connection.at_once = None
        self.services.metrics.sockets.dec()

    # ---- Down

    async def send(self, message: bytes) -> None:
        if self.connection is not None and self.connection.ready:
            self.services.outbox.put(self.connection, message)
        else:
            await send(self.socket, message)

    def look(self) -> tuple[list[int], int | None]:
        """Return the viewer's seats and the seat whose view is shown, cached until seats change.

        Raise `Forbidden` if the viewer may no longer look.
        """
        access = self.access
        arranged = access.session.table.arranged
        if arranged != self._arranged:
            mine, self._arranged = access.check(), arranged
            self._eyes, self._steady = (mine, access.audience(mine)), access.steady(mine)
        elif not self._steady:
            self._eyes = self._eyes[0], access.audience(self._eyes[0])
        return self._eyes

    async def greet(self) -> None:
        """Send the welcome with all lines that were not seen yet."""
        listener = self.listener
        greeting = await welcome(self.services, self.access, listener.seen, tell=listener.tell)
        listener.seen, listener.eyes = greeting.snapshot.number, (greeting.mine, greeting.seat)
        greeting.answer = listener.answers.pop(0) if listener.answers else None
        if listener.answers:  # each answer needs its own message
            self.wake()
        await self.send(encode(greeting))

    def wake(self) -> None:
        """Start a task that sends the updates, unless one is running."""
        self._awake = True
        if self._telling is None:
            self._telling = asyncio.create_task(self.tell_all())

    async def tell_all(self) -> None:
        """Send updates until there are none. Close the socket if its viewer may no longer look."""
        try:
            while self._awake:
                await self.tell()
        except PaddockError as refusal:
            self.leave()
            with contextlib.suppress(*GONE):
                await send_away(self.socket, refusal)
        except GONE:  # the reading task notices it, too
            self.leave()
        finally:
            self._telling = None

    def tell_at_once(self) -> bool:
        """Send updates as `tell` does, if that needs no waiting. Return whether it was possible."""
        access, listener, connection = self.access, self.listener, self.connection
        if connection is None or access.session.forgotten or listener.telling.locked or not connection.ready:
            return False
        try:
            eyes = self.look()
        except PaddockError:
            return False
        if listener.eyes != eyes:
            return False
        message = access.session.update_for(listener, eyes[1])
        if message is not None:
            self.services.outbox.put(connection, message)
        return True

    async def tell(self) -> None:
        """Send new lines, if there are any. Raise a `PaddockError` if the viewer may no longer look."""
        access, listener = self.access, self.listener
        async with listener.telling:
            if listener is not self.listener:  # the socket went over to the rematch meanwhile
                return
            self._awake = False
            if access.token is not None:
                await self.services.people.check_token(access.token)
            async with access.session.lock:
                if access.session.forgotten:
                    raise Unavailable("this table is being reloaded; reconnect now")
                eyes = self.look()
                same_eyes = listener.eyes == eyes
                message = access.session.update_for(listener, eyes[1]) if same_eyes else None
            if not same_eyes:
                seats = listener.eyes[0]
                await self.greet()
                if listener.eyes[0] != seats:
                    self.services.presence.changed(access.session)
            elif message is not None:
                await self.send(message)
            if listener.news is not None:
                news, listener.news = listener.news, None
                await self.send(news)

    # ---- Up

    async def hear_all(self) -> None:
        """Process incoming messages one after the other."""
        if self.connection is not None:
            self.connection.at_once = self.follow_at_once
        receive: Any = self.socket.receive if self.connection is None else self.connection.receive
        loop = asyncio.get_running_loop()
        while True:
            self.hearing = False
            heard = await receive()
            self.hearing = True
            if heard["type"] == "websocket.disconnect":
                return
            number: int | None = None
            try:
                allowed = self.bucket.take(loop.time())
                act = understood(heard.get("text") or heard.get("bytes") or "")
                number = act.id
                if not allowed:
                    raise TooManyRequests("too many requests; wait a moment and try again")
                if number in self.known:
                    raise Repeated("this message came twice")
                await self.follow(act)
            except PaddockError as refusal:
                self.services.metrics.refused.labels(kind_of(refusal)[0]).inc()
                await self.tell()  # a late command is answered after the newer lines
                await self.send(encode(CommandError(error_response(refusal), number)))

    def follow_at_once(self, text: str) -> bool:
        """Process a message on the fast path, without a task. Return whether that was possible.

        `hear_all` handles all unusual messages and every error.
        """
        person, connection = self.access.person, self.connection
        if self.hearing or person is None or self.access.token is not None or connection is None:
            return False
        try:
            act = read_message(text)
        except (msgspec.DecodeError, RecursionError):
            return False
        if isinstance(act, ANOTHER_ROUND) or act.id in self.known:
            return False
        try:
            taken = self.services.limits.take(GUEST, person.guest)
        except TooManyRequests:
            return False
        if self.bucket.take(time.monotonic()):
            kept, undone = partial(self.answer, act.id), partial(self.put_off, act.id, text, taken)
            if self.services.tables.act_at_once(self.access.session, PendingCommand(person, act, kept, undone)):
                self.remember(act.id)  # now: the message may be repeated before its commit
                return True
            self.bucket.give_back()
        taken.give_back()
        return False

    async def follow(self, act: AnyMessage) -> None:
        person, token = self.access.person, self.access.token
        if person is None:
            raise UnknownClient("spectators cannot send commands")
        if token is not None:
            await self.services.people.check_token(token)
        if isinstance(act, SwitchToRematch):
            await self.go_over(person, act)
            return
        await follow(self.services, self.access.session.table.config.key, person, act, partial(self.note, act.id))
        if self.listener.answers:
            self.wake()

    def note(self, number: int | None) -> None:
        """Remember a finished command and queue its answer."""
        self.remember(number)
        self.answer(number)

    def remember(self, number: int | None) -> None:
        if number is not None:
            self.known.append(number)
            del self.known[:-REMEMBERED]

    def answer(self, number: int | None) -> None:
        if number is not None:
            self.listener.answers.append(number)

    def put_off(self, number: int | None, text: str, taken: Bucket) -> None:
        """Queue the message for the slow path, which may wait and can reply with an error: the fast path failed."""
        assert self.connection is not None
        for bucket in (taken, self.bucket):  # the slow path takes the tokens again
            bucket.give_back()
        if number is not None and number in self.known:
            self.known.remove(number)
        self.connection.put_off(text)

    async def go_over(self, person: Person, act: SwitchToRematch) -> None:
        """Switch to the rematch and send its welcome. No updates of the old table follow."""
        self.services.limits.take(GUEST, person.guest)
        rematch = self.access.session.table.rematch
        if rematch is None:
            raise NotPossibleNow("there is no rematch yet; ask for one first")
        access = replace(self.access, session=await self.services.tables.session(rematch), seat=act.seat)
        access.check()
        before = self.listener
        async with before.telling:
            self.leave()
            self.access, self._arranged = access, -1
            self.listener = Subscriber(0, tell=before.tell, company=before.company)
            self.note(act.id)
            await self.come_in()


def understood(text: str | bytes) -> AnyMessage:
    try:
        act: AnyMessage = read_message(text)
        return act
    except (msgspec.DecodeError, UnicodeDecodeError) as flaw:
        raise PaddockError(f"this message is not valid: {flaw}") from None
    except RecursionError:
        raise PaddockError("invalid JSON: nested too deeply") from None


SOCKETS: list[Any] = [table_socket, watch_socket]
