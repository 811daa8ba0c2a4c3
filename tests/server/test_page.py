"""The document of every screen: its inlined data, the secrets that it must not contain, and its files."""

import gzip
import html
import json
import re
import struct
from pathlib import Path
from typing import Final

import pytest

from paddock.games import GAMES, load_game
from paddock.server.api.schemas import CatalogueResponse, GuestResponse, PageData
from paddock.server.page.html import told
from paddock.server.page.link_preview import preview_tags
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
    path = "/KUH4TX" if place == "code" else f"/{place}" if place in ("", "new", "lab") else f"/{place}/x"
    page = stranger.send("GET", path)
    files = re.findall(r'(?:href|src)="(/assets/[^"]+)"', page.text)
    assert f"/assets/{PARTS[place]}-" in page.text
    for file in set(files):
        answer = stranger.send("GET", file)
        assert answer.status_code == 200, file
        assert "immutable" in answer.headers["cache-control"]
    styles = [file for file in files if file.endswith(".css")]
    assert len(styles) == len(set(styles))


def test_the_preloaded_chunks_are_those_of_the_page() -> None:
    routes = re.findall(r"\[/\^\\/(?:\(\?<)?(\w*).*?import\(\"@/\w+/(\w+)\.svelte\"\)", SCREENS.read_text())
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


# ---- Previews and codes


def tags(visitor: Visitor, path: str) -> dict[str, str]:
    found = re.findall(
        r'<meta (?:property|name)="((?:og|twitter):\w+)" content="([^"]*)">', visitor.send("GET", path).text
    )
    return {name: html.unescape(value) for name, value in found}


@pytest.mark.parametrize("game", GAMES)
def test_a_link_has_a_preview(house: House, game: str) -> None:
    ben = house.guest("Ben")
    made = ben.lay(game)
    shown = tags(house.stranger(), f"/table/{made['table']}")
    assert shown["og:title"] == f"Ben invites you: {load_game(game).facts.title}"
    picture = house.stranger().send("GET", shown["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture.content[16:24])
    assert (width, height) == (1200, 630)


def test_a_preview_contains_no_secret(house: House) -> None:
    name = 'Ben "&" Bo'
    ben = house.guest(name)
    made = ben.lay("life", "me", "person", "chick", settings={"spectators": True})
    table, watch = made["table"], made["watch"].rpartition("/")[2]
    resume = ben.ask("POST", "/api/me/resume")["key"]
    for path in (f"/table/{table}", f"/watch/{watch}", f"/resume/{resume}", f"/{made['code']}", "/table/x", "/"):
        answer = house.stranger().send("GET", path, follow_redirects=True)
        for secret in (table, watch, resume, made["code"], made["commitment"]):
            assert secret not in answer.text, path
    assert tags(house.stranger(), f"/table/{table}")["og:title"] == f"{name} invites you: Life is Life"
    assert tags(house.stranger(), f"/watch/{watch}")["og:title"] == "Paddock: Life is Life"
    assert tags(house.stranger(), f"/resume/{resume}")["og:title"] == "Paddock"


def test_a_name_cannot_leave_its_tag() -> None:
    text = preview_tags("http://here", "icon-512.png", '"><script>alert(1)</script>')
    assert "<script" not in text
    assert text.count('"') == 4 * text.count("<meta")


def test_a_code_as_an_address_opens_its_table(house: House) -> None:
    made = house.guest().lay("mist", "me", "person", "hound")
    for typed in (made["code"], made["code"].lower()):
        answer = house.stranger().send("GET", f"/{typed}")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{made['table']}")
    house.guest("Bob").do(made["table"], "sit")
    full = house.stranger().send("GET", f"/{made['code']}")  # the page says that the code does not work
    assert (full.status_code, full.headers["content-type"].split(";")[0]) == (200, "text/html")
    assert "/assets/Code-" in full.text


def test_codes_cannot_be_searched_by_address(tmp_path: Path) -> None:
    with House(tmp_path, unlimited=False) as strict:
        code = strict.guest().lay("mist", "me", "person", "hound")["code"]
        stranger = strict.stranger()
        for number in range(20):
            assert stranger.send("GET", f"/AAAA{number:02}").status_code == 200
        assert stranger.send("GET", f"/{code}").status_code == 200  # not even the right one


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
