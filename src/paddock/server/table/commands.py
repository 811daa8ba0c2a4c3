"""The commands that a client may send to a table."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from paddock.server.api.schemas import LevelName, Name, SeatNumber, Token
from paddock.server.table.events import Settings

LONGEST_CHAT = 280


class Command(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """A command to a table."""

    id: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """The client's own number for this command. The answer repeats it. A socket follows each number only once."""


class Sit(Command, tag="sit"):
    """Take a free seat. During a match with hidden hands this asks the seated people first."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Leave(Command, tag="leave"):
    """Leave a seat. Before the match the seat becomes free; during the match a bot plays for it."""

    seat: SeatNumber
    for_good: bool = False
    """Whether the seat goes to the bot for good. You cannot take it back then."""


class Invite(Command, tag="invite"):
    """Give a seat to a bot. Only the host may. During the match a person may take the seat back."""

    seat: SeatNumber
    level: LevelName = "hound"
    for_good: bool = False
    """Whether a seat that a bot already plays for its person goes to the bot for good."""


class Free(Command, tag="free"):
    """Free a seat for a person. Only the host may. A person's hidden hand is never freed."""

    seat: SeatNumber


class CommitSeed(Command, tag="commit_seed"):
    """Publish the SHA-256 of match id, seat and seed (docs/reference/notation.md). Only alone you need not."""

    seat: SeatNumber
    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Seed(Command, tag="seed"):
    """Add your own randomness to the dice. With other people at the table, all commit to their seeds first."""

    seat: SeatNumber
    seed: Annotated[str, Meta(min_length=1, max_length=64)]


class Begin(Command, tag="begin"):
    """Begin without waiting for more seeds. People without one have no part in the dice. Only the host may."""


class Play(Command, tag="play"):
    """Play one or more decisions of a turn. `at` is the length of the match that they answer."""

    at: Annotated[int, Meta(ge=0)]
    tokens: Annotated[list[Token], Meta(min_length=1, max_length=64)]
    seat: SeatNumber | None = None
    """The seat that decides, if several people share a device."""


class Undo(Command, tag="undo"):
    """Undo the last decision, or ask the others to allow it."""

    at: Annotated[int, Meta(ge=0)]
    seat: SeatNumber | None = None


class AnswerUndo(Command, tag="answer_undo"):
    """Allow or decline an undo request."""

    yes: bool
    seat: SeatNumber | None = None


class TakeBack(Command, tag="take_back"):
    """Take your seat back from a bot, or after the host freed it."""

    seat: SeatNumber


class AnswerSeat(Command, tag="answer_seat"):
    """Allow or decline a new person who asks for a seat with a hidden hand."""

    yes: bool
    seat: SeatNumber | None = None


class Say(Command, tag="say"):
    """Send a preset phrase or a reaction."""

    phrase: Annotated[str, Meta(max_length=20)]
    seat: SeatNumber | None = None


class Chat(Command, tag="chat"):
    """Send a free chat message, if the host allows them."""

    words: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]
    seat: SeatNumber | None = None


class Change(Command, tag="change"):
    """Change the settings. Only the host may."""

    settings: Settings


class Rematch(Command, tag="rematch"):
    """Ask for another match with the same people. Every player moves one seat on."""


class Close(Command, tag="close"):
    """Close the table. Only the host may."""


class SwitchToRematch(Command, tag="go_over"):
    """Switch this socket to the rematch. The answer is a `Welcome` from the new table. Sockets only."""

    seat: SeatNumber | None = None
    """The only seat of the rematch to look through."""


AnyCommand: TypeAlias = (
    Sit
    | Leave
    | Invite
    | Free
    | CommitSeed
    | Seed
    | Begin
    | Play
    | Undo
    | AnswerUndo
    | TakeBack
    | AnswerSeat
    | Say
    | Chat
    | Change
    | Rematch
    | Close
)
"""Every command that HTTP and sockets accept."""
AnyMessage: TypeAlias = AnyCommand | SwitchToRematch
"""Every message that a client may send over a socket."""

read_message = msgspec.json.Decoder(AnyMessage).decode
