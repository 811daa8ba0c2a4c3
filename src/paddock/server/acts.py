"""What can be done at a table, as it comes over the wire."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from paddock.server.entries import Settings
from paddock.server.wire import LevelName, Name, SeatNumber, Token

LONGEST_CHAT = 280


class Act(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Something that somebody at a table does."""

    id: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    """A number of your own, with which the answer comes back. The same number on the same socket is the same message
    again, and is not followed twice."""


class Sit(Act, tag="sit"):
    """Take a free seat."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Leave(Act, tag="leave"):
    """Stand up: before the match the seat is free again, in it a bot keeps it."""

    seat: SeatNumber


class Invite(Act, tag="invite"):
    """The host gives a seat to a bot."""

    seat: SeatNumber
    level: LevelName = "hound"


class Free(Act, tag="free"):
    """The host frees a seat for a person."""

    seat: SeatNumber


class Seed(Act, tag="seed"):
    """Add randomness of your own to the dice, now that their promise is known."""

    seat: SeatNumber
    seed: Annotated[str, Meta(min_length=1, max_length=64)]


class Begin(Act, tag="begin"):
    """The host begins without waiting for more seeds."""


class Play(Act, tag="play"):
    """Decide. `at` is the length of the match that this answers; the decisions of one turn may come together."""

    at: Annotated[int, Meta(ge=0)]
    tokens: Annotated[list[Token], Meta(min_length=1, max_length=64)]
    seat: SeatNumber | None = None
    """At a shared device: whose decision it is."""


class Undo(Act, tag="undo"):
    """Take the last decision back, or ask everybody whether you may."""

    at: Annotated[int, Meta(ge=0)]
    seat: SeatNumber | None = None


class AnswerUndo(Act, tag="answer_undo"):
    """Say whether somebody may take a decision back."""

    yes: bool
    seat: SeatNumber | None = None


class TakeBack(Act, tag="take_back"):
    """Take your seat back from the bot that kept it."""

    seat: SeatNumber


class Say(Act, tag="say"):
    """A preset phrase or a reaction."""

    phrase: Annotated[str, Meta(max_length=20)]
    seat: SeatNumber | None = None


class Chat(Act, tag="chat"):
    """Words of your own, where the host allows them."""

    words: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]
    seat: SeatNumber | None = None


class Change(Act, tag="change"):
    """The host changes the settings."""

    settings: Settings


class Rematch(Act, tag="rematch"):
    """Once more with the same people, one seat further."""


class Close(Act, tag="close"):
    """The host closes the table."""


class GoOver(Act, tag="go_over"):
    """Go over to the rematch on the same socket; a welcome there is the answer. Only over a socket."""

    seat: SeatNumber | None = None
    """The only seat of the rematch to look through, as when a socket is opened."""


AnyAct: TypeAlias = (
    Sit
    | Leave
    | Invite
    | Free
    | Seed
    | Begin
    | Play
    | Undo
    | AnswerUndo
    | TakeBack
    | Say
    | Chat
    | Change
    | Rematch
    | Close
)
"""Anything that can be done at a table, over HTTP too."""
AnyMessage: TypeAlias = AnyAct | GoOver
"""Anything that can be sent over its socket."""

read_message = msgspec.json.Decoder(AnyMessage).decode
