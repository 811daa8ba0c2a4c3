"""The wire types: every request, response and message. The page's TypeScript types are generated from them."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from paddock.engine.boards.flaws import FlawParam
from paddock.engine.errors import ErrorParam
from paddock.engine.text.messages import Messages
from paddock.match.seat_names import LONGEST_NAME
from paddock.server.table.events import Settings

LONGEST_OPTION = 400
"""The longest option value in characters. The largest drawn board needs far fewer."""
Option: TypeAlias = (
    bool | int | Annotated[str, Meta(max_length=LONGEST_OPTION)] | Annotated[list[int], Meta(max_length=100)]
)
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15, description="Counted from 0")]
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
Name: TypeAlias = Annotated[str, Meta(max_length=4 * LONGEST_NAME)]
LevelName: TypeAlias = Annotated[str, Meta(max_length=20)]


class WireStruct(msgspec.Struct, omit_defaults=True):
    """Base of everything that the service sends."""


class RequestStruct(msgspec.Struct, forbid_unknown_fields=True):
    """Base of everything that clients send. Unknown fields are errors."""


class ErrorResponse(WireStruct):
    """An error: a code for programs, an English sentence, and the facts behind the sentence."""

    code: str
    message: str
    clause: str | None = None
    """The clause of the rulebook that forbids the move."""
    field: str | None = None
    """The option or input that is wrong."""
    params: dict[str, ErrorParam] = {}
    """The numbers and names of the sentence. A client shows its own sentence for a code with them."""


# ---- Games


class OptionResponse(WireStruct):
    """An option that a table can agree on."""

    name: str
    kind: str
    default: Option
    meaning: str
    accepts: str
    """The accepted values in English."""
    low: int | None = None
    high: int | None = None
    shortest: int | None = None
    """The least number of values in a list."""
    longest: int | None = None
    ascending: bool = False
    """Whether the values of a list must ascend."""
    choices: tuple[str, ...] = ()
    """The words, or the named boards with the default first."""


class GameResponse(WireStruct):
    """A game."""

    id: str
    title: str
    designer: str
    publisher: str
    year: int
    summary: str
    players: list[int]
    together: bool
    hidden: bool
    rules: int
    options: list[OptionResponse]


class LevelResponse(WireStruct):
    """A bot level."""

    name: str
    meaning: str


class CatalogueResponse(WireStruct):
    """All games, bot levels and phrases."""

    games: list[GameResponse]
    levels: list[LevelResponse]
    phrases: dict[str, dict[str, str]]
    """Phrase -> language -> text."""
    lab: bool
    """Whether guests may run studies here."""


# ---- Guests


class NameRequest(RequestStruct):
    """The name of a guest."""

    name: Name


class GuestResponse(WireStruct):
    """The guest who sent the request."""

    name: str


class PageData(WireStruct):
    """The data inside the page: the guest, the catalogue, and the game on the table that the page shows."""

    me: GuestResponse | None
    offer: CatalogueResponse
    game: str | None
    base: str = ""
    """The path prefix of the site, such as `/paddock`."""


class NetworkRequest(RequestStruct):
    """A request to open the service to the local network, or to close it, from the host of this table."""

    table: Annotated[str, Meta(max_length=64)]
    open: bool


class NetworkResponse(WireStruct):
    """The address for other devices, whether the local network was let in, and whether you may change that."""

    address: str | None
    open: bool
    may_change: bool


class ResumeLinkResponse(WireStruct):
    """A link that opens your seats on another device. It signs in as you."""

    key: str
    link: str


class ResumeRequest(RequestStruct):
    """A request to use a resume link."""

    key: Annotated[str, Meta(max_length=64)]


KeyKind: TypeAlias = Literal["device", "link", "token", "older"]


class KeyResponse(WireStruct):
    """A key that acts as you, without its secret. `older` stands for all devices of version 0.1."""

    id: str
    kind: KeyKind
    label: str
    """The browser and system of a device, or the label of a token; may be empty."""
    created: float
    current: bool = False
    """Whether this request came with it."""
    token: str | None = None
    """The id of the token that it was made with. It ends with that token."""


class TokenRequest(RequestStruct):
    """A request for a program's token, with a label."""

    label: Annotated[str, Meta(min_length=1, max_length=40)]


