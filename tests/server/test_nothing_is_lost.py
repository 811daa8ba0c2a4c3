"""An acknowledged move is never lost: the service is killed at random moments while people play."""

import asyncio
import json
import random
import threading
from pathlib import Path

import pytest

from paddock.client import Client
from paddock.match.record import decode, empty_match
from paddock.match.record_check import check
from server.auditing import audit
from server.guests import Guest, Player, Tally, sit_down
from server.houses import House, Zygote, wait_until_open
from support.soak import SEED, SOAK, sweep

KILLS = sweep(100) * SOAK
"""Kills on each kind of database."""
TABLES: list[tuple[str, int, int, dict[str, object]]] = [("mist", 2, 1, {}), ("mmm", 2, 0, {}), ("life", 3, 0, {})]
"""Game, people, bots, options."""
YOUNG = 0.15
"""Seconds in which a service has hardly started."""


class Evening:
    """People at several tables. After each match its record is checked, and they begin the next one."""

    def __init__(self, url: str, rng: random.Random) -> None:
        self.url = url
        self.rng = rng
        self.tally = Tally()
        self.late = asyncio.Event()
        self.players: list[Player] = []
        self.finished = 0

    async def spend(self) -> None:
        await asyncio.gather(*(self._at_one_table(number, *table) for number, table in enumerate(TABLES)))
        await asyncio.gather(*(player.catch_up() for player in self.players))

    async def _at_one_table(self, number: int, game: str, people: int, bots: int, options: dict[str, object]) -> None:
        names = [f"Guest {number}{seat}" for seat in range(people)]
        guests = [await Guest([self.url]).introduce(name) for name in names]
        while not self.late.is_set():
            players = await sit_down(guests, game, self.rng, self.tally, bots=bots, options=options)
            self.players += players
            for player in players:
                player.enough = self.late.is_set
            await asyncio.gather(*(player.play() for player in players))
            if all(player.over for player in players):
                await self._check_record(guests[0], players[0].table)

    async def _check_record(self, guest: Guest, table: str) -> None:
        told = decode(json.dumps(await guest.ask("GET", f"/api/replays/{table}/record")))
        verdict = check(told, empty_match(told))
        assert verdict.ok, verdict
        assert told.dice is not None
        self.finished += 1


async def kill_often(house: House, evening: Evening, kills: int) -> None:
    """Kill the service after some acknowledgements and a random time, or before it has opened."""
    rng = evening.rng
    for _ in range(kills):
        if rng.random() < 0.1:
            await asyncio.sleep(rng.random() * YOUNG)
        else:
            await evening.tally.wait_for(evening.tally.count + rng.randrange(1, 10))
            await asyncio.sleep(rng.random() * 0.005)
        house.kill()
        house.start()
    await evening.tally.wait_for(evening.tally.count + 20)  # play continues
    evening.late.set()


@pytest.mark.slow
def test_acknowledged_moves_survive_every_kill(mortal_house: House) -> None:
    async def evening() -> Evening:
        one = Evening(mortal_house.url, random.Random(SEED))
        async with asyncio.TaskGroup() as group:
            group.create_task(one.spend())
            group.create_task(kill_often(mortal_house, one, KILLS))
        return one

    mortal_house.start()
    spent = asyncio.run(evening())
    kind = mortal_house.database.partition(":")[0]
    print(f"{kind}: {KILLS} kills, {spent.tally.count} acknowledged moves, {spent.finished} matches finished")
    mortal_house.kill()
    audit(mortal_house.database, spent.players)


def test_the_small_client_plays_on_through_kills(zygote: Zygote, tmp_path: Path) -> None:
    """`paddock.client`, as in its documentation. The service is killed before, during and after its commands."""
    house = House(zygote, tmp_path, f"sqlite:///{tmp_path / 'paddock.db'}")
    rng = random.Random(SEED)

    def restart() -> None:
        house.kill()
        house.start()

    try:
        client = Client(house.open())
        client.introduce("Robo")
        bots = [{"who": "bot", "level": "uniform"}] * 2
        made = client.lay("mist", [{"who": "me"}, *bots], settings={"pace": "instant"})
        with client.sit(made["table"]) as seat:
            for number, turn in enumerate(seat.turns()):
                plug = threading.Timer(rng.random() * 0.01, restart)
                if number % 3 == 0:
                    plug.start()
                turn.play(rng.choice(turn.legal))
                if number % 3 == 0:
                    plug.join()
            assert seat.over
            assert [line["number"] for line in seat.lines] == list(range(1, seat.snapshot["number"] + 1))
        wait_until_open(house.port)
        told = decode(json.dumps(client.ask("GET", f"/api/replays/{made['table']}/record")))
        assert check(told, empty_match(told)).ok
    finally:
        house.kill()
