"""Seats during a match: hidden hands, people who were replaced, and consent to new people and to an undo."""

import json
import sqlite3
from pathlib import Path

import msgspec
import pytest

from paddock.client import Client, Refused
from paddock.server.table.snapshot import snapshot
from server.house import House, Json, Visitor

OLD_LOG = Path(__file__).parent / "logs" / "version-0.1-life.json"
CALM = {"pace": "calm"}
MANY = 60
"""More moves than any of these tests needs."""


def three_at(house: House, game: str, *more: str) -> tuple[Visitor, Visitor, Visitor, str]:
    """Return Ann, the host, Ben and Cleo at a table whose match has begun, and the table's key."""
    people = [house.guest(name) for name in ("Ann", "Ben", "Cleo")]
    table = people[0].lay(game, "me", "person", "person", *more, settings=CALM)["table"]
    for seat, visitor in enumerate(people):
        if seat:
            visitor.do(table, "sit", seat=seat)
    for visitor in people:
        there = visitor.seed_all(table)
    assert there["snapshot"]["state"] == "playing"
    return people[0], people[1], people[2], table


def tags(visitor: Visitor, table: str, after: int) -> list[str]:
    return [line["what"] for line in visitor.look(table, after=after)["lines"]]


def past_dice(table: str, *people: Visitor) -> Json:
    """Play until the first person cannot undo a decision without asking. Return the snapshot."""
    there = people[0].look(table)["snapshot"]
    decided = False
    for _ in range(MANY):
        if decided and there["may_undo"] != 0:
            return there
        decided = decided or there["turn"] == 0
        there = people[there["turn"]].play(table)["snapshot"]
    raise AssertionError("no dice fell")


# ---- Hidden hands


def test_the_host_cannot_open_a_hidden_hand_to_a_second_browser(house: House) -> None:
    ann, ben, _, table = three_at(house, "life")
    zoe = house.guest("Zoe")  # Ann's second browser
    assert ann.may_not(table, "free", seat=1) == "not_now"
    assert zoe.may_not(table, "sit", seat=1) == "not_now"
    ann.do(table, "invite", seat=1, level="uniform")
    assert ann.may_not(table, "free", seat=1) == "not_now", "a bot plays for Ben, but the hand is his"
    ann.do(table, "invite", seat=1, level="uniform", for_good=True)
    ann.do(table, "free", seat=1)
    assert zoe.may_not(table, "sit", seat=1) == "forbidden"
    assert ann.may_not(table, "sit", seat=1) == "forbidden"
    assert zoe.look(table)["snapshot"]["view"]["hand"] is None
    asked = ben.do(table, "sit", seat=1)  # he knows this hand: the others decide whether he is back
    assert asked["snapshot"]["seat_request"]["name"] == "Ben"


def test_two_people_cannot_be_outvoted(house: House) -> None:
    """At a table of two people, the host alone is everybody else. The hand's own person counts, too."""
    ann, _, table = house.two_at("life", "uniform", settings=CALM)
    zoe = house.guest("Zoe")
    for how in ({}, {"for_good": True}):
        ann.do(table, "invite", seat=1, level="uniform", **how)
    ann.do(table, "free", seat=1)
    assert zoe.may_not(table, "sit", seat=1) == "forbidden"


def test_a_new_person_takes_a_hidden_hand_with_the_consent_of_all(house: House) -> None:
    ann, ben, cleo, table = three_at(house, "life", "uniform")
    dora = house.guest("Dora")
    ann.do(table, "free", seat=3)
    known = ann.look(table)["snapshot"]["number"]
    asked = dora.do(table, "sit", seat=3)
    assert (asked["mine"], asked["snapshot"]["view"]["hand"]) == ([], None)
    assert asked["snapshot"]["seat_request"] == {"seat": 3, "name": "Dora", "agreed": []}
    assert dora.may_not(table, "sit", seat=3) == "repeated"
    assert house.guest("Emil").may_not(table, "sit", seat=3) == "not_now"
    assert dora.may_not(table, "answer_seat", yes=True) == "forbidden"
    ann.do(table, "answer_seat", yes=True)
    assert ann.may_not(table, "answer_seat", yes=True) == "repeated"
    assert "seat_request" not in ben.do(table, "answer_seat", yes=False)["snapshot"]
    assert cleo.may_not(table, "answer_seat", yes=True) == "not_now"
    assert dora.look(table)["mine"] == []

    dora.do(table, "sit", seat=3)
    for visitor in (ann, ben):
        assert visitor.do(table, "answer_seat", yes=True)["snapshot"]["seats"][3]["kind"] == "free"
    there = cleo.do(table, "answer_seat", yes=True)["snapshot"]
    assert (there["seats"][3]["name"], there.get("seat_request")) == ("Dora", None)
    assert len(dora.look(table)["snapshot"]["view"]["hand"]) > 0
    everything = ["asked_seat", "agreed_seat", "declined_seat", "asked_seat", "agreed_seat", "agreed_seat", "sat"]
    for visitor in (ann, ben, cleo):
        assert tags(visitor, table, known) == everything


