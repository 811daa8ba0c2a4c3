"""Options: the settings of a game before a match, each with its type, default and meaning.

An option reads a text (`doubling=on`) or a JSON value (`true`), and lists the accepted values. The printed rules are
the defaults. A house rule is another value, never another code path.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Protocol, TypeAlias, TypedDict

from paddock.engine.errors import BadOption
from paddock.engine.text.messages import Sentences

OptionValue: TypeAlias = bool | int | str | tuple[int, ...]
OptionValues: TypeAlias = Mapping[str, OptionValue]
JsonOptionValue: TypeAlias = bool | int | str | list[int]
"""The value of an option as JSON and TOML hold it: a list instead of a tuple."""


class Limits(TypedDict, total=False):
    """The accepted values of an option as data, as far as they apply."""

    low: int
    high: int
    shortest: int
    """The least number of values in a list."""
    longest: int
    ascending: bool
    """Whether the values of a list must ascend."""
    choices: tuple[str, ...]
    """The words, or the named boards with the default first."""


YES = ("on", "true", "yes", "1")
NO = ("off", "false", "no", "0")


class Option(Protocol):
    """One setting of a game."""

    @property
    def name(self) -> str: ...
    @property
    def default(self) -> OptionValue: ...
    @property
    def simulation_default(self) -> OptionValue:
        """The default for simulations, training and games of bots only."""

    @property
    def meaning(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def accepts(self) -> str:
        """The accepted values as an English phrase."""

    @property
    def limits(self) -> Limits:
        """The accepted values as data."""

    def read(self, given: object) -> OptionValue:
        """Return the value that this text or JSON value means. Raise `BadOption` if it is not accepted."""


def refuse(option: Option, given: object) -> BadOption:
    """Return the error for a value that an option does not accept."""
    text = f"option {option.name}: {given!r} is not accepted; it takes {option.accepts}"
    return BadOption(text, code="bad_value", field=option.name, **option.limits)


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    name: str
    default: bool
    meaning: str
    kind = "switch"
    accepts = "on or off"

    @property
    def simulation_default(self) -> bool:
        return self.default

    @property
    def limits(self) -> Limits:
        return {}

    def read(self, given: object) -> bool:
        if isinstance(given, bool):
            return given
        if isinstance(given, str) and given.lower() in YES + NO:
            return given.lower() in YES
        raise refuse(self, given)


def whole_number(given: object) -> int | None:
    """Return the integer that a text or a JSON value means, or None."""
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
    when_simulated: int | None = None
    kind = "number"

    @property
    def simulation_default(self) -> int:
        return self.default if self.when_simulated is None else self.when_simulated

    @property
    def accepts(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    @property
    def limits(self) -> Limits:
        return {"low": self.low, "high": self.high}

    def read(self, given: object) -> int:
        number = whole_number(given)
        if number is None or not self.low <= number <= self.high:
            raise refuse(self, given)
        return number


@dataclass(frozen=True, slots=True)
class Numbers:
    """Several whole numbers, separated by commas."""

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
    def simulation_default(self) -> tuple[int, ...]:
        return self.default

    @property
    def accepts(self) -> str:
        many = str(self.shortest) if self.shortest == self.longest else f"{self.shortest} to {self.longest}"
        order = " in ascending order" if self.ascending else ""
        return f"{many} whole numbers from {self.low} to {self.high}{order}, separated by commas"

    @property
    def limits(self) -> Limits:
        return {
            "low": self.low,
            "high": self.high,
            "shortest": self.shortest,
            "longest": self.longest,
            "ascending": self.ascending,
        }

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
    choices: tuple[str, ...]
    kind = "choice"

    @property
    def simulation_default(self) -> str:
        return self.default

    @property
    def accepts(self) -> str:
        return " or ".join(self.choices)

    @property
    def limits(self) -> Limits:
        return {"choices": self.choices}

    def read(self, given: object) -> str:
        if not isinstance(given, str) or given not in self.choices:
            raise refuse(self, given)
        return given


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board: a shipped name, a file, or drawn rows joined by `/`. The value is always the drawn rows."""

    name: str
    default: str
    meaning: str
    accepts: str
    letters: str
    """The meaning of the letters of a drawing."""
    resolve: Callable[[str], str]
    choices: tuple[str, ...] = ()
    """The named boards, the default first."""
    flaw_sentences: Sentences = field(default_factory=dict, compare=False)
    """Key -> English sentence of every flaw that a drawing can have."""
    kind = "board"

    @property
    def simulation_default(self) -> str:
        return self.default

    @property
    def limits(self) -> Limits:
        return {"choices": self.choices}

    def read(self, given: object) -> str:
        if isinstance(given, bool) or not isinstance(given, str | int):
            raise refuse(self, given)
        try:
            return self.resolve(str(given))
        except BadOption as error:
            error.args, error.field = (f"option {self.name}: {error}",), self.name
            raise


def resolve_options(
    options: tuple[Option, ...], given: Mapping[str, object], *, attended: bool = True
) -> dict[str, OptionValue]:
    """Return the value of every option: the given ones, and the defaults of the others.

    Without `attended`, the defaults are those for simulations. Raise `BadOption` for an unknown name or a bad value.

    >>> resolve_options((Switch("doubling", False, "own cards count double"),), {"doubling": "on"})
    {'doubling': True}
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            text = f"there is no option {name!r}; this game has {', '.join(known)}"
            raise BadOption(text, code="unknown_option", field=name, choices=tuple(known))
    return {
        name: option.read(given.get(name, option.default if attended else option.simulation_default))
        for name, option in known.items()
    }


def option_text(value: OptionValue) -> str:
    """Return a value as the command line writes it after `key=`.

    >>> option_text(True), option_text((1, 2, 3)), option_text("easy")
    ('on', '1,2,3', 'easy')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def to_json_value(value: OptionValue) -> JsonOptionValue:
    """Return the value of an option as JSON holds it.

    >>> to_json_value((1, 2)), to_json_value("easy")
    ([1, 2], 'easy')
    """
    return list(value) if isinstance(value, tuple) else value


def from_json_value(value: JsonOptionValue) -> OptionValue:
    """Return the value of an option that JSON holds, the inverse of `to_json_value`.

    >>> from_json_value([1, 2]), from_json_value("easy")
    ((1, 2), 'easy')
    """
    return tuple(value) if isinstance(value, list) else value
