"""A match to play from Python."""

import secrets
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from paddock.api.chance import ChanceMode, chance_dice
from paddock.api.games import GameLike, joined_options, load_game, module_of, player_count
from paddock.api.imagined_state import ImaginedState
from paddock.api.moves import Move
from paddock.api.record import Record
from paddock.api.turns import Seat, Turn, checked_seat, turn_of
from paddock.engine import types as engine
from paddock.engine.errors import BadNotation, BadOption, IllegalMove, PaddockError
from paddock.engine.game import Game
from paddock.engine.options import OptionValue
from paddock.engine.position_calls import play_at, turn_at
from paddock.engine.rng import stream
from paddock.engine.types import Tensor, copy_positions, states_of
from paddock.engine.verbs import imagine, observe
from paddock.match.dice import Dice, local_dice, play_chance
from paddock.match.match_state import MatchState
from paddock.match.record import record_of
from paddock.match.seat_names import display_names


class Match:
    """One play of a game: its options, its position and its events.

    Dice and cards fall by themselves, from a seed if there is one. So the turn is a seat's until the match is over.
    With `chance="manual"` the caller plays dice and cards too, as tokens.

    A match knows all secrets. `view` and `log` show the facts that a seat may know, `imagine` resamples the others.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("mmm", players=2, board="bbf", dice=2, cat_moves=3, seed=0)
        >>> match
        <Match mmm, 2 players, 1 event, Seat(0) to move>
        >>> match.events, match.legal
        ((Move('roll:bu'),), (Move('place:a1'), Move('place:b1')))
        >>> match.play("place:a1", "gather")
        >>> match.scores, match.turn
        ((1.0, 1.0), Seat(1))
        >>> match.undo()    # the gathering, and the roll after it
        >>> match.legal
        (Move('again'), Move('gather'))
    """

    def __init__(
        self,
        game: GameLike,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        *,
        names: Sequence[str] | None = None,
        seed: int | None = None,
        chance: ChanceMode = "auto",
        **more_options: object,
    ) -> None:
        """Start a match.

        Args:
            game: The id of a game, or anything else that `load_game` takes.
            players: The number of players; without it, the fewest that the game allows.
            options: Options of the game by name. Keywords that are not listed here are options too.
            names: A name for each seat, for sentences and records.
            seed: Random seed. The same seed gives the same dice and cards.
            chance: `"auto"`, or `"manual"` if the caller plays dice and cards.
            **more_options: Options of the game.

        Raises:
            BadOption: If there is no such game or option, or if it does not take this value.
        """
        found = load_game(game)
        state = MatchState(found, player_count(found, players), joined_options(options, more_options))
        self._join(state, names, chance_dice(state, chance, seed))

    def _join(self, state: MatchState, names: Sequence[str] | None, dice: Dice | None, *, proven: bool = True) -> None:
        """Put a match together; `proven` says that all chance events so far came from these dice."""
        self._state = state
        self._names = tuple(names) if names is not None else tuple(f"Player {n + 1}" for n in range(state.players))
        if len(self._names) != state.players:
            raise BadOption(f"names: {state.players} names are needed, not {len(self._names)}")
        self._dice = dice
        self._proven = proven
        self._fall()

    @classmethod
    def _made(
        cls, state: MatchState, names: Sequence[str] | None, dice: Dice | None, *, proven: bool = False
    ) -> "Match":
        match = cls.__new__(cls)
        match._join(state, names, dice, proven=proven)
        return match

    def _fall(self) -> None:
        if self._dice is not None:
            play_chance(self._state, self._dice)

    @property
    def game(self) -> Game:
        """The game."""
        return self._state.game

    @property
    def players(self) -> int:
        """Number of players."""
        return self._state.players

    @property
    def names(self) -> tuple[str, ...]:
        """Name of each seat."""
        return self._names

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """Value of every option of the game, boards as drawn rows."""
        return MappingProxyType(self._state.options)

    @property
    def turn(self) -> Turn:
        """A `Seat`, `CHANCE` or `OVER`."""
        return turn_of(self._state.turn)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._state.over

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, or the outcomes of chance if it is its turn; empty at the end."""
        s, write = self._state.plain, self.game.write
        return tuple(Move(write(s, number), number) for number in self._state.legal_moves())

    @property
    def odds(self) -> Mapping[Move, float]:
        """Probability of each outcome of chance; empty if it is not the turn of chance."""
        weights = self._state.outcomes()[1]
        moves = self.legal if weights else ()
        return {move: weight / sum(weights) for move, weight in zip(moves, weights, strict=True)}

    @property
    def events(self) -> tuple[Move, ...]:
        """All events so far, with dice, cards and secrets."""
        return tuple(map(Move, self._state.tokens, self._state.moves))

    @property
    def scores(self) -> tuple[float, ...]:
        """Points of each seat now."""
        return tuple(self._state.scores())

    @property
    def payoffs(self) -> tuple[float, ...]:
        """Share of the victory of each seat: 1, a fraction of a shared victory, or 0; all 0 before the end."""
        return tuple(self._state.payoff()) if self.over else (0.0,) * self.players

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won, alone or together; empty before the end."""
        return tuple(Seat(seat) for seat, share in enumerate(self.payoffs) if share > 0)

    def play(self, *moves: str) -> None:
        """Play a move, or several one after the other: all of them, or none if one is refused.

        After each move, dice and cards fall until a seat has to decide, unless `chance="manual"`.

        Args:
            *moves: Moves of `legal`, or tokens.

        Raises:
            IllegalMove: If the rules forbid a move; `clause` and `reason` say why.
            BadNotation: If a token has no meaning here.
        """
        known = len(self._state.moves)
        try:
            for move in moves:
                self._play(move)
        except PaddockError:
            self._state.rewind(known)
            raise

    def _play(self, move: str) -> None:
        if not isinstance(move, str):
            raise BadNotation(f"a move is one of match.legal or a token, not {move!r}")
        if self.over:
            raise IllegalMove(self.game.clause(self._state.plain), "the match is over")
        self._state.play(str(move))
        self._fall()

    def undo(self) -> None:
        """Take back the last decision, and the dice and cards after it. With `chance="manual"`: the last event.

        Raises:
            PaddockError: If there is no decision to take back.
        """
        position, last = self._state.position_after(0), None
        for number, move in enumerate(self._state.moves):
            if self._dice is None or turn_at(position) >= 0:
                last = number
            play_at(position, move)
        if last is None:
            raise PaddockError("there is nothing to undo: the match is at its start")
        self._state.rewind(last)

    def view(self, seat: int | None = None) -> Any:
        """Return the facts that a seat may know, as a typed value of the game; None is a spectator."""
        return self._state.view(self._seat(seat))

    def log(self, seat: int | None = None) -> tuple[str, ...]:
        """Return the events as a seat may know them, hidden cards as `?`; None is a spectator."""
        return tuple(self._state.log(self._seat(seat)))

    def observation(self, seat: int | None = None) -> Tensor:
        """Return the facts that a seat knows as a `float32` array; without a seat, for the seat to move.

        The page of each game lists the parts of its observation.
        """
        seen = np.zeros(self.game.observation_size, np.float32)
        observe(self._state.position[0], self._deciding_seat(seat, "observation"), seen)
        return seen

    def narrate(self, names: Sequence[str] | None = None) -> list[str]:
        """Return the match in sentences, with all secrets."""
        return self._state.narrate(display_names(self._names if names is None else names))

    @property
    def record(self) -> Record:
        """The match so far as a `Record`.

        It has the proof of the dice if all dice and cards fell by themselves; their secret only after the end.

        Raises:
            PaddockError: If this is an imagined match, which has no history.
        """
        if isinstance(self._state, ImaginedState):
            raise PaddockError("an imagined match has no record: it starts in the middle")
        return Record(record_of(self._state, self._names, self._dice if self._proven else None))

    @classmethod
    def from_record(cls, record: Record, *, seed: int | None = None, chance: ChanceMode = "auto") -> "Match":
        """Return the match of a record after its last event; every event is checked.

        If the secret of its dice is published, the same dice fall after an `undo`. Else new dice fall.

        Args:
            record: The record.
            seed: Random seed of the new dice, if they are needed.
            chance: `"manual"` if the caller plays dice and cards from here on.

        Raises:
            BadNotation: If the record is wrong.
        """
        state, _, dice = record._replayed()
        if dice is None or chance == "manual" or seed is not None:
            return cls._made(state, record.names, chance_dice(state, chance, seed), proven=not state.moves)
        return cls._made(state, record.names, dice, proven=True)

    @classmethod
    def load(
        cls, path: str | Path, line: int | None = None, *, seed: int | None = None, chance: ChanceMode = "auto"
    ) -> "Match":
        """Return the match of a record in a file; see `Record.load` and `from_record`."""
        return cls.from_record(Record.load(path, line), seed=seed, chance=chance)

    def copy(self, *, seed: int | None = None, chance: ChanceMode | None = None) -> "Match":
        """Return a match with the same events that goes on independently.

        Without arguments the same dice fall in both. A seed gives the copy dice of its own from here on.

        Args:
            seed: Random seed of the new dice.
            chance: `"manual"` if the caller plays dice and cards of the copy; `"auto"` if new dice fall.
        """
        state = self._state.copy()
        if seed is None and chance is None:
            return self._made(state, self._names, self._dice, proven=self._proven)
        return self._made(state, self._names, chance_dice(state, chance or "auto", seed))

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        return self.copy()

    def imagine(self, seat: int | None = None, *, seed: int | None = None) -> "Match":
        """Return a match in which the facts that a seat cannot know are resampled, with new dice.

        Its events start here: the history would have secrets. Bots get such a match.

        Args:
            seat: The seat; without it, the seat to move.
            seed: Random seed. The same seed gives the same cards and dice.
        """
        seed = secrets.randbits(63) if seed is None else seed
        position = copy_positions(self._state.position)
        imagine(position[0], self._deciding_seat(seat, "imagine"), stream(seed))
        state = ImaginedState(self.game, self.players, self._state.options, position)
        return self._made(state, self._names, local_dice(state, seed))

    def _seat(self, seat: int | None) -> engine.Seat | None:
        """Return a seat of this match; None is a spectator."""
        return None if seat is None else checked_seat(seat, self.players)

    def _deciding_seat(self, seat: int | None, what: str) -> engine.Seat:
        """Return a seat of this match; without one, the seat to move."""
        turn = self.turn if seat is None else Seat(seat)
        if not isinstance(turn, Seat):
            raise PaddockError(f"{what} needs a seat: no seat has to decide now")
        return checked_seat(turn, self.players)

    def __repr__(self) -> str:
        count = len(self._state.moves)
        words = [f"Match {self.game.id}", f"{self.players} player{'s' * (self.players != 1)}"]
        words += [f"{count} event{'s' * (count != 1)}"]
        words += ["over" if self.over else f"{self.turn!r} to move"]
        return f"<{', '.join(words)}>"

    def __str__(self) -> str:
        """The board as text, as the seat to move may see it; at the end, with the result."""
        from paddock.api.board_text import board_text

        return board_text(self._state, self._seat(self.turn if isinstance(self.turn, Seat) else None), self._names)

    def __reduce__(self) -> tuple[Any, ...]:
        state = self._state
        first = state.start_position().tobytes() if isinstance(state, ImaginedState) else None
        place = module_of(self.game), self.players, dict(state.options), first
        return unpickled, (*place, state.moves, self._names, self._dice, self._proven)


def unpickled(
    module: str,
    players: int,
    options: Mapping[str, object],
    first: bytes | None,
    moves: Sequence[engine.Move],
    names: Sequence[str],
    dice: Dice | None,
    proven: bool,
) -> Match:
    """Return a match from its pickle."""
    game = load_game(import_module(module))
    if first is None:
        state = MatchState(game, players, options)
    else:
        state = ImaginedState(game, players, options, np.frombuffer(bytearray(first), states_of(game.state)))
    for move in moves:
        state.play_move(move)
    return Match._made(state, names, dice, proven=proven)
