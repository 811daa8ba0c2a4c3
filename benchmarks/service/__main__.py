"""`make bench-server`: measures the service on one core with clients on another, and boardgame.io in the same run.

    python -m benchmarks.service [--quick]

Writes the part of docs/measurements/scale.md between its markers.
"""

import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from paddock.server.config import VARIABLE, ServerConfig
from server.postgres import running_postgres

HERE: Final = Path(__file__).parent
PAGE: Final = HERE.parent.parent / "docs" / "measurements" / "scale.md"
PEER: Final = HERE / "boardgame_io"
SERVER_CORE, CLIENT_CORE = 0, 1
SIZES: Final = (1, 50, 200, 500)
PLAYERS: Final = 3
"""Players at each table: the fewest that So ein Mist allows."""
PACED: Final = 500
"""Moves per second in the paced run, one per second and table."""


@dataclass(frozen=True, slots=True)
class Row:
    """The result of one run."""

    what: str
    tables: int
    rate: float
    p50: float
    p99: float
    cost: float | None
    """Microseconds of server processor time per move, if the server was one process of ours."""

    def cells(self) -> str:
        cost = "–" if self.cost is None else f"{self.cost:.0f}"
        return f"| {self.what} | {self.tables} | {self.rate:,.0f} | {self.p50:.1f} | {self.p99:.1f} | {cost} |"


HEAD: Final = "| what | tables | moves/s | p50 ms | p99 ms | µs of server |\n|---|---|---|---|---|---|"


def pinned(core: int) -> list[str]:
    """Return the start of a command that pins it to one core, if this machine has several."""
    return ["taskset", "-c", str(core)] if (os.cpu_count() or 1) > 1 and shutil.which("taskset") else []


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if process.poll() is not None:
            raise SystemExit(f"a server ended with status {process.returncode} before its measurement")
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("a server did not start")


