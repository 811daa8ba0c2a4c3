"""What may be answered instead of what was asked for, so that the OpenAPI document is true."""

from typing import Final

from litestar.openapi import ResponseSpec

from paddock.server.wire import Problem

MEANINGS: Final = {
    400: "This cannot be read",
    401: "Nobody knows who asks",
    403: "This is not for the one who asks",
    404: "There is no such thing",
    409: "Not now: it came too late, too early or twice",
    413: "This is too large",
    422: "It can be read, and cannot be",
    429: "Too much at once",
    503: "The service cannot keep or find anything now; nothing acknowledged is lost",
}
ALWAYS: Final = (400, 429, 503)


def may_refuse(*statuses: int) -> dict[int, ResponseSpec]:
    """The problems that a route may answer with, besides those that every route may."""
    return {
        status: ResponseSpec(Problem, description=MEANINGS[status], generate_examples=False)
        for status in sorted({*ALWAYS, *statuses})
    }
