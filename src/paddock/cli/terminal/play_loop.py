"""The dialogue in the terminal: events, board, question, answer."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from itertools import zip_longest
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from paddock.bots.compile_stages import bots_are_compiled
from paddock.cli.console import read_line
from paddock.cli.terminal.saved_matches import new_file, save
from paddock.cli.terminal.terminal_session import NarratedEvent, TerminalSession
from paddock.engine.errors import PaddockError
from paddock.engine.game import Game
from paddock.engine.options import option_text
from paddock.engine.text.messages import message, render_english
from paddock.engine.text.rulebook import rulebook_clauses
from paddock.engine.types import CHANCE, OVER
from paddock.match.match_state import MatchState

if TYPE_CHECKING:
    from paddock.bots.coach import Choice

KEYS = {
    "?": "ask the coach for the value of each choice",
    "r": "show the rule for this decision (r 3.2 shows clause 3.2)",
    "b": "show the board again",
    "u": "take your last choice back, if nothing was revealed since",
    "l": "list all events so far",
    "h": "show these keys",
    "q": "leave; the match is saved",
}
LONG_DEAL = 8
"""Number of chance events in a row that count as a deal. The board shows a deal better than sentences."""
LAST_OF_DEAL = 2
"""Sentences that remain of a deal."""
FEW_LINES = 2
"""Number of changed lines up to which only they are shown instead of the whole board."""
GUTTER = 3
"""Spaces between columns of choices."""
MOST_ADVISED = 5
"""Number of choices in the coach's advice, best first."""
MANY_CHOICES = 9
"""Number of choices above which they appear in columns, if there is room."""


