"""Routes for finished matches: records, replays, proofs of the dice, analysis and continuations."""

import asyncio
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from paddock.engine.errors import BadOption, PaddockError
from paddock.engine.types import CHANCE, Seat
from paddock.match import verify_dice
from paddock.match.record import Record, decode, empty_match, encode
from paddock.match.record_check import check
from paddock.match.seat_names import display_names
from paddock.server.api.error_responses import error_responses
from paddock.server.api.guests import Asking, Here, address_of
from paddock.server.api.openapi import KNOWN, Uploading
from paddock.server.api.schemas import (
    ContinueRequest,
    DiceResponse,
    Frame,
    LessonRequest,
    NewReplayResponse,
    OutcomeCount,
    ReplayResponse,
    TableResponse,
)
from paddock.server.api.tables import Key, made
from paddock.server.api.viewer import as_member
from paddock.server.errors import Forbidden, NotFound, NotPossibleNow
from paddock.server.runtime.bot_runner import analysis as analysed
from paddock.server.runtime.bot_runner import replaying
from paddock.server.runtime.rate_limits import TABLES, THOUGHTS
from paddock.server.services import Services
from paddock.server.storage import statements
from paddock.server.table.setup import match_of, table_from_record
from paddock.server.table.snapshot import dice_proof

MOST_FRAMES: Final = 200
GROUP_HOURS: Final = 6
"""Hours in which the tables of a host for the same people are counted."""
LARGEST_RECORD: Final = 256 * 1024
MOST_EVENTS: Final = 5000
"""Events of an uploaded record; ten times those of a long match."""

Eyes = Annotated[
    int | None, QueryParameter(ge=0, le=15, description="The seat whose view is shown. The default shows everything")
]
First = Annotated[int, QueryParameter(ge=0, description="The first frame. Frame 0 comes before the first event")]
Count = Annotated[int, QueryParameter(ge=1, le=MOST_FRAMES)]


async def record_at(services: Services, key: str) -> Record:
    """Return the record of a finished table, by its link or spectator link, or an uploaded record.

    Raise `NotFound` for an unknown link, `Forbidden` if spectators are not allowed, `NotPossibleNow` before the end.
    """
    uploaded = await asyncio.to_thread(services.queries.record, key)
    if uploaded is not None:
        return decode(uploaded)
    config = await asyncio.to_thread(services.queries.config, key)
    watched = await asyncio.to_thread(services.queries.config_by_watch, key) if config is None else None
    if (config := config or watched) is None:
        raise NotFound("there is no such match; check that the link is complete")
    table = await services.tables.table(config.key)
    if watched is not None and not table.settings.spectators:
        raise Forbidden("the host does not allow spectators now")
    if not table.over:
        raise NotPossibleNow("this match is not over yet; replays open after the end")
    return table.record()


@get(
    "/api/replays/{key:str}/record", summary="Get the record of a match", responses=error_responses(403, 404, 409, 422)
)
async def record(services: Here, key: Key) -> Response[bytes]:
    """One line of JSON, as in docs/reference/notation.md, with the proof of its dice."""
    line = encode(await record_at(services, key)) + b"\n"
    named = {"content-disposition": f'attachment; filename="paddock-{key[:8]}.jsonl"'}
    return Response(line, media_type="application/json", headers=named)


@get(
    "/verify_dice.py",
    summary="Download the verifier",
    responses=error_responses(),
    media_type="text/x-python",
    sync_to_thread=True,
)
def verifier() -> Response[bytes]:
    """A program in one file that checks the dice of a record. It needs only Python."""
    named = {"content-disposition": 'attachment; filename="verify_dice.py"'}
    text = Path(verify_dice.__file__).read_bytes()
    return Response(text, media_type="text/x-python", headers=named)


@post(
    "/api/replays",
    summary="Upload a record",
    responses=error_responses(401, 403, 413, 422),
    security=KNOWN,
    operation_class=Uploading,
)
async def upload(request: Asking, services: Here) -> NewReplayResponse:
    """Store a record from any source. Every event is checked first."""
    person = await services.people.known(request)
    services.limits.take(TABLES, person.guest)
    body = await request.body()
    if len(body) > LARGEST_RECORD:
        raise BadOption(f"this record is too large: the limit is {LARGEST_RECORD // 1024} kB")
    told = await checked(body.strip(), person.guest)
    line = encode(told).decode()
    key = await services.writer.do(lambda connection: statements.add_record(connection, person.guest, line))
    return NewReplayResponse(key, f"{services.url}/replay/{key}")


async def checked(line: bytes, client: str) -> Record:
    """Return the uploaded record. Raise `PaddockError` if it is too long or an event breaks the rules."""
    told = decode(line)
    check_length(told)
    verdict = await replaying(client, lambda: check(told, match_of(told)))
    if not verdict.ok:
        raise PaddockError(str(verdict))
    return told


def check_length(record: Record) -> None:
    """Raise `BadOption` if a record has too many events for this service."""
    if len(record.events) > MOST_EVENTS:
        raise BadOption(f"this record has {len(record.events):,} events; the limit is {MOST_EVENTS:,}")


