"""One person's evening at a table with bots: what happens there, without a word printed."""

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from paddock.bots import AT_HOME
from paddock.bots.levels import check_level
from paddock.bots.names import BOT_NAMES, check_name, level_in, names_in, written
from paddock.bots.player import ask, bot
from paddock.bots.readiness import level_for_now
from paddock.match.dice import Dice, fall
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.kernels import play_at, standing_at, turn_at
from paddock.rules.kinds import CHANCE, Move, Rng, Seat
from paddock.rules.plain import plain
from paddock.rules.refusals import BadOption, IllegalMove, Refusal


@dataclass(frozen=True, slots=True)
class Told:
    """One event as the person may hear of it."""

    sentence: str
    whose: int
    """A seat, or CHANCE."""


@dataclass
class Sitting:
    """A match, the person's seat, and the names as a record has them."""

    match: Match
    seat: Seat
    seats: tuple[str, ...]
    dice: Dice
    provable: bool = True
    """Whether all chance events came from these dice."""

    @cached_property
    def names(self) -> list[str]:
        """What everybody is called in sentences: bots without their level."""
        return names_in(self.seats)

    @property
    def level(self) -> str:
        """The level of the bots at this table."""
        return next((level_in(name) for seat, name in enumerate(self.seats) if seat != self.seat), AT_HOME)

    def advance(self) -> None:
        """Let dice, cards and bots play until the person has to choose or the match is over."""
        while not self.match.over:
            legal = self.match.legal()
            if self.match.turn == CHANCE:
                fall(self.match, self.dice)
            elif self.match.turn != self.seat:
                self.match.push(ask(bot(self.playing(self.match.turn)), self.match, self.stream()))
            elif len(legal) == 1:
                self.match.push(legal[0])
            else:
                return

    def playing(self, seat: int) -> str:
        """The level at which a bot plays now."""
        return level_for_now(self.match.game, level_in(self.seats[seat]))

    def stream(self) -> Rng:
        """Random numbers for a bot's next decision: apart from the dice, and the same again after a resume."""
        root = hashlib.sha256(b"bots" + self.dice.secret).digest()
        return np.ascontiguousarray(streams(int.from_bytes(root[:8], "big"), len(self.match.moves), 1)[0])

    def choose(self, words: list[str]) -> None:
        """Play what was typed, numbers or tokens of one turn; all of it, or nothing if one word is refused."""
        known = len(self.match.moves)
        try:
            for word in words:
                if self.match.turn != self.seat:
                    raise IllegalMove(
                        self.match.game.clause(self.match.plain), f"{word} comes after your turn has ended"
                    )
                self.match.push(self.meant(word))
        except Refusal:
            self.match.rewind(known)
            raise

    def meant(self, word: str) -> Move:
        """The move that a number of the list, a token, or the end of just one token means."""
        legal = self.match.legal()
        if re.fullmatch(r"\d+", word):
            if not 1 <= int(word) <= len(legal):
                raise BadOption(f"there is no choice {word}: they are numbered from 1 to {len(legal)}")
            return legal[int(word) - 1]
        tokens = self.match.legal_tokens()
        alike = [move for move, token in zip(legal, tokens, strict=True) if token.partition(":")[2] == word]
        if word not in tokens and len(alike) == 1:
            return alike[0]
        return self.match.game.read(self.match.plain, word)

    def undo(self) -> bool:
        """Take back the person's last real choice where nothing has been revealed since; False where it has."""
        played = list(self.match.moves)
        while (length := self.match.fair_undo(self.seat)) is not None:
            self.match.rewind(length)
            if len(self.match.legal()) > 1:  # what was played by itself is no choice to return to
                return True
        for move in played[len(self.match.moves) :]:
            self.match.follow(move)
        return False

    def told(self, since: int = 0) -> list[Told]:
        """The events from the one with this index on, without what this seat may not know."""
        game, told = self.match.game, []
        table = self.match.at(since)
        listed = np.zeros(game.most_moves, np.int16)
        for move in self.match.moves[since:]:
            before = plain(table)
            whose, choices = turn_at(table), standing_at(table, listed)
            known = game.seen(before, move, self.seat) == game.write(before, move)
            play_at(table, move)
            sentence = game.speech.tell(before, move, plain(table), self.names) if known else ""
            if sentence and choices == 1 and whose == self.seat:
                sentence += " (There was no other choice.)"
            told.append(Told(sentence, whose))
        return told


def sit_down(match: Match, name: str, level: str | None, seed: int | None, seat: Seat) -> Sitting:
    """A new match with the person at this seat and bots at all others."""
    if not 0 <= seat < match.players:
        raise BadOption(f"--seat: seats are numbered from 1 to {match.players} at this table")
    name = check_name(name)
    chosen = AT_HOME if level is None else level
    check_level(chosen)
    others = (written(called, chosen) for called in BOT_NAMES if called != name)
    seats = tuple(name if at == seat else next(others) for at in range(match.players))
    return Sitting(match, seat, seats, local_dice(match, seed))


def local_dice(match: Match, seed: int | None) -> Dice:
    """The dice of a table at home. Names stay out of them: the same seed gives the same dice to everybody."""
    return Dice.from_seed(seed, match.game, match.options, [str(seat + 1) for seat in range(match.players)])
