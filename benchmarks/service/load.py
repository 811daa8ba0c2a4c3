"""Clients that play random moves at many tables: `python -m benchmarks.service.load`.

Prints one line of JSON: moves, seconds, the time from a click until all players of the table have its update, and the
server's processor time per move. Rematches and all other work are included.
"""

import argparse
import asyncio
import json
import os
import random
import time
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop

from benchmarks.service.socket import Wire, open_wire


class Standing(msgspec.Struct):
    """The part of a snapshot that a player needs."""

    number: int
    length: int
    state: str
    turn: int | None
    legal: list[str]
    rematch: str | None = None


class Heard(msgspec.Struct):
    """A message of the service."""

    what: str
    snapshot: Standing | None = None


HEARD = msgspec.json.Decoder(Heard)


class House:
    """The guests and the counters."""

    def __init__(self, port: int, game: str, players: int, pace: float) -> None:
        self.port = port
        self.game = game
        self.players = players
        self.pace = pace
        """Seconds between two moves at a table; 0 plays as fast as possible."""
        self.rng = random.Random(1)
        self.client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)
        self.cookies: list[str] = []
        self.begun = 0
        """Tables at which the first match has begun."""
        self.counting = False
        self.moves = 0
        self.waits: list[float] = []

    async def open(self) -> None:
        for number in range(self.players):
            answer = await self.client.put("/api/me", json={"name": f"Guest {number}"}, headers={"cookie": ""})
            answer.raise_for_status()
            self.cookies.append(answer.headers["set-cookie"].partition(";")[0])
        self.client.cookies.clear()

    async def ask(self, who: int, method: str, path: str, body: Any = None) -> Any:
        self.client.cookies.clear()
        answer = await self.client.request(method, path, json=body, headers={"cookie": self.cookies[who]})
        answer.raise_for_status()
        return answer.json()

    async def lay(self) -> str:
        """Create a table and take all seats. The last seed begins the match."""
        seats = [{"who": "me"}, *({"who": "person"} for _ in range(self.players - 1))]
        wish = {"game": self.game, "seats": seats, "settings": {"coach": False}}
        table: str = (await self.ask(0, "POST", "/api/tables", wish))["table"]
        for who in range(1, self.players):
            await self.ask(who, "POST", f"/api/tables/{table}/commands", {"do": "sit", "seat": who})
        return table


class Table:
    """One table. After each match all players go over to the rematch, one seat further on."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.wires: list[Wire] = []
        self.seats = list(range(house.players))
        """Guest -> seat."""
        self.lengths = [0] * house.players
        self.legal: list[list[str]] = [[] for _ in range(house.players)]
        """Legal moves of each guest. In a game with hidden hands only the seat to move gets them."""
        self.sent_at = 0.0
        self.waiting_for = -1
        self.flaw = asyncio.get_running_loop().create_future()

    async def play(self) -> None:
        table = await self.house.lay()
        for who in range(self.house.players):
            path = f"/api/tables/{table}/socket?seat={who}"
            self.wires.append(await open_wire(self.house.port, path, self.house.cookies[who], partial(self.hear, who)))
        self.house.begun += 1
        await self.flaw

    def hear(self, who: int, wire: Wire, message: bytes) -> None:
        heard = HEARD.decode(message)
        snapshot = heard.snapshot
        if snapshot is None:
            self.flaw.set_exception(RuntimeError(message.decode()))
            return
        self.lengths[who] = snapshot.length
        if self.waiting_for >= 0 and min(self.lengths) > self.waiting_for:
            self.waiting_for = -1
            if self.house.counting:
                self.house.moves += 1
                self.house.waits.append(time.perf_counter() - self.sent_at)
        if heard.what == "welcome":
            seed = self.house.rng.getrandbits(60)
            wire.send(b'{"do":"seed","seat":%d,"seed":"%d"}' % (self.seats[who], seed))
        elif snapshot.state == "over":
            if snapshot.rematch is not None:
                self.seats[who] = (self.seats[who] - 1) % self.house.players
                wire.send(b'{"do":"go_over","seat":%d}' % self.seats[who])
            elif who == 0:
                wire.send(b'{"do":"rematch"}')
        self.legal[who] = snapshot.legal
        if self.waiting_for == -1 and snapshot.turn is not None and min(self.lengths) == snapshot.length:
            self.go_on(self.seats.index(snapshot.turn), snapshot)

    def go_on(self, who: int, snapshot: Standing) -> None:
        """Schedule the next click once all players have seen the last one, at once or after the pace."""
        self.waiting_for = snapshot.length
        if self.house.pace:
            wait = self.house.pace * self.house.rng.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(wait, self.click, who, snapshot)
        else:
            self.click(who, snapshot)

    def click(self, who: int, snapshot: Standing) -> None:
        self.sent_at = time.perf_counter()
        token = self.house.rng.choice(self.legal[who])
        self.wires[who].send(b'{"do":"play","at":%d,"tokens":["%s"]}' % (snapshot.length, token.encode()))


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process and its threads so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(port: int, game: str, players: int, tables: int, seconds: float, pace: float, pid: int) -> dict[str, Any]:
    house = House(port, game, players, pace)
    await house.open()
    playing = [asyncio.create_task(Table(house).play()) for _ in range(tables)]
    while house.begun < tables:
        await asyncio.wait(playing, timeout=0.2, return_when=asyncio.FIRST_EXCEPTION)
    await asyncio.sleep(2)
    house.counting = True
    started, used = time.perf_counter(), processor_seconds(pid) if pid else 0.0
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for failed in done:
        failed.result()
    took = time.perf_counter() - started
    cost = 1e6 * (processor_seconds(pid) - used) / max(1, house.moves) if pid else None
    waits = sorted(house.waits)
    for one in playing:
        one.cancel()

    def at(share: float) -> float | None:
        return round(1000 * waits[min(len(waits) - 1, int(share * len(waits)))], 2) if waits else None

    return {"moves": house.moves, "seconds": took, "p50": at(0.5), "p99": at(0.99), "cost": cost}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--game", default="mist")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pace", type=float, default=0)
    parser.add_argument("--pid", type=int, default=0, help="Process id of the server, to measure its processor time.")
    told = parser.parse_args()
    report = uvloop.run(run(told.port, told.game, told.players, told.tables, told.seconds, told.pace, told.pid))
    print(json.dumps(report))
