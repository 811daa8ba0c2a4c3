"""Routes for operators and developers: health, metrics and the API reference."""

from typing import Any

from litestar import MediaType, Request, get

from paddock import __version__
from paddock.server.api.error_responses import may_refuse
from paddock.server.api.guests import Here
from paddock.server.api.reference import STYLE, guide
from paddock.server.api.schemas import Health


@get("/health", summary="Check the health", responses=may_refuse(), sync_to_thread=True)
def health(hub: Here) -> Health:
    """Answer if the database answers."""
    hub.reader.due(0, 1)
    sockets = int(hub.metrics.sockets._value.get())
    return Health("ok", __version__, hub.engine.dialect.name, hub.tables.in_memory, sockets)


@get("/metrics", summary="Get the metrics", responses=may_refuse(), media_type="text/plain", sync_to_thread=False)
def metrics(hub: Here) -> bytes:
    """Return the metrics in Prometheus format."""
    hub.metrics.tables.set(hub.tables.in_memory)
    hub.metrics.commits.set(hub.writer.commits)
    return hub.metrics.text()


@get("/api", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def read_guide(request: Request[Any, Any, Any]) -> str:
    """Return the API reference as HTML."""
    return guide(request.app.openapi_schema.to_schema())


@get("/api/guide.css", media_type=MediaType.CSS, include_in_schema=False, sync_to_thread=False)
def guide_style() -> str:
    """Return the style sheet of the API reference. The content policy allows no inline styles."""
    return STYLE


HOUSE: list[Any] = [health, metrics, read_guide, guide_style]
