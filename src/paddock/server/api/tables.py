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
from paddock.engine.errors import BadOption
from paddock.engine.game import Game
from paddock.engine.options import Drawing
from paddock.games import games
from paddock.games import load_game as room_called
from paddock.server.api.error_responses import may_refuse
from paddock.server.api.guests import Asking, Here, address_of
from paddock.server.api.openapi import KNOWN
from paddock.server.api.schemas import (
    LONGEST_OPTION,
    AdviceShown,
    Catalogue,
    ChoiceShown,
    CodeShown,
    DrawingShown,
    GameShown,
    LevelShown,
    MyTable,
    OptionShown,
    TableMade,
    TableWish,
    Welcome,
)
from paddock.server.api.viewer import Access, as_member, as_watcher
from paddock.server.auth.tokens import as_code
from paddock.server.errors import Forbidden, Missing, NotNow, as_sentence, problem_of
from paddock.server.runtime.bot_runner import advice
from paddock.server.runtime.rate_limits import CODES, GUEST, TABLES, THOUGHTS
from paddock.server.runtime.session import Live
from paddock.server.services import Hub
from paddock.server.table.commands import AnyAct, Rematch
from paddock.server.table.handlers import Person
from paddock.server.table.phrases import PHRASES
from paddock.server.table.setup import from_outside, laid
from paddock.server.table.snapshot import option_shown, promise_of, standing
from paddock.server.table.table import Broken, Frozen

COACH_SECONDS = 1.0
LONGEST_ADDRESS = 200
"""The longest address in characters that a camera can read from a screen."""

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


