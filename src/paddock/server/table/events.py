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


class Entry(msgspec.Struct, tag_field="what", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An event at a table. It cannot be part of a reference cycle, hence `gc=False`."""


class Sat(Entry, tag="sat"):
    """A person took a seat, or was seated for a rematch."""

    seat: int
    guest: str
    name: str


class Invited(Entry, tag="bot"):
    """The host gave a seat to a bot."""

    seat: int
    level: Level
    name: str


class Freed(Entry, tag="freed"):
    """A seat became free for a person."""

    seat: int


class Seeded(Entry, tag="seeded"):
    """A seat added its own randomness to the dice, after their commitment was published."""

    seat: int
    seed: str


class Began(Entry, tag="began"):
    """The match began with these final seeds. `events` are those before the first decision."""

    seeds: list[str]
    events: list[str]
    given: int = 0
    """The number of events that come from a continued match. This table's dice did not make them."""


class Played(Entry, tag="played"):
    """A seat decided, then dice and cards followed until the next decision. `bot` if a bot decided."""

    seat: int
    events: list[str]
    bot: bool = False


class Undone(Entry, tag="undone"):
    """The match went back to its first `length` events."""

    seat: int
    length: int


class AskedUndo(Entry, tag="asked_undo"):
    """A seat asked the others for an undo."""

    seat: int
    length: int


class Declined(Entry, tag="declined"):
    """A seat declined the undo, so the request ended."""

    seat: int


class Agreed(Entry, tag="agreed"):
    """A seat agreed to the undo."""

    seat: int


class Kept(Entry, tag="kept"):
    """A bot plays for a seat until its person is back."""

    seat: int
    level: Level


class Returned(Entry, tag="returned"):
    """The person took the seat back from the bot."""

    seat: int


class Said(Entry, tag="said"):
    """A seat sent a preset phrase."""

    seat: int
    phrase: str


class Chatted(Entry, tag="chatted"):
    """A seat sent a free chat message."""

    seat: int
    words: str


class Changed(Entry, tag="changed"):
    """The host changed the settings."""

    settings: Settings


class Rematched(Entry, tag="rematched"):
    """The same people play again at another table."""

    table: str


class Closed(Entry, tag="closed"):
    """The host closed the table before the end."""


AnyEntry: TypeAlias = (
    Sat
    | Invited
    | Freed
    | Seeded
    | Began
    | Played
    | Undone
    | AskedUndo
    | Declined
    | Agreed
    | Kept
    | Returned
    | Said
    | Chatted
    | Changed
    | Rematched
    | Closed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEntry).decode
