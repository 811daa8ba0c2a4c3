"""Refusals as people and programs get them: one shape, `{code, message, clause?}`, and a status."""

from typing import Final

from paddock.rules.refusals import BadNotation, BadOption, IllegalMove, Refusal
from paddock.server.database import Unavailable
from paddock.server.gathering import Broken, Frozen
from paddock.server.wire import Problem


class Stranger(Refusal):
    """Nobody knows who asks."""


class Forbidden(Refusal):
    """It is known who asks, and they may not."""


class Missing(Refusal):
    """There is no such thing, or not for the one who asks."""


class NotNow(Refusal):
    """It could be done at another time."""


class Stale(NotNow):
    """It answers something that is past."""


class Repeated(Refusal):
    """It is done already: the same click came twice. That is an answer, not a failure."""


class TooMuch(Refusal):
    """Too often, or too large."""


KINDS: Final[dict[type[Refusal], tuple[str, int]]] = {
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
    Refusal: ("refused", 422),
}
"""Refusal -> code and HTTP status; the first that fits counts."""


def kind_of(refusal: Refusal) -> tuple[str, int]:
    return next(found for kind, found in KINDS.items() if isinstance(refusal, kind))


def problem_of(refusal: Refusal) -> Problem:
    if isinstance(refusal, IllegalMove):
        return Problem("illegal", as_sentence(refusal.because), refusal.clause)
    return Problem(kind_of(refusal)[0], as_sentence(str(refusal)))


def as_sentence(text: str) -> str:
    """
    >>> as_sentence("all seats are taken")
    'All seats are taken.'
    """
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."
