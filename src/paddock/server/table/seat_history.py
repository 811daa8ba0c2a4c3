"""The people of a match, read from its log: their seats now, the seats they lost, and their say in an undo."""

from dataclasses import dataclass, field

from paddock.server.table.events import (
    AnyEvent,
    BotSeated,
    MatchBegan,
    MovesUndone,
    PersonSeated,
    Played,
    SeatFreed,
    SeatGivenAway,
)
from paddock.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Stretch:
    """Events of the match with the same people at the table."""

    start: int
    """The index of the first event."""
    seats: dict[int, str]
    """Seat -> its person."""
    people: frozenset[str]
    """The people with a say: at a seat, or with a seat that they may take back."""


@dataclass(slots=True)
class SeatHistory:
    """The people of a match and their seats."""

    held: dict[int, PersonSeated] = field(default_factory=dict)
    """Seat -> the person who has it. A bot may play for that person."""
    lost: dict[int, PersonSeated] = field(default_factory=dict)
    """Seat -> the person who lost it during the match against their will, until another person takes it."""
    given_away: set[int] = field(default_factory=set)
    """Lost seats that the host gave away for good."""
    gave_up: set[str] = field(default_factory=set)
    """People who gave their seat up themselves."""
    names: dict[str, str] = field(default_factory=dict)
    """Guest -> their newest name at the table."""
    stretches: list[Stretch] = field(default_factory=list)
    length: int = 0
    """The number of events of the match."""
    begun: bool = False

    def may_return(self, guest: str) -> list[int]:
        """Return the seats that this guest lost and may take back."""
        return sorted(seat for seat, was in self.lost.items() if was.guest == guest and seat not in self.given_away)

    @property
    def people(self) -> frozenset[str]:
        """The people at a seat, or with a seat that they may take back."""
        reserved = (was.guest for seat, was in self.lost.items() if seat not in self.given_away)
        return frozenset(was.guest for was in self.held.values()).union(reserved)

    def witnesses(self, length: int) -> frozenset[str]:
        """Return the people whose consent an undo to this length needs.

        These are the people with a say at any of the undone events, and those at the table now. A person who gave a
        seat up and left is not asked.
        """
        later = [*self.stretches[1:], None]
        found: set[str] = set()
        for stretch, after in zip(self.stretches, later, strict=True):
            if after is None or after.start > length:
                found |= stretch.people
        return frozenset(found - (self.gave_up - self.people))

    def person_at(self, event: int, seat: int) -> str | None:
        """Return the person who had this seat when this event happened."""
        before = [stretch for stretch in self.stretches if stretch.start <= event]
        return before[-1].seats.get(seat) if before else None

    # ---- Reading the log

    def read(self, event: AnyEvent) -> None:
        match event:
            case Played():
                self.length += len(event.events)
                return
            case MatchBegan():
                self.begun, self.length = True, len(event.events)
                self.stretches = [Stretch(0, self._seats(), self.people)]
                return
            case MovesUndone():
                self.length = event.length
                self.stretches = [one for one in self.stretches if one.start < event.length]
            case PersonSeated():
                self.held[event.seat] = event
                self.names[event.guest] = event.name
                self._forget(event.seat)
                self.gave_up.discard(event.guest)
            case SeatGivenAway():
                was = self.held.pop(event.seat, None) or self.lost.get(event.seat)
                self._give_away(event, was)
            case BotSeated() | SeatFreed():
                was = self.held.pop(event.seat, None)
                if was is not None and self.begun:
                    self.lost[event.seat] = was
            case _:
                return
        self._note_people()

    def _give_away(self, event: SeatGivenAway, was: PersonSeated | None) -> None:
        self._forget(event.seat)
        if was is None:
            return
        if event.willing:
            self.gave_up.add(was.guest)
        else:
            self.lost[event.seat] = was
            self.given_away.add(event.seat)

    def _forget(self, seat: int) -> None:
        self.lost.pop(seat, None)
        self.given_away.discard(seat)

    def _seats(self) -> dict[int, str]:
        return {seat: was.guest for seat, was in self.held.items()}

    def _note_people(self) -> None:
        """Begin a new stretch. A stretch without events is dropped."""
        if not self.begun:
            return
        if self.stretches and self.stretches[-1].start == self.length:
            self.stretches.pop()
        self.stretches.append(Stretch(self.length, self._seats(), self.people))


def seat_history(table: Table) -> SeatHistory:
    """Return the people of this table's match, read from its log."""
    history = SeatHistory()
    for line in table.lines:
        history.read(line.entry)
    return history
