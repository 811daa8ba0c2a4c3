"""A deploy is not noticed: a new process takes over, players come back by themselves, and every move counts once."""

import asyncio
import contextlib
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from paddock.server.config import ServerConfig
from paddock.server.takeover import pid_file, registered, running_server
from server.auditing import audit
from server.guests import Guest, Player, Tally, sit_down
from server.houses import House, free_port, surroundings, wait_until_open
from server.offspring import die_with_parent
from server.postgres import Postgres
from support.soak import SEED

PATIENCE = 120.0
RETURN = 30.0
"""Seconds within which play continues; less than one on an idle machine."""
RESTARTS = 3
THINKING = 0.05
"""Seconds before each decision."""
RESTART = 1012
"""The close code of a socket whose service restarts."""


class Evening:
    """Three people who play match after match at this address until the evening is over."""

    def __init__(self, url: str) -> None:
        self.url, self.tally, self.players = url, Tally(), list[Player]()
        self.longest_pause = 0.0
        """The most seconds between two acknowledged moves."""
        self._over = asyncio.Event()

    async def __aenter__(self) -> "Evening":
        self._playing = asyncio.create_task(self._play())
        self._watching = asyncio.create_task(self._watch())
        await self.go_on(6)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._over.set()
        self._watching.cancel()
        if kind is None:
            await self._playing
        else:
            self._playing.cancel()

    async def go_on(self, moves: int) -> None:
        """Wait until they have made some more moves."""
        waiting = asyncio.create_task(self.tally.wait_for(self.tally.count + moves))
        await asyncio.wait({waiting, self._playing}, timeout=RETURN, return_when=asyncio.FIRST_COMPLETED)
        if self._playing.done():
            await self._playing
        assert waiting.done(), "play did not continue"

    async def _play(self) -> None:
        rng = random.Random(SEED)
        guests = [await Guest([self.url]).introduce(f"Guest {number}") for number in range(3)]
        while not self._over.is_set():
            players = await sit_down(guests, "mist", rng, self.tally)
            self.players += players
            for player in players:
                player.thinking = THINKING
            await asyncio.gather(*(player.play() for player in players))

    async def _watch(self) -> None:
        while not self._over.is_set():
            started = time.monotonic()
            await self.tally.wait_for(self.tally.count + 1)
            self.longest_pause = max(self.longest_pause, time.monotonic() - started)


def test_players_come_back_to_a_new_process(mortal_house: House) -> None:
    """SIGTERM, then a new process: sockets close with 1012, and the matches continue."""

    async def evening() -> list[Player]:
        async with Evening(mortal_house.open()) as evening:
            for _ in range(RESTARTS):
                assert await asyncio.to_thread(mortal_house.stop) == 0
                await asyncio.to_thread(mortal_house.open)
                await evening.go_on(20)
        print(f"{RESTARTS} restarts; the longest pause took {evening.longest_pause:.2f} s")
        return evening.players

    players = asyncio.run(asyncio.wait_for(evening(), PATIENCE))
    assert all(player.over for player in players)
    assert any(RESTART in player.closings for player in players)
    audit(mortal_house.database, players)


# ---- `paddock serve --replace`


class Command:
    """`paddock serve` with its own data directory, as an administrator starts it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.config = ServerConfig(port=self.port, directory=str(folder / "paddock"))
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "paddock", "serve", "--port", str(self.port), *words],
            env={**surroundings(), "XDG_DATA_HOME": str(self.folder)},
            stdout=subprocess.DEVNULL,
            preexec_fn=die_with_parent,
        )
        self.processes.append(process)
        return process

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Command]:
    one = Command(tmp_path)
    yield one
    one.close()


@pytest.mark.slow
def test_a_new_server_replaces_the_old_one_during_a_match(command: Command) -> None:
    async def evening() -> list[Player]:
        async with Evening(f"http://127.0.0.1:{command.port}") as evening:
            new = command.start("--replace")
            while old.poll() is None:
                await evening.go_on(1)  # the old server plays on while the new one loads
            await evening.go_on(20)
            assert new.poll() is None
        print(f"the longest pause took {evening.longest_pause:.2f} s")
        return evening.players

    old = command.start()
    wait_until_open(command.port)
    players = asyncio.run(asyncio.wait_for(evening(), PATIENCE))
    assert old.returncode == 0
    assert all(player.over for player in players)
    audit(command.config.address, players)
    assert running_server(command.config) == command.processes[1].pid


@pytest.mark.slow
def test_without_a_running_server_it_just_starts(command: Command) -> None:
    pid_file(command.config).parent.mkdir()
    pid_file(command.config).write_text("1")  # a server that was killed left this behind
    process = command.start("--replace")
    wait_until_open(command.port)
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0


def test_only_a_running_server_is_found(tmp_path: Path) -> None:
    config = ServerConfig(directory=str(tmp_path))
    assert running_server(config) is None
    with registered(config):
        assert running_server(config) == psutil.Process().pid
        assert running_server(ServerConfig(directory=str(tmp_path), port=1)) is None
    assert running_server(config) is None


# ---- Several workers


@pytest.mark.slow
def test_workers_restart_one_after_the_other(command: Command, postgres: Postgres) -> None:
    """SIGHUP replaces every worker. Somebody answers all the time, and the matches continue."""
    database = postgres.new_database()
    supervisor = command.start("--workers", "2", "--database", database)
    wait_until_open(command.port)
    before = workers(supervisor.pid)
    url, refused = f"http://127.0.0.1:{command.port}", list[str]()

    def ask_all_the_time() -> None:
        """Ask until every worker is new. Each request opens a new connection."""
        until = time.monotonic() + PATIENCE
        while (workers(supervisor.pid) & before or len(workers(supervisor.pid)) < 2) and time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{url}/health", timeout=RETURN):
                    pass
            except OSError as flaw:  # a worker that ends may reset a connection whose request it has not read yet
                refused.append(str(flaw))
            time.sleep(0.02)

    async def evening() -> list[Player]:
        async with Evening(url) as evening:
            supervisor.send_signal(signal.SIGHUP)
            await asyncio.to_thread(ask_all_the_time)
            await evening.go_on(20)
        print(f"the longest pause took {evening.longest_pause:.2f} s")
        return evening.players

    players = asyncio.run(asyncio.wait_for(evening(), PATIENCE))
    assert not workers(supervisor.pid) & before
    assert "refused" not in " ".join(refused).lower(), "no worker listened"
    assert all(player.over for player in players)
    audit(database, players)
    supervisor.send_signal(signal.SIGTERM)
    assert supervisor.wait(PATIENCE) == 0


def workers(supervisor: int) -> set[int]:
    """Return the worker processes. multiprocessing's resource tracker is none of them."""
    found = set()
    for one in psutil.Process(supervisor).children():
        with contextlib.suppress(psutil.NoSuchProcess):  # it has just ended
            if "resource_tracker" not in " ".join(one.cmdline()):
                found.add(one.pid)
    return found