def test_a_person_hands_a_hidden_hand_over(house: House) -> None:
    ann, ben, cleo, table = three_at(house, "life")
    dora, hand = house.guest("Dora"), cleo.look(table)["snapshot"]["view"]["hand"]
    assert cleo.do(table, "leave", seat=2)["mine"] == [2]
    cleo.send("POST", f"/api/tables/{table}/commands", {"do": "leave", "seat": 2, "for_good": True})
    assert cleo.refused("GET", f"/api/tables/{table}") == (403, "forbidden")
    line = ann.look(table)["lines"][-1]
    assert (line["what"], line["person"], line["willing"]) == ("given_away", "Cleo", True)
    ann.do(table, "free", seat=2)
    dora.do(table, "sit", seat=2)
    for visitor in (ann, ben):
        visitor.do(table, "answer_seat", yes=True)
    assert dora.look(table)["snapshot"]["view"]["hand"] == hand


def test_a_program_asks_for_a_hidden_hand_and_sits_down_later(house: House) -> None:
    ann = house.guest("Ann")
    table = ann.begin("life", "me", "uniform", "uniform", settings=CALM)
    ann.do(table, "free", seat=2)
    robo = Client(house.url)
    robo.introduce("Robo")
    with pytest.raises(Refused) as refused:
        robo.sit(table)
    assert refused.value.code == "not_now"
    ann.do(table, "answer_seat", yes=True)
    with robo.sit(table) as seat:
        assert seat.seat == 2


def test_a_bot_in_the_seat_ends_the_request(house: House) -> None:
    ann, _, _, table = three_at(house, "life", "uniform")
    ann.do(table, "free", seat=3)
    house.guest("Dora").do(table, "sit", seat=3)
    assert "seat_request" not in ann.do(table, "invite", seat=3, level="uniform")["snapshot"]
    assert ann.may_not(table, "answer_seat", yes=True) == "not_now"


def test_without_hidden_hands_a_new_person_sits_down_at_once_and_all_are_told(house: House) -> None:
    ann, _, cleo, table = three_at(house, "mist")
    known = ann.look(table)["snapshot"]["number"]
    ann.do(table, "free", seat=1)
    assert house.guest("Dora").do(table, "sit")["mine"] == [1]
    removed, sat = cleo.look(table, after=known)["lines"]
    assert (removed["what"], removed["name"]) == ("removed", "Ben")
    assert (sat["what"], sat["name"]) == ("sat", "Dora")


# ---- Getting a seat back


@pytest.mark.parametrize("game", ["life", "mist"])
def test_a_person_takes_their_seat_back_from_the_hosts_bot(house: House, game: str) -> None:
    ann, ben, cleo, table = three_at(house, game)
    view = ben.look(table)["snapshot"]["view"]
    there = ann.do(table, "invite", seat=1, level="uniform")["snapshot"]["seats"][1]
    assert (there["kind"], there["name"], there["kept"]) == ("person", "Ben", "uniform")
    assert ann.may_not(table, "invite", seat=1, level="uniform") == "repeated"
    assert cleo.look(table)["lines"][-1]["what"] == "replaced"
    assert ben.look(table)["mine"] == [1], "he is not locked out"
    assert cleo.may_not(table, "take_back", seat=1) == "forbidden"
    back = ben.do(table, "take_back", seat=1)
    assert (back["mine"], back["snapshot"]["view"]) == ([1], view)
    assert "kept" not in back["snapshot"]["seats"][1]


