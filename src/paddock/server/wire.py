"""What goes over the wire: every question, answer and message, said once. The page's types are made of it."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from paddock.bots.names import LONGEST_NAME
from paddock.rules.sayings import Sayings
from paddock.server.entries import Settings

LONGEST_OPTION = 400
"""Characters of an option: the largest board is drawn with far fewer."""
Option: TypeAlias = (
    bool | int | Annotated[str, Meta(max_length=LONGEST_OPTION)] | Annotated[list[int], Meta(max_length=100)]
)
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15, description="Counted from 0")]
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
Name: TypeAlias = Annotated[str, Meta(max_length=4 * LONGEST_NAME)]
LevelName: TypeAlias = Annotated[str, Meta(max_length=20)]


class Wire(msgspec.Struct, omit_defaults=True):
    """Something that is sent."""


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """Something that is received: an unknown field is a mistake, and is said to be one."""


class Problem(Wire):
    """Why something was not done, in a sentence for people; `clause` where a rule of the game forbids it."""

    code: str
    message: str
    clause: str | None = None


# ---- Games


class OptionShown(Wire):
    """Something that a table can agree on."""

    name: str
    kind: str
    default: Option
    meaning: str
    accepts: str


class GameShown(Wire):
    """One of the games."""

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
    options: list[OptionShown]


class LevelShown(Wire):
    """One of the bots."""

    name: str
    meaning: str


class Catalogue(Wire):
    """All there is to choose from."""

    games: list[GameShown]
    levels: list[LevelShown]
    phrases: dict[str, dict[str, str]]
    """Phrase -> language -> words."""


# ---- Guests


class Introduction(Asked):
    """A guest says what to be called."""

    name: Name


class Guest(Wire):
    """You."""

    name: str


class ResumeLink(Wire):
    """Opens your seats on another device. Who has it is you."""

    key: str
    link: str


class Resumption(Asked):
    """A resume link is used."""

    key: Annotated[str, Meta(max_length=64)]


class TokenWish(Asked):
    """A token for a program of yours, with a label to know it by."""

    label: Annotated[str, Meta(min_length=1, max_length=40)]


class TokenMade(Wire):
    """The token, shown this once."""

    token: str
    label: str


class TokenShown(Wire):
    """A token of yours, without the token."""

    id: str
    label: str
    created: float


# ---- Tables


class SeatWish(Asked):
    """How a seat is filled: by me, by a person who comes later, or by a bot."""

    who: Literal["me", "person", "bot"]
    level: LevelName = "hound"
    name: Name | None = None
    """Another name for somebody on the same device."""


class TableWish(Asked):
    """A table to be laid."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=16)]
    options: dict[Annotated[str, Meta(max_length=40)], Option] = {}
    settings: Settings = Settings()


class TableMade(Wire):
    """A new table."""

    table: str
    code: str | None
    link: str
    watch: str
    commitment: str


class DrawingShown(Wire):
    """A board that somebody draws: `board` as it would be played, or what is still wrong, one sentence each."""

    option: str
    board: str | None
    flaws: list[str]


class CodeShown(Wire):
    """Where a short code leads."""

    table: str
    game: str
    title: str
    host: str
    free: list[int]


class MyTable(Wire):
    """One of my tables, for a list."""

    table: str
    game: str
    title: str
    state: str
    names: list[str]
    mine: list[int]
    turn: int | None
    my_turn: bool
    touched: float
    problem: Problem | None = None
    """Why it cannot go on: the rules have changed since, or its log is damaged."""
    others: int = 0
    """How many other people sit there."""


class SeatShown(Wire):
    """A seat as everybody sees it."""

    name: str
    kind: Literal["person", "bot", "free"]
    level: str | None = None
    kept: str | None = None
    """The level of the bot that keeps it until its person is back."""
    seeded: bool = False
    host: bool = False


class LineShown(Wire):
    """Something that happened, as you may know it."""

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
    told: list[str] = []
    """The events in sentences, if you asked for them."""


class UndoWish(Wire):
    """Somebody asks to go back; who has not agreed yet is asked."""

    seat: int
    length: int
    agreed: list[int]


