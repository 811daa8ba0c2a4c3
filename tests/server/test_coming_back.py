"""Reconnecting, rematches, and seats of absent people."""

from collections.abc import Callable, Iterator

import pytest

from paddock.match.verify_dice import seed_commitment
from paddock.server.table import handlers as acting
from server.house import SHORT, SUDDEN, House, Json, Socket

BOT = 2
"""The seat of a bot at tables of three."""


# ---- Reconnecting and rematches


def test_presence_is_sent_to_clients_that_ask(house: House) -> None:
    ann, bob, table = house.two_at("mmm", settings={"spectators": True})
    watch = house.table(table).config.watch
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
        assert program.hear()["what"] == "update", "a client that did not ask got presence"


def test_a_spectator_replays_the_match_afterwards(house: House) -> None:
    ann, bob, table = house.two_at("life", "me", options=SUDDEN, settings={"spectators": True})
    watch, stranger = house.table(table).config.watch, house.stranger()
    assert stranger.refused("GET", f"/api/replays/{watch}") == (409, "not_now")
    while (turn := house.table(table).turn) >= 0:
        (bob if turn == 1 else ann).play(table)
    for path in ("", "/record"):
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


def test_my_tables_show_the_seat_to_move(house: House) -> None:
    ann, bob, table = house.two_at("mmm", options=SHORT, settings={"joint": "roller"})
    [of_ann], [of_bob] = ann.ask("GET", "/api/tables"), bob.ask("GET", "/api/tables")
    assert of_ann["table"] == of_bob["table"] == table
    assert of_ann["names"] == ["Ann", "Bob"]
    assert (of_ann["mine"], of_bob["mine"]) == ([0], [1])
    assert of_ann["my_turn"] != of_bob["my_turn"]


def test_my_tables_can_be_filtered_by_time(house: House) -> None:
    ann, _, table = house.two_at("mmm")
    ann.begin("kuhlorado")
    [alone, among] = ann.ask("GET", "/api/tables")
    assert (alone.get("others", 0), among["others"], among["table"]) == (0, 1, table)
    ann.do(table, "say", phrase="hello")
    newest, *_ = ann.ask("GET", f"/api/tables?since={alone['touched']}")
    assert newest["table"] == table
    assert ann.ask("GET", "/api/tables?since=9e9") == []


def test_a_rematch_rotates_the_seats(house: House) -> None:
    ann, bob, table = house.two_at("life", "greedy", options=SUDDEN, settings={"pace": "instant"})
    assert ann.may_not(table, "rematch") == "not_now"
    with ann.socket(table) as socket:
        snapshot = socket.hear("welcome")["snapshot"]
        while snapshot["state"] == "playing":
            if snapshot["turn"] != BOT:
                (ann, bob)[snapshot["turn"]].play(table)
            snapshot = socket.hear()["snapshot"]
    new = bob.do(table, "rematch")["snapshot"]["rematch"]
    assert ann.do(table, "rematch")["snapshot"]["rematch"] == new
    there = ann.look(new)
    assert there["mine"] == [2]
    assert bob.look(new)["mine"] == [0]
    assert there["snapshot"]["seats"][1]["level"] == "greedy"
    assert ann.seed_all(new)["snapshot"]["state"] == "waiting"
    assert bob.seed_all(new)["snapshot"]["state"] == "playing"


