"""A real service in a thread of the test, and visitors. All messages and log lines are recorded."""

import asyncio
import gc
import json
import logging
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TypeVar
from urllib.parse import urlencode

import httpx
import pytest
import uvicorn
from litestar import Litestar
from websockets.sync.client import ClientConnection, connect

from paddock.bots import background_compilation
from paddock.games import GAMES
from paddock.match.verify_dice import seed_commitment
from paddock.server.api.schemas import ErrorResponse
from paddock.server.app import create
from paddock.server.config import ServerConfig
from paddock.server.serve import JsonLines, uvicorn_settings
from paddock.server.services import Services
from paddock.server.table import setup as laying
from paddock.server.table.table import Table

Json = Any
T = TypeVar("T")

PATIENCE: Final = 150.0
"""Seconds until a test fails. Every test is faster, unless a game must be compiled first."""
LOGGERS: Final = ("paddock.server", "uvicorn", "asyncio", "litestar")
ERROR_KEYS: Final = set(ErrorResponse.__struct_fields__)
SHORT: Final = {"board": "bbf/huf/haa"}
SUDDEN: Final = {"turn_limit": 1, "lives": 1}
"""Options that end a match of Mmm! or Life is Life at once."""
FEWEST: Final = {"mist": 3, "life": 3, "mmm": 2, "kuhlorado": 2}
"""The number of seats at the tables of these tests."""


class House(logging.Handler):
    """One worker on loopback. Bots play, but nothing is compiled or solved in the background."""

    def __init__(self, folder: Path, **config: Any) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(JsonLines())
        self.listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # for TCP_NODELAY
        self.listening.bind(("127.0.0.1", 0))
        port = self.listening.getsockname()[1]
        self.config = ServerConfig(port=port, directory=str(folder), **{"unlimited": True, **config})
        self.url = f"http://127.0.0.1:{port}"
        self.app: Litestar = create(self.config)
        self.logged: list[str] = []
        self.visitors: list[Visitor] = []
        self.committed: dict[str, list[Visitor]] = {}
        """Table -> visitors that committed to their seeds."""
        self._patches = pytest.MonkeyPatch()
        self._server = uvicorn.Server(uvicorn.Config(self.app, log_config=None, **uvicorn_settings(self.config)))
        self._thread = threading.Thread(target=self._serve, name="house")

    def emit(self, record: logging.LogRecord) -> None:
        self.logged.append(self.format(record))

    def _serve(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[self.listening])

        with asyncio.Runner(loop_factory=self._server.config.get_loop_factory()) as runner:  # as in uvicorn
            runner.run(serve())

    def __enter__(self) -> "House":
        self._patches.setattr(background_compilation, "REQUESTED", set(GAMES))
        self._patches.setattr(laying, "solve_in_background", lambda *_: None)
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self)
        self._patches.setattr(logging.getLogger("paddock.server"), "level", logging.INFO)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the house did not open"
            self._thread.join(0.01)
        return self

    def __exit__(self, kind: type[BaseException] | None, flaw: BaseException | None, at: TracebackType | None) -> None:
        for visitor in self.visitors:
            visitor.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self.listening.close()
        assert not self._thread.is_alive(), "the house did not close"
        gc.collect()  # reports exceptions that no task retrieved
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(self)
        self._patches.undo()
        assert not [line for line in self.logged if "never retrieved" in line]

    # ---- Inside the service

    @property
    def services(self) -> Services:
        services: Services = self.app.state.services
        return services

    def inside(self, do: Callable[[Services], T]) -> T:
        """Run a function in the event loop of the service, while nothing else runs there."""

        async def done() -> T:
            return do(self.services)

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(PATIENCE)

    def table(self, key: str) -> Table:
        """Return the table of the service, secrets included."""
        return asyncio.run_coroutine_threadsafe(self.services.tables.table(key), self.loop).result(PATIENCE)

    def log_of(self, key: str) -> list[tuple[int, str]]:
        """Return the log of a table from the database."""
        return [(row.number, row.entry) for row in self.services.queries.log(self.table(key).config.id)]

    @property
    def connections(self) -> list[Any]:
        """Return the connections of all clients."""
        return list(self._server.server_state.connections)

    def cut_lines(self) -> None:
        """Break every connection, like a pulled cable."""

        def cut(_: Services) -> None:
            for line in self.connections:
                line.transport.abort()

        self.inside(cut)

    # ---- Visitors

    def guest(self, name: str = "Ann") -> "Visitor":
        """Return a visitor with a name."""
        visitor = Visitor(self)
        visitor.ask("PUT", "/api/me", {"name": name})
        return visitor

    def stranger(self, **headers: str) -> "Visitor":
        return Visitor(self, headers)

    def two_at(self, game: str, *more: str, **wish: Json) -> tuple["Visitor", "Visitor", str]:
        """Return Ann, the host, and Bob at a table whose match has begun, and the table's key."""
        ann, bob = self.guest("Ann"), self.guest("Bob")
        table = ann.lay(game, "me", "person", *more, **wish)["table"]
        bob.do(table, "sit", seat=1)
        ann.seed_all(table)
        assert bob.seed_all(table)["snapshot"]["state"] == "playing"
        return ann, bob, table


