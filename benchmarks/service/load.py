"""People at each of many tables who play whole games of random moves: `python -m benchmarks.service.load`.

Prints one line of JSON: moves, seconds, and the time from a click until everybody at the table has its update.
"""

import argparse
import asyncio
import json
import random
import time
from functools import partial
from typing import Any

import httpx
import msgspec
import uvloop

from benchmarks.service.socket import Wire, open_wire


class Standing(msgspec.Struct):
    """What a player needs to go on."""

    number: int
    length: int
    state: str
    turn: int | None
    legal: list[str]
    rematch: str | None = None


class Heard(msgspec.Struct):
    """A message of the service."""

    what: str
    standing: Standing | None = None


HEARD = msgspec.json.Decoder(Heard)


class House:
    """The guests, and what is counted."""

    def __init__(self, port: int, game: str, players: int, pace: float) -> None:
        self.port = port
        self.game = game
        self.players = players
        self.pace = pace
        """Seconds between two moves at a table; 0 plays as fast as it can."""
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
        """A table at which everybody sits; it begins with the last seed."""
        seats = [{"who": "me"}, *({"who": "person"} for _ in range(self.players - 1))]
        wish = {"game": self.game, "seats": seats, "settings": {"coach": False}}
        table: str = (await self.ask(0, "POST", "/api/tables", wish))["table"]
        for who in range(1, self.players):
            await self.ask(who, "POST", f"/api/tables/{table}/acts", {"do": "sit", "seat": who})
        return table


class Table:
    """One table, played for ever: a match that is over is followed by a rematch, everybody one seat further."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.wires: list[Wire] = []
        self.seats = list(range(house.players))
        """Guest -> seat."""
        self.lengths = [0] * house.players
        self.legal: list[list[str]] = [[] for _ in range(house.players)]
        """What each guest was told they may do: where hands are hidden, only whose turn it is."""
        self.sent_at = 0.0
        self.waiting_for = -1
        self.next = ""
        self.counted = False
        self.over = asyncio.Event()

    async def play(self) -> None:
        table = await self.house.lay()
        while True:
            self.over.clear()
            self.next = ""
            self.lengths, self.waiting_for = [0] * self.house.players, -1
            self.wires = [await self.connect(table, who) for who in range(self.house.players)]
            for who, wire in enumerate(self.wires):
                wire.send(b'{"do":"seed","seat":%d,"seed":"%d"}' % (self.seats[who], self.house.rng.getrandbits(60)))
            self.house.begun += not self.counted
            self.counted = True
            await self.over.wait()
            for wire in self.wires:
                wire.close()
            table = self.next
            self.seats = [(seat - 1) % self.house.players for seat in self.seats]

    async def connect(self, table: str, who: int) -> Wire:
        path = f"/api/tables/{table}/socket?seat={self.seats[who]}"
        return await open_wire(self.house.port, path, self.house.cookies[who], partial(self.hear, who))

    def hear(self, who: int, message: bytes) -> None:
        standing = HEARD.decode(message).standing
        if standing is None:
            raise RuntimeError(message.decode())
        self.lengths[who] = standing.length
        if self.waiting_for >= 0 and min(self.lengths) > self.waiting_for:
            self.waiting_for = -1
            if self.house.counting:
                self.house.moves += 1
                self.house.waits.append(time.perf_counter() - self.sent_at)
        if standing.state == "over":
            if standing.rematch is not None:
                self.next = standing.rematch
                self.over.set()
            elif who == 0:
                self.wires[0].send(b'{"do":"rematch"}')
        self.legal[who] = standing.legal
        if self.waiting_for == -1 and standing.turn is not None and min(self.lengths) == standing.length:
            self.go_on(self.seats.index(standing.turn), standing)

    def go_on(self, who: int, standing: Standing) -> None:
        """The next click comes when everybody has seen the last one, at once or after a while."""
        self.waiting_for = standing.length
        if self.house.pace:
            wait = self.house.pace * self.house.rng.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(wait, self.click, who, standing)
        else:
            self.click(who, standing)

    def click(self, who: int, standing: Standing) -> None:
        self.sent_at = time.perf_counter()
        token = self.house.rng.choice(self.legal[who])
        self.wires[who].send(b'{"do":"play","at":%d,"tokens":["%s"]}' % (standing.length, token.encode()))


async def run(port: int, game: str, players: int, tables: int, seconds: float, pace: float) -> dict[str, Any]:
    house = House(port, game, players, pace)
    await house.open()
    playing = [asyncio.create_task(Table(house).play()) for _ in range(tables)]
    while house.begun < tables:
        await asyncio.wait(playing, timeout=0.2, return_when=asyncio.FIRST_EXCEPTION)
    await asyncio.sleep(2)
    house.counting = True
    started = time.perf_counter()
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for failed in done:
        failed.result()
    took = time.perf_counter() - started
    waits = sorted(house.waits)
    for one in playing:
        one.cancel()

    def at(share: float) -> float | None:
        return round(1000 * waits[min(len(waits) - 1, int(share * len(waits)))], 2) if waits else None

    return {"moves": house.moves, "seconds": took, "p50": at(0.5), "p99": at(0.99)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--game", default="mist")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tables", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pace", type=float, default=0)
    told = parser.parse_args()
    report = uvloop.run(run(told.port, told.game, told.players, told.tables, told.seconds, told.pace))
    print(json.dumps(report))
