"""The document of every screen: its inlined data, the secrets that it must not contain, and its files."""

import gzip
import json
import re
from pathlib import Path
from typing import Final

import pytest

from paddock.games import GAMES
from paddock.server.api.schemas import CatalogueResponse, GuestResponse, PageData
from paddock.server.page.html import told
from paddock.server.page.static import BUILT, PARTS
from server.house import House, Json, Visitor

SCREENS: Final = Path(__file__).parents[2] / "web" / "src" / "screens.ts"
DATA: Final = re.compile(r'<script type="application/json" id="arrival">(.*?)</script>', re.DOTALL)


def arrival(visitor: Visitor, path: str) -> Json:
    found = DATA.search(visitor.send("GET", path).text)
    assert found
    return json.loads(found[1])


def linked(visitor: Visitor, path: str) -> list[str]:
    """Return the files that the document names, by their names before the build."""
    return re.findall(r'(?:href|src)="/assets/(\w+)-', visitor.send("GET", path).text)


# ---- Inlined data


def test_the_document_contains_guest_and_catalogue(house: House) -> None:
    ann = house.guest("Ann")
    assert arrival(ann, "/") == {"me": {"name": "Ann"}, "offer": ann.ask("GET", "/api/games"), "game": None}
    assert arrival(house.stranger(), "/new")["me"] is None
    assert arrival(house.stranger(Authorization="Bearer guessed"), "/")["me"] is None


@pytest.mark.parametrize("game", GAMES)
def test_the_document_preloads_the_files_of_the_game(house: House, game: str) -> None:
    ann = house.guest()
    made = ann.lay(game)
    for path in (f"/table/{made['table']}", f"/watch/{made['watch'].rpartition('/')[2]}"):
        assert arrival(ann, path)["game"] == game
        named = linked(ann, path)
        assert named[:4] == ["first", "house", game, "Table"]  # in this order: the first chunk loads the others
        assert not ({*GAMES} - {game}) & {*named}
    assert arrival(ann, "/table/nothing")["game"] is None


@pytest.mark.parametrize("place", PARTS)
def test_every_preloaded_file_exists_and_is_cacheable(house: House, place: str) -> None:
    stranger = house.stranger()
    page = stranger.send("GET", f"/{place}" if place in ("", "new", "lab") else f"/{place}/x")
    files = re.findall(r'(?:href|src)="(/assets/[^"]+)"', page.text)
    assert f"/assets/{PARTS[place]}-" in page.text
    for file in set(files):
        answer = stranger.send("GET", file)
        assert answer.status_code == 200, file
        assert "immutable" in answer.headers["cache-control"]
    styles = [file for file in files if file.endswith(".css")]
    assert len(styles) == len(set(styles))


def test_the_preloaded_chunks_are_those_of_the_page() -> None:
    routes = re.findall(r"\[/\^\\/(\w*).*?import\(\"@/\w+/(\w+)\.svelte\"\)", SCREENS.read_text())
    assert dict(routes) == PARTS


# ---- Secrets


def test_the_document_contains_nothing_of_the_match(house: House) -> None:
    """The bytes are equal before and during the match, and with other secrets, for every viewer."""
    ann, bob = house.guest("Ann"), house.guest("Bob")
    made = ann.lay("life", "me", "person", "chick", settings={"spectators": True, "pace": "instant"})
    table, watch = made["table"], made["watch"].rpartition("/")[2]
    lookers = [(ann, f"/table/{table}"), (bob, f"/table/{table}"), (house.stranger(), f"/table/{table}")]
    lookers += [(house.stranger(), f"/watch/{watch}"), (ann, f"/watch/{watch}")]
    before = [visitor.send("GET", path).content for visitor, path in lookers]
    bob.do(table, "sit", seat=1)
    for visitor in (ann, bob):
        visitor.seed_all(table)
    assert ann.look(table)["snapshot"]["view"]["hand"]
    assert [visitor.send("GET", path).content for visitor, path in lookers] == before
    assert set(arrival(ann, f"/table/{table}")) == {"me", "offer", "game"}


def test_the_document_is_not_cached_and_names_are_escaped(house: House) -> None:
    answer = house.guest().send("GET", "/")
    assert answer.headers["cache-control"] == "no-store"
    name = "</script><script>alert(1)</script>"
    text = told(PageData(GuestResponse(name), CatalogueResponse([], [], {}, lab=True), None))
    found = DATA.fullmatch(text)
    assert found
    assert "<" not in found[1]
    assert json.loads(found[1])["me"]["name"] == name


# ---- Files


def test_files_are_compressed_as_the_browser_accepts(house: House) -> None:
    stranger = house.stranger()
    file = next((BUILT / "assets").glob("first-*.js"))
    wishes = {"gzip, deflate, br, zstd": "br", "gzip": "gzip", "br;q=0, gzip": "gzip", "": None}
    for accepted, packing in wishes.items():
        with stranger.http.stream("GET", f"/assets/{file.name}", headers={"accept-encoding": accepted}) as answer:
            raw = b"".join(answer.iter_raw())
        assert answer.headers.get("content-encoding") == packing
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-type"].startswith("text/javascript")
        if packing == "br":
            assert raw == file.with_name(f"{file.name}.br").read_bytes()
        else:
            assert (gzip.decompress(raw) if packing else raw) == file.read_bytes()


@pytest.mark.parametrize("name", ["..%2Findex.html", "first.js", ".js", "a%5C..%5Cb.js", "parts.json", "x.py"])
def test_nothing_else_can_be_fetched(house: House, name: str) -> None:
    assert house.stranger().refused("GET", f"/assets/{name}") == (404, "missing")
