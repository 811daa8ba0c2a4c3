"""Finished matches: replays, records, lessons and dice; and programs that take seats."""

import asyncio
import contextlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from paddock.client import Client, Seat
from paddock.match.record import decode
from paddock.match.record_check import check_file
from paddock.server.storage import statements
from server.house import SHORT, SUDDEN, House, Json, Visitor

# ---- After the match


@pytest.fixture(scope="module")
def finished(house: House) -> tuple[Visitor, str]:
    """A finished match with hidden hands."""
    ann = house.guest("Ann")
    table = ann.begin("life", options=SUDDEN)
    ann.play_out(table)
    return ann, table


def test_a_finished_match_is_replayed_from_any_seat(house: House, finished: tuple[Visitor, str]) -> None:
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


def test_an_unfinished_match_has_no_replay(house: House) -> None:
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
    rematch_of = house.stranger().send("GET", f"/api/replays/{made['replay']}/record")
    assert rematch_of.content == line.content
    forged = line.content.replace(b'"take:1"', b'"take:2"', 1)
    assert ann.send("POST", "/api/replays", content=forged).status_code == 422


def test_a_match_goes_on_from_any_position(house: House, finished: tuple[Visitor, str]) -> None:
    _, table = finished
    bob = house.guest("Bob")
    made = bob.ask("POST", f"/api/replays/{table}/tables", {"at": 45, "seat": 1, "level": "uniform"})
    there = bob.look(made["table"])
    events = house.stranger().ask("GET", f"/api/replays/{table}")["record"]["events"]
    assert there["snapshot"]["state"] == "playing"
    assert there["mine"] == [1]
    assert house.table(made["table"]).match.tokens[:45] == events[:45]
    assert there["snapshot"]["may_undo"] is None or there["snapshot"]["length"] > 45
    assert bob.refused("POST", f"/api/replays/{table}/tables", {"at": len(events), "seat": 1}) == (422, "bad_option")


def test_a_lesson_is_in_no_list_and_is_deleted(house: House, finished: tuple[Visitor, str]) -> None:
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
        doing = house.services.writer.do(lambda connection: statements.clear_lessons(connection, before))
        return asyncio.run_coroutine_threadsafe(doing, house.loop).result()

    assert clear(time.time() - 3600) == 0, "a new lesson was deleted"
    assert clear(time.time() + 3600) >= 1
    assert house.services.queries.config(lesson) is None
    assert house.services.queries.config(kept) is not None


def test_players_can_check_the_dice(house: House, finished: tuple[Visitor, str]) -> None:
    ann, table = finished
    shown = ann.ask("GET", f"/api/tables/{table}/dice")
    assert shown["checked"] is True
    assert bytes.fromhex(shown["promise"]["secret"]) == house.table(table).config.secret
    playing = ann.ask("GET", f"/api/tables/{ann.begin('life')}/dice")
    assert playing["checked"] is None
    assert playing["rolled"] == []
    assert "secret" not in playing["promise"]
    rolling = ann.begin("mist")
    rolled = ann.ask("GET", f"/api/tables/{rolling}/dice")["rolled"]
    assert sum(one["came"] for one in rolled) == pytest.approx(sum(one["expected"] for one in rolled), abs=0.01)


# ---- Programs as players


def test_a_program_takes_a_seat_in_ten_lines(house: House) -> None:
    ann = house.guest("Ann")
    code = ann.lay("mmm", "person", options=SHORT)["code"]
    token = ann.ask("POST", "/api/me/tokens", {"label": "my robot"})["token"]
    client = Client(house.url, token=token)
    with client.sit(code, name="Robo") as seat:
        for turn in seat.turns():
            turn.play(turn.legal[0])
    assert seat.snapshot["state"] == "over"
    assert seat.lines == ann.look(seat.table)["lines"]
    [known] = ann.ask("GET", "/api/me/tokens")
    assert known["label"] == "my robot"
    assert token not in json.dumps(known)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_program_plays_another_round_on_the_same_socket(house: House, seats: int) -> None:
    """A guest with several seats reconnects once, to see the view of one seat only."""
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
