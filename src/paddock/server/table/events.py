"""The entries of an event log. The state of a table follows from its entries, from the first to the last."""

from typing import Literal, TypeAlias

import msgspec

Level: TypeAlias = str
Clock: TypeAlias = Literal["none", "nudge", "move"]
Timeout: TypeAlias = Literal["wait", "bot"]
Pace: TypeAlias = Literal["instant", "brisk", "calm"]
Joint: TypeAlias = Literal["anybody", "roller"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings that the host may change at any time. Rules are options and stay as agreed."""

    clock: Clock = "none"
    """No clock, a reminder after `seconds`, or a limit of `seconds` per move."""
    seconds: int = 60
    timeout: Timeout = "wait"
    """The effect of a timeout: the table waits, or a bot plays for the seat."""
    keeper: Level = "hound"
    """The level of a bot that plays for an absent person."""
    pace: Pace = "brisk"
    """The speed of bots."""
    spectators: bool = False
    chat: bool = False
    """Whether free chat is allowed, in addition to the preset phrases."""
    coach: bool = True
    joint: Joint = "anybody"
    """The person that decides in a cooperative game: anyone seated, or the seat to move."""


class Event(msgspec.Struct, tag_field="what", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An event at a table. It cannot be part of a reference cycle, hence `gc=False`."""


class PersonSeated(Event, tag="sat"):
    """A person took a seat, or was seated for a rematch."""

    seat: int
    guest: str
    name: str


class BotSeated(Event, tag="bot"):
    """The host gave a seat to a bot."""

    seat: int
    level: Level
    name: str


class SeatFreed(Event, tag="freed"):
    """A seat became free for a person."""

    seat: int


class PersonRemoved(SeatFreed, tag="removed"):
    """The host freed a person's seat during the match. The person may take it back while no other person has it."""

    name: str


class SeatGivenAway(BotSeated, tag="given_away"):
    """A person's seat went to a bot for good."""

    person: str
    """The name of the person."""
    willing: bool = False
    """Whether the person gave the seat up. Else the host gave it away."""


class SeatRequested(Event, tag="asked_seat"):
    """A new person asked for a seat with a hidden hand."""

    seat: int
    guest: str
    name: str


class SeatAgreed(Event, tag="agreed_seat"):
    """A seat agreed to the new person."""

    seat: int


class SeatDeclined(Event, tag="declined_seat"):
    """A seat declined the new person, so the request ended."""

    seat: int


class SeedGiven(Event, tag="seeded"):
    """A seat added its own randomness to the dice, after their commitment was published."""

    seat: int
    seed: str


class SeedCommitted(Event, tag="seed_committed"):
    """A seat committed to a seed that it will give later."""

    seat: int
    commitment: str


class MatchBegan(Event, tag="began"):
    """The match began with these final seeds. `events` are those before the first decision."""

    seeds: list[str]
    events: list[str]
    given: int = 0
    """The number of events that come from a continued match. This table's dice did not make them."""
    version: int = 1
    """The version of the dice, see docs/reference/notation.md."""


class Played(Event, tag="played"):
    """A seat decided, then dice and cards followed until the next decision. `bot` if a bot decided."""

    seat: int
    events: list[str]
    bot: bool = False


class MovesUndone(Event, tag="undone"):
    """The match went back to its first `length` events."""

    seat: int
    length: int


class UndoRequested(Event, tag="asked_undo"):
    """A seat asked the others for an undo."""

    seat: int
    length: int


class UndoDeclined(Event, tag="declined"):
    """A seat declined the undo, so the request ended."""

    seat: int


class UndoAgreed(Event, tag="agreed"):
    """A seat agreed to the undo."""

    seat: int


class SubstituteStarted(Event, tag="kept"):
    """A bot plays for a seat until its person is back."""

    seat: int
    level: Level


class PersonReplaced(SubstituteStarted, tag="replaced"):
    """The host let a bot play for a person. The person may take the seat back."""


class SubstituteEnded(Event, tag="returned"):
    """The person took the seat back from the bot."""

    seat: int


class PhraseSent(Event, tag="said"):
    """A seat sent a preset phrase."""

    seat: int
    phrase: str


class ChatSent(Event, tag="chatted"):
    """A seat sent a free chat message."""

    seat: int
    words: str


class SettingsChanged(Event, tag="changed"):
    """The host changed the settings."""

    settings: Settings


class RematchCreated(Event, tag="rematched"):
    """The same people play again at another table."""

    table: str


class TableClosed(Event, tag="closed"):
    """The host closed the table before the end."""


AnyEvent: TypeAlias = (
    PersonSeated
    | BotSeated
    | SeatFreed
    | SeedCommitted
    | PersonRemoved
    | SeatGivenAway
    | SeatRequested
    | SeatAgreed
    | SeatDeclined
    | SeedGiven
    | MatchBegan
    | Played
    | MovesUndone
    | UndoRequested
    | UndoDeclined
    | UndoAgreed
    | SubstituteStarted
    | PersonReplaced
    | SubstituteEnded
    | PhraseSent
    | ChatSent
    | SettingsChanged
    | RematchCreated
    | TableClosed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEvent).decode
