"""What a log is made of. A table is what its entries say, read from the first to the last."""

from typing import Literal, TypeAlias

import msgspec

Level: TypeAlias = str
Clock: TypeAlias = Literal["none", "nudge", "move"]
Timeout: TypeAlias = Literal["wait", "bot"]
Pace: TypeAlias = Literal["instant", "brisk", "calm"]
Joint: TypeAlias = Literal["anybody", "roller"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the host may change at any time; rules are options and stay as agreed."""

    clock: Clock = "none"
    """No clock, a gentle nudge after so many seconds, or so many seconds for a move."""
    seconds: int = 60
    timeout: Timeout = "wait"
    """When the clock of a move has run down: the table waits, or a bot keeps the seat."""
    keeper: Level = "hound"
    """The level of a bot that keeps a seat."""
    pace: Pace = "brisk"
    """How fast bots move."""
    spectators: bool = False
    chat: bool = False
    """Free words besides the preset phrases."""
    coach: bool = True
    joint: Joint = "anybody"
    """Who makes the decisions of a team: anybody at the table, or the one whose turn it is."""


class Entry(msgspec.Struct, tag_field="what", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Something that happened at a table. It holds nothing that could hold it, so nobody has to look for circles."""


class Sat(Entry, tag="sat"):
    """A person took a seat; somebody invited to a rematch sits there already."""

    seat: int
    guest: str
    name: str


class Invited(Entry, tag="bot"):
    """The host gave a seat to a bot."""

    seat: int
    level: Level
    name: str


class Freed(Entry, tag="freed"):
    """A seat is free for a person."""

    seat: int


class Seeded(Entry, tag="seeded"):
    """A seat added its own randomness to the dice, after the promise was published."""

    seat: int
    seed: str


class Began(Entry, tag="began"):
    """The match began: the seeds are final. `events` are those before the first decision."""

    seeds: list[str]
    events: list[str]
    given: int = 0
    """So many of the events come from another match that is continued here; these dice did not make them."""


class Played(Entry, tag="played"):
    """A seat decided, then dice and cards fell until the next decision. `bot` if a bot decided."""

    seat: int
    events: list[str]
    bot: bool = False


class Undone(Entry, tag="undone"):
    """The match went back to its first `length` events."""

    seat: int
    length: int


class AskedUndo(Entry, tag="asked_undo"):
    """A seat asks everybody whether the match may go back."""

    seat: int
    length: int


class Declined(Entry, tag="declined"):
    """A seat does not want to go back, so nobody does."""

    seat: int


class Agreed(Entry, tag="agreed"):
    """A seat does not mind going back."""

    seat: int


class Kept(Entry, tag="kept"):
    """A bot keeps the seat of a person until they are back."""

    seat: int
    level: Level


class Returned(Entry, tag="returned"):
    """The person took the seat back from the bot."""

    seat: int


class Said(Entry, tag="said"):
    """A preset phrase."""

    seat: int
    phrase: str


class Chatted(Entry, tag="chatted"):
    """Words of one's own."""

    seat: int
    words: str


class Changed(Entry, tag="changed"):
    """The host changed the settings."""

    settings: Settings


class Rematched(Entry, tag="rematched"):
    """The same people meet again at another table."""

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
