"""Narration of a table: sentences about the events of each log entry, made once and kept."""

from collections.abc import Sequence

from paddock.games import load_game
from paddock.match.match_state import MatchState
from paddock.server.table.events import BotSeated, MatchBegan, MovesUndone, PersonSeated, Played, SeatFreed
from paddock.server.table.table import LogEntry, TableConfig


class Narration:
    """The sentences of the first entries of a log. It follows the log entry by entry and replays nothing twice."""

    def __init__(self, config: TableConfig) -> None:
        self._match = MatchState(load_game(config.game), config.players, config.options)
        self._names = [f"Seat {seat}" for seat in range(1, config.players + 1)]
        self._sentences: list[list[str]] = []
        """Entry -> one sentence for each of its events."""

    def missing(self, lines: Sequence[LogEntry]) -> int:
        """Return the number of events without a sentence."""
        new = (line.entry for line in lines[len(self._sentences) :])
        return sum(len(entry.events) for entry in new if isinstance(entry, MatchBegan | Played))

    def follow(self, lines: Sequence[LogEntry]) -> "Narration":
        """Narrate the entries that are new in this log, and return this narration."""
        for line in lines[len(self._sentences) :]:
            self._sentences.append(self._narrate(line))
        return self

    def _narrate(self, line: LogEntry) -> list[str]:
        match line.entry:
            case PersonSeated(seat=seat, name=name) | BotSeated(seat=seat, name=name):
                self._names[seat] = name
            case SeatFreed(seat=seat):
                self._names[seat] = f"Seat {seat + 1}"
            case MovesUndone(length=length):
                self._match.rewind(length)
            case MatchBegan(events=events) | Played(events=events):
                return [self._play(token) for token in events]
        return []

    def _play(self, token: str) -> str:
        match = self._match
        before = match.plain
        match.play_unchecked(match.game.read(before, token))
        return match.game.narrator.narrate(before, match.moves[-1], match.plain, self._names)

    def since(self, lines: Sequence[LogEntry], audience: int | None, after: int) -> list[list[str]]:
        """Return the sentences of every entry after this number, without events that the viewer may not know."""
        self.follow(lines)
        return [
            known_to(line, audience, sentences)
            for line, sentences in zip(lines[after:], self._sentences[after:], strict=False)
        ]


def known_to(line: LogEntry, audience: int | None, sentences: list[str]) -> list[str]:
    """Return the sentences about events that this viewer sees as they were."""
    if not isinstance(line.entry, MatchBegan | Played):
        return []
    seen = zip(line.entry.events, line.events(audience), sentences, strict=True)
    return [sentence for token, shown, sentence in seen if sentence and token == shown]
