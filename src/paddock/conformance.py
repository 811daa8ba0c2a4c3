"""The contract of a room, as a check that anybody can run on a room of their own.

    from paddock import conformance
    conformance.check(my_game)

It plays random games and holds the room to every law that the rest of Paddock relies on. It names no game.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec
import numpy as np

from paddock.match import replay
from paddock.match.match import Match
from paddock.match.record import assemble, decode, encode
from paddock.rules.chance import streams
from paddock.rules.game import LARGEST_OBSERVED, Game
from paddock.rules.kernels import playout
from paddock.rules.kinds import CHANCE, OVER, Move, Rng, Seat, Table, copied, same_position
from paddock.rules.options import agree, spoken
from paddock.rules.plain import Plain, plain
from paddock.rules.players import uniform_players
from paddock.rules.position import read_position, write_position
from paddock.rules.refusals import BadNotation, BadOption, IllegalMove
from paddock.rules.sayings import Sayings, in_english
from paddock.rules.verbs import imagine, observe, turn

LARGEST_STATE = 512
TOKENS_TRIED = 12
"""Of the tokens met before, so many are tried again at every event."""
CLAUSE = re.compile(r"^\*\*(\d+\.\d+)\*\* ", re.MULTILINE)


class Nonconformance(AssertionError):
    """A law that the room breaks, with the game so far."""


@dataclass(frozen=True, slots=True)
class Report:
    """How much was looked at."""

    games: int
    events: int


def clauses(game: Game) -> list[str]:
    """The numbers of the clauses in a room's rulebook, in their order."""
    return CLAUSE.findall(game.rulebook.read_text(encoding="utf-8"))


def check(game: Game, *, option_sets: Iterable[Mapping[str, object]] = ({},), games: int = 2, seed: int = 0) -> Report:
    """Hold a room to the contract: all player counts with each of the option sets, some games each."""
    check_facts(game)
    rng = np.ascontiguousarray(streams(seed, 0, 1)[0])
    played = events = 0
    for options in option_sets:
        for players in game.facts.players:
            for _ in range(games):
                events += Inspection(game, players, options, rng).run()
                played += 1
    return Report(played, events)


def check_facts(game: Game) -> None:
    """What can be said of a room without playing."""
    numbers = clauses(game)
    law(numbers == sorted(set(numbers), key=lambda n: [int(part) for part in n.split(".")]), "clauses ascend", numbers)
    law(bool(numbers), "the rulebook has numbered clauses", game.rulebook)
    law(game.state.itemsize <= LARGEST_STATE, "a position has at most 512 bytes", game.state.itemsize)
    law(game.state.names == tuple(field.name for field in game.fields), "every field is described", game.state.names)
    for option in game.options:
        law(
            option.read(spoken(option.read(option.default))) == option.read(option.default),
            "values can be spoken",
            option,
        )
        law(bool(option.meaning and option.accepts), "an option says what it means and takes", option)
    law("unit" in game.speech.sentences, "a room says what its scores count", sorted(game.speech.sentences))
    law(refuses(lambda: agree(game.options, {"no such option": 1})), "unknown options are refused", game.id)
    for players in (game.facts.players[0] - 1, game.facts.players[-1] + 1):
        law(
            refuses(lambda n=players: game.table(n, agree(game.options, {}))),
            "wrong player counts are refused",
            players,
        )


def refuses(attempt: object) -> bool:
    try:
        attempt()  # type: ignore[operator]
    except BadOption as sentence:
        return bool(str(sentence))
    return False


def law(holds: bool, sentence: str, *shown: object) -> None:
    if not holds:
        raise Nonconformance(f"not true: {sentence} ({', '.join(map(repr, shown))})")


def is_like(table: Table, other: Table) -> bool:
    """Whether two tables hold the same position; nearly always byte by byte, which is seen at once."""
    return table.tobytes() == other.tobytes() or same_position(table, other)