class PlayLoop:
    """The dialogue with one person, from the greeting to the result."""

    def __init__(
        self,
        session: TerminalSession,
        console: Console,
        file: Path | None = None,
        typed_options: Mapping[str, object] | None = None,
    ) -> None:
        self.session = session
        self.typed_options = typed_options or {}
        """The options as typed. A board's name is shorter than its rows."""
        self.console = console
        self.file = file or new_file(session.match.game.id)
        self.narrated = len(session.match.moves)
        """Number of events that were narrated."""
        self.last_board: list[str] = []
        """The lines of the board that was shown last, or none after another seat's turn."""

    def run(self) -> None:
        """Play until the match is over or the person leaves, and save it."""
        self.print_greeting()
        try:
            while self.advance() and self.decide():
                pass
        except BaseException:  # save the match after any error
            self.say()
            self.save_and_leave()
            raise
        if self.session.match.over:
            self.print_result()
        else:
            self.save_and_leave()

    def say(self, text: str = "") -> None:
        self.console.print(text, markup=False)

    def print_greeting(self) -> None:
        session = self.session
        self.say(f"{session.match.game.facts.credit}.")
        people = [f"{seat} {name}{' (you)' * (seat - 1 == session.seat)}" for seat, name in enumerate(session.seats, 1)]
        self.say(f"At the table: {', '.join(people)}.")
        if options := changed_options(session.match):
            self.say(f"Options: {', '.join(f'{name}={text}' for name, text in options.items())}.")
        self.say("Type the number of a choice. Keys: ? coach, r rule, u undo, h help, q save and leave.")
        if session.match.moves:
            self.say("\nSo far:")
            self.say("\n".join(paragraphs(session.narration()[-LONG_DEAL:], session.names)))

    def advance(self) -> bool:
        """Let chance and bots play, narrate it, and return whether the match goes on."""
        session = self.session
        session.advance()
        events = session.narration(self.narrated)
        self.narrated = len(session.match.moves)
        if any(event.actor not in (CHANCE, session.seat) for event in events):
            self.last_board = []
        lines = paragraphs(events if session.match.over else without_long_deals(events), session.names)
        if lines:
            self.say("\n" + "\n".join(lines))
        return not session.match.over

    def draw(self) -> None:
        """Show the board. Within the person's turn, show only the changed lines if they are few."""
        narrator, view = self.session.match.game.narrator, self.session.match.view(self.session.seat)
        lines = narrator.draw(view, self.session.names).splitlines()
        changed = [line for line, before in zip_longest(lines, self.last_board) if line != before]
        few = len(lines) == len(self.last_board) and len(changed) <= FEW_LINES
        self.last_board = lines
        if shown := "\n".join(line for line in (changed if few else lines) if line is not None):
            self.console.print(f"\n{shown}")

    def decide(self) -> bool:
        """Ask until the position changes. Return False if the person leaves."""
        self.draw()
        self.print_question()
        while True:
            answer = read_line(self.console, "> ")
            words = (answer or "").replace(",", " ").split()
            if answer is None or words[:1] == ["q"]:
                return False
            if words and self.handle(words):
                return True

    def handle(self, words: list[str]) -> bool:
        """Handle a line of input and return whether the position changed."""
        if words == ["?"]:
            self.print_advice()
        elif words[0] == "r" or words[0].startswith("?"):
            self.print_clause(" ".join(words)[1:].strip())
        elif words == ["h"]:
            self.print_help()
        elif words == ["l"]:
            self.say("\n".join(paragraphs(self.session.narration(), self.session.names)))
        elif words == ["b"]:
            self.last_board = []
            self.draw()
            self.print_question()
        elif words == ["u"]:
            return self.undo()
        else:
            return self.choose(words)
        return False

    def print_question(self) -> None:
        match = self.session.match
        s, narrator = match.plain, match.game.narrator
        labels = [self.with_names(narrator.label(s, move)) for move in match.legal_moves()]
        self.say(f"\n{self.with_names(narrator.question(s))}")
        choices = [
            f"{number:2d}  {label}{token_hint(token, label)}"
            for number, (label, token) in enumerate(zip(labels, match.legal_tokens(), strict=True), 1)
        ]
        roomy = self.console.is_terminal and not self.console.is_dumb_terminal and len(choices) > MANY_CHOICES
        for line in side_by_side(choices, self.console.width) if roomy else choices:
            self.say(line)

    def with_names(self, sentence: str) -> str:
        """Return the sentence with names instead of seat numbers."""
        names = self.session.names

        def name(found: re.Match[str]) -> str:
            seat = int(found[1])
            return names[seat - 1] if 1 <= seat <= len(names) else found[0]

        return re.sub(r"\b[Ss]eat (\d)\b", name, sentence)

    def choose(self, words: list[str]) -> bool:
        try:
            self.session.choose(words)
        except PaddockError as error:
            self.say(f"{as_sentence(error)} Choose again, or type h for help.")
            return False
        return True

    def undo(self) -> bool:
        if self.session.undo():
            self.narrated = len(self.session.match.moves)
            self.say("Your last choice is taken back.")
            return True
        self.say("There is nothing to take back. A die, a card or another seat followed your last choice.")
        return False

    def print_clause(self, wanted: str) -> None:
        game = self.session.match.game
        number = wanted or game.clause(self.session.match.plain)
        text = dict(rulebook_clauses(game.rulebook)).get(number)
        self.say(
            f"Clause {number}: {text}" if text else f"There is no clause {number} in the rules of {game.facts.title}."
        )

    def print_help(self) -> None:
        self.say("Type the number of a choice, or its word. You may type several choices of one turn.")
        for key, meaning in KEYS.items():
            self.say(f" {key}  {meaning}")

    def print_advice(self) -> None:
        """Print the value of each choice, best first, and the reasons for the best."""
        from paddock.bots.coach import advise

        match = self.session.match
        if not bots_are_compiled(match.game):
            self.say("The coach is being compiled for this machine, once. Ask again in a minute.")
            return
        advice = advise(match)
        numbers = {move: number for number, move in enumerate(match.legal_moves(), 1)}
        exactly = ", exactly" if advice.exact else ""
        self.say(f"The coach says{exactly} (win chance, then {expectation(match.game)}):")
        for choice in advice.choices[:MOST_ADVISED]:
            label = self.with_names(match.game.narrator.label(match.plain, choice.move))
            self.say(f"{numbers[choice.move]:2d}  {chance_text(choice)}  {label}")
        equal = sum(choice.nearly_best for choice in advice.choices)
        if equal == len(advice.choices):
            self.say("All choices are about equally good.")
        elif equal > 1:
            self.say(f"The first {equal} are about equally good.")
        if advice.best.why:
            why = render_english(advice.best.why, match.game.narrator.sentences, self.session.names)
            self.say(f"Why {numbers[advice.best.move]}: {why}")

    def save_and_leave(self) -> None:
        save(self.session, self.file)
        self.say(f"The match is saved. Continue it with: paddock play --resume {shlex.quote(str(self.file))}")

    def print_result(self) -> None:
        session = self.session
        self.last_board = []
        self.draw()
        self.say("\n" + "\n".join(session.match.game.narrator.closing(session.match.plain, session.names)))
        save(session, self.file)
        self.say(f"\nThe record of this match: {self.file}")
        self.say(f"Play again with: {play_again_command(session, self.typed_options)}")