@contextmanager
def served(words: list[str], port: int, **environment: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a server that ends with the block."""
    process = subprocess.Popen(words, env={**os.environ, **environment}, stdout=subprocess.DEVNULL)
    try:
        wait_for(port, process)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()


@contextmanager
def paddock(database: str = "", workers: int = 1) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """Start our service with a new SQLite file or another database, without rate limits.

    Several workers are not pinned to one core.
    """
    port = free_port()
    words = [*(pinned(SERVER_CORE) if workers == 1 else ()), sys.executable, "-m", "benchmarks.service.server"]
    with tempfile.TemporaryDirectory() as folder:
        service = ServerConfig(port=port, database=database, workers=workers, directory=folder, unlimited=True)
        with served(words, port, **{VARIABLE: msgspec.json.encode(service).decode()}) as process:
            yield port, process


def load(port: int, what: str, tables: int, seconds: float, **how: Any) -> Row:
    """Run clients at tables of our service. `pid` is the server's process id, if it is one process."""
    flags = [f"--{name}={value}" for name, value in how.items()]
    words = [sys.executable, "-m", "benchmarks.service.load", f"--port={port}", f"--tables={tables}"]
    return measured(what, tables, [*pinned(CLIENT_CORE), *words, f"--seconds={seconds}", *flags])


def peer_load(port: int, what: str, tables: int, seconds: float) -> Row:
    words = ["node", str(PEER / "load.js"), str(port), str(tables), str(seconds), str(PLAYERS)]
    return measured(what, tables, [*pinned(CLIENT_CORE), *words])


def measured(what: str, tables: int, words: list[str]) -> Row:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the clients of {what} failed:\n{done.stderr[-2000:]}")
    told = json.loads(done.stdout.strip().splitlines()[-1])
    row = Row(what, tables, told["moves"] / told["seconds"], told["p50"] or 0.0, told["p99"] or 0.0, told.get("cost"))
    print(row.cells(), flush=True)
    return row


def install_peer() -> bool:
    """Install boardgame.io from npm next to its package.json. Return False without Node."""
    if shutil.which("npm") is None:
        print("Node is not installed, so boardgame.io is skipped.")
        return False
    if not (PEER / "node_modules").is_dir():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent"], cwd=PEER, check=True)
    return True


def compare(seconds: float) -> list[Row]:
    """Measure boardgame.io with its two storages and our service, one after the other on the same core."""
    rows = []
    peer = install_peer()
    for tables in SIZES:
        with paddock() as (port, process):
            rows.append(load(port, "Paddock, SQLite, every move on disk", tables, seconds, pid=process.pid))
        for storage in ("memory", "files") if peer else ():
            with tempfile.TemporaryDirectory() as folder:
                port = free_port()
                place = "memory" if storage == "memory" else folder
                words = [*pinned(SERVER_CORE), "node", str(PEER / "server.js"), str(port), place]
                with served(words, port):
                    rows.append(peer_load(port, f"boardgame.io, in {storage}", tables, seconds))
    return rows


def other_games(seconds: float) -> list[Row]:
    rows = []
    for game, players in (("mist", 4), ("life", 3), ("mmm", 2), ("kuhlorado", 2)):
        with paddock() as (port, process):
            what = f"{game}, {players} players"
            rows.append(load(port, what, 200, seconds, game=game, players=players, pid=process.pid))
    return rows


def on_postgres(seconds: float) -> list[Row]:
    """Measure with PostgreSQL on this machine, on any free core."""
    rows = []
    with running_postgres() as postgres:
        for workers in (1, 2):
            with paddock(postgres.new_database(), workers) as (port, process):
                what = f"Paddock, PostgreSQL, {workers} worker{'s' if workers > 1 else ''}"
                rows.append(load(port, what, 200, seconds, pid=process.pid if workers == 1 else 0))
    return rows


def paced(seconds: float) -> Row:
    with paddock() as (port, process):
        return load(port, f"Paddock, {PACED} moves/s asked for", PACED, seconds, pace=1, pid=process.pid)


def memory(tables: int, sockets: int) -> dict[str, float]:
    """Return the bytes per idle table and per open socket, and the bytes left after both are gone."""
    with paddock() as (port, process):
        words = [sys.executable, "-m", "benchmarks.service.holding", f"--port={port}", f"--pid={process.pid}"]
        words += [f"--tables={tables}", f"--sockets={sockets}"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr[-2000:])
        told: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
        return told


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--quick", action="store_true", help="Check that everything runs, and write nothing.")
    told = parser.parse_args()
    seconds = 4 if told.quick else told.seconds
    print(HEAD)
    rows = [*compare(seconds), paced(seconds), *other_games(seconds), *on_postgres(seconds)]
    held = memory(1_000 if told.quick else 10_000, 200 if told.quick else 2_000)
    print(json.dumps(held))
    if not told.quick:
        page = PAGE.read_text(encoding="utf-8")
        between = re.compile(r"(<!-- service: measured -->).*(<!-- service: end -->)", re.DOTALL)
        PAGE.write_text(
            between.sub(lambda found: f"{found[1]}\n\n{report(rows, held)}\n{found[2]}", page), encoding="utf-8"
        )


def report(rows: list[Row], held: dict[str, float]) -> str:
    best = {row.what: row.rate for row in rows if row.tables == SIZES[-1]}
    ours = best.get("Paddock, SQLite, every move on disk", 0.0)
    ratios = [f"{ours / rate:.1f} × {what}" for what, rate in best.items() if what.startswith("boardgame.io")]
    lines = [
        HEAD,
        *(row.cells() for row in rows),
        "",
        f"At {SIZES[-1]} tables: {', '.join(ratios) or 'no peer was measured'}.",
        f"{os.cpu_count()} cores, Python {sys.version.split()[0]}.",
        "",
        "| memory | bytes |",
        "|---|---|",
        *(f"| {what.replace('_', ' ')} | {value:,.0f} |" for what, value in held.items()),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