def test_a_person_takes_a_freed_seat_back_even_from_a_bot(house: House) -> None:
    ann, ben, cleo, table = three_at(house, "mist")
    ann.do(table, "free", seat=1)
    ann.do(table, "invite", seat=1, level="uniform")
    there = ben.look(table)
    assert (there["mine"], there["may_return"]) == ([], [1])
    assert "may_return" not in cleo.look(table)
    assert cleo.may_not(table, "take_back", seat=1) == "forbidden"
    back = ben.do(table, "take_back", seat=1)
    assert (back["mine"], back["snapshot"]["seats"][1]["name"]) == ([1], "Ben")
    assert "may_return" not in back
    ann.do(table, "free", seat=1)
    house.guest("Dora").do(table, "sit", seat=1)
    assert ben.refused("GET", f"/api/tables/{table}") == (403, "forbidden")
    assert ben.may_not(table, "take_back", seat=1) == "forbidden", "another person has the seat now"


def test_a_seat_is_given_away_for_good_in_a_second_step(house: House) -> None:
    ann, ben, _, table = three_at(house, "mist")
    assert ann.may_not(table, "invite", seat=1, level="chick", for_good=True) == "not_now"
    assert ben.may_not(table, "invite", seat=1, level="chick", for_good=True) == "forbidden"
    ann.do(table, "invite", seat=1, level="chick")
    there = ann.do(table, "invite", seat=1, level="chick", for_good=True)
    assert there["snapshot"]["seats"][1]["kind"] == "bot"
    line = ann.look(table)["lines"][-1]
    assert (line["what"], line["person"], line.get("willing", False)) == ("given_away", "Ben", False)
    assert ben.may_not(table, "take_back", seat=1) == "forbidden"
    assert ben.refused("GET", f"/api/tables/{table}") == (403, "forbidden")


def test_a_freed_seat_is_given_to_a_bot_for_good(house: House) -> None:
    ann, ben, _, table = three_at(house, "mist")
    ann.do(table, "free", seat=1)
    ann.do(table, "invite", seat=1, level="chick", for_good=True)
    assert ben.may_not(table, "take_back", seat=1) == "forbidden"
    assert ann.may_not(table, "invite", seat=1, level="chick", for_good=True) == "repeated"


def test_a_seat_is_not_taken_back_after_the_end(house: House) -> None:
    ann, ben, _, table = three_at(house, "mist")
    ann.do(table, "free", seat=1)
    ann.do(table, "close")
    assert ben.may_not(table, "take_back", seat=1) == "not_now"


# ---- Undo


def test_freeing_a_seat_does_not_replace_its_consent(house: House) -> None:
    ann, ben, cleo, table = three_at(house, "mist")
    there = past_dice(table, ann, ben, cleo)
    ann.do(table, "undo", at=there["length"])
    ben.do(table, "answer_undo", yes=False)
    ann.do(table, "free", seat=1)
    asked = ann.do(table, "undo", at=there["length"])["snapshot"]
    assert asked["length"] == there["length"], "undone without Ben"
    cleo.do(table, "answer_undo", yes=True)
    waiting = ann.look(table)["snapshot"]
    assert (waiting["length"], waiting["wish"]["missing"]) == (there["length"], ["Ben"])
    ben.do(table, "take_back", seat=1)
    assert ben.do(table, "answer_undo", yes=True)["snapshot"]["length"] < there["length"]


@pytest.mark.parametrize("game", ["life", "mist"])
def test_a_bot_in_a_persons_seat_does_not_replace_their_consent(house: House, game: str) -> None:
    ann, ben, cleo, table = three_at(house, game)
    there = past_dice(table, ann, ben, cleo)
    ann.do(table, "invite", seat=1, level="uniform")
    asked = ann.do(table, "undo", at=there["length"])["snapshot"]
    assert (asked["length"], asked["wish"]["missing"]) == (there["length"], ["Ben", "Cleo"])


