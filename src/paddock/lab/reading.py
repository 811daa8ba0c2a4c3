"""Study files: TOML, and what is wrong with one is said with its file and line."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from paddock.lab.selection import Search, check_search
from paddock.lab.study import Flaw, Plan, Study, plan_of
from paddock.rules.refusals import BadOption

Asked = TypeVar("Asked")


def read_study(path: Path) -> Plan:
    """The plan that a file asks for."""
    return read_with(path, lambda told: plan_of(msgspec.convert(told, Study)))


def read_search(path: Path) -> Search:
    """The search that a file asks for."""

    def checked(told: dict[str, Any]) -> Search:
        search = msgspec.convert(told, Search)
        check_search(search)
        return search

    return read_with(path, checked)


def read_with(path: Path, understand: Callable[[dict[str, Any]], Asked]) -> Asked:
    """What a file asks for, as it is understood; what is wrong is said with its line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        return understand(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error), re.DOTALL)
        said, line = (found[1], int(found[2] or len(text.splitlines()))) if found else (str(error), 1)
        raise BadOption(f"{path}, line {line}: this is not TOML: {said}") from None
    except msgspec.ValidationError as error:
        at, sentence = told(str(error))
        raise BadOption(f"{path}, line {line_of(text, at)}: {sentence}") from None
    except Flaw as flaw:
        raise BadOption(f"{path}, line {line_of(text, flaw.at)}: {flaw}") from None


def told(error: str) -> tuple[tuple[str | int, ...], str]:
    """Where an error of msgspec is, and what it says.

    >>> told("Expected `int`, got `str` - at `$.variants[1].players`")
    (('variants', 1, 'players'), 'variants.players: Expected `int`, got `str`')
    >>> told("Object contains unknown field `gmaes`")
    (('gmaes',), 'there is no key `gmaes` here')
    """
    sentence, _, path = error.partition(" - at ")
    at: list[str | int] = [
        int(place) if place.isdigit() else place for place in re.findall(r"[^.\[\]`$]+", path) if place != "..."
    ]
    if unknown := re.search(r"unknown field `(.*)`", sentence):
        return (*at, unknown[1]), f"there is no key `{unknown[1]}` here"
    if missing := re.search(r"missing required field `(.*)`", sentence):
        return tuple(at), f"the key `{missing[1]}` is missing"
    return tuple(at), f"{'.'.join(str(place) for place in at if isinstance(place, str))}: {sentence}"


def line_of(text: str, at: tuple[str | int, ...]) -> int:
    """The line where a key stands; if it cannot be found, the line of the last key above it that can.

    >>> line_of("game = 'a'\\n[[variants]]\\nname = 'b'\\n[[variants]]\\nplayers = 'c'", ("variants", 1, "players"))
    5
    >>> line_of("game = 'a'\\n[vary]\\ndice = [1]", ("vary", "dice")), line_of("game = 'a'", ("games",))
    (3, 1)
    """
    lines = text.splitlines()
    line = 0
    for step in range(len(at)):
        key = at[step]
        if isinstance(key, int):
            for _ in range(key):
                line = after(lines, line + 1, str(at[step - 1])) or line
        else:
            line = after(lines, line, key) or line
    return max(line, 1)


def after(lines: list[str], begun: int, key: str) -> int | None:
    """The number of the first line from here on that names a key: on its left side, as a table, or within braces."""
    name = rf"[\"']?{re.escape(key)}[\"']?"
    named = re.compile(rf"^\s*(\[+\s*([\w.]+\.)?{name}\s*\]+|{name}\s*(=|\.))|[{{,]\s*{name}\s*=")
    start = max(begun - 1, 0)
    return next((number + 1 for number in range(start, len(lines)) if named.search(lines[number])), None)
