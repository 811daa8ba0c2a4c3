"""Two workers are one service: people at one table use both, and one worker dies."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from websockets.asyncio.client import ClientConnection, connect

from paddock.server.storage.engine import engine_of
from paddock.server.storage.queries import Queries
from server.auditing import audit
from server.guests import Guest, Player, Tally, sit_down
from server.houses import House, Zygote, free_port, surroundings, wait_until_open
from server.offspring import die_with_parent
from server.postgres import Postgres
from support.soak import SEED, SOAK, sweep

KILLS = sweep(10) * SOAK
PATIENCE = 30.0
"""Seconds until a wait for a message fails."""
TAKEN_UP = 30.0
"""Seconds within which the other worker takes over a bot; about six on an idle machine."""


@pytest.fixture
def workers(zygote: Zygote, postgres: Postgres, tmp_path: Path) -> Iterator[tuple[House, House]]:
    """Two processes on one database, with one secret."""
    database = postgres.new_database()
    pair = House(zygote, tmp_path, database), House(zygote, tmp_path, database)
    for house in pair:
        house.open()
    yield pair
    for house in pair:
        house.kill()


async def friends(urls: list[str], rng: random.Random, tally: Tally) -> list[Player]:
    """Return three people: the first and third prefer the first address, the second prefers the second."""
    guests = [
        await Guest([*urls[number % 2 :], *urls[: number % 2]]).introduce(f"Guest {number}") for number in range(3)
    ]
    return await sit_down(guests, "mist", rng, tally)


def test_a_move_on_one_worker_reaches_the_players_of_the_other(workers: tuple[House, House]) -> None:
    """Every player waits for moves from the other worker, and the match is played to its end."""

    async def evening() -> list[Player]:
        players = await friends([house.url for house in workers], random.Random(SEED), Tally())
        await asyncio.gather(*(player.play() for player in players))
        return players

    players = asyncio.run(asyncio.wait_for(evening(), 120))
    assert all(player.over for player in players)
    assert {player.guest.urls[0] for player in players} == {house.url for house in workers}
    audit(workers[0].database, players)


def test_workers_hear_each_other_again_once_the_database_is_back(
    workers: tuple[House, House], postgres: Postgres
) -> None:
    async def evening() -> list[Player]:
        tally = Tally()
        players = await friends([house.url for house in workers], random.Random(SEED), tally)
        playing = asyncio.gather(*(player.play() for player in players))
        await tally.wait_for(8)
        postgres.stop()
        postgres.start()
        await playing
        return players

    players = asyncio.run(asyncio.wait_for(evening(), 120))
    assert all(player.over for player in players)
    audit(workers[0].database, players)


@asynccontextmanager
async def at_the_table(player: Player, house: House) -> AsyncIterator[ClientConnection]:
    """Open a socket of this player at this worker, with presence."""
    address = f"ws{house.url.removeprefix('http')}/api/tables/{player.table}/socket?company=true&seat={player.seat}"
    headers = {"Cookie": player.guest.cookie or ""}
    async with connect(address, additional_headers=headers, compression=None) as socket:
        yield socket


async def sees(socket: ClientConnection, *here: int) -> None:
    """Wait until exactly these seats are present."""
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if message["what"] == "company" and message["here"] == list(here):
            return


def test_both_workers_know_the_presence(workers: tuple[House, House], postgres: Postgres) -> None:
    first, second = workers

    async def evening() -> None:
        ann, bob, cleo = await friends([first.url, second.url], random.Random(SEED), Tally())
        async with at_the_table(ann, first) as hers:
            await sees(hers, 0)
            async with at_the_table(bob, second) as his:
                await sees(his, 0, 1)
                await sees(hers, 0, 1)
                async with at_the_table(cleo, first):
                    await sees(his, 0, 1, 2)
                await sees(his, 0, 1)
            await sees(hers, 0)
            async with at_the_table(bob, second):
                await sees(hers, 0, 1)
                second.kill()
                await sees(hers, 0)
            async with at_the_table(bob, first) as his:
                await sees(hers, 0, 1)
                second.open()
                async with at_the_table(cleo, second) as theirs:
                    await sees(theirs, 0, 1, 2)
                    await sees(his, 0, 1, 2)
                    postgres.stop()
                    postgres.start()
                    await sees(theirs, 2)  # a worker that hears no others sends its own presence only
                    await sees(theirs, 0, 1, 2)
                await sees(hers, 0, 1)

    asyncio.run(evening())


def counted(house: House, what: str) -> int:
    """Return a counter of a worker's metrics."""
    with urllib.request.urlopen(f"{house.url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return int(next(float(line.split()[1]) for line in lines if line.startswith(f"{what}_total ")))


def test_only_one_worker_runs_a_bot(workers: tuple[House, House]) -> None:
    """Both workers have people at the table, so both could. The other takes over only after a delay."""

    async def evening() -> list[Player]:
        tally, rng = Tally(), random.Random(SEED)
        guests = [await Guest([house.url]).introduce("Guest") for house in workers]
        all_players = []
        for _ in range(3):
            players = await sit_down(guests, "mist", rng, tally, bots=2)
            await asyncio.gather(*(player.play() for player in players))
            all_players += players
        return all_players

    players = asyncio.run(asyncio.wait_for(evening(), 120))
    assert all(player.over for player in players)
    moves, thoughts = (
        sum(counted(house, f"paddock_{what}") for house in workers) for what in ("bot_moves", "thoughts")
    )
    assert moves > 20
    assert thoughts < 1.2 * moves, "both workers ran the bot"  # a busy worker may be too late


def test_the_other_worker_takes_over_a_bot(workers: tuple[House, House]) -> None:
    """The worker that would run the bot is killed before it can."""
    first, second = workers

    async def evening() -> None:
        rng = random.Random(SEED)
        settings = {"pace": "calm", "joint": "roller"}
        guests = [await Guest([house.url]).introduce("Guest") for house in (second, first)]
        ann, bob = await sit_down(guests, "mist", rng, Tally(), bots=1, settings=settings)
        async with at_the_table(ann, second) as hers:
            played: list[int] = []
            while True:
                message = json.loads(await asyncio.wait_for(hers.recv(), PATIENCE))
                if "snapshot" not in message:
                    continue
                played += [line["seat"] for line in message["lines"] if line["what"] == "played"]
                snapshot = message["snapshot"]
                if snapshot["turn"] == ann.seat:
                    await hers.send(json.dumps(decision(snapshot, rng)))
                elif snapshot["turn"] == bob.seat:
                    await bob.guest.ask("POST", f"/api/tables/{bob.table}/commands", decision(snapshot, rng))
                elif played[-1:] == [bob.seat]:
                    break
            first.kill()
            message = {}
            while "lines" not in message:
                message = json.loads(await asyncio.wait_for(hers.recv(), PATIENCE))
            assert [line["seat"] for line in message["lines"]] == [snapshot["turn"]]

    asyncio.run(asyncio.wait_for(evening(), 120))


def decision(snapshot: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    return {"do": "play", "at": snapshot["length"], "tokens": [rng.choice(snapshot["legal"])]}


@pytest.mark.slow
def test_players_of_a_dead_worker_move_over_and_nothing_is_lost(workers: tuple[House, House]) -> None:
    rng = random.Random(SEED)

    async def kill_in_turn(tally: Tally, players: list[Player]) -> None:
        """Kill the workers in turn. Each time, wait until all players have reconnected to the other."""
        for number in range(KILLS):
            await tally.wait_for(tally.count + rng.randrange(2, 12))
            dying = workers[number % 2]
            there = {player: player.welcomes for player in players if player.guest.urls[0] == dying.url}
            dying.kill()
            async with asyncio.timeout(PATIENCE):
                while any(player.welcomes == known and not player.done for player, known in there.items()):
                    await asyncio.sleep(0.01)
            await tally.wait_for(tally.count + 3)  # and play continues
            dying.open()

    async def evening() -> list[Player]:
        tally, stop = Tally(), asyncio.Event()
        all_players: list[Player] = []

        async def go_on() -> None:
            while not stop.is_set():
                players = await friends([house.url for house in workers], rng, tally)
                all_players.extend(players)
                for player in players:
                    player.enough = stop.is_set
                await asyncio.gather(*(player.play() for player in players))

        async with asyncio.TaskGroup() as group:
            playing = group.create_task(go_on())
            await kill_in_turn(tally, all_players)
            stop.set()
            await playing
        await asyncio.gather(*(player.catch_up() for player in all_players))
        return all_players

    players = asyncio.run(evening())
    print(f"{KILLS} workers killed, all players moved over")
    audit(workers[0].database, players)


@pytest.mark.slow
def test_a_bot_whose_worker_died_is_taken_up_by_the_other(workers: tuple[House, House]) -> None:
    """No client is connected, so only the due time in the database shows the bot."""
    first, second = workers

    async def leave_a_bot_to_move() -> Player:
        guest = await Guest([first.url]).introduce("Wendelin")
        settings = {"pace": "calm", "joint": "roller"}
        (player,) = await sit_down([guest], "mist", random.Random(SEED), Tally(), bots=2, settings=settings)
        player.enough = lambda: bool(player.acknowledged)
        await player.play()
        return player

    player = asyncio.run(leave_a_bot_to_move())
    engine = engine_of(second.database)
    queries = Queries(engine)
    config = queries.config(player.table)
    assert config is not None
    until = time.monotonic() + TAKEN_UP
    while queries.table(config).places[queries.table(config).turn].bot is None:  # rare: a person moves again
        asyncio.run(player_moves(player))
    first.kill()
    known = queries.table(config).number
    while queries.table(config).number == known:
        assert time.monotonic() < until, "no worker took over the bot"
        time.sleep(0.1)
    engine.dispose()


async def player_moves(player: Player) -> None:
    decided = len(player.acknowledged)
    player.enough = lambda: len(player.acknowledged) > decided
    await player.play()


@pytest.mark.slow
def test_one_command_starts_two_workers(postgres: Postgres, tmp_path: Path) -> None:
    """`paddock serve --workers 2`: both have sockets, one is killed, and the match is played to its end."""
    database, port = postgres.new_database(), free_port()
    words = [sys.executable, "-m", "paddock", "serve", "--workers", "2", "--port", str(port)]
    process = subprocess.Popen(
        [*words, "--database", database],
        env={**surroundings(), "XDG_DATA_HOME": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        preexec_fn=die_with_parent,
    )
    try:
        wait_until_open(port)
        players = asyncio.run(asyncio.wait_for(play_through_a_kill(process.pid, port), 120))
        assert all(player.over for player in players)
        audit(database, players)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()


async def play_through_a_kill(supervisor: int, port: int) -> list[Player]:
    tally = Tally()
    url = f"http://127.0.0.1:{port}"
    players = await friends([url, url], random.Random(SEED), tally)
    playing = asyncio.gather(*(player.play() for player in players))
    await tally.wait_for(8)
    os.kill(busy_worker(supervisor, port), signal.SIGKILL)
    await playing
    return players


def busy_worker(supervisor: int, port: int) -> int:
    """Return the process id of a worker with a connection."""
    for worker in psutil.Process(supervisor).children():
        for connection in worker.net_connections("tcp"):
            if connection.status == psutil.CONN_ESTABLISHED and connection.laddr.port == port:
                return int(worker.pid)
    raise AssertionError("no worker has a connection")
