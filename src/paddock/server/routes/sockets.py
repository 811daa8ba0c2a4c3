"""The socket of a table: everything that happens comes down, everything that somebody does goes up.

A socket keeps no queue. It knows the number of the last line that it sent; when a table changes, the socket sends all
that has come since, once the last message is on its way. So a slow phone gets fewer and larger messages.
"""

import asyncio
import contextlib
from collections import deque
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery

from paddock.rules.refusals import Refusal
from paddock.server.database import Unavailable
from paddock.server.frames import PROTOCOL, Connection, framed
from paddock.server.hub import Hub
from paddock.server.limits import ADDRESS, CONNECTION
from paddock.server.people import check_origin
from paddock.server.problems import Repeated, Stranger, TooMuch, kind_of, problem_of
from paddock.server.routes.access import Access, as_member, as_watcher
from paddock.server.routes.guests import Here, address_of
from paddock.server.routes.tables import After, Key, SeatAsked, Tell, follow, welcome
from paddock.server.tables import Listener
from paddock.server.wire import AnyAct, Refused, encode, read_act

LARGEST_FRAME = 8192
"""Bytes of a message from outside; the largest move of any game needs a few hundred."""
NOT_ALLOWED, TRY_LATER = 4403, 1013
"""Codes with which a socket is closed: come back with another right to be here, or just come back."""
REMEMBERED = 64
"""Messages of a socket whose numbers are known: a network that repeats one does so at once."""

Socket = WebSocket[Any, Any, Any]


@websocket("/api/tables/{key:str}/socket")
async def table_socket(
    socket: Socket,
    hub: Here,
    key: Key,
    after: After = 0,
    seat: SeatAsked = None,
    tell: Tell = False,
    board: FromQuery[bool] = False,
    company: FromQuery[bool] = False,
) -> None:
    """A seat's socket; with `board` it shows only what everybody may see, for a screen in the middle of the table.

    With `company` it also says who is there.
    """

    async def open_access() -> Access:
        polite(socket, hub)
        return await as_member(socket, hub, key, seat, board=board)

    await hold(socket, hub, open_access, after, tell, company)


@websocket("/api/watch/{watch:str}/socket")
async def watch_socket(
    socket: Socket, hub: Here, watch: Key, after: After = 0, tell: Tell = False, company: FromQuery[bool] = False
) -> None:
    """A spectator's socket: nothing that it sends is followed."""

    async def open_access() -> Access:
        polite(socket, hub)
        return await as_watcher(hub, watch)

    await hold(socket, hub, open_access, after, tell, company)


def polite(socket: Socket, hub: Hub) -> None:
    """Not too many from one address, and none opened by other people's pages."""
    hub.limits.take(ADDRESS, address_of(socket))
    check_origin(hub.service, socket)


async def hold(socket: Socket, hub: Hub, open_access: Any, after: int, tell: bool, company: bool) -> None:
    """From the welcome to the end."""
    await socket.accept()
    try:
        access: Access = await open_access()
    except Refusal as refusal:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await send_away(socket, refusal)
        return
    # A worker knows only who came to itself; where there are others, nothing is said rather than something wrong.
    listener = Listener(max(0, after), tell=tell, company=company and not hub.tables.shared)
    access.live.listeners.add(listener)
    hub.metrics.sockets.inc()
    telling = None
    try:
        await greet(socket, hub, access, listener)
        access.live.tell_company()
        connection: Any = (socket.scope.get("extensions") or {}).get(PROTOCOL)
        if connection is not None and access.token is None:  # a token may be withdrawn, which takes a look at the disk
            listener.at_once = partial(tell_at_once, connection, access, listener)
        telling = asyncio.create_task(tell_all(socket, hub, access, listener))
        await hear_all(socket, hub, access, listener)
    except Refusal as refusal:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await send_away(socket, refusal)
    except (WebSocketDisconnect, RuntimeError):  # gone, perhaps in the middle of a word
        pass
    finally:
        access.live.listeners.discard(listener)
        access.live.tell_company()
        hub.metrics.sockets.dec()
        if telling is not None:
            telling.cancel()


async def send(socket: Socket, message: bytes) -> None:
    await socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})


