"""`Game`: the facts, options, record type and functions of one game as a value, and `define_game`, which builds it.

The rules are verbs (`verbs.py`), which are dispatched by the type of the position's record. There is no base class.
A game package calls `define_game` in its `__init__.py`, and all other packages use only the resulting `Game`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np

from paddock.engine.compilation.compile_cache import fingerprint
from paddock.engine.errors import BadOption
from paddock.engine.optional_verbs import OPTIONAL_VERBS, register_game
from paddock.engine.options import Option, OptionValue, OptionValues
from paddock.engine.plain_position import PlainPosition
from paddock.engine.solver.protocols import Solver
from paddock.engine.tensor_layout import TensorField, tensor_size
from paddock.engine.text.messages import Messages, Sentences
from paddock.engine.types import Buffers, Move, Positions, Seat, State, copy_positions, new_positions
from paddock.engine.verbs import VERBS

Names: TypeAlias = Sequence[str]
"""The name at each seat, for sentences."""

LARGEST_OBSERVED = 1000.0
"""The largest absolute value in an observation. Games write shares and small counts."""

KEPT_STARTS = 256
"""Start positions that stay in the cache, about 100 kilobytes."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts on the box. Paddock is unofficial, so every mention of a game credits designer and publisher."""

    id: str
    title: str
    designer: str
    publisher: str
    year: int
    players: range
    summary: str
    together: bool = False
    """Whether all players win or lose together."""
    hidden: bool = False
    """Whether a seat may know facts that others do not. Otherwise all seats and spectators have the same view."""

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
class EventCount:
    """One number that the optional verb `count_events` counts for each seat."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Habit:
    """A way to play worse. A player with this habit never plays a move for which `avoids` returns True."""

    name: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How the value network of this game is trained: on which variants, and how long."""

    tables: tuple[tuple[int, OptionValues], ...]
    """Player counts and options of the training games, used in turn."""
    imitation_rounds: int
    """Rounds that learn from games of greedy players."""
    rounds: int
    """Rounds of self-play after those."""
    games: int
    """Games of each round."""
    units: int = 32
    """Units in the hidden layer."""
    coarse_rounds: int | None = None
    """Imitation rounds with a high learning rate; None for the first half of all rounds."""


def record_type(fields: Sequence[Field], source: str) -> np.dtype[Any]:
    """Return the record type with these fields, aligned as in C. `source` is a file of the game package.

    The title of the first field is a fingerprint of the package's sources. The compile cache is keyed by the record
    type, so a changed game never uses native code of an older version. Raise `ValueError` for a reserved name.
    """
    for field in fields:
        if hasattr(np.void, field.name):
            raise ValueError(f"no field can be called {field.name!r}: NumPy's records have a method of that name")
    titles: list[str | tuple[str, str]] = [field.name for field in fields]
    titles[0] = (f"of {fingerprint(sorted(Path(source).parent.rglob('*.py')))}", fields[0].name)
    parts = [(title, field.type, field.shape) for title, field in zip(titles, fields, strict=True)]
    return np.dtype(parts, align=True)


