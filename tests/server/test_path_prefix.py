"""The service works below a path of a shared domain, whether the proxy keeps the prefix or removes it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from paddock.client import Client
from paddock.engine.errors import BadOption
from paddock.server.config import ServerConfig
from paddock.server.serve import check_options
from server.house import House
from server.reverse_proxy import ReverseProxy

PREFIX = "/games/paddock"


@pytest.fixture(params=[False, True], ids=["kept", "removed"])
def proxy(request: pytest.FixtureRequest) -> Iterator[ReverseProxy]:
    with ReverseProxy(PREFIX, strips=request.param) as one:
        yield one


@pytest.fixture
def house(proxy: ReverseProxy, tmp_path: Path) -> Iterator[House]:
    """A service whose visitors come through the proxy."""
    with House(tmp_path, public_url=proxy.url) as one:
        proxy.target, one.url = one.url, proxy.url
        yield one
    assert not proxy.missed


def test_a_match_is_played_below_the_prefix(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    made = ann.lay("kuhlorado", "me", "person")
    assert made["link"] == f"{house.url}/table/{made['table']}"
    assert made["watch"].startswith(f"{house.url}/watch/")
    bob.do(made["table"], "sit")
    ann.seed_all(made["table"])
    bob.seed_all(made["table"])
    with ann.socket(made["table"]) as socket:
        number = socket.hear("welcome")["snapshot"]["number"]
        bob.do(made["table"], "say", phrase="hello")
        assert socket.hear("update")["snapshot"]["number"] == number + 1
    assert ann.send("GET", f"/api/tables/{made['table']}/qr.svg").status_code == 200


def test_the_cookie_belongs_to_the_prefix(house: House) -> None:
    answer = house.stranger().send("PUT", "/api/me", {"name": "Ann"})
    assert f"path={PREFIX};" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("path", ["", "/", "/new", "/table/x", "/learn/mmm"])
def test_every_file_of_the_page_is_below_the_prefix(house: House, path: str) -> None:
    stranger = house.stranger()
    page = stranger.send("GET", path)
    files = re.findall(r'(?:href|src)="([^"]+)"', page.text)
    assert len(files) > 8
    origin = house.url.removesuffix(PREFIX)
    for file in files:
        assert file.startswith(f"{PREFIX}/")
        assert httpx.get(origin + file).status_code == 200, file
    data = re.search(r'id="arrival">(.*?)</script>', page.text)
    assert data
    assert json.loads(data[1])["base"] == PREFIX
    picture = re.search(r'property="og:image" content="([^"]+)"', page.text)
    assert picture
    assert httpx.get(picture[1]).headers["content-type"] == "image/png"


def test_the_manifest_and_the_reference_stay_below_it(house: House) -> None:
    stranger = house.stranger()
    manifest = stranger.ask("GET", "/manifest.webmanifest")
    named = [manifest["start_url"], manifest["scope"], *(icon["src"] for icon in manifest["icons"])]
    assert not [name for name in named if name.startswith("/")]  # relative to the manifest
    reference = stranger.send("GET", "/api").text
    links = re.findall(r'href="([^#"]+)"', reference)
    assert links
    for link in links:
        assert httpx.get(house.url.removesuffix(PREFIX) + link).status_code == 200


def test_a_code_leads_to_its_table(house: House) -> None:
    made = house.guest("Ann").lay("mist", "me", "person", "hound")
    answer = house.stranger().send("GET", f"/{made['code']}")
    assert answer.headers["location"] == f"{PREFIX}/table/{made['table']}"


def test_a_program_finds_its_seat(house: House) -> None:
    client = Client(house.url)
    client.introduce("Robo")
    table = client.lay("mist", [{"who": "me"}, {"who": "bot"}, {"who": "bot"}])["table"]
    with client.sit(table) as seat:
        next(iter(seat.turns())).play(seat.snapshot["legal"][0])


def test_the_service_answers_without_the_proxy(house: House, proxy: ReverseProxy) -> None:
    assert httpx.get(f"{proxy.target}/health").json()["status"] == "ok"
    assert httpx.get(f"{proxy.target}{PREFIX}s/health").status_code == 404


@pytest.mark.parametrize(
    "url", ["example.org", "ftp://example.org", "https://", "https://a/b?c=d", "https://a/#b", "https://a/api"]
)
def test_a_public_address_that_cannot_work_is_refused(url: str) -> None:
    with pytest.raises(BadOption):
        check_options(ServerConfig(public_url=url))
    check_options(ServerConfig(public_url="https://example.org/paddock/"))
