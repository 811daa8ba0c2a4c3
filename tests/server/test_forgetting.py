"""Nothing of a finished table stays in memory: no table, no match, no socket, no subscriber."""

import asyncio
import gc
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest
from litestar._parsers import parse_cookie_string
from sqlalchemy import Engine

from paddock.games.mist import view as mist_view
from paddock.match.match_state import MatchState
from paddock.server import relief
from paddock.server.api.websocket import SocketSession
from paddock.server.frames import Connection, Request
from paddock.server.heap import trim_of_this_system
from paddock.server.relief import Relief, memories
from paddock.server.runtime import registry as tables
from paddock.server.runtime.registry import TableRegistry
from paddock.server.runtime.session import Subscriber, TableSession
from paddock.server.services import Services
from paddock.server.table.snapshot import seat_view
from paddock.server.table.table import LogEntry, Table
from server.house import PATIENCE, House

TABLES = 4
OF_A_TABLE = {TableSession, Table, MatchState, LogEntry, Subscriber, SocketSession, Connection, Request}


def of_tables() -> list[object]:
    """Return all such objects, of this service or of one that was closed a moment ago."""
    gc.collect()
    return [one for one in gc.get_objects() if type(one) in OF_A_TABLE]


def counted(before: list[object]) -> Counter[str]:
    """Count new objects since then, garbage included."""
    known = set(map(id, before))
    return Counter(type(one).__name__ for one in gc.get_objects() if type(one) in OF_A_TABLE and id(one) not in known)


def in_memory(before: list[object]) -> Counter[str]:
    """Count new objects since then, without garbage."""
    gc.collect()
    return counted(before)


def forgotten(house: House) -> bool:
    """Return whether no socket is open and no table is in memory. Evict idle tables at once."""

    def look(services: Services) -> bool:
        services.tables._forget_idle()
        return services.tables.in_memory == 0 and not house._server.server_state.connections

    return house.inside(look)


def test_nothing_of_a_table_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = of_tables()
    with House(tmp_path) as house:
        for _ in range(2):  # twice, to find objects that only the first round leaves
            ann = house.guest()
            with ExitStack() as open_sockets:
                for game in ["mist", "life", "mmm", "kuhlorado"] * (TABLES // 4):
                    table = ann.begin(game)
                    sockets = [open_sockets.enter_context(ann.socket(table, company=True)) for _ in range(3)]
                    ann.play(table)
                    for socket in sockets:
                        socket.until(lambda message: message["what"] == "update")
                assert in_memory(before)["Live"] == TABLES
            ann.http.close()
            with monkeypatch.context() as patches:
                patches.setattr(tables, "IDLE", 0.0)
                until = time.monotonic() + PATIENCE
                while not forgotten(house) or (in_memory(before) and time.monotonic() < until):
                    time.sleep(0.01)  # a closed connection is freed one loop turn later
            assert in_memory(before) == Counter()


def test_nothing_of_a_socket_waits_for_the_garbage_collector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "IDLE", 0.0)
    before = of_tables()
    with House(tmp_path) as house:
        ann = house.guest()
        gc.disable()
        try:
            table = ann.begin("life")
            with ExitStack() as open_sockets:
                for _ in range(3):
                    open_sockets.enter_context(ann.socket(table, company=True))
                ann.play(table)
            until = time.monotonic() + PATIENCE
            while not forgotten(house) or (counted(before) and time.monotonic() < until):
                time.sleep(0.01)
            assert counted(before) == Counter()
        finally:
            gc.enable()


class Room:
    """A number of tables."""

    in_memory = 0


def test_the_service_is_idle_when_nearly_all_tables_are_evicted() -> None:
    room = Room()
    looks = Relief(cast(TableRegistry, room), cast(Engine, None))
    assert not looks.quiet(), "the service had no table yet"
    for there, quiet in [(80, False), (79, False), (40, False), (40, False), (10, False), (10, True), (11, False)]:
        room.in_memory = there
        assert looks.quiet() == quiet, there
    room.in_memory = 3
    assert not looks.quiet(), "tables are still being evicted"
    assert looks.quiet()


def test_memory_is_released_when_the_service_becomes_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []

    async def give_back(_: Relief) -> None:
        given.append(room.in_memory)

    async def story() -> None:
        looks = asyncio.create_task(Relief(cast(TableRegistry, room), cast(Engine, None)).look_after())
        for there in (40, 20, 2):
            room.in_memory = there
            await asyncio.sleep(0.05)  # several checks
        looks.cancel()

    room = Room()
    for name, value in (("LOOK", 0.001), ("REST", 0.0)):
        monkeypatch.setattr(relief, name, value)
    monkeypatch.setattr(Relief, "give_back", give_back)
    asyncio.run(story())
    assert set(given) == {2}


def test_caches_are_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relief, "LOOK", 0.01)
    with House(tmp_path) as house:
        ann, paths = house.guest(), house.app.asgi_router.handle_routing
        table = ann.begin("mist")
        assert min(seat_view.cache_info().currsize, paths.cache_info().currsize) > 0
        asyncio.run_coroutine_threadsafe(house.services.relief.give_back(), house.loop).result(PATIENCE)
        assert (seat_view.cache_info().currsize, paths.cache_info().currsize) == (0, 0)
        ann.play(table)  # play continues as before


def test_only_caches_that_can_be_filled_again_are_cleared() -> None:
    assert {seat_view, mist_view.place, parse_cookie_string} <= memories()
    assert trim_of_this_system not in memories(), "this cache must stay"


def test_survivors_of_a_collection_are_not_collected_again() -> None:
    """Run in its own process, since it configures the garbage collector of the process."""
    story = """if True:
        import gc
        from paddock.server.relief import spare_the_old
        spare_the_old()
        started = gc.get_freeze_count()
        gc.disable()
        kept = [[] for _ in range(1000)]
        circle = []
        circle.append(circle)
        del circle
        print(gc.collect(0), gc.get_freeze_count() - started >= 1000, gc.get_threshold()[0])
    """
    done = subprocess.run([sys.executable, "-c", story], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "True", str(relief.YOUNG)]
