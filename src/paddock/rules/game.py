"""A game as a value: its facts, its options, its record and the few functions that speak about it.

The rules themselves are verbs (`verbs.py`), found by the type of the record. No base class: a room opens with
`open_room` in its `__init__.py`, and everything else, from the terminal to a stranger's conformance check,
needs nothing but that.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from paddock.rules.compiler import fingerprint
from paddock.rules.kinds import Move, Seat, State, Table, copied, new_table
from paddock.rules.options import Choices, Option, Value
from paddock.rules.plain import Plain
from paddock.rules.refusals import BadOption
from paddock.rules.sayings import Sayings, Sentences
from paddock.rules.skills import SKILLS, room
from paddock.rules.solving import Solver
from paddock.rules.verbs import VERBS

Names: TypeAlias = Sequence[str]
"""Who sits where, for sentences."""

LARGEST_OBSERVED = 1000.0
"""No number of an observation is larger, nor smaller than its opposite: rooms give shares and small counts."""

KEPT_STARTS = 256
"""Tables laid for different agreements that are remembered; a hundred kilobytes."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the box says. Paddock is unofficial; designer and publisher are credited wherever a game is named."""

    id: str
    title: str
    designer: str
    publisher: str
    year: int
    players: range
    summary: str
    together: bool = False
    hidden: bool = False
    """A seat may know what others do not. Where none does, all seats and those who only watch have the same view."""

    @property
    def credit(self) -> str:
        return f"{self.title}, by {self.designer} ({self.publisher} {self.year}); an unofficial table"


@dataclass(frozen=True, slots=True)
class Field:
    """One named field of a position."""

    name: str
    type: str
    meaning: str
    shape: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """One named piece of an observation."""

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that the skill `witness` counts, for each seat."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Habit:
    """A way to play worse that a room knows: a player who has it keeps away from what the skill `shuns` names."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Schooling:
    """How a judgement of this game is learned: where, and for how long."""

    tables: tuple[tuple[int, Choices], ...]
    """Players and options of the tables that are played at in turn."""
    watched: int
    """Rounds in which greedy players are watched."""
    rounds: int
    """Rounds of own play after those."""
    games: int
    """Games in a round."""
    units: int = 32
    """Units in the hidden layer."""
    striding: int | None = None
    """Watched rounds with long steps, before finer ones; without it, those in the first half of all rounds."""


def record_of(fields: Sequence[Field], source: str) -> np.dtype[Any]:
    """The record type with these fields, laid out as C would; `source` is a file of the room.

    The first field carries a fingerprint of the room's sources as its title. Kernels are kept on disk by the type of
    the record, so a room that has changed never meets the native code of its former self, wherever it lives.
    """
    for field in fields:
        if hasattr(np.void, field.name):
            raise ValueError(f"no field can be called {field.name!r}: NumPy's records have a method of that name")
    titles: list[str | tuple[str, str]] = [field.name for field in fields]
    titles[0] = (f"of {fingerprint(sorted(Path(source).parent.glob('*.py')))}", fields[0].name)
    parts = [(title, field.type, field.shape) for title, field in zip(titles, fields, strict=True)]
    return np.dtype(parts, align=True)


@dataclass(frozen=True, slots=True)
class Speech:
    """How a room talks to people, in its own words."""

    question: Callable[[Plain], str]
    """What the seat to move is asked."""
    label: Callable[[Plain, Move], str]
    """One legal move as a choice, with what it leads to where that is certain."""
    tell: Callable[[Plain, Move, Plain, Names], str]
    """What just happened, from the position before and after; an empty text where it is not worth a word."""
    draw: Callable[[Any, Names], str]
    """A seat's view as a picture of text; `[bold]`-like markup of rich is allowed."""
    closing: Callable[[Plain, Names], list[str]]
    """The result of a finished match, a line each."""
    sentences: Sentences
    """In English: what scores count, as `unit` with a number `n`; and what `because` is told in."""
    because: Callable[[Plain, Move], Sayings] | None = None
    """What speaks for or against a legal move, by what the seat to move knows; told to that seat."""


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """Everything a guest needs to know of a room."""

    facts: Facts
    rules_version: int
    options: tuple[Option, ...]
    fields: tuple[Field, ...]
    state: np.dtype[Any]
    most_moves: int
    """No list of moves or outcomes is ever longer."""
    actions: int
    """A seat's moves are numbers below this, at any table of this game."""
    observation: tuple[Piece, ...]
    start: Callable[[State, int, Choices], None]
    """Lay an empty table with this number of players and these options; `BadOption` if they cannot be."""
    write: Callable[[Plain, Move], str]
    """A legal move as its token."""
    read: Callable[[Plain, str], Move]
    """The move a token means here; `BadNotation` if none. It need not be legal."""
    seen: Callable[[Plain, Move, Seat | None], str]
    """The token as this seat may know it; None is somebody who only watches."""
    view: Callable[[Plain, Seat | None], Any]
    """All that this seat may know, as a value that has no field for anything else."""
    clause: Callable[[Plain], str]
    """The clause of `RULES.md` that governs what happens now."""
    forbids: Callable[[Plain, Move], tuple[str, str]]
    """For a move that is not legal here: the clause against it and the reason, as a sentence."""
    speech: Speech
    rulebook: Path
    solver: Solver | None = None
    """For a game whose best play can be computed exactly."""
    features: tuple[Piece, ...] = ()
    """What the skill `features` writes."""
    schooling: Schooling | None = None
    """How what is said of them was learned."""
    thinking: str = "search"
    """How its better bots think; one of `paddock.bots.thinking.WAYS`."""
    foresight: np.dtype[Any] | None = None
    """Room to look through a turn, for a game whose skill `foresee` does."""
    plans: np.dtype[Any] | None = None
    """Room for whole turns, for a game whose skill `plan` lays them out."""
    notes: tuple[Note, ...] = ()
    """What the skill `witness` counts."""
    habits: tuple[Habit, ...] = ()
    """What the skill `shuns` knows."""
    apart: tuple[str, ...] = ()
    """Switches that make so different a game of it that the levels of its bots are set apart where they are on."""
    skills: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        return self.facts.id

    @property
    def observation_size(self) -> int:
        return sum(piece.size for piece in self.observation)

    def table(self, players: int, options: Choices) -> Table:
        """A fresh position, before the first event."""
        if players not in self.facts.players:
            few, many = self.facts.players[0], self.facts.players[-1]
            wanted = f"exactly {few}" if few == many else f"{few} to {many}"
            raise BadOption(f"players: {self.facts.title} is played by {wanted}, not by {players}")
        return copied(laid(self, players, tuple(options.items())))