def game_shown(room: Game) -> GameShown:
    facts = room.facts
    options = [
        OptionShown(option.name, option.kind, option_shown(option.read(option.default)), option.meaning, option.accepts)
        for option in room.options
    ]
    return GameShown(
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


@get("/api/games", summary="List the games", responses=may_refuse(), sync_to_thread=False)
def catalogue() -> Catalogue:
    """All games with their options, all bot levels, and all phrases."""
    return offered()


def offered() -> Catalogue:
    levels = [LevelShown(name, meaning) for name, meaning in LEVELS.items()]
    return Catalogue([game_shown(room) for room in games()], levels, PHRASES)


@get(
    "/api/games/{game:str}/drawing",
    summary="Check a drawn board",
    responses=may_refuse(404, 422),
    sync_to_thread=True,  # a random sheet takes a moment
)
def drawing(game: Room, rows: Rows) -> DrawingShown:
    """Return the board in its playable form, or its errors. Named boards are returned as drawings to start from."""
    room = room_called(game)
    option = next((option for option in room.options if isinstance(option, Drawing)), None)
    if option is None:
        raise Missing(f"{room.facts.title} has no drawn boards")
    drawn = "".join(rows.split())  # spaces have no meaning, so every line break of the error is ours
    try:
        return DrawingShown(option.name, str(option.read(from_outside(room, option.name, drawn))), [])
    except BadOption as refusal:
        # The first line of the error is general. The errors of the drawing come after it.
        first, *flaws = str(refusal).splitlines()
        return DrawingShown(option.name, None, flaws or [as_sentence(first.partition(": ")[2])])


@post("/api/tables", summary="Create a table", responses=may_refuse(401, 403, 413, 422), security=KNOWN)
async def lay(request: Asking, hub: Here, data: JSONBody[TableWish]) -> TableMade:
    """Create a table and publish its dice commitment. The match begins when every seat is taken and seeded."""
    person = await hub.people.known(request)
    hub.limits.take(TABLES, person.guest)
    deed, first = await asyncio.to_thread(laid, person, data)
    return await made(hub, await hub.tables.lay(deed, first))


async def made(hub: Hub, live: Live) -> TableMade:
    deed = live.gathering.deed
    code = await asyncio.to_thread(hub.reader.code, deed.id)
    return TableMade(
        table=deed.key,
        code=code,
        link=f"{hub.service.url}/table/{deed.key}",
        watch=f"{hub.service.url}/watch/{deed.watch}",
        commitment=live.gathering.promise.commitment,
    )


@get("/api/tables", summary="List my tables", responses=may_refuse(401), security=KNOWN)
async def mine(request: Asking, hub: Here, since: Since = 0) -> list[MyTable]:
    """The tables where I have a seat, newest first, with the seat to move."""
    person = await hub.people.known(request)
    shown = []
    for row in await asyncio.to_thread(hub.reader.mine, person.guest, since):
        try:
            table = await hub.tables.kept(row.key)
        except (Frozen, Broken) as flaw:
            shown.append(MyTable(row.key, row.game, row.game, row.state, [], [], None, False, row.at, problem_of(flaw)))
            continue
        seats = table.seats_of(person.guest)
        turn = table.turn if table.turn >= 0 else None
        where, others = (row.key, row.game, table.game.facts.title), len(table.people - {person.guest})
        shown.append(MyTable(*where, table.state, table.names(), seats, turn, turn in seats, row.at, others=others))
    return shown


@get("/api/codes/{code:str}", summary="Find a table by its code", responses=may_refuse(401, 404, 422), security=KNOWN)
async def by_code(request: Asking, hub: Here, code: Code) -> CodeShown:
    """A code works while its table has a free seat."""
    await hub.people.known(request)
    hub.limits.take(CODES, address_of(request))
    deed = await asyncio.to_thread(hub.reader.deed_by_code, as_code(code))
    if deed is None:
        raise Missing("no table with free seats has this code")
    live = await hub.tables.live(deed.key)
    table = live.gathering
    free = [seat for seat, place in enumerate(table.places) if place.free]
    host = next((place.name for place in table.places if place.guest == deed.host), "")
    return CodeShown(deed.key, deed.game, table.game.facts.title, host, free)


async def welcome(hub: Hub, access: Access, after: int, *, tell: bool = False) -> Welcome:
    """Return everything that this viewer may know about a table, with all lines after the last one seen."""
    live = access.live
    if after > live.gathering.number:  # the client saw it at another worker
        await hub.tables.refresh(live)
    table, deed = live.gathering, live.gathering.deed
    inviting = (access.mine or access.host) and table.inviting
    code = await asyncio.to_thread(hub.reader.code, deed.id) if inviting else None
    async with live.lock:
        mine = access.check()  # seats may have changed since the first check
        table, audience = live.gathering, access.audience(mine)
        return Welcome(
            table=None if access.person is None else deed.key,
            game=deed.game,
            rules=deed.rules,
            options={name: option_shown(value) for name, value in deed.options.items()},
            host=access.host,
            mine=mine,
            seat=audience,
            code=code,
            watch=f"{hub.service.url}/watch/{deed.watch}" if access.host else None,
            dice=promise_of(table),
            lines=live.lines(audience, after, tell=tell),
            standing=standing(table, audience),
        )


@get("/api/tables/{key:str}", summary="Get a table", responses=may_refuse(401, 403, 404, 422), security=KNOWN)
async def look(
    request: Asking, hub: Here, key: Key, after: After = 0, seat: SeatAsked = None, tell: Tell = False
) -> Welcome:
    """The same data as the first message of the table's socket."""
    return await welcome(hub, await as_member(request, hub, key, seat), after, tell=tell)


@get("/api/watch/{watch:str}", summary="Watch a table", responses=may_refuse(403, 404, 422))
async def watch(hub: Here, watch: Key, after: After = 0, tell: Tell = False) -> Welcome:
    """Public facts only, while the host allows spectators."""
    return await welcome(hub, await as_watcher(hub, watch), after, tell=tell)


@post(
    "/api/tables/{key:str}/acts",
    summary="Send a command to a table",
    responses=may_refuse(401, 403, 404, 409, 413, 422),
    security=KNOWN,
    status_code=HTTP_200_OK,
)
async def act(request: Asking, hub: Here, key: Key, data: JSONBody[AnyAct]) -> Welcome:
    """Accepts every command that the socket accepts, except `go_over`. Returns the table after the command."""
    await follow(hub, key, await hub.people.known(request), data)
    access = await as_member(request, hub, key)
    return await welcome(hub, access, access.live.gathering.number)


async def follow(hub: Hub, key: str, person: Person, act: AnyAct, kept: Callable[[], None] = lambda: None) -> None:
    """Run a command and return when it is committed. `kept` is called at the commit."""
    hub.limits.take(GUEST, person.guest)
    if isinstance(act, Rematch):
        await hub.tables.rematch(key, person)
        kept()
    else:
        await hub.tables.act(key, person, act, kept)


@get(
    "/api/tables/{key:str}/qr.svg",
    summary="Get the table's link as a QR code",
    responses=may_refuse(401, 403, 404, 422),
    security=KNOWN,
    media_type="image/svg+xml",
)
async def qr(request: Asking, hub: Here, key: Key) -> Response[bytes]:
    """The code leads to the public address, or else to the address of this request."""
    await as_member(request, hub, key)
    asked = str(request.base_url).rstrip("/")
    here = hub.service.url if hub.service.public_url or len(asked) > LONGEST_ADDRESS else asked
    picture = io.BytesIO()
    segno.make(f"{here}/table/{key}", micro=False).save(picture, kind="svg", scale=8, border=2)
    return Response(picture.getvalue(), media_type="image/svg+xml")


@get(
    "/api/tables/{key:str}/coach",
    summary="Ask the coach",
    responses=may_refuse(401, 403, 404, 409, 422),
    security=KNOWN,
)
async def coach(request: Asking, hub: Here, key: Key) -> AdviceShown:
    """Return the value of each of my choices, from what my seat may know, if the host allows the coach."""
    access = await as_member(request, hub, key)
    async with access.live.lock:  # an entry that is being written has not happened yet
        table = access.live.gathering
        if not table.settings.coach:
            raise Forbidden("the coach is off at this table; the host can turn it on")
        if table.turn < 0 or table.turn not in access.mine:
            raise NotNow("it is not your turn; ask the coach when it is")
        hub.limits.take(THOUGHTS, address_of(request))
        length = len(table.match.moves)
        thinking = advice(table, COACH_SECONDS)
    told = await thinking
    choices = [
        ChoiceShown(one.token, one.chance, one.error, one.margin, one.nearly_best, one.why) for one in told.choices
    ]
    return AdviceShown(length, int(told.seat), told.exact, told.stake, choices)


TABLES_ROUTES: list[Any] = [catalogue, drawing, lay, mine, by_code, look, watch, act, qr, coach]
