"""No guest acts for another: every route and every command, tried by clients without permission."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

import pytest
from litestar.routes import HTTPRoute, WebSocketRoute
from websockets.exceptions import ConnectionClosed

from paddock.server.app import create
from paddock.server.auth.guests import COOKIE
from paddock.server.auth.tokens import CODE_LETTERS, new_key
from paddock.server.config import ServerConfig
from paddock.server.page.static import SCREENS
from paddock.server.table.commands import AnyCommand
from server.house import House, Json, Visitor

OPEN = {
    ("GET", "/health"): 200,
    ("GET", "/metrics"): 200,
    ("GET", "/api"): 200,
    ("GET", "/api/guide.css"): 200,
    ("GET", "/api/schema"): 200,
    ("GET", "/api/schema/openapi.json"): 200,
    ("GET", "/api/schema/{path}"): 404,
    ("GET", "/api/games"): 200,
    ("GET", "/api/games/{game}/drawing"): 400,
    ("PUT", "/api/me"): 200,
    ("POST", "/api/resume"): 404,
    ("GET", "/api/watch/{watch}"): 403,
    ("GET", "/api/replays/{key}"): 409,
    ("GET", "/api/replays/{key}/record"): 409,
    ("GET", "/api/replays/{key}/analysis"): 409,
    ("GET", "/verify_dice.py"): 200,
    ("GET", "/api/network"): 200,
    ("GET", "/api/studies/{key}"): 404,
    ("GET", "/api/studies/{key}/report"): 404,
    **{("GET", path.replace(":str", "")): 200 for path in SCREENS},
    ("GET", "/{name}"): 404,
    ("GET", "/assets/{name}"): 404,
}
"""Public routes -> the answer for a stranger who has the links of a running match."""

PERSONAL = {
    ("GET", "/api/me"): 200,
    ("POST", "/api/me/resume"): 201,
    ("GET", "/api/me/keys"): 200,
    ("DELETE", "/api/me/keys/{mark}"): 404,
    ("GET", "/api/me/tokens"): 200,
    ("POST", "/api/me/tokens"): 201,
    ("DELETE", "/api/me/tokens/{mark}"): 404,
    ("GET", "/api/tables"): 200,
    ("POST", "/api/tables"): 201,
    ("GET", "/api/codes/{code}"): 404,
    ("POST", "/api/replays"): 422,
    ("POST", "/api/studies"): 422,
    ("POST", "/api/replays/{key}/tables"): 409,
    ("POST", "/api/lessons"): 422,
    ("PUT", "/api/network"): 404,
}
"""Routes of a guest's own data -> the answer for another guest with Ann's keys."""

AT_TABLE = {
    ("GET", "/api/tables/{key}"),
    ("POST", "/api/tables/{key}/commands"),
    ("GET", "/api/tables/{key}/qr.svg"),
    ("GET", "/api/tables/{key}/coach"),
    ("GET", "/api/tables/{key}/dice"),
}
"""Routes for seated people only."""

BODIES: dict[tuple[str, str], Json] = {
    ("PUT", "/api/me"): {"name": "Mallory"},
    ("POST", "/api/resume"): {"key": "guessed"},
    ("POST", "/api/me/tokens"): {"label": "mine"},
    ("POST", "/api/tables"): {"game": "kuhlorado", "seats": [{"who": "me"}, {"who": "bot"}]},
    ("POST", "/api/replays"): {},
    ("POST", "/api/studies"): {"game": "mist", "players": 9},
    ("POST", "/api/replays/{key}/tables"): {"at": 0, "seat": 0},
    ("POST", "/api/tables/{key}/commands"): {"do": "say", "phrase": "hello"},
    ("POST", "/api/lessons"): {"start": {}},
    ("PUT", "/api/network"): {"table": "guessed", "open": True},
}

SOCKETS = {"/api/tables/{key}/socket", "/api/watch/{watch}/socket"}

ACTS: dict[str, tuple[Json, str, str]] = {
    "sit": ({"seat": 0}, "not_now", "not_now"),
    "leave": ({"seat": 0}, "forbidden", "forbidden"),
    "invite": ({"seat": 0, "level": "owl"}, "forbidden", "forbidden"),
    "free": ({"seat": 0}, "forbidden", "forbidden"),
    "commit_seed": ({"seat": 0, "commitment": "0" * 64}, "forbidden", "forbidden"),
    "seed": ({"seat": 0, "seed": "mine"}, "forbidden", "forbidden"),
    "begin": ({}, "forbidden", "forbidden"),
    "play": ({}, "not_now", "forbidden"),
    "undo": ({"seat": 0}, "forbidden", "forbidden"),
    "answer_undo": ({"yes": True, "seat": 0}, "forbidden", "forbidden"),
    "take_back": ({"seat": 0}, "forbidden", "forbidden"),
    "answer_seat": ({"yes": True, "seat": 0}, "forbidden", "forbidden"),
    "say": ({"phrase": "hello", "seat": 0}, "forbidden", "forbidden"),
    "chat": ({"words": "hello", "seat": 0}, "forbidden", "forbidden"),
    "change": ({"settings": {"pace": "calm"}}, "forbidden", "forbidden"),
    "rematch": ({}, "not_now", "forbidden"),
    "close": ({}, "forbidden", "forbidden"),
}
"""Command -> the error for Bob at seat 1 who tries it for seat 0 or as the host, and for an outsider."""


@dataclass
class Evening:
    """A full table: Ann hosts a match with Bob, and it is her turn."""

    house: House
    ann: Visitor
    bob: Visitor
    table: str
    watch: str
    mark: str
    """The id of one of Ann's tokens."""

    def path(self, template: str) -> str:
        known = {"key": self.table, "watch": self.watch, "mark": self.mark, "code": "ABCDEF"}
        for name, value in known.items():
            template = template.replace(f"{{{name}}}", value)
        return template

    def act(self, name: str) -> Json:
        how, *_ = ACTS[name]
        snapshot = self.ann.look(self.table)["snapshot"]
        at = {"at": snapshot["length"]} if name in ("play", "undo") else {}
        tokens = {"tokens": snapshot["legal"][:1]} if name == "play" else {}
        return {"do": name, **at, **tokens, **how}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with House(tmp_path_factory.mktemp("house")) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        made = ann.lay("kuhlorado", "me", "person", settings={"chat": True})
        bob.do(made["table"], "sit")
        ann.seed_all(made["table"])
        snapshot = bob.seed_all(made["table"])["snapshot"]
        while snapshot["turn"] != 0:
            snapshot = bob.play(made["table"])["snapshot"]
        ann.ask("POST", "/api/me/tokens", {"label": "hers"})
        mark = ann.ask("GET", "/api/me/tokens")[0]["id"]
        yield Evening(house, ann, bob, made["table"], made["watch"].rpartition("/")[2], mark)


