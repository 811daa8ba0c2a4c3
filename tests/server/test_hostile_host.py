"""A hostile host with several guests of their own: no sequence of commands shows them another person's hand."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from paddock.server.table.table import WATCHER
from server.house import House, Json, Socket, Visitor
from support.soak import SOAK

WALKS: Final = 6 * SOAK
STEPS: Final = 80
SEATS: Final = 4
HONEST: Final = (1, 2)
"""The seats of Ben and Cleo. Mallory is the host at seat 0, a bot is at seat 3."""


@dataclass
class Evening:
    """A match of *Life is Life* with a hostile host, her other browsers, and two honest people."""

    house: House
    rng: random.Random
    host: Visitor
    puppets: list[Visitor]
    honest: dict[int, Visitor]
    table: str
    tried: set[tuple[str, bool]] = field(default_factory=set)
    """Hostile commands, and whether one was accepted."""
    alone: bool = False
    """Whether both honest seats were given away."""

    def may_know(self, visitor: Visitor) -> set[int | None]:
        """Return the views that this visitor may get. No honest person ever agrees to a new one.

        Once the host has given both honest seats away, her own browsers may share her hand and the first bot's.
        """
        table = self.house.table(self.table)
        self.alone = self.alone or not any(table.places[seat].guest for seat in HONEST)
        if self.alone:
            return {0, 3, WATCHER}
        return {0, WATCHER} if visitor is self.host else {WATCHER}

    # ---- The hostile side

    def command(self) -> Json:
        rng = self.rng
        seat, at = rng.choice([0, *range(SEATS)]), len(self.house.table(self.table).match.moves)
        level = rng.choice(["uniform", "greedy"])
        clock = {"clock": "move", "seconds": 5, "timeout": "bot", "keeper": "uniform"}
        return rng.choice(
            [
                *[{"do": "free", "seat": seat}] * 3,
                *[{"do": "invite", "seat": seat, "level": level, "for_good": rng.random() < 0.2}] * 3,
                *[{"do": "sit", "seat": seat}, {"do": "sit"}, {"do": "take_back", "seat": seat}] * 2,
                {"do": "leave", "seat": seat, "for_good": rng.random() < 0.02},
                {"do": "answer_seat", "yes": True},
                *[{"do": "undo", "at": at}] * 3,
                {"do": "answer_undo", "yes": True},
                {"do": "change", "settings": rng.choice([{"spectators": True}, clock])},
                {"do": "seed", "seat": seat, "seed": "mine"},
                {"do": "begin"},
                {"do": "rematch"},
            ]
        )

    def attack(self) -> None:
        self.attempt(self.rng.choice([self.host, self.host, *self.puppets]), self.command())

    def attempt(self, visitor: Visitor, act: Json) -> None:
        answer = visitor.send("POST", f"/api/tables/{self.table}/commands", act)
        self.tried.add((act["do"], answer.status_code < 300))
        self.check(visitor, answer.json())

    def look_around(self) -> None:
        """Ask for everything that could show a hand."""
        visitor, seat = self.rng.choice([self.host, *self.puppets]), self.rng.randrange(SEATS)
        watch = self.house.table(self.table).config.watch
        for path in (
            f"/api/tables/{self.table}?tell=true",
            f"/api/tables/{self.table}?seat={seat}",
            f"/api/watch/{watch}?tell=true",
            f"/api/tables/{self.table}/dice",
            f"/api/replays/{self.table}",
        ):
            self.check(visitor, visitor.send("GET", path).json())
        with visitor.socket(self.table, seat=seat) as socket:
            self.check(visitor, socket.hear())

    # ---- The honest side

    def live(self) -> None:
        """Ben and Cleo play, say no, and sometimes go away and come back."""
        table = self.house.table(self.table)
        for seat, visitor in self.honest.items():
            if table.places[seat].guest is None:
                continue
            for no in ("answer_seat", "answer_undo"):
                visitor.send("POST", f"/api/tables/{self.table}/commands", {"do": no, "yes": False})
            if self.rng.random() < 0.3:
                do = "take_back" if table.places[seat].kept else "leave"
                visitor.send("POST", f"/api/tables/{self.table}/commands", {"do": do, "seat": seat})
        owners, turn = {0: self.host, **self.honest}, table.turn
        if turn in owners and table.places[turn].guest and not table.places[turn].kept:
            legal = table.match.legal_tokens()
            act = {"do": "play", "at": len(table.match.moves), "tokens": [self.rng.choice(legal)]}
            owners[turn].send("POST", f"/api/tables/{self.table}/commands", act)
            if turn == 0:  # the host looks at the outcome and wants another one
                self.attempt(self.host, {"do": "undo", "at": len(self.house.table(self.table).match.moves)})

    # ---- The judge

    def check(self, visitor: Visitor, message: Json) -> None:
        """Fail if a message contains anything that this visitor may not know."""
        allowed = self.may_know(visitor)
        assert not {*message.get("mine", ()), *message.get("may_return", ())} & set(HONEST), message
        assert not message.get("frames"), "a replay before the end"
        assert not message.get("rolled"), "frequencies before the end"
        assert message.get("dice", {}).get("secret") is None
        view = message.get("snapshot", {}).get("view")
        if view is not None:
            assert view["seat"] in allowed
            assert view["seat"] is not None or view["hand"] is None
            assert not message["snapshot"]["legal"] or message["snapshot"]["turn"] in allowed
        lines = self.house.table(self.table).lines
        for line in message.get("lines", ()):
            known = [lines[line["number"] - 1].events(audience) for audience in allowed]
            assert line.get("events", []) in known, line


def drained(socket: Socket) -> Iterator[Json]:
    while True:
        try:
            yield json.loads(socket.raw(0.05))
        except (TimeoutError, EOFError):
            return


def test_no_sequence_of_commands_shows_another_hand(house: House) -> None:
    tried: set[tuple[str, bool]] = set()
    for number in range(WALKS):
        walk(house, number, tried)
    accepted = {name for name, done in tried if done}
    assert {"free", "invite", "sit", "take_back", "leave"} <= accepted, "the walks were too tame"


def walk(house: House, number: int, tried: set[tuple[str, bool]]) -> None:
    mallory, ben, cleo = (house.guest(name) for name in ("Mallory", "Ben", "Cleo"))
    puppets = [house.guest("Zoe"), house.guest("Yan")]
    table = mallory.lay("life", "me", "person", "person", "uniform")["table"]
    for seat, visitor in zip(HONEST, (ben, cleo), strict=True):
        visitor.do(table, "sit", seat=seat)
    for visitor in (mallory, ben, cleo):
        visitor.seed_all(table)
    evening = Evening(house, random.Random(number), mallory, puppets, {1: ben, 2: cleo}, table, tried)
    with mallory.socket(table, tell=True) as socket:
        for do in ("leave", "take_back", "free", "sit", "leave", "take_back"):
            evening.attempt(mallory, {"do": do, "seat": 0})
        for step in range(STEPS):
            if house.table(table).ended:
                return  # hands are open after the end
            evening.attack()
            evening.live()
            if step % 10 == 0:
                evening.look_around()
        for message in drained(socket):
            evening.check(mallory, message)
