"""Study files and search files: TOML. Error messages name the file and the line."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from paddock.engine.errors import BadOption
from paddock.lab.board_search import Search, check_search
from paddock.lab.study import KeyPath, Study, StudyError
from paddock.lab.study_plan import Plan, plan_of

Parsed = TypeVar("Parsed")


def read_study(path: Path) -> Plan:
    """Return the plan of a study file; raise `BadOption` with the line of an error."""
    return parse_file(path, lambda toml: plan_of(msgspec.convert(toml, Study)))


def read_search(path: Path) -> Search:
    """Return the search of a search file; raise `BadOption` with the line of an error."""

    def parse_search(toml: dict[str, Any]) -> Search:
        search = msgspec.convert(toml, Search)
        check_search(search)
        return search

    return parse_file(path, parse_search)


def parse_file(path: Path, parse: Callable[[dict[str, Any]], Parsed]) -> Parsed:
    """Read a TOML file and return the result of `parse`; raise `BadOption` with the line of an error."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        return parse(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        place = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error), re.DOTALL)
        reason, line = (place[1], int(place[2] or len(text.splitlines()))) if place else (str(error), 1)
        raise BadOption(f"{path}, line {line}: this is not valid TOML: {reason}") from None
    except msgspec.ValidationError as error:
        key_path, sentence = locate_error(str(error))
        raise BadOption(f"{path}, line {find_line(text, key_path)}: {sentence}") from None
    except StudyError as error:
        raise BadOption(f"{path}, line {find_line(text, error.key_path)}: {error}", field=error.field) from None


def locate_error(error: str) -> tuple[KeyPath, str]:
    """Return the key path and the sentence of an error message of msgspec.

    >>> locate_error("Expected `int`, got `str` - at `$.variants[1].players`")
    (('variants', 1, 'players'), 'variants.players: Expected `int`, got `str`')
    >>> locate_error("Object contains unknown field `gmaes`")
    (('gmaes',), 'there is no key `gmaes` here')
    """
    sentence, _, path = error.partition(" - at ")
    key_path: list[str | int] = [
        int(place) if place.isdigit() else place for place in re.findall(r"[^.\[\]`$]+", path) if place != "..."
    ]
    if unknown := re.search(r"unknown field `(.*)`", sentence):
        return (*key_path, unknown[1]), f"there is no key `{unknown[1]}` here"
    if missing := re.search(r"missing required field `(.*)`", sentence):
        return tuple(key_path), f"the key `{missing[1]}` is missing"
    return tuple(key_path), f"{'.'.join(str(place) for place in key_path if isinstance(place, str))}: {sentence}"


def find_line(text: str, key_path: KeyPath) -> int:
    """Return the line of a key; if it is not found, the line of the last key of the path that is.

    >>> text = "game = 'a'\\n[[variants]]\\nname = 'b'\\n[[variants]]\\nplayers = 'c'"
    >>> find_line(text, ("variants", 1, "players"))
    5
    >>> find_line("game = 'a'\\n[vary]\\ndice = [1]", ("vary", "dice")), find_line("game = 'a'", ("games",))
    (3, 1)
    """
    lines = text.splitlines()
    line = 0
    for step in range(len(key_path)):
        key = key_path[step]
        if isinstance(key, int):
            for _ in range(key):
                line = find_key(lines, line + 1, str(key_path[step - 1])) or line
        else:
            line = find_key(lines, line, key) or line
    return max(line, 1)


def find_key(lines: list[str], first_line: int, key: str) -> int | None:
    """Return the first line from `first_line` on that names a key: before `=`, as a table, or in an inline table."""
    name = rf"[\"']?{re.escape(key)}[\"']?"
    pattern = re.compile(rf"^\s*(\[+\s*([\w.]+\.)?{name}\s*\]+|{name}\s*(=|\.))|[{{,]\s*{name}\s*=")
    start = max(first_line - 1, 0)
    return next((number + 1 for number in range(start, len(lines)) if pattern.search(lines[number])), None)
