"""Seeds: nobody chooses one after the others, bots have none, and a host who tries many tables shows."""

import json
import threading
from pathlib import Path

import pytest

from paddock.client import Client
from paddock.match import verify_dice
from paddock.match.record_check import check_line
from paddock.match.verify_dice import seed_commitment
from paddock.server.table.events import MatchBegan, PersonSeated, Played, SeedGiven, decode
from paddock.server.table.handlers import began
from paddock.server.table.table import Table
from server.house import House, Visitor


def seal(visitor: Visitor, table: str, seat: int, seed: str) -> dict[str, object]:
    match = visitor.look(table)["dice"]["match"]
    return {"seat": seat, "commitment": seed_commitment(match, seat + 1, seed)}


def record_of(visitor: Visitor, table: str) -> bytes:
    return visitor.send("GET", f"/api/replays/{table}/record").content


def play_out(visitor: Visitor, table: str) -> None:
    """Play my seats until the match is over, while bots play theirs."""
    with visitor.socket(table) as socket:
        there = socket.hear("welcome")
        snapshot, mine = there["snapshot"], there["mine"]
        while snapshot["state"] == "playing":
            if snapshot["turn"] in mine:
                visitor.play(table)
            snapshot = socket.hear()["snapshot"]


def test_a_person_alone_needs_no_commitment_and_bots_have_no_seed(house: House) -> None:
    ann = house.guest()
    table = ann.lay("mist", "me", "uniform", "uniform", settings={"pace": "instant"})["table"]
    begun = ann.do(table, "seed", seat=0, seed="mine")
    assert begun["snapshot"]["state"] == "playing"
    assert (begun["dice"]["version"], begun["dice"]["seeds"]) == (2, ["mine", "", ""])
    play_out(ann, table)
    line = record_of(ann, table)
    assert check_line(1, line).ok
    assert verify_dice.flaws(json.loads(line)) == []
    assert json.loads(line)["dice"]["version"] == 2


