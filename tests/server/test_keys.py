"""Keys: a guest sees all devices, links and tokens, and a key that ends takes along everything that came from it."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from paddock.server.auth.guests import COOKIE
from paddock.server.auth.tokens import Signer, service_secret
from paddock.server.storage.engine import open_database
from server.house import House, Json, Socket, Visitor
from server.postgres import Postgres

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"
PATIENCE = 20.0


def keys_of(visitor: Visitor, kind: str) -> list[Json]:
    return [key for key in visitor.ask("GET", "/api/me/keys") if key["kind"] == kind]


def end(visitor: Visitor, key: Json) -> None:
    visitor.ask("DELETE", f"/api/me/keys/{key['id']}")


def program_of(visitor: Visitor, label: str = "robot") -> Visitor:
    """Return a program with a new token of this guest."""
    token = visitor.ask("POST", "/api/me/tokens", {"label": label})["token"]
    return visitor.house.stranger(Authorization=f"Bearer {token}")


def link_of(visitor: Visitor) -> str:
    key: str = visitor.ask("POST", "/api/me/resume")["key"]
    return key


def device_by(link: str, house: House, **headers: str) -> Visitor:
    """Return a device that used this resume link."""
    device = house.stranger(**headers)
    device.ask("POST", "/api/resume", {"key": link})
    return device


def is_stranger(visitor: Visitor) -> bool:
    return visitor.send("GET", "/api/me").status_code == 401


def is_signed_out(socket: Socket) -> bool:
    """Return whether the socket is told that its key has ended, and then closed."""
    told = socket.until(lambda message: message["what"] == "refused")
    with pytest.raises(ConnectionClosed):
        socket.hear()
    return bool(told["problem"]["code"] == "stranger")


# ---- A token that ends


def test_a_token_takes_along_its_cookie_and_its_link(house: House) -> None:
    ann = house.guest("Ann")
    robot = program_of(ann)
    robot.ask("PUT", "/api/me", {"name": "Ann"})
    browser = house.stranger(Cookie=robot.cookie)
    link = link_of(robot)
    assert not is_stranger(browser)
    [token] = ann.ask("GET", "/api/me/tokens")
    ann.ask("DELETE", f"/api/me/tokens/{token['id']}")
    assert is_stranger(browser)
    assert is_stranger(robot)
    assert house.stranger().refused("POST", "/api/resume", {"key": link}) == (404, "missing")
    assert ann.ask("GET", "/api/me") == {"name": "Ann"}


def test_a_token_takes_along_everything_that_came_from_it_by_detours(house: House) -> None:
    ann = house.guest("Ann")
    robot = program_of(ann)
    device = device_by(link_of(robot), house)
    second = device_by(link_of(device), house)
    helper = program_of(second, "helper")
    third = device_by(link_of(helper), house)
    others = [program_of(ann, "other"), device_by(link_of(ann), house)]
    end(ann, next(key for key in keys_of(ann, "token") if key["label"] == "robot"))
    assert all(is_stranger(visitor) for visitor in (robot, device, second, helper, third))
    assert not any(is_stranger(visitor) for visitor in (ann, *others))
    assert [key["label"] for key in keys_of(ann, "token")] == ["other"]
    assert len(keys_of(ann, "device")) == 2


def test_open_sockets_end_with_the_token_they_came_from(house: House) -> None:
    ann = house.guest("Ann")
    table = ann.begin("mist")
    robot = program_of(ann)
    device = device_by(link_of(robot), house)
    with robot.socket(table) as of_robot, device.socket(table) as of_device, ann.socket(table) as of_ann:
        for socket in (of_robot, of_device, of_ann):
            socket.hear("welcome")
        end(ann, keys_of(ann, "token")[0])
        with suppress(ConnectionClosed):
            of_device.say({"do": "say", "phrase": "hello"})
        assert is_signed_out(of_device)
        assert is_signed_out(of_robot)
        assert of_ann.do("say", 1, phrase="bye")["answer"] == 1
    assert not [entry for _, entry in house.log_of(table) if '"hello"' in entry]


# ---- Devices and links


def test_a_guest_sees_all_devices_links_and_tokens(house: House) -> None:
    before = time.time()
    ann = house.guest("Ann")
    robot = program_of(ann)
    phone = device_by(link_of(robot), house, **{"User-Agent": PHONE})
    phone.ask("PUT", "/api/me", {"name": "Anna"})  # a new name is no new device
    shown = phone.ask("GET", "/api/me/keys")
    [token] = keys_of(ann, "token")
    assert [(key["kind"], key["label"], key.get("current", False), key.get("token")) for key in shown] == [
        ("device", "", False, None),
        ("token", "robot", False, None),
        ("link", "", False, token["id"]),
        ("device", "Firefox, Android", True, token["id"]),
    ]
    assert all(before <= key["created"] <= time.time() for key in shown)
    secrets = [*ann.cookie.split("."), *phone.cookie.split("."), robot.headers["Authorization"].split()[1]]
    assert not [secret for secret in secrets if secret in str(shown)]


def test_a_device_that_ends_is_alone(house: House) -> None:
    """A new phone must be able to end the lost laptop that its link came from."""
    laptop = house.guest("Ann")
    link = link_of(laptop)
    phone = device_by(link, house)
    [lost] = [key for key in keys_of(laptop, "device") if key.get("current")]
    table = laptop.begin("mist")
    with laptop.socket(table) as socket:
        socket.hear("welcome")
        end(phone, lost)
        assert is_signed_out(socket)
    assert is_stranger(laptop)
    assert phone.look(table)["mine"] == [0, 1, 2]
    end(phone, keys_of(phone, "link")[0])
    assert house.stranger().refused("POST", "/api/resume", {"key": link}) == (404, "missing")


def test_keys_of_others_cannot_be_ended(house: House) -> None:
    ann, mallory = house.guest("Ann"), house.guest("Mallory")
    program_of(ann)
    link_of(ann)
    for key in ann.ask("GET", "/api/me/keys"):
        assert mallory.refused("DELETE", f"/api/me/keys/{key['id']}") == (404, "missing")
    assert mallory.refused("DELETE", "/api/me/keys/older") == (404, "missing")
    [device] = keys_of(ann, "device")
    assert ann.refused("DELETE", f"/api/me/tokens/{device['id']}") == (404, "missing")
    assert not is_stranger(ann)


# ---- Cookies of version 0.1


@pytest.fixture
def of_old(tmp_path: Path) -> Iterator[House]:
    """A service whose database has a guest of version 0.1, who has the id `ida`."""
    engine = open_database(f"sqlite:///{tmp_path / 'paddock.db'}")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO guests VALUES ('ida', 'Ida', 5.0, true), ('eva', 'Eva', 5.0, true)"))
    engine.dispose()
    with House(tmp_path) as house:
        yield house


def old_device(house: House, guest: str) -> Visitor:
    cookie = Signer(service_secret(house.config.folder)).sign(guest)
    return house.stranger(Cookie=f"{COOKIE}={cookie}")


def test_a_cookie_of_version_0_1_is_valid_until_it_is_ended(of_old: House) -> None:
    laptop, tablet, other = old_device(of_old, "ida"), old_device(of_old, "ida"), old_device(of_old, "eva")
    assert laptop.ask("GET", "/api/me") == {"name": "Ida"}
    assert laptop.ask("GET", "/api/me/keys") == [
        {"id": "older", "kind": "older", "label": "", "created": 5.0, "current": True}
    ]
    phone = device_by(link_of(laptop), of_old)
    table = tablet.begin("mist")
    with tablet.socket(table) as socket:
        socket.hear("welcome")
        [older] = keys_of(phone, "older")
        end(phone, older)
        assert is_signed_out(socket)
    assert is_stranger(laptop)
    assert is_stranger(tablet)
    assert keys_of(phone, "older") == []
    assert other.ask("GET", "/api/me") == {"name": "Eva"}


def test_a_device_of_version_0_1_becomes_a_device_of_its_own_with_its_next_name(of_old: House) -> None:
    laptop = of_old.stranger()
    laptop.http.cookies.set(COOKIE, Signer(service_secret(of_old.config.folder)).sign("ida"))
    laptop.ask("PUT", "/api/me", {"name": "Ida"})
    renewed = of_old.stranger(Cookie=f"{COOKIE}={laptop.http.cookies.get(COOKIE, domain='127.0.0.1')}")
    assert [key["kind"] for key in renewed.ask("GET", "/api/me/keys") if key.get("current")] == ["device"]
    renewed.ask("DELETE", "/api/me/keys/older")
    assert renewed.ask("GET", "/api/me") == {"name": "Ida"}


def test_new_guests_have_no_cookies_of_version_0_1(house: House) -> None:
    ann = house.guest("Ann")
    guest = house.table(ann.begin("mist")).config.host
    assert is_stranger(old_device(house, guest))


# ---- Several workers


def test_a_key_ends_at_every_worker(tmp_path: Path, postgres: Postgres) -> None:
    address = postgres.new_database()
    with ExitStack() as stack:
        here, there = (stack.enter_context(House(tmp_path, database=address)) for _ in range(2))
        ann = here.guest("Ann")
        table = ann.begin("mist")
        robot = program_of(ann)
        device = device_by(link_of(robot), here)
        elsewhere = there.stranger(Cookie=device.cookie)
        assert not is_stranger(elsewhere)  # the other worker remembers this key now
        with elsewhere.socket(table) as socket:
            socket.hear("welcome")
            end(ann, keys_of(ann, "token")[0])
            assert is_signed_out(socket)
        assert is_stranger(elsewhere)


def test_a_key_that_ended_while_a_worker_heard_nothing_ends_later(tmp_path: Path, postgres: Postgres) -> None:
    """A worker asks for all keys again when its connection to PostgreSQL is back."""
    address = postgres.new_database()
    with House(tmp_path, database=address) as house:
        ann = house.guest("Ann")
        table = ann.begin("mist")
        with ann.socket(table) as socket:
            socket.hear("welcome")
            engine = open_database(address)
            with engine.begin() as connection:  # without any announcement
                connection.execute(text("DELETE FROM keys"))
                connection.execute(
                    text(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE query LIKE 'LISTEN%' AND datname = current_database()"
                    )
                )
            engine.dispose()
            assert is_signed_out(socket)
        assert is_stranger(ann)
