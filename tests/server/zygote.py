"""A process that has everything loaded and forks real servers, which are there in a tenth of a second.

Orders come as lines of JSON on standard input, answers go out the same way: `{"serve": ..., "log": ..., "pages": ...}`
is answered with a process id, `{"wait": pid}` with its exit status. The end of the input is the end of all of them.
"""

import contextlib
import gc
import json
import os
import signal
import sys
import tempfile
import threading
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, event

from paddock.bots.readiness import ASKED
from paddock.games import game, games
from paddock.server.database import engine_of
from paddock.server.running import run
from paddock.server.settings import Service
from paddock.terminal.compiling import compile_stage
from paddock.terminal.paper import paper
from server.houses import free_port, wait_until_open
from server.offspring import die_with_parent


def main(names: list[str]) -> int:
    for name in names:
        compile_stage(game(name), "table", paper(stderr=True))
    ASKED.update(room.id for room in games())  # no server of a second has thinking bots compiled
    rehearse()
    gc.freeze()
    answer("ready")
    for line in sys.stdin:
        order = json.loads(line)
        if "wait" in order:
            answer(os.waitstatus_to_exitcode(os.waitpid(order["wait"], 0)[1]))
        elif (pid := os.fork()) == 0:
            return serve(order)
        else:
            answer(pid)
    return 0


def rehearse() -> None:
    """Serve once, so that whatever is loaded late is loaded before the first fork. No thread is left of it."""
    port = free_port()

    def visit() -> None:
        wait_until_open(port)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health"):
            os.kill(os.getpid(), signal.SIGTERM)

    visitor = threading.Thread(target=visit)
    with tempfile.TemporaryDirectory() as folder:
        visitor.start()
        with contextlib.suppress(SystemExit):
            run(Service(port=port, directory=folder))
    visitor.join()
    engine_of("postgresql:///").dispose()


def answer(value: object) -> None:
    print(json.dumps(value), flush=True)


def serve(order: dict[str, Any]) -> int:
    """What `paddock serve` does once all is loaded."""
    die_with_parent()
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if order.get("pages"):
        small_disk(Path(order["pages"]))
    run(msgspec.convert(order["serve"], Service))
    return 0


def small_disk(pages: Path) -> None:
    """SQLite finds a disk that holds so many pages as this file says, at every transaction."""

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={int(pages.read_text())}")

    event.listen(Engine, "begin", limit)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
