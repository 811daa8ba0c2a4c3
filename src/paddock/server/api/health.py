"""Routes for operators and developers: health, metrics and the API reference."""

import asyncio
from typing import Any

from litestar import MediaType, Request, get

from paddock import __version__
from paddock.bots.algorithms.solver_jobs import ADMISSION
from paddock.engine.solver.stored_solutions import stored_solutions
from paddock.server.api.error_responses import error_responses
from paddock.server.api.guests import Here
from paddock.server.api.reference import STYLE, guide
from paddock.server.api.schemas import HealthResponse
from paddock.server.runtime.bot_runner import QUEUES


@get("/health", summary="Check the health", responses=error_responses(), sync_to_thread=True)
def health(services: Here) -> HealthResponse:
    """Answer if the database answers."""
    services.queries.due(0, 1)
    sockets = int(services.metrics.sockets._value.get())
    return HealthResponse("ok", __version__, services.engine.dialect.name, services.tables.in_memory, sockets)


@get("/metrics", summary="Get the metrics", responses=error_responses(), media_type="text/plain")
async def metrics(services: Here) -> bytes:
    """Return the metrics in Prometheus format."""
    services.metrics.tables.set(services.tables.in_memory)
    for name, queue in QUEUES.items():
        services.metrics.waiting.labels(name).set(queue.waiting)
    sizes = [size for _, size, _ in await asyncio.to_thread(lambda: list(stored_solutions()))]
    services.metrics.solutions.set(len(sizes))
    services.metrics.solution_bytes.set(sum(sizes))
    services.metrics.solver_waiting.set(ADMISSION.waiting)
    services.metrics.solver_refused.set(ADMISSION.refused)
    services.metrics.commits.set(services.writer.commits)
    return services.metrics.text()


@get("/api", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def read_guide(request: Request[Any, Any, Any], services: Here) -> str:
    """Return the API reference as HTML."""
    return guide(request.app.openapi_schema.to_schema(), services.config.prefix)


@get("/api/guide.css", media_type=MediaType.CSS, include_in_schema=False, sync_to_thread=False)
def guide_style() -> str:
    """Return the style sheet of the API reference. The content policy allows no inline styles."""
    return STYLE


HOUSE: list[Any] = [health, metrics, read_guide, guide_style]
