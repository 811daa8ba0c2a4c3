"""Secrets stay secret: if hidden facts change, every byte that a viewer receives stays the same."""

import base64
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import msgspec
import pytest

from games.test_secrets import another_past
from paddock.engine.rng import stream
from paddock.engine.types import Seat
from paddock.games import GAMES
from paddock.server.api import tables as table_routes
from paddock.server.auth.tokens import new_key
from paddock.server.runtime import bot_runner as company
from paddock.server.runtime.session import Subscriber, TableSession
from paddock.server.services import Services
from paddock.server.table.events import AnyEvent, MatchBegan, PersonSeated, Played, SeedGiven
from paddock.server.table.table import WATCHER, Table
from server.house import FEWEST, House, Json, Visitor
from support.soak import SOAK

NAMES: Final = ("Ann", "Bob", "Cleo")
DECISIONS: Final = (2, 13)
"""The range of decisions before the two worlds are compared."""


@dataclass
class Company:
    """People at a table, each with one seat, and a spectator. Ann is the host."""

    house: House
    people: list[Visitor]
    watcher: Visitor
    table: str
    watch: str

    def everybody(self) -> list[tuple[Visitor, int | None]]:
        """Return all viewers with their seats."""
        return [*((visitor, seat) for seat, visitor in enumerate(self.people)), (self.watcher, WATCHER)]

    def go_on(self, decisions: int) -> None:
        for _ in range(decisions):
            turn = self.house.table(self.table).turn
            self.people[turn].play(self.table)


