"""The table (`Table`): seats, match and settings, derived from the event log entry by entry."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass

import msgspec

from paddock.engine.errors import PaddockError
from paddock.engine.game import Game
from paddock.engine.options import OptionValues
from paddock.engine.types import CHANCE, OVER, Seat
from paddock.games import load_game
from paddock.match.dice import NO_SEED_CHOSEN, Dice
from paddock.match.match_state import MatchState
from paddock.match.record import Record, record_of
from paddock.match.seat_names import written
from paddock.server.auth.tokens import fingerprint
from paddock.server.table.events import (
    AnyEvent,
    BotSeated,
    MatchBegan,
    MovesUndone,
    PersonSeated,
    Played,
    RematchCreated,
    SeatAgreed,
    SeatDeclined,
    SeatFreed,
    SeatRequested,
    SeedCommitted,
    SeedGiven,
    Settings,
    SettingsChanged,
    SubstituteEnded,
    SubstituteStarted,
    TableClosed,
    UndoAgreed,
    UndoDeclined,
    UndoRequested,
)

PACE = {"instant": 0.0, "brisk": 0.9, "calm": 2.0}
"""Seconds that a bot appears to think."""
FLUENT = 0.2
"""The share of that time between small decisions of one gesture, such as the cards of a trade."""
WATCHER = None
"""The viewer that sees only public facts."""


STRETCHES = (MatchBegan, Played)
"""Entries that contain events of the match."""
STEPS = (MatchBegan, Played, MovesUndone)
"""Entries after which another decision is due."""


class RulesChanged(PaddockError):
    """The rules have changed since this table was created."""

    code = "frozen"


class CorruptLog(PaddockError):
    """The stored log contradicts the rules: it was edited, or the rules changed without a version bump."""

    code = "broken"


@dataclass(frozen=True, slots=True)
class TableConfig:
    """The configuration of a table, fixed when it is created."""

    id: int
    key: str
    watch: str
    host: str
    game: str
    rules: int
    options: OptionValues
    players: int
    settings: Settings
    secret: bytes
    created: float
    lesson: bool = False
    """Whether the table is a lesson: no list shows it, and it is deleted after a week."""


@dataclass(slots=True)
class SeatState:
    """One seat: held by a person, by a bot, or free."""

    name: str = ""
    guest: str | None = None
    level: str | None = None
    seed: str | None = None
    commitment: str | None = None
    """The commitment of a person to their seed."""
    kept: str | None = None
    """The level of the bot that plays for an absent person."""

    @property
    def free(self) -> bool:
        return self.guest is None and self.level is None

    @property
    def bot(self) -> str | None:
        """The level of the bot that moves here now, or None."""
        return self.level or self.kept


class LogEntry(msgspec.Struct, gc=False):
    """An entry of the log with its number, its time, and its events as each viewer may know them."""

    number: int
    at: float
    entry: AnyEvent
    turn: int
    """The seat to decide after this entry, or OVER if none is."""
    veiled: dict[int | None, list[str]] = {}
    """Viewer -> redacted events. A viewer without an item sees the real events."""

    def events(self, audience: int | None) -> list[str]:
        if isinstance(self.entry, STRETCHES):
            return self.veiled.get(audience, self.entry.events)
        return []


class Table:
    """The state of a table, derived from its event log. Only `apply` changes it."""

    def __init__(self, config: TableConfig) -> None:
        self.config = config
        self.game: Game = load_game(config.game)
        if self.game.rules_version != config.rules:
            raise RulesChanged(
                f"this table has version {config.rules} of the rules of {self.game.facts.title} and "
                f"cannot go on with version {self.game.rules_version}"
            )
        self.audiences: tuple[int | None, ...] = (WATCHER, *range(config.players)) if self.game.facts.hidden else ()
        """Viewers with a view of their own. Empty in a game without hidden facts."""
        self.settings = config.settings
        self.places = [SeatState() for _ in range(config.players)]
        self.match = MatchState(self.game, config.players, config.options)
        self.promise = Dice.promise(
            self.game,
            config.options,
            secret=config.secret,
            match=fingerprint(config.key)[:16],
            seeds=[],
            version=NO_SEED_CHOSEN,
        )
        self.dice: Dice | None = None
        self.starters: list[str] = []
        """The names of the seats when the match began. Their seeds are in the dice."""
        self.given = 0
        self.whose: list[int] = []
        """The decider of each event: a seat, or CHANCE."""
        self.lines: list[LogEntry] = []
        self.number = 0
        """The number of the newest entry."""
        self.since = config.created
        """The time at which the pending decision became due."""
        self.wish: UndoRequested | None = None
        self.agreed: set[int] = set()
        self.seat_request: SeatRequested | None = None
        self.seat_agreed: frozenset[int] = frozenset()
        """The seats that agreed to the new person who asks for a seat."""
        self.closed = False
        self.rematch: str | None = None
        self.begun = False
        self.over = False
        self.ended = False
        self.turn: int = OVER
        """The seat to decide, or OVER if none is."""

    def copy(self) -> "Table":
        """Return a table with the same events that goes on independently."""
        twin = copy(self)
        twin.places = [copy(place) for place in self.places]
        twin.match = self.match.copy()
        twin.whose, twin.lines, twin.agreed = self.whose[:], self.lines[:], set(self.agreed)
        return twin

    # ---- Events

    def apply(self, event: AnyEvent, at: float) -> LogEntry:
        """Apply the next event of the log and return its entry. After an error the table is unusable."""
        veiled: dict[int | None, list[str]] = {}
        if isinstance(event, MatchBegan):
            self.dice, self.given = self.dice_with(event.seeds, event.version), event.given
        if isinstance(event, STRETCHES):
            veiled = self._play(event.events)
        if isinstance(event, STEPS):
            self.since, self.wish = at, None
            self.agreed.clear()
        self._apply_seating(event)
        self._compute_turn()
        self.number += 1
        entry = LogEntry(self.number, at, event, self.turn, veiled)
        self.lines.append(entry)
        return entry

    def _compute_turn(self) -> None:
        """Compute the turn once per event: it is read often and stays equal until the next one."""
        self.begun = self.dice is not None
        whose = self.match.turn if self.begun else OVER
        self.over = self.begun and whose == OVER
        self.ended = self.over or self.closed
        self.turn = OVER if self.closed else whose

    def _apply_seating(self, entry: AnyEvent) -> None:
        """Apply everything that is not part of the match."""
        match entry:
            case PersonSeated(seat, guest, name):
                if not self.begun:
                    self._ask_for_new_seeds()
                self.places[seat] = SeatState(name, guest=guest)
                self._end_consents(seat)
            case BotSeated(seat, level, name):
                self.places[seat] = SeatState(name, level=level)
                self._end_consents(seat)
            case SeatFreed(seat):
                self.places[seat] = SeatState()
            case SeedCommitted(seat, commitment):
                self.places[seat].commitment = commitment
            case SeatRequested():
                self.seat_request, self.seat_agreed = entry, frozenset()
            case SeatAgreed(seat):
                self.seat_agreed |= {seat}
            case SeatDeclined():
                self.seat_request = None
            case SeedGiven(seat, seed):
                self.places[seat].seed = seed
            case MovesUndone(_, length):
                self.match.rewind(length)
                del self.whose[length:]
            case UndoRequested(seat):
                self.wish, self.agreed = entry, {seat}
            case UndoAgreed(seat):
                self.agreed.add(seat)
            case UndoDeclined():
                self.wish = None
            case SubstituteStarted(seat, level):
                self.places[seat].kept = level
            case SubstituteEnded(seat):
                self.places[seat].kept = None
            case SettingsChanged(settings):
                self.settings = settings
            case RematchCreated(table):
                self.rematch = table
            case TableClosed():
                self.closed = True
            case MatchBegan():
                self.starters = self.names()

    def _ask_for_new_seeds(self) -> None:
        """Forget all seeds and commitments if a seed was sent: a new person must not choose a seed after the others."""
        if any(place.seed for place in self.places):
            for place in self.places:
                place.seed = place.commitment = None

    def _end_consents(self, seat: int) -> None:
        """Forget what the last person of this seat agreed to, and the request for this seat."""
        self.agreed.discard(seat)
        self.seat_agreed -= {seat}
        if self.seat_request is not None and self.seat_request.seat == seat:
            self.seat_request = None

    def _play(self, tokens: list[str]) -> dict[int | None, list[str]]:
        """Play events of the match. Return the redacted events of each viewer that may not know the real ones."""
        seen: dict[int | None, list[str]] = {audience: [] for audience in self.audiences}
        for token in tokens:
            turn, before = self.match.turn, self.match.plain
            self.match.play(token)
            self.whose.append(turn)
            move = self.match.moves[-1]
            for audience, known in seen.items():
                known.append(self.game.seen(before, move, None if audience is None else Seat(audience)))
        return {audience: known for audience, known in seen.items() if known != tokens}

    def dice_with(self, seeds: list[str], version: int = NO_SEED_CHOSEN) -> Dice:
        """Return the dice of this table with these final seeds."""
        return Dice(self.promise.match, self.promise.secret, tuple(seeds), self.promise.commitment, version)

    # ---- Questions

    @property
    def inviting(self) -> bool:
        """Whether a person could still take a seat."""
        return not self.ended and any(place.free for place in self.places)

    @property
    def state(self) -> str:
        return "closed" if self.closed else "waiting" if not self.begun else "over" if self.over else "playing"

    def seats_of(self, guest: str) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place.guest == guest]

    @property
    def people(self) -> set[str]:
        return {place.guest for place in self.places if place.guest is not None}

    @property
    def may_undo(self) -> int | None:
        """The seat that may undo its last decision without asking, because nothing was revealed since."""
        if self.turn < 0 or not self.whose or self.whose[-1] == CHANCE or len(self.whose) <= self.given:
            return None
        return self.whose[-1]

    def last_decision(self, seats: Iterable[int]) -> int | None:
        """Return the number of events before the last decision of one of these seats, or None."""
        wanted = set(seats)
        for length in range(len(self.whose) - 1, self.given - 1, -1):
            if self.whose[length] in wanted:
                return length
        return None

    def due(self) -> float | None:
        """Return the time at which a bot moves or a clock runs out, or None."""
        if self.turn < 0:
            return None
        place = self.places[self.turn]
        if place.bot:
            in_turn = bool(self.whose) and self.whose[-1] == self.turn  # no chance event in between
            return self.since + PACE[self.settings.pace] * (FLUENT if in_turn else 1)
        if place.guest and self.settings.clock == "move" and self.settings.timeout == "bot":
            return self.since + self.settings.seconds
        return None

    def names(self) -> list[str]:
        return [place.name or f"Seat {seat}" for seat, place in enumerate(self.places, 1)]

    def record(self) -> Record:
        """Return the record so far. A continued match has two sets of dice, so its record has no proof.

        A seat with a seed has the name of the person who gave it, also if a bot took over later.
        """
        seats = [written(name, place.level) for name, place in zip(self.names(), self.places, strict=True)]
        if self.dice is not None and self.dice.version == NO_SEED_CHOSEN:
            seats = [
                starter if seed else name
                for name, starter, seed in zip(seats, self.starters, self.dice.seeds, strict=True)
            ]
        return record_of(self.match, seats, None if self.given else self.dice)
