"""Flaws of a drawn board: a key, squares and parameters as data, and their English sentences.

A catalogue has the English sentence of every flaw that a game can find. The page has its own sentences for these keys.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from paddock.engine.errors import BadOption
from paddock.engine.text.english import join_words
from paddock.engine.text.messages import Sentences, message, render_english

FlawParam: TypeAlias = int | str | tuple[str, ...]
"""A number, a word, or the names of squares."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """One flaw of a drawn board. Its sentence is found by the key."""

    key: str
    squares: tuple[str, ...]
    """The names of the squares to change; empty if the whole board is concerned."""
    params: Mapping[str, FlawParam]


def flaw(key: str, squares: Iterable[str] = (), **params: FlawParam) -> Flaw:
    """Return the flaw with this key, these squares and these parameters."""
    return Flaw(key, tuple(squares), params)


class BadGrid(BadOption):
    """A grid that cannot be used. The message has one line for each flaw, and each line names the squares."""

    code = "bad_board"

    def __init__(self, text: str, flaws: Sequence[Flaw] = (), *, field: str | None = None) -> None:
        super().__init__(text, field=field)
        self.flaws = tuple(flaws)
        """The flaws as data; empty if a file could not be read."""


def grid_sentences(game: str, names: Iterable[str], letters: str) -> dict[str, str]:
    """Return the sentences that all drawn boards share. `names` are its named boards, `letters` says what they mean."""
    accepted = join_words([*names, 'rows drawn from the top and joined by "/"', "the path of a TOML file"], "or")
    size = "The grid has {rows} {rows|row|rows} of {columns} {columns|square|squares}"
    return {
        "unknown_board": f'"{{text}}" is not a grid for "{game}": accepted are {accepted}.',
        "empty": "The grid is empty: draw one letter for each square, one line for each row.",
        "too_large": f"{size}: at most {{most}} by {{most}} are possible.",
        "too_small": f"{size}: at least {{least}} by {{least}} are needed.",
        "uneven": "Row {row} has {n} {n|square|squares}, but row 1 has {first}: all rows must be equally long.",
        "unknown_letter": f'"{{letter}}" at {{squares}} means nothing: use {letters}.',
    }


def flaw_sentence(one: Flaw, sentences: Sentences) -> str:
    """Return the English sentence of a flaw.

    >>> flaw_sentence(flaw("border", ["a2", "b1"], n=2), {"border": "{n} {n|cell|cells} at the border: {squares}."})
    '2 cells at the border: a2 and b1.'
    """
    values: dict[str, FlawParam] = {**one.params}
    if one.squares:
        values["squares"] = one.squares
    gaps = {name: join_words(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return render_english((message(one.key, **gaps),), sentences, ())
