"""A process that has loaded everything and forks real servers, each within a tenth of a second.

Orders and answers are lines of JSON on standard input and output. The answer to `{"serve": ..., "log": ...,
"pages": ...}` is a process id, the answer to `{"wait": pid}` is its exit status. All servers end with the input.
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

from paddock.bots.background_compilation import REQUESTED
from paddock.cli.compilation_progress import compile_stage
from paddock.cli.console import new_console
from paddock.games import games, load_game
from paddock.server.config import ServerConfig
from paddock.server.serve import run
from paddock.server.storage.engine import engine_of
from server.houses import free_port, wait_until_open
from server.offspring import die_with_parent


def main(names: list[str]) -> int:
    for name in names:
        compile_stage(load_game(name), "table", new_console(stderr=True))
    REQUESTED.update(room.id for room in games())  # no short-lived server needs compiled bots
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
    """Serve once, so that lazy imports happen before the first fork. No thread stays."""
    port = free_port()

    def visit() -> None:
        wait_until_open(port)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health"):
            os.kill(os.getpid(), signal.SIGTERM)

    visitor = threading.Thread(target=visit)
    with tempfile.TemporaryDirectory() as folder:
        visitor.start()
        with contextlib.suppress(SystemExit):
            run(ServerConfig(port=port, directory=folder))
    visitor.join()
    engine_of("postgresql:///").dispose()


def answer(value: object) -> None:
    print(json.dumps(value), flush=True)


def serve(order: dict[str, Any]) -> int:
    """Do the work of `paddock serve` after its imports."""
    die_with_parent()
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if order.get("pages"):
        small_disk(Path(order["pages"]))
    run(msgspec.convert(order["serve"], ServerConfig))
    return 0


def small_disk(pages: Path) -> None:
    """Limit SQLite to the number of pages in this file, before every transaction."""

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={int(pages.read_text())}")

    event.listen(Engine, "begin", limit)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
