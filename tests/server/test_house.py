"""Headers of every response, cookies, secrets, rate limits and logs; and nothing comes from another site."""

import json
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from paddock.engine.errors import PaddockError
from paddock.match.seat_names import LONGEST_NAME
from paddock.server.app import HEADERS, POLICY
from paddock.server.auth.guests import COOKIE
from paddock.server.auth.tokens import SECRET_VARIABLE, Signer, service_secret
from paddock.server.config import ServerConfig
from paddock.server.errors import TooManyRequests
from paddock.server.runtime.rate_limits import CONNECTION, Bucket, RateLimit, RateLimits
from paddock.server.storage.engine import open_database
from server.house import ERROR_KEYS, House, Visitor


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A service behind an https proxy."""
    with House(tmp_path_factory.mktemp("public"), public_url="https://play.example/") as house:
        yield house


@pytest.fixture
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A service with rate limits."""
    with House(tmp_path_factory.mktemp("strict"), unlimited=False) as house:
        yield house


# ---- Headers


def answers(visitor: Visitor) -> Iterator[httpx.Response]:
    """Yield responses of every kind, successful and failed."""
    table = visitor.begin("mist")
    for method, path in (
        ("GET", "/health"),
        ("GET", "/metrics"),
        ("GET", "/api"),
        ("GET", "/api/schema/openapi.json"),
        ("GET", "/api/games"),
        ("GET", f"/api/tables/{table}/qr.svg"),
        ("GET", f"/api/tables/{table}"),
        ("GET", "/api/tables/nowhere"),
        ("GET", "/nowhere"),
        ("GET", "/api/schema/nowhere"),
        ("GET", "/%00"),
        ("POST", "/health"),
        ("PATCH", "/api/me"),
        ("OPTIONS", "/api/me"),
        ("HEAD", "/api/me"),
        ("PUT", "/api/me"),
        ("GET", f"/api/tables/{table}?after=x"),
        ("GET", f"/api/replays/{table}"),
    ):
        yield visitor.send(method, path)
    yield visitor.send("POST", "/api/replays", content=b"x" * (1 << 20))


def test_every_answer_has_the_headers(house: House) -> None:
    statuses = set()
    for answer in answers(house.guest()):
        statuses.add(answer.status_code)
        for name, value in HEADERS:
            assert answer.headers.get_list(name.decode()) == [value.decode()], (answer.url, answer.status_code)
        assert "server" not in answer.headers
        if answer.status_code >= 400 and answer.request.method != "HEAD" and "schema" not in answer.url.path:
            assert set(answer.json()) <= ERROR_KEYS
    assert statuses >= {200, 204, 400, 404, 405, 409, 413}


def test_unexpected_errors_are_logged_and_not_revealed(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with House(tmp_path_factory.mktemp("house")) as house:
        ann = house.guest()

        def fail(*_: object, **more: object) -> None:
            raise KeyError("something inside")

        monkeypatch.setattr(house.services.queries, "rows", fail)
        answer = ann.send("GET", "/api/me/tokens")
        assert answer.status_code == 500
        assert answer.headers["content-security-policy"] == POLICY
        assert "inside" not in answer.text
        assert answer.json()["code"] == "failed"
        assert any("something inside" in line for line in house.logged)
        assert "paddock_failed_total 1.0" in ann.send("GET", "/metrics").text


def test_the_content_policy_allows_this_origin_only() -> None:
    rules = dict(part.split(" ", 1) for part in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["frame-ancestors"] == "'none'"
    for sources in rules.values():
        assert set(sources.split()) <= {"'none'", "'self'", "data:"}


def test_no_page_loads_from_another_site(house: House) -> None:
    page = house.stranger().send("GET", "/api")
    assert page.headers["content-type"].startswith("text/html")
    assert not re.findall(r"https?://", page.text)
    assert "<script" not in page.text
    assert "style=" not in page.text


# ---- Origin checks


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://localhost:1"]
)
def test_other_sites_change_nothing_and_open_no_socket(house: House, origin: str) -> None:
    ann = house.guest()
    table = ann.begin("mist")
    page = house.stranger(Origin=origin, Cookie=ann.cookie)
    before = house.log_of(table)
    say = {"do": "say", "phrase": "hello"}
    for method, path, body in (
        ("PUT", "/api/me", {"name": "Mallory"}),
        ("POST", f"/api/tables/{table}/commands", say),
        ("POST", "/api/me/tokens", {"label": "x"}),
        ("POST", "/api/me/resume", None),
        ("DELETE", f"/api/me/tokens/{'0' * 64}", None),
    ):
        assert page.refused(method, path, body) == (403, "forbidden")
    with page.socket(table) as socket:
        assert socket.hear("refused")["problem"]["code"] == "forbidden"
    assert house.log_of(table) == before
    assert ann.ask("GET", "/api/me") == {"name": "Ann"}


def test_requests_without_origin_are_checked_by_fetch_metadata(house: House) -> None:
    ann = house.guest()
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)):
        page = house.stranger(Cookie=ann.cookie, **{"Sec-Fetch-Site": site})
        assert page.send("PUT", "/api/me", {"name": "Ann"}).status_code == status


