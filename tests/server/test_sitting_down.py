"""What people can do: sit down, leave and come back, take a decision back, play with bots, look at it again."""

import asyncio
import contextlib
import io
import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote

import pytest
import segno

from paddock.client import Client, Seat
from paddock.games import ROOMS
from paddock.games.kuhlorado.sheet import generate
from paddock.games.mmm.board import resolve
from paddock.match.record import decode
from paddock.match.replay import check_file
from paddock.server import acting, store
from server.house import House, Json, Socket, Visitor

SHORT = {"board": "bbf/huf/haa"}
SUDDEN = {"turn_limit": 1, "lives": 1}
"""Options with which a match is over in no time."""
BOT = 2
"""The seat of a bot at tables of three."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


def played_out(visitor: Visitor, table: str) -> Json:
    """Decide for everybody until the match is over."""
    there = visitor.look(table)
    while there["standing"]["state"] == "playing":
        there = visitor.play(table)
    assert there["standing"]["state"] == "over"
    return there


def two_at(house: House, game: str, *more: str, **wish: Json) -> tuple[Visitor, Visitor, str]:
    """Ann, who is the host, and Bob at a table whose match has begun."""
    ann, bob = house.guest("Ann"), house.guest("Bob")
    table = ann.lay(game, "me", "person", *more, **wish)["table"]
    bob.do(table, "sit", seat=1)
    ann.seed_all(table)
    assert bob.seed_all(table)["standing"]["state"] == "playing"
    return ann, bob, table


# ---- Sitting down


def test_a_guest_is_known_by_a_name(house: House) -> None:
    assert house.stranger().refused("GET", "/api/me") == (401, "stranger")
    ann = house.guest("Ann")
    assert ann.ask("GET", "/api/me") == {"name": "Ann"}
    ann.ask("PUT", "/api/me", {"name": "Anna"})
    assert ann.ask("GET", "/api/me") == {"name": "Anna"}


@pytest.mark.parametrize("game", ROOMS)
def test_every_game_is_played_on_one_device(house: House, game: str) -> None:
    ann = house.guest()
    table = ann.begin(game)
    with ann.socket(table, tell=True) as socket:
        standing = socket.hear("welcome")["standing"]
        for number in range(8):
            answer = socket.do("play", number, at=standing["length"], tokens=standing["legal"][:1])
            assert answer["lines"][0]["seat"] == standing["turn"]
            assert answer["lines"][0]["events"][0] == standing["legal"][0]
            standing = answer["standing"]
    assert ann.look(table)["standing"] == standing


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
    assert [seat["name"] for seat in there["standing"]["seats"]][:2] == ["Ann", "Bob"]
    assert cleo.refused("GET", f"/api/codes/{made['code']}") == (404, "missing")
    assert cleo.refused("GET", f"/api/tables/{made['table']}") == (403, "forbidden")
    bob.do(made["table"], "leave", seat=1)
    assert bob.ask("GET", f"/api/codes/{ann.look(made['table'])['code']}")["free"] == [1]


def test_the_link_as_a_qr_code(house: House) -> None:
    ann = house.guest()
    table = ann.lay("mist")["table"]
    picture = ann.send("GET", f"/api/tables/{table}/qr.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.content == drawn(f"{house.url}/table/{table}")


def test_a_phone_is_led_where_the_one_who_shows_the_code_came_from(house: House) -> None:
    """A service for the household listens at all addresses, and does not know by which of them it is reached."""
    ann = house.guest()
    table = ann.lay("mist")["table"]
    kitchen = {"host": "kitchen.local:4747"}
    assert ann.send("GET", f"/api/tables/{table}/qr.svg", headers=kitchen).content == drawn(
        f"http://kitchen.local:4747/table/{table}"
    )
    nowhere = {"host": "a" * 4000}
    assert ann.send("GET", f"/api/tables/{table}/qr.svg", headers=nowhere).content == drawn(
        f"{house.url}/table/{table}"
    )


def drawn(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=8, border=2)
    return picture.getvalue()


def test_the_match_begins_when_everybody_has_sat_down_and_seeded(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    made = ann.lay("kuhlorado", "me", "person")
    assert ann.seed_all(made["table"])["standing"]["state"] == "waiting"
    assert ann.may_not(made["table"], "begin") == "not_now"
    there = bob.do(made["table"], "sit")
    assert there["standing"]["view"] is None
    assert there["dice"] == {"match": there["dice"]["match"], "commitment": made["commitment"]}
    begun = ann.do(made["table"], "begin")
    assert begun["standing"]["state"] == "playing"
    assert begun["dice"]["commitment"] == made["commitment"]
    assert begun["dice"]["seeds"][0] == "seed 0"
    assert len(begun["dice"]["seeds"]) == 2
    assert bob.may_not(made["table"], "seed", seat=1, seed="too late") == "not_now"


def test_somebody_of_the_same_name_gets_a_number(house: House) -> None:
    ann, other = house.guest("Ann"), house.guest("Ann")
    table = ann.lay("mist", "me", "me", "person")["table"]
    other.do(table, "sit")
    assert [seat["name"] for seat in ann.look(table)["standing"]["seats"]] == ["Ann", "Ann 2", "Ann 3"]


def test_bots_find_names_where_everybody_is_called_like_one(house: House) -> None:
    frida = house.guest("Frida")
    seats: list[Json] = [{"who": "me", "name": name} for name in ("Alma", "Bruno", "Cleo", "Dora", "Emil")]
    table = frida.ask("POST", "/api/tables", {"game": "mist", "seats": [*seats, {"who": "bot"}]})["table"]
    names = [seat["name"] for seat in frida.look(table)["standing"]["seats"]]
    assert len(set(names)) == 6


# ---- Several people on one device, and a screen for all


def test_on_one_device_the_view_follows_whose_turn_it_is(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life")
    with ann.socket(table) as socket:
        welcome = socket.hear("welcome")
        seen = set()
        for number in range(30):
            standing = ann.look(table)["standing"]
            seen.add(standing["turn"])
            assert standing["view"]["seat"] == standing["turn"]
            answer = socket.do("play", number, at=standing["length"], tokens=standing["legal"][:1])
            assert answer["standing"]["view"]["seat"] == answer["standing"]["turn"]
    assert welcome["mine"] == [0, 1, 2]
    assert seen == {0, 1, 2}
    assert ann.look(table, seat=1)["standing"]["view"]["seat"] == 1


def test_a_screen_in_the_middle_shows_what_everybody_may_see(house: House) -> None:
    ann, _, table = two_at(house, "life", "uniform")
    with ann.socket(table, board=True) as board, ann.socket(table) as phone:
        shown, own = board.hear("welcome"), phone.hear("welcome")
        assert own["standing"]["view"]["hand"] is not None
        assert shown["seat"] is None
        assert shown["standing"]["view"]["hand"] is None
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


# ---- Coming back, and the next round


def test_who_has_the_table_open_is_told_to_those_who_ask(house: House) -> None:
    ann, bob, table = two_at(house, "mmm", settings={"spectators": True})
    watch = house.table(table).deed.watch
    with ann.socket(table, company=True) as hers, ann.socket(table) as program:
        hers.hear("welcome")
        program.hear("welcome")
        assert hers.hear("company")["here"] == [0]
        with bob.socket(table) as his, house.stranger().socket(f"/api/watch/{watch}/socket", company=True) as theirs:
            his.hear("welcome")
            assert hers.until(lambda message: message["here"] == [0, 1])["what"] == "company"
            theirs.hear("welcome")
            assert theirs.hear("company")["here"] == [0, 1]
        assert hers.until(lambda message: message["here"] == [0])["what"] == "company"
        bob.do(table, "say", phrase="hello")
        assert program.hear()["what"] == "update", "who did not ask is told nothing of it"


def test_who_watched_looks_at_the_match_afterwards_too(house: House) -> None:
    ann, bob, table = two_at(house, "life", "me", options=SUDDEN, settings={"spectators": True})
    watch, stranger = house.table(table).deed.watch, house.stranger()
    assert stranger.refused("GET", f"/api/replays/{watch}") == (409, "not_now")
    while (turn := house.table(table).turn) >= 0:
        (bob if turn == 1 else ann).play(table)
    for path in ("", "/proof"):
        assert stranger.ask("GET", f"/api/replays/{watch}{path}") == ann.ask("GET", f"/api/replays/{table}{path}")
    ann.do(table, "change", settings={})
    assert stranger.refused("GET", f"/api/replays/{watch}") == (403, "forbidden")
    assert stranger.ask("GET", f"/api/replays/{table}")["length"] > 0


def test_a_resume_link_opens_the_seats_on_another_device(house: House) -> None:
    ann, phone = house.guest("Ann"), house.stranger()
    table = ann.begin("mist")
    link = ann.ask("POST", "/api/me/resume")
    assert link["link"] == f"{house.url}/resume/{link['key']}"
    assert phone.ask("POST", "/api/resume", {"key": link["key"]}) == {"name": "Ann"}
    assert phone.look(table)["mine"] == [0, 1, 2]
    assert phone.refused("POST", "/api/resume", {"key": "nobody's"}) == (404, "missing")


def test_my_tables_tell_whose_turn_it_is(house: House) -> None:
    ann, bob, table = two_at(house, "mmm", options=SHORT, settings={"joint": "roller"})
    [of_ann], [of_bob] = ann.ask("GET", "/api/tables"), bob.ask("GET", "/api/tables")
    assert of_ann["table"] == of_bob["table"] == table
    assert of_ann["names"] == ["Ann", "Bob"]
    assert (of_ann["mine"], of_bob["mine"]) == ([0], [1])
    assert of_ann["my_turn"] != of_bob["my_turn"]


def test_my_tables_can_be_asked_for_by_what_is_new(house: House) -> None:
    ann, _, table = two_at(house, "mmm")
    ann.begin("kuhlorado")
    [alone, among] = ann.ask("GET", "/api/tables")
    assert (alone.get("others", 0), among["others"], among["table"]) == (0, 1, table)
    ann.do(table, "say", phrase="hello")
    newest, *_ = ann.ask("GET", f"/api/tables?since={alone['touched']}")
    assert newest["table"] == table
    assert ann.ask("GET", "/api/tables?since=9e9") == []


def test_another_round_with_the_seats_rotated(house: House) -> None:
    ann, bob, table = two_at(house, "life", "greedy", options=SUDDEN, settings={"pace": "instant"})
    assert ann.may_not(table, "rematch") == "not_now"
    with ann.socket(table) as socket:
        standing = socket.hear("welcome")["standing"]
        while standing["state"] == "playing":
            if standing["turn"] != BOT:
                (ann, bob)[standing["turn"]].play(table)
            standing = socket.hear()["standing"]
    new = bob.do(table, "rematch")["standing"]["rematch"]
    assert ann.do(table, "rematch")["standing"]["rematch"] == new
    there = ann.look(new)
    assert there["mine"] == [2]
    assert bob.look(new)["mine"] == [0]
    assert there["standing"]["seats"][1]["level"] == "greedy"
    assert ann.seed_all(new)["standing"]["state"] == "waiting"
    assert bob.seed_all(new)["standing"]["state"] == "playing"


def test_a_socket_goes_over_to_the_rematch(house: House) -> None:
    ann, bob, table = two_at(house, "life", "greedy", options=SUDDEN, settings={"pace": "instant", "spectators": True})
    watch = house.table(table).deed.watch
    with (
        ann.socket(table, seat=0) as anns,
        bob.socket(table) as bobs,
        house.stranger().socket(f"/api/watch/{watch}/socket") as watching,
    ):
        anns.hear("welcome")
        assert anns.do("go_over", 1)["problem"]["code"] == "not_now"
        standing = ann.look(table)["standing"]  # the bot may have moved meanwhile
        while standing["state"] == "playing":
            known = standing["length"]
            if standing["turn"] != BOT:
                (ann, bob)[standing["turn"]].play(table)
            standing = anns.until(longer_than(known))["standing"]
        new = bobs.do("rematch", 1)["standing"]["rematch"]
        anns.until(lambda message: message["standing"].get("rematch") == new)
        assert anns.do("go_over", 2, seat=0)["problem"]["code"] == "forbidden"  # it is Bob's now
        there = anns.do("go_over", 3, seat=2)
        assert (there["what"], there["table"], there["seat"]) == ("welcome", new, 2)
        assert there["dice"] != ann.look(table)["dice"]
        bobs.do("say", 2, phrase="hello")  # at the old table, where Ann hears nothing any more
        assert bobs.do("go_over", 3)["mine"] == [0]
        assert anns.do("go_over", 4, seat=2)["problem"]["code"] == "not_now"
        assert anns.do("go_over", 3, seat=2)["problem"]["code"] == "repeated"
        assert anns.do("seed", 5, seat=2, seed="ann's")["lines"][-1]["what"] == "seeded"
        begun = bobs.do("seed", 4, seat=0, seed="bob's")["lines"][-1]
        heard = list(lines_until(anns, begun["number"]))
        assert [line["number"] for line in heard] == list(range(heard[0]["number"], begun["number"] + 1))
        assert heard[-1]["what"] == "began"
        watching.hear("welcome")
        watching.say({"do": "go_over", "id": 1})
        told = watching.until(lambda message: message.get("answer") == 1)
        assert told["problem"]["code"] == "stranger"
        assert house.inside(lambda hub: len(hub.tables._live[new].listeners)) == 2
        assert house.inside(lambda hub: len(hub.tables._live[table].listeners)) == 1


def longer_than(known: int) -> Callable[[Json], bool]:
    """Whether a message tells of a match that has gone on since."""
    return lambda message: message["standing"]["length"] > known


def lines_until(socket: Socket, last: int) -> Iterator[Json]:
    """The lines that come, up to this one."""
    number = 0
    while number < last:
        for line in socket.hear("update")["lines"]:
            number = line["number"]
            yield line


# ---- Nobody waits for ever


def test_a_bot_keeps_the_seat_when_the_clock_has_run_down(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acting, "SHORTEST_CLOCK", 1)
    clock = {"clock": "move", "seconds": 1, "timeout": "bot", "keeper": "uniform", "pace": "instant"}
    ann, bob, table = two_at(house, "life", "uniform", settings=clock)
    with bob.socket(table) as socket:
        socket.hear("welcome")
        kept = socket.until(lambda message: any(line["what"] == "kept" for line in message["lines"]))
        seat = next(line["seat"] for line in kept["lines"] if line["what"] == "kept")
        assert kept["standing"]["seats"][seat]["kept"] == "uniform"
        moved = socket.until(lambda message: any(line.get("bot") and line["seat"] == seat for line in message["lines"]))
    assert moved["standing"]["seats"][seat]["name"] in ("Ann", "Bob")
    owner = (ann, bob)[seat]
    assert (bob, ann)[seat].may_not(table, "take_back", seat=seat) == "forbidden"
    back = owner.do(table, "take_back", seat=seat)
    assert "kept" not in back["standing"]["seats"][seat]


def test_who_stands_up_in_a_match_is_kept_by_a_bot(house: House) -> None:
    _, bob, table = two_at(house, "life", "uniform")
    assert bob.do(table, "leave", seat=1)["standing"]["seats"][1]["kept"] == "hound"
    assert bob.may_not(table, "leave", seat=1) == "repeated"
    assert "kept" not in bob.do(table, "take_back", seat=1)["standing"]["seats"][1]


def test_the_host_gives_seats_to_bots_and_people_at_any_time(house: House) -> None:
    ann, bob, table = two_at(house, "mist", "greedy", settings={"pace": "calm"})
    cleo = house.guest("Cleo")
    there = ann.do(table, "invite", seat=1, level="uniform")
    assert there["standing"]["seats"][1]["kind"] == "bot"
    assert bob.refused("GET", f"/api/tables/{table}") == (403, "forbidden")
    assert ann.do(table, "free", seat=1)["standing"]["seats"][1]["kind"] == "free"
    code = ann.look(table)["code"]
    there = cleo.do(cleo.ask("GET", f"/api/codes/{code}")["table"], "sit")
    assert there["mine"] == [1]
    assert there["standing"]["seats"][1]["name"] == "Cleo"


def test_nobody_gets_to_see_a_second_hand_by_changing_seats(house: House) -> None:
    ann, bob, table = two_at(house, "life", "uniform", settings={"pace": "calm"})
    ann.do(table, "free", seat=1)
    assert ann.may_not(table, "sit", seat=1) == "forbidden"
    ann.do(table, "free", seat=0)
    assert ann.may_not(table, "sit", seat=1) == "forbidden"
    assert ann.do(table, "sit", seat=0)["mine"] == [0]
    assert bob.do(table, "sit", seat=1)["mine"] == [1]


# ---- Taking a decision back


def test_what_revealed_nothing_can_be_taken_back(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life")
    before = ann.look(table)["standing"]
    after = ann.play(table)["standing"]
    assert after["may_undo"] == before["turn"]
    back = ann.do(table, "undo", at=after["length"])["standing"]
    assert (back["length"], back["legal"], back["view"]) == (before["length"], before["legal"], before["view"])
    assert ann.may_not(table, "undo", at=after["length"]) == "stale"


def test_what_was_taken_back_is_still_told(house: House) -> None:
    ann = house.guest()
    table = ann.begin("mist")
    after = ann.play(table)["standing"]
    first = ann.look(table, tell=True)["lines"]
    ann.do(table, "undo", at=after["length"])
    ann.play(table)
    again = ann.look(table, tell=True)["lines"]
    assert again[: len(first)] == first
    assert [line["what"] for line in again[len(first) :]] == ["undone", "played"]
    assert again[-1]["told"] == first[-1]["told"], "the dice are promised, so the same decision has the same end"


def test_where_all_are_here_dice_are_taken_back_too(house: House) -> None:
    ann = house.guest()
    table = ann.begin("mmm")
    before = standing = ann.look(table)["standing"]
    while standing["may_undo"] is not None or standing["length"] == before["length"]:
        standing = ann.play(table)["standing"]
    while standing["length"] > before["length"]:
        standing = ann.do(table, "undo", at=standing["length"])["standing"]
    assert standing["view"] == before["view"]
    assert ann.may_not(table, "undo", at=before["length"]) == "not_now"


def test_among_several_people_everybody_is_asked(house: House) -> None:
    ann, bob, table = two_at(house, "mmm")
    before = standing = ann.look(table)["standing"]
    while standing["may_undo"] is not None or standing["length"] == before["length"]:
        standing = ann.play(table)["standing"]
    asked = ann.do(table, "undo", at=standing["length"], seat=0)["standing"]
    assert asked["wish"]["seat"] == 0
    assert asked["length"] == standing["length"]
    assert ann.may_not(table, "answer_undo", yes=True) == "repeated"
    declined = bob.do(table, "answer_undo", yes=False)["standing"]
    assert "wish" not in declined
    ann.do(table, "undo", at=standing["length"], seat=0)
    assert bob.do(table, "answer_undo", yes=True)["standing"]["length"] == asked["wish"]["length"]


# ---- The coach, deciding together, and talking


def test_the_coach_speaks_to_the_one_whose_turn_it_is(house: House) -> None:
    ann, bob, table = two_at(house, "life", "uniform", settings={"pace": "calm"})
    turn = ann.look(table)["standing"]["turn"]
    other = bob if turn == 0 else ann
    told = other.send("GET", f"/api/tables/{table}/coach").json()
    assert told == {"code": "not_now", "message": "The coach speaks to the one whose turn it is."}
    ann.do(table, "change", settings={"pace": "calm", "coach": False})
    assert ann.refused("GET", f"/api/tables/{table}/coach") == (403, "forbidden")


def test_a_team_decides_together_or_by_the_roller(house: House) -> None:
    ann, bob, table = two_at(house, "mmm")
    turn = ann.look(table)["standing"]["turn"]
    other = (bob, ann)[turn]
    standing = other.play(table)["standing"]
    ann.do(table, "change", settings={"joint": "roller"})
    turn = standing["turn"]
    standing = ann.look(table)["standing"]
    play = {"at": standing["length"], "tokens": standing["legal"][:1]}
    assert (bob, ann)[turn].may_not(table, "play", **play) == "not_now"
    (ann, bob)[turn].do(table, "play", **play)


def test_a_drawn_board_is_looked_at_before_anybody_plays_on_it(house: House) -> None:
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
        "flaws": ["The trough cell at a2 lies on the border: troughs are only possible inside."],
    }
    assert [flaw[:33] for flaw in look("mmm", "zz/bb\n/b")["flaws"]] == [
        "Row 3 has 1 square, but row 1 has",
        '"z" at a1 and b1 means nothing: u',
    ]
    for name in ("elsewhere", "boards/easy.toml", __file__, "easy.toml"):
        answer = look("mmm", name)
        assert (answer["board"], bool(answer["flaws"])) == (None, True)
    assert anybody.refused("GET", "/api/games/mist/drawing?rows=bb/ff") == (404, "missing")
    assert anybody.refused("GET", "/api/games/chess/drawing?rows=bb/ff") == (422, "bad_option")


def test_people_talk_by_phrases_and_by_words_where_the_host_allows_them(house: House) -> None:
    ann, bob, table = two_at(house, "mmm")
    phrases = ann.ask("GET", "/api/games")["phrases"]
    assert all({"en", "de"} <= set(words) for words in phrases.values())
    with ann.socket(table) as socket:
        socket.hear("welcome")
        bob.do(table, "say", phrase="hello")
        [said] = socket.hear("update")["lines"]
        assert (said["what"], said["seat"], said["phrase"]) == ("said", 1, "hello")
        assert bob.may_not(table, "say", phrase="boo") == "refused"
        assert bob.may_not(table, "chat", words="hi") == "forbidden"
        ann.do(table, "change", settings={"chat": True})
        bob.do(table, "chat", words="  <b>hi</b>\u202e\n ")
        said = socket.until(lambda message: message["lines"][-1]["what"] == "chatted")["lines"][-1]
        assert said["words"] == "<b>hi</b>"


# ---- After the match


@pytest.fixture(scope="module")
def finished(house: House) -> tuple[Visitor, str]:
    """A finished match with hidden hands."""
    ann = house.guest("Ann")
    table = ann.begin("life", options=SUDDEN)
    played_out(ann, table)
    return ann, table


def test_a_finished_match_is_looked_at_again_from_any_seat(house: House, finished: tuple[Visitor, str]) -> None:
    _, table = finished
    stranger = house.stranger()
    everything = stranger.ask("GET", f"/api/replays/{table}")
    assert [frame["event"] for frame in everything["frames"][1:]] == everything["record"]["events"][:199]
    assert len(everything["frames"][0]["views"]) == 3
    mine = stranger.ask("GET", f"/api/replays/{table}?seat=1")
    hands = [frame["event"] for frame in mine["frames"] if (frame["event"] or "").startswith("hand:")]
    assert {event.endswith("?") for event in hands if event.startswith("hand:2:")} == {False}
    assert {event.endswith("?") for event in hands if not event.startswith("hand:2:")} == {True}
    assert all(frame["views"][0]["seat"] == 1 for frame in mine["frames"])
    some = stranger.ask("GET", f"/api/replays/{table}?first=7&count=2")
    assert some["frames"] == everything["frames"][7:9]


def test_an_unfinished_match_is_not_for_everybody(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life")
    for path in ("", "/record", "/analysis", "/proof"):
        assert ann.refused("GET", f"/api/replays/{table}{path}") == (409, "not_now")


def test_a_record_is_downloaded_checked_and_uploaded(
    house: House, finished: tuple[Visitor, str], tmp_path: Path
) -> None:
    ann, table = finished
    line = ann.send("GET", f"/api/replays/{table}/record")
    assert "attachment" in line.headers["content-disposition"]
    file = tmp_path / "match.jsonl"
    file.write_bytes(line.content)
    [verdict] = check_file(file)
    assert verdict.ok, verdict
    assert decode(line.content.strip()).dice is not None
    made = json.loads(ann.send("POST", "/api/replays", content=line.content).content)
    again = house.stranger().send("GET", f"/api/replays/{made['replay']}/record")
    assert again.content == line.content
    forged = line.content.replace(b'"take:1"', b'"take:2"', 1)
    assert ann.send("POST", "/api/replays", content=forged).status_code == 422


def test_a_match_goes_on_from_any_position(house: House, finished: tuple[Visitor, str]) -> None:
    _, table = finished
    bob = house.guest("Bob")
    made = bob.ask("POST", f"/api/replays/{table}/tables", {"at": 45, "seat": 1, "level": "uniform"})
    there = bob.look(made["table"])
    events = house.stranger().ask("GET", f"/api/replays/{table}")["record"]["events"]
    assert there["standing"]["state"] == "playing"
    assert there["mine"] == [1]
    assert house.table(made["table"]).match.tokens[:45] == events[:45]
    assert there["standing"]["may_undo"] is None or there["standing"]["length"] > 45
    assert bob.refused("POST", f"/api/replays/{table}/tables", {"at": len(events), "seat": 1}) == (422, "bad_option")


def test_a_lesson_is_in_no_list_and_is_cleared_away(house: House, finished: tuple[Visitor, str]) -> None:
    _, table = finished
    bob = house.guest("Bob")
    record = house.stranger().ask("GET", f"/api/replays/{table}")["record"]
    start = {**record, "events": record["events"][:45], "result": None}
    start.pop("dice")
    lesson = bob.ask("POST", "/api/lessons", {"start": start, "seat": 1})["table"]
    assert bob.look(lesson)["mine"] == [1]
    assert house.table(lesson).match.tokens[:45] == start["events"]
    assert bob.ask("GET", "/api/tables") == []
    assert bob.refused("POST", "/api/lessons", {"start": {**start, "events": ["hand:1:cow"]}})[0] == 422
    kept = bob.begin("mmm")

    def clear(before: float) -> int:
        doing = house.hub.writer.do(lambda connection: store.clear_lessons(connection, before))
        return asyncio.run_coroutine_threadsafe(doing, house.loop).result()

    assert clear(time.time() - 3600) == 0, "it can be gone on with for a while"
    assert clear(time.time() + 3600) >= 1
    assert house.hub.reader.deed(lesson) is None
    assert house.hub.reader.deed(kept) is not None


def test_everybody_can_check_the_dice(house: House, finished: tuple[Visitor, str]) -> None:
    ann, table = finished
    shown = ann.ask("GET", f"/api/tables/{table}/dice")
    assert shown["checked"] is True
    assert bytes.fromhex(shown["promise"]["secret"]) == house.table(table).deed.secret
    playing = ann.ask("GET", f"/api/tables/{ann.begin('life')}/dice")
    assert playing["checked"] is None
    assert playing["rolled"] == []
    assert "secret" not in playing["promise"]
    rolling = ann.begin("mist")
    rolled = ann.ask("GET", f"/api/tables/{rolling}/dice")["rolled"]
    assert sum(one["came"] for one in rolled) == pytest.approx(sum(one["expected"] for one in rolled), abs=0.01)


# ---- Bring your own bot


def test_a_program_takes_a_seat_in_ten_lines(house: House) -> None:
    ann = house.guest("Ann")
    code = ann.lay("mmm", "person", options=SHORT)["code"]
    token = ann.ask("POST", "/api/me/tokens", {"label": "my robot"})["token"]
    client = Client(house.url, token=token)
    with client.sit(code, name="Robo") as seat:
        for turn in seat.turns():
            turn.play(turn.legal[0])
    assert seat.standing["state"] == "over"
    assert seat.lines == ann.look(seat.table)["lines"]
    [known] = ann.ask("GET", "/api/me/tokens")
    assert known["label"] == "my robot"
    assert token not in json.dumps(known)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_program_plays_another_round_on_the_same_socket(house: House, seats: int) -> None:
    """With several seats of one guest it comes back once more, to look through one of them only."""
    ann = house.guest("Ann")
    made = ann.lay("life", *["me"] * seats, *["greedy"] * (3 - seats), options=SUDDEN, settings={"pace": "instant"})
    client = Client(house.url, cookie=ann.cookie)
    played: list[list[Json]] = []
    with contextlib.ExitStack() as stack:
        mine = [stack.enter_context(client.sit(made["table"], seat=seat)) for seat in range(seats)]
        first = [seat._socket for seat in mine]
        for _ in range(3):
            with ThreadPoolExecutor(seats) as players:
                list(players.map(play_on, mine))
            played.append(mine[0].lines)
            assert mine[0].lines == ann.look(mine[0].table, seat=mine[0].seat)["lines"]
            for seat in mine:
                seat.again()
        if seats == 1:
            assert [seat._socket for seat in mine] == first
        assert len({seat.table for seat in mine}) == 1
        assert len({seat.seat for seat in mine}) == seats
    assert len({lines[0]["at"] for lines in played}) == 3, "three tables"


def play_on(seat: Seat) -> None:
    for turn in seat.turns():
        turn.play(turn.legal[0])
