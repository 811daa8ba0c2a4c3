"""The names of people and bots in sentences and in records."""

import re
from collections.abc import Sequence
from typing import Final

from paddock.engine.errors import BadOption

BOT_NAMES: Final = ("Alma", "Bruno", "Cleo", "Dora", "Emil", "Frida")
BOT_SEAT: Final = r"(.+) \((\w+(?::\d+)?)\)"
"""The pattern of a bot in a record: its name, and its level in parentheses."""
LONGEST_NAME: Final = 20


def check_name(name: str) -> str:
    """Return the name without surrounding spaces. Raise `BadOption` if it is too long or could be a bot's."""
    name = name.strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or re.search(r"[\[\]()\\]", name):
        text = f"a name takes 1 to {LONGEST_NAME} letters without brackets, not {name!r}"
        raise BadOption(text, code="bad_name", field="name", most=LONGEST_NAME)
    return name


def written(name: str, level: str | None) -> str:
    """Return the name for a record. A bot has its level in parentheses."""
    return name if level is None else f"{name} ({level})"


def display_names(seats: Sequence[str]) -> list[str]:
    """Return names for sentences: bots without their level, and equal names with the number of their seat.

    >>> display_names(["Farmer", "Alma (uniform)"]), display_names(["uniform", "uniform"])
    (['Farmer', 'Alma'], ['uniform 1', 'uniform 2'])
    """
    names = [found[1] if (found := re.fullmatch(BOT_SEAT, name)) else name for name in seats]
    return [name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names, 1)]


def level_in(name: str) -> str:
    """Return the level of a bot from its name in a record.

    >>> level_in("Alma (uniform)"), level_in("uniform")
    ('uniform', 'uniform')
    """
    found = re.fullmatch(BOT_SEAT, name)
    return found[2] if found else name
