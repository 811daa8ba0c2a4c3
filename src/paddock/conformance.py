"""The contract test for game packages, for the games of Paddock and for third-party games.

    from paddock import conformance
    conformance.check(my_game)

It plays random games and checks every law that the rest of Paddock relies on. It names no game.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec
import numpy as np

from paddock.engine.errors import BadNotation, BadOption, IllegalMove
from paddock.engine.game import LARGEST_OBSERVED, Game
from paddock.engine.options import Drawing, option_text, resolve_options
from paddock.engine.plain_position import PlainPosition, plain_position
from paddock.engine.playouts import playout
from paddock.engine.policy import uniform_players
from paddock.engine.rng import stream, streams
from paddock.engine.text.messages import Messages, render_english
from paddock.engine.text.position_line import read_position, write_position
from paddock.engine.text.rulebook import rulebook_clauses
from paddock.engine.types import CHANCE, OVER, Move, Positions, Rng, Seat, copy_positions, same_position
from paddock.engine.verbs import imagine, observe, turn
from paddock.match import record_check
from paddock.match.match_state import MatchState
from paddock.match.record import assemble, decode, encode

LARGEST_STATE = 512
TOKENS_TRIED = 12
"""The number of earlier tokens that every event tries again."""


class Nonconformance(AssertionError):
    """A law that the game breaks. The message shows the events of the match."""


@dataclass(frozen=True, slots=True)
class Report:
    """The number of games and events that were checked."""

    games: int
    events: int


def clauses(game: Game) -> list[str]:
    """Return the numbers of the clauses in the rulebook of a game, in their order."""
    return [clause.number for clause in rulebook_clauses(game.rulebook)]


def check(game: Game, *, option_sets: Iterable[Mapping[str, object]] = ({},), games: int = 2, seed: int = 0) -> Report:
    """Check a game: play `games` random games for each player count and option set.

    Return a report. Raise `Nonconformance` if the game breaks a law.
    """
    check_facts(game)
    rng = stream(seed)
    played = events = 0
    for options in option_sets:
        for players in game.facts.players:
            for _ in range(games):
                events += Inspection(game, players, options, rng).run()
                played += 1
    return Report(played, events)


def check_facts(game: Game) -> None:
    """Check the laws that need no play. Raise `Nonconformance`."""
    numbers = clauses(game)
    law(numbers == sorted(set(numbers), key=lambda n: [int(part) for part in n.split(".")]), "clauses ascend", numbers)
    law(bool(numbers), "the rulebook has numbered clauses", game.rulebook)
    law(game.state.itemsize <= LARGEST_STATE, "a position has at most 512 bytes", game.state.itemsize)
    law(game.state.names == tuple(field.name for field in game.fields), "every field is described", game.state.names)
    for option in game.options:
        law(
            option.read(option_text(option.read(option.default))) == option.read(option.default),
            "option values read back from their text",
            option,
        )
        law(bool(option.meaning and option.accepts), "an option has a meaning and accepted values", option)
        if isinstance(option, Drawing) and option.choices:
            law(option.choices[0] == option.default, "the first named board is the default", option)
    law("unit" in game.narrator.sentences, "a game names the unit of its scores", sorted(game.narrator.sentences))
    law(
        refuses(lambda: resolve_options(game.options, {"no such option": 1})),
        "unknown options raise BadOption",
        game.id,
    )
    for players in (game.facts.players[0] - 1, game.facts.players[-1] + 1):
        law(
            refuses(lambda n=players: game.start_position(n, resolve_options(game.options, {}))),
            "wrong player counts are refused",
            players,
        )


def refuses(attempt: object) -> bool:
    """Return whether a call raises `BadOption` with a sentence."""
    try:
        attempt()  # type: ignore[operator]
    except BadOption as sentence:
        return bool(str(sentence))
    return False


def law(holds: bool, sentence: str, *shown: object) -> None:
    """Raise `Nonconformance` with the sentence and the shown values if the law does not hold."""
    if not holds:
        raise Nonconformance(f"not true: {sentence} ({', '.join(map(repr, shown))})")


def is_like(position: Positions, other: Positions) -> bool:
    """Return whether two positions are equal. Comparing the bytes is fast and nearly always enough."""
    return position.tobytes() == other.tobytes() or same_position(position, other)


class Inspection:
    """One random game that is checked at every event."""

    def __init__(self, game: Game, players: int, options: Mapping[str, object], rng: Rng) -> None:
        self.game = game
        self.match = MatchState(game, players, options, attended=False)
        self.rng = rng
        self.clauses = set(clauses(game))
        self.names = [f"Player {seat + 1}" for seat in range(players)]
        self.seats = [Seat(seat) for seat in range(players)]
        self.tokens_met: dict[str, None] = {}
        self.secrets_met = False

    def run(self) -> int:
        """Play the game to its end. Return the number of events."""
        while not self.match.over:
            self.one_event()
        self.at_the_end()
        return len(self.match.moves)

    def law(self, holds: bool, sentence: str, *shown: object) -> None:
        if not holds:
            law(False, sentence, *shown, " ".join(self.match.tokens))

    def one_event(self) -> None:
        legal = self.match.legal_moves()
        whose = self.match.turn
        self.law(0 < len(legal) <= self.game.most_moves, "there are legal moves before the end", whose, legal)
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
        self.play_with_sentences(move)

    def chosen(self, legal: list[Move]) -> Move:
        weights_buf = self.match.outcomes()[1] if self.match.turn == CHANCE else [1] * len(legal)
        self.law(all(weight > 0 for weight in weights_buf), "every outcome has a weight", weights_buf)
        pick = int(self.rng[0] % np.uint64(sum(weights_buf)))
        self.rng[:] = streams(int(self.rng[0]), 0, 1)[0]
        for move, weight in zip(legal, weights_buf, strict=True):
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
        """The reasons for a choice are sentences of the game with all placeholders filled."""
        for why in self.reasons_in(self.match.plain, legal):
            try:
                text = render_english(why, self.game.narrator.sentences, self.names)
            except (LookupError, TypeError, ValueError) as error:
                self.law(False, "a reason renders as text", why, error)
            self.law(text.endswith("."), "a reason is a sentence", text)

    def reasons_in(self, s: PlainPosition, legal: list[Move]) -> list[Messages]:
        reasons = self.game.narrator.reasons
        return [reasons(s, move) for move in legal] if reasons and self.match.turn != CHANCE else []

    def refusals(self, legal: list[Move]) -> None:
        """Refuse every move that is not legal now, with a clause and a reason."""
        for token in [*list(self.tokens_met)[-TOKENS_TRIED:], "nonsense", "", ":", "play:it:again"]:
            try:
                move = self.game.read(self.match.plain, token)
            except BadNotation as sentence:
                self.law(bool(str(sentence)), "a refusal is a sentence", token)
                continue
            if move not in legal:
                before = copy_positions(self.match.position)
                try:
                    self.match.play_move(move)
                except IllegalMove as refusal:
                    self.law(refusal.clause in self.clauses, "a refusal cites a clause", token, refusal.clause)
                    self.law(len(refusal.reason) > 5, "a refusal gives a reason", token)
                self.law(is_like(self.match.position, before), "a refused move changes nothing", token)

    @property
    def watched(self) -> Seat:
        """The seat that this event checks: each seat in turn."""
        return self.seats[len(self.match.moves) % len(self.seats)]

    def secrets(self, seat: Seat, legal: list[Move]) -> None:
        """The view, the observation and the moves of a seat do not depend on facts that it cannot know."""
        imagined = self.match.position.copy()
        imagine(imagined[0], seat, self.rng)
        self.law(self.seen_by(seat) == self.seen_by(seat, imagined), "imagining keeps the view", seat)
        self.law(turn(imagined[0]) == self.match.turn, "imagining keeps the turn", seat)
        if self.match.turn == seat:
            other = MatchState(self.game, self.match.players, self.match.options)
            other.position = imagined
            self.law(other.legal_moves() == legal, "imagining keeps the mover's choices", seat)
            reasons = self.reasons_in(self.match.plain, legal)
            self.law(self.reasons_in(plain_position(imagined), legal) == reasons, "imagining keeps the reasons", seat)
        if len(self.match.moves) % 16 == 0:
            moves_buf = self.game.buffers().moves
            playout(uniform_players()[0], imagined[0], self.rng, moves_buf, self.game.buffers().weights)
            self.law(turn(imagined[0]) == OVER, "an imagined position can be played on", seat)
        watching = self.match.view(None)
        self.law(bool(msgspec.json.encode(watching)), "a spectator has a view")
        if not self.game.facts.hidden:
            self.law(self.match.view(seat) == watching, "without secrets all seats have the same view", seat)

    def seen_by(self, seat: Seat, position: Positions | None = None) -> bytes:
        position = self.match.position if position is None else position
        tensor = np.full(self.game.observation_size, np.nan, np.float32)
        observe(position[0], seat, tensor)
        self.law(bool(np.isfinite(tensor).all()), "an observation is complete and finite", seat)
        self.law(bool((abs(tensor) <= LARGEST_OBSERVED).all()), "an observation has small numbers only", seat)
        return msgspec.json.encode(self.game.view(plain_position(position), seat)) + tensor.tobytes()

    def position(self) -> None:
        line = write_position(self.game, self.match.players, self.match.options, self.match.position)
        players, options, position = read_position(self.game, line)
        self.law(players == self.match.players and options == self.match.options, "a position names its options", line)
        self.law(is_like(position, self.match.position), "a position reads back", line)

    def play_with_sentences(self, move: Move) -> None:
        """Play the move, and check the sentences before and after it."""
        narrator, before = self.game.narrator, self.match.plain
        if self.match.turn != CHANCE:
            self.law(bool(narrator.question(before)), "a decision has a question")
            self.law(bool(narrator.label(before, move)), "a choice has a label", move)
        seen = [self.game.seen(before, move, seat) for seat in [*self.seats, None]]
        self.law(all(seen), "every event has a token for every seat", seen)
        self.secrets_met |= len(set(seen)) > 1
        self.match.play_move(move)
        self.law(
            isinstance(narrator.narrate(before, move, self.match.plain, self.names), str),
            "an event has a narration",
            move,
        )
        for seat in (self.watched, None):
            self.law(bool(narrator.draw(self.match.view(seat), self.names)), "a view can be drawn", seat)

    def at_the_end(self) -> None:
        payoff = self.match.payoff()
        together = self.game.facts.together
        self.law(len(set(payoff)) == 1 if together else abs(sum(payoff) - 1) < 1e-9, "payoffs add up", payoff)
        self.law(self.match.legal_moves() == [], "there are no legal moves after the end")
        self.law(bool(self.game.narrator.closing(self.match.plain, self.names)), "the end has closing words")
        hidden = self.game.facts.hidden
        self.law(self.secrets_met == hidden, "`hidden` is true exactly if some event has a secret", hidden)
        for seat in self.seats:
            self.seen_by(seat)
            self.law(len(self.match.log(seat)) == len(self.match.tokens), "a log has a line for every event", seat)
        record = decode(encode(assemble(self.match, self.names, self.match.tokens, None)))
        again = MatchState(self.game, self.match.players, dict(record.options))
        verdict = record_check.check(record, again)
        self.law(verdict.ok, "a record passes its own check", verdict)
        self.law(same_position(again.position, self.match.position), "a record replays to the same position")
