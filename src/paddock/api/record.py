"""A match as data: its options, its events and its result, as one line of JSON."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from paddock.engine.errors import BadNotation, PaddockError
from paddock.engine.options import OptionValue
from paddock.match import record as lines
from paddock.match.dice import Dice
from paddock.match.match_state import MatchState
from paddock.match.record_check import check, dice_of


@dataclass(frozen=True)
class Record:
    """A match as one line of JSON, which [Notation](../notation.md) describes.

    A record needs no random numbers and no other file: its events include every die and every card.
    `Match.record` makes one, `load` and `from_json` read one.

    Examples:
        >>> import paddock, pathlib, tempfile
        >>> match = paddock.Match("mmm", board="b", dice=1, chance="manual", names=["Ada"])
        >>> match.play("roll:b", "place:a1")
        >>> record = match.record
        >>> record.events, record.payoffs
        (('roll:b', 'place:a1'), (1.0,))
        >>> record.check()
        'Mmm!, 2 events, scores [1.0]'
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     record.save(pathlib.Path(folder, "game.jsonl"))
        ...     paddock.Record.load(pathlib.Path(folder, "game.jsonl")) == record
        True
    """

    _line: lines.Record = field(repr=False)

    @property
    def game(self) -> str:
        """Id of the game."""
        return self._line.game

    @property
    def options(self) -> dict[str, OptionValue]:
        """Value of every option, boards as drawn rows."""
        return {name: tuple(value) if isinstance(value, list) else value for name, value in self._line.options.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """Name of every seat."""
        return tuple(self._line.seats)

    @property
    def events(self) -> tuple[str, ...]:
        """Tokens of all events, in their order."""
        return tuple(self._line.events)

    @property
    def scores(self) -> tuple[float, ...] | None:
        """Points of every seat; None while the match is unfinished."""
        return None if self._line.result is None else tuple(self._line.result.scores)

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """Share of the victory of every seat; None while the match is unfinished."""
        return None if self._line.result is None else tuple(self._line.result.payoff)

    def to_json(self) -> str:
        """Return the record as one line of JSON, without a line break. Equal matches give equal lines."""
        return lines.encode(self._line).decode()

    @classmethod
    def from_json(cls, line: str | bytes) -> "Record":
        """Return the record in a line of JSON. It is read, but not checked: see `check`.

        Raises:
            BadNotation: If the line is no record.
        """
        return cls(lines.decode(line))

    def check(self) -> str:
        """Replay the record and return a sentence about it.

        Every event must be legal, every die must follow from the published secret, the result must be right.

        Raises:
            BadNotation: If the record is wrong; the message names the event and the clause.
        """
        return self._replayed()[1]

    def save(self, path: str | Path) -> None:
        """Write the record to a file of its own, replacing its contents."""
        self._write(path, "wb")

    def append(self, path: str | Path) -> None:
        """Write the record as one more line at the end of a file."""
        self._write(path, "ab")

    @classmethod
    def load(cls, path: str | Path, line: int | None = None) -> "Record":
        """Return a checked record from a file of JSON lines.

        Args:
            path: The file.
            line: The line of the record, counted from 1; without it, the first record of the file.

        Raises:
            BadNotation: If the file has no such record, or if the record is wrong.
        """
        for number, text in numbered_lines(path):
            if line in (None, number):
                return cls._checked(path, number, text)
        raise BadNotation(f"{path} has no record" if line is None else f"{path} has no record in line {line}")

    @classmethod
    def load_all(cls, path: str | Path) -> "list[Record]":
        """Return all records of a file of JSON lines, each of them checked.

        Raises:
            BadNotation: If a record is wrong; the message names its line.
        """
        return [cls._checked(path, number, text) for number, text in numbered_lines(path)]

    @classmethod
    def _checked(cls, path: str | Path, number: int, text: bytes) -> "Record":
        try:
            record = cls.from_json(text)
            record.check()
        except PaddockError as flaw:
            raise BadNotation(f"{path}, line {number}: {flaw}") from None
        return record

    def _replayed(self) -> tuple[MatchState, str, Dice | None]:
        """Return the match after its last event, a sentence about it, and its dice where their secret is published."""
        match = lines.empty_match(self._line)
        verdict = check(self._line, match)
        if not verdict.ok:
            raise BadNotation(verdict.message if verdict.event is None else f"event {verdict.event}: {verdict.message}")
        dice = dice_of(self._line, match)
        return match, verdict.message, dice if isinstance(dice, Dice) else None

    def _write(self, path: str | Path, mode: str) -> None:
        try:
            with Path(path).open(mode) as file:
                file.write(lines.encode(self._line) + b"\n")
        except OSError as flaw:
            raise PaddockError(f"{path} cannot be written: {flaw.strerror}") from None


def numbered_lines(path: str | Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file that are not empty, with their numbers from 1."""
    try:
        with Path(path).open("rb") as file:
            yield from ((number, text) for number, text in enumerate(file, 1) if text.strip())
    except OSError as flaw:
        raise BadNotation(f"{path} cannot be read: {flaw.strerror}") from None
