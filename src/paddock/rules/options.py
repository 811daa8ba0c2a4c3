"""Options: what a table may agree on before it starts, each with its type, default and meaning.

An option reads a text (`doubling=on`) and a JSON value (`true`) alike, and says what it would accept.
The printed rules are the defaults; a house rule is another value, never another code path.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, TypeAlias

from paddock.rules.refusals import BadOption

Value: TypeAlias = bool | int | str | tuple[int, ...]
Choices: TypeAlias = Mapping[str, Value]

YES = ("on", "true", "yes", "1")
NO = ("off", "false", "no", "0")


class Option(Protocol):
    """One thing to agree on."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> Value: ...
    @property
    def unattended(self) -> Value:
        """The default where nobody watches: simulation, training, bots among themselves."""

    @property
    def meaning(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def accepts(self) -> str: ...
    def read(self, given: object) -> Value:
        """The value meant; `BadOption` if it is none of ours."""


def refuse(option: Option, given: object) -> BadOption:
    return BadOption(f"option {option.name}: {given!r} is not accepted; it takes {option.accepts}")


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    name: str
    default: bool
    meaning: str
    kind = "switch"
    accepts = "on or off"

    @property
    def unattended(self) -> bool:
        return self.default

    def read(self, given: object) -> bool:
        if isinstance(given, bool):
            return given
        if isinstance(given, str) and given.lower() in YES + NO:
            return given.lower() in YES
        raise refuse(self, given)


def whole_number(given: object) -> int | None:
    """The integer that a text or a JSON value means, if it means one."""
    if isinstance(given, bool):
        return None
    if isinstance(given, int):
        return given
    try:
        return int(given) if isinstance(given, str) else None
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within bounds."""

    name: str
    default: int
    meaning: str
    low: int
    high: int
    when_unattended: int | None = None
    kind = "number"

    @property
    def unattended(self) -> int:
        return self.default if self.when_unattended is None else self.when_unattended

    @property
    def accepts(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def read(self, given: object) -> int:
        number = whole_number(given)
        if number is None or not self.low <= number <= self.high:
            raise refuse(self, given)
        return number


@dataclass(frozen=True, slots=True)
class Numbers:
    """Several whole numbers, written with commas."""

    name: str
    default: tuple[int, ...]
    meaning: str
    low: int
    high: int
    shortest: int
    longest: int
    ascending: bool = False
    kind = "numbers"

    @property
    def unattended(self) -> tuple[int, ...]:
        return self.default

    @property
    def accepts(self) -> str:
        many = str(self.shortest) if self.shortest == self.longest else f"{self.shortest} to {self.longest}"
        order = " in ascending order" if self.ascending else ""
        return f"{many} whole numbers from {self.low} to {self.high}{order}, separated by commas"

    def read(self, given: object) -> tuple[int, ...]:
        parts = given.split(",") if isinstance(given, str) else given
        if not isinstance(parts, list | tuple):
            raise refuse(self, given)
        numbers = [
            number for number in map(whole_number, parts) if number is not None and self.low <= number <= self.high
        ]
        in_order = not self.ascending or all(a < b for a, b in pairwise(numbers))
        if len(numbers) != len(parts) or not self.shortest <= len(numbers) <= self.longest or not in_order:
            raise refuse(self, given)
        return tuple(numbers)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    name: str
    default: str
    meaning: str
    among: tuple[str, ...]
    kind = "choice"

    @property
    def unattended(self) -> str:
        return self.default

    @property
    def accepts(self) -> str:
        return " or ".join(self.among)

    def read(self, given: object) -> str:
        if not isinstance(given, str) or given not in self.among:
            raise refuse(self, given)
        return given


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board: a shipped name, a file, or drawn rows joined by `/`. Its value is always the drawn rows."""

    name: str
    default: str
    meaning: str
    accepts: str
    letters: str
    """What the letters of a drawing mean."""
    resolve: Callable[[str], str]
    kind = "board"

    @property
    def unattended(self) -> str:
        return self.default

    def read(self, given: object) -> str:
        if isinstance(given, bool) or not isinstance(given, str | int):
            raise refuse(self, given)
        try:
            return self.resolve(str(given))
        except BadOption as flaw:
            raise BadOption(f"option {self.name}: {flaw}") from None


def agree(options: tuple[Option, ...], given: Mapping[str, object], *, attended: bool = True) -> dict[str, Value]:
    """The complete agreement: every option, with what was given read and the rest at its default.

    >>> agree((Switch("doubling", False, "own cards count double"),), {"doubling": "on"})
    {'doubling': True}
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(f"there is no option {name!r}; this game has {', '.join(known)}")
    return {
        name: option.read(given.get(name, option.default if attended else option.unattended))
        for name, option in known.items()
    }


def spoken(value: Value) -> str:
    """A value as it is written after `key=` on a command line.

    >>> spoken(True), spoken((1, 2, 3)), spoken("easy")
    ('on', '1,2,3', 'easy')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