@pytest.fixture(autouse=True)
def _quick_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the coach deterministic: with no time to spare it plays a fixed number of games."""
    monkeypatch.setattr(table_routes, "COACH_SECONDS", 0.0)


def gathered(house: House, game: str, **wish: Json) -> Company:
    """Return a full table without seeds."""
    people = [house.guest(name) for name in NAMES[: FEWEST[game]]]
    made = people[0].lay(game, "me", *["person"] * (len(people) - 1), settings={"spectators": True}, **wish)
    for seat, visitor in enumerate(people[1:], 1):
        visitor.do(made["table"], "sit", seat=seat)
    return Company(house, people, house.stranger(), made["table"], made["watch"].rpartition("/")[2])


def begun(house: House, game: str, **wish: Json) -> Company:
    company = gathered(house, game, **wish)
    for visitor in company.people:
        visitor.seed_all(company.table)
    return company


# ---- Two worlds


def another_world(table: Table, seat: int | None, tokens: list[str]) -> Table:
    """Return the table with other secrets, where one seat has the same view.

    The future dice, the other guests, the links and the events differ. The dice commitment is a hash that reveals
    nothing, so it stays.
    """
    strangers = {place.guest: new_key() for other, place in enumerate(table.places) if other != seat and place.guest}
    mine = None if seat is WATCHER else table.places[seat].guest
    if mine is not None:
        strangers.pop(mine, None)
    config = replace(
        table.config,
        secret=secrets.token_bytes(32),
        host=strangers.get(table.config.host, table.config.host),
        watch=table.config.watch if table.config.host == mine else new_key(),
        key=new_key() if seat is WATCHER else table.config.key,
    )
    other = Table(config)
    other.promise = replace(other.promise, match=table.promise.match, commitment=table.promise.commitment)
    rest = iter(tokens)
    for line in table.lines:
        other.apply(in_another_world(line.entry, strangers, rest, seat), line.at)
    return other


def in_another_world(entry: AnyEvent, strangers: dict[str, str], tokens: Iterator[str], seat: int | None) -> AnyEvent:
    if isinstance(entry, MatchBegan | Played):
        return msgspec.structs.replace(entry, events=[next(tokens) for _ in entry.events])
    if isinstance(entry, PersonSeated):
        return msgspec.structs.replace(entry, guest=strangers.get(entry.guest, entry.guest))
    if isinstance(entry, SeedGiven) and entry.seat != seat:
        return msgspec.structs.replace(entry, seed=f"another {entry.seed}")
    return entry


def other_tokens(table: Table, seat: int | None, seed: int) -> list[str]:
    """Return events that look the same to this viewer, with other hidden hands if the game has any."""
    if not table.game.facts.hidden or not table.begun:
        return table.match.tokens
    for attempt in range(50):
        rng = stream(seed, attempt)
        past = another_past(table.match, Seat(seat or 0), rng)
        if past is not None and past.tokens != table.match.tokens:
            return past.tokens
    raise AssertionError("no other past was found")


@contextmanager
def instead(company: Company, other: Table) -> Iterator[None]:
    """Replace the table of the service for a while."""

    def put(table: Table) -> Table:
        def exchange(services: Services) -> Table:
            session = services.tables._sessions[company.table]
            before, session.table = session.table, table
            session.cached.clear()
            return before

        company.house.table(company.table)  # reload it: the service evicts idle tables
        return company.house.inside(exchange)

    before = put(other)
    yield
    put(before)


def all_that_reaches(company: Company, visitor: Visitor, seat: int | None) -> list[bytes]:
    """Return all answers to all requests of one viewer, allowed or not, and the welcomes of sockets."""
    key, watch = company.table, company.watch
    begun = company.house.table(key).begun
    guesses = [(5, "hand:1:cat"), (15, "hand:2:dog"), (25, "hand:3:bear"), (41, "take:1"), (42, "give:cat")]
    acts: list[Json] = [
        *({"do": "play", "at": at, "tokens": [token]} for at, token in guesses),
        {"do": "play", "at": company.house.table(key).number, "tokens": ["nonsense"]},
        {"do": "play", "at": len(company.house.table(key).match.moves), "tokens": ["nonsense"]},
        {"do": "begin"} if seat == 0 else {"do": "seed", "seat": 0, "seed": "late"},
        {"do": "sit"},
        {"do": "undo", "at": 10**6},
        {"do": "answer_undo", "yes": True},
        {"do": "answer_seat", "yes": True},
        {"do": "rematch"},
    ]
    paths = [
        "/api/tables",
        *(f"/api/tables/{key}?{urlencode(query)}" for query in ({"tell": True}, {"after": 3}, {"seat": 0})),
        *(f"/api/tables/{key}/{what}" for what in ("dice", "qr.svg", "coach")),
        *(f"/api/replays/{one}{what}" for one in (key, watch) for what in ("", "?seat=0", "/record")),
        f"/api/replays/{key}/analysis",
        f"/api/watch/{watch}?tell=true",
    ]
    told = [visitor.send("GET", path).content for path in paths]
    told += [visitor.send("POST", f"/api/replays/{key}/tables", {"at": 1, "seat": 0}).content]
    if begun:
        told += [visitor.send("POST", f"/api/tables/{key}/commands", act).content for act in acts]
    for path in (key, f"/api/watch/{watch}/socket"):
        with visitor.socket(path, tell=True) as socket:
            told.append(socket.raw())
            if begun and b'"welcome"' in told[-1]:
                for act in acts[:3]:
                    socket.say(act)
                    told.append(socket.raw())
    with visitor.socket(key, board=True) as socket:
        told.append(socket.raw())
    for path in (key, f"/api/watch/{watch}/socket"):
        with visitor.socket(path, company=True) as socket:
            told.append(socket.raw())
            if b'"welcome"' in told[-1]:
                told.append(socket.raw())
    return told


def next_updates(table: Table, audience: int | None, tokens: list[str]) -> list[bytes | None]:
    """Return the messages of a socket while these decisions are played."""
    session = TableSession(table)
    listener = Subscriber(table.number, tell=True)
    told = []
    for token in tokens:
        table.apply(Played(table.turn, [token]), 0.0)
        session.notify()
        told.append(session.update_for(listener, audience))
    return told


def decisions_in_both(one: Table, other: Table, most: int) -> list[str]:
    """Return decisions that are legal in both worlds before the next chance event."""
    first, second = one.match.position_after(len(one.match.moves)), other.match.position_after(len(other.match.moves))
    found: list[str] = []
    here, there = retold(one), retold(other)
    for _ in range(most):
        common = [token for token in here.match.legal_tokens() if token in there.match.legal_tokens()]
        if here.match.turn != there.match.turn or not common:
            break
        for world in (here, there):
            world.match.play(common[-1])
        if here.match.turn < 0 or there.match.turn < 0:
            break
        found.append(common[-1])
    assert first.tobytes() == one.match.position.tobytes()
    assert second.tobytes() == other.match.position.tobytes()
    return found


def retold(table: Table) -> Table:
    """Return a copy of the table to play on."""
    copy = Table(table.config)
    copy.promise = table.promise
    for line in table.lines:
        copy.apply(line.entry, line.at)
    return copy


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_distinguishes_two_worlds(house: House, game: str) -> None:
    for evening in range(SOAK):
        compare_worlds(house, game, evening)


def compare_worlds(house: House, game: str, evening: int) -> None:
    company = begun(house, game)
    updates = 0
    for round_, decisions in enumerate(DECISIONS, evening * len(DECISIONS)):
        company.go_on(decisions)
        table = house.table(company.table)
        for visitor, seat in company.everybody():
            other = another_world(table, seat, other_tokens(table, seat, round_))
            before = all_that_reaches(company, visitor, seat)
            with instead(company, other):
                assert all_that_reaches(company, visitor, seat) == before
            following = decisions_in_both(table, other, 4)
            told = next_updates(retold(table), seat, following)
            assert next_updates(retold(other), seat, following) == told
            updates += len(following)
    assert updates > 3 or not table.game.facts.hidden, "hardly any update was compared"


@pytest.mark.parametrize("game", GAMES)
def test_seeds_are_secret_before_the_match_begins(house: House, game: str) -> None:
    company = gathered(house, game)
    company.people[1].seed_all(company.table)
    table = house.table(company.table)
    assert not table.begun
    for visitor, seat in company.everybody():
        other = another_world(table, seat, [])
        before = all_that_reaches(company, visitor, seat)
        with instead(company, other):
            assert all_that_reaches(company, visitor, seat) == before
        assert b"seed 1" not in b"".join(before)


@pytest.mark.slow
def test_the_coach_says_the_same_in_both_worlds(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "check_ready", lambda game: None)
    people = begun(house, "life")
    people.go_on(7)
    table = house.table(people.table)
    visitor = people.people[table.turn]
    other = another_world(table, table.turn, other_tokens(table, table.turn, 1))
    path = f"/api/tables/{people.table}/coach"
    said = visitor.ask("GET", path)
    with instead(people, other):
        assert visitor.ask("GET", path) == said
    assert len(said["choices"]) > 1


# ---- Canaries


def as_written(secret: bytes) -> set[bytes]:
    return {secret, secret.hex().encode(), base64.b64encode(secret), base64.urlsafe_b64encode(secret)}


@pytest.mark.parametrize("game", GAMES)
def test_no_canary_leaves_the_house(tmp_path_factory: pytest.TempPathFactory, game: str) -> None:
    for _ in range(SOAK):
        look_for_canaries(tmp_path_factory.mktemp("house"), game)


def look_for_canaries(folder: Path, game: str) -> None:
    with House(folder) as house:
        company, elsewhere = begun(house, game), begun(house, game)
        company.go_on(12)
        everybody = [*company.everybody(), *elsewhere.everybody()]
        for visitor, seat in company.everybody():
            all_that_reaches(company, visitor, seat)
        made = {visitor: visitor.ask("POST", "/api/me/resume")["key"] for visitor in company.people}
        tokens = {visitor: visitor.ask("POST", "/api/me/tokens", {"label": "x"})["token"] for visitor in company.people}
        for visitor in company.people:
            visitor.ask("GET", "/api/me/tokens")
            house.stranger().ask("POST", "/api/resume", {"key": made[visitor]})
            with house.stranger(Authorization=f"Bearer {tokens[visitor]}").socket(company.table) as socket:
                socket.hear("welcome")
        counted = house.stranger().send("GET", "/metrics").content
        tables = [house.table(company.table), house.table(elsewhere.table)]
        dice = {one for table in tables for one in as_written(table.config.secret)}
        guests = {place.guest.encode() for table in tables for place in table.places if place.guest}
        secret = (folder / "secret").read_bytes().strip()
        for visitor, _ in everybody:
            told = b"\n".join(visitor.heard)
            others = {
                other.encode() for keys in (made, tokens) for owner, other in keys.items() if owner is not visitor
            }
            theirs = company if visitor in [*company.people, company.watcher] else elsewhere
            foreign = elsewhere if theirs is company else company
            links = {foreign.table.encode(), foreign.watch.encode()}
            if visitor is theirs.watcher and theirs is elsewhere:
                links.add(theirs.table.encode())
            for canary in {secret, *dice, *guests, *others, *links}:
                assert canary not in told
        quiet = "\n".join(house.logged).encode() + counted
        private = {
            *dice,
            *guests,
            secret,
            *(key.encode() for keys in (made, tokens) for key in keys.values()),
            *(link.encode() for one in (company, elsewhere) for link in (one.table, one.watch)),
            *(f'"{name}'.encode() for name in NAMES),
            *(visitor.cookie.encode() for visitor in company.people),
        }
        assert len(house.logged) > 50
        for canary in private:
            assert canary not in quiet
