"""Routes for tables: create, find, view, send commands."""

import asyncio
import io
from collections.abc import Callable
from typing import Annotated, Any

import segno
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from paddock.bots.levels import LEVELS
from paddock.engine.boards.flaws import BadGrid, flaw_sentence
from paddock.engine.game import Game
from paddock.engine.options import Drawing
from paddock.games import games
from paddock.games import load_game as room_called
from paddock.server.api.error_responses import error_responses
from paddock.server.api.guests import Asking, Here, address_of
from paddock.server.api.network import address_for_others
from paddock.server.api.openapi import KNOWN
from paddock.server.api.schemas import (
    LONGEST_OPTION,
    AdviceResponse,
    CatalogueResponse,
    ChoiceAdvice,
    CodeResponse,
    DrawingResponse,
    FlawResponse,
    GameResponse,
    LevelResponse,
    MyTableResponse,
    OptionResponse,
    TableRequest,
    TableResponse,
    Welcome,
)
from paddock.server.api.viewer import Viewer, as_member, as_watcher
from paddock.server.auth.tokens import as_code
from paddock.server.errors import Forbidden, NotFound, NotPossibleNow, error_response
from paddock.server.runtime.bot_runner import advice
from paddock.server.runtime.rate_limits import CODES, GUEST, TABLES, THOUGHTS
from paddock.server.runtime.session import TableSession
from paddock.server.services import Services
from paddock.server.table.commands import AnyCommand, Rematch
from paddock.server.table.handlers import Person
from paddock.server.table.phrases import PHRASES
from paddock.server.table.setup import from_outside, table_from_request
from paddock.server.table.snapshot import dice_proof, option_json, snapshot
from paddock.server.table.table import CorruptLog, RulesChanged, TableConfig

COACH_SECONDS = 1.0