async def send_away(socket: Socket, refusal: Refusal) -> None:
    """Say why, and close."""
    await send(socket, encode(Refused(problem_of(refusal))))
    passing = isinstance(refusal, Unavailable | TooMuch)
    await socket.close(TRY_LATER if passing else NOT_ALLOWED, kind_of(refusal)[0])


async def greet(socket: Socket, hub: Hub, access: Access, listener: Listener) -> None:
    """All about the table, and the lines that were not seen yet."""
    greeting = await welcome(hub, access, listener.seen, tell=listener.tell)
    listener.seen, listener.eyes = greeting.standing.number, (greeting.mine, greeting.seat)
    greeting.answer = listener.answers.popleft() if listener.answers else None
    if listener.answers:  # each in a message of its own
        listener.wake.set()
    await send(socket, encode(greeting))


async def tell_all(socket: Socket, hub: Hub, access: Access, listener: Listener) -> None:
    """Send what happens, until the socket closes or its owner may no longer look."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        try:
            while True:
                await listener.wake.wait()
                await tell(socket, hub, access, listener)
        except Refusal as refusal:
            await send_away(socket, refusal)


def tell_at_once(connection: Connection, access: Access, listener: Listener) -> bool:
    """As `tell`, if nothing has to be waited for; whether it was possible. The table is not in the middle of a step."""
    live = access.live
    if live.forgotten or listener.telling.locked() or not connection.ready:
        return False
    try:
        mine = access.check()
    except Refusal:
        return False
    audience = access.audience(mine)
    if listener.eyes != (mine, audience):
        return False
    message = live.update_for(listener, audience)
    if message is not None:
        connection.write(framed(message))
    return True


async def tell(socket: Socket, hub: Hub, access: Access, listener: Listener) -> None:
    """Send what has happened, if there is anything new; a refusal if they may no longer look."""
    live = access.live
    async with listener.telling:
        listener.wake.clear()
        if access.token is not None:
            await hub.people.check_token(access.token)
        async with live.lock:
            if live.forgotten:
                raise Unavailable("this table is read anew; come back at once")
            mine = access.check()
            audience = access.audience(mine)
            same_eyes = listener.eyes == (mine, audience)
            message = live.update_for(listener, audience) if same_eyes else None
        if not same_eyes:
            seats = listener.eyes[0]
            await greet(socket, hub, access, listener)
            if listener.eyes[0] != seats:
                live.tell_company()
        elif message is not None:
            await send(socket, message)
        if listener.news is not None:
            news, listener.news = listener.news, None
            await send(socket, news)


async def hear_all(socket: Socket, hub: Hub, access: Access, listener: Listener) -> None:
    """Follow what comes, one message after the other."""
    bucket = hub.limits.bucket(CONNECTION)
    known: deque[int] = deque(maxlen=REMEMBERED)
    loop = asyncio.get_running_loop()
    while True:
        heard = await socket.receive()
        if heard["type"] == "websocket.disconnect":
            return
        text: Any = heard.get("text") or heard.get("bytes") or ""
        number: int | None = None
        try:
            allowed = bucket.take(loop.time())
            act = understood(text)
            number = act.id
            if not allowed:
                raise TooMuch("that was too much at once; wait a moment and try again")
            if number in known:
                raise Repeated("this message came twice")
            if access.person is None:
                raise Stranger("who watches cannot act")
            if access.token is not None:
                await hub.people.check_token(access.token)
            await follow(
                hub, access.live.gathering.deed.key, access.person, act, partial(note, listener, known, number)
            )
            if listener.answers:
                listener.wake.set()
        except Refusal as refusal:
            hub.metrics.refused.labels(kind_of(refusal)[0]).inc()
            await tell(socket, hub, access, listener)  # who comes too late hears first what has happened
            await send(socket, encode(Refused(problem_of(refusal), number)))


def note(listener: Listener, known: deque[int], number: int | None) -> None:
    """A message of this number has been followed: the next update answers it, and it is known if it comes again."""
    if number is not None:
        known.append(number)
        listener.answers.append(number)


def understood(text: str | bytes) -> AnyAct:
    try:
        act: AnyAct = read_act(text)
        return act
    except (msgspec.DecodeError, UnicodeDecodeError) as flaw:
        raise Refusal(f"this message cannot be read: {flaw}") from None
    except RecursionError:
        raise Refusal("this message cannot be read: nothing that is said here is so deep") from None


SOCKETS: list[Any] = [table_socket, watch_socket]
