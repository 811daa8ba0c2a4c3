"""Routes for guests: name, cookie, resume links, and tokens for programs."""

import asyncio
from typing import Annotated, Any, Final

from litestar import Request, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK

from paddock.engine.errors import BadOption
from paddock.server.api.error_responses import error_responses
from paddock.server.api.openapi import ANYBODY, KNOWN
from paddock.server.api.schemas import (
    GuestResponse,
    KeyKind,
    KeyResponse,
    NameRequest,
    NewTokenResponse,
    ResumeLinkResponse,
    ResumeRequest,
    TokenRequest,
    TokenResponse,
)
from paddock.server.auth.tokens import fingerprint
from paddock.server.errors import NotFound
from paddock.server.runtime.rate_limits import CODES, KEYS, NEWCOMERS
from paddock.server.services import Services
from paddock.server.storage.keys import DEVICE, LINK, OLD_COOKIES, TOKEN, keys_of, old_cookies_of, old_mark

Asking = Request[Any, Any, Any]
Here = NamedDependency[Services]
"""The services, as a route parameter."""
KINDS: Final[dict[str, KeyKind]] = {DEVICE: "device", LINK: "link", TOKEN: "token"}
"""Purpose in the database -> kind in the API."""
AnyMark = Annotated[
    str, PathParameter(pattern=rf"^([0-9a-f]{{64}}|{OLD_COOKIES})$", description="An id from `GET /api/me/keys`")
]
Mark = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{64}$", description="An id from `GET /api/me/tokens`")]


def address_of(request: Any) -> str:
    return request.client.host if request.client else "nowhere"


@get("/api/me", summary="Get my name", responses=error_responses(401), security=KNOWN)
async def me(request: Asking, services: Here) -> GuestResponse:
    """Return your name. Clients without a name get error 401."""
    person = await services.people.known(request)
    return GuestResponse(person.name)


@put("/api/me", summary="Set my name", responses=error_responses(401, 403, 413, 422, 429), security=ANYBODY)
async def introduce(request: Asking, services: Here, data: JSONBody[NameRequest]) -> Response[GuestResponse]:
    """Create a guest and set a cookie, or rename the present guest."""
    people = services.people
    person, key = await people.who(request), people.device_key(request)
    if person is None:
        services.limits.take(NEWCOMERS, address_of(request))
        person, key = await people.newcomer(data.name, request)
    else:
        person = await people.rename(person, data.name)
    if key is None:  # a token, or a cookie of version 0.1
        services.limits.take(KEYS, person.guest)
        key = await people.new_device(person, request, people.mark_of(request))
    return Response(GuestResponse(person.name), cookies=[people.cookie(person, key)])


@post("/api/me/resume", summary="Create a resume link", responses=error_responses(401, 403), security=KNOWN)
async def resume_link(request: Asking, services: Here) -> ResumeLinkResponse:
    """The link signs another device in as you. Do not share it."""
    person = await services.people.known(request)
    services.limits.take(KEYS, person.guest)
    key = await services.people.new_key(person, LINK, "", services.people.mark_of(request))
    return ResumeLinkResponse(key, f"{services.url}/resume/{key}")


@post(
    "/api/resume", summary="Use a resume link", responses=error_responses(401, 403, 404, 413), status_code=HTTP_200_OK
)
async def resume(request: Asking, services: Here, data: JSONBody[ResumeRequest]) -> Response[GuestResponse]:
    """Sign this device in as the guest who created the link."""
    services.limits.take(CODES, address_of(request))
    person = await services.people.by_link(data.key)
    if person is None:
        raise NotFound("this resume link is unknown; check that it is complete")
    key = await services.people.new_device(person, request, fingerprint(data.key))
    return Response(GuestResponse(person.name), cookies=[services.people.cookie(person, key)])


@get("/api/me/keys", summary="List my devices, links and tokens", responses=error_responses(401), security=KNOWN)
async def list_keys(request: Asking, services: Here) -> list[KeyResponse]:
    """List everything that acts as you, oldest first."""
    person, mine = await services.people.known(request), services.people.mark_of(request)
    rows = await asyncio.to_thread(keys_of, services.queries, person.guest)
    old = await asyncio.to_thread(old_cookies_of, services.queries, person.guest)
    older = [] if old is None else [KeyResponse(OLD_COOKIES, "older", "", old, mine == old_mark(person.guest))]
    return older + [
        KeyResponse(row.fingerprint, KINDS[row.purpose], row.label, row.created, row.fingerprint == mine, row.parent)
        for row in rows
    ]


@delete(
    "/api/me/keys/{mark:str}",
    summary="End a device, link or token",
    responses=error_responses(401, 403, 404),
    security=KNOWN,
)
async def end_key(request: Asking, services: Here, mark: AnyMark) -> None:
    """End it at once. A token takes along everything that was made with it."""
    if not await services.people.end_key(await services.people.known(request), mark):
        raise NotFound("you have no such device, link or token; list them with GET /api/me/keys")


@get("/api/me/tokens", summary="List my tokens", responses=error_responses(401), security=KNOWN)
async def tokens(request: Asking, services: Here) -> list[TokenResponse]:
    """List the tokens of your programs with their labels."""
    person = await services.people.known(request)
    rows = await asyncio.to_thread(keys_of, services.queries, person.guest)
    return [TokenResponse(row.fingerprint, row.label, row.created) for row in rows if row.purpose == TOKEN]


@post("/api/me/tokens", summary="Create a token", responses=error_responses(401, 403, 413, 422), security=KNOWN)
async def make_token(request: Asking, services: Here, data: JSONBody[TokenRequest]) -> NewTokenResponse:
    """A program that sends `Authorization: Bearer TOKEN` acts as you. The token is shown only once."""
    person = await services.people.known(request)
    services.limits.take(KEYS, person.guest)
    if not data.label.isprintable():
        raise BadOption("a label must be one line of text", field="label")
    key = await services.people.new_key(person, TOKEN, data.label, services.people.mark_of(request))
    return NewTokenResponse(key, data.label)


@delete("/api/me/tokens/{mark:str}", summary="Revoke a token", responses=error_responses(401, 403, 404), security=KNOWN)
async def drop_token(request: Asking, services: Here, mark: Mark) -> None:
    """Revoke the token. Its program and everything that was made with it lose access at once."""
    if not await services.people.end_key(await services.people.known(request), mark, TOKEN):
        raise NotFound("you have no such token; list them with GET /api/me/tokens")


GUESTS = [me, introduce, resume_link, resume, list_keys, end_key, tokens, make_token, drop_token]
