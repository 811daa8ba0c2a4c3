"""The doctor: every table that goes on is derived anew from its log, and whatever differs is told in a sentence.

A sentence names a table by its number in the database, never by its link, and tells no card, no die and no secret.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlalchemy import Row

from paddock.games import game
from paddock.match.dice import Dice
from paddock.match.match import Match
from paddock.rules.kinds import CHANCE, OVER
from paddock.rules.refusals import Refusal
from paddock.server import store
from paddock.server.entries import Began, Played, Undone
from paddock.server.gathering import Broken, Deed, Gathering
from paddock.server.schema import FINISHED, PLAYING, WAITING


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with one table."""

    table: int
    game: str
    kind: str
    """`frozen` by another version of its rules, `broken` in its log, or `signposts` that point elsewhere."""
    message: str

    def __str__(self) -> str:
        return f"table {self.table} ({self.game}): {self.message}."


@dataclass(slots=True)
class Examination:
    """All tables that go on, and what was found."""

    tables: int
    findings: list[Finding]


def examine(reader: store.Reader) -> Examination:
    """Every table that goes on, one after the other."""
    rows = reader.live()
    return Examination(len(rows), [found for row in rows for found in findings_at(reader, row)])


def findings_at(reader: store.Reader, row: Row[Any]) -> Iterator[Finding]:
    log = reader.log(row.id)
    try:
        deed = store.as_deed(row)
        assert deed is not None
        here = game(deed.game).rules_version
        if here == deed.rules:
            table = derived(deed, log)
        else:
            yield Finding(row.id, row.game, "frozen", frozen(deed, here, log))
            return
    except Refusal as flaw:
        yield Finding(row.id, row.game, "broken", str(flaw))
        return
    for message in lost_signposts(reader, row, log, table):
        yield Finding(row.id, row.game, "signposts", message)


def frozen(deed: Deed, here: int, log: Sequence[Row[Any]]) -> str:
    """A table of other rules cannot go on; whether they make a difference to it is told."""
    try:
        derived(replace(deed, rules=here), log)
        verdict = "by these, its log would hold all the same"
    except Refusal as flaw:
        verdict = f"by these, {flaw}"
    return f"it was laid with version {deed.rules} of the rules and cannot go on with version {here}; {verdict}"


def derived(deed: Deed, log: Sequence[Row[Any]]) -> Gathering:
    """The table that a log tells of; `Broken` at the first entry that cannot be, or that the dice did not give."""
    table = Gathering(deed)
    watch = Watch(table)
    for row in log:
        watch.see(row)
    return table


class Watch:
    """Reads a log a second time beside the table, and recomputes every die."""

    def __init__(self, table: Gathering) -> None:
        self.table = table
        self.match = Match(table.game, table.deed.players, table.deed.options)

    def see(self, row: Row[Any]) -> None:
        begun = self.table.begun
        store.follow(self.table, row.number, row.at, row.entry)
        entry = self.table.lines[-1].entry
        if isinstance(entry, Began) and begun:
            raise Broken(f"entry {row.number} of its log begins the match a second time")
        if isinstance(entry, Played | Undone) and not begun:
            raise Broken(f"entry {row.number} of its log plays before the match has begun")
        if isinstance(entry, Undone):
            if not 0 <= entry.length < len(self.match.moves):
                raise Broken(f"entry {row.number} of its log goes back to where the match never was")
            self.match.rewind(entry.length)
        if isinstance(entry, Began | Played):
            self._recompute(row.number, entry)
        if self.match.turn == CHANCE and self.table.begun:
            raise Broken(f"entry {row.number} of its log leaves dice lying that should have fallen")

    def _recompute(self, number: int, entry: Began | Played) -> None:
        dice = self.table.dice
        assert dice is not None
        given = entry.given if isinstance(entry, Began) else 0
        for index, token in enumerate(entry.events):
            if self.match.turn == CHANCE and index >= given and token != fallen(self.match, dice):
                raise Broken(f"entry {number} of its log has other dice than were promised")
            if self.match.turn not in (CHANCE, OVER) and index >= given and self.match.turn != seat_of(entry):
                raise Broken(f"entry {number} of its log decides for another seat")
            self.match.play(token)


def fallen(match: Match, dice: Dice) -> str:
    """The die or card that the promised dice give here."""
    outcomes, weights = match.outcomes()
    return match.game.write(match.plain, outcomes[dice.draw(len(match.moves), weights)])


def seat_of(entry: Began | Played) -> int | None:
    return entry.seat if isinstance(entry, Played) else None


def lost_signposts(reader: store.Reader, row: Row[Any], log: Sequence[Row[Any]], table: Gathering) -> Iterator[str]:
    """What is written beside a log so that lists need not read it, where it says something else."""
    words = {WAITING: "waits", PLAYING: "is played at", FINISHED: "is over"}
    signs = store.signposts(table)
    if row.state != signs["state"]:
        yield f"it is said that it {words.get(row.state, 'is lost')}, but by its log it {words[signs['state']]}"
    if row.due != signs["due"]:
        yield "the time of its next step is not that of its log, so bots or clocks may be late"
    if (row.code is not None) != table.inviting:
        yield "it has a code, but no free seat" if row.code else "it has a free seat, but no code leads there"
    wrong = next((kept.number for kept, line in zip(log, table.lines, strict=True) if kept.turn != line.turn), None)
    if wrong is not None:
        yield f"whose turn it is after entry {wrong} is noted wrongly"
    if missing := len(table.people - reader.members(row.id)):
        yield f"{missing} of its people would not find it in the list of their tables"


def as_json(examination: Examination) -> bytes:
    return msgspec.json.encode({"tables": examination.tables, "findings": examination.findings})
