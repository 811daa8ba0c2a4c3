"""The clauses of a game's rulebook by number, for players who ask in the terminal."""

from pathlib import Path

from paddock.engine.text.rulebook import rulebook_clauses


def clauses(rulebook: Path) -> dict[str, str]:
    """Return the clauses of a `RULES.md` by number, without their markup."""
    return dict(rulebook_clauses(rulebook))
