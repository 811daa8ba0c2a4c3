"""Command handlers: check a command of a person at a table and return the events that it becomes.

Handlers change nothing. Moves are tried on a copy of the match. The executor writes the events to the log, and then
`Table.apply` changes the table.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from paddock.engine.errors import PaddockError
from paddock.match.dice import play_chance
from paddock.match.verify_dice import seed_commitment
from paddock.server.errors import Forbidden, NotPossibleNow, Repeated, Stale
from paddock.server.table.commands import (
    AnswerSeat,
    AnswerUndo,
    AnyCommand,
    Begin,
    Change,
    Chat,
    Close,
    CommitSeed,
    Free,
    Invite,
    Leave,
    Play,
    Say,
    Seed,
    Sit,
    TakeBack,
    Undo,
)
from paddock.server.table.events import (
    AnyEvent,
    ChatSent,
    MatchBegan,
    PhraseSent,
    Played,
    SeedCommitted,
    SeedGiven,
    Settings,
    SettingsChanged,
    TableClosed,
)
from paddock.server.table.permissions import Person as Person
from paddock.server.table.permissions import for_host, own_seat, own_seats, running
from paddock.server.table.phrases import PHRASES
from paddock.server.table.seat_handlers import answer_seat, free, invite, known_level, leave, sit, take_back
from paddock.server.table.table import Table
from paddock.server.table.undo_handlers import answer_undo, undo

SHORTEST_CLOCK: Final = 5
LONGEST_CLOCK: Final = 14 * 24 * 3600


def handle(table: Table, person: Person, act: AnyCommand) -> list[AnyEvent]:
    """Return the events of this command. Raise a `PaddockError` if the table does not allow it."""
    if table.closed:
        raise NotPossibleNow("the host closed this table")
    return [HANDLERS[type(act)](table, person, act)]


def follow_up(table: Table) -> list[AnyEvent]:
    """Return the events that follow by themselves: the match begins once every seat is ready."""
    return [begin_now(table)] if can_begin(table) else []


# ---- Beginning


def commit_seed(table: Table, person: Person, act: CommitSeed) -> AnyEvent:
    own_seat(table, person, act.seat)
    if table.places[act.seat].commitment == act.commitment:
        raise Repeated("this seat has this commitment already")
    if table.begun:
        raise NotPossibleNow("the match has begun, so its seeds are final")
    if any(place.seed for place in table.places):
        raise NotPossibleNow("a seed was sent already, so commitments are final")
    return SeedCommitted(act.seat, act.commitment)


def seed(table: Table, person: Person, act: Seed) -> AnyEvent:
    own_seat(table, person, act.seat)
    if table.places[act.seat].seed == act.seed:
        raise Repeated("this seed is already set")
    if table.begun:
        raise NotPossibleNow("the match has begun, so its seeds are final")
    if not act.seed.isprintable():
        raise PaddockError("a seed must be one line of text")
    committed = table.places[act.seat].commitment
    if committed is not None and committed != seed_commitment(table.promise.match, act.seat + 1, act.seed):
        raise PaddockError("this seed does not match its commitment")
    if others := [place for place in table.places if not place.level and place.guest != person.guest]:
        if committed is None:
            raise NotPossibleNow("other people play here: commit to your seed first, with commit_seed")
        if any(place.commitment is None for place in others):
            raise NotPossibleNow("send your seed when all other people have committed to theirs")
    return SeedGiven(act.seat, act.seed)


def begin(table: Table, person: Person, act: Begin) -> AnyEvent:
    for_host(table, person)
    if table.begun:
        raise Repeated("the match has already begun")
    return begin_now(table)


def begin_now(table: Table) -> AnyEvent:
    """Return the entry that begins the match. Bots and people without a seed have the empty one: nobody chose it."""
    if any(place.free for place in table.places):
        raise NotPossibleNow("a seat is still free: wait for a person, or give it to a bot")
    return began(table, [place.seed or "" for place in table.places])


def can_begin(table: Table) -> bool:
    """Return whether every seat has a bot, or a person who gave a seed."""
    return not table.begun and not table.closed and all(place.level or place.seed for place in table.places)


# ---- Playing


def play(table: Table, person: Person, act: Play) -> AnyEvent:
    seat = table.turn
    theirs = seat >= 0 and may_decide(table, person, seat) and (act.seat is None or same_decision(table, act.seat))
    if not theirs or act.at != len(table.match.moves):
        raise why_not(table, person, act)
    return played(table, seat, act.tokens)


def played(table: Table, seat: int, tokens: list[str], *, bot: bool = False) -> Played:
    """Return the event of these decisions and of the chance events after them."""
    match = table.match.copy()
    known = len(match.moves)
    for token in tokens:
        if match.turn != seat:
            raise PaddockError(f"your decision ends before {token!r}; send that later")
        match.play(token)
    assert table.dice is not None
    play_chance(match, table.dice)
    return Played(seat, match.tokens[known:], bot)


def began(table: Table, seeds: list[str], given: Sequence[str] = ()) -> MatchBegan:
    """Return the event that begins the match, after the given events of a continued match. The seeds are final."""
    match = table.match.copy()
    match.play(*given)
    dice = table.dice_with(seeds)
    play_chance(match, dice)
    return MatchBegan(seeds, match.tokens, given=len(given), version=dice.version)


def why_not(table: Table, person: Person, act: Play) -> PaddockError:
    """Return the error that explains why these decisions cannot be played."""
    if not table.seats_of(person.guest):
        return Forbidden("take a seat at this table to play")
    if act.at != len(table.match.moves):
        return answer_to_old(table, person, act)
    running(table)
    return NotPossibleNow(f"it is not your turn: {table.names()[table.turn]} decides now")


def same_decision(table: Table, seat: int) -> bool:
    return seat == table.turn or anybody_decides(table)


def answer_to_old(table: Table, person: Person, act: Play) -> PaddockError:
    """Return the error for a move that answers an older position: it was played already, or came too late."""
    if act.at > len(table.match.moves):
        return Stale(f"this move answers event {act.at}, but the match has only {len(table.match.moves)} events")
    seat = table.whose[act.at]
    there = table.match.tokens[act.at : act.at + len(act.tokens)]
    if there == act.tokens and seat >= 0 and may_decide(table, person, seat):
        return Repeated("this move was already played")
    return Stale("the match has moved on; this move was not played")


def may_decide(table: Table, person: Person, seat: int) -> bool:
    """Return whether this person decides for the seat.

    In a cooperative game every seated person does, unless the host chose otherwise.
    """
    if anybody_decides(table) and table.places[seat].bot is None:
        return person.guest in table.people
    return table.places[seat].guest == person.guest and table.places[seat].kept is None


def anybody_decides(table: Table) -> bool:
    return table.game.facts.together and table.settings.joint == "anybody"


# ---- Chat and host commands


def say(table: Table, person: Person, act: Say) -> AnyEvent:
    if act.phrase not in PHRASES:
        raise PaddockError(f"there is no phrase {act.phrase!r}; choose one of {', '.join(PHRASES)}")
    return PhraseSent(speaking(table, person, act.seat), act.phrase)


def chat(table: Table, person: Person, act: Chat) -> AnyEvent:
    if not table.settings.chat:
        raise Forbidden("this table allows preset phrases only; the host can turn on free chat")
    words = "".join(letter for letter in act.words if letter.isprintable()).strip()
    if not words:
        raise PaddockError("this message is empty")
    return ChatSent(speaking(table, person, act.seat), words)


def speaking(table: Table, person: Person, seat: int | None) -> int:
    return own_seats(table, person, seat)[0]


def change(table: Table, person: Person, act: Change) -> AnyEvent:
    for_host(table, person)
    if act.settings == table.settings:
        raise Repeated("the settings already have these values")
    return SettingsChanged(check_settings(act.settings))


def check_settings(settings: Settings) -> Settings:
    if not SHORTEST_CLOCK <= settings.seconds <= LONGEST_CLOCK:
        raise PaddockError(f"a clock needs {SHORTEST_CLOCK} seconds to two weeks, not {settings.seconds} seconds")
    known_level(settings.keeper)
    return settings


def close(table: Table, person: Person, act: Close) -> AnyEvent:
    for_host(table, person)
    if table.over:
        raise NotPossibleNow("the match is already over")
    return TableClosed()


HANDLERS: Final[dict[type, Callable[[Table, Person, Any], AnyEvent]]] = {
    Sit: sit,
    Leave: leave,
    Invite: invite,
    Free: free,
    CommitSeed: commit_seed,
    Seed: seed,
    Begin: begin,
    Play: play,
    Undo: undo,
    AnswerUndo: answer_undo,
    TakeBack: take_back,
    AnswerSeat: answer_seat,
    Say: say,
    Chat: chat,
    Change: change,
    Close: close,
}
