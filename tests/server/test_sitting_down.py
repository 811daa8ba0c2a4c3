"""What people can do: sit down, leave and come back, take a decision back, play with bots, look at it again."""

from collections.abc import Iterator

import pytest

from server.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


def test_a_guest_is_known_by_a_name(house: House) -> None:
    stranger = house.stranger()
    assert stranger.refused("GET", "/api/me") == (401, "stranger")
    ann = house.guest("Ann")
    assert ann.ask("GET", "/api/me") == {"name": "Ann"}
    ann.ask("PUT", "/api/me", {"name": "Anna"})
    assert ann.ask("GET", "/api/me") == {"name": "Anna"}


@pytest.mark.parametrize("game", ["mist", "life", "mmm", "kuhlorado"])
def test_a_table_for_one_device_plays(house: House, game: str) -> None:
    ann = house.guest()
    table = ann.begin(game)
    with ann.socket(table) as socket:
        welcome = socket.hear("welcome")
        for number in range(5):
            standing = ann.look(table)["standing"]
            answer = socket.do("play", number, at=standing["length"], tokens=standing["legal"][:1])
            assert answer["what"] in ("update", "welcome")
            assert answer["lines"][0]["seat"] == standing["turn"]
    assert welcome["standing"]["state"] == "playing"
