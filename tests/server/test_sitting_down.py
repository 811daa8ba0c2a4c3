"""Filling a table: guests, codes, links, seeds, shared devices and shared screens."""

import io
import re
from urllib.parse import quote

import pytest
import segno

from paddock.client import Client, Refused
from paddock.games import GAMES
from paddock.games.kuhlorado.sheet import generate
from paddock.games.mmm.board import resolve
from paddock.match.verify_dice import seed_commitment
from server.house import SHORT, House, Json

# ---- Taking seats


def test_a_guest_is_known_by_a_name(house: House) -> None:
    assert house.stranger().refused("GET", "/api/me") == (401, "stranger")
    ann = house.guest("Ann")
    assert ann.ask("GET", "/api/me") == {"name": "Ann"}
    ann.ask("PUT", "/api/me", {"name": "Anna"})
    assert ann.ask("GET", "/api/me") == {"name": "Anna"}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_on_one_device(house: House, game: str) -> None:
    ann = house.guest()
    table = ann.begin(game)
    with ann.socket(table, tell=True) as socket:
        snapshot = socket.hear("welcome")["snapshot"]
        for number in range(8):
            answer = socket.do("play", number, at=snapshot["length"], tokens=snapshot["legal"][:1])
            assert answer["lines"][0]["seat"] == snapshot["turn"]
            assert answer["lines"][0]["events"][0] == snapshot["legal"][0]
            snapshot = answer["snapshot"]
    assert ann.look(table)["snapshot"] == snapshot


def test_a_code_leads_to_a_table_while_seats_are_free(house: House) -> None:
    ann, bob, cleo = (house.guest(name) for name in ("Ann", "Bob", "Cleo"))
    made = ann.lay("mist", "me", "person", "hound")
    assert re.fullmatch(r"[A-HJKMNP-Z2-9]{6}", made["code"])
    assert made["link"] == f"{house.url}/table/{made['table']}"
    typed = f"{made['code'][:3].lower()}-{made['code'][3:]}"
    shown = bob.ask("GET", f"/api/codes/{typed}")
    assert bob.ask("GET", f"/api/codes/%20{typed.replace('-', '%20')}") == shown
    assert shown == {"table": made["table"], "game": "mist", "title": "So ein Mist", "host": "Ann", "free": [1]}
    there = bob.do(shown["table"], "sit")
    assert there["mine"] == [1]
    assert [seat["name"] for seat in there["snapshot"]["seats"]][:2] == ["Ann", "Bob"]
    assert cleo.refused("GET", f"/api/codes/{made['code']}") == (404, "missing")
    assert cleo.refused("GET", f"/api/tables/{made['table']}") == (403, "forbidden")
    bob.do(made["table"], "leave", seat=1)
    assert bob.ask("GET", f"/api/codes/{ann.look(made['table'])['code']}")["free"] == [1]


def test_a_qr_code_uses_the_address_of_its_request(house: House) -> None:
    """A service on all addresses does not know by which of them its guests reach it."""
    ann = house.guest()
    table = ann.lay("mist")["table"]
    picture = ann.send("GET", f"/api/tables/{table}/qr.svg", headers={"host": "kitchen.local:4747"})
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.content == drawn(f"http://kitchen.local:4747/table/{table}")


@pytest.mark.parametrize("host", ["127.0.0.1:4747", "0.0.0.0:4747", "localhost:4747", "[::1]:4747", "a" * 4000])
def test_no_qr_code_leads_to_an_address_that_phones_cannot_use(house: House, host: str) -> None:
    ann = house.guest()
    table = ann.lay("mist")["table"]
    answer = ann.send("GET", f"/api/tables/{table}/qr.svg", headers={"host": host})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")


def drawn(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=8, border=2)
    return picture.getvalue()


