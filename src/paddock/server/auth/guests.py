"""Guests: identified by a signed cookie, or by a token for programs."""

import asyncio
from collections import OrderedDict
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from sqlalchemy import Connection

from paddock.match.seat_names import check_name
from paddock.server.auth.device_label import device_label
from paddock.server.auth.key_ring import KeyRing
from paddock.server.auth.tokens import Signer, fingerprint
from paddock.server.config import ServerConfig
from paddock.server.errors import Forbidden, UnknownClient
from paddock.server.storage import keys, statements
from paddock.server.storage.queries import Queries
from paddock.server.storage.writer import Writer
from paddock.server.table.handlers import Person

COOKIE: Final = "paddock_guest"
YEAR: Final = 365 * 24 * 3600
REMEMBERED: Final = 20_000

Asking: TypeAlias = ASGIConnection[Any, Any, Any, Any]


class GuestRegistry:
    """The guests of the service and their keys, with a cache of their names."""

    def __init__(self, config: ServerConfig, queries: Queries, writer: Writer, signer: Signer) -> None:
        self._service = config
        self._reader = queries
        self._writer = writer
        self._signer = signer
        self.keys = KeyRing(queries)
        self._names: OrderedDict[str, str] = OrderedDict()

    async def newcomer(self, name: str, connection: Asking) -> tuple[Person, str]:
        """Create a guest with one device, and return both the guest and the key of the device."""
        name = check_name(name)
        label = label_of(connection)

        def add(database: Connection) -> tuple[str, str]:
            guest = statements.add_guest(database, name)
            key = keys.add_key(database, guest, keys.DEVICE, label)
            assert key is not None
            return guest, key

        guest, key = await self._writer.do(add)
        self._remember(guest, name)
        return Person(guest, name), key

    async def rename(self, person: Person, name: str) -> Person:
        name = check_name(name)
        await self._writer.do(lambda connection: statements.rename_guest(connection, person.guest, name))
        self._remember(person.guest, name)
        return Person(person.guest, name)

    async def who(self, connection: Asking) -> Person | None:
        """Return the guest that sent this request, or None. Raise `UnknownClient` for an unknown token."""
        mark = self.mark_of(connection)
        guest = None if mark is None else await self._guest_by_mark(mark, *purposes(connection))
        if guest is None and "authorization" in connection.headers:
            raise UnknownClient("this token is unknown; create a new one")
        return None if guest is None else await self._person(guest)

    async def known(self, connection: Asking) -> Person:
        person = await self.who(connection)
        if person is None:
            raise UnknownClient("you have no name here yet; enter your name first")
        return person

    # ---- Keys

    def mark_of(self, connection: Asking) -> str | None:
        """Return the mark of the request's token or cookie, which may have ended, or None without a key.

        Raise `UnknownClient` for an `Authorization` header of another kind.
        """
        header = connection.headers.get("authorization")
        if header is not None:
            return fingerprint(bearer(header))
        cookie = self._signer.read(connection.cookies.get(COOKIE, ""))
        if cookie is None:
            return None
        guest, _, key = cookie.partition(".")
        return fingerprint(key) if key else keys.old_mark(guest)

    def device_key(self, connection: Asking) -> str | None:
        """Return the key in the request's cookie, or None for a token and for cookies of version 0.1."""
        if "authorization" in connection.headers:
            return None
        cookie = self._signer.read(connection.cookies.get(COOKIE, "")) or ""
        return cookie.partition(".")[2] or None

    async def new_key(self, person: Person, purpose: str, label: str, made_with: str | None) -> str:
        """Create a key. It ends with the token that it was made with. Raise `UnknownClient` if that has ended."""
        key = await self._writer.do(
            lambda connection: keys.add_key(connection, person.guest, purpose, label, made_with)
        )
        if key is None:
            raise UnknownClient("this key has ended; enter your name again")
        return key

    async def new_device(self, person: Person, connection: Asking, made_with: str | None) -> str:
        """Create the key of a device that gets a cookie."""
        return await self.new_key(person, keys.DEVICE, label_of(connection), made_with)

    async def end_key(self, person: Person, mark: str, purpose: str | None = None) -> bool:
        """End a key of this guest and everything that came from it. Return False if there is no such key."""
        if mark == keys.OLD_COOKIES:
            ended = await self._writer.do(lambda connection: keys.end_old_cookies(connection, person.guest))
        else:
            ended = await self._writer.do(lambda connection: keys.end_key(connection, person.guest, mark, purpose))
        self.keys.end(ended)
        return bool(ended)

    async def by_link(self, key: str) -> Person | None:
        """Return the guest that this resume link belongs to, or None."""
        guest = await self._guest_by_mark(fingerprint(key), keys.LINK)
        return None if guest is None else await self._person(guest)

    def cookie(self, person: Person, key: str) -> Cookie:
        return Cookie(
            COOKIE,
            value=self._signer.sign(f"{person.guest}.{key}"),
            max_age=YEAR,
            path=self._service.prefix or "/",
            httponly=True,
            samesite="lax",
            secure=self._service.secure,
        )

    async def _guest_by_mark(self, mark: str, *purposes: str) -> str | None:
        found = await self.keys.find(mark)
        return found[0] if found is not None and found[1] in purposes else None

    async def _person(self, guest: str) -> Person | None:
        name = await self._name(guest)
        return None if name is None else Person(guest, name)

    async def _name(self, guest: str) -> str | None:
        if guest not in self._names:
            name = await asyncio.to_thread(self._reader.guest_name, guest)
            if name is None:
                return None
            self._remember(guest, name)
        return self._names[guest]

    def _remember(self, guest: str, name: str) -> None:
        self._names[guest] = name
        self._names.move_to_end(guest)
        if len(self._names) > REMEMBERED:
            self._names.popitem(last=False)


def purposes(connection: Asking) -> tuple[str, ...]:
    """Return the purposes of keys that this request may use."""
    return (keys.TOKEN,) if "authorization" in connection.headers else (keys.DEVICE, keys.OLD_COOKIES)


def label_of(connection: Asking) -> str:
    return device_label(connection.headers.get("user-agent", ""))


def bearer(header: str) -> str:
    """Return the token in an `Authorization` header. Raise `UnknownClient` for another scheme."""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise UnknownClient("use a token: Authorization: Bearer TOKEN")
    return token.strip()


def check_origin(config: ServerConfig, connection: Asking) -> None:
    """Raise `Forbidden` if another site's page sent this request: it must not use our guests' cookies.

    Every browser sends `Origin` with a change and with a new socket. Programs send none, and use tokens.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Forbidden("this request came from another site")
        return
    here = {connection.headers.get("host", ""), urlsplit(config.url).netloc}
    if urlsplit(origin).netloc not in here - {""}:
        raise Forbidden("this request came from another site")