@get("/api/replays/{key:str}", summary="Replay a match", responses=error_responses(403, 404, 409, 422))
async def replay(
    request: Asking, services: Here, key: Key, seat: Eyes = None, first: First = 0, count: Count = MOST_FRAMES
) -> ReplayResponse:
    """Event by event, for one seat or with everything open."""
    told = await record_at(services, key)
    frames = await replaying(address_of(request), lambda: frames_of(told, seat, first, count))
    return ReplayResponse(msgspec.to_builtins(told), frames, first, len(told.events))


def frames_of(record: Record, seat: int | None, first: int, count: int) -> list[Frame]:
    match, names = empty_match(record), display_names(record.seats)
    if seat is not None and seat >= match.players:
        raise BadOption(f"there is no seat {seat + 1}; this match has {match.players} seats", field="seat")
    eyes = [Seat(seat)] if seat is not None else [Seat(other) for other in range(match.players)]
    eyes = eyes if match.game.facts.hidden else eyes[:1]
    frames = [Frame(None, "", None, [match.view(eye) for eye in eyes])] if first == 0 else []
    for number, token in enumerate(record.events[: first + count - 1], 1):
        before, whose = match.plain, match.turn
        match.play(token)
        if number < first:
            continue
        move = match.moves[-1]
        shown = token if seat is None else match.game.seen(before, move, Seat(seat))
        told = match.game.narrator.narrate(before, move, match.plain, names) if shown == token else ""
        frames.append(Frame(shown, told, whose if whose >= 0 else None, [match.view(eye) for eye in eyes]))
    return frames


@post(
    "/api/replays/{key:str}/tables",
    summary="Continue from a position",
    responses=error_responses(401, 403, 404, 409, 413, 422),
    security=KNOWN,
)
async def go_on(request: Asking, services: Here, key: Key, data: JSONBody[ContinueRequest]) -> TableResponse:
    """Create a table that continues the match from one of its positions, against bots."""
    person = await services.people.known(request)
    services.limits.take(TABLES, person.guest)
    told = await record_at(services, key)
    check_length(told)
    config, first = await replaying(
        person.guest, lambda: table_from_record(person, told, data.at, data.seat, data.level)
    )
    return await made(services, await services.tables.create(config, first))


@post("/api/lessons", summary="Create a lesson", responses=error_responses(401, 403, 413, 422), security=KNOWN)
async def learn(request: Asking, services: Here, data: JSONBody[LessonRequest]) -> TableResponse:
    """Create a table against weak bots from a given position. No list shows it, and it is deleted after a week."""
    person = await services.people.known(request)
    services.limits.take(TABLES, person.guest)
    told = await checked(msgspec.json.encode(data.start), person.guest)
    at, seat, level = len(told.events), data.seat, data.level
    config, first = await replaying(person.guest, lambda: table_from_record(person, told, at, seat, level, lesson=True))
    return await made(services, await services.tables.create(config, first))


@get("/api/replays/{key:str}/analysis", summary="Analyse a match", responses=error_responses(403, 404, 409, 422))
async def analysis(request: Asking, services: Here, key: Key) -> dict[str, Any]:
    """The same data as `paddock analyse --json`: luck and decisions."""
    told = await record_at(services, key)
    services.limits.take(THOUGHTS, address_of(request))
    check_length(told)
    report = await analysed(told, address_of(request))
    return report.as_json()


@get(
    "/api/tables/{key:str}/dice",
    summary="Check the dice",
    responses=error_responses(401, 403, 404, 422),
    security=KNOWN,
)
async def dice(request: Asking, services: Here, key: Key) -> DiceResponse:
    """The commitment, real and expected frequencies, and after the match the result of the check.

    Also the number of tables that the host created for the same people: a host who looks for a good deal shows.
    """
    access = await as_member(request, services, key)
    table = access.session.table
    promise, told, proven = dice_proof(table), table.record(), table.over and not table.given
    open_to_all = table.over or not table.game.facts.hidden
    host, people = table.config.host, table.people
    client, given = address_of(request), table.given
    rolled = await replaying(client, lambda: rolled_in(told, given)) if open_to_all else []
    verdict = await replaying(client, lambda: check(told, empty_match(told)).ok) if proven else None
    since = time.time() - GROUP_HOURS * 3600
    laid = await asyncio.to_thread(services.queries.tables_for_group, host, people, since)
    return DiceResponse(promise, rolled, verdict, max(laid, 1), GROUP_HOURS)


def rolled_in(record: Record, given: int) -> list[OutcomeCount]:
    """Return the frequency and the expected frequency of every outcome of this table's dice."""
    match = empty_match(record)
    match.play(*record.events[:given])
    came: Counter[str] = Counter()
    expected: defaultdict[str, float] = defaultdict(float)
    for token in record.events[given:]:
        if match.turn == CHANCE:
            odds = match.odds()
            total = sum(odds.values())
            came[token] += 1
            for outcome, weight in odds.items():
                expected[outcome] += weight / total
        match.play(token)
    return [OutcomeCount(token, came[token], round(expected[token], 4)) for token in sorted(expected)]


REPLAYS: list[Any] = [record, verifier, upload, replay, go_on, learn, analysis, dice]
