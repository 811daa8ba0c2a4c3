"""The service is opened to the local network while it runs, by the host of a table at the same machine only."""

import io
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import segno

from paddock.server import network_address
from paddock.server.config import ServerConfig
from server.house import House, Json, Visitor

LAN = "127.0.0.2"
"""Stands for the address in the network: another address that this machine can listen at."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(network_address, "lan_address", lambda: LAN)
    with House(tmp_path) as house:
        yield house


def network(visitor: Visitor, table: str, is_open: bool) -> Json:
    return visitor.ask("PUT", "/api/network", {"table": table, "open": is_open})


def drawn(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=8, border=2)
    return picture.getvalue()


def test_one_click_opens_the_network_and_another_closes_it(home: House, capsys: pytest.CaptureFixture[str]) -> None:
    ann = home.guest("Ann")
    table, there = ann.lay("mist", "me", "person", "hound")["table"], f"http://{LAN}:{home.config.port}"
    assert ann.ask("GET", "/api/network") == {"address": None, "open": False, "may_change": True}
    assert ann.refused("GET", f"/api/tables/{table}/qr.svg") == (409, "not_now")
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{there}/health")

    assert network(ann, table, True) == {"address": there, "open": True, "may_change": True}
    assert network(ann, table, True)["open"]  # a second click changes nothing
    assert there in capsys.readouterr().out
    assert httpx.get(f"{there}/health").status_code == 200
    assert ann.send("GET", f"/api/tables/{table}/qr.svg").content == drawn(f"{there}/table/{table}")
    assert ann.lay("mist")["link"].startswith(f"{there}/table/")
    assert ann.ask("POST", "/api/me/resume")["link"].startswith(f"{there}/resume/")

    assert network(ann, table, False) == {"address": None, "open": False, "may_change": True}
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{there}/health")
    assert ann.ask("GET", "/health")["status"] == "ok"
    assert network(ann, table, True)["open"]  # and once more


def test_a_phone_plays_with_the_computer(home: House) -> None:
    ann = home.guest("Ann")
    table = ann.lay("mist", "me", "person", "hound")["table"]
    network(ann, table, True)
    url, home.url = home.url, f"http://{LAN}:{home.config.port}"
    bob = home.guest("Bob")
    home.url = url
    bob.do(table, "sit")
    with ann.socket(table) as hers:
        hers.hear("welcome")
        home.url = f"http://{LAN}:{home.config.port}"
        with bob.socket(table) as his:
            his.hear("welcome")
            his.do("say", 1, phrase="hello")
        home.url = url
        assert hers.until(lambda message: message.get("lines"))["lines"][0]["what"] == "said"
    ann.seed_all(table)
    assert bob.seed_all(table)["snapshot"]["state"] == "playing"
    bob.http.headers["origin"] = f"http://{LAN}:{home.config.port}"
    bob.do(table, "say", phrase="hello")
    bob.http.headers["origin"] = "http://elsewhere.example"
    assert bob.may_not(table, "say", phrase="hello") == "forbidden"


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "192.168.0.4:4747"},  # a device in the network
        {"host": "elsewhere.example"},  # a name that somebody points to this machine
        {"x-forwarded-for": "127.0.0.1"},
        {"x-forwarded-for": "192.168.0.9"},  # a proxy on this machine
        {"forwarded": "for=192.168.0.9"},
        {"origin": "http://elsewhere.example"},
    ],
    ids=str,
)
def test_only_the_computer_itself_opens_the_network(home: House, headers: dict[str, str]) -> None:
    ann = home.guest("Ann")
    wish = {"table": ann.lay("mist")["table"], "open": True}
    assert ann.send("PUT", "/api/network", wish, headers=headers).json()["code"] == "forbidden"
    assert not ann.ask("GET", "/api/network")["open"]


def test_only_a_host_opens_and_closes_the_network(home: House) -> None:
    ann, bob = home.guest("Ann"), home.guest("Bob")
    table = ann.lay("mist", "me", "person", "hound")["table"]
    bob.do(table, "sit")
    for visitor, code in ((bob, (403, "forbidden")), (home.stranger(), (401, "stranger"))):
        assert visitor.refused("PUT", "/api/network", {"table": table, "open": True}) == code
    network(ann, table, True)
    assert bob.refused("PUT", "/api/network", {"table": table, "open": False}) == (403, "forbidden")
    assert ann.ask("GET", "/api/network")["open"]


@pytest.mark.skipif(network_address.lan_address() is None, reason="this machine has no network")
def test_a_device_in_the_real_network_joins_and_may_not_close_it(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ann = house.guest("Ann")
        table = ann.lay("mist")["table"]
        address = network(ann, table, True)["address"]
        assert network_address.host_of(address) == network_address.lan_address()
        phone = httpx.Client(base_url=address, cookies=dict(ann.http.cookies))
        with phone:
            assert phone.get("/api/network").json() == {"address": address, "open": True, "may_change": False}
            refused = phone.put("/api/network", json={"table": table, "open": False})
            assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


def test_without_a_network_a_sentence_says_so(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = home.guest("Ann")
    wish = {"table": ann.lay("mist")["table"], "open": True}
    monkeypatch.setattr(network_address, "lan_address", lambda: None)
    answer = ann.send("PUT", "/api/network", wish)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
    assert "no network" in answer.json()["message"]


def test_a_port_that_another_program_uses_is_named(home: House) -> None:
    ann = home.guest("Ann")
    wish = {"table": ann.lay("mist")["table"], "open": True}
    with socket.socket() as other:
        other.bind((LAN, home.config.port))
        other.listen()
        answer = ann.send("PUT", "/api/network", wish)
    assert answer.status_code == 409
    assert f"port {home.config.port}" in answer.json()["message"]


@pytest.mark.parametrize("config", [{"host": "0.0.0.0"}, {"public_url": "http://play.example.org"}, {"workers": 2}])
def test_a_server_for_the_network_has_nothing_to_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, config: Json
) -> None:
    monkeypatch.setattr(network_address, "lan_address", lambda: "192.168.0.4")
    with House(tmp_path, **config) as house:
        ann = house.guest("Ann")
        table = ann.lay("mist")["table"]
        assert not ann.ask("GET", "/api/network")["may_change"]
        assert ann.refused("PUT", "/api/network", {"table": table, "open": True}) == (409, "not_now")


# ---- Addresses


def test_a_server_at_every_address_names_the_real_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_address, "lan_address", lambda: "192.168.0.4")
    assert ServerConfig(host="0.0.0.0", port=80).url == "http://192.168.0.4:80"
    assert ServerConfig(host="::").url == "http://192.168.0.4:4747"
    assert ServerConfig(host="192.168.0.7").url == "http://192.168.0.7:4747"
    monkeypatch.setattr(network_address, "lan_address", lambda: None)
    assert ServerConfig(host="0.0.0.0").url == "http://127.0.0.1:4747"


def test_its_qr_codes_name_it_too_on_the_machine_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_address, "lan_address", lambda: "192.168.0.4")
    with House(tmp_path, host="0.0.0.0") as house:
        ann = house.guest("Ann")
        table = ann.lay("mist")["table"]
        link = f"http://192.168.0.4:{house.config.port}/table/{table}"
        assert ann.send("GET", f"/api/tables/{table}/qr.svg").content == drawn(link)


def test_the_address_of_the_default_route_is_one_of_this_machine() -> None:
    found = network_address.lan_address()
    if found is not None:
        assert not network_address.is_only_here(found)
        family = socket.AF_INET6 if ":" in found else socket.AF_INET
        with socket.socket(family) as trial:
            trial.bind((found, 0))  # only an address of this machine can be bound
