"""A small client: a program of yours takes a seat.

    from paddock.client import Client

    house = Client("http://127.0.0.1:4747", token="...")
    with house.sit("KUH4TX", name="Robo") as seat:
        for turn in seat.turns():
            turn.play(turn.legal[0])

It reconnects by itself and goes on where it was: every line of the table comes once. A move that was not answered is
sent again; the service recognises it, so it is never played twice. Synchronous, for a program with one seat.
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

from paddock.rules.refusals import Refusal

PATIENCE: Final = 60.0
"""Seconds for which a lost connection is sought again before giving up."""

PASSING: Final = ("unavailable", "too_much")
"""Codes of what passes by itself."""
BREATH: Final = 0.5
"""Seconds to wait when the service says that it was too much at once."""
LONGEST_CODE: Final = 8
"""A table's key is longer."""


class Refused(Refusal):
    """The service said no, with a code for programs and a sentence for people."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("message", "the service refused"))
        self.code: str = problem.get("code", "refused")
        self.clause: str | None = problem.get("clause")


class Unready(Refused):
    """The service said: not now, but soon."""


class Lost(Refusal):
    """The service cannot be reached."""


@dataclass
class Client:
    """One guest at one service: by a token, or as a new guest with `introduce`."""

    url: str
    token: str | None = None
    cookie: str | None = field(default=None, repr=False)

    def introduce(self, name: str) -> None:
        """Become a guest by name, if there is no token."""
        self.ask("PUT", "/api/me", {"name": name})

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A question over HTTP and its answer; `Refused` if it is a problem."""
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
        if self.token is not None:
            return {"Authorization": f"Bearer {self.token}"}
        return {} if self.cookie is None else {"Cookie": self.cookie}

    def lay(self, game: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
        """A new table; `seats` like `[{"who": "me"}, {"who": "bot", "level": "fox"}]`."""
        made: dict[str, Any] = self.ask("POST", "/api/tables", {"game": game, "seats": seats, **more})
        return made

    def sit(
        self, code_or_table: str, *, seat: int | None = None, name: str | None = None, seed: str | None = None
    ) -> "Seat":
        """Take a free seat by a short code or by the table's key, or come back to one's own."""
        table = code_or_table
        if len(table.replace("-", "")) <= LONGEST_CODE:
            table = self.ask("GET", f"/api/codes/{code_or_table}")["table"]
        there = self.ask("GET", f"/api/tables/{table}")
        if not there["mine"] or (seat is not None and seat not in there["mine"]):
            act = {"do": "sit", "seat": seat, "name": name}
            there = self.ask("POST", f"/api/tables/{table}/acts", {k: v for k, v in act.items() if v is not None})
        chosen = seat if seat is not None else there["mine"][0]
        taken = Seat(self, table, chosen)
        if there["standing"]["state"] == "waiting":
            taken.add_seed(seed)
        return taken


def problem_in(body: bytes) -> dict[str, Any]:
    try:
        problem = json.loads(body)
        return problem if isinstance(problem, dict) else {}
    except ValueError:
        return {}


class Seat:
    """A seat at a table: what happened there, what it looks like, and what can be done."""

    def __init__(self, client: Client, table: str, seat: int) -> None:
        self.client = client
        self.table = table
        self.seat = seat
        self.lines: list[dict[str, Any]] = []
        self.standing: dict[str, Any] = {}
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
        """Leave the socket; the seat stays ours."""
        self._socket = None
        self._open.close()

    # ---- Hearing

    def hear(self, timeout: float | None = None) -> dict[str, Any]:
        """The next message, by which lines and standing have been brought up to date; `TimeoutError` if none came."""
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
        """Every line counts once, in the order of their numbers; of the table, only the newest standing."""
        if message["what"] == "welcome":
            if message["table"] != self.table:  # the socket went over to the rematch
                self._turn_to(message)
            self.welcome = message
        for line in message.get("lines", []):
            if line["number"] > len(self.lines):
                self._early[line["number"]] = line
        while (line := self._early.pop(len(self.lines) + 1, None)) is not None:
            self.lines.append(line)
        if "standing" in message and message["standing"]["number"] >= self.standing.get("number", 0):
            self.standing = message["standing"]

    def _turn_to(self, welcome: dict[str, Any]) -> None:
        """Another table, of which nothing is known yet; the seats there are those of the same people."""
        self.table, self.lines, self.standing = welcome["table"], [], {}
        self._early.clear()
        before, mine = self.welcome.get("mine", []), welcome["mine"]
        self.seat = mine[before.index(self.seat)] if len(mine) > 1 and self.seat in before else mine[0]

    def _connected(self) -> ClientConnection:
        if self._socket is None:
            self._connect()
        assert self._socket is not None
        return self._socket

    def _connect(self) -> dict[str, Any]:
        """Connect, anew if need be; the answer is the welcome, which tells all that was missed."""
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

    # ---- Doing

    def do(self, what: str, **how: Any) -> None:
        """Do something at the table, and wait until it is kept; sent again if the answer got lost."""
        number = next(self._ids)
        message = json.dumps({"do": what, "id": number, **how})
        socket = self._connected()
        self._send(socket, message)
        while True:
            heard = self.hear()
            if self._socket is not socket:  # connected anew: who knows whether it was heard
                socket = self._connected()
                self._send(socket, message)
                continue
            if heard.get("answer") == number:
                code = heard["problem"]["code"] if heard["what"] == "refused" else None
                if code == "too_much":  # nothing was done, so it can be sent again
                    time.sleep(BREATH)
                    self._send(socket, message)
                elif code in (None, "repeated"):
                    return
                else:
                    raise Refused(heard["problem"])

    def _send(self, socket: ClientConnection, message: str) -> None:
        with contextlib.suppress(WebSocketException, OSError):  # `hear` will notice
            socket.send(message)

    def play(self, *tokens: str) -> None:
        """Decide; the decisions of one turn together, all of them or none. Then the standing is that after them."""
        known: int = self.standing["number"]
        self.do("play", at=self.standing["length"], tokens=list(tokens), seat=self.seat)
        while self.standing["number"] <= known:  # that it was played already may be heard before what came of it
            self.hear()

    def add_seed(self, seed: str | None = None) -> None:
        """Add to the dice before the match begins; whatever the time is, if nothing is said."""
        self.do("seed", seat=self.seat, seed=seed or f"{time.time_ns():x}")

    def again(self, *, seed: str | None = None) -> None:
        """Another round: call for it, if nobody else has, and go over to it on the same socket.

        From then on this is our seat at the new table, and `turns` are those of its match.
        """
        while self.standing.get("rematch") is None:
            self.do("rematch")
        self.do("go_over")
        if len(self.welcome["mine"]) > 1:
            self.close()  # and come back for this seat only
            self._connect()
        if self.standing["state"] == "waiting":
            self.add_seed(seed)

    @property
    def over(self) -> bool:
        return self.standing.get("state") in ("over", "closed")

    def turns(self) -> Iterator["Turn"]:
        """Every decision that is this seat's, until the match is over."""
        self._connected()
        while not self.over:
            if self.standing.get("turn") == self.seat and self.standing["legal"]:
                yield Turn(self, self.standing["view"], self.standing["legal"])
            else:
                self.hear()
        while len(self.lines) < self.standing["number"]:  # the end may overtake what came before it
            self.hear()


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision to make: what the seat sees, and what it may do."""

    seat: Seat
    view: Any
    legal: list[str]

    def play(self, *tokens: str) -> None:
        self.seat.play(*tokens)
