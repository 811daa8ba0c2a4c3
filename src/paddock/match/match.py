"""One match: options, a position, and the events that led to it."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from paddock.rules.game import Game
from paddock.rules.kernels import outcomes_at, payoff_at, play_at, score_at, standing_at, turn_at
from paddock.rules.kinds import CHANCE, OVER, Move, Seat, State, Table
from paddock.rules.options import Value, agree
from paddock.rules.plain import Plain, glance, plain
from paddock.rules.refusals import IllegalMove


class Match:
    """The driver that plays events. Every move is compared with what `moves` lists before it is applied."""

    def __init__(
        self, game: Game, players: int, options: Mapping[str, object] | None = None, *, attended: bool = True
    ) -> None:
        self.game = game
        self.players = players
        self.options: dict[str, Value] = agree(game.options, options or {}, attended=attended)
        self.table: Table = game.table(players, self.options)
        self.moves: list[Move] = []
        self.tokens: list[str] = []
        self._earlier: Plain | None = None
        self._read: Plain | None = None
        self._read_of = b""
        self._listed = np.zeros(game.most_moves, np.int16)
        self._heavy = np.zeros(game.most_moves, np.int32)

    @property
    def state(self) -> State:
        """The position, secrets included: for rules and tests, never for a player."""
        position: State = self.table[0]
        return position

    @property
    def plain(self) -> Plain:
        """The same position as it is now, for all that speaks about it; read once, however many ask."""
        now = self.table.tobytes()
        if self._read is None or now != self._read_of:
            self._read, self._read_of = plain(self.table), now
        return self._read

    @property
    def turn(self) -> int:
        """A seat, CHANCE or OVER. Logs and messages hold it, so it is a number of Python's own, compiled or not."""
        return int(turn_at(self.table))

    @property
    def over(self) -> bool:
        return self.turn == OVER

    def legal(self) -> list[Move]:
        """What can happen now: legal moves, or chance's outcomes."""
        return self._listed[: abs(standing_at(self.table, self._listed))].tolist()  # type: ignore[no-any-return]

    def legal_tokens(self) -> list[str]:
        s, write = self.plain, self.game.write
        return [write(s, move) for move in self.legal()]

    def outcomes(self) -> tuple[list[Move], list[int]]:
        """What chance can do now, and the weight of each outcome; nothing where somebody decides or all is over."""
        n = outcomes_at(self.table, self._listed, self._heavy)
        return (self._listed[:n].tolist(), self._heavy[:n].tolist()) if n else ([], [])

    def chances(self) -> list[int]:
        """The weights of chance's outcomes, in the order of `legal`."""
        return self.outcomes()[1]

    def odds(self) -> dict[str, int]:
        """Chance's outcomes with their weights."""
        return dict(zip(self.legal_tokens(), self.chances(), strict=True))

    def push(self, move: Move) -> None:
        """Play a move if the rules allow it; `IllegalMove` names the clause if not."""
        self._push(self.plain, move)

    def follow(self, move: Move) -> None:
        """Play a move that is known to be legal, as from our own kernels."""
        self._follow(glance(self.table), move)

    def play(self, *tokens: str) -> None:
        """Play events given as tokens: all of them, or none if one is refused."""
        known = len(self.moves)
        try:
            for token in tokens:
                s = self.plain
                self._push(s, self.game.read(s, token))
        except ValueError:
            self.rewind(known)
            raise

    def _push(self, s: Plain, move: Move) -> None:
        if move not in self.legal():
            raise IllegalMove(*self.game.forbids(s, move))
        self._follow(s, move)

    def _follow(self, s: Plain, move: Move) -> None:
        self.tokens.append(self.game.write(s, move))
        self.moves.append(move)
        play_at(self.table, move)
        self._earlier = s

    def rewind(self, length: int) -> None:
        """Go back to the position after the first `length` events."""
        if length == len(self.moves):
            return
        self.table = self.at(length)
        self._earlier = None
        del self.moves[length:], self.tokens[length:]

    def fair_undo(self, seat: Seat) -> int | None:
        """How many events remain if this seat takes back its last decision; None where that would not be fair.

        Never past a die, a card turned up or somebody else's decision; nor one after which nobody has anything to
        decide, since such a decision may have laid hands open.
        """
        if not self.moves or self.turn in (CHANCE, OVER):
            return None
        earlier = self.at(len(self.moves) - 1)
        return len(self.moves) - 1 if turn_at(earlier) == seat else None

    def at(self, length: int) -> Table:
        """The position after the first `length` events, as a table of its own."""
        if length == len(self.moves) - 1 and self._earlier is not None:
            return self._earlier.table
        table = self.game.table(self.players, self.options)
        for move in self.moves[:length]:
            play_at(table, move)
        return table

    def view(self, seat: Seat | None) -> Any:
        """All that this seat may know; None is somebody who only watches."""
        return self.game.view(self.plain, seat)

    def log(self, seat: Seat | None) -> list[str]:
        """The events as this seat may know them."""
        table = self.game.table(self.players, self.options)
        seen = []
        for move in self.moves:
            seen.append(self.game.seen(plain(table), move, seat))
            play_at(table, move)
        return seen

    def payoff(self) -> list[float]:
        out = np.zeros(self.players)
        payoff_at(self.table, out)
        return out.tolist()

    def scores(self) -> list[float]:
        out = np.zeros(self.players)
        score_at(self.table, out)
        return out.tolist()

    def story(self, names: Sequence[str]) -> list[str]:
        """The match in sentences, everything open."""
        table = self.game.table(self.players, self.options)
        told = []
        for move in self.moves:
            before = plain(table)
            play_at(table, move)
            told.append(self.game.speech.tell(before, move, plain(table), names))
        return [sentence for sentence in told if sentence]