def test_our_own_pages_are_allowed(house: House, public: House) -> None:
    for there, origin in ((house, house.url), (public, "https://play.example"), (public, public.url)):
        page = there.stranger(Origin=origin)
        assert page.ask("PUT", "/api/me", {"name": "Ann"}) == {"name": "Ann"}


# ---- Cookies and secrets


def test_cookies_are_for_this_service_only(house: House, public: House) -> None:
    for there, secure in ((house, False), (public, True)):
        [cookie] = there.stranger().send("PUT", "/api/me", {"name": "Ann"}).headers.get_list("set-cookie")
        parts = {part.partition("=")[0].strip().lower(): part.partition("=")[2] for part in cookie.split(";")}
        assert parts["samesite"].lower() in ("lax", "strict")
        assert "httponly" in parts
        assert parts["path"] == "/"
        assert "domain" not in parts
        assert int(parts["max-age"]) > 180 * 24 * 3600
        assert ("secure" in parts) == secure


def test_a_cookie_survives_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ann = house.guest("Ann")
        table = ann.begin("mist")
        cookie, before = ann.cookie, ann.look(table)
    with House(tmp_path) as house:
        rematch_of = house.stranger(Cookie=cookie)
        assert rematch_of.ask("GET", "/api/me") == {"name": "Ann"}
        after = rematch_of.look(table)
        assert {**after, "watch": None} == {**before, "watch": None}
    (tmp_path / "secret").unlink()
    with House(tmp_path) as house:
        assert house.stranger(Cookie=cookie).refused("GET", "/api/me") == (401, "stranger")


def test_the_secret_is_read_by_its_owner_only(house: House) -> None:
    file = house.config.folder / "secret"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(file.read_text()) >= 64


def test_the_secret_may_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET_VARIABLE, "x" * 32)
    assert service_secret(tmp_path / "nothing") == b"x" * 32
    assert not (tmp_path / "nothing").exists()
    monkeypatch.setenv(SECRET_VARIABLE, "short")
    with pytest.raises(PaddockError, match="too short"):
        service_secret(tmp_path)
    monkeypatch.delenv(SECRET_VARIABLE)
    (tmp_path / "secret").write_text("short")
    with pytest.raises(PaddockError, match="no valid secret"):
        service_secret(tmp_path)


def test_only_this_service_signs_cookies() -> None:
    ours, theirs = Signer(b"x" * 32), Signer(b"y" * 32)
    assert ours.read(ours.sign("somebody")) == "somebody"
    for cookie in (theirs.sign("somebody"), ours.sign("somebody") + "0", "somebody", "", ".", "ä.ö"):
        assert ours.read(cookie) is None


# ---- Names


@pytest.mark.parametrize(
    "name", ["", " ", "x" * (LONGEST_NAME + 1), "a\nb", "\u202eevil", "a\x00b", "[b]", "Al (owl)", "\\"]
)
def test_invalid_names_are_refused(house: House, name: str) -> None:
    status, code = house.stranger().refused("PUT", "/api/me", {"name": name})
    assert (status, code) in ((422, "bad_name"), (400, "bad_request"))
    ann = house.guest()
    table = ann.lay("mist", "me", "me", "person")["table"]
    if name:
        assert ann.refused("POST", f"/api/tables/{table}/commands", {"do": "sit", "name": name})[0] in (400, 422)


@pytest.mark.parametrize("name", ["<b>Ann</b>", "O'Neil & Söhne", '"><img src=x>', "李小龙", "Zoë"])
def test_names_are_text_wherever_they_appear(house: House, name: str) -> None:
    ann = house.guest(name)
    table = ann.begin("mist")
    answer = ann.send("GET", f"/api/tables/{table}?tell=true")
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["snapshot"]["seats"][0]["name"] == name


# ---- Limits