class Inspection:
    """One random game, looked at from all sides at every event."""

    def __init__(self, game: Game, players: int, options: Mapping[str, object], rng: Rng) -> None:
        self.game = game
        self.match = Match(game, players, options, attended=False)
        self.rng = rng
        self.clauses = set(clauses(game))
        self.names = [f"Player {seat + 1}" for seat in range(players)]
        self.seats = [Seat(seat) for seat in range(players)]
        self.tokens_met: dict[str, None] = {}
        self.secrets_met = False

    def run(self) -> int:
        while not self.match.over:
            self.one_event()
        self.at_the_end()
        return len(self.match.moves)

    def law(self, holds: bool, sentence: str, *shown: object) -> None:
        if not holds:
            law(False, sentence, *shown, " ".join(self.match.tokens))

    def one_event(self) -> None:
        legal = self.match.legal()
        whose = self.match.turn
        self.law(0 < len(legal) <= self.game.most_moves, "there is something to choose", whose, legal)
        self.law(legal == sorted(set(legal)), "moves ascend", legal)
        self.law(whose == CHANCE or whose in self.seats, "turn is a seat or chance", whose)
        self.law(whose == CHANCE or 0 <= legal[0] <= legal[-1] < self.game.actions, "moves are actions", legal)
        clause = self.game.clause(self.match.plain)
        self.law(clause in self.clauses, "the clause exists", clause)
        self.tokens(legal)
        self.reasons(legal)
        self.refusals(legal)
        self.secrets(self.watched, legal)
        self.position()
        move = self.chosen(legal)
        self.told(move)

    def chosen(self, legal: list[Move]) -> Move:
        heavy = self.match.chances() if self.match.turn == CHANCE else [1] * len(legal)
        self.law(all(weight > 0 for weight in heavy), "every outcome has a weight", heavy)
        pick = int(self.rng[0] % np.uint64(sum(heavy)))
        self.rng[:] = streams(int(self.rng[0]), 0, 1)[0]
        for move, weight in zip(legal, heavy, strict=True):
            if pick < weight:
                return move
            pick -= weight
        raise Nonconformance("weights and outcomes differ in number")

    def tokens(self, legal: list[Move]) -> None:
        s = self.match.plain
        written = [self.game.write(s, move) for move in legal]
        self.law(len(set(written)) == len(written), "tokens differ", written)
        for move, token in zip(legal, written, strict=True):
            self.law(re.fullmatch(r"[^\s]+", token) is not None, "a token has no spaces", token)
            self.law(self.game.read(s, token) == move, "a token reads as the move it was written for", token)
            self.tokens_met[token] = None

    def reasons(self, legal: list[Move]) -> None:
        """What is said of a choice are sentences of the room that leave no gap."""
        for why in self.reasons_in(self.match.plain, legal):
            try:
                told = in_english(why, self.game.speech.sentences, self.names)
            except (LookupError, TypeError, ValueError) as error:
                self.law(False, "a reason can be told", why, error)
            self.law(told.endswith("."), "a reason is a sentence", told)

    def reasons_in(self, s: Plain, legal: list[Move]) -> list[Sayings]:
        because = self.game.speech.because
        return [because(s, move) for move in legal] if because and self.match.turn != CHANCE else []

    def refusals(self, legal: list[Move]) -> None:
        """What was legal some time before and is not now must be refused with a reason."""
        for token in [*list(self.tokens_met)[-TOKENS_TRIED:], "nonsense", "", ":", "play:it:again"]:
            try:
                move = self.game.read(self.match.plain, token)
            except BadNotation as sentence:
                self.law(bool(str(sentence)), "a refusal is a sentence", token)
                continue
            if move not in legal:
                before = copied(self.match.table)
                try:
                    self.match.push(move)
                except IllegalMove as refusal:
                    self.law(refusal.clause in self.clauses, "a refusal cites a clause", token, refusal.clause)
                    self.law(len(refusal.because) > 5, "a refusal gives a reason", token)
                self.law(is_like(self.match.table, before), "a refused move changes nothing", token)

    @property
    def watched(self) -> Seat:
        """The seat that is looked at now: each in its turn, so that all are in a match."""
        return self.seats[len(self.match.moves) % len(self.seats)]

    def secrets(self, seat: Seat, legal: list[Move]) -> None:
        """What a seat sees, observes and may do does not depend on what it cannot know."""
        imagined = self.match.table.copy()
        imagine(imagined[0], seat, self.rng)
        self.law(self.seen_by(seat) == self.seen_by(seat, imagined), "imagining keeps the view", seat)
        self.law(turn(imagined[0]) == self.match.turn, "imagining keeps the turn", seat)
        if self.match.turn == seat:
            other = Match(self.game, self.match.players, self.match.options)
            other.table = imagined
            self.law(other.legal() == legal, "imagining keeps the mover's choices", seat)
            reasons = self.reasons_in(self.match.plain, legal)
            self.law(self.reasons_in(plain(imagined), legal) == reasons, "imagining keeps the reasons", seat)
        if len(self.match.moves) % 16 == 0:
            listed = np.zeros(self.game.most_moves, np.int16)
            playout(uniform_players()[0], imagined[0], self.rng, listed, np.zeros(self.game.most_moves, np.int32))
            self.law(turn(imagined[0]) == OVER, "an imagined position can be played on", seat)
        watching = self.match.view(None)
        self.law(bool(msgspec.json.encode(watching)), "somebody may watch")
        if not self.game.facts.hidden:
            self.law(self.match.view(seat) == watching, "where nothing is hidden, everybody sees the same", seat)

    def seen_by(self, seat: Seat, table: Table | None = None) -> bytes:
        table = self.match.table if table is None else table
        tensor = np.full(self.game.observation_size, np.nan, np.float32)
        observe(table[0], seat, tensor)
        self.law(bool(np.isfinite(tensor).all()), "an observation is complete and finite", seat)
        self.law(bool((abs(tensor) <= LARGEST_OBSERVED).all()), "an observation has small numbers only", seat)
        return msgspec.json.encode(self.game.view(plain(table), seat)) + tensor.tobytes()

    def position(self) -> None:
        line = write_position(self.game, self.match.players, self.match.options, self.match.table)
        players, options, table = read_position(self.game, line)
        self.law(players == self.match.players and options == self.match.options, "a position names its options", line)
        self.law(is_like(table, self.match.table), "a position reads back", line)

    def told(self, move: Move) -> None:
        """Play the move, with words before and after."""
        speech, before = self.game.speech, self.match.plain
        if self.match.turn != CHANCE:
            self.law(bool(speech.question(before)), "a decision is a question")
            self.law(bool(speech.label(before, move)), "a choice has a label", move)
        seen = [self.game.seen(before, move, seat) for seat in [*self.seats, None]]
        self.law(all(seen), "every event leaves a trace", seen)
        self.secrets_met |= len(set(seen)) > 1
        self.match.push(move)
        self.law(isinstance(speech.tell(before, move, self.match.plain, self.names), str), "an event can be told", move)
        for seat in (self.watched, None):
            self.law(bool(speech.draw(self.match.view(seat), self.names)), "a view can be drawn", seat)

    def at_the_end(self) -> None:
        payoff = self.match.payoff()
        together = self.game.facts.together
        self.law(len(set(payoff)) == 1 if together else abs(sum(payoff) - 1) < 1e-9, "payoffs add up", payoff)
        self.law(self.match.legal() == [], "nothing can be done after the end")
        self.law(bool(self.game.speech.closing(self.match.plain, self.names)), "the end has closing words")
        hidden = self.game.facts.hidden
        self.law(self.secrets_met == hidden, "a game has secrets if not all see every event", hidden)
        for seat in self.seats:
            self.seen_by(seat)
            self.law(len(self.match.log(seat)) == len(self.match.tokens), "a log has a line for every event", seat)
        record = decode(encode(assemble(self.match, self.names, self.match.tokens, None)))
        again = Match(self.game, self.match.players, dict(record.options))
        verdict = replay.check(record, again)
        self.law(verdict.ok, "a record passes its own check", verdict)
        self.law(same_position(again.table, self.match.table), "a record replays to the same position")