class NewTokenResponse(WireStruct):
    """A new token. It is shown only once."""

    token: str
    label: str


class TokenResponse(WireStruct):
    """A token without its secret."""

    id: str
    label: str
    created: float


# ---- Tables


class SeatRequest(RequestStruct):
    """The player of a seat: me, a person who joins later, or a bot."""

    who: Literal["me", "person", "bot"]
    level: LevelName = "hound"
    name: Name | None = None
    """Another name, for a second person on the same device."""


class TableRequest(RequestStruct):
    """A request for a new table."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=16)]
    options: dict[Annotated[str, Meta(max_length=40)], Option] = {}
    settings: Settings = Settings()


class TableResponse(WireStruct):
    """A new table."""

    table: str
    code: str | None
    link: str
    watch: str
    commitment: str


class FlawResponse(WireStruct):
    """A flaw of a drawn board: its key, an English sentence, the squares to change and the facts of the sentence."""

    key: str
    message: str
    squares: tuple[str, ...]
    params: dict[str, FlawParam]


class DrawingResponse(WireStruct):
    """A drawn board: `board` in its playable form, or its `flaws`."""

    option: str
    board: str | None
    flaws: list[FlawResponse]


class CodeResponse(WireStruct):
    """The table that a short code leads to."""

    table: str
    game: str
    title: str
    host: str
    free: list[int]


class MyTableResponse(WireStruct):
    """One of my tables, in a list."""

    table: str
    game: str
    title: str
    state: str
    names: list[str]
    mine: list[int]
    turn: int | None
    my_turn: bool
    touched: float
    problem: ErrorResponse | None = None
    """The reason why it cannot go on: other rules, or a damaged log."""
    others: int = 0
    """The number of other people at the table."""


class SeatView(WireStruct):
    """A seat, as all viewers see it."""

    name: str
    kind: Literal["person", "bot", "free"]
    level: str | None = None
    kept: str | None = None
    """The level of the bot that plays for an absent person."""
    seeded: bool = False
    commitment: str | None = None
    """The person's commitment to their seed, until the match begins."""
    host: bool = False


class LogEntryView(WireStruct):
    """An entry of the event log, as this viewer may know it."""

    number: int
    at: float
    what: str
    seat: int | None = None
    events: list[str] = []
    bot: bool = False
    length: int | None = None
    level: str | None = None
    name: str | None = None
    phrase: str | None = None
    words: str | None = None
    settings: Settings | None = None
    table: str | None = None
    person: str | None = None
    """The name of a person who lost a seat."""
    willing: bool = False
    """Whether that person gave the seat up."""
    told: list[str] = []
    """The events in sentences, on request."""


class UndoRequestView(WireStruct):
    """An undo request. Every person who had a seat when the undone events happened must agree."""

    seat: int
    length: int
    agreed: list[int]
    """Seats that agreed."""
    missing: list[str] = []
    """Names of the people who still have to agree, perhaps when they are back."""


class SeatRequestView(WireStruct):
    """A new person asks for a seat with a hidden hand. Every seated person must agree."""

    seat: int
    name: str
    agreed: list[int]
    """Seats that agreed."""


class Snapshot(WireStruct):
    """A snapshot: the state of the table as this viewer may see it."""

    number: int
    """The number of the newest line. Send it to reconnect."""
    state: Literal["waiting", "playing", "over", "closed"]
    length: int
    """The number of events in the match. A move states the length that it answers."""
    turn: int | None
    since: float
    seats: list[SeatView]
    settings: Settings
    view: Any
    legal: list[str]
    may_undo: int | None
    """The seat that may undo its last decision without asking."""
    wish: UndoRequestView | None = None
    seat_request: SeatRequestView | None = None
    rematch: str | None = None


class Update(WireStruct, tag="update", tag_field="what"):
    """All lines since the last message, and the snapshot after them."""

    lines: list[LogEntryView]
    snapshot: Snapshot
    answer: int | None = None
    """The `id` of the command that this answers."""


