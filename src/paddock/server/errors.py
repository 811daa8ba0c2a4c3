"""The errors of the API: one shape, `{code, message, clause?, field?, params?}`, and an HTTP status."""

from typing import Final

from paddock.engine.errors import IllegalMove, PaddockError
from paddock.server.api.schemas import ErrorResponse
from paddock.server.storage.engine import Unavailable
from paddock.server.table.table import CorruptLog, RulesChanged


class UnknownClient(PaddockError):
    """The request comes from an unknown client."""

    code = "stranger"


class Forbidden(PaddockError):
    """The client is known and has no permission."""

    code = "forbidden"


class NotFound(PaddockError):
    """The object does not exist, or is not visible to this client."""

    code = "missing"


class NotPossibleNow(PaddockError):
    """The command is possible at another time."""

    code = "not_now"


class Stale(NotPossibleNow):
    """The command answers an older position."""

    code = "stale"


class Repeated(PaddockError):
    """The command was done already: the same click came twice. Clients treat this as success."""

    code = "repeated"


class TooManyRequests(PaddockError):
    """The client exceeded a rate limit or a size limit."""

    code = "too_much"


STATUS: Final[dict[type[PaddockError], int]] = {
    UnknownClient: 401,
    Forbidden: 403,
    NotFound: 404,
    NotPossibleNow: 409,
    Repeated: 409,
    TooManyRequests: 429,
    Unavailable: 503,
    RulesChanged: 409,
    CorruptLog: 409,
    PaddockError: 422,
}
"""Error class -> HTTP status. The first match counts."""


def status_of(error: PaddockError) -> int:
    return next(status for kind, status in STATUS.items() if isinstance(error, kind))


def error_response(error: PaddockError) -> ErrorResponse:
    clause = error.clause if isinstance(error, IllegalMove) else None
    message = error.reason if isinstance(error, IllegalMove) else str(error)
    return ErrorResponse(error.code, as_sentence(message), clause, error.field, error.params)


def as_sentence(text: str) -> str:
    """Return the text as a sentence: a capital letter at the start, a full stop at the end.

    >>> as_sentence("all seats are taken")
    'All seats are taken.'
    """
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."