class Standing(Wire):
    """The table as it stands, for you."""

    number: int
    """Of the newest line; ask for what comes after it when you come back."""
    state: Literal["waiting", "playing", "over", "closed"]
    length: int
    """Events of the match so far; a move says which length it answers."""
    turn: int | None
    since: float
    seats: list[SeatShown]
    settings: Settings
    view: Any
    legal: list[str]
    may_undo: int | None
    """The seat that may take its last decision back without asking."""
    wish: UndoWish | None = None
    rematch: str | None = None


class Update(Wire, tag="update", tag_field="what"):
    """What happened since the last message, and the table after it."""

    lines: list[LineShown]
    standing: Standing
    answer: int | None = None
    """The number of your own message that this answers."""


class Welcome(Wire, tag="welcome", tag_field="what"):
    """The first message at a table."""

    table: str | None
    """Only for those who may sit at it."""
    game: str
    rules: int
    options: dict[str, Option]
    host: bool
    mine: list[int]
    seat: int | None
    """Through whose eyes you look; nobody's if you only watch."""
    code: str | None
    watch: str | None
    dice: "Promise"
    lines: list[LineShown]
    standing: Standing
    answer: int | None = None


class Company(Wire, tag="company", tag_field="what"):
    """Who is there, for those who asked to be told: seats whose people have the table open."""

    here: list[int]


class Refused(Wire, tag="refused", tag_field="what"):
    """Your message was not followed; nothing has changed."""

    problem: Problem
    answer: int | None = None


class Promise(Wire):
    """What is told of the dice: the promise from the start, the seeds from the beginning, the secret at the end."""

    match: str
    commitment: str
    seeds: list[str] = []
    secret: str | None = None


# ---- After the match


class ReplayShown(Wire):
    """A match to look at again."""

    record: dict[str, Any]
    frames: list["Frame"]
    first: int
    length: int


class Frame(Wire):
    """The table after an event, through one seat's eyes; with everything open, through all seats'."""

    event: str | None
    told: str
    whose: int | None
    views: list[Any]


class Continuation(Asked):
    """Go on from a position of a replay against bots."""

    at: Annotated[int, Meta(ge=0)]
    seat: SeatNumber
    level: LevelName = "hound"


class LessonWish(Asked):
    """A match that starts where something can be learned: a record that has just begun."""

    start: dict[str, Any]
    """As docs/notation.md describes it, with the learner to decide after its last event."""
    seat: SeatNumber = 0
    level: LevelName = "chick"


class ReplayMade(Wire):
    """An uploaded record."""

    replay: str
    link: str


# ---- The lab

MOST_GAMES = 200_000
"""Of a study that is asked for in a browser; the command line has no such bound."""


class StudyWish(Asked):
    """A question to a game: so many games among these bots, with the values of an option side by side."""

    game: Annotated[str, Meta(max_length=40)]
    players: Annotated[int, Meta(ge=1, le=16)]
    bots: LevelName = "greedy"
    games: Annotated[int, Meta(ge=100, le=MOST_GAMES)] = 10_000
    options: dict[Annotated[str, Meta(max_length=40)], Option] = {}
    vary: dict[Annotated[str, Meta(max_length=40)], Annotated[list[Option], Meta(min_length=1, max_length=6)]] = {}


class StudyShown(Wire):
    """How far a study is; its report is there when it is done."""

    study: str
    state: Literal["running", "done", "failed"]
    seconds: float
    says: str | None = None


class ChoiceShown(Wire):
    """What the coach says of one choice."""

    token: str
    chance: float
    error: float
    margin: float
    nearly_best: bool
    why: Sayings


class AdviceShown(Wire):
    """What the coach says, the best choice first."""

    length: int
    seat: int
    exact: bool
    stake: float
    choices: list[ChoiceShown]


class Rolled(Wire):
    """How often an outcome came, and how often it was to be expected."""

    event: str
    came: int
    expected: float


class DiceShown(Wire):
    """All that is known of the dice of a table."""

    promise: Promise
    rolled: list[Rolled]
    checked: bool | None
    """Whether every event was recomputed from the secret; None until it is revealed."""


class Health(Wire):
    """Whether all is well."""

    status: Literal["ok"]
    version: str
    database: str
    tables: int
    sockets: int


encode = msgspec.json.Encoder().encode
