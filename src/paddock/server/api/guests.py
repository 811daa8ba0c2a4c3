"""Routes for guests: name, cookie, resume links, and tokens for programs."""

import asyncio
from typing import Annotated, Any

from litestar import Request, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK

from paddock.engine.errors import BadOption
from paddock.server.api.error_responses import error_responses
from paddock.server.api.openapi import ANYBODY, KNOWN
from paddock.server.api.schemas import (
    GuestResponse,
    NameRequest,
    NewTokenResponse,
    ResumeLinkResponse,
    ResumeRequest,
    TokenRequest,
    TokenResponse,
)
from paddock.server.errors import NotFound
from paddock.server.runtime.rate_limits import CODES, KEYS, NEWCOMERS
from paddock.server.services import Services
from paddock.server.storage import statements

Asking = Request[Any, Any, Any]
Here = NamedDependency[Services]
"""The services, as a route parameter."""
Mark = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{64}$", description="An id from `GET /api/me/tokens`")]


def address_of(request: Any) -> str:
    return request.client.host if request.client else "nowhere"


@get("/api/me", summary="Get my name", responses=error_responses(401), security=KNOWN)
async def me(request: Asking, services: Here) -> GuestResponse:
    """Return your name. Clients without a name get error 401."""
    person = await services.people.known(request)
    return GuestResponse(person.name)


@put("/api/me", summary="Set my name", responses=error_responses(401, 403, 413, 422), security=ANYBODY)
async def introduce(request: Asking, services: Here, data: JSONBody[NameRequest]) -> Response[GuestResponse]:
    """Create a guest and set a cookie, or rename the present guest."""
    person = await services.people.who(request)
    if person is None:
        services.limits.take(NEWCOMERS, address_of(request))
        person = await services.people.newcomer(data.name)
    else:
        person = await services.people.rename(person, data.name)
    return Response(GuestResponse(person.name), cookies=[services.people.cookie(person)])


@post("/api/me/resume", summary="Create a resume link", responses=error_responses(401, 403), security=KNOWN)
async def resume_link(request: Asking, services: Here) -> ResumeLinkResponse:
    """The link signs another device in as you. Do not share it."""
    person = await services.people.known(request)
    services.limits.take(KEYS, person.guest)
    key = await services.writer.do(lambda connection: statements.add_key(connection, person.guest, "resume", "link"))
    return ResumeLinkResponse(key, f"{services.url}/resume/{key}")


@post(
    "/api/resume", summary="Use a resume link", responses=error_responses(401, 403, 404, 413), status_code=HTTP_200_OK
)
async def resume(request: Asking, services: Here, data: JSONBody[ResumeRequest]) -> Response[GuestResponse]:
    """Sign this device in as the guest who created the link."""
    services.limits.take(CODES, address_of(request))
    person = await services.people.by_key(data.key)
    if person is None:
        raise NotFound("this resume link is unknown; check that it is complete")
    return Response(GuestResponse(person.name), cookies=[services.people.cookie(person)])


@get("/api/me/tokens", summary="List my tokens", responses=error_responses(401), security=KNOWN)
async def tokens(request: Asking, services: Here) -> list[TokenResponse]:
    """List the tokens of your programs with their labels."""
    person = await services.people.known(request)
    rows = await asyncio.to_thread(services.queries.tokens, person.guest)
    return [TokenResponse(row.fingerprint, row.label, row.created) for row in rows]


@post("/api/me/tokens", summary="Create a token", responses=error_responses(401, 403, 413, 422), security=KNOWN)
async def make_token(request: Asking, services: Here, data: JSONBody[TokenRequest]) -> NewTokenResponse:
    """A program that sends `Authorization: Bearer TOKEN` acts as you. The token is shown only once."""
    person = await services.people.known(request)
    services.limits.take(KEYS, person.guest)
    if not data.label.isprintable():
        raise BadOption("a label must be one line of text", field="label")
    key = await services.writer.do(lambda connection: statements.add_key(connection, person.guest, "token", data.label))
    return NewTokenResponse(key, data.label)


@delete("/api/me/tokens/{mark:str}", summary="Revoke a token", responses=error_responses(401, 403, 404), security=KNOWN)
async def drop_token(request: Asking, services: Here, mark: Mark) -> None:
    """Revoke the token. Its program loses access at once."""
    person = await services.people.known(request)
    if not await services.writer.do(lambda connection: statements.drop_token(connection, person.guest, mark)):
        raise NotFound("you have no such token; list them with GET /api/me/tokens")


GUESTS = [me, introduce, resume_link, resume, tokens, make_token, drop_token]
