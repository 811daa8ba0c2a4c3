"""Routes for studies: start one, follow its progress, read its report."""

import asyncio
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import JSONBody

from paddock.server.api.error_responses import error_responses
from paddock.server.api.guests import Asking, Here
from paddock.server.api.openapi import KNOWN
from paddock.server.api.schemas import StudyRequest, StudyResponse
from paddock.server.api.tables import Key
from paddock.server.runtime.rate_limits import STUDIES

REPORT_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
"""A report is one file that also opens offline, so its style is inline. Nothing else may run or load."""


@post("/api/studies", summary="Start a study", responses=error_responses(401, 403, 409, 413, 422), security=KNOWN)
async def ask(request: Asking, services: Here, data: JSONBody[StudyRequest]) -> StudyResponse:
    """Play games among bots in the background, one study at a time."""
    person = await services.people.known(request)
    services.limits.take(STUDIES, person.guest)
    return await services.lab_jobs.begin(data, person.guest)


@get("/api/studies/{key:str}", summary="Get the progress of a study", responses=error_responses(404))
async def look(services: Here, key: Key) -> StudyResponse:
    """Every holder of the link may look."""
    return await asyncio.to_thread(services.lab_jobs.shown, key)


@get(
    "/api/studies/{key:str}/report",
    summary="Get the report of a study",
    responses=error_responses(404, 409),
    media_type="text/html",
)
async def report(services: Here, key: Key) -> Response[bytes]:
    """One page with figures, confidence intervals and links to tables with these rules."""
    page = await asyncio.to_thread(services.lab_jobs.report, key)
    headers = {"content-security-policy": REPORT_POLICY}
    return Response(page, media_type="text/html; charset=utf-8", headers=headers)


STUDY_ROUTES: list[Any] = [ask, look, report]
