"""A study: a question about a game, as a TOML file or the command line states it."""

from typing import Final, TypeAlias

import msgspec

from paddock.bots import DEFAULT_SIMULATED
from paddock.engine.errors import BadOption

OptionInput: TypeAlias = bool | int | str | list[int]
"""An option value as TOML and JSON can express it."""
KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys and list indices from the top of a file to one of its values."""

ALL: Final = "all"


class StudyError(BadOption):
    """A study or search that cannot run; `key_path` is the place of the error in the file."""

    def __init__(self, key_path: KeyPath, sentence: str) -> None:
        super().__init__(sentence, field=str(key_path[-1]))
        self.key_path = key_path


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rules to compare with the base rules. Missing values are those of the study."""

    name: str
    options: dict[str, OptionInput] = {}
    players: int | None = None
    bots: str | list[str] | None = None
    games: int | None = None


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that people are assumed to take. The estimate of minutes uses nothing else."""

    decision: float = 6.0
    """A choice between at least two moves."""
    event: float = 4.0
    """A throw or a deal with any number of dice or cards."""


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A study as the file states it."""

    game: str
    games: int = 10_000
    """Games per variant."""
    title: str = ""
    question: str = ""
    players: int | list[int] | None = None
    """One number, or several to compare. The default is the smallest number of the game."""
    bots: str | list[str] = DEFAULT_SIMULATED
    """One level for all seats, or one per seat."""
    seed: int = 0
    options: dict[str, OptionInput] = {}
    """House rules of all variants."""
    variants: list[Variant] = []
    """Rules to compare with the base rules."""
    vary: dict[str, list[OptionInput]] = {}
    """Options and values; every combination is a variant."""
    habits: list[str] = []
    """Ways to play worse, each tried by one seat; `all` for every habit of the game."""
    ladder: list[str] = []
    """Levels from weak to strong; each is a guest of the one before. `all` climbs until the ladder is flat."""
    ladder_games: int | None = None
    """Games per step of the ladder; the default is `games`."""
    luck: int = 0
    """Games in which luck is measured."""
    blunders: int = 0
    """Games per level in which the best bot reviews some decisions."""
    pace: Pace = Pace()
    ratios: list[str] = []
    """Ratios `a/b` of event counts. The denominator may also be games, turns or decisions."""
    show: list[str] = []
    """Keys of the most important statistics, for the page of the study."""