def test_the_match_begins_when_every_seat_is_taken_and_seeded(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    made = ann.lay("kuhlorado", "me", "person")
    assert ann.seed_all(made["table"])["snapshot"]["state"] == "waiting"
    assert ann.may_not(made["table"], "begin") == "not_now"
    there = bob.do(made["table"], "sit")
    assert there["snapshot"]["view"] is None
    seals = [seed_commitment(there["dice"]["match"], 1, "seed 0"), None]
    assert there["dice"] == {
        "match": there["dice"]["match"],
        "commitment": made["commitment"],
        "version": 2,
        "seed_commitments": seals,
    }
    begun = ann.do(made["table"], "begin")
    assert begun["snapshot"]["state"] == "playing"
    assert begun["dice"]["commitment"] == made["commitment"]
    assert begun["dice"]["seeds"] == ["", ""], "Ann committed, but waited for Bob with her seed"
    assert bob.may_not(made["table"], "seed", seat=1, seed="too late") == "not_now"


def test_a_second_person_of_the_same_name_gets_a_number(house: House) -> None:
    ann, other = house.guest("Ann"), house.guest("Ann")
    table = ann.lay("mist", "me", "me", "person")["table"]
    other.do(table, "sit")
    assert [seat["name"] for seat in ann.look(table)["snapshot"]["seats"]] == ["Ann", "Ann 2", "Ann 3"]


def test_bots_find_free_names_among_people_with_bot_names(house: House) -> None:
    frida = house.guest("Frida")
    seats: list[Json] = [{"who": "me", "name": name} for name in ("Alma", "Bruno", "Cleo", "Dora", "Emil")]
    table = frida.ask("POST", "/api/tables", {"game": "mist", "seats": [*seats, {"who": "bot"}]})["table"]
    names = [seat["name"] for seat in frida.look(table)["snapshot"]["seats"]]
    assert len(set(names)) == 6


def test_a_drawn_board_is_checked_before_a_match(house: House) -> None:
    anybody = house.stranger()

    def look(game: str, rows: str) -> Json:
        return anybody.ask("GET", f"/api/games/{game}/drawing?rows={quote(rows)}")

    assert look("mmm", SHORT["board"]) == {"option": "board", "board": SHORT["board"], "flaws": []}
    assert look("mmm", " b b / f . ")["board"] == "bb/f."
    assert look("mmm", "easy")["board"] == resolve("easy")
    assert look("kuhlorado", "random:7")["board"] == "/".join(generate(7))
    assert look("kuhlorado", "123/o45/ccc") == {
        "option": "sheet",
        "board": None,
        "flaws": [
            {
                "key": "border",
                "message": "The trough cell at a2 lies on the border: troughs are only possible inside.",
                "squares": ["a2"],
                "params": {},
            }
        ],
    }
    assert [(flaw["key"], flaw["squares"], flaw["params"]) for flaw in look("mmm", "zz/bb\n/b")["flaws"]] == [
        ("uneven", [], {"row": 3, "n": 1, "first": 2}),
        ("unknown_letter", ["a1", "b1"], {"letter": "z"}),
    ]
    for name in ("elsewhere", "easy.toml"):
        answer = look("mmm", name)
        assert answer["board"] is None
        assert [(flaw["key"], flaw["params"]) for flaw in answer["flaws"]] == [("unknown_board", {"text": name})]
    for name in ("boards/easy.toml", __file__):
        answer = look("mmm", name)
        assert (answer["board"], bool(answer["flaws"])) == (None, True)
    assert anybody.refused("GET", "/api/games/mist/drawing?rows=bb/ff") == (404, "missing")
    assert anybody.refused("GET", "/api/games/chess/drawing?rows=bb/ff") == (422, "bad_option")


def test_options_list_their_limits_as_data(house: House) -> None:
    games = {game["id"]: game for game in house.stranger().ask("GET", "/api/games")["games"]}

    def limits(game: str, name: str) -> Json:
        option: Json = next(option for option in games[game]["options"] if option["name"] == name)
        return {key: option[key] for key in option if key not in ("name", "kind", "default", "meaning", "accepts")}

    assert limits("mist", "doubling") == {}
    assert limits("mist", "dice") == {"low": 1, "high": 7}
    sizes = {"low": 1, "high": 64, "shortest": 1, "longest": 8, "ascending": True}
    assert limits("kuhlorado", "area_sizes") == sizes
    assert limits("life", "declare") == {"choices": ["automatic", "optional"]}
    assert limits("kuhlorado", "sheet") == {"choices": [str(number) for number in range(1, 21)]}


@pytest.mark.parametrize(
    ("players", "options", "code", "field", "params"),
    [
        (3, {"dice": 8}, "bad_value", "dice", {"low": 1, "high": 7}),
        (3, {"dise": 1}, "unknown_option", "dise", None),
        (7, {}, "bad_players", "players", {"low": 3, "high": 6, "n": 7}),
        (
            3,
            {"another_round": True, "starting": [1, 2, 3, 4]},
            "few_starting_cards",
            "starting",
            {"players": 3, "least": 6},
        ),
    ],
)
def test_an_error_names_the_field_and_its_parameters(
    house: House, players: int, options: Json, code: str, field: str, params: Json | None
) -> None:
    seats = [{"who": "me"}] * players
    client = Client(house.url)
    client.introduce("Ann")
    with pytest.raises(Refused) as refusal:
        client.lay("mist", seats, options=options)
    error = refusal.value
    assert (error.code, error.field) == (code, field)
    assert params is None or error.params == params
    assert str(error)[0].isupper()


def test_a_malformed_request_names_the_field(house: House) -> None:
    answer = house.guest().send("POST", "/api/tables", {"game": "mist", "seats": "many"}).json()
    assert (answer["code"], answer["field"]) == ("bad_request", "seats")


# ---- Shared devices and shared screens


def test_on_a_shared_device_the_view_follows_the_turn(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life")
    with ann.socket(table) as socket:
        welcome = socket.hear("welcome")
        seen = set()
        for number in range(30):
            snapshot = ann.look(table)["snapshot"]
            seen.add(snapshot["turn"])
            assert snapshot["view"]["seat"] == snapshot["turn"]
            answer = socket.do("play", number, at=snapshot["length"], tokens=snapshot["legal"][:1])
            assert answer["snapshot"]["view"]["seat"] == answer["snapshot"]["turn"]
    assert welcome["mine"] == [0, 1, 2]
    assert seen == {0, 1, 2}
    assert ann.look(table, seat=1)["snapshot"]["view"]["seat"] == 1


def test_a_shared_screen_shows_public_facts(house: House) -> None:
    ann, _, table = house.two_at("life", "uniform")
    with ann.socket(table, board=True) as board, ann.socket(table) as phone:
        shown, own = board.hear("welcome"), phone.hear("welcome")
        assert own["snapshot"]["view"]["hand"] is not None
        assert shown["seat"] is None
        assert shown["snapshot"]["view"]["hand"] is None
        assert not [
            event
            for line in shown["lines"]
            for event in line.get("events", [])
            if "hand" in event[:4] and "?" not in event
        ]


def test_spectators_come_by_their_own_link_and_the_host_can_send_them_away(house: House) -> None:
    ann, watcher = house.guest(), house.stranger()
    made = ann.lay("mist", settings={"spectators": True})
    ann.seed_all(made["table"])
    path = f"/api/watch/{made['watch'].rpartition('/')[2]}"
    assert watcher.ask("GET", path)["table"] is None
    with watcher.socket(f"{path}/socket") as socket:
        assert socket.hear("welcome")["mine"] == []
        ann.play(made["table"])
        assert socket.hear("update")["lines"]
        assert socket.do("play", 1, at=0, tokens=["x"])["problem"]["code"] == "stranger"
        ann.do(made["table"], "change", settings={"spectators": False})
        assert socket.until(lambda message: message["what"] == "refused")["problem"]["code"] == "forbidden"
    assert watcher.refused("GET", path) == (403, "forbidden")
