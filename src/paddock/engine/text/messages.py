"""Messages: sentences as data, with a key and parameters, and their English text.

A game writes its English sentences once, each under a key. A `Message` has the key and the parameters. This module
renders English text. The page has the same sentences in other languages and renders them in the same way.

A placeholder is written `{n}`. Its value is a number, a name that is equal in every language (such as a square), or a
list of messages:

    {n}            the value as it is; messages become a list: "a 1, a 2 and a 4"
    {faces:or}     a list with "or"
    {points:+}     a number with its sign
    {who:name}     the name of the player at a seat
    {n|die|dice}   the first for one, the second for any other number or length of a list
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from paddock.engine.text.english import join_words

Sentences: TypeAlias = Mapping[str, str]
"""Key -> sentence, or part of one."""

POINTS: Final = {"unit": "{n|point|points}"}
"""The one sentence that every game needs: the unit of its scores."""

GAP: Final = re.compile(r"\{(\w+)(?::([^|}]+)|\|([^|}]*)\|([^}]*))?\}")
MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of a game, or a part of one: its key and its parameters."""

    key: str
    gaps: Mapping[str, "int | str | Messages"]


Messages: TypeAlias = tuple[Message, ...]
"""Sentences in a row; as a parameter, the items of a list."""


def message(key: str, **gaps: int | str | Messages) -> Message:
    """Return the message with this key and these parameters."""
    return Message(key, gaps)


def render_english(messages: Messages, sentences: Sentences, names: Sequence[str]) -> str:
    """Return the messages as English text. Seats get these names.

    >>> sentences = {"takes": "{who:name} takes {n} {n|card|cards}: {cards}.", "card": "a {value:+}"}
    >>> cards = message("card", value=-3), message("card", value=8)
    >>> render_english((message("takes", who=1, n=2, cards=cards),), sentences, ["Ada", "Ben"])
    'Ben takes 2 cards: a −3 and a +8.'
    """
    return " ".join(filled(one, sentences, names) for one in messages)


def filled(one: Message, sentences: Sentences, names: Sequence[str]) -> str:
    """Return the sentence with its placeholders filled."""

    def fill(gap: re.Match[str]) -> str:
        name, manner, single, several = gap.groups()
        value = one.gaps[name]
        if several is not None:
            return single if value == 1 or (isinstance(value, tuple) and len(value) == 1) else str(several)
        if isinstance(value, tuple):
            return join_words((filled(part, sentences, names) for part in value), manner or "and")
        if manner == "name":
            return names[int(value)]
        return f"{value:+d}".replace("-", MINUS) if manner == "+" and isinstance(value, int) else str(value)

    return GAP.sub(fill, sentences[one.key])