@dataclass(frozen=True, slots=True)
class Narrator:
    """The functions that turn positions and moves into sentences and pictures."""

    question: Callable[[PlainPosition], str]
    """The question for the seat to move."""
    label: Callable[[PlainPosition, Move], str]
    """One legal move as a choice, with its certain consequences."""
    narrate: Callable[[PlainPosition, Move, PlainPosition, Names], str]
    """A sentence about an event, from the positions before and after it; empty if none is needed."""
    draw: Callable[[Any, Names], str]
    """The view of a seat as a picture of text, with the markup of `rich` (`[bold]`)."""
    closing: Callable[[PlainPosition, Names], list[str]]
    """The result of a finished match, as lines."""
    sentences: Sentences
    """The English sentences of `reasons`, and the unit of the scores as `unit` with a number `n`."""
    reasons: Callable[[PlainPosition, Move], Messages] | None = None
    """The reasons for or against a legal move, from the knowledge of the seat to move."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Game:
    """A game: its facts, its options and its rules. `games` and `load_game` return games.

    Examples:
        >>> import paddock
        >>> game = paddock.load_game("mmm")
        >>> game.facts.credit
        'Mmm!, by Reiner Knizia (Pegasus Spiele 2015); an unofficial table'
        >>> game.facts.players, game.facts.together, game.facts.hidden
        (range(1, 7), True, False)
        >>> for option in game.options:
        ...     print(f"{option.name}: {option.accepts}")
        board: easy, hard, expert, a TOML file, or drawn rows joined by /
        line: on or off
        cat_moves: a whole number from 1 to 60
        dice: a whole number from 1 to 5
    """

    facts: Facts
    rules_version: int
    options: tuple[Option, ...]
    fields: tuple[Field, ...]
    state: np.dtype[Any]
    most_moves: int
    """The length of the longest list of moves or outcomes."""
    actions: int
    """The number of actions. Every move of a seat is a number below it."""
    observation: tuple[TensorField, ...]
    start: Callable[[State, int, OptionValues], None]
    """Write the start position for this number of players and these options. Raise `BadOption` if they do not fit."""
    write: Callable[[PlainPosition, Move], str]
    """The token of a legal move."""
    read: Callable[[PlainPosition, str], Move]
    """The move that a token means here, legal or not. Raise `BadNotation` if it means none."""
    seen: Callable[[PlainPosition, Move, Seat | None], str]
    """The token as this seat may know it; None stands for a spectator."""
    view: Callable[[PlainPosition, Seat | None], Any]
    """The facts that this seat may know, as a value without a field for secrets."""
    clause: Callable[[PlainPosition], str]
    """The number of the clause in `RULES.md` that governs the next event."""
    forbids: Callable[[PlainPosition, Move], tuple[str, str]]
    """The clause against an illegal move, and the reason as a sentence."""
    narrator: Narrator
    rulebook: Path
    solver: Solver | None = None
    """The exact solver, for a game that has one."""
    features: tuple[TensorField, ...] = ()
    """The parts of the tensor that the optional verb `features` writes."""
    training_plan: TrainingPlan | None = None
    """How the value network on these features is trained."""
    algorithm: str = "plan_search"
    """The search algorithm of the better bots, a key of `paddock.bots.algorithms.registry.ALGORITHMS`."""
    turn_ends: np.dtype[Any] | None = None
    """The record type that the optional verb `enumerate_turn_ends` works in."""
    plans: np.dtype[Any] | None = None
    """The record type that the optional verb `plan` writes whole turns into."""
    event_counts: tuple[EventCount, ...] = ()
    """The numbers that the optional verb `count_events` counts."""
    habits: tuple[Habit, ...] = ()
    """The habits that the optional verb `avoids` knows."""
    calibrated_variants: tuple[str, ...] = ()
    """Switches that change the game enough to need their own calibration of the bot levels."""
    optional_verbs: frozenset[str] = frozenset()
    """The names of the optional verbs that the game implements."""

    @property
    def id(self) -> str:
        """Short name of the game, as in records."""
        return self.facts.id

    def __repr__(self) -> str:
        few, many = self.facts.players[0], self.facts.players[-1]
        return f'<Game {self.id} "{self.facts.title}" {few if few == many else f"{few}-{many}"} players>'

    @property
    def observation_size(self) -> int:
        """The number of entries that `observe` writes."""
        return tensor_size(self.observation)

    @property
    def feature_count(self) -> int:
        """The number of entries that `features` writes."""
        return tensor_size(self.features)

    def buffers(self) -> Buffers:
        """Return new arrays for the longest list of moves of this game and their weights."""
        return Buffers(np.zeros(self.most_moves, np.int16), np.zeros(self.most_moves, np.int32))

    def start_position(self, players: int, options: OptionValues) -> Positions:
        """Return a new position before the first event. Raise `BadOption` for a wrong number of players."""
        if players not in self.facts.players:
            few, many = self.facts.players[0], self.facts.players[-1]
            wanted = f"exactly {few}" if few == many else f"{few} to {many}"
            text = f"players: {self.facts.title} is played by {wanted}, not by {players}"
            raise BadOption(text, code="bad_players", field="players", low=few, high=many, n=players)
        return copy_positions(cached_start(self, players, tuple(options.items())))


@lru_cache(maxsize=KEPT_STARTS)
def cached_start(game: Game, players: int, options: tuple[tuple[str, OptionValue], ...]) -> Positions:
    """Return the start position that `Game.start_position` copies. Most matches start like an earlier one."""
    position = new_positions(game.state)
    game.start(position[0], players, dict(options))
    return position


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
    "narrator": "NARRATOR",
}
"""Field of a `Game` -> its name in the modules of a game package."""

EXTRA_PARTS = {
    "solver": "problem",
    "features": "FEATURES",
    "training_plan": "TRAINING_PLAN",
    "algorithm": "ALGORITHM",
    "turn_ends": "TURN_ENDS",
    "plans": "PLANS",
    "event_counts": "EVENT_COUNTS",
    "habits": "HABITS",
    "calibrated_variants": "CALIBRATED_VARIANTS",
}
"""The same for the optional fields."""


def define_game(*files: ModuleType) -> Game:
    """Return the game whose parts are in these modules, and register its verbs.

    Raise `TypeError` if a part is missing or defined twice.
    """

    def part(name: str) -> Any:
        found = [vars(file)[name] for file in files if name in vars(file)]
        if not found:
            raise TypeError(f"a game package needs {name}; none of {', '.join(file.__name__ for file in files)} has it")
        if any(other is not found[0] for other in found):
            raise TypeError(f"a game package defines {name} in two of its modules")
        return found[0]

    folder = Path(str(files[0].__file__)).parent
    defined = {name for file in files for name in vars(file)}
    game = Game(
        **{field: part(name) for field, name in GAME_PARTS.items()},
        rulebook=folder / "RULES.md",
        optional_verbs=frozenset(OPTIONAL_VERBS) & defined,
        **{field: part(name) for field, name in EXTRA_PARTS.items() if name in defined},
    )
    register_game(game.state, **{name: part(name) for name in [*VERBS, *sorted(game.optional_verbs)]})
    return game
