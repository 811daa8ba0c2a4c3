"""The table (`Table`): seats, match and settings, derived from the event log entry by entry."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from paddock.engine.errors import PaddockError
from paddock.engine.game import Game
from paddock.engine.options import OptionValues
from paddock.engine.plain_position import PlainPosition
from paddock.engine.types import CHANCE, OVER, Seat
from paddock.games import load_game
from paddock.match.dice import Dice, play_chance, play_chance_once
from paddock.match.match_state import MatchState
from paddock.match.record import Record, record_of
from paddock.match.seat_names import written
from paddock.server.auth.tokens import fingerprint
from paddock.server.table.events import (
    AnyEvent,
    BotSeated,
    ChatSent,
    MatchBegan,
    MovesUndone,
    PersonSeated,
    PhraseSent,
    Played,
    RematchCreated,
    SeatAgreed,
    SeatDeclined,
    SeatFreed,
    SeatRequested,
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
MOVES_AND_TALK = (Played, PhraseSent, ChatSent)
"""Entries that leave seats and settings unchanged."""


class RulesChanged(PaddockError):
    """The rules have changed since this table was created."""


class CorruptLog(PaddockError):
    """The stored log contradicts the rules: it was edited, or the rules changed without a version bump."""


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
    """The state of a table. The caller serialises all changes."""

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
            self.game, config.options, secret=config.secret, match=fingerprint(config.key)[:16], seeds=[]
        )
        self.dice: Dice | None = None
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
        self.arranged = 0
        """The number of the newest entry that is neither a move nor chat. Seats and settings stay equal until the next
        one."""
        self.shown: tuple[int, Any] = -1, None
        """A cache: the value of `arranged` and the seats as shown since then."""
        self.begun = False
        self.over = False
        self.ended = False
        self.turn: int = OVER
        """The seat to decide, or OVER if none is."""
        self._ahead: tuple[AnyEvent, dict[int | None, list[str]]] | None = None

    # ---- Reading the log

    def take(self, entry: AnyEvent, at: float) -> LogEntry:
        """Apply the next entry of the log and return it as a numbered line."""
        veiled: dict[int | None, list[str]] = {}
        if self._ahead is not None and self._ahead[0] is entry:
            veiled = self._ahead[1]
        elif isinstance(entry, Played):
            veiled = self._follow(entry.events)
        elif isinstance(entry, MatchBegan):
            self.dice = self._dice(entry.seeds)
            veiled = self._follow(entry.events)
        self._ahead = None
        if isinstance(entry, MatchBegan):
            self.given = entry.given
        if isinstance(entry, STEPS):
            self.since, self.wish = at, None
            self.agreed.clear()
        if not isinstance(entry, MOVES_AND_TALK):
            self._note(entry)
            self.arranged = self.number + 1
        self._look_whose_turn_it_is()
        self.number += 1
        line = LogEntry(self.number, at, entry, self.turn, veiled)
        self.lines.append(line)
        return line

    def _look_whose_turn_it_is(self) -> None:
        """Compute the turn once per entry: it is read often and stays equal until the next entry."""
        self.begun = self.dice is not None
        whose = self.match.turn if self.begun else OVER
        self.over = self.begun and whose == OVER
        self.ended = self.over or self.closed
        self.turn = OVER if self.closed else whose

    def _note(self, entry: AnyEvent) -> None:
        """Apply everything in an entry that is not an event of the match."""
        match entry:
            case PersonSeated(seat, guest, name):
                self.places[seat] = SeatState(name, guest=guest)
                self._end_consents(seat)
            case BotSeated(seat, level, name):
                self.places[seat] = SeatState(name, level=level)
                self._end_consents(seat)
            case SeatFreed(seat):
                self.places[seat] = SeatState()
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
                pass

    def _end_consents(self, seat: int) -> None:
        """Forget what the last person of this seat agreed to, and the request for this seat."""
        self.agreed.discard(seat)
        self.seat_agreed -= {seat}
        if self.seat_request is not None and self.seat_request.seat == seat:
            self.seat_request = None

    # ---- Playing

    def begin(self, seeds: list[str], given: Iterable[str] = ()) -> MatchBegan:
        """Begin the match and return its entry. The dice are final from now on."""
        self.dice = self._dice(seeds)
        veiled = self._follow(given)
        count = len(self.match.moves)
        fallen = self._let_fall()
        entry = MatchBegan(seeds, self.match.tokens[:], given=count)
        self._ahead = entry, joined(veiled, fallen, self.match.tokens[:count], self.match.tokens[count:])
        return entry

    def play(self, seat: int, tokens: list[str], *, bot: bool = False) -> Played:
        """Play these decisions and the chance events after them, and return the entry. An error changes nothing."""
        known = len(self.match.moves)
        try:
            veiled = self._follow(tokens, only=seat)
        except ValueError:
            self.match.rewind(known)
            del self.whose[known:]
            raise
        decided = len(self.match.moves)
        fallen = self._let_fall()
        entry = Played(seat, self.match.tokens[known:], bot)
        if veiled or fallen:
            veiled = joined(veiled, fallen, self.match.tokens[known:decided], self.match.tokens[decided:])
        self._ahead = entry, veiled
        return entry

    def _follow(self, tokens: Iterable[str], only: int | None = None) -> dict[int | None, list[str]]:
        """Play events and return the redacted ones. With `only`, every event must be a decision of this seat."""
        start = len(self.match.moves)
        seen = self._unseen()
        for token in tokens:
            turn, s = self.match.turn, self.match.plain if seen else None
            if only is not None and turn != only:
                raise PaddockError(f"your decision ends before {token!r}; send that later")
            self.match.play(token)
            self.whose.append(turn)
            if s is not None:
                self._notice(s, seen)
        return without_truth(seen, self.match.tokens[start:])

    def _let_fall(self) -> dict[int | None, list[str]]:
        """Play chance events until a seat decides, and return the redacted ones."""
        start = len(self.match.moves)
        assert self.dice is not None
        if not self.audiences:
            play_chance(self.match, self.dice)
            self.whose += [CHANCE] * (len(self.match.moves) - start)
            return {}
        seen = self._unseen()
        s = self.match.plain
        while play_chance_once(self.match, self.dice):
            self.whose.append(CHANCE)
            self._notice(s, seen)
            s = self.match.plain
        return without_truth(seen, self.match.tokens[start:])

    def _unseen(self) -> dict[int | None, list[str]]:
        """Return an empty list of events for each viewer."""
        return {audience: [] for audience in self.audiences} if self.audiences else {}

    def _notice(self, before: PlainPosition, seen: dict[int | None, list[str]]) -> None:
        """Add the newest event to each list, as that viewer may know it."""
        move = self.match.moves[-1]
        for audience, tokens in seen.items():
            tokens.append(self.game.seen(before, move, None if audience is None else Seat(audience)))

    def _dice(self, seeds: list[str]) -> Dice:
        return Dice(self.promise.match, self.promise.secret, tuple(seeds), self.promise.commitment)

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
        """Return the record so far. A continued match has two sets of dice, so its record has no proof."""
        seats = [written(name, place.level) for name, place in zip(self.names(), self.places, strict=True)]
        return record_of(self.match, seats, None if self.given else self.dice)


def told(config: TableConfig, lines: Iterable[LogEntry]) -> Table:
    """Return the table that these lines describe."""
    table = Table(config)
    for line in lines:
        table.take(line.entry, line.at)
    return table


def without_truth(seen: dict[int | None, list[str]], truth: list[str]) -> dict[int | None, list[str]]:
    """Return only the event lists that differ from the real events."""
    if not seen:
        return {}
    return {audience: tokens for audience, tokens in seen.items() if tokens != truth}


def joined(
    first: dict[int | None, list[str]], then: dict[int | None, list[str]], true_first: list[str], true_then: list[str]
) -> dict[int | None, list[str]]:
    """Join the redacted events of two consecutive stretches."""
    return {audience: first.get(audience, true_first) + then.get(audience, true_then) for audience in first | then}
