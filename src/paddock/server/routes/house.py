"""The house itself: whether all is well, what Prometheus asks, and how to use the API."""

import html
from typing import Any

from litestar import MediaType, Request, get

from paddock import __version__
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
def guide(request: Request[Any, Any, Any]) -> str:
    """The API to read, made of the same document that programs read."""
    document = request.app.openapi_schema.to_schema()
    parts = [
        f"<h1>{html.escape(document['info']['title'])}</h1>",
        f"<p>{html.escape(document['info']['description'])}</p>",
    ]
    parts.append('<p>For programs: <a href="/api/schema/openapi.json">openapi.json</a></p>')
    for path, methods in sorted(document["paths"].items()):
        for method, operation in methods.items():
            if not isinstance(operation, dict):
                continue
            parts.append(f"<h2>{html.escape(operation.get('summary', ''))}</h2>")
            parts.append(f"<p><code>{method.upper()} {html.escape(path)}</code></p>")
            parts.append(f"<p>{html.escape(operation.get('description', ''))}</p>")
    return PAGE.replace("CONTENT", "\n".join(parts))


PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Paddock: the API</title>
<body>
CONTENT
</body>
</html>
"""

HOUSE: list[Any] = [health, metrics, guide]
