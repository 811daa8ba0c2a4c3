"""Routes for studies: start one, follow its progress, read its report."""

import asyncio
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import JSONBody

from paddock.server.api.error_responses import may_refuse
from paddock.server.api.guests import Asking, Here
from paddock.server.api.openapi import KNOWN
from paddock.server.api.schemas import StudyShown, StudyWish
from paddock.server.api.tables import Key
from paddock.server.runtime.rate_limits import STUDIES

REPORT_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
"""A report is one file that also opens offline, so its style is inline. Nothing else may run or load."""


@post("/api/studies", summary="Start a study", responses=may_refuse(401, 403, 409, 413, 422), security=KNOWN)
async def ask(request: Asking, hub: Here, data: JSONBody[StudyWish]) -> StudyShown:
    """Play games among bots in the background, one study at a time."""
    person = await hub.people.known(request)
    hub.limits.take(STUDIES, person.guest)
    return hub.studies.begin(data)


@get("/api/studies/{key:str}", summary="Get the progress of a study", responses=may_refuse(404))
async def look(hub: Here, key: Key) -> StudyShown:
    """Every holder of the link may look."""
    return await asyncio.to_thread(hub.studies.shown, key)


@get(
    "/api/studies/{key:str}/report",
    summary="Get the report of a study",
    responses=may_refuse(404, 409),
    media_type="text/html",
)
async def report(hub: Here, key: Key) -> Response[bytes]:
    """One page with figures, confidence intervals and links to tables with these rules."""
    page = await asyncio.to_thread(hub.studies.report, key)
    headers = {"content-security-policy": REPORT_POLICY}
    return Response(page, media_type="text/html; charset=utf-8", headers=headers)


STUDY_ROUTES: list[Any] = [ask, look, report]
