"""The page: one document for every screen, and its files. All of it is built from `web/`."""

import asyncio
import contextlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import PathParameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER

from paddock.engine.errors import PaddockError
from paddock.games import load_game
from paddock.server.api.guests import Asking, Here
from paddock.server.api.network import address_for_others
from paddock.server.api.schemas import GuestResponse, PageData
from paddock.server.api.tables import catalogue_response, table_by_code
from paddock.server.auth.tokens import is_code
from paddock.server.errors import NotFound
from paddock.server.page.html import document, needed, read_parts
from paddock.server.page.link_preview import TITLE, picture_of, preview_tags
from paddock.server.services import Services

BUILT: Final = Path(__file__).parent.parent / "static"
ONE_YEAR: Final = 365 * 24 * 3600
LASTING: Final = f"public, max-age={ONE_YEAR}, immutable"
"""File names contain a hash of their content, so browsers may cache them forever."""
FRESH: Final = "no-cache"
"""Browsers must revalidate, so that a new version is seen at once."""
PERSONAL: Final = "no-store"
"""The document contains the guest's name, so it must not be cached."""

SCREENS: Final = [
    "/",
    "/new",
    "/table/{rest:str}",
    "/watch/{rest:str}",
    "/replay/{rest:str}",
    "/learn/{rest:str}",
    "/draw/{rest:str}",
    "/resume/{rest:str}",
    "/lab",
]
"""The paths of the page's screens, except `/CODE`. The page itself selects the screen."""
PARTS: Final = {
    "": "Home",
    "new": "Laying",
    "table": "Table",
    "watch": "Table",
    "replay": "Replay",
    "learn": "Lesson",
    "draw": "Drawing",
    "resume": "Resume",
    "lab": "Lab",
    "code": "Code",
}
"""First path segment, or `code` -> chunk of the page, for preloading. `screens.ts` makes the real choice."""
EVERYWHERE: Final = ("first", "house")
"""Chunks that every screen needs. The first one loads the others."""


@get(SCREENS, include_in_schema=False)
async def screen(request: Asking, services: Here) -> Response[bytes]:
    """Return the document, with the data for the first render of this screen."""
    _, place, *rest = request.url.path.split("/")
    return await page_at(request, services, place, *rest)


async def page_at(request: Asking, services: Services, place: str, key: str = "") -> Response[bytes]:
    person, game, title = None, None, TITLE
    with contextlib.suppress(PaddockError):  # the page asks again and shows the error in its own language
        person = await services.people.who(request)
        game, title = await asyncio.to_thread(table_at, services, place, key)
    parts = needed(read_parts(BUILT / "parts.json"), *EVERYWHERE, game or "", PARTS[place])
    me, prefix = None if person is None else GuestResponse(person.name), services.config.prefix
    preview = preview_tags(address_for_others(services, request) or services.url, picture_of(game, BUILT), title)
    arrival = PageData(me, catalogue_response(lab=services.config.lab_is_on), game, prefix)
    content = document(content_of("index.html"), parts, arrival, preview)
    return Response(content, media_type="text/html", headers={"cache-control": PERSONAL})


def table_at(services: Services, place: str, key: str) -> tuple[str | None, str]:
    """Return the game of the table on this screen, or None, and the title for a link preview.

    Every holder of the link may know the game, and the name of the host who sent it.
    """
    if place not in ("table", "watch"):
        return None, TITLE
    config = services.queries.config(key) if place == "table" else services.queries.config_by_watch(key)
    if config is None:
        return None, TITLE
    game = load_game(config.game).facts.title
    host = services.queries.guest_name(config.host) if place == "table" else None
    return config.game, f"{TITLE}: {game}" if host is None else f"{host} invites you: {game}"


KINDS: Final = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
    "js": "text/javascript",
    "css": "text/css",
    "woff2": "font/woff2",
}
"""File extension -> media type."""
SIGNS: Final = {"svg", "png", "webmanifest"}
"""Extensions of the files next to the document."""
PACKED: Final = {"br": ".br", "gzip": ".gz"}
"""Content encoding, smallest first -> extension of the compressed file."""
MOST_KEPT: Final = 256


@get("/{name:str}", include_in_schema=False)
async def sign(request: Asking, services: Here, name: Annotated[str, PathParameter(max_length=40)]) -> Response[Any]:
    """Return an icon, a picture or the web manifest, or open the table with this code."""
    if is_code(name):
        return await open_by_code(request, services, name)
    kind = kind_of(name)
    if kind not in SIGNS:
        raise NotFound("there is nothing here")
    return Response(content_of(name), media_type=KINDS[kind], headers={"cache-control": FRESH})


async def open_by_code(request: Asking, services: Services, code: str) -> Response[Any]:
    """Redirect to the table with this code. Otherwise return the page, which asks again and shows the error."""
    with contextlib.suppress(PaddockError):
        config = await table_by_code(request, services, code)
        return Redirect(f"{services.config.prefix}/table/{config.key}", status_code=HTTP_303_SEE_OTHER)
    return await page_at(request, services, "code")


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Asking, name: Annotated[str, PathParameter(max_length=80)]) -> Response[bytes]:
    """Return a file of the page, compressed if the browser accepts that."""
    kind = kind_of(name)
    taken = packings(request.headers.get("accept-encoding", ""))
    headers = {"cache-control": LASTING, "vary": "accept-encoding"}
    for packing in (one for one in PACKED if one in taken):
        try:
            content = lasting(f"{name}{PACKED[packing]}")
        except NotFound:
            continue
        return Response(content, media_type=KINDS[kind], headers={**headers, "content-encoding": packing})
    return Response(lasting(name), media_type=KINDS[kind], headers=headers)


def packings(accepted: str) -> set[str]:
    """Return the encodings that an `Accept-Encoding` header allows.

    >>> sorted(packings("gzip, br;q=0.9, deflate;q=0"))
    ['br', 'gzip']
    """
    wishes = [[word.strip() for word in one.split(";")] for one in accepted.split(",")]
    return {name for name, *how in wishes if not any(re.fullmatch(r"q=0(\.0*)?", word) for word in how)}


def kind_of(name: str) -> str:
    """Return the extension of a safe file name. Raise `NotFound` for any other name."""
    known = re.fullmatch(r"[\w-]+(?:\.[\w-]+)*\.([a-z0-9]+)", name, re.ASCII)
    if not known or known[1] not in KINDS:
        raise NotFound("there is nothing here")
    return known[1]


@lru_cache(MOST_KEPT)
def lasting(name: str) -> bytes:
    return content_of(f"assets/{name}")


def content_of(name: str) -> bytes:
    try:
        return (BUILT / name).read_bytes()
    except FileNotFoundError:
        raise NotFound("there is nothing here" if BUILT.exists() else "the page was not built with Paddock") from None


PAGE: list[Any] = [screen, sign, asset]
