"""One guest cannot take the bots, the event loop or the lab from all others."""

import asyncio
import contextlib
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import pytest

from paddock.games import load_game
from paddock.match.match_state import MatchState
from paddock.match.record import Record, encode, record_of
from paddock.server.api.replays import MOST_EVENTS
from paddock.server.config import ServerConfig
from paddock.server.runtime import bot_runner
from paddock.server.runtime.bot_runner import BOTS, REPLAYS
from paddock.server.runtime.lab_jobs import MOST_VARIANTS
from paddock.server.runtime.scheduler import SLACK, UNATTENDED_PACE, due_at
from paddock.server.runtime.session import TableSession
from paddock.server.runtime.thinking_queue import QueueFull, ThinkingQueue
from paddock.server.services import Services
from paddock.server.table import setup
from server.house import House, Visitor

AT_ONCE = {"pace": "instant"}
SOON = 10.0
"""Seconds; generous, for a busy machine."""


class Gate:
    """Jobs that run until the gate opens, and the order in which all jobs started."""

    def __init__(self, queue: ThinkingQueue) -> None:
        self.queue = queue
        self.open = threading.Event()
        self.started: list[str] = []
        self.jobs: list[Future[None]] = []

    def submit(self, client: str, *, attended: bool = True, until: threading.Event | None = None) -> Future[None]:
        def work() -> None:
            self.started.append(client)
            (until or self.open).wait(SOON)

        job = self.queue.submit(client, work, attended=attended)
        self.jobs.append(job)
        return job

    def wait_for(self, number: int) -> list[str]:
        """Return the clients whose jobs started, once there are this many."""
        until = time.monotonic() + SOON
        while len(self.started) < number and time.monotonic() < until:
            time.sleep(0.001)
        return self.started[:]


@pytest.fixture
def gate() -> Iterator[Gate]:
    one = Gate(ThinkingQueue("test", 2, per_client=5, in_all=8))
    yield one
    one.open.set()
    for job in one.jobs:
        if not job.cancelled() and job.exception(SOON) is not None:
            assert isinstance(job.exception(), QueueFull)


# ---- The queue


def test_one_client_never_has_all_threads(gate: Gate) -> None:
    for _ in range(4):
        gate.submit("mallory")
    gate.submit("ann")
    assert sorted(gate.wait_for(2)) == ["ann", "mallory"]


def test_unattended_tables_never_have_all_threads(gate: Gate) -> None:
    for client in ("mallory", "malory", "mallorie"):
        gate.submit(client, attended=False)
    assert len(gate.wait_for(1)) == 1
    gate.submit("ann")
    assert gate.wait_for(2)[1] == "ann"


def test_the_client_with_the_least_thinking_time_is_next(gate: Gate) -> None:
    """One thread is held throughout, so the other one shows the order."""
    gate.submit("somebody")
    first = threading.Event()
    gate.wait_for(1)
    gate.submit("mallory", until=first)
    gate.wait_for(2)
    for _ in range(3):
        gate.submit("mallory", until=first)
    time.sleep(0.05)  # Mallory's first job takes at least this long
    gate.submit("ann", until=first)
    first.set()
    assert gate.wait_for(3)[2] == "ann"


def test_people_come_before_unattended_tables(gate: Gate) -> None:
    gate.submit("somebody")
    first = threading.Event()
    gate.wait_for(1)
    gate.submit("else", until=first)
    gate.wait_for(2)
    gate.submit("mallory", attended=False, until=first)
    gate.submit("ann", until=first)
    first.set()
    assert gate.wait_for(4)[2:] == ["ann", "mallory"]


def test_a_client_has_a_bounded_number_of_waiting_jobs(gate: Gate) -> None:
    gate.submit("mallory")
    gate.wait_for(1)
    for _ in range(5):
        gate.submit("mallory")
    assert gate.queue.waiting == 5
    with pytest.raises(QueueFull, match="ask again"):
        gate.submit("mallory")
    gate.submit("ann")


