"""A table session (`TableSession`): a table in memory with its subscribers (`Subscriber`)."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from paddock.server.api.schemas import LogEntryView, PresenceUpdate, Update, encode
from paddock.server.latch import Latch
from paddock.server.runtime.bot_runner import replaying
from paddock.server.storage import queries as store
from paddock.server.table.commands import AnyCommand
from paddock.server.table.handlers import Person
from paddock.server.table.narration import Narration
from paddock.server.table.snapshot import log_entry_view, snapshot
from paddock.server.table.table import WATCHER, Table

ATTENTION: Final = 60.0
"""Seconds for which a person counts as connected after an HTTP request or a lost socket."""
MOST_AT_ONCE: Final = 64
"""Events that are narrated in the event loop."""


def unheard() -> None:
    """Do nothing: the subscriber has no task yet."""


class Subscriber:
    """A subscriber that receives all updates of a table after the number it has seen."""

    __slots__ = ("answers", "at_once", "company", "eyes", "news", "seen", "tell", "telling", "wake")

    def __init__(self, seen: int, *, tell: bool = False, company: bool = False) -> None:
        self.seen = seen
        self.tell = tell
        self.company = company
        """Whether the subscriber wants presence updates."""
        self.news: bytes | None = None
        """The newest presence message that was not sent yet."""
        self.eyes: tuple[list[int], int | None] = [], None
        """The subscriber's seats, and the seat whose view it got last."""
        self.answers: list[int] = []
        """Numbers of the subscriber's own commands that are done and not answered yet."""
        self.at_once: Callable[[], bool] | None = None
        """Sends updates without waiting and returns True, or returns False if that is not possible."""
        self.wake: Callable[[], None] = unheard
        """Starts a task that sends the updates."""
        self.telling = Latch()
        """A lock that keeps messages in order."""


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A pending command on the fast path, which does not wait."""

    person: Person
    act: AnyCommand
    kept: Callable[[], None]
    """Called when the entry is committed, before subscribers are notified."""
    undone: Callable[[], None]
    """Called when the write failed and the table was rolled back; the caller retries on the slow path."""


class TableSession:
    """A table in memory with its subscribers."""

    __slots__ = (
        "cached",
        "forgotten",
        "listeners",
        "lock",
        "narration",
        "ours",
        "summary",
        "table",
        "thinking",
        "timer",
        "used",
        "visited",
        "waiting",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = Latch()
        self.waiting: list[PendingCommand] = []
        """Pending commands that wait for the lock."""
        self.listeners: set[Subscriber] = set()
        self.summary = store.summary_columns(table)
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
        self.forgotten = False
        """Whether this session was evicted. The next access reads the table again from its log."""

    def changed(self) -> None:
        """Notify all subscribers."""
        self.cached.clear()
        for listener in self.listeners:
            if listener.at_once is None or not listener.at_once():
                listener.wake()

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
        news = encode(PresenceUpdate(sorted(elsewhere.union(self.here))))
        for listener in self.listeners:
            if listener.company:
                listener.news = news
                listener.wake()

    def update_for(self, listener: Subscriber, audience: int | None) -> bytes | None:
        """Return the message with everything that this subscriber has not seen, or None.

        Subscribers with the same view get the same bytes: in a game without hidden facts these are all seats.
        """
        table = self.table
        number = table.number
        if listener.seen >= number and not listener.answers:
            return None
        same = audience if table.game.facts.hidden or audience is WATCHER else 0
        key = same, listener.seen, listener.tell
        message = self.cached.get(key)
        if message is None:
            lines = self.lines(audience, listener.seen, tell=listener.tell)
            message = self.cached[key] = encode(Update(lines, snapshot(table, audience)))
        listener.seen = number
        if not listener.answers:
            return message
        answered = message[:-1] + b',"answer":%d}' % listener.answers.pop(0)
        if listener.answers:  # each answer needs its own message
            listener.wake()
        return answered

    def lines(self, audience: int | None, after: int, *, tell: bool = False) -> list[LogEntryView]:
        shown = [log_entry_view(line, audience) for line in self.table.lines[after:]]
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