@pytest.mark.parametrize("puppet", [False, True])
def test_nobody_undoes_what_a_removed_person_saw(house: House, puppet: bool) -> None:
    """Another person or a bot for good in Ben's seat has no say about the events before."""
    ann, ben, table = house.two_at("kuhlorado", settings=CALM)
    cleo = house.guest("Cleo")
    past_dice(table, ann, ben)
    while (turn := house.table(table).turn) != 0:
        (ann, ben)[turn].play(table)
    before = ann.look(table)["snapshot"]["length"]
    ann.do(table, "free", seat=1)
    if puppet:
        cleo.do(table, "sit", seat=1)
    else:
        ann.do(table, "invite", seat=1, level="uniform", for_good=True)
    assert ann.may_not(table, "undo", at=before) == "not_now"
    # Events since then need only the people who are here now.
    after = ann.play(table)["snapshot"]
    told = ann.do(table, "undo", at=after["length"])["snapshot"]
    if "wish" in told:
        told = cleo.do(table, "answer_undo", yes=True)["snapshot"]
    assert told["length"] == before


def test_a_new_person_does_not_undo_the_decision_of_the_last_one(house: House) -> None:
    """A decision that revealed nothing is its own person's to take back, not the seat's."""
    ann, ben, table = house.two_at("mmm", settings={"joint": "roller"})
    there = ann.look(table)["snapshot"]
    for _ in range(MANY):
        if there["may_undo"] != 1:
            there = (ann, ben)[there["turn"]].play(table)["snapshot"]
    assert there["may_undo"] == 1
    ann.do(table, "free", seat=1)
    ann.do(table, "sit", seat=1)
    assert ann.may_not(table, "undo", at=there["length"], seat=1) == "not_now"


def test_consent_to_an_undo_does_not_pass_to_the_next_person(house: House) -> None:
    ann, ben, cleo, table = three_at(house, "mist")
    there = past_dice(table, ann, ben, cleo)
    ann.do(table, "undo", at=there["length"])
    ben.do(table, "answer_undo", yes=True)
    ann.do(table, "free", seat=1)
    ben.do(table, "sit", seat=1)
    assert ann.look(table)["snapshot"]["wish"]["agreed"] == [0]


def test_a_person_who_gave_the_seat_up_is_not_asked(house: House) -> None:
    ann, ben, table = house.two_at("kuhlorado", settings=CALM)
    there = past_dice(table, ann, ben)
    ben.send("POST", f"/api/tables/{table}/commands", {"do": "leave", "seat": 1, "for_good": True})
    assert ann.do(table, "undo", at=there["length"])["snapshot"]["length"] < there["length"]


# ---- Old logs


@pytest.fixture
def old(house: House) -> Json:
    """A real table of version 0.1 in the database of the house: it was freed, given to bots, and undone."""
    old: Json = json.loads(OLD_LOG.read_text(encoding="utf-8"))
    old["table"]["secret"] = bytes.fromhex(old["table"]["secret"])
    guests = {json.loads(row["entry"]).get("guest") for row in old["log"]} - {None}
    house.guest("Ann").lay("mist")  # creates the database
    with sqlite3.connect(Path(house.config.directory or "") / "paddock.db", timeout=30) as database:
        number = database.execute("SELECT max(id) + 1 FROM tables").fetchone()[0]
        old["table"]["id"] = number
        for guest in guests:
            database.execute("INSERT INTO guests (id, name, created) VALUES (?, 'Old', 0)", (guest,))
        columns = list(old["table"])
        marks = ", ".join("?" * len(columns))
        database.execute(f"INSERT INTO tables ({', '.join(columns)}) VALUES ({marks})", list(old["table"].values()))
        rows = [(number, row["number"], row["at"], row["turn"], row["entry"]) for row in old["log"]]
        database.executemany('INSERT INTO log ("table", number, at, turn, entry) VALUES (?, ?, ?, ?, ?)', rows)
    return old


def test_a_log_of_version_0_1_replays(house: House, old: Json) -> None:
    table = house.table(old["table"]["key"])
    assert table.number == len(old["log"])
    for seat, then in ((0, old["snapshots"]["ann"]), (2, old["snapshots"]["cleo"])):
        now = json.loads(msgspec.json.encode(snapshot(table, seat)))
        assert {key: now.get(key) for key in then} == then
