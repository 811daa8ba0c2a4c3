"""Guests: identified by a signed cookie, or by a token for programs."""

import asyncio
from collections import OrderedDict
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from paddock.match.seat_names import check_name
from paddock.server.auth.tokens import Signer, fingerprint
from paddock.server.config import ServerConfig
from paddock.server.errors import Forbidden, UnknownClient
from paddock.server.storage import statements
from paddock.server.storage.queries import Queries
from paddock.server.storage.writer import Writer
from paddock.server.table.handlers import Person

COOKIE: Final = "paddock_guest"
YEAR: Final = 365 * 24 * 3600
REMEMBERED: Final = 20_000


class GuestRegistry:
    """The guests of the service, with a cache of their names."""

    def __init__(self, config: ServerConfig, queries: Queries, writer: Writer, signer: Signer) -> None:
        self._service = config
        self._reader = queries
        self._writer = writer
        self._signer = signer
        self._names: OrderedDict[str, str] = OrderedDict()

    async def newcomer(self, name: str) -> Person:
        name = check_name(name)
        guest = await self._writer.do(lambda connection: statements.add_guest(connection, name))
        self._remember(guest, name)
        return Person(guest, name)

    async def rename(self, person: Person, name: str) -> Person:
        name = check_name(name)
        await self._writer.do(lambda connection: statements.rename_guest(connection, person.guest, name))
        self._remember(person.guest, name)
        return Person(person.guest, name)

    async def who(self, connection: "ASGIConnection[Any, Any, Any, Any]") -> Person | None:
        """Return the guest that sent this request, or None. Raise `UnknownClient` for an unknown token."""
        guest = await self._by_token(connection.headers.get("authorization"))
        if guest is None and (cookie := connection.cookies.get(COOKIE)):
            guest = self._signer.read(cookie)
        name = None if guest is None else await self._name(guest)
        return None if guest is None or name is None else Person(guest, name)

    def token_of(self, connection: "ASGIConnection[Any, Any, Any, Any]") -> str | None:
        """Return the hash of the request's token as the database stores it, or None without a token."""
        header = connection.headers.get("authorization")
        return None if header is None else fingerprint(bearer(header))

    async def check_token(self, mark: str) -> None:
        """Raise `UnknownClient` if the token was revoked. Open sockets check it again for every message."""
        if await asyncio.to_thread(self._reader.guest_by_mark, mark, "token") is None:
            raise UnknownClient("this token was revoked; create a new one")

    async def known(self, connection: "ASGIConnection[Any, Any, Any, Any]") -> Person:
        person = await self.who(connection)
        if person is None:
            raise UnknownClient("you have no name here yet; enter your name first")
        return person

    async def by_key(self, key: str) -> Person | None:
        """Return the guest that this resume link belongs to, or None."""
        guest = await asyncio.to_thread(self._reader.guest_by_key, key, "resume")
        name = None if guest is None else await self._name(guest)
        return None if guest is None or name is None else Person(guest, name)

    def cookie(self, person: Person) -> Cookie:
        return Cookie(
            COOKIE,
            value=self._signer.sign(person.guest),
            max_age=YEAR,
            path=self._service.prefix or "/",
            httponly=True,
            samesite="lax",
            secure=self._service.secure,
        )

    async def _by_token(self, header: str | None) -> str | None:
        if header is None:
            return None
        guest = await asyncio.to_thread(self._reader.guest_by_key, bearer(header), "token")
        if guest is None:
            raise UnknownClient("this token is unknown; create a new one")
        return guest

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


def bearer(header: str) -> str:
    """Return the token in an `Authorization` header. Raise `UnknownClient` for another scheme."""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise UnknownClient("use a token: Authorization: Bearer TOKEN")
    return token.strip()


def check_origin(config: ServerConfig, connection: "ASGIConnection[Any, Any, Any, Any]") -> None:
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
