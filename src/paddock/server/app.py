"""The ASGI application of the service."""

import contextlib
import gc
import logging
import os
import time
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from paddock import __version__
from paddock.engine.errors import PaddockError
from paddock.server.api.guests import GUESTS, address_of
from paddock.server.api.health import HOUSE
from paddock.server.api.network import NETWORK_ROUTES
from paddock.server.api.openapi import SCHEMES
from paddock.server.api.replays import LARGEST_RECORD, REPLAYS
from paddock.server.api.schemas import ErrorResponse
from paddock.server.api.studies import STUDY_ROUTES
from paddock.server.api.tables import TABLES_ROUTES
from paddock.server.api.websocket import SOCKETS, TRY_LATER
from paddock.server.auth.guests import check_origin
from paddock.server.config import VARIABLE, ServerConfig
from paddock.server.errors import error_response, status_of
from paddock.server.page.static import PAGE
from paddock.server.path_prefix import without_prefix
from paddock.server.runtime.connection_guard import OpenConnections
from paddock.server.runtime.local_network import LocalNetwork
from paddock.server.runtime.rate_limits import ADDRESS
from paddock.server.serve import uvicorn_settings
from paddock.server.services import Services, opened

SAFE: Final = ("GET", "HEAD", "OPTIONS")
POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        *(f"{what}-src 'self'" for what in ("script", "style", "font", "connect", "manifest", "worker", "media")),
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
"""Content comes from this origin only, and other sites cannot frame the page."""
HEADERS: Final = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
"""Headers of every response that does not set its own. Links are secrets here, so no referrer is sent."""

LOG: Final = logging.getLogger("paddock.server")
COLLECTIONS: Final = 50_000, 20, 50
"""Thresholds of the garbage collector. With Python's defaults it scans all tables so often that moves wait for it
(docs/decisions/0010)."""


def create(config: ServerConfig) -> Litestar:
    """Return the application of one worker."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with opened(config, LocalNetwork(config, uvicorn_settings(config))) as services:
            app.state.services = services
            yield

    app = Litestar(
        route_handlers=[*GUESTS, *TABLES_ROUTES, *REPLAYS, *STUDY_ROUTES, *HOUSE, *NETWORK_ROUTES, *SOCKETS, *PAGE],
        lifespan=[lifespan],
        dependencies={"services": Provide(services_of, sync_to_thread=False)},
        exception_handlers={
            PaddockError: refused,
            HTTPException: misunderstood,
            RecursionError: too_deep,
            Exception: failed,
        },
        before_request=polite,
        openapi_config=OpenAPIConfig(
            title="Paddock",
            version=__version__,
            description="Animal board games: create tables, take seats, play and replay matches.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
            components=SCHEMES,
        ),
        compression_config=CompressionConfig(backend="gzip", exclude=["^/api", "^/assets", "^/health", "^/metrics"]),
        request_max_body_size=LARGEST_RECORD,
        debug=False,
        logging_config=None,
    )
    # Outermost, so that unknown paths get headers, too.
    bounded = with_bounded_sockets(app.asgi_handler, config)
    app.asgi_handler = without_prefix(with_headers(bounded), config.prefix)
    return app


def from_environment() -> Litestar:
    """Return the application of a worker process, configured by its parent process."""
    app = create(msgspec.json.decode(os.environ[VARIABLE], type=ServerConfig))
    gc.collect()
    gc.freeze()  # objects from the start stay, so no collection needs to look at them again
    gc.set_threshold(*COLLECTIONS)
    return app


def services_of(state: State) -> Services:
    services: Services = state.services
    return services


def polite(request: Request[Any, Any, Any]) -> None:
    """Apply the rate limit of the address, and reject changes that other sites ask for."""
    services: Services = request.app.state.services
    services.limits.take(ADDRESS, address_of(request))
    if request.method not in SAFE:
        check_origin(services.config, request)


def with_headers(app: ASGIApp) -> ASGIApp:
    """Add headers to every response, measure its time and log one line that contains no link."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await app(scope, receive, send)
            return
        started, status = time.perf_counter(), 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in HEADERS if one[0] not in own)]
            await send(message)

        await app(scope, receive, sending)
        seconds = time.perf_counter() - started
        route = str(scope.get("path_template") or "elsewhere")
        scope["app"].state.services.metrics.requests.labels(route).observe(seconds)
        LOG.info(
            "answered", extra={"method": scope.get("method"), "route": route, "status": status, "ms": seconds * 1000}
        )

    return wrapped


def with_bounded_sockets(app: ASGIApp, config: ServerConfig) -> ASGIApp:
    """Bound the open sockets of a client. The guard in front cannot tell the clients of a proxy apart."""
    sockets = OpenConnections(float("inf") if config.unlimited else config.limits.per_address)

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.WEBSOCKET:
            await app(scope, receive, send)
            return
        address = scope["client"][0] if scope["client"] else "nowhere"
        if not sockets.add(address):
            closing: Any = {"type": "websocket.close", "code": TRY_LATER, "reason": "too many connections"}
            await send(closing)
            return
        try:
            await app(scope, receive, send)
        finally:
            sockets.remove(address)

    return wrapped


def answer(problem: ErrorResponse, status: int) -> Response[ErrorResponse]:
    return Response(problem, status_code=status, media_type="application/json")


def refused(request: Request[Any, Any, Any], refusal: PaddockError) -> Response[ErrorResponse]:
    request.app.state.services.metrics.refused.labels(refusal.code).inc()
    return answer(error_response(refusal), status_of(refusal))


def misunderstood(request: Request[Any, Any, Any], flaw: HTTPException) -> Response[ErrorResponse]:
    """Return a framework error as a `ErrorResponse`."""
    found = [one for one in getattr(flaw, "extra", None) or [] if isinstance(one, dict)]
    details = "; ".join(str(one.get("message", one)) for one in found)
    field = next((str(one["key"]) for one in found if one.get("key")), None)
    words = {404: "there is nothing here", 405: "this method is not allowed", 413: "this is too large"}
    message = words.get(flaw.status_code, f"this request is not valid: {details or flaw.detail}")
    text = message[:1].upper() + message[1:] + "."
    code = {404: "missing", 405: "not_here", 413: "too_much"}.get(flaw.status_code, "bad_request")
    return answer(ErrorResponse(code, text, field=field), flaw.status_code)


def too_deep(_: Request[Any, Any, Any], flaw: RecursionError) -> Response[ErrorResponse]:
    return answer(ErrorResponse("bad_request", "Invalid JSON: nested too deeply."), 400)


def failed(request: Request[Any, Any, Any], flaw: Exception) -> Response[ErrorResponse]:
    """Log an unexpected error and answer without any detail of it."""
    LOG.error("failed", exc_info=flaw, extra={"route": str(request.scope.get("path_template"))})
    request.app.state.services.metrics.failed.inc()
    return answer(ErrorResponse("failed", "The server failed and logged the error. Acknowledged moves are safe."), 500)
