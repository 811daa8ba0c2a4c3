"""The house itself: whether all is well, what Prometheus asks, and how to use the API."""

from typing import Any

from litestar import MediaType, Request, get

from paddock import __version__
from paddock.server.guide import STYLE, guide
from paddock.server.routes.guests import Here
from paddock.server.routes.refusing import may_refuse
from paddock.server.wire import Health


@get("/health", summary="Whether all is well", responses=may_refuse(), sync_to_thread=True)
def health(hub: Here) -> Health:
    """Answers when the database does."""
    hub.reader.due(0, 1)
    sockets = int(hub.metrics.sockets._value.get())
    return Health("ok", __version__, hub.engine.dialect.name, hub.tables.in_memory, sockets)


@get(
    "/metrics", summary="Counters for Prometheus", responses=may_refuse(), media_type="text/plain", sync_to_thread=False
)
def metrics(hub: Here) -> bytes:
    """In the format of Prometheus."""
    hub.metrics.tables.set(hub.tables.in_memory)
    hub.metrics.commits.set(hub.writer.commits)
    return hub.metrics.text()


@get("/api", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def read_guide(request: Request[Any, Any, Any]) -> str:
    """The API to read."""
    return guide(request.app.openapi_schema.to_schema())


@get("/api/guide.css", media_type=MediaType.CSS, include_in_schema=False, sync_to_thread=False)
def guide_style() -> str:
    """How the guide looks; from here, as everything is."""
    return STYLE


HOUSE: list[Any] = [health, metrics, read_guide, guide_style]