def test_a_burst_passes_and_a_flood_does_not() -> None:
    now = 0.0
    limits = RateLimits(clock=lambda: now)
    allowance = RateLimit(5, 2)
    for _ in range(5):
        limits.take(allowance, "ann")
    with pytest.raises(TooManyRequests):
        limits.take(allowance, "ann")
    limits.take(allowance, "bob")
    now = 1.0
    limits.take(allowance, "ann")
    limits.take(allowance, "ann")
    with pytest.raises(TooManyRequests):
        limits.take(allowance, "ann")
    bucket = Bucket(allowance, 0.0)
    assert [bucket.take(0.0) for _ in range(6)] == [True] * 5 + [False]


def test_a_socket_that_floods_gets_errors_and_stays_open(strict: House) -> None:
    ann = strict.guest()
    table = ann.begin("mist")
    with ann.socket(table) as socket:
        socket.hear("welcome")
        most = int(CONNECTION.burst) + 40
        for number in range(most):
            socket.say({"do": "say", "phrase": "hello", "id": number})
        heard = [socket.until(lambda message: "answer" in message) for _ in range(most)]
        refused = [message["problem"]["code"] for message in heard if message["what"] == "refused"]
        assert set(refused) == {"too_much"}
        assert {message["answer"] for message in heard} == set(range(most))
        assert len(refused) < most - CONNECTION.burst / 2
    assert ann.look(table)["snapshot"]["state"] == "playing"


def test_one_guest_with_many_sockets_has_one_rate_limit(strict: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = strict.guest()
    table = ann.begin("mist")
    now = time.monotonic()
    monkeypatch.setattr(strict.services.limits, "_clock", lambda: now)  # a stopped clock adds no tokens
    statuses = [ann.send("POST", f"/api/tables/{table}/commands", {"do": "say", "phrase": "nice"}) for _ in range(260)]
    assert {answer.status_code for answer in statuses} == {200, 429}
    assert statuses[-1].json()["code"] == "too_much"
    assert strict.guest("Bob").send("GET", "/api/me").status_code == 200


# ---- Health, metrics, logs


def test_health_needs_the_database(house: House) -> None:
    told = house.stranger().ask("GET", "/health")
    assert told["status"] == "ok"
    assert told["database"] == "sqlite"


def test_metrics_count_events(house: House) -> None:
    ann = house.guest()

    def count(name: str) -> float:
        found = re.search(rf"^{re.escape(name)} (\S+)$", ann.send("GET", "/metrics").text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    moves, refused = count("paddock_moves_total"), count('paddock_refused_total{code="stale"}')
    table = ann.begin("mist")
    ann.play(table)
    ann.may_not(table, "play", at=10**6, tokens=["x"])
    assert count("paddock_moves_total") == moves + 1
    assert count('paddock_refused_total{code="stale"}') == refused + 1
    with ann.socket(table) as socket:
        socket.hear("welcome")
        assert count("paddock_sockets") == 1
    assert 'route="/api/tables/{key}"' in ann.send("GET", "/metrics").text


def test_every_log_line_is_json_without_links(house: House) -> None:
    ann = house.guest()
    table = ann.begin("mist")
    ann.send("GET", f"/api/tables/{table}")
    ann.send("GET", f"/{table}")
    ann.send("GET", f"/nowhere/{table}")
    for _ in range(200):  # a line is written just after its response
        told = [json.loads(line) for line in house.logged]
        answered = [line for line in told if line["what"] == "answered"]
        if answered[-1]["route"] == "elsewhere":
            break
        time.sleep(0.05)
    assert {"at", "level", "what"} <= set(told[-1])
    assert {"method", "route", "status", "ms"} <= set(answered[-1])
    assert [line["route"] for line in answered[-3:]] == ["/api/tables/{key}", "/{name}", "elsewhere"]
    assert table not in "\n".join(house.logged)
    assert COOKIE not in "\n".join(house.logged)


def test_a_database_error_contains_no_parameters(tmp_path: Path) -> None:
    engine = open_database(ServerConfig(directory=str(tmp_path)).address)
    assert engine.hide_parameters
    engine.dispose()


def test_the_document_and_the_reference_list_every_route(house: House) -> None:
    document = house.stranger().ask("GET", "/api/schema/openapi.json")
    guide = house.stranger().send("GET", "/api").text
    assert len(document["paths"]) > 15
    for path, methods in document["paths"].items():
        assert path in guide
        for operation in methods.values():
            assert operation["summary"]
            assert operation["description"]
            for status, answer in operation["responses"].items():
                if status >= "400":
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorResponse"}
