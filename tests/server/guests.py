"""Real clients: people who play random legal moves over sockets and remember all messages."""

import asyncio
import itertools
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from paddock.client import Client, Lost, Refused
from paddock.match.verify_dice import seed_commitment

SOON: Final = 0.01
"""Seconds between two attempts to reach a service that is down."""
PASSING: Final = ("unavailable",)


class Wrong(AssertionError):
    """The service broke a promise."""


class Tally:
    """Counts acknowledgements, for tasks that wait for more of them."""

    def __init__(self) -> None:
        self.count = 0
        self._more = asyncio.Condition()

    async def add(self) -> None:
        async with self._more:
            self.count += 1
            self._more.notify_all()

    async def wait_for(self, count: int) -> None:
        async with self._more:
            await self._more.wait_for(lambda: self.count >= count)


@dataclass
class Guest:
    """A guest with a cookie who finds the service at one of several addresses."""

    urls: list[str]
    cookie: str | None = None

    async def introduce(self, name: str) -> "Guest":
        await self.ask("PUT", "/api/me", {"name": name})
        return self

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask until the service answers. A repeated request counts as done if its first answer was lost."""
        while True:
            client = Client(self.urls[0], cookie=self.cookie)
            try:
                answer = await asyncio.to_thread(client.ask, method, path, body)
                self.cookie = client.cookie
                return answer
            except Refused as refused:
                if refused.code == "repeated":
                    return None
                if refused.code not in PASSING:
                    raise
            except Lost:
                self.turn_elsewhere()
            await asyncio.sleep(SOON)

    def turn_elsewhere(self) -> None:
        self.urls.append(self.urls.pop(0))


@dataclass(frozen=True)
class Decision:
    """A move that was sent once or more often."""

    id: int
    at: int
    token: str


@dataclass(eq=False)
class Player:
    """A guest at one seat. It remembers every line and every acknowledged decision."""

    guest: Guest
    table: str
    seat: int
    rng: random.Random
    tally: Tally
    lines: list[dict[str, Any]] = field(default_factory=list)
    snapshot: dict[str, Any] = field(default_factory=dict)
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    """The length of the match that each decision answered, and its token."""
    problems: list[dict[str, Any]] = field(default_factory=list)
    """Temporary errors of the service."""
    closings: list[int | None] = field(default_factory=list)
    """The close codes of sockets."""
    pending: Decision | None = None
    enough: Callable[[], bool] = lambda: False
    thinking: float = 0.0
    """Seconds before each decision, for services with rate limits."""
    welcomes: int = 0
    """The number of welcomes."""
    _ids: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    @property
    def over(self) -> bool:
        return self.snapshot.get("state") in ("over", "closed")

    @property
    def done(self) -> bool:
        return self.pending is None and (self.over or self.enough())

    async def play(self) -> None:
        """Play until the match is over or `late` is set, through all failures. Every command gets an answer."""
        while not self.done:
            try:
                await self._play_over_one_socket()
            except (OSError, WebSocketException, TimeoutError):
                self.guest.turn_elsewhere()
                await asyncio.sleep(SOON)

    async def catch_up(self) -> None:
        """Read the lines since the last connection."""
        known, before = self.welcomes, self.enough
        self.enough = lambda: self.welcomes > known
        await self.play()
        self.enough = before

    async def _play_over_one_socket(self) -> None:
        """Play over one socket. Sometimes ask for all lines again: they must be equal."""
        known = 0 if self.rng.random() < 0.2 else len(self.lines)
        query = urlencode({"after": known, "seat": self.seat})
        address = f"ws{self.guest.urls[0].removeprefix('http')}/api/tables/{self.table}/socket?{query}"
        headers = {"Cookie": self.guest.cookie or ""}
        async with connect(address, additional_headers=headers, compression=None) as socket:
            self._note(json.loads(await socket.recv()), known)
            self.welcomes += 1
            if self.pending is not None:
                await self._send(socket, self.pending)
            while not self.done:
                await self._decide(socket)
                try:
                    message = json.loads(await asyncio.wait_for(socket.recv(), 1))
                except TimeoutError:
                    continue  # to check whether the evening is over
                except WebSocketException:
                    self.closings.append(socket.close_code)
                    raise
                self._note(message, len(self.lines))
                await self._answered(socket, message)

    def _note(self, message: dict[str, Any], known: int) -> None:
        """Check that lines come in order, complete, once, and unchanged."""
        if message["what"] == "refused" and "answer" not in message:
            code = message["problem"]["code"]
            raise ConnectionError(code) if code in PASSING else Wrong(message)
        for number, line in enumerate(message.get("lines", []), known + 1):
            if line["number"] != number:
                raise Wrong(f"line {line['number']} came in place of line {number}")
            if number <= len(self.lines):
                if line != self.lines[number - 1]:
                    raise Wrong(f"line {number} was {self.lines[number - 1]}, now it is {line}")
            else:
                self.lines.append(line)
        if "snapshot" in message:
            self.snapshot = message["snapshot"]
            if self.snapshot["number"] != len(self.lines):
                raise Wrong(f"the snapshot has {self.snapshot['number']} lines, {len(self.lines)} arrived")

    async def _decide(self, socket: ClientConnection) -> None:
        if self.pending is None and self.snapshot["turn"] == self.seat and self.snapshot["state"] == "playing":
            await asyncio.sleep(self.thinking)
            token = self.rng.choice(self.snapshot["legal"])
            self.pending = Decision(next(self._ids), self.snapshot["length"], token)
            await self._send(socket, self.pending)

    async def _send(self, socket: ClientConnection, what: Decision) -> None:
        message = {"do": "play", "id": what.id, "at": what.at, "tokens": [what.token], "seat": self.seat}
        await socket.send(json.dumps(message))

    async def _answered(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        """Count an answer. An update means yes, and so does `repeated`."""
        if self.pending is None or message.get("answer") != self.pending.id:
            return
        if message["what"] == "refused" and message["problem"]["code"] in PASSING:
            self.problems.append(message["problem"])
            await asyncio.sleep(SOON)
            await self._send(socket, self.pending)
        elif message["what"] == "refused" and message["problem"]["code"] != "repeated":
            raise Wrong(message["problem"])
        else:
            self.acknowledged.append((self.pending.at, self.pending.token))
            self.pending = None
            await self.tally.add()


async def sit_down(
    guests: list[Guest], game: str, rng: random.Random, tally: Tally, *, bots: int = 0, **more: Any
) -> list[Player]:
    """Create a table for these people and some bots, and begin: every person seeds."""
    host, *others = guests
    company = [{"who": "bot", "level": "uniform"}] * bots
    seats = [{"who": "me"}, *({"who": "person"} for _ in others), *company]
    wish = {"game": game, "seats": seats, "settings": {"pace": "instant", "joint": "roller"}, **more}
    made = await host.ask("POST", "/api/tables", wish)
    acts = f"/api/tables/{made['table']}/commands"
    for seat, guest in enumerate(guests):
        if seat:
            await guest.ask("POST", acts, {"do": "sit", "seat": seat})
    match = (await host.ask("GET", f"/api/tables/{made['table']}"))["dice"]["match"]
    seeds = [f"seed {rng.random()}" for _ in guests]
    for seat, guest in enumerate(guests):
        seal = seed_commitment(match, seat + 1, seeds[seat])
        await guest.ask("POST", acts, {"do": "commit_seed", "seat": seat, "commitment": seal})
    for seat, guest in enumerate(guests):
        await guest.ask("POST", acts, {"do": "seed", "seat": seat, "seed": seeds[seat]})
    return [
        Player(Guest(guest.urls[:], guest.cookie), made["table"], seat, rng, tally) for seat, guest in enumerate(guests)
    ]
