"""The socket of a table: everything that happens comes down, everything that somebody does goes up.

A socket keeps no queue. It knows the number of the last line that it sent; when a table changes, the socket sends all
that has come since, once the last message is on its way. So a slow phone gets fewer and larger messages.
"""

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from paddock.rules.refusals import Refusal
from paddock.server.hub import Hub
from paddock.server.limits import CONNECTION
from paddock.server.people import check_origin
from paddock.server.problems import Repeated, Stranger, TooMuch, kind_of, problem_of
from paddock.server.routes.access import Access, as_member, as_watcher
from paddock.server.routes.tables import rematch, welcome
from paddock.server.tables import Listener
from paddock.server.wire import AnyAct, Refused, Rematch, encode, read_act

LARGEST_FRAME = 8192
"""Bytes of a message from outside; the largest move of any game needs a few hundred."""
NOT_ALLOWED, TRY_LATER = 4403, 4429
"""Codes with which a socket is closed."""

Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{key:str}/socket")
async def table_socket(
    socket: Socket, hub: Hub, key: str, after: int = 0, seat: int | None = None, tell: bool = False, board: bool = False
) -> None:
    """A seat's socket; with `board` it shows only what everybody may see, for a screen in the middle of the table."""

    async def open_access() -> Access:
        check_origin(hub.service, socket)
        return await as_member(socket, hub, key, seat, board=board)

    await hold(socket, hub, open_access, after, tell)


@websocket("/api/watch/{watch:str}/socket")
async def watch_socket(socket: Socket, hub: Hub, watch: str, after: int = 0, tell: bool = False) -> None:
    """A spectator's socket: nothing that it sends is followed."""

    async def open_access() -> Access:
        check_origin(hub.service, socket)
        return await as_watcher(hub, watch)

    await hold(socket, hub, open_access, after, tell)


async def hold(socket: Socket, hub: Hub, open_access: Any, after: int, tell: bool) -> None:
    """From the welcome to the end."""
    await socket.accept()
    try:
        access: Access = await open_access()
    except Refusal as refusal:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await send(socket, encode(Refused(problem_of(refusal))))
            await socket.close(NOT_ALLOWED, kind_of(refusal)[0])
        return
    listener = Listener(max(0, after), tell=tell)
    access.live.listeners.add(listener)
    hub.metrics.sockets.inc()
    telling = None
    try:
        await greet(socket, hub, access, listener)
        telling = asyncio.create_task(tell_all(socket, hub, access, listener))
        await hear_all(socket, hub, access, listener)
    except (WebSocketDisconnect, RuntimeError):  # gone, perhaps in the middle of a word
        pass
    finally:
        access.live.listeners.discard(listener)
        hub.metrics.sockets.dec()
        if telling is not None:
            telling.cancel()


async def send(socket: Socket, message: bytes) -> None:
    await socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})


async def greet(socket: Socket, hub: Hub, access: Access, listener: Listener) -> None:
    """All about the table, and the lines that were not seen yet."""
    greeting = await welcome(hub, access, listener.seen, tell=listener.tell)
    listener.seen, listener.eyes = greeting.standing.number, (greeting.mine, greeting.seat)
    greeting.answer, listener.answer = listener.answer, None
    await send(socket, encode(greeting))


async def tell_all(socket: Socket, hub: Hub, access: Access, listener: Listener) -> None:
    """Send what happens, until the socket closes or its owner may no longer look."""
    live = access.live
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await listener.wake.wait()
            listener.wake.clear()
            try:
                async with live.lock:
                    mine = access.check()
                    audience = access.audience(mine)
                    same_eyes = listener.eyes == (mine, audience)
                    message = live.update_for(listener, audience) if same_eyes else None
            except Refusal as refusal:
                await send(socket, encode(Refused(problem_of(refusal))))
                await socket.close(NOT_ALLOWED, kind_of(refusal)[0])
                return
            if not same_eyes:
                await greet(socket, hub, access, listener)
            elif message is not None:
                await send(socket, message)


async def hear_all(socket: Socket, hub: Hub, access: Access, listener: Listener) -> None:
    """Follow what comes, one message after the other."""
    bucket = hub.limits.bucket(CONNECTION)
    loop = asyncio.get_running_loop()
    while True:
        heard = await socket.receive()
        if heard["type"] == "websocket.disconnect":
            return
        text: Any = heard.get("text") or heard.get("bytes") or ""
        number: int | None = None
        try:
            if not bucket.take(loop.time()):
                raise TooMuch("that was too much at once; wait a moment and try again")
            act = understood(text)
            number = act.id
            await follow(hub, access, act)
            listener.answer = number
            listener.wake.set()
        except Refusal as refusal:
            hub.metrics.refused.labels(kind_of(refusal)[0]).inc()
            await send(socket, encode(Refused(problem_of(refusal), number)))
            if isinstance(refusal, Repeated):
                listener.wake.set()


def understood(text: str | bytes) -> AnyAct:
    try:
        act: AnyAct = read_act(text)
        return act
    except (msgspec.DecodeError, UnicodeDecodeError) as flaw:
        raise Refusal(f"this message cannot be read: {flaw}") from None


async def follow(hub: Hub, access: Access, act: AnyAct) -> None:
    if access.person is None:
        raise Stranger("who watches cannot act")
    key = access.live.gathering.deed.key
    if isinstance(act, Rematch):
        await rematch(hub, key, access.person.guest)
    else:
        await hub.tables.act(key, access.person, act)


SOCKETS: list[Any] = [table_socket, watch_socket]