def expectation(game: Game) -> str:
    """Return the words for the expected score or lead at the end, in the unit of the game."""
    unit = render_english((message("unit", n=2),), game.narrator.sentences, ())
    return f"the {unit} expected at the end" if game.facts.together else f"the lead in {unit} expected at the end"


def chance_text(choice: Choice) -> str:
    """Return the win chance and the expected lead of a choice, each with its error."""
    chance = f"{100 * choice.chance:5.1f} %" + (f" ±{100 * choice.error:.1f}" if choice.error else "")
    error = f" ±{choice.margin_error:.1f}" if isfinite(choice.margin_error) else ""  # one game gives no error
    return f"{chance:14} {choice.margin:+6.1f}{error:6}".replace("-", "\N{MINUS SIGN}")


def play_again_command(session: TerminalSession, typed_options: Mapping[str, object]) -> str:
    """Return the command for another match at the same table."""
    words = ["paddock", "play", session.match.game.id, "--players", str(session.match.players)]
    for name, text in (changed_options(session.match) | dict(typed_options)).items():
        words += ["--option", f"{name}={text}"]
    if session.seat != 0:
        words += ["--seat", str(session.seat + 1)]
    return shlex.join([*words, "--name", session.names[session.seat], "--bot", session.level])


def changed_options(match: MatchState) -> dict[str, object]:
    """Return the options that differ from the printed rules, as texts."""
    return {
        option.name: option_text(match.options[option.name])
        for option in match.game.options
        if match.options[option.name] != option.read(option.default)
    }


def as_sentence(error: PaddockError) -> str:
    """Return an error as a whole sentence.

    >>> as_sentence(PaddockError("there is no choice 7"))
    'There is no choice 7.'
    """
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def token_hint(token: str, label: str) -> str:
    """Return the token in parentheses, unless the label shows it already.

    >>> token_hint("mark:c4", "c4, a cow"), token_hint("take:3", "take row 3: goat")
    ('', '  (take:3)')
    """
    word, colon, argument = token.partition(":")
    shown = argument if colon and not argument.isdigit() else word if not colon else token
    return "" if re.search(rf"(?<!\w){re.escape(shown)}(?!\w)", label) else f"  ({token})"


def without_long_deals(events: list[NarratedEvent]) -> list[NarratedEvent]:
    """Return the events, with long runs of chance events cut to their last sentences."""
    shown: list[NarratedEvent] = []
    run: list[NarratedEvent] = []
    for event in [*events, NarratedEvent("", OVER)]:
        if event.actor == CHANCE:
            run.append(event)
        else:
            shown += run if len(run) <= LONG_DEAL else [each for each in run if each.sentence][-LAST_OF_DEAL:]
            shown.append(event)
            run = []
    return shown


def paragraphs(events: list[NarratedEvent], names: list[str]) -> list[str]:
    """Return lines of text. Consecutive sentences about one person share a line."""
    lines: list[str] = []
    last = None
    for sentence in (event.sentence for event in events if event.sentence):
        subject = next((name for name in names if sentence.startswith(name)), None)
        if lines and subject is not None and subject == last:
            lines[-1] += f" {sentence}"
        else:
            lines.append(sentence)
        last = subject
    return lines


def side_by_side(choices: list[str], width: int) -> list[str]:
    """Return the choices in columns, ordered downwards. Long ones at the end get a line each.

    >>> side_by_side([" 1  b3", " 2  c3", " 3  d3", " 4  roll all dice again"], 20)
    [' 1  b3    3  d3', ' 2  c3', ' 4  roll all dice again']
    """
    fitting = [2 * len(choice) < width - GUTTER for choice in choices]
    short = choices[: fitting.index(False) if False in fitting else len(choices)]
    if not short or any(fitting[len(short) :]):
        return choices
    column = max(map(len, short)) + GUTTER
    rows = -(-len(short) // (width // column))
    lines = ["".join(choice.ljust(column) for choice in short[row::rows]).rstrip() for row in range(rows)]
    return lines + choices[len(short) :]
