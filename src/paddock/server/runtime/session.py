"""A table session: a table in memory with its subscribers and its pending commands."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from paddock.server.api.schemas import LogEntryView, PresenceUpdate, Update, encode
from paddock.server.runtime.bot_runner import replaying
from paddock.server.storage.queries import summary_columns
from paddock.server.table.events import AnyEvent
from paddock.server.table.narration import Narration
from paddock.server.table.snapshot import log_entry_view, snapshot
from paddock.server.table.table import WATCHER, Table

ATTENTION: Final = 60.0
"""Seconds for which a person counts as connected after an HTTP request or a lost socket."""
MOST_AT_ONCE: Final = 64
"""Events that are narrated in the event loop."""


@dataclass(slots=True, eq=False)
class Subscriber:
    """A connection that receives all updates of a table after the number it has seen."""

    seen: int
    tell: bool = False
    """Whether log entries come with sentences."""
    company: bool = False
    """Whether the subscriber wants presence updates."""
    eyes: tuple[list[int], int | None] = field(default_factory=lambda: ([], None))
    """The subscriber's seats, and the seat whose view it got last."""
    answers: list[int] = field(default_factory=list)
    """Numbers of the subscriber's own commands that are committed and not answered yet."""
    errors: list[bytes] = field(default_factory=list)
    """Encoded errors of the subscriber's own commands."""
    presence: bytes | None = None
    """The newest presence message that was not sent yet."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there may be something to send."""


@dataclass(slots=True, eq=False)
class PendingCommand:
    """A change of a table that waits for its turn. `make` returns its events, or raises an error."""

    make: Callable[[Table], list[AnyEvent]]
    done: "asyncio.Future[None]"
    committed: Callable[[], None] | None = None
    """Called after the commit, before subscribers are notified."""


class TableSession:
    """A table in memory. `table` is always the committed state: the executor replaces it after each commit."""

    __slots__ = (
        "cached",
        "evicted",
        "listeners",
        "lock",
        "narration",
        "ours",
        "pending",
        "running",
        "summary",
        "table",
        "thinking",
        "timer",
        "used",
        "visited",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        """Held while a batch of commands is written, or while the log is read."""
        self.pending: list[PendingCommand] = []
        self.running: asyncio.Task[None] | None = None
        """The task that runs the pending commands."""
        self.listeners: set[Subscriber] = set()
        self.summary: dict[str, Any] = summary_columns(table)
        """The summary columns as the database has them."""
        self.cached: dict[tuple[int | None, int, bool], bytes] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.ours = False
        """Whether this worker wrote the last entry, and therefore runs the next timer."""
        self.used = time.monotonic()
        self.narration: Narration | None = None
        """Sentences about the log, once a subscriber wants them."""
        self.visited = -ATTENTION
        """The time of the last HTTP request of a person at this table, or of the end of the last socket."""
        self.evicted = False
        """Whether the next access reads the table again from its log."""

    def replace(self, table: Table) -> None:
        """Take the new state of the table, and notify all subscribers."""
        self.table = table
        self.summary = summary_columns(table)
        self.used = time.monotonic()
        self.notify()

    def notify(self) -> None:
        """Wake all subscribers."""
        self.cached.clear()
        for listener in self.listeners:
            listener.news.set()

    @property
    def attended(self) -> bool:
        """Whether a person is connected to this worker, or was a moment ago."""
        return bool(self.listeners) or time.monotonic() < self.visited + ATTENTION

    @property
    def here(self) -> list[int]:
        """The seats whose people are connected to this worker."""
        return sorted({seat for listener in self.listeners for seat in listener.eyes[0]})

    @property
    def wants(self) -> bool:
        """Whether a subscriber here wants presence updates."""
        return any(listener.company for listener in self.listeners)

    def tell_company(self, elsewhere: set[int]) -> None:
        """Send the present seats, here and at other workers, to the subscribers that want them."""
        if not self.wants:
            return
        message = encode(PresenceUpdate(sorted(elsewhere.union(self.here))))
        for listener in self.listeners:
            if listener.company:
                listener.presence = message
                listener.news.set()

    def update_for(self, listener: Subscriber, audience: int | None) -> bytes | None:
        """Return the message with everything that this subscriber has not seen, or None.

        Subscribers with the same view get the same bytes: in a game without hidden facts these are all seats.
        """
        table = self.table
        if listener.seen >= table.number and not listener.answers:
            return None
        same = audience if table.game.facts.hidden or audience is WATCHER else 0
        key = same, listener.seen, listener.tell
        message = self.cached.get(key)
        if message is None:
            lines = self.lines(audience, listener.seen, tell=listener.tell)
            message = self.cached[key] = encode(Update(lines, snapshot(table, audience)))
        listener.seen = table.number
        return message[:-1] + b',"answer":%d}' % listener.answers.pop(0) if listener.answers else message

    def lines(self, audience: int | None, after: int, *, tell: bool = False) -> list[LogEntryView]:
        """Return the log entries after this number as a viewer may see them."""
        shown = [log_entry_view(entry, audience) for entry in self.table.lines[after:]]
        if tell:
            if self.narration is None:
                self.narration = Narration(self.table.config)
            for one, sentences in zip(shown, self.narration.since(self.table.lines, audience, after), strict=True):
                one.told = sentences
        return shown

    async def catch_up_narration(self, client: str) -> None:
        """Narrate a long log in a thread, so that `lines` has only its newest entries to narrate."""
        lines = self.table.lines[:]
        narration = self.narration or Narration(self.table.config)
        if narration.missing(lines) > MOST_AT_ONCE:
            fresh = Narration(self.table.config)
            self.narration = await replaying(client, lambda: fresh.follow(lines))
