"""One person's match against bots, without input and output."""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property

from paddock.bots import DEFAULT_OPPONENT
from paddock.bots.bot import ask, bot
from paddock.bots.compile_stages import level_for_now
from paddock.bots.levels import check_level
from paddock.engine.errors import BadOption, IllegalMove, PaddockError
from paddock.engine.plain_position import plain_position
from paddock.engine.position_calls import legal_count_at, play_at, turn_at
from paddock.engine.rng import stream
from paddock.engine.types import CHANCE, Move, Rng, Seat
from paddock.match.dice import Dice, local_dice, play_chance
from paddock.match.match_state import MatchState
from paddock.match.seat_names import BOT_NAMES, check_name, display_names, level_in, written


@dataclass(frozen=True, slots=True)
class NarratedEvent:
    """One event as the person may know it."""

    sentence: str
    """Empty if the event is secret."""
    actor: int
    """A seat, or CHANCE."""


@dataclass
class TerminalSession:
    """A match, the person's seat, and the names of all seats as a record has them."""

    match: MatchState
    seat: Seat
    seats: tuple[str, ...]
    dice: Dice
    provable: bool = True
    """Whether all chance events came from these dice. Only then the record contains their proof."""

    @cached_property
    def names(self) -> list[str]:
        """The names in sentences: bots without their level."""
        return display_names(self.seats)

    @property
    def level(self) -> str:
        """The level of the bots at this table."""
        return next((level_in(name) for seat, name in enumerate(self.seats) if seat != self.seat), DEFAULT_OPPONENT)

    def advance(self) -> None:
        """Play chance, bots and forced moves until the person has a choice or the match is over."""
        while not self.match.over:
            legal = self.match.legal_moves()
            if self.match.turn == CHANCE:
                play_chance(self.match, self.dice)
            elif self.match.turn != self.seat:
                self.match.play_move(ask(bot(self.level_now(self.match.turn)), self.match, self.bot_rng()))
            elif len(legal) == 1:
                self.match.play_move(legal[0])
            else:
                return

    def level_now(self, seat: int) -> str:
        """Return the level at which a bot plays now."""
        return level_for_now(self.match.game, level_in(self.seats[seat]))

    def bot_rng(self) -> Rng:
        """Return random numbers for a bot's next decision. They are independent of the dice and survive a resume."""
        root = hashlib.sha256(b"bots" + self.dice.secret).digest()
        return stream(int.from_bytes(root[:8], "big"), len(self.match.moves))

    def choose(self, words: list[str]) -> None:
        """Play the typed numbers or tokens of one turn. Raise `PaddockError` and play nothing if one is wrong."""
        length = len(self.match.moves)
        try:
            for word in words:
                if self.match.turn != self.seat:
                    raise IllegalMove(self.match.game.clause(self.match.plain), f"your turn ends before {word}")
                self.match.play_move(self.parse_choice(word))
        except PaddockError:
            self.match.rewind(length)
            raise

    def parse_choice(self, word: str) -> Move:
        """Return the move for a number, a token, or the second half of a single token."""
        legal = self.match.legal_moves()
        if re.fullmatch(r"\d+", word):
            if not 1 <= int(word) <= len(legal):
                raise BadOption(f"there is no choice {word}: choices are numbered from 1 to {len(legal)}")
            return legal[int(word) - 1]
        tokens = self.match.legal_tokens()
        matching = [move for move, token in zip(legal, tokens, strict=True) if token.partition(":")[2] == word]
        if word not in tokens and len(matching) == 1:
            return matching[0]
        return self.match.game.read(self.match.plain, word)

    def undo(self) -> bool:
        """Take back the person's last choice. Return False if something was revealed since."""
        played = list(self.match.moves)
        while (length := self.match.fair_undo(self.seat)) is not None:
            self.match.rewind(length)
            if len(self.match.legal_moves()) > 1:  # a forced move is no choice
                return True
        for move in played[len(self.match.moves) :]:
            self.match.play_unchecked(move)
        return False

    def narration(self, since: int = 0) -> list[NarratedEvent]:
        """Return the events from this index on, without the secrets of other seats."""
        game, events = self.match.game, []
        position = self.match.position_after(since)
        moves_buf = game.buffers().moves
        for move in self.match.moves[since:]:
            before = plain_position(position)
            actor, choices = turn_at(position), legal_count_at(position, moves_buf)
            is_known = game.seen(before, move, self.seat) == game.write(before, move)
            play_at(position, move)
            sentence = game.narrator.narrate(before, move, plain_position(position), self.names) if is_known else ""
            if sentence and choices == 1 and actor == self.seat:
                sentence += " (There was no other choice.)"
            events.append(NarratedEvent(sentence, actor))
        return events


def new_session(match: MatchState, name: str, level: str | None, seed: int | None, seat: Seat) -> TerminalSession:
    """Return a session with the person at this seat and bots at all others."""
    if not 0 <= seat < match.players:
        raise BadOption(f"--seat {seat + 1} does not exist; choose a seat from 1 to {match.players}")
    name = check_name(name)
    chosen = DEFAULT_OPPONENT if level is None else level
    check_level(chosen)
    others = (written(called, chosen) for called in BOT_NAMES if called != name)
    seats = tuple(name if at == seat else next(others) for at in range(match.players))
    return TerminalSession(match, seat, seats, local_dice(match, seed))
