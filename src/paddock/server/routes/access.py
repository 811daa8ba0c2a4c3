"""Who may see what: a seat's own person, or somebody who only watches."""

import asyncio
from dataclasses import dataclass
from typing import Any

from paddock.server.acting import Person
from paddock.server.gathering import WATCHER
from paddock.server.hub import Hub
from paddock.server.live import Live
from paddock.server.problems import Forbidden, Missing


@dataclass(frozen=True, slots=True)
class Access:
    """Somebody at a table. What they may see is asked anew each time, since seats change hands."""

    live: Live
    person: Person | None
    """Nobody is known of a spectator."""
    seat: int | None = None
    """The only seat they want to look through."""
    board: bool = False
    """A screen in the middle of the table: it shows only what everybody may see."""
    token: str | None = None
    """The mark of the token by which a program came; it may be withdrawn."""

    @property
    def mine(self) -> list[int]:
        return [] if self.person is None else self.live.gathering.seats_of(self.person.guest)

    @property
    def host(self) -> bool:
        return self.person is not None and self.live.gathering.deed.host == self.person.guest

    def audience(self, mine: list[int]) -> int | None:
        """Through whose eyes they look. Who shares a device sees a hidden hand only while it is that seat's turn."""
        table = self.live.gathering
        if self.board or not mine:
            return WATCHER
        if self.seat is not None:
            return self.seat if self.seat in mine else WATCHER
        if not self.steady(mine):
            return table.turn if table.turn in mine else mine[0] if table.over else WATCHER
        return mine[0]

    def steady(self, mine: list[int]) -> bool:
        """Whether they look through the same eyes until somebody changes seats, whoever's turn it is."""
        several = self.seat is None and len(mine) > 1
        return not (several and self.live.gathering.game.facts.hidden)

    def check(self) -> list[int]:
        """Their seats, if they may look at all; who has the link but no seat may while a seat is free for them."""
        table = self.live.gathering
        if self.person is None:
            if not table.settings.spectators:
                raise Forbidden("the host does not want spectators now")
            return []
        mine = self.mine
        if self.seat is not None and self.seat not in mine:
            raise Forbidden("this seat is not yours")
        if not mine and not self.host and not any(place.free for place in table.places):
            raise Forbidden("all seats of this table are taken; ask the host for a link to watch")
        return mine


async def as_member(connection: Any, hub: Hub, key: str, seat: int | None = None, *, board: bool = False) -> Access:
    """Somebody who has the link of a table."""
    person = await hub.people.known(connection)
    access = Access(await hub.tables.live(key), person, seat, board, hub.people.token_of(connection))
    try:
        access.check()
    except Forbidden:  # perhaps they sat down at another worker just now
        await hub.tables.refresh(access.live)
        access.check()
    return access


async def as_watcher(hub: Hub, watch: str) -> Access:
    """Somebody who has the link for spectators."""
    deed = await asyncio.to_thread(hub.reader.deed_by_watch, watch)
    if deed is None:
        raise Missing("there is nothing to watch here; perhaps the link is not complete")
    access = Access(await hub.tables.live(deed.key), None)
    access.check()
    return access
