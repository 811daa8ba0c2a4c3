"""A table in memory, and those who look at it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from paddock.server import store
from paddock.server.acting import Person
from paddock.server.acts import AnyAct
from paddock.server.gathering import WATCHER, Gathering
from paddock.server.latch import Latch
from paddock.server.showing import line_shown, standing, told_since
from paddock.server.wire import Company, LineShown, Update, encode


def unheard() -> None:
    """Nobody is there to be told."""


class Listener:
    """Somebody who is told what happens at a table, from the number on that they have seen."""

    __slots__ = ("answers", "at_once", "company", "eyes", "news", "seen", "tell", "telling", "wake")

    def __init__(self, seen: int, *, tell: bool = False, company: bool = False) -> None:
        self.seen = seen
        self.tell = tell
        self.company = company
        """Whether they want to know who is there."""
        self.news: bytes | None = None
        """Who is there now, if they have not been told yet."""
        self.eyes: tuple[list[int], int | None] = [], None
        """Their seats, and the one that they last looked through."""
        self.answers: list[int] = []
        """The numbers of their own messages that are done and not answered yet."""
        self.at_once: Callable[[], bool] | None = None
        """Tells them what is new without waiting for anything, if that is possible."""
        self.wake: Callable[[], None] = unheard
        """Has them told what is new by somebody who can wait."""
        self.telling = Latch()
        """One message after the other."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that somebody does at a table without waiting for it."""

    person: Person
    act: AnyAct
    kept: Callable[[], None]
    """Called when it has been kept, before anybody is told."""
    undone: Callable[[], None]
    """Called if it was not done after all, and the table is as it was: then it may be tried by who can wait."""


class Live:
    """A table in memory, with those who look at it."""

    __slots__ = (
        "cached",
        "forgotten",
        "gathering",
        "listeners",
        "lock",
        "ours",
        "signs",
        "thinking",
        "timer",
        "used",
        "waiting",
    )

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.lock = Latch()
        self.waiting: list[Wanted] = []
        """What is to be done once the lock is free."""
        self.listeners: set[Listener] = set()
        self.signs = store.signposts(gathering)
        self.cached: dict[tuple[int | None, int, bool], bytes] = {}
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.ours = False
        """Whether this worker wrote the last entry, so that what is due next is for it to do."""
        self.used = time.monotonic()
        self.forgotten = False
        """Whether the table has to be read anew, by who looks at it too."""

    def changed(self) -> None:
        """Tell everybody who looks."""
        self.cached.clear()
        for listener in self.listeners:
            if listener.at_once is None or not listener.at_once():
                listener.wake()

    @property
    def here(self) -> list[int]:
        """The seats whose people came to this worker."""
        return sorted({seat for listener in self.listeners for seat in listener.eyes[0]})

    @property
    def wants(self) -> bool:
        """Whether somebody here wants to know who is there."""
        return any(listener.company for listener in self.listeners)

    def tell_company(self, elsewhere: set[int]) -> None:
        """Somebody came or went: who wants to know it is told which seats have their people here or elsewhere."""
        if not self.wants:
            return
        news = encode(Company(sorted(elsewhere.union(self.here))))
        for listener in self.listeners:
            if listener.company:
                listener.news = news
                listener.wake()

    def update_for(self, listener: Listener, audience: int | None) -> bytes | None:
        """What this listener has not seen yet, as a message; None if there is nothing.

        Who sees the same gets the same bytes: where nothing is hidden, everybody at the table does.
        """
        table = self.gathering
        number = table.number
        if listener.seen >= number and not listener.answers:
            return None
        same = audience if table.game.facts.hidden or audience is WATCHER else 0
        key = same, listener.seen, listener.tell
        message = self.cached.get(key)
        if message is None:
            lines = self.lines(audience, listener.seen, tell=listener.tell)
            message = self.cached[key] = encode(Update(lines, standing(table, audience)))
        listener.seen = number
        if not listener.answers:
            return message
        answered = message[:-1] + b',"answer":%d}' % listener.answers.pop(0)
        if listener.answers:  # each in a message of its own
            listener.wake()
        return answered

    def lines(self, audience: int | None, after: int, *, tell: bool = False) -> list[LineShown]:
        shown = [line_shown(line, audience) for line in self.gathering.lines[after:]]
        if tell:
            for one, sentences in zip(shown, told_since(self.gathering, audience, after), strict=True):
                one.told = sentences
        return shown