class Welcome(WireStruct, tag="welcome", tag_field="what"):
    """The first message from a table."""

    table: str | None
    """The key of the table; None for spectators."""
    game: str
    rules: int
    options: dict[str, Option]
    host: bool
    mine: list[int]
    seat: int | None
    """The seat whose view this is; None for a spectator."""
    code: str | None
    watch: str | None
    dice: "DiceProof"
    lines: list[LogEntryView]
    snapshot: Snapshot
    answer: int | None = None
    may_return: list[int] = []
    """Seats that you lost during the match. `take_back` returns them to you."""


class PresenceUpdate(WireStruct, tag="company", tag_field="what"):
    """Presence, if the client asked for it: the seats whose people have the table open."""

    here: list[int]


class CommandError(WireStruct, tag="refused", tag_field="what"):
    """An error: the command was not run and nothing has changed."""

    problem: ErrorResponse
    answer: int | None = None


class DiceProof(WireStruct):
    """The facts about the dice: the commitment at once, the seeds from the first event, the secret after the end."""

    match: str
    commitment: str
    version: int = 1
    seeds: list[str] = []
    secret: str | None = None
    seed_commitments: list[str | None] = []
    """The commitments of the people to their seeds, by seat."""


# ---- After the match


class ReplayResponse(WireStruct):
    """A stretch of a replay."""

    record: dict[str, Any]
    frames: list["Frame"]
    first: int
    length: int


class Frame(WireStruct):
    """The position after an event, for one seat, or for all seats if everything is open."""

    event: str | None
    told: str
    whose: int | None
    views: list[Any]


class ContinueRequest(RequestStruct):
    """A request to continue a replay from one of its positions, against bots."""

    at: Annotated[int, Meta(ge=0)]
    seat: SeatNumber
    level: LevelName = "hound"


class LessonRequest(RequestStruct):
    """A request for a lesson: a match that begins at a given position."""

    start: dict[str, Any]
    """A record as in docs/reference/notation.md. The learner decides after its last event."""
    seat: SeatNumber = 0
    level: LevelName = "chick"


class NewReplayResponse(WireStruct):
    """An uploaded record."""

    replay: str
    link: str


# ---- The lab

MOST_GAMES = 200_000
"""The largest study from a browser. The command line has no limit."""


class StudyRequest(RequestStruct):
    """A request for a study: games among bots, with values of an option to compare."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=16)]
    bots: LevelName = "greedy"
    games: Annotated[int, Meta(ge=100, le=MOST_GAMES)] = 10_000
    options: dict[Annotated[str, Meta(max_length=40)], Option] = {}
    vary: dict[Annotated[str, Meta(max_length=40)], Annotated[list[Option], Meta(min_length=1, max_length=6)]] = {}


class StudyResponse(WireStruct):
    """The progress of a study. The report exists once it is done."""

    study: str
    state: Literal["running", "done", "failed"]
    seconds: float
    problem: ErrorResponse | None = None
    """The reason of a failure."""


class ChoiceAdvice(WireStruct):
    """The coach's evaluation of one choice."""

    token: str
    chance: float
    error: float
    margin: float
    nearly_best: bool
    why: Messages


class AdviceResponse(WireStruct):
    """The coach's advice, best choice first."""

    length: int
    seat: int
    exact: bool
    stake: float
    choices: list[ChoiceAdvice]


class OutcomeCount(WireStruct):
    """The frequency of an outcome, and its expected frequency."""

    event: str
    came: int
    expected: float


class DiceResponse(WireStruct):
    """All facts about the dice of a table."""

    promise: DiceProof
    rolled: list[OutcomeCount]
    checked: bool | None
    """Whether every event was recomputed from the secret; None before the secret is published."""
    tables_for_group: int
    """How many tables this host created for the same people within `group_hours`, this one included."""
    group_hours: int


class HealthResponse(WireStruct):
    """The health of a worker."""

    status: Literal["ok"]
    version: str
    database: str
    tables: int
    sockets: int


encode = msgspec.json.Encoder().encode
