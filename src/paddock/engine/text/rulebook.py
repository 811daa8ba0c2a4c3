"""The numbered clauses of a rulebook."""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

CLAUSE: Final = re.compile(r"\*\*(\d+\.\d+)\*\*\s+(.+)", re.DOTALL)


class Clause(NamedTuple):
    """One numbered paragraph of a `RULES.md`."""

    number: str
    text: str
    """The paragraph without its markup, on one line."""


@cache
def rulebook_clauses(rulebook: Path) -> tuple[Clause, ...]:
    """Return the clauses of a `RULES.md` in their order."""
    paragraphs = re.split(r"\n\s*\n", rulebook.read_text(encoding="utf-8"))
    found = (CLAUSE.match(paragraph.strip()) for paragraph in paragraphs)
    return tuple(Clause(clause[1], without_markup(clause[2])) for clause in found if clause)


def without_markup(markdown: str) -> str:
    """Return Markdown as a line of plain text.

    >>> without_markup("Take `three` of\\nthe **red** ones.")
    'Take three of the red ones.'
    """
    return " ".join(re.sub(r"\*\*|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)", "", markdown).split())
