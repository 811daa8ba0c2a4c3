"""Permissions to view a table: for seated people, and for spectators."""

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from paddock.server.errors import Forbidden, NotFound
from paddock.server.runtime.session import TableSession
from paddock.server.services import Services
from paddock.server.table.handlers import Person
from paddock.server.table.seat_history import seat_history
from paddock.server.table.table import WATCHER


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer of a table. Its rights are computed for each request, since seats change hands."""

    session: TableSession
    person: Person | None
    """The guest; None for a spectator."""
    seat: int | None = None
    """The only seat whose view is wanted."""
    board: bool = False
    """Whether the viewer is a shared screen in the middle of the table, which shows public facts only."""
    mark: str | None = None
    """The mark of the guest's key, which may end."""

    @property
    def mine(self) -> list[int]:
        return [] if self.person is None else self.session.table.seats_of(self.person.guest)

    @property
    def host(self) -> bool:
        return self.person is not None and self.session.table.config.host == self.person.guest

    @property
    def may_return(self) -> list[int]:
        """The seats that this guest lost during the match and may take back."""
        table = self.session.table
        return [] if self.person is None or table.ended else seat_history(table).may_return(self.person.guest)

    def audience(self, mine: list[int]) -> int | None:
        """Return the seat whose view is shown. A shared device shows a hidden hand only during that seat's turn."""
        table = self.session.table
        if self.board or not mine:
            return WATCHER
        if self.seat is not None:
            return self.seat if self.seat in mine else WATCHER
        if not self.steady(mine):
            return table.turn if table.turn in mine else mine[0] if table.over else WATCHER
        return mine[0]

    def steady(self, mine: list[int]) -> bool:
        """Return whether the view stays with one seat until seats change, whichever seat moves."""
        several = self.seat is None and len(mine) > 1
        return not (several and self.session.table.game.facts.hidden)

    def check(self) -> list[int]:
        """Return the viewer's seats. Raise `Forbidden` if it may not look.

        A guest without a seat may look while a seat is free, or while they may take a seat back.
        """
        table = self.session.table
        if self.person is None:
            if not table.settings.spectators:
                raise Forbidden("the host does not allow spectators now")
            return []
        mine = self.mine
        if self.seat is not None and self.seat not in mine:
            raise Forbidden("this seat is not yours")
        if mine or self.host or any(place.free for place in table.places) or self.may_return:
            return mine
        raise Forbidden("all seats of this table are taken; ask the host for a link to watch")


async def as_member(
    connection: Any, services: Services, key: str, seat: int | None = None, *, board: bool = False
) -> Viewer:
    """Return the viewer for a guest who has the link of a table. Raise `Forbidden` if they may not look."""
    person = await services.people.known(connection)
    access = Viewer(await services.tables.session(key), person, seat, board, services.people.mark_of(connection))
    try:
        access.check()
    except Forbidden:  # perhaps the guest just took a seat at another worker
        await services.replication.refresh(access.session)
        access.check()
    access.session.visited = time.monotonic()
    return access


async def as_watcher(services: Services, watch: str) -> Viewer:
    """Return the viewer for a spectator link. Raise `NotFound` if the link is unknown."""
    config = await asyncio.to_thread(services.queries.config_by_watch, watch)
    if config is None:
        raise NotFound("there is no such table to watch; check that the link is complete")
    access = Viewer(await services.tables.session(config.key), None)
    access.check()
    return access
