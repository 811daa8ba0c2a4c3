"""The doctor: replays the log of every unfinished table and reports inconsistencies.

A report names a table by its number in the database, never by its link. It contains no card, no die and no secret.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlalchemy import Row

from paddock.engine.errors import PaddockError
from paddock.engine.types import CHANCE, OVER
from paddock.games import load_game
from paddock.match.dice import Dice
from paddock.match.match_state import MatchState
from paddock.server.storage import queries as store
from paddock.server.storage.schema import FINISHED, PLAYING, WAITING
from paddock.server.table.events import MatchBegan, MovesUndone, Played
from paddock.server.table.table import CorruptLog, Table, TableConfig


@dataclass(frozen=True, slots=True)
class Finding:
    """One inconsistency of one table."""

    table: int
    game: str
    kind: str
    """`frozen` (another rules version), `broken` (impossible log) or `summary_columns` (wrong summary columns)."""
    message: str

    def __str__(self) -> str:
        return f"table {self.table} ({self.game}): {self.message}."


@dataclass(slots=True)
class Examination:
    """The number of unfinished tables, and all findings."""

    tables: int
    findings: list[Finding]


def examine(queries: store.Queries) -> Examination:
    """Return the findings of every unfinished table."""
    rows = queries.unfinished()
    return Examination(len(rows), [found for row in rows for found in findings_at(queries, row)])


def findings_at(queries: store.Queries, row: Row[Any]) -> Iterator[Finding]:
    log = queries.log(row.id)
    try:
        config = store.config_from_row(row)
        assert config is not None
        here = load_game(config.game).rules_version
        if here == config.rules:
            table = derived(config, log)
        else:
            yield Finding(row.id, row.game, "frozen", frozen(config, here, log))
            return
    except PaddockError as flaw:
        yield Finding(row.id, row.game, "broken", str(flaw))
        return
    for message in lost_signposts(queries, row, log, table):
        yield Finding(row.id, row.game, "signposts", message)


def frozen(config: TableConfig, here: int, log: Sequence[Row[Any]]) -> str:
    """Return a message for a table of another rules version, and whether its log fits the present rules."""
    try:
        derived(replace(config, rules=here), log)
        verdict = f"its log fits version {here}, too"
    except PaddockError as flaw:
        verdict = f"by version {here}, {flaw}"
    return f"it has version {config.rules} of the rules and cannot go on with version {here}; {verdict}"


def derived(config: TableConfig, log: Sequence[Row[Any]]) -> Table:
    """Return the table that this log describes. Raise `CorruptLog` where an entry contradicts rules or dice."""
    table = Table(config)
    watch = Watch(table)
    for row in log:
        watch.see(row)
    return table


class Watch:
    """Replays a log next to the table and recomputes every die."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.match = MatchState(table.game, table.config.players, table.config.options)

    def see(self, row: Row[Any]) -> None:
        begun = self.table.begun
        store.apply_row(self.table, row.number, row.at, row.entry)
        entry = self.table.lines[-1].entry
        if isinstance(entry, MatchBegan) and begun:
            raise CorruptLog(f"entry {row.number} of its log begins the match a second time")
        if isinstance(entry, Played | MovesUndone) and not begun:
            raise CorruptLog(f"entry {row.number} of its log plays before the match began")
        if isinstance(entry, MovesUndone):
            if not 0 <= entry.length < len(self.match.moves):
                raise CorruptLog(f"entry {row.number} of its log undoes to an event that does not exist")
            self.match.rewind(entry.length)
        if isinstance(entry, MatchBegan | Played):
            self._recompute(row.number, entry)
        if self.match.turn == CHANCE and self.table.begun:
            raise CorruptLog(f"entry {row.number} of its log ends before the dice that must follow it")

    def _recompute(self, number: int, entry: MatchBegan | Played) -> None:
        dice = self.table.dice
        assert dice is not None
        given = entry.given if isinstance(entry, MatchBegan) else 0
        for index, token in enumerate(entry.events):
            if self.match.turn == CHANCE and index >= given and token != fallen(self.match, dice):
                raise CorruptLog(f"entry {number} of its log contradicts the dice commitment")
            if self.match.turn not in (CHANCE, OVER) and index >= given and self.match.turn != seat_of(entry):
                raise CorruptLog(f"entry {number} of its log decides for another seat")
            self.match.play(token)


def fallen(match: MatchState, dice: Dice) -> str:
    """Return the token of the die or card that the committed dice give here."""
    outcomes, weights = match.outcomes()
    return match.game.write(match.plain, outcomes[dice.draw(len(match.moves), weights)])


def seat_of(entry: MatchBegan | Played) -> int | None:
    return entry.seat if isinstance(entry, Played) else None


def lost_signposts(queries: store.Queries, row: Row[Any], log: Sequence[Row[Any]], table: Table) -> Iterator[str]:
    """Yield a message for each denormalised column that disagrees with the log."""
    words = {WAITING: "waiting", PLAYING: "playing", FINISHED: "over"}
    summary = store.summary_columns(table)
    if row.state != summary["state"]:
        yield f"its state column says {words.get(row.state, 'unknown')}, but its log says {words[summary['state']]}"
    if row.due != summary["due"]:
        yield "its due time disagrees with its log, so bots or clocks may be late"
    if (row.code is not None) != table.inviting:
        yield "it has a code, but no free seat" if row.code else "it has a free seat, but no code"
    wrong = next((kept.number for kept, line in zip(log, table.lines, strict=True) if kept.turn != line.turn), None)
    if wrong is not None:
        yield f"entry {wrong} names the wrong seat to move"
    if missing := len(table.people - queries.members(row.id)):
        yield f"it is missing in the table lists of {missing} of its people"


def as_json(examination: Examination) -> bytes:
    return msgspec.json.encode({"tables": examination.tables, "findings": examination.findings})
