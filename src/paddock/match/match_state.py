"""`MatchState`: one match with its options, its position and its events."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Self

import numpy as np

from paddock.engine.errors import IllegalMove
from paddock.engine.game import Game
from paddock.engine.options import OptionValue, resolve_options
from paddock.engine.plain_position import PlainPosition, lazy_position, plain_position
from paddock.engine.position_calls import legal_count_at, outcomes_at, payoff_at, play_at, score_at, turn_at
from paddock.engine.types import CHANCE, OVER, Move, Positions, Seat, State, copy_positions


class MatchState:
    """A match in progress. It applies a move only if the verb `moves` lists it."""

    def __init__(
        self, game: Game, players: int, options: Mapping[str, object] | None = None, *, attended: bool = True
    ) -> None:
        self.game = game
        self.players = players
        self.options: dict[str, OptionValue] = resolve_options(game.options, options or {}, attended=attended)
        self.position: Positions = game.start_position(players, self.options)
        self.moves: list[Move] = []
        self.tokens: list[str] = []
        self._earlier: PlainPosition | None = None
        self._read: PlainPosition | None = None
        self._read_of = b""
        self._moves_buf = game.buffers().moves
        self._weights_buf = game.buffers().weights

    def start_position(self) -> Positions:
        """Return a new copy of the position before the first event."""
        return self.game.start_position(self.players, self.options)

    def copy(self) -> Self:
        """Return a match with the same events that goes on independently."""
        twin = copy(self)
        twin.position = copy_positions(self.position)
        twin.moves, twin.tokens = list(self.moves), list(self.tokens)
        twin._moves_buf, twin._weights_buf = self.game.buffers()
        return twin

    @property
    def state(self) -> State:
        """The position with its secrets, for rules and tests, never for a player."""
        position: State = self.position[0]
        return position

    @property
    def plain(self) -> PlainPosition:
        """The current position as a plain position. It is read once and cached until the next event."""
        now = self.position.tobytes()
        if self._read is None or now != self._read_of:
            self._read, self._read_of = plain_position(self.position), now
        return self._read

    @property
    def turn(self) -> int:
        """The seat whose turn it is, CHANCE or OVER, as a Python number."""
        return int(turn_at(self.position))

    @property
    def over(self) -> bool:
        return self.turn == OVER

    def legal_moves(self) -> list[Move]:
        """Return the legal moves or the outcomes of chance, ascending."""
        return self._moves_buf[: abs(legal_count_at(self.position, self._moves_buf))].tolist()  # type: ignore[no-any-return]

    def legal_tokens(self) -> list[str]:
        """Return the tokens of the legal moves, in the order of the moves."""
        s, write = self.plain, self.game.write
        return [write(s, move) for move in self.legal_moves()]

    def outcomes(self) -> tuple[list[Move], list[int]]:
        """Return the outcomes of chance and their weights; two empty lists if chance does not act now."""
        n = outcomes_at(self.position, self._moves_buf, self._weights_buf)
        return (self._moves_buf[:n].tolist(), self._weights_buf[:n].tolist()) if n else ([], [])

    def odds(self) -> dict[str, int]:
        """Return the weights of the outcomes of chance, by token."""
        return dict(zip(self.legal_tokens(), self.outcomes()[1], strict=True))

    def play_move(self, move: Move) -> None:
        """Play a move. Raise `IllegalMove` with the clause if the rules forbid it."""
        self._play_checked(self.plain, move)

    def play_unchecked(self, move: Move) -> None:
        """Play a move that is known to be legal, such as one from a kernel."""
        self._append(lazy_position(self.position), move)

    def play(self, *tokens: str) -> None:
        """Play events given as tokens. Raise `BadNotation` or `IllegalMove` and play none if one is refused."""
        known = len(self.moves)
        try:
            for token in tokens:
                s = self.plain
                self._play_checked(s, self.game.read(s, token))
        except ValueError:
            self.rewind(known)
            raise

    def _play_checked(self, s: PlainPosition, move: Move) -> None:
        if move not in self.legal_moves():
            raise IllegalMove(*self.game.forbids(s, move))
        self._append(s, move)

    def _append(self, s: PlainPosition, move: Move) -> None:
        self.tokens.append(self.game.write(s, move))
        self.moves.append(move)
        play_at(self.position, move)
        self._earlier = s

    def rewind(self, length: int) -> None:
        """Return to the position after the first `length` events."""
        if length == len(self.moves):
            return
        self.position = self.position_after(length)
        self._earlier = None
        del self.moves[length:], self.tokens[length:]

    def fair_undo(self, seat: Seat) -> int | None:
        """Return the number of events that remain if this seat takes back its last decision, or None if unfair.

        An undo never crosses a die, a card or the decision of another seat. It is also unfair when no seat decides
        next, since the decision may have revealed hands.
        """
        if not self.moves or self.turn in (CHANCE, OVER):
            return None
        earlier = self.position_after(len(self.moves) - 1)
        return len(self.moves) - 1 if turn_at(earlier) == seat else None

    def position_after(self, length: int) -> Positions:
        """Return the position after the first `length` events, as a new array."""
        if length == len(self.moves) - 1 and self._earlier is not None:
            return self._earlier.position
        position = self.start_position()
        for move in self.moves[:length]:
            play_at(position, move)
        return position

    def view(self, seat: Seat | None) -> Any:
        """Return the view of this seat; None stands for a spectator."""
        return self.game.view(self.plain, seat)

    def log(self, seat: Seat | None) -> list[str]:
        """Return the tokens of the events as this seat may know them."""
        position = self.start_position()
        seen = []
        for move in self.moves:
            seen.append(self.game.seen(plain_position(position), move, seat))
            play_at(position, move)
        return seen

    def payoff(self) -> list[float]:
        """Return the share of the victory per seat."""
        out = np.zeros(self.players)
        payoff_at(self.position, out)
        return out.tolist()

    def scores(self) -> list[float]:
        """Return the current points per seat."""
        out = np.zeros(self.players)
        score_at(self.position, out)
        return out.tolist()

    def narrate(self, names: Sequence[str]) -> list[str]:
        """Return sentences about all events, secrets included."""
        position = self.start_position()
        sentences = []
        for move in self.moves:
            before = plain_position(position)
            play_at(position, move)
            sentences.append(self.game.narrator.narrate(before, move, plain_position(position), names))
        return [sentence for sentence in sentences if sentence]