@lru_cache(maxsize=KEPT_STARTS)
def laid(game: Game, players: int, agreed: tuple[tuple[str, Value], ...]) -> Table:
    """The table that `Game.table` hands out copies of: most tables are laid as one was before."""
    table = new_table(game.state)
    game.start(table[0], players, dict(agreed))
    return table


GAME_PARTS = {
    "facts": "FACTS",
    "rules_version": "RULES_VERSION",
    "options": "OPTIONS",
    "fields": "FIELDS",
    "state": "STATE",
    "most_moves": "MOST_MOVES",
    "actions": "ACTIONS",
    "observation": "OBSERVATION",
    "start": "start",
    "write": "write",
    "read": "read",
    "seen": "seen",
    "view": "view",
    "clause": "clause",
    "forbids": "forbids",
    "speech": "SPEECH",
}
"""Field of a `Game` -> what the files of a room call it."""

EXTRA_PARTS = {
    "solver": "problem",
    "features": "FEATURES",
    "schooling": "SCHOOLING",
    "thinking": "THINKING",
    "foresight": "FORESIGHT",
    "plans": "PLANS",
    "notes": "NOTES",
    "habits": "HABITS",
    "apart": "APART",
}
"""The same for what a room may have."""


def open_room(*files: ModuleType) -> Game:
    """The game whose parts stand in these modules, wherever each of them stands; its verbs work from now on."""

    def part(name: str) -> Any:
        found = [vars(file)[name] for file in files if name in vars(file)]
        if not found:
            raise TypeError(f"a room needs {name}; none of {', '.join(file.__name__ for file in files)} has it")
        if any(other is not found[0] for other in found):
            raise TypeError(f"a room has {name} in two of its files")
        return found[0]

    folder = Path(str(files[0].__file__)).parent
    there = {name for file in files for name in vars(file)}
    game = Game(
        **{field: part(name) for field, name in GAME_PARTS.items()},
        rulebook=folder / "RULES.md",
        skills=frozenset(SKILLS) & there,
        **{field: part(name) for field, name in EXTRA_PARTS.items() if name in there},
    )
    room(game.state, **{name: part(name) for name in [*VERBS, *sorted(game.skills)]})
    return game