def test_a_socket_goes_over_to_the_rematch(house: House) -> None:
    ann, bob, table = house.two_at("life", "greedy", options=SUDDEN, settings={"pace": "instant", "spectators": True})
    watch = house.table(table).config.watch
    with (
        ann.socket(table, seat=0) as anns,
        bob.socket(table) as bobs,
        house.stranger().socket(f"/api/watch/{watch}/socket") as watching,
    ):
        anns.hear("welcome")
        assert anns.do("go_over", 1)["problem"]["code"] == "not_now"
        snapshot = ann.look(table)["snapshot"]  # the bot may have moved
        while snapshot["state"] == "playing":
            known = snapshot["length"]
            if snapshot["turn"] != BOT:
                (ann, bob)[snapshot["turn"]].play(table)
            snapshot = anns.until(longer_than(known))["snapshot"]
        new = bobs.do("rematch", 1)["snapshot"]["rematch"]
        anns.until(lambda message: message["snapshot"].get("rematch") == new)
        assert anns.do("go_over", 2, seat=0)["problem"]["code"] == "forbidden"  # Bob has it now
        there = anns.do("go_over", 3, seat=2)
        assert (there["what"], there["table"], there["seat"]) == ("welcome", new, 2)
        assert there["dice"] != ann.look(table)["dice"]
        bobs.do("say", 2, phrase="hello")  # at the old table: Ann's socket has left it
        assert bobs.do("go_over", 3)["mine"] == [0]
        assert anns.do("go_over", 4, seat=2)["problem"]["code"] == "not_now"
        assert anns.do("go_over", 3, seat=2)["problem"]["code"] == "repeated"
        match = there["dice"]["match"]
        bobs.do("commit_seed", 4, seat=0, commitment=seed_commitment(match, 1, "bob's"))
        sealed = anns.do("commit_seed", 5, seat=2, commitment=seed_commitment(match, 3, "ann's"))
        assert sealed["lines"][-1]["what"] == "seed_committed"
        assert anns.do("seed", 6, seat=2, seed="ann's")["lines"][-1]["what"] == "seeded"
        begun = bobs.do("seed", 5, seat=0, seed="bob's")["lines"][-1]
        heard = list(lines_until(anns, begun["number"]))
        assert [line["number"] for line in heard] == list(range(heard[0]["number"], begun["number"] + 1))
        assert heard[-1]["what"] == "began"
        watching.hear("welcome")
        watching.say({"do": "go_over", "id": 1})
        told = watching.until(lambda message: message.get("answer") == 1)
        assert told["problem"]["code"] == "stranger"
        assert house.inside(lambda services: len(services.tables._sessions[new].listeners)) == 2
        assert house.inside(lambda services: len(services.tables._sessions[table].listeners)) == 1


def longer_than(known: int) -> Callable[[Json], bool]:
    """Return a predicate: the message shows a match with more events."""
    return lambda message: message["snapshot"]["length"] > known


def lines_until(socket: Socket, last: int) -> Iterator[Json]:
    """Yield lines up to this one."""
    number = 0
    while number < last:
        for line in socket.hear("update")["lines"]:
            number = line["number"]
            yield line


# ---- Absent people


def test_a_bot_plays_for_a_seat_after_a_timeout(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acting, "SHORTEST_CLOCK", 1)
    clock = {"clock": "move", "seconds": 1, "timeout": "bot", "keeper": "uniform", "pace": "instant"}
    ann, bob, table = house.two_at("life", "uniform", settings=clock)
    with bob.socket(table) as socket:
        socket.hear("welcome")
        kept = socket.until(lambda message: any(line["what"] == "kept" for line in message["lines"]))
        seat = next(line["seat"] for line in kept["lines"] if line["what"] == "kept")
        assert kept["snapshot"]["seats"][seat]["kept"] == "uniform"
        moved = socket.until(lambda message: any(line.get("bot") and line["seat"] == seat for line in message["lines"]))
    assert moved["snapshot"]["seats"][seat]["name"] in ("Ann", "Bob")
    owner = (ann, bob)[seat]
    assert (bob, ann)[seat].may_not(table, "take_back", seat=seat) == "forbidden"
    back = owner.do(table, "take_back", seat=seat)
    assert "kept" not in back["snapshot"]["seats"][seat]


def test_a_bot_plays_for_a_person_who_leaves(house: House) -> None:
    _, bob, table = house.two_at("life", "uniform")
    assert bob.do(table, "leave", seat=1)["snapshot"]["seats"][1]["kept"] == "hound"
    assert bob.may_not(table, "leave", seat=1) == "repeated"
    assert "kept" not in bob.do(table, "take_back", seat=1)["snapshot"]["seats"][1]


def test_the_host_gives_seats_to_bots_and_people_at_any_time(house: House) -> None:
    ann, bob, table = house.two_at("mist", "greedy", settings={"pace": "calm"})
    cleo = house.guest("Cleo")
    there = ann.do(table, "invite", seat=1, level="uniform")["snapshot"]["seats"][1]
    assert (there["kind"], there["kept"]) == ("person", "uniform"), "Bob may come back"
    assert ann.do(table, "free", seat=1)["snapshot"]["seats"][1]["kind"] == "free"
    assert bob.look(table)["may_return"] == [1]
    code = ann.look(table)["code"]
    there = cleo.do(cleo.ask("GET", f"/api/codes/{code}")["table"], "sit")
    assert there["mine"] == [1]
    assert there["snapshot"]["seats"][1]["name"] == "Cleo"


def test_changing_seats_shows_no_second_hand(house: House) -> None:
    ann, _, table = house.two_at("life", "uniform", settings={"pace": "calm"})
    ann.do(table, "free", seat=2)
    assert ann.may_not(table, "sit", seat=2) == "forbidden"
    ann.do(table, "free", seat=0)
    assert ann.may_not(table, "sit", seat=2) == "forbidden"
    assert ann.do(table, "sit", seat=0)["mine"] == [0]
