"""Reconnecting loses and repeats nothing: on a bad network, a client ends with the lines of a fresh load."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import pytest

from paddock.client import Client, Seat
from server.chaos import BadNetwork
from server.house import FEWEST, House, Json, Visitor
from support.soak import SEED, SOAK

GAMES: Final[dict[str, Json]] = {
    "mist": {},
    "life": {"turn_limit": 2, "lives": 1},
    "mmm": {"board": "bbf/huf/haa"},
    "kuhlorado": {},
}
"""Every game, with options that let random matches end."""
EVENINGS: Final = 4 * SOAK if SOAK > 1 else 2
"""Matches of each game over a bad network."""


class Player(threading.Thread):
    """A random player at a seat, over a bad network."""

    def __init__(self, visitor: Visitor, network: BadNetwork, table: str, number: int, seed: int) -> None:
        super().__init__(name=f"seat {number}", daemon=True)
        self.visitor = visitor
        self.seat = Seat(Client(network.url, cookie=visitor.cookie), table, number)
        self.rng = random.Random(seed * 100 + number)
        self.decided: list[tuple[int, str]] = []
        self.flaw: Exception | None = None

    def run(self) -> None:
        try:
            with self.seat:
                for turn in self.seat.turns():
                    token = self.rng.choice(turn.legal)
                    self.decided.append((self.seat.snapshot["length"], token))
                    turn.play(token)
        except Exception as flaw:  # noqa: BLE001  the test reports it
            self.flaw = flaw


@pytest.mark.parametrize("game", GAMES)
def test_over_a_bad_network_clients_end_with_the_lines_of_a_fresh_load(house: House, game: str) -> None:
    cuts = repeats = overtaken = 0
    for seed in range(SEED, SEED + EVENINGS):
        with BadNetwork(house.url, seed) as network:
            play_over(house, network, game, seed)
        cuts, repeats, overtaken = cuts + network.cuts, repeats + network.repeats, overtaken + network.overtaken
    assert min(cuts, repeats, overtaken) > 0, "the network was too good"


def play_over(house: House, network: BadNetwork, game: str, seed: int) -> None:
    people = [house.guest(name) for name in ("Ann", "Bob", "Cleo")[: FEWEST[game]]]
    wish = {"options": GAMES[game], "settings": {"joint": "roller"}}
    table = people[0].lay(game, "me", *["person"] * (len(people) - 1), **wish)["table"]
    for visitor in people[1:]:
        visitor.do(table, "sit")
    for visitor in people:
        visitor.seed_all(table)
    players = [Player(visitor, network, table, seat, seed) for seat, visitor in enumerate(people)]
    for player in players:
        player.start()
    for player in players:
        player.join(120)
        assert not player.is_alive(), f"{player.name} still waits: {player.seat.snapshot}"
        assert player.flaw is None, player.flaw
        fresh = player.visitor.look(table)
        assert player.seat.lines == fresh["lines"]
        assert [line["number"] for line in player.seat.lines] == list(range(1, len(player.seat.lines) + 1))
        assert player.seat.snapshot == fresh["snapshot"]
        assert fresh["snapshot"]["state"] == "over"
    assert sorted(decision for player in players for decision in player.decided) == decisions_in(house, table)


def decisions_in(house: House, table: str) -> list[tuple[int, str]]:
    """Return every decision of the match, with the number of events before it."""
    kept = house.table(table)
    return [(at, token) for at, token in enumerate(kept.match.tokens) if kept.whose[at] >= 0]


# ---- Reconnecting


@pytest.mark.parametrize("game", GAMES)
def test_a_reconnecting_client_gets_the_lines_it_has_not_seen(house: House, game: str) -> None:
    ann = house.guest()
    table = ann.begin(game)
    for _ in range(6):
        ann.play(table)
    everything = ann.look(table)["lines"]
    for seen in range(len(everything) + 2):
        with ann.socket(table, after=seen) as socket:
            welcome = socket.hear("welcome")
            assert welcome["lines"] == everything[seen:]
            assert welcome["snapshot"]["number"] == len(everything)
            said = socket.do("say", 1, phrase="hello")["lines"]
            assert [line["number"] for line in said] == [len(everything) + 1]
        everything = ann.look(table)["lines"]


def test_all_sockets_of_a_table_send_the_same_lines(house: House) -> None:
    ann = house.guest()
    table = ann.begin("mist")
    with ann.socket(table) as one, ann.socket(table) as other:
        one.hear("welcome")
        other.hear("welcome")
        for _ in range(5):
            ann.play(table)
            assert one.raw() == other.raw()


# ---- Repeated and late clicks


def test_the_same_click_twice_is_played_once(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life")
    with ann.socket(table) as socket, ann.socket(table) as other:
        snapshot = socket.hear("welcome")["snapshot"]
        other.hear("welcome")
        click = {"do": "play", "at": snapshot["length"], "tokens": snapshot["legal"][:1], "id": 1}
        socket.say(click)
        socket.say(click)
        other.say({**click, "id": 2})
        answers = [socket.until(lambda message: message.get("answer") == 1) for _ in range(2)]
        answers.append(other.until(lambda message: message.get("answer") == 2))
        refused = [answer["problem"]["code"] for answer in answers if answer["what"] == "refused"]
        assert refused == ["repeated", "repeated"], "the server may read either socket first"
        assert [answer["what"] for answer in answers].count("update") == 1
        after = socket.do("play", 3, at=snapshot["length"], tokens=[snapshot["legal"][-1]])
        assert after["problem"]["code"] == "stale"
    assert ann.look(table)["snapshot"]["length"] == snapshot["length"] + 1


def test_a_message_that_the_network_repeats_is_followed_once(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life")
    with ann.socket(table) as socket:
        socket.hear("welcome")
        for _ in range(3):
            socket.say({"do": "say", "phrase": "hello", "id": 9})
        answers = [socket.hear() for _ in range(3)]
        assert [answer["what"] for answer in answers] == ["update", "refused", "refused"]
        assert {answer["answer"] for answer in answers} == {9}
    assert sum(line["what"] == "said" for line in ann.look(table)["lines"]) == 1


def test_many_messages_at_once_are_all_answered(house: House) -> None:
    ann = house.guest()
    table = ann.begin("mist")
    with ann.socket(table) as socket:
        socket.hear("welcome")
        for number in range(20):
            socket.say({"do": "say", "phrase": "hello", "id": number})
        heard: list[Json] = []
        while len([message for message in heard if "answer" in message]) < 20:
            heard.append(socket.hear("update"))
        assert [message["answer"] for message in heard if "answer" in message] == list(range(20))
        numbers = [line["number"] for message in heard for line in message["lines"]]
        assert numbers == list(range(numbers[0], numbers[0] + 20))


def test_of_many_simultaneous_clicks_one_decides(house: House) -> None:
    ann = house.guest()
    table = ann.begin("mist")
    for _ in range(5):
        snapshot = ann.look(table)["snapshot"]
        clicks = [{"do": "play", "at": snapshot["length"], "tokens": [token]} for token in snapshot["legal"]] * 4

        def send(click: Json) -> int:
            return ann.send("POST", f"/api/tables/{table}/commands", click).status_code

        with ThreadPoolExecutor(8) as pool:
            statuses = list(pool.map(send, clicks))
        assert sorted(set(statuses)) == [200, 409]
        assert statuses.count(200) == 1


def test_many_requests_create_one_rematch(house: House) -> None:
    ann = house.guest()
    table = ann.begin("life", options=GAMES["life"])
    while ann.look(table)["snapshot"]["state"] == "playing":
        ann.play(table)

    def ask(_: int) -> str:
        new: str = ann.do(table, "rematch")["snapshot"]["rematch"]
        return new

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(8)))) == 1
    assert len(ann.ask("GET", "/api/tables")) == 2
