"""Who asks: a guest by a signed cookie, or a program of theirs by a token."""

import asyncio
from collections import OrderedDict
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from paddock.bots.names import check_name
from paddock.server import store
from paddock.server.acting import Person
from paddock.server.keys import Signer, fingerprint
from paddock.server.problems import Forbidden, Stranger
from paddock.server.settings import Service
from paddock.server.writer import Writer

COOKIE: Final = "paddock_guest"
YEAR: Final = 365 * 24 * 3600
REMEMBERED: Final = 20_000


class People:
    """The guests of the service."""

    def __init__(self, service: Service, reader: store.Reader, writer: Writer, signer: Signer) -> None:
        self._service = service
        self._reader = reader
        self._writer = writer
        self._signer = signer
        self._names: OrderedDict[str, str] = OrderedDict()

    async def newcomer(self, name: str) -> Person:
        name = check_name(name)
        guest = await self._writer.do(lambda connection: store.add_guest(connection, name))
        self._remember(guest, name)
        return Person(guest, name)

    async def rename(self, person: Person, name: str) -> Person:
        name = check_name(name)
        await self._writer.do(lambda connection: store.rename_guest(connection, person.guest, name))
        self._remember(person.guest, name)
        return Person(person.guest, name)

    async def who(self, connection: "ASGIConnection[Any, Any, Any, Any]") -> Person | None:
        """Who asks; None if nobody knows them."""
        guest = await self._by_token(connection.headers.get("authorization"))
        if guest is None and (cookie := connection.cookies.get(COOKIE)):
            guest = self._signer.read(cookie)
        name = None if guest is None else await self._name(guest)
        return None if guest is None or name is None else Person(guest, name)

    def token_of(self, connection: "ASGIConnection[Any, Any, Any, Any]") -> str | None:
        """What the database keeps of the token that came with this; None where there is none."""
        header = connection.headers.get("authorization")
        return None if header is None else fingerprint(bearer(header))

    async def check_token(self, mark: str) -> None:
        """Whether a token still counts: who withdraws it means the sockets that it opened, too."""
        if await asyncio.to_thread(self._reader.guest_by_mark, mark, "token") is None:
            raise Stranger("this token was withdrawn")

    async def known(self, connection: "ASGIConnection[Any, Any, Any, Any]") -> Person:
        person = await self.who(connection)
        if person is None:
            raise Stranger("nobody knows you yet: say your name first")
        return person

    async def by_key(self, key: str) -> Person | None:
        """The guest whose resume link this is."""
        guest = await asyncio.to_thread(self._reader.guest_by_key, key, "resume")
        name = None if guest is None else await self._name(guest)
        return None if guest is None or name is None else Person(guest, name)

    def cookie(self, person: Person) -> Cookie:
        return Cookie(
            COOKIE,
            value=self._signer.sign(person.guest),
            max_age=YEAR,
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._service.secure,
        )

    async def _by_token(self, header: str | None) -> str | None:
        if header is None:
            return None
        guest = await asyncio.to_thread(self._reader.guest_by_key, bearer(header), "token")
        if guest is None:
            raise Stranger("this token is not known; make a new one")
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
    """The token in an `Authorization` header."""
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Stranger("this service knows tokens only: Authorization: Bearer TOKEN")
    return token.strip()


def check_origin(service: Service, connection: "ASGIConnection[Any, Any, Any, Any]") -> None:
    """A browser says from which page it asks; other people's pages may not use our guests' cookies.

    Every browser names the origin where something is changed or a socket opened. Programs name none, and have tokens.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Forbidden("this was asked by a page of somebody else")
        return
    here = {connection.headers.get("host", ""), urlsplit(service.url).netloc}
    if urlsplit(origin).netloc not in here - {""}:
        raise Forbidden("this was asked by a page of somebody else")
