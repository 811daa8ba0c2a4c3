"""A small client: a program takes a seat.

    from paddock.client import Client

    house = Client("http://127.0.0.1:4747", token="...")
    with house.sit("KUH4TX", name="Robo") as seat:
        for turn in seat.turns():
            turn.play(turn.legal[0])

The client reconnects by itself and continues: every line of the table comes exactly once. A move without an answer is
sent again, and the service recognises it, so it is never played twice. The client is synchronous and has one seat.
"""

import contextlib
import http.client
import itertools
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from paddock.engine.errors import PaddockError

PATIENCE: Final = 60.0
"""Seconds of reconnecting before the client gives up."""

PASSING: Final = ("unavailable", "too_much")
"""Codes of temporary errors."""
BREATH: Final = 0.5
"""Seconds to wait after a rate limit."""
LONGEST_CODE: Final = 8
"""Characters of a short code at most. A table's key is longer."""


class Refused(PaddockError):
    """An error from the service, with a code for programs and a sentence for people."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("message", "the service refused"))
        self.code: str = problem.get("code", "refused")
        self.clause: str | None = problem.get("clause")


class Unready(Refused):
    """A temporary error from the service."""


class Lost(PaddockError):
    """The service cannot be reached."""


@dataclass
class Client:
    """One guest at one service: identified by a token, or new with `introduce`.

    [Write a program that plays](../../how-to/write-a-client.md) is the guide.

    Examples:
        >>> import paddock
        >>> client = paddock.Client("http://127.0.0.1:4747", token="...")
        >>> with client.sit("KUH4TX", name="Robo") as seat:    # doctest: +SKIP
        ...     for turn in seat.turns():
        ...         turn.play(turn.legal[0])
    """

    url: str
    token: str | None = None
    cookie: str | None = field(default=None, repr=False)

    def introduce(self, name: str) -> None:
        """Create a guest with this name. Not needed with a token."""
        self.ask("PUT", "/api/me", {"name": name})

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send an HTTP request and return its answer. Raise `Refused` for an error, `Lost` without a connection."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url.rstrip("/") + path, data, self.headers, method=method)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                if cookie := answer.headers.get("Set-Cookie"):
                    self.cookie = cookie.partition(";")[0]
                text = answer.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as flaw:
            with flaw:
                raise Refused(problem_in(flaw.read())) from None
        except (urllib.error.URLError, http.client.HTTPException, OSError) as flaw:
            raise Lost(f"{self.url} cannot be reached: {getattr(flaw, 'reason', flaw)}") from None

    @property
    def headers(self) -> dict[str, str]:
        """HTTP headers that identify the guest."""
        if self.token is not None:
            return {"Authorization": f"Bearer {self.token}"}
        return {} if self.cookie is None else {"Cookie": self.cookie}

    def lay(self, game: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
        """Create a table and return its data. `seats` is like `[{"who": "me"}, {"who": "bot", "level": "fox"}]`."""
        made: dict[str, Any] = self.ask("POST", "/api/tables", {"game": game, "seats": seats, **more})
        return made

    def sit(
        self, code_or_table: str, *, seat: int | None = None, name: str | None = None, seed: str | None = None
    ) -> "Seat":
        """Return a seat by a short code or the table's key: a free one, or the guest's own.

        Raise `Refused` with the code `not_now` if the people at the table have to agree first. Call it again then.
        """
        table = code_or_table
        if len(table.replace("-", "")) <= LONGEST_CODE:
            table = self.ask("GET", f"/api/codes/{code_or_table}")["table"]
        there = self.ask("GET", f"/api/tables/{table}")
        if not there["mine"] or (seat is not None and seat not in there["mine"]):
            act = {"do": "sit", "seat": seat, "name": name}
            there = self.ask("POST", f"/api/tables/{table}/commands", {k: v for k, v in act.items() if v is not None})
        if not there["mine"] or (seat is not None and seat not in there["mine"]):
            raise Refused({"code": "not_now", "message": "The people at the table have to agree first."})
        chosen = seat if seat is not None else there["mine"][0]
        taken = Seat(self, table, chosen)
        if there["snapshot"]["state"] == "waiting":
            taken.add_seed(seed)
        return taken


def problem_in(body: bytes) -> dict[str, Any]:
    try:
        problem = json.loads(body)
        return problem if isinstance(problem, dict) else {}
    except ValueError:
        return {}


class Seat:
    """A seat at a table: its lines, its newest snapshot (`snapshot`) and its commands."""

    def __init__(self, client: Client, table: str, seat: int) -> None:
        self.client = client
        self.table = table
        self.seat = seat
        self.lines: list[dict[str, Any]] = []
        self.snapshot: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        self._early: dict[int, dict[str, Any]] = {}
        self._ids = itertools.count(1)
        self._open = contextlib.ExitStack()
        self._socket: ClientConnection | None = None

    def __enter__(self) -> "Seat":
        self._connected()
        return self

    def __exit__(self, kind: type[BaseException] | None, flaw: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the socket. The seat stays taken."""
        self._socket = None
        self._open.close()

    # ---- Receiving

    def hear(self, timeout: float | None = None) -> dict[str, Any]:
        """Return the next message, after updating lines and snapshot. Raise `TimeoutError` if none comes in time."""
        if self._socket is None:
            return self._connect()
        try:
            message: dict[str, Any] = json.loads(self._socket.recv(timeout))
        except TimeoutError:
            raise
        except (WebSocketException, OSError):
            return self._connect()
        self._note(message)
        return message

    def _note(self, message: dict[str, Any]) -> None:
        """Add each new line once, in the order of their numbers, and keep the newest snapshot."""
        if message["what"] == "welcome":
            if message["table"] != self.table:  # the socket switched to the rematch
                self._turn_to(message)
            self.welcome = message
        for line in message.get("lines", []):
            if line["number"] > len(self.lines):
                self._early[line["number"]] = line
        while (line := self._early.pop(len(self.lines) + 1, None)) is not None:
            self.lines.append(line)
        if "snapshot" in message and message["snapshot"]["number"] >= self.snapshot.get("number", 0):
            self.snapshot = message["snapshot"]

    def _turn_to(self, welcome: dict[str, Any]) -> None:
        """Switch to another table. Its seats belong to the same people."""
        self.table, self.lines, self.snapshot = welcome["table"], [], {}
        self._early.clear()
        before, mine = self.welcome.get("mine", []), welcome["mine"]
        self.seat = mine[before.index(self.seat)] if len(mine) > 1 and self.seat in before else mine[0]

    def _connected(self) -> ClientConnection:
        if self._socket is None:
            self._connect()
        assert self._socket is not None
        return self._socket

    def _connect(self) -> dict[str, Any]:
        """Connect or reconnect, and return the welcome, which contains all missed lines."""
        self.close()
        until = time.monotonic() + PATIENCE
        while True:
            try:
                opening = connect(self._address(), additional_headers=self.client.headers, compression=None)
                self._socket = self._open.enter_context(opening)
                welcome = self._checked(json.loads(self._socket.recv(PATIENCE)))
                self._note(welcome)
                return welcome
            except (Unready, WebSocketException, OSError) as flaw:
                self.close()
                if time.monotonic() > until:
                    raise Lost(f"{self.client.url} cannot be reached: {flaw}") from None
                time.sleep(0.05)

    def _address(self) -> str:
        parts = urlsplit(self.client.url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        query = urlencode({"after": len(self.lines), "seat": self.seat})
        return urlunsplit((scheme, parts.netloc, f"/api/tables/{self.table}/socket", query, ""))

    def _checked(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["what"] == "refused":
            self.close()
            problem = message["problem"]
            raise (Unready if problem["code"] in PASSING else Refused)(problem)
        return message

    # ---- Commands

    def do(self, what: str, **how: Any) -> None:
        """Send a command and wait for its commit. Send it again if the connection was lost before the answer."""
        number = next(self._ids)
        message = json.dumps({"do": what, "id": number, **how})
        socket = self._connected()
        self._send(socket, message)
        while True:
            heard = self.hear()
            if self._socket is not socket:  # reconnected: the command may be lost
                socket = self._connected()
                self._send(socket, message)
                continue
            if heard.get("answer") == number:
                code = heard["problem"]["code"] if heard["what"] == "refused" else None
                if code == "too_much":  # nothing was done, so the command can be sent again
                    time.sleep(BREATH)
                    self._send(socket, message)
                elif code in (None, "repeated"):
                    return
                else:
                    raise Refused(heard["problem"])

    def _send(self, socket: ClientConnection, message: str) -> None:
        with contextlib.suppress(WebSocketException, OSError):  # `hear` will reconnect
            socket.send(message)

    def play(self, *tokens: str) -> None:
        """Play one or more decisions of a turn, all or none. Return when the snapshot includes them."""
        known: int = self.snapshot["number"]
        self.do("play", at=self.snapshot["length"], tokens=list(tokens), seat=self.seat)
        while self.snapshot["number"] <= known:  # "repeated" may arrive before the lines of the move
            self.hear()

    def add_seed(self, seed: str | None = None) -> None:
        """Add a seed to the dice before the match begins. The default is the current time."""
        self.do("seed", seat=self.seat, seed=seed or f"{time.time_ns():x}")

    def again(self, *, seed: str | None = None) -> None:
        """Ask for a rematch, if there is none, and switch to it on the same socket.

        Afterwards this is the seat at the new table, and `turns` are those of its match.
        """
        while self.snapshot.get("rematch") is None:
            self.do("rematch")
        self.do("go_over")
        if len(self.welcome["mine"]) > 1:
            self.close()  # reconnect for this seat only
            self._connect()
        if self.snapshot["state"] == "waiting":
            self.add_seed(seed)

    @property
    def over(self) -> bool:
        return self.snapshot.get("state") in ("over", "closed")

    def turns(self) -> Iterator["Turn"]:
        """Yield every decision of this seat until the match is over."""
        self._connected()
        while not self.over:
            if self.snapshot.get("turn") == self.seat and self.snapshot["legal"]:
                yield Turn(self, self.snapshot["view"], self.snapshot["legal"])
            else:
                self.hear()
        while len(self.lines) < self.snapshot["number"]:  # the end may arrive before earlier lines
            self.hear()


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision to make: the view of the seat, and its legal moves."""

    seat: Seat
    view: Any
    legal: list[str]

    def play(self, *tokens: str) -> None:
        self.seat.play(*tokens)