def test_a_full_queue_takes_the_place_of_the_greediest(gate: Gate) -> None:
    gate.submit("somebody")
    gate.submit("else")
    gate.wait_for(2)
    greedy = [gate.submit("mallory") for _ in range(5)]
    for _ in range(3):
        gate.submit("malory")
    assert gate.queue.waiting == 8
    gate.submit("ann")
    assert gate.queue.waiting == 8
    assert isinstance(greedy[-1].exception(SOON), QueueFull)
    assert all(not job.done() for job in greedy[:-1])


def test_a_full_queue_drops_unattended_tables_first(gate: Gate) -> None:
    gate.submit("somebody")
    gate.submit("else")
    gate.wait_for(2)
    unattended = gate.submit("mallory", attended=False)
    for _ in range(5):
        gate.submit("bob")
    for _ in range(2):
        gate.submit("cat")
    with pytest.raises(QueueFull):
        gate.submit("malory", attended=False)
    gate.submit("ann")
    assert isinstance(unattended.exception(SOON), QueueFull)


def test_an_error_reaches_the_asker_and_the_thread_goes_on() -> None:
    queue = ThinkingQueue("test", 1, per_client=5, in_all=8)

    def fail() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        queue.submit("ann", fail).result(SOON)
    assert queue.submit("ann", lambda: 7).result(SOON) == 7


def test_a_cancelled_job_is_not_run(gate: Gate) -> None:
    gate.submit("ann")
    gate.wait_for(1)
    assert gate.submit("ann").cancel()
    gate.open.set()
    gate.submit("bob").result(SOON)
    assert gate.wait_for(2) == ["ann", "bob"]


# ---- Bots at tables


def until_true(fits: Callable[[], bool]) -> None:
    latest = time.monotonic() + SOON
    while not fits():
        assert time.monotonic() < latest
        time.sleep(0.01)


@pytest.fixture
def busy_bots() -> Iterator[threading.Event]:
    """Thirty decisions of Mallory's bots wait, and those that run do not end before the test."""
    end = threading.Event()
    jobs = [BOTS.submit("mallory", lambda: end.wait(60) and None) for _ in range(30)]
    yield end
    end.set()
    for job in jobs:
        job.result(60)


def test_bots_answer_while_another_guest_asks_for_much(house: House, busy_bots: threading.Event) -> None:
    ann = house.guest()
    table = ann.lay("life", "me", "uniform", "uniform", settings=AT_ONCE)["table"]
    with ann.socket(table) as socket:
        socket.hear("welcome")
        socket.do("seed", 1, seat=0, seed="a")
        began = time.monotonic()
        number = 1
        snapshot = ann.look(table)["snapshot"]
        while snapshot["turn"] != 0 or number < 4:
            if snapshot["turn"] == 0:
                number += 1
                socket.do("play", number, at=snapshot["length"], tokens=snapshot["legal"][:1])
            assert time.monotonic() < began + SOON, "the bots did not answer"
            snapshot = ann.look(table)["snapshot"]
    assert not busy_bots.is_set()


def test_a_full_queue_delays_the_bots_of_that_guest_and_no_move_is_lost(house: House) -> None:
    ann = house.guest()
    end = threading.Event()
    host = house.table(ann.lay("life")["table"]).config.host
    jobs: list[Future[bool]] = []
    with contextlib.suppress(QueueFull):
        while len(jobs) < 1000:
            jobs.append(BOTS.submit(host, lambda: end.wait(60)))
    assert len(jobs) < 100
    table = ann.begin("life", "me", "uniform", "uniform", settings=AT_ONCE)
    while ann.look(table)["snapshot"]["turn"] == 0:
        ann.play(table)
    length = ann.look(table)["snapshot"]["length"]
    end.set()
    for job in jobs:
        job.result(60)
    until_true(lambda: ann.look(table)["snapshot"]["length"] > length)
    assert not [line for line in house.logged if "bot move failed" in line]


def session_of(house: House, table: str) -> TableSession:
    return asyncio.run_coroutine_threadsafe(house.services.tables.session(table), house.loop).result(SOON)


