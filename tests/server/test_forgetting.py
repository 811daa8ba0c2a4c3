"""When tables end nothing of them stays in memory: no table, no match, no socket, nobody who listened."""

import ctypes
import gc
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest

from paddock.match.match import Match
from paddock.server import relief, tables
from paddock.server.frames import Connection
from paddock.server.gathering import Gathering, Line
from paddock.server.hub import Hub
from paddock.server.live import Listener, Live
from paddock.server.relief import let_pages_go
from paddock.server.routes.sockets import Visit
from server.house import PATIENCE, House

TABLES = 4
OF_A_TABLE = {Live, Gathering, Match, Line, Listener, Visit, Connection}


def of_tables() -> list[object]:
    """All of these that there are, in this house or in one that was closed a moment ago."""
    gc.collect()
    return [one for one in gc.get_objects() if type(one) in OF_A_TABLE]


def in_memory(before: list[object]) -> Counter[str]:
    """How many of these have come since then."""
    known = set(map(id, before))
    return Counter(type(one).__name__ for one in of_tables() if id(one) not in known)


def forgotten(house: House) -> bool:
    """Whether no socket is open any more and no table in memory; if one is, it is let go as soon as nobody looks."""

    def look(hub: Hub) -> bool:
        hub.tables._forget_idle()
        return hub.tables.in_memory == 0 and not house._server.server_state.connections

    return house.inside(look)


def test_nothing_of_a_table_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = of_tables()
    with House(tmp_path) as house:
        for _ in range(2):  # one round, and one more
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
                    time.sleep(0.01)  # a connection that has ended is let go a turn of the loop later
            assert in_memory(before) == Counter()


def test_freed_pages_go_back_after_tables_were_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    relieved: list[bool] = []
    for name, seconds in (("IDLE", 0.0), ("RELIEF", 0.0), ("SWEEP", 0.01)):
        monkeypatch.setattr(tables, name, seconds)
    monkeypatch.setattr(tables, "let_pages_go", lambda: relieved.append(let_pages_go()))
    with House(tmp_path) as house:
        ann = house.guest()
        assert not relieved, "nothing had ended"
        ann.begin("mist")
        while not relieved:
            time.sleep(0.01)


def test_other_c_libraries_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda name: object())
    relief.trim_of_this_system.cache_clear()
    assert not let_pages_go()
    monkeypatch.undo()
    relief.trim_of_this_system.cache_clear()
    if hasattr(ctypes.CDLL(None), "malloc_trim"):
        assert relief.trim_of_this_system() is not None
