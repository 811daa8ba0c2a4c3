"""The errors of the API: one shape, `{code, message, clause?}`, and an HTTP status."""

from typing import Final

from paddock.engine.errors import BadNotation, BadOption, IllegalMove, PaddockError
from paddock.server.api.schemas import Problem
from paddock.server.storage.engine import Unavailable
from paddock.server.table.table import Broken, Frozen


class Stranger(PaddockError):
    """The request comes from an unknown client."""


class Forbidden(PaddockError):
    """The client is known and has no permission."""


class Missing(PaddockError):
    """The object does not exist, or is not visible to this client."""


class NotNow(PaddockError):
    """The command is possible at another time."""


class Stale(NotNow):
    """The command answers an older position."""


class Repeated(PaddockError):
    """The command was done already: the same click came twice. Clients treat this as success."""


class TooMuch(PaddockError):
    """The client exceeded a rate limit or a size limit."""


KINDS: Final[dict[type[PaddockError], tuple[str, int]]] = {
    Stranger: ("stranger", 401),
    Forbidden: ("forbidden", 403),
    Missing: ("missing", 404),
    Stale: ("stale", 409),
    NotNow: ("not_now", 409),
    Repeated: ("repeated", 409),
    TooMuch: ("too_much", 429),
    Unavailable: ("unavailable", 503),
    Frozen: ("frozen", 409),
    Broken: ("broken", 409),
    IllegalMove: ("illegal", 422),
    BadNotation: ("bad_notation", 422),
    BadOption: ("bad_option", 422),
    PaddockError: ("refused", 422),
}
"""Error class -> code and HTTP status. The first match counts."""


def kind_of(refusal: PaddockError) -> tuple[str, int]:
    return next(found for kind, found in KINDS.items() if isinstance(refusal, kind))


def problem_of(refusal: PaddockError) -> Problem:
    if isinstance(refusal, IllegalMove):
        return Problem("illegal", as_sentence(refusal.reason), refusal.clause)
    return Problem(kind_of(refusal)[0], as_sentence(str(refusal)))


def as_sentence(text: str) -> str:
    """Return the text as a sentence: a capital letter at the start, a full stop at the end.

    >>> as_sentence("all seats are taken")
    'All seats are taken.'
    """
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."