def test_bots_at_a_table_without_a_person_go_on_slowly(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life", "me", "uniform", "uniform", settings=AT_ONCE)
    while ann.look(table)["snapshot"]["turn"] != 0:
        time.sleep(0.01)
    session = session_of(house, table)

    def leave(_: Services) -> float | None:
        session.visited -= 3600
        place = session.table.places[session.table.turn]
        place.kept = "uniform"  # a bot plays for Ann
        return due_at(session)

    def come_back(_: Services) -> float | None:
        session.visited += 3600
        due = due_at(session)
        session.table.places[session.table.turn].kept = None
        return due

    slow, quick = house.inside(leave), house.inside(come_back)
    assert slow is not None
    assert quick is not None
    assert slow - session.table.since == UNATTENDED_PACE < SLACK
    assert quick < slow


def test_a_socket_makes_a_table_attended(house: House) -> None:
    ann = house.guest()
    table = ann.lay("life")["table"]
    session = session_of(house, table)
    assert not session.attended
    with ann.socket(table) as socket:
        socket.hear("welcome")
        session.visited -= 3600
        assert session.attended
    until_true(lambda: not session.listeners)
    assert session.attended  # for a minute: a phone reconnects
    session.visited -= 3600
    assert not session.attended
    ann.look(table)
    assert session.attended


# ---- Replays


def long_record(events: int) -> Record:
    """Return a record of Life is Life in which no seat knocks."""
    rng = random.Random(1)
    match = MatchState(load_game("life"), 3, {})
    while len(match.moves) < events:
        legal = [token for token in match.legal_tokens() if "knock" not in token]
        match.play(rng.choice(legal))
        assert not match.over
    return record_of(match, ["Ann", "Bob", "Cat"], None)


def sentences(lines: list[Any]) -> list[list[str]]:
    return [line.get("told", []) for line in lines]


@pytest.fixture(scope="module")
def record() -> Record:
    return long_record(1000)


@pytest.fixture(scope="module")
def uploaded(house: House, record: Record) -> tuple[Visitor, str]:
    ann = house.guest()
    answer = ann.send("POST", "/api/replays", content=encode(record))
    return ann, answer.json()["replay"]


def test_a_long_record_is_refused(house: House, record: Record) -> None:
    many = msgspec.structs.replace(record, events=record.events * (MOST_EVENTS // len(record.events) + 1))
    answer = house.guest().send("POST", "/api/replays", content=encode(many))
    assert answer.status_code == 422
    assert answer.json()["message"] == "This record has 6,000 events; the limit is 5,000."


def test_no_match_is_replayed_in_the_event_loop(
    house: House, uploaded: tuple[Visitor, str], record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, key = uploaded
    places: Counter[str] = Counter()
    for name in ("play", "play_unchecked", "play_move"):
        original = getattr(MatchState, name)

        def spied(self: MatchState, *events: Any, original: Callable[..., None] = original) -> None:
            places[threading.current_thread().name] += len(events)
            original(self, *events)

        monkeypatch.setattr(MatchState, name, spied)
    ann.send("POST", "/api/replays", content=encode(record))
    ann.ask("GET", f"/api/replays/{key}?first=900")
    ann.ask("GET", f"/api/replays/{key}/record")
    table = ann.ask("POST", f"/api/replays/{key}/tables", {"at": 900, "seat": 0, "level": "uniform"})["table"]
    ann.ask("GET", f"/api/tables/{table}/dice")
    told = ann.look(table, tell=True)
    with ann.socket(table, tell=True) as socket:
        assert sentences(socket.hear("welcome")["lines"])[: len(told["lines"])] == sentences(told["lines"])
    assert sum(map(len, sentences(told["lines"]))) > 200
    assert sum(places.values()) > 5 * 900
    assert places["house"] < 100


def test_narration_waits_for_a_thread_and_other_requests_do_not(house: House, uploaded: tuple[Visitor, str]) -> None:
    ann, key = uploaded
    table = ann.ask("POST", f"/api/replays/{key}/tables", {"at": 900, "seat": 0, "level": "uniform"})["table"]
    end = threading.Event()
    held = REPLAYS.submit("mallory", lambda: end.wait(60))
    try:
        with ann.socket(table, tell=True) as socket:
            assert ann.look(table)["snapshot"]["length"] >= 900
            with pytest.raises(TimeoutError):
                socket.hear(timeout=0.2)
            end.set()
            assert any(sentences(socket.hear("welcome")["lines"]))
    finally:
        end.set()
        held.result(SOON)


def test_sentences_follow_undo_and_moves(house: House) -> None:
    """A socket from the start and a look at the end read the same sentences."""
    ann = house.guest()
    table = ann.lay("mmm", options={"board": "bbf/huf/haa"})["table"]
    heard: list[Any] = []
    with ann.socket(table, tell=True) as socket:
        heard += socket.hear("welcome")["lines"]
        number = 0
        for seat in (0, 1):
            number += 1
            heard += socket.do("seed", number, seat=seat, seed="a")["lines"]
        for _ in range(6):
            number += 1
            snapshot = ann.look(table)["snapshot"]
            if snapshot["state"] != "playing":
                break
            heard += socket.do("play", number, at=snapshot["length"], tokens=snapshot["legal"][:1])["lines"]
            if number == 5 and ann.look(table)["snapshot"]["may_undo"] is not None:
                number += 1
                heard += socket.do("undo", number, at=ann.look(table)["snapshot"]["length"])["lines"]
    again = ann.look(table, tell=True)["lines"]
    assert sentences(again) == sentences(heard)
    assert any(sentences(heard))


def test_a_long_analysis_is_cancelled(
    house: House, uploaded: tuple[Visitor, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_runner, "LONGEST_ANALYSIS", 0.0)
    monkeypatch.setattr(bot_runner, "check_ready", lambda game: None)
    ann, key = uploaded
    answer = ann.send("GET", f"/api/replays/{key}/analysis")
    assert answer.status_code == 409
    assert "paddock analyse" in answer.json()["message"]


# ---- The lab


def test_a_study_with_many_variants_is_refused_before_they_are_listed(house: House) -> None:
    numbers = [0, 1, 2, 3, 4, 5]
    names = ("pasture", "small_trough", "large_trough", "interim_cows", "interim_points", "last_numbers")
    study = {"game": "kuhlorado", "players": 2, "vary": dict.fromkeys(names, numbers)}
    answer = house.guest().send("POST", "/api/studies", study)
    assert answer.status_code == 422
    assert answer.json()["message"] == "Vary: 46,656 combinations are too many here; the limit is 36."
    assert MOST_VARIANTS == 36


@pytest.mark.parametrize(
    ("config", "on"),
    [
        (ServerConfig(), True),
        (ServerConfig(host="::1"), True),
        (ServerConfig(host="0.0.0.0"), False),
        (ServerConfig(public_url="https://play.example.org"), False),  # behind a reverse proxy
        (ServerConfig(host="0.0.0.0", lab=True), True),
        (ServerConfig(lab=False), False),
    ],
)
def test_the_lab_is_off_on_a_public_service(config: ServerConfig, on: bool) -> None:
    assert config.lab_is_on is on


def test_guests_cannot_use_a_lab_that_is_off(tmp_path: Path) -> None:
    with House(tmp_path, lab=False) as house:
        ann = house.guest()
        assert ann.ask("GET", "/api/games")["lab"] is False
        study = {"game": "mist", "players": 3}
        assert ann.refused("POST", "/api/studies", study) == (403, "forbidden")


def test_metrics_show_waiting_jobs(house: House, busy_bots: threading.Event) -> None:
    until_true(lambda: 'paddock_waiting{queue="bots"} 29.0' in house.guest().send("GET", "/metrics").text)


# ---- The solver


def test_the_solver_works_for_the_guest_who_lays_the_table(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(setup, "solve_in_background", lambda *what: asked.append(what))
    ann = house.guest()
    table = house.table(ann.lay("mmm", "me", "owl", options={"cat_moves": 7})["table"])
    ((game, options, client),) = asked
    assert (game.id, options["cat_moves"], client) == ("mmm", 7, table.config.host)


def test_metrics_show_the_solver(house: House) -> None:
    text = house.guest().send("GET", "/metrics").text
    for name in ("solver_waiting", "solver_refused", "solutions", "solution_bytes"):
        assert re.search(rf"^paddock_{name} \d", text, re.MULTILINE)
