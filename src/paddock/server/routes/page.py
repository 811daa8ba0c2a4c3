"""The page: one document for every screen, and the files that it loads. All of it is built from `web/`."""

import re
from pathlib import Path
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import PathParameter
from litestar.static_files import create_static_files_router

from paddock.server.problems import Missing

BUILT: Final = Path(__file__).parent.parent / "static"
ONE_YEAR: Final = 365 * 24 * 3600
LASTING: Final = f"public, max-age={ONE_YEAR}, immutable"
"""The names of these files change with what is in them."""
FRESH: Final = "no-cache"
"""Asked for each time, so that a new version is seen at once."""

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
"""Addresses of the page's screens. Which of them it is, the page reads itself."""


@get(SCREENS, include_in_schema=False, sync_to_thread=False)
def screen() -> Response[bytes]:
    """The same document for every screen."""
    return file_at("index.html", "text/html; charset=utf-8")


SIGNS: Final = {"svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json"}
"""Ending -> kind of the files beside the document."""


@get("/{name:str}", include_in_schema=False, sync_to_thread=False)
def sign(name: Annotated[str, PathParameter(max_length=40)]) -> Response[bytes]:
    """What a browser shows outside of the page: its icon, and what it is called when installed."""
    known = re.fullmatch(r"[a-z0-9-]+\.([a-z]+)", name)
    if not known or known[1] not in SIGNS:
        raise Missing("there is nothing here")
    return file_at(name, SIGNS[known[1]])


def file_at(name: str, kind: str) -> Response[bytes]:
    try:
        content = (BUILT / name).read_bytes()
    except FileNotFoundError:
        raise Missing("there is nothing here" if BUILT.exists() else "the page was not built with Paddock") from None
    return Response(content, media_type=kind, headers={"cache-control": FRESH})


def page_routes() -> list[Any]:
    """The screens, and the files if there are any."""
    assets = BUILT / "assets"
    if not assets.exists():
        return [screen, sign]
    files = create_static_files_router(
        "/assets",
        [assets],
        send_as_attachment=False,
        include_in_schema=False,
        cache_control=None,
        after_request=lasting,
    )
    return [screen, sign, files]


def lasting(response: Response[Any]) -> Response[Any]:
    response.headers["cache-control"] = LASTING
    return response