Key = Annotated[str, PathParameter(max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Code = Annotated[
    str, PathParameter(max_length=20, description="A code. Dashes, spaces and upper or lower case do not matter")
]
Room = Annotated[str, PathParameter(max_length=20, description="The id of a game")]
Rows = Annotated[
    str,
    QueryParameter(max_length=LONGEST_OPTION, description="Drawn rows joined by `/`, or the name of a board"),
]
After = Annotated[int, QueryParameter(ge=0, description="The number of the last line that you have seen")]
SeatAsked = Annotated[int | None, QueryParameter(ge=0, le=15, description="The seat of yours whose view is shown")]
Since = Annotated[float, QueryParameter(ge=0, description="Only tables with an entry since this time")]
Tell = Annotated[bool, QueryParameter(description="Whether lines contain sentences")]


def game_shown(room: Game) -> GameResponse:
    facts = room.facts
    options = [
        OptionResponse(
            option.name,
            option.kind,
            option_json(option.read(option.default)),
            option.meaning,
            option.accepts,
            **option.limits,
        )
        for option in room.options
    ]
    return GameResponse(
        facts.id,
        facts.title,
        facts.designer,
        facts.publisher,
        facts.year,
        facts.summary,
        list(facts.players),
        facts.together,
        facts.hidden,
        room.rules_version,
        options,
    )


@get("/api/games", summary="List the games", responses=error_responses(), sync_to_thread=False)
def catalogue(services: Here) -> CatalogueResponse:
    """All games with their options, all bot levels, and all phrases."""
    return catalogue_response(lab=services.config.lab_is_on)


def catalogue_response(*, lab: bool) -> CatalogueResponse:
    levels = [LevelResponse(name, meaning) for name, meaning in LEVELS.items()]
    return CatalogueResponse([game_shown(room) for room in games()], levels, PHRASES, lab)


@get(
    "/api/games/{game:str}/drawing",
    summary="Check a drawn board",
    responses=error_responses(404, 422),
    sync_to_thread=True,  # a random sheet takes a moment
)
def drawing(game: Room, rows: Rows) -> DrawingResponse:
    """Return the board in its playable form, or its errors. Named boards are returned as drawings to start from."""
    room = room_called(game)
    option = next((option for option in room.options if isinstance(option, Drawing)), None)
    if option is None:
        raise NotFound(f"{room.facts.title} has no drawn boards")
    drawn = "".join(rows.split())  # spaces have no meaning
    try:
        return DrawingResponse(option.name, str(option.read(from_outside(room, option.name, drawn))), [])
    except BadGrid as error:
        flaws = [
            FlawResponse(one.key, flaw_sentence(one, option.flaw_sentences), one.squares, dict(one.params))
            for one in error.flaws
        ]
        return DrawingResponse(option.name, None, flaws)


@post("/api/tables", summary="Create a table", responses=error_responses(401, 403, 413, 422), security=KNOWN)
async def lay(request: Asking, services: Here, data: JSONBody[TableRequest]) -> TableResponse:
    """Create a table and publish its dice commitment. The match begins when every seat is taken and seeded."""
    person = await services.people.known(request)
    services.limits.take(TABLES, person.guest)
    config, first = await asyncio.to_thread(table_from_request, person, data)
    return await made(services, await services.tables.create(config, first))


async def made(services: Services, session: TableSession) -> TableResponse:
    config = session.table.config
    code = await asyncio.to_thread(services.queries.code, config.id)
    return TableResponse(
        table=config.key,
        code=code,
        link=f"{services.url}/table/{config.key}",
        watch=f"{services.url}/watch/{config.watch}",
        commitment=session.table.promise.commitment,
    )


@get("/api/tables", summary="List my tables", responses=error_responses(401), security=KNOWN)
async def mine(request: Asking, services: Here, since: Since = 0) -> list[MyTableResponse]:
    """The tables where I have a seat, newest first, with the seat to move."""
    person = await services.people.known(request)
    shown = []
    for row in await asyncio.to_thread(services.queries.mine, person.guest, since):
        try:
            table = await services.tables.table(row.key)
        except (RulesChanged, CorruptLog) as flaw:
            shown.append(
                MyTableResponse(
                    row.key, row.game, row.game, row.state, [], [], None, False, row.at, error_response(flaw)
                )
            )
            continue
        seats = table.seats_of(person.guest)
        turn = table.turn if table.turn >= 0 else None
        where, others = (row.key, row.game, table.game.facts.title), len(table.people - {person.guest})
        shown.append(
            MyTableResponse(*where, table.state, table.names(), seats, turn, turn in seats, row.at, others=others)
        )
    return shown


@get(
    "/api/codes/{code:str}",
    summary="Find a table by its code",
    responses=error_responses(401, 404, 422),
    security=KNOWN,
)
async def by_code(request: Asking, services: Here, code: Code) -> CodeResponse:
    """A code works while its table has a free seat."""
    await services.people.known(request)
    config = await table_by_code(request, services, code)
    session = await services.tables.session(config.key)
    table = session.table
    free = [seat for seat, place in enumerate(table.places) if place.free]
    host = next((place.name for place in table.places if place.guest == config.host), "")
    return CodeResponse(config.key, config.game, table.game.facts.title, host, free)


async def table_by_code(request: Asking, services: Services, code: str) -> TableConfig:
    """Return the table with this code. Raise `NotFound` if there is none, `TooManyRequests` after too many trials."""
    services.limits.take(CODES, address_of(request))
    config = await asyncio.to_thread(services.queries.config_by_code, as_code(code))
    if config is None:
        raise NotFound("no table with free seats has this code")
    return config


async def welcome(services: Services, access: Viewer, after: int, *, tell: bool = False) -> Welcome:
    """Return everything that this viewer may know about a table, with all lines after the last one seen."""
    session = access.session
    if after > session.table.number:  # the client saw it at another worker
        await services.replication.refresh(session)
    table, config = session.table, session.table.config
    inviting = (access.mine or access.host) and table.inviting
    code = await asyncio.to_thread(services.queries.code, config.id) if inviting else None
    if tell:
        await session.catch_up_narration(config.host if access.person is None else access.person.guest)
    mine = access.check()  # seats may have changed since the first check
    table, audience = session.table, access.audience(mine)
    return Welcome(
        table=None if access.person is None else config.key,
        game=config.game,
        rules=config.rules,
        options={name: option_json(value) for name, value in config.options.items()},
        host=access.host,
        mine=mine,
        seat=audience,
        code=code,
        watch=f"{services.url}/watch/{config.watch}" if access.host else None,
        dice=dice_proof(table),
        lines=session.lines(audience, after, tell=tell),
        snapshot=snapshot(table, audience),
        may_return=access.may_return,
    )


@get("/api/tables/{key:str}", summary="Get a table", responses=error_responses(401, 403, 404, 422), security=KNOWN)
async def look(
    request: Asking, services: Here, key: Key, after: After = 0, seat: SeatAsked = None, tell: Tell = False
) -> Welcome:
    """The same data as the first message of the table's socket."""
    return await welcome(services, await as_member(request, services, key, seat), after, tell=tell)


@get("/api/watch/{watch:str}", summary="Watch a table", responses=error_responses(403, 404, 422))
async def watch(services: Here, watch: Key, after: After = 0, tell: Tell = False) -> Welcome:
    """Public facts only, while the host allows spectators."""
    return await welcome(services, await as_watcher(services, watch), after, tell=tell)


@post(
    "/api/tables/{key:str}/commands",
    summary="Send a command to a table",
    responses=error_responses(401, 403, 404, 409, 413, 422),
    security=KNOWN,
    status_code=HTTP_200_OK,
)
async def act(request: Asking, services: Here, key: Key, data: JSONBody[AnyCommand]) -> Welcome:
    """Accepts every command that the socket accepts, except `go_over`. Returns the table after the command."""
    await follow(services, key, await services.people.known(request), data)
    access = await as_member(request, services, key)
    return await welcome(services, access, access.session.table.number)


async def follow(
    services: Services, key: str, person: Person, act: AnyCommand, kept: Callable[[], None] = lambda: None
) -> None:
    """Run a command and return when it is committed. `kept` is called at the commit."""
    services.limits.take(GUEST, person.guest)
    if isinstance(act, Rematch):
        await services.tables.rematch(key, person)
        kept()
    else:
        await services.tables.command(key, person, act, kept)


@get(
    "/api/tables/{key:str}/qr.svg",
    summary="Get the table's link as a QR code",
    responses=error_responses(401, 403, 404, 409, 422),
    security=KNOWN,
    media_type="image/svg+xml",
)
async def qr(request: Asking, services: Here, key: Key) -> Response[bytes]:
    """The code leads to the address for other devices. There is no code while only this machine can join."""
    await as_member(request, services, key)
    here = address_for_others(services, request)
    if here is None:
        raise NotPossibleNow("phones cannot reach this computer yet; let them join first")
    picture = io.BytesIO()
    segno.make(f"{here}/table/{key}", micro=False).save(picture, kind="svg", scale=8, border=2)
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})


@get(
    "/api/tables/{key:str}/coach",
    summary="Ask the coach",
    responses=error_responses(401, 403, 404, 409, 422),
    security=KNOWN,
)
async def coach(request: Asking, services: Here, key: Key) -> AdviceResponse:
    """Return the value of each of my choices, from what my seat may know, if the host allows the coach."""
    access = await as_member(request, services, key)
    table = access.session.table
    if not table.settings.coach:
        raise Forbidden("the coach is off at this table; the host can turn it on")
    if table.turn < 0 or table.turn not in access.mine:
        raise NotPossibleNow("it is not your turn; ask the coach when it is")
    services.limits.take(THOUGHTS, address_of(request))
    length = len(table.match.moves)
    thinking = advice(table, COACH_SECONDS, client=address_of(request))
    told = await thinking
    choices = [
        ChoiceAdvice(one.token, one.chance, one.error, one.margin, one.nearly_best, one.why) for one in told.choices
    ]
    return AdviceResponse(length, int(told.seat), told.exact, told.stake, choices)


TABLES_ROUTES: list[Any] = [catalogue, drawing, lay, mine, by_code, look, watch, act, qr, coach]
