"""The page: one document for every screen, and its files. All of it is built from `web/`."""

import asyncio
import contextlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import PathParameter

from paddock.engine.errors import PaddockError
from paddock.server.api.guests import Asking, Here
from paddock.server.api.schemas import GuestResponse, PageData
from paddock.server.api.tables import catalogue_response
from paddock.server.errors import NotFound
from paddock.server.page.html import document, needed, read_parts
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
"""The paths of the page's screens. The page itself selects the screen."""
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
}
"""First path segment -> chunk of the page, for preloading. `screens.ts` makes the real choice."""
EVERYWHERE: Final = ("first", "house")
"""Chunks that every screen needs. The first one loads the others."""


@get(SCREENS, include_in_schema=False)
async def screen(request: Asking, services: Here) -> Response[bytes]:
    """Return the document, with the data for the first render of this screen."""
    _, place, *rest = request.url.path.split("/")
    person, game = None, None
    with contextlib.suppress(PaddockError):  # the page asks again and shows the error in its own language
        person = await services.people.who(request)
        game = await game_at(services, place, *rest)
    parts = needed(read_parts(BUILT / "parts.json"), *EVERYWHERE, game or "", PARTS[place])
    arrival = PageData(
        None if person is None else GuestResponse(person.name), catalogue_response(lab=services.config.lab_is_on), game
    )
    content = document(content_of("index.html"), parts, arrival)
    return Response(content, media_type="text/html", headers={"cache-control": PERSONAL})


async def game_at(services: Services, place: str, key: str = "") -> str | None:
    """Return the game of the table on this screen, or None. Every holder of the link may know the game."""
    if place not in ("table", "watch"):
        return None
    find = services.queries.config if place == "table" else services.queries.config_by_watch
    config = await asyncio.to_thread(find, key)
    return None if config is None else config.game


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


@get("/{name:str}", include_in_schema=False, sync_to_thread=False)
def sign(name: Annotated[str, PathParameter(max_length=40)]) -> Response[bytes]:
    """Return an icon or the web manifest."""
    kind = kind_of(name)
    if kind not in SIGNS:
        raise NotFound("there is nothing here")
    return Response(content_of(name), media_type=KINDS[kind], headers={"cache-control": FRESH})


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