@pytest.fixture
def unchanged(evening: Evening) -> Iterator[None]:
    """Check that no attempt changes the table."""
    before = evening.house.log_of(evening.table), evening.ann.look(evening.table)
    yield
    assert (evening.house.log_of(evening.table), evening.ann.look(evening.table)) == before


def routes_of_the_app() -> tuple[set[tuple[str, str]], set[str]]:
    app = create(ServerConfig())
    asked = {
        (str(method), route.path_format)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method not in ("OPTIONS", "HEAD")
    }
    return asked, {route.path_format for route in app.routes if isinstance(route, WebSocketRoute)}


def test_every_route_and_every_act_has_its_case() -> None:
    asked, sockets = routes_of_the_app()
    assert asked == set(OPEN) | set(PERSONAL) | AT_TABLE
    assert sockets == SOCKETS
    assert {kind.__struct_config__.tag for kind in get_args(AnyCommand)} == set(ACTS)


def test_the_document_marks_routes_that_need_a_guest(evening: Evening) -> None:
    document = evening.house.stranger().ask("GET", "/api/schema/openapi.json")
    schemes = document["components"]["securitySchemes"]
    assert (schemes["guest"]["in"], schemes["guest"]["name"]) == ("cookie", COOKIE)
    assert schemes["token"]["scheme"] == "bearer"
    said = {
        (method.upper(), path): operation.get("security", [{}])
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    }
    assert {route for route, needs in said.items() if {} not in needs} == set(PERSONAL) | AT_TABLE
    assert all(needs == [{"guest": []}, {"token": []}] for needs in said.values() if {} not in needs)
    upload = document["paths"]["/api/replays"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert {"game", "events", "seats", "result"} <= set(upload["required"])


# ---- Strangers and forged identities


def nameless(evening: Evening) -> list[Visitor]:
    """Yield visitors without identity, with forged cookies, and with unknown or revoked tokens."""
    house, real = evening.house, evening.ann.cookie.partition("=")[2]
    guest, _, seal = real.rpartition(".")
    other_seal = evening.bob.cookie.rpartition(".")[2]
    forged = [guest, f"{guest}.", f"{guest}.{seal[:-1]}", f"{guest}.{other_seal}", f".{seal}", f"{guest}x.{seal}", "."]
    withdrawn = evening.bob.ask("POST", "/api/me/tokens", {"label": "old"})["token"]
    [mark] = [token["id"] for token in evening.bob.ask("GET", "/api/me/tokens") if token["label"] == "old"]
    evening.bob.ask("DELETE", f"/api/me/tokens/{mark}")
    device, link = guest.partition(".")[2], evening.bob.ask("POST", "/api/me/resume")["key"]
    headers = [
        *({"Cookie": f"{COOKIE}={cookie}"} for cookie in forged),
        *({"Authorization": f"Bearer {token}"} for token in (withdrawn, guest, evening.mark, real, device, link, "x")),
        {"Authorization": f"Bearer {new_key()}"},
        {"Authorization": f"Basic {guest}"},
    ]
    return [house.stranger(), *(house.stranger(**header) for header in headers)]


@pytest.mark.usefixtures("unchanged")
def test_forged_identities_are_strangers_everywhere(evening: Evening) -> None:
    for visitor in nameless(evening):
        for method, path in sorted(set(PERSONAL) | AT_TABLE):
            told = visitor.refused(method, evening.path(path), BODIES.get((method, path)))
            assert told == (401, "stranger"), (visitor.headers, method, path)
        with visitor.socket(evening.table) as socket:
            assert socket.hear("refused")["problem"]["code"] == "stranger"
            with pytest.raises(ConnectionClosed):
                socket.hear()


@pytest.mark.usefixtures("unchanged")
def test_public_routes_reveal_nothing_of_a_running_match(evening: Evening) -> None:
    for (method, path), status in OPEN.items():
        visitor = evening.house.stranger()
        assert visitor.send(method, evening.path(path), BODIES.get((method, path))).status_code == status, path
    with evening.house.stranger().socket(f"/api/watch/{evening.watch}/socket") as socket:
        assert socket.hear("refused")["problem"]["code"] == "forbidden"


# ---- Another guest


@pytest.mark.usefixtures("unchanged")
def test_another_guest_gets_their_own_things_only(evening: Evening) -> None:
    mallory = evening.house.guest("Mallory")
    for (method, path), status in PERSONAL.items():
        answer = mallory.send(method, evening.path(path), BODIES.get((method, path)))
        assert answer.status_code == status, (method, path, answer.text)
        assert evening.table not in answer.text
    assert [token["label"] for token in evening.ann.ask("GET", "/api/me/tokens")] == ["hers"]


@pytest.mark.usefixtures("unchanged")
def test_a_table_is_closed_to_guests_without_a_seat(evening: Evening) -> None:
    mallory = evening.house.guest("Mallory")
    mallory.begin("kuhlorado")  # her own table opens no other
    for method, path in sorted(AT_TABLE):
        told = mallory.refused(method, evening.path(path), BODIES.get((method, path)))
        assert told == (403, "forbidden"), (method, path)
        by_the_link_to_watch = path.replace("{key}", evening.watch)
        assert mallory.refused(method, by_the_link_to_watch, BODIES.get((method, path))) == (404, "missing")
    for query in ({}, {"seat": 0}, {"board": True}, {"after": 10**9}):
        with mallory.socket(evening.table, **query) as socket:
            assert socket.hear("refused")["problem"]["code"] == "forbidden"
    assert evening.bob.refused("GET", f"/api/tables/{evening.table}?seat=0") == (403, "forbidden")
    with evening.bob.socket(evening.table, seat=0) as socket:
        assert socket.hear("refused")["problem"]["code"] == "forbidden"


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("name", ACTS)
def test_no_guest_acts_for_another(evening: Evening, name: str) -> None:
    _, to_bob, outside = ACTS[name]
    act = evening.act(name)
    assert (
        evening.bob.may_not(evening.table, name, **{key: value for key, value in act.items() if key != "do"}) == to_bob
    )
    with evening.bob.socket(evening.table) as socket:
        socket.hear("welcome")
        socket.say({**act, "id": 7})
        answer = socket.hear("refused")
        assert (answer["problem"]["code"], answer["answer"]) == (to_bob, 7)
    mallory = evening.house.guest("Mallory")
    assert mallory.may_not(evening.table, name, **{key: value for key, value in act.items() if key != "do"}) == outside


def test_a_spectator_cannot_send_commands(evening: Evening) -> None:
    evening.ann.do(evening.table, "change", settings={"chat": True, "spectators": True})
    before = evening.house.log_of(evening.table)
    acts = [evening.act(name) for name in ACTS]
    for visitor in (evening.house.stranger(), evening.bob):  # a seated guest with the spectator link is a spectator
        with visitor.socket(f"/api/watch/{evening.watch}/socket") as socket:
            assert socket.hear("welcome")["table"] is None
            for number, act in enumerate(acts):
                assert socket.do(act.pop("do"), number, **act)["problem"]["code"] == "stranger"
                act["do"] = list(ACTS)[number]
    assert evening.house.log_of(evening.table) == before
    evening.ann.do(evening.table, "change", settings={"chat": True})


# ---- Lost seats


def test_a_guest_without_a_seat_gets_no_more_updates(evening: Evening) -> None:
    ann, bob = evening.house.guest("Ann"), evening.house.guest("Bob")
    table = ann.lay("life", "me", "person", "person", settings={"pace": "calm"})["table"]
    bob.do(table, "sit", seat=1)
    with bob.socket(table, seat=1) as socket:
        socket.hear("welcome")
        ann.do(table, "invite", seat=1)
        assert socket.until(lambda message: message["what"] == "refused")["problem"]["code"] == "forbidden"
        with pytest.raises(ConnectionClosed):
            socket.hear()


# ---- Guessing


def test_128_bits_stand_behind_everything_that_opens_something(evening: Evening) -> None:
    guest = evening.house.table(evening.table).config.host
    keys = {
        evening.table,
        evening.watch,
        guest,
        evening.ann.ask("POST", "/api/me/resume")["key"],
        evening.ann.ask("POST", "/api/me/tokens", {"label": "more"})["token"],
    }
    assert len(keys) == 5
    assert all(len(key) * 6 >= 128 for key in keys)
    assert len({new_key() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/codes/{}"), ("POST", "/api/resume")])
def test_guessing_codes_and_links_is_rate_limited(
    tmp_path_factory: pytest.TempPathFactory, method: str, path: str
) -> None:
    with House(tmp_path_factory.mktemp("house"), unlimited=False) as house:
        mallory = house.guest("Mallory")
        statuses = []
        for number in range(40):
            code = CODE_LETTERS[number % 20] * 6
            body = {"key": code} if method == "POST" else None
            statuses.append(mallory.send(method, path.format(code), body).status_code)
        assert statuses[:20] == [404] * 20
        assert statuses[-10:] == [429] * 10
        assert house.guest("Other").refused(method, path.format("ABCDEF"), {"key": "x"}) == (429, "too_much")
