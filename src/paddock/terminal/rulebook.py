"""A room's rulebook, clause by clause, for whoever asks at the table."""

import re
from functools import cache
from pathlib import Path

CLAUSE = re.compile(r"\*\*(\d+\.\d+)\*\*\s+(.+)", re.DOTALL)


@cache
def clauses(rulebook: Path) -> dict[str, str]:
    """The clauses of a `RULES.md` by number, without their markup."""
    found = {}
    for paragraph in re.split(r"\n\s*\n", rulebook.read_text(encoding="utf-8")):
        if clause := CLAUSE.match(paragraph.strip()):
            found[clause[1]] = plain(clause[2])
    return found


def plain(markdown: str) -> str:
    """Markdown as a line of text.

    >>> plain("Take `three` of\\nthe **red** ones.")
    'Take three of the red ones.'
    """
    return " ".join(re.sub(r"\*\*|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)", "", markdown).split())