def test_people_commit_before_anybody_sends_a_seed(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    table = ann.lay("kuhlorado", "me", "person")["table"]
    assert ann.may_not(table, "seed", seat=0, seed="a") == "not_now", "the open seat is for a person"
    ann.do(table, "commit_seed", **seal(ann, table, 0, "a"))
    assert ann.may_not(table, "seed", seat=0, seed="a") == "not_now", "Bob could choose his after hers"
    bob.do(table, "sit", seat=1)
    assert bob.may_not(table, "seed", seat=1, seed="b") == "not_now"
    there = bob.do(table, "commit_seed", **seal(bob, table, 1, "b"))
    seats = there["snapshot"]["seats"]
    assert [seat["commitment"] for seat in seats] == there["dice"]["seed_commitments"]
    assert seats[0]["commitment"] == seal(ann, table, 0, "a")["commitment"], "all see it"
    ann.do(table, "seed", seat=0, seed="a")
    assert bob.may_not(table, "commit_seed", **seal(bob, table, 1, "c")) == "not_now", "commitments are final now"
    answer = bob.send("POST", f"/api/tables/{table}/commands", {"do": "seed", "seat": 1, "seed": "c"})
    assert "does not match its commitment" in answer.json()["message"]
    begun = bob.do(table, "seed", seat=1, seed="b")
    assert (begun["snapshot"]["state"], begun["dice"]["seeds"]) == ("playing", ["a", "b"])
    assert "commitment" not in begun["snapshot"]["seats"][0], "moves need not carry it"
    assert begun["dice"]["seed_commitments"] == there["dice"]["seed_commitments"]


def test_a_commitment_may_change_until_a_seed_is_sent(house: House) -> None:
    ann = house.guest()
    table = ann.lay("kuhlorado", "me", "person")["table"]
    ann.do(table, "commit_seed", **seal(ann, table, 0, "a"))
    assert ann.may_not(table, "commit_seed", **seal(ann, table, 0, "a")) == "repeated"
    there = ann.do(table, "commit_seed", **seal(ann, table, 0, "after a reload"))
    assert there["snapshot"]["seats"][0]["commitment"] == seal(ann, table, 0, "after a reload")["commitment"]
    assert ann.refused("POST", f"/api/tables/{table}/commands", {"do": "commit_seed", "seat": 0, "commitment": "x"})


def test_a_host_who_does_not_wait_leaves_an_empty_seed(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    table = ann.lay("kuhlorado", "me", "person")["table"]
    bob.do(table, "sit", seat=1)
    ann.do(table, "commit_seed", **seal(ann, table, 0, "a"))
    bob.do(table, "commit_seed", **seal(bob, table, 1, "b"))
    ann.do(table, "seed", seat=0, seed="a")
    assert ann.do(table, "begin")["dice"]["seeds"] == ["a", ""]
    assert bob.look(table)["dice"]["seeds"] == ["a", ""], "all see it"


def test_a_new_person_makes_all_give_new_seeds(house: House) -> None:
    ann, bob, cleo = house.guest("Ann"), house.guest("Bob"), house.guest("Cleo")
    table = ann.lay("kuhlorado", "me", "person")["table"]
    bob.do(table, "sit", seat=1)
    ann.do(table, "commit_seed", **seal(ann, table, 0, "a"))
    bob.do(table, "commit_seed", **seal(bob, table, 1, "b"))
    ann.do(table, "seed", seat=0, seed="a")
    ann.do(table, "free", seat=1)
    there = cleo.do(table, "sit", seat=1)
    assert not any(seat.get("seeded") or seat.get("commitment") for seat in there["snapshot"]["seats"])
    cleo.do(table, "commit_seed", **seal(cleo, table, 1, "c"))
    assert ann.may_not(table, "seed", seat=0, seed="a") == "not_now", "she must commit again"
    ann.do(table, "commit_seed", **seal(ann, table, 0, "d"))
    cleo.do(table, "seed", seat=1, seed="c")
    assert ann.do(table, "seed", seat=0, seed="d")["dice"]["seeds"] == ["d", "c"]
    assert house.table(table).begun


def test_a_seat_that_a_bot_takes_over_keeps_the_name_of_its_seed(house: House) -> None:
    """The record of an honest table must not look like one with a seed for a bot."""
    ann, _, table = house.two_at("mmm", settings={"pace": "instant"}, options={"cat_moves": 1})
    ann.do(table, "invite", seat=1, level="uniform")
    play_out(ann, table)
    line = record_of(ann, table)
    assert json.loads(line)["seats"] == ["Ann", "Bob"]
    assert check_line(1, line).ok
    assert verify_dice.flaws(json.loads(line)) == []
    assert house.table(table).places[1].bot == "uniform"


def test_a_log_of_version_0_1_keeps_its_dice(house: House) -> None:
    """Its bots have seeds, and its record says so."""
    ann = house.guest()
    table = house.table(ann.begin("kuhlorado", "me", "uniform", settings={"pace": "calm"}))
    old = Table(table.config)
    seated = [line for line in table.lines if not isinstance(line.entry, MatchBegan | Played | SeedGiven)]
    for line in seated:
        old.apply(line.entry, line.at)
    old.apply(SeedGiven(0, "ann's"), 1.0)
    first = began(Table(table.config), ["ann's", "b" * 16])
    stored = json.dumps({"what": "began", "seeds": first.seeds, "events": first.events})
    old.apply(decode(stored), 2.0)
    assert old.dice is not None
    assert (old.dice.version, old.dice.seeds) == (1, ("ann's", "b" * 16))
    assert old.record().seats[1].endswith("(uniform)")
    assert old.record().dice is not None
    assert isinstance(old.lines[0].entry, PersonSeated)


def test_tables_for_the_same_people_are_counted(house: House) -> None:
    ann, bob, other = house.two_at("kuhlorado")
    counts = [ann.ask("GET", f"/api/tables/{other}/dice")["tables_for_group"]]
    for _ in range(2):
        table = ann.lay("kuhlorado", "me", "person")["table"]
        bob.do(table, "sit", seat=1)
        counts.append(bob.ask("GET", f"/api/tables/{table}/dice")["tables_for_group"])
    ann.lay("kuhlorado", "me", "uniform")
    bobs = bob.lay("kuhlorado", "me", "person")["table"]
    ann.do(bobs, "sit", seat=1)
    counts.append(ann.ask("GET", f"/api/tables/{bobs}/dice")["tables_for_group"])
    assert counts == [1, 2, 3, 1], "only tables of this host with all these people"


@pytest.mark.parametrize("seats", [2, 3])
def test_programs_commit_and_reveal_by_themselves(house: House, seats: int, tmp_path: Path) -> None:
    people = [house.guest(f"Robo {number}") for number in range(seats)]
    made = people[0].lay("mmm", "me", *["person"] * (seats - 1), options={"cat_moves": 1}, settings={"joint": "roller"})

    def play(number: int) -> None:
        client = Client(house.url, cookie=people[number].cookie)
        with client.sit(made["table"], seat=number, seed=f"seed {number}") as seat:
            for turn in seat.turns():
                turn.play(turn.legal[0])

    playing = [threading.Thread(target=play, args=[number]) for number in range(seats)]
    for thread in playing:
        thread.start()
    for thread in playing:
        thread.join(30)
    line = record_of(people[0], made["table"])
    assert json.loads(line)["dice"]["seeds"] == [f"seed {number}" for number in range(seats)]
    assert check_line(1, line).ok
    assert len(people[0].look(made["table"])["dice"]["seed_commitments"]) == seats
