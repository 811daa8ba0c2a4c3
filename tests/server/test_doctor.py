"""The doctor replays every log. A table that cannot go on is reported in a sentence without secrets."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Engine, Executable, delete, select, text, update

from paddock.engine.types import CHANCE
from paddock.games import load_game
from paddock.match.match_state import MatchState
from paddock.server.api.schemas import SeatRequest, TableRequest
from paddock.server.metrics import Metrics
from paddock.server.runtime.registry import TableRegistry
from paddock.server.storage import queries as store
from paddock.server.storage import statements
from paddock.server.storage.doctor import examine
from paddock.server.storage.engine import engine_of, open_database
from paddock.server.storage.schema import log, members, tables
from paddock.server.storage.writer import Writer
from paddock.server.table import events as entries
from paddock.server.table.commands import Play, Seed, Undo
from paddock.server.table.events import MatchBegan, Played
from paddock.server.table.handlers import Person
from paddock.server.table.setup import table_from_record, table_from_request
from support.command_line import Paddock

MOVES = 12


@dataclass(frozen=True)
class Kept:
    """A database with three tables: one unused, one with moves and an undo, and one that continues it."""

    address: str
    key: str
    guest: str

    def damage(self, *statements: Executable) -> None:
        engine = engine_of(self.address)
        with engine.begin() as connection:
            for statement in statements:
                connection.execute(statement)
        engine.dispose()


async def play_some(engine: Engine) -> tuple[str, str]:
    """Play twelve moves at a table, and return its key and its guest."""
    writer = Writer(engine)
    house = TableRegistry(store.Queries(engine), writer, Metrics())
    guest = await writer.do(lambda connection: statements.add_guest(connection, "Wendelin"))
    person = Person(guest, "Wendelin")
    me, friend = SeatRequest("me"), SeatRequest("person")
    await house.create(*table_from_request(person, TableRequest("mist", [me, me, friend])))
    session = await house.create(*table_from_request(person, TableRequest("mist", [me, me, me])))
    key = session.table.config.key
    for seat in range(3):
        await house.command(key, person, Seed(seat=seat, seed=f"seed {seat}"))
    for _ in range(MOVES):
        table = session.table
        await house.command(key, person, Play(at=len(table.match.moves), tokens=[table.match.legal_tokens()[0]]))
    await house.command(key, person, Undo(at=len(session.table.match.moves)))
    record = msgspec.structs.replace(session.table.record(), dice=None)
    await house.create(*table_from_record(person, record, len(record.events), 0, "uniform"))
    await house.close()
    await writer.close()
    return key, guest


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    monkeypatch.setattr("paddock.bots.background_compilation.REQUESTED", {"mist"})
    address = f"sqlite:///{tmp_path / 'paddock.db'}"
    engine = open_database(address)
    key, guest = asyncio.run(play_some(engine))
    engine.dispose()
    return Kept(address, key, guest)


def test_a_sound_database_is_well(played: Kept, paddock: Paddock) -> None:
    answer = paddock("doctor", "--database", played.address)
    assert (answer.status, answer.out) == (0, "3 unfinished tables; all are consistent.\n")


def test_the_doctor_makes_no_database(tmp_path: Path, paddock: Paddock) -> None:
    answer = paddock("doctor", "--database", f"sqlite:///{tmp_path / 'none.db'}")
    assert answer.status == 2
    assert "there is no database" in answer.err
    assert not (tmp_path / "none.db").exists()


def rewrite(played: Kept, change: Callable[[MatchState, list[str]], bool]) -> None:
    """Change the events of the first entry that allows this change, and keep all entries before it."""
    engine = engine_of(played.address)
    match = MatchState(load_game("mist"), 3)
    with engine.begin() as connection:
        for row in connection.execute(select(log).where(log.c.table == 2).order_by(log.c.number)).all():
            entry = entries.decode(row.entry)
            if isinstance(entry, MatchBegan | Played):
                if change(match, entry.events):
                    here = (log.c.table == 2) & (log.c.number == row.number)
                    connection.execute(update(log).where(here).values(entry=entries.encode(entry).decode()))
                    break
                match.play(*entry.events)
    engine.dispose()


def other_die(match: MatchState, events: list[str]) -> bool:
    """Change the last event, if it is a die, to another legal outcome."""
    match.play(*events[:-1])
    others = [token for token in match.legal_tokens() if token != events[-1]]
    if match.turn != CHANCE or not others:
        match.rewind(len(match.moves) - len(events) + 1)
        return False
    events[-1] = others[0]
    return True


def no_such_move(match: MatchState, events: list[str]) -> bool:
    """Change the first decision to an illegal one."""
    if match.turn == CHANCE:
        return False
    events[0] = next(token for token in ("keep 5", "stop", "throw", "mark cow") if token not in match.legal_tokens())
    return True


TABLE, ENTRY = tables.c.id == 2, (log.c.table == 2) & (log.c.number == 9)
DAMAGES: dict[str, tuple[Executable, str]] = {
    "unreadable entry": (update(log).where(ENTRY).values(entry="{"), "entry 9 of its log cannot be read"),
    "unknown entry": (
        update(log).where(ENTRY).values(entry='{"what":"cheated"}'),
        "entry 9 of its log cannot be read",
    ),
    "missing entry": (delete(log).where(ENTRY), "entry 9 of its log is missing"),
    "seat that is not there": (
        update(log).where(ENTRY).values(entry='{"what":"kept","seat":7,"level":"fox"}'),
        "entry 9 of its log contradicts",
    ),
    "going back too far": (
        update(log).where(ENTRY).values(entry='{"what":"undone","seat":0,"length":999}'),
        "entry 9 of its log undoes to an event",
    ),
    "other secret": (update(tables).where(TABLE).values(secret=b"0" * 32), "contradicts the dice commitment"),
    "unreadable options": (update(tables).where(TABLE).values(options="["), "the options or settings"),
    "unreadable settings": (update(tables).where(TABLE).values(settings="{}}"), "the options or settings"),
    "unknown game": (update(tables).where(TABLE).values(game="chess"), "chess"),
    "wrong state": (
        update(tables).where(TABLE).values(state="waiting"),
        "state column says waiting, but its log",
    ),
    "wrongly over": (
        update(tables).where(TABLE).values(state="over"),
        "state column says over, but its log",
    ),
    "wrong time": (update(tables).where(TABLE).values(due=1.5), "its due time disagrees"),
    "wrong turn": (update(log).where(ENTRY).values(turn=5), "entry 9 names the wrong seat"),
    "lost member": (delete(members).where(members.c.table == 2), "missing in the table lists of 1"),
    "code too many": (update(tables).where(TABLE).values(code="ABCDEF"), "it has a code, but no free seat"),
    "other rules": (update(tables).where(TABLE).values(rules=99), "it has version 99"),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_damage_is_reported_in_a_sentence_without_secrets(what: str, played: Kept, paddock: Paddock) -> None:
    statement, expected = DAMAGES[what]
    played.damage(statement)
    answer = paddock("doctor", "--database", played.address)
    assert answer.status == 1
    first, last = answer.out.splitlines()
    assert first.startswith("table 2 (")
    assert expected in first
    assert last == "3 unfinished tables; 1 inconsistent."
    tell_no_secrets(played, answer.out)


@pytest.mark.parametrize(("change", "expected"), [(other_die, "dice commitment"), (no_such_move, "contradicts")])
def test_events_that_cannot_have_happened_are_found(
    change: Callable[[MatchState, list[str]], bool], expected: str, played: Kept
) -> None:
    rewrite(played, change)
    engine = engine_of(played.address)
    (found,) = examine(store.Queries(engine)).findings
    engine.dispose()
    assert found.kind == "broken"
    assert expected in found.message


def test_a_table_of_other_rules_is_checked_with_the_present_rules(played: Kept, paddock: Paddock) -> None:
    played.damage(update(tables).where(TABLE).values(rules=99))
    assert "its log fits version" in paddock("doctor", "--database", played.address).out
    rewrite(played, no_such_move)
    assert "contradicts the entries before it" in paddock("doctor", "--database", played.address).out


def test_findings_for_programs(played: Kept, paddock: Paddock) -> None:
    played.damage(text("UPDATE tables SET rules = 99 WHERE id = 2"))
    answer = paddock("doctor", "--database", played.address, "--json")
    assert answer.status == 1
    told = json.loads(answer.out)
    assert told["tables"] == 3
    (finding,) = told["findings"]
    assert (finding["table"], finding["game"], finding["kind"]) == (2, "mist", "frozen")


def tell_no_secrets(played: Kept, told: str) -> None:
    engine = engine_of(played.address)
    with engine.begin() as connection:
        row = connection.execute(select(tables).where(TABLE)).one()
    engine.dispose()
    for secret in (played.key, played.guest, row.watch, row.secret.hex(), "Wendelin", "seed 1"):
        assert secret not in told
