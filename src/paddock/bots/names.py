"""What people and bots are called: at the table, in sentences and in a record."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from paddock.bots.levels import LEVELS
from paddock.rules.refusals import BadOption

BOT_NAMES: Final = ("Alma", "Bruno", "Cleo", "Dora", "Emil", "Frida")
BOT_SEAT: Final = r"(.+) \((\w+(?::\d+)?)\)"
"""A bot in a record: its name, and its level in parentheses."""
LONGEST_NAME: Final = 20


def check_name(name: str) -> str:
    """The name, if a person may be called so: short, visible, and not to be taken for a bot in a record."""
    name = name.strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or re.search(r"[\[\]()\\]", name):
        raise BadOption(f"a name takes 1 to {LONGEST_NAME} letters without brackets, not {name!r}")
    return name


def bot_name(taken: Iterable[str]) -> str:
    """A name for a bot that nobody at the table has."""
    taken = set(taken)
    return next(name for name in BOT_NAMES * 2 if name not in taken)


def written(name: str, level: str | None) -> str:
    """Somebody as a record names them; the level is a bot's."""
    return name if level is None else f"{name} ({level})"


def names_in(seats: Sequence[str]) -> list[str]:
    """Names for sentences: bots without their level, and seats that are called alike with their number.

    >>> names_in(["Farmer", "Alma (uniform)"]), names_in(["uniform", "uniform"])
    (['Farmer', 'Alma'], ['uniform 1', 'uniform 2'])
    """
    names = [found[1] if (found := re.fullmatch(BOT_SEAT, name)) else name for name in seats]
    return [name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names, 1)]


def level_in(name: str) -> str:
    """The level of a bot by its name in a record.

    >>> level_in("Alma (uniform)"), level_in("uniform")
    ('uniform', 'uniform')
    """
    found = re.fullmatch(BOT_SEAT, name)
    return found[2] if found else name


def is_bot(name: str) -> bool:
    return level_in(name).partition(":")[0] in LEVELS
