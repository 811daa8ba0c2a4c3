"""Sentences that can be said in any language: which one, and what goes into its gaps.

A room writes its sentences once, in English, each under a key. What it wants to say is a `Saying`: the key and the
gaps. Here it is put into English; the page has the same sentences in other languages, and fills them in the same way.

A gap is written `{n}`, and filled with a number, a name that is the same in every language (of a square, say), or
sayings in a list:

    {n}            as it is; sayings are listed: "a 1, a 2 and a 4"
    {faces:or}     listed by "or"
    {points:+}     a number with its sign
    {who:name}     a seat by the name of who sits there
    {n|die|dice}   the first for one, the second for any other number or length of a list
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from paddock.rules.grid import listed

Sentences: TypeAlias = Mapping[str, str]
"""Key -> sentence, or part of one."""

POINTS: Final = {"unit": "{n|point|points}"}
"""The least that a room says: what its scores count."""

GAP: Final = re.compile(r"\{(\w+)(?::([^|}]+)|\|([^|}]*)\|([^}]*))?\}")
MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence of a room, or a part of one, with what goes into its gaps."""

    key: str
    gaps: Mapping[str, "int | str | Sayings"]


Sayings: TypeAlias = tuple[Saying, ...]
"""Sentences that follow one another; in a gap, what it lists."""


def saying(key: str, **gaps: int | str | Sayings) -> Saying:
    return Saying(key, gaps)


def in_english(sayings: Sayings, sentences: Sentences, names: Sequence[str]) -> str:
    """What is said, at a table where these people sit.

    >>> sentences = {"takes": "{who:name} takes {n} {n|card|cards}: {cards}.", "card": "a {value:+}"}
    >>> cards = saying("card", value=-3), saying("card", value=8)
    >>> in_english((saying("takes", who=1, n=2, cards=cards),), sentences, ["Ada", "Ben"])
    'Ben takes 2 cards: a −3 and a +8.'
    """
    return " ".join(filled(one, sentences, names) for one in sayings)


def filled(one: Saying, sentences: Sentences, names: Sequence[str]) -> str:
    """A sentence without gaps."""

    def fill(gap: re.Match[str]) -> str:
        name, manner, single, several = gap.groups()
        value = one.gaps[name]
        if several is not None:
            return single if value == 1 or (isinstance(value, tuple) and len(value) == 1) else str(several)
        if isinstance(value, tuple):
            return listed((filled(part, sentences, names) for part in value), manner or "and")
        if manner == "name":
            return names[int(value)]
        return f"{value:+d}".replace("-", MINUS) if manner == "+" and isinstance(value, int) else str(value)

    return GAP.sub(fill, sentences[one.key])
