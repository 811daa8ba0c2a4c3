"""The errors of the API: one shape, `{code, message, clause?}`, and an HTTP status."""

from typing import Final

from paddock.engine.errors import BadNotation, BadOption, IllegalMove, PaddockError
from paddock.server.api.schemas import ErrorResponse
from paddock.server.storage.engine import Unavailable
from paddock.server.table.table import CorruptLog, RulesChanged


class UnknownClient(PaddockError):
    """The request comes from an unknown client."""


class Forbidden(PaddockError):
    """The client is known and has no permission."""


class NotFound(PaddockError):
    """The object does not exist, or is not visible to this client."""


class NotPossibleNow(PaddockError):
    """The command is possible at another time."""


class Stale(NotPossibleNow):
    """The command answers an older position."""


class Repeated(PaddockError):
    """The command was done already: the same click came twice. Clients treat this as success."""


class TooManyRequests(PaddockError):
    """The client exceeded a rate limit or a size limit."""


KINDS: Final[dict[type[PaddockError], tuple[str, int]]] = {
    UnknownClient: ("stranger", 401),
    Forbidden: ("forbidden", 403),
    NotFound: ("missing", 404),
    Stale: ("stale", 409),
    NotPossibleNow: ("not_now", 409),
    Repeated: ("repeated", 409),
    TooManyRequests: ("too_much", 429),
    Unavailable: ("unavailable", 503),
    RulesChanged: ("frozen", 409),
    CorruptLog: ("broken", 409),
    IllegalMove: ("illegal", 422),
    BadNotation: ("bad_notation", 422),
    BadOption: ("bad_option", 422),
    PaddockError: ("refused", 422),
}
"""Error class -> code and HTTP status. The first match counts."""


def kind_of(refusal: PaddockError) -> tuple[str, int]:
    return next(found for kind, found in KINDS.items() if isinstance(refusal, kind))


def error_response(refusal: PaddockError) -> ErrorResponse:
    if isinstance(refusal, IllegalMove):
        return ErrorResponse("illegal", as_sentence(refusal.reason), refusal.clause)
    return ErrorResponse(kind_of(refusal)[0], as_sentence(str(refusal)))


def as_sentence(text: str) -> str:
    """Return the text as a sentence: a capital letter at the start, a full stop at the end.

    >>> as_sentence("all seats are taken")
    'All seats are taken.'
    """
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."
