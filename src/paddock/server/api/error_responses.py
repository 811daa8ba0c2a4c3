"""The error responses of routes in the OpenAPI document."""

from typing import Final

from litestar.openapi import ResponseSpec

from paddock.server.api.schemas import ErrorResponse

MEANINGS: Final = {
    400: "Malformed request.",
    401: "Unknown client: send a cookie or a token.",
    403: "Not allowed for this client.",
    404: "Not found.",
    409: "Not possible now: too late, too early or repeated.",
    413: "Too large.",
    422: "Well-formed, but not valid.",
    429: "Too many requests.",
    503: "The database is unavailable. Acknowledged moves are safe.",
}
ALWAYS: Final = (400, 429, 503)


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the error responses of a route: these statuses and the ones that every route may send."""
    return {
        status: ResponseSpec(ErrorResponse, description=MEANINGS[status], generate_examples=False)
        for status in sorted({*ALWAYS, *statuses})
    }