class Visitor:
    """A browser, or a program with a token."""

    def __init__(self, house: House, headers: dict[str, str] | None = None) -> None:
        self.house = house
        self.headers = headers or {}
        self.heard: list[bytes] = []
        """Every message to this visitor, except their own cookie."""
        self.http = httpx.Client(base_url=house.url, headers=self.headers, timeout=PATIENCE, verify=False)
        house.visitors.append(self)

    def send(self, method: str, path: str, body: Json = None, **more: Any) -> httpx.Response:
        if body is not None:
            more["json"] = body
        answer = self.http.request(method, path, **more)
        headers = [b"%s: %s" % header for header in answer.headers.raw if header[0].lower() != b"set-cookie"]
        self.heard.append(b"\n".join([*headers, answer.content]))
        return answer

    def ask(self, method: str, path: str, body: Json = None) -> Json:
        """Send a request and return its answer. Fail if it is refused."""
        answer = self.send(method, path, body)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: Json = None) -> tuple[int, str]:
        """Send a request that must be refused, and return its status and code."""
        answer = self.send(method, path, body)
        problem = answer.json()
        assert answer.status_code >= 400, answer.text
        assert set(problem) <= ERROR_KEYS
        assert problem["message"][0].isupper() or not problem["message"][0].isalpha()
        assert problem["message"].endswith((".", "!", "?"))
        return answer.status_code, problem["code"]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    # ---- At tables

    def lay(self, game: str, *seats: str, **more: Json) -> Json:
        """Create a table. Seats are `me`, `person` or a bot's level. The default is `me` for every seat."""
        wishes = [{"who": seat} if seat in ("me", "person") else {"who": "bot", "level": seat} for seat in seats]
        wishes = wishes or [{"who": "me"}] * FEWEST[game]
        return self.ask("POST", "/api/tables", {"game": game, "seats": wishes, **more})

    def look(self, table: str, **query: Json) -> Json:
        return self.ask("GET", f"/api/tables/{table}?{urlencode(query)}")

    def do(self, table: str, what: str, **how: Json) -> Json:
        return self.ask("POST", f"/api/tables/{table}/commands", {"do": what, **how})

    def may_not(self, table: str, what: str, **how: Json) -> str:
        """Send a command that must be refused, and return the code."""
        return self.refused("POST", f"/api/tables/{table}/commands", {"do": what, **how})[1]

    def seed_all(self, table: str) -> Json:
        """Commit to a seed for all my seats. After the last visitor's commitment all send theirs: the match begins."""
        there = self.look(table)
        for seat in there["mine"]:
            seal = seed_commitment(there["dice"]["match"], seat + 1, f"seed {seat}")
            there = self.do(table, "commit_seed", seat=seat, commitment=seal)
        committed = self.house.committed.setdefault(table, [])
        committed.append(self)
        if all(seat["kind"] == "bot" or seat.get("commitment") for seat in there["snapshot"]["seats"]):
            for visitor in committed:
                for seat in visitor.look(table)["mine"]:
                    there = visitor.do(table, "seed", seat=seat, seed=f"seed {seat}")
        return there

    def begin(self, game: str, *seats: str, **more: Json) -> str:
        """Return the key of a table whose match has begun."""
        table: str = self.lay(game, *seats, **more)["table"]
        assert self.seed_all(table)["snapshot"]["state"] == "playing"
        return table

    def play(self, table: str, *tokens: str) -> Json:
        """Decide for the seat to move. The default is the first legal decision."""
        snapshot = self.look(table)["snapshot"]
        tokens = tokens or (snapshot["legal"][0],)
        return self.do(table, "play", at=snapshot["length"], tokens=list(tokens))

    def play_out(self, table: str) -> None:
        """Decide for all seats until the match is over."""
        there = self.look(table)
        while there["snapshot"]["state"] == "playing":
            there = self.play(table)
        assert there["snapshot"]["state"] == "over"

    @contextmanager
    def socket(self, path: str, **query: Json) -> Iterator["Socket"]:
        """Open the socket of a table by its key, or any other socket by its path."""
        path = path if "/" in path else f"/api/tables/{path}/socket"
        path = f"{path}?{urlencode(query)}" if query else path
        address = f"ws{self.house.url.removeprefix('http')}{path}"
        headers = {**({"Cookie": self.cookie} if self.cookie else {}), **self.headers}
        with connect(address, additional_headers=headers, compression=None, open_timeout=PATIENCE) as connection:
            yield Socket(self, connection)


class Socket:
    """The messages of a socket, one by one."""

    def __init__(self, visitor: Visitor, connection: ClientConnection) -> None:
        self.visitor = visitor
        self.connection = connection

    def raw(self, timeout: float = PATIENCE) -> bytes:
        heard = self.connection.recv(timeout)
        heard = heard.encode() if isinstance(heard, str) else heard
        self.visitor.heard.append(heard)
        return heard

    def hear(self, what: str | None = None, timeout: float = PATIENCE) -> Json:
        """Return the next message, or the next of this kind."""
        message = json.loads(self.raw(timeout))
        assert what in (None, message["what"]), message
        return message

    def until(self, fits: Callable[[Json], bool]) -> Json:
        while not fits(message := self.hear()):
            pass
        return message

    def say(self, message: Json) -> None:
        """Send text, bytes, or a value as JSON."""
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def do(self, what: str, number: int, **how: Json) -> Json:
        """Send a command and return its answer."""
        self.say({"do": what, "id": number, **how})
        return self.until(lambda message: message.get("answer") == number)
