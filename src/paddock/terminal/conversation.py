"""The talk at the table: what happened, the board, a question, an answer."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from paddock.bots.readiness import bots_can_think
from paddock.match.match import Match
from paddock.rules.game import Game
from paddock.rules.kinds import CHANCE, OVER
from paddock.rules.options import spoken
from paddock.rules.refusals import Refusal
from paddock.rules.sayings import in_english, saying
from paddock.terminal.paper import ask
from paddock.terminal.rulebook import clauses
from paddock.terminal.saving import new_file, save
from paddock.terminal.sitting import Sitting, Told

if TYPE_CHECKING:
    from paddock.bots.coach import Choice

KEYS = {
    "?": "ask the coach what your choices are worth, and why",
    "r": "explain the rule that matters now (r 3.2 shows that clause)",
    "b": "show the board again",
    "u": "take your last choice back, as long as nothing was revealed since",
    "l": "show all that has happened so far",
    "h": "show these keys",
    "q": "leave; the match is saved",
}
LONG_DEAL = 8
"""So many dice and cards in a row are a deal: the board shows it better than a sentence for each."""
LAST_OF_DEAL = 2
FEW_LINES = 2
GUTTER = 3
MOST_ADVISED = 5
"""Choices that the coach speaks of, the best ones."""
MANY_CHOICES = 9
"""More, and choices stand side by side where there is room."""


class Conversation:
    """One person's match from the first question to the closing words."""

    def __init__(
        self, sitting: Sitting, out: Console, file: Path | None = None, typed: Mapping[str, object] | None = None
    ) -> None:
        self.sitting = sitting
        self.typed = typed or {}
        """The options as they were typed, where they were: shorter than a drawn board."""
        self.out = out
        self.file = file or new_file(sitting.match.game.id)
        self.heard = len(sitting.match.moves)
        self.drawn: list[str] = []
        """The board as it was last shown, a line each; none once somebody else has had a turn."""

    def hold(self) -> None:
        """Talk until the match is over or the person leaves; either way it is saved."""
        self.greet()
        try:
            while self.go_on() and self.decide():
                pass
        except BaseException:  # whatever goes wrong, nobody loses a match
            self.say()
            self.leave()
            raise
        if self.sitting.match.over:
            self.close()
        else:
            self.leave()

    def say(self, text: str = "") -> None:
        self.out.print(text, markup=False)

    def greet(self) -> None:
        sitting = self.sitting
        self.say(f"{sitting.match.game.facts.credit}.")
        people = [f"{seat} {name}{' (you)' * (seat - 1 == sitting.seat)}" for seat, name in enumerate(sitting.seats, 1)]
        self.say(f"At the table: {', '.join(people)}.")
        if options := agreed(sitting.match):
            self.say(f"Agreed: {', '.join(f'{name}={text}' for name, text in options.items())}.")
        self.say(
            "Choose by number. ? asks the coach, r explains the rule, u undoes, h shows all keys, q leaves and saves."
        )
        if sitting.match.moves:
            self.say("\nSo far:")
            self.say("\n".join(paragraphs(sitting.told()[-LONG_DEAL:], sitting.names)))

    def go_on(self) -> bool:
        """Let the others play and tell it; whether the match still goes on."""
        sitting = self.sitting
        sitting.advance()
        told = sitting.told(self.heard)
        self.heard = len(sitting.match.moves)
        if any(event.whose not in (CHANCE, sitting.seat) for event in told):
            self.drawn = []
        lines = paragraphs(told if sitting.match.over else without_deals(told), sitting.names)
        if lines:
            self.say("\n" + "\n".join(lines))
        return not sitting.match.over

    def draw(self) -> None:
        """Show the board; within one's own turn only the lines that changed, if they are few."""
        speech, view = self.sitting.match.game.speech, self.sitting.match.view(self.sitting.seat)
        lines = speech.draw(view, self.sitting.names).splitlines()
        changed = [line for line, before in zip_longest(lines, self.drawn) if line != before]
        few = len(lines) == len(self.drawn) and len(changed) <= FEW_LINES
        self.drawn = lines
        if shown := "\n".join(line for line in (changed if few else lines) if line is not None):
            self.out.print(f"\n{shown}")

    def decide(self) -> bool:
        """Ask until something was chosen; False when the person leaves."""
        self.draw()
        self.put_question()
        while True:
            answer = ask(self.out, "> ")
            words = (answer or "").replace(",", " ").split()
            if answer is None or words[:1] == ["q"]:
                return False
            if words and self.answered(words):
                return True

    def answered(self, words: list[str]) -> bool:
        """Do what was asked for; whether the position is another one now."""
        if words == ["?"]:
            self.coach()
        elif words[0] == "r" or words[0].startswith("?"):
            self.explain(" ".join(words)[1:].strip())
        elif words == ["h"]:
            self.help()
        elif words == ["l"]:
            self.say("\n".join(paragraphs(self.sitting.told(), self.sitting.names)))
        elif words == ["b"]:
            self.drawn = []
            self.draw()
            self.put_question()
        elif words == ["u"]:
            return self.undo()
        else:
            return self.try_to_play(words)
        return False

    def put_question(self) -> None:
        match = self.sitting.match
        s, speech = match.plain, match.game.speech
        labels = [self.named(speech.label(s, move)) for move in match.legal()]
        self.say(f"\n{self.named(speech.question(s))}")
        choices = [
            f"{number:2d}  {label}{word_for(token, label)}"
            for number, (label, token) in enumerate(zip(labels, match.legal_tokens(), strict=True), 1)
        ]
        roomy = self.out.is_terminal and not self.out.is_dumb_terminal and len(choices) > MANY_CHOICES
        for line in side_by_side(choices, self.out.width) if roomy else choices:
            self.say(line)

    def named(self, sentence: str) -> str:
        """A room counts seats; here they have names."""
        names = self.sitting.names

        def name(found: re.Match[str]) -> str:
            seat = int(found[1])
            return names[seat - 1] if 1 <= seat <= len(names) else found[0]

        return re.sub(r"\b[Ss]eat (\d)\b", name, sentence)

    def try_to_play(self, words: list[str]) -> bool:
        try:
            self.sitting.choose(words)
        except Refusal as refusal:
            self.say(f"{sentence_of(refusal)} Choose again, or h for help.")
            return False
        return True

    def undo(self) -> bool:
        if self.sitting.undo():
            self.heard = len(self.sitting.match.moves)
            self.say("Taken back.")
            return True
        self.say("There is nothing to take back: since your last choice a die, a card or somebody else has spoken.")
        return False

    def explain(self, wanted: str) -> None:
        game = self.sitting.match.game
        number = wanted or game.clause(self.sitting.match.plain)
        text = clauses(game.rulebook).get(number)
        self.say(
            f"Clause {number}: {text}" if text else f"There is no clause {number} in the rules of {game.facts.title}."
        )

    def help(self) -> None:
        self.say("Type the number of your choice, or its word; several of one turn may follow one another.")
        for key, meaning in KEYS.items():
            self.say(f" {key}  {meaning}")

    def coach(self) -> None:
        """What the choices are worth, the best first, and why the best is."""
        from paddock.bots.coach import advise

        match = self.sitting.match
        if not bots_can_think(match.game):
            self.say("The coach is still getting ready, as always the first time; ask again in a minute.")
            return
        advice = advise(match)
        numbers = {move: number for number, move in enumerate(match.legal(), 1)}
        exactly = ", exactly" if advice.exact else ""
        self.say(f"The coach says{exactly} (chance to win, then {expectation(match.game)}):")
        for choice in advice.choices[:MOST_ADVISED]:
            label = self.named(match.game.speech.label(match.plain, choice.move))
            self.say(f"{numbers[choice.move]:2d}  {chance_in_words(choice)}  {label}")
        equal = sum(choice.nearly_best for choice in advice.choices)
        if equal == len(advice.choices):
            self.say("It hardly matters: they are all about as good.")
        elif equal > 1:
            self.say(f"The first {equal} are about as good.")
        if advice.best.why:
            why = in_english(advice.best.why, match.game.speech.sentences, self.sitting.names)
            self.say(f"Why {numbers[advice.best.move]}: {why}")

    def leave(self) -> None:
        save(self.sitting, self.file)
        self.say(f"The match is saved. Go on with: paddock play --resume {shlex.quote(str(self.file))}")

    def close(self) -> None:
        sitting = self.sitting
        self.drawn = []
        self.draw()
        self.say("\n" + "\n".join(sitting.match.game.speech.closing(sitting.match.plain, sitting.names)))
        save(sitting, self.file)
        self.say(f"\nThe record of this match: {self.file}")
        self.say(f"Play again with: {again(sitting, self.typed)}")


def expectation(game: Game) -> str:
    """What is expected at the end beside the victory, in what the game counts."""
    unit = in_english((saying("unit", n=2),), game.speech.sentences, ())
    return f"the {unit} expected at the end" if game.facts.together else f"the lead in {unit} expected at the end"


def chance_in_words(choice: Choice) -> str:
    """A chance to win and an expected lead, each with how far off it may be."""
    chance = f"{100 * choice.chance:5.1f} %" + (f" ±{100 * choice.error:.1f}" if choice.error else "")
    return f"{chance:14} {choice.margin:+6.1f} ±{choice.margin_error:.1f}".replace("-", "\N{MINUS SIGN}")


def again(sitting: Sitting, typed: Mapping[str, object]) -> str:
    """The command for another match at the same table."""
    words = ["paddock", "play", sitting.match.game.id, "--players", str(sitting.match.players)]
    for name, text in (agreed(sitting.match) | dict(typed)).items():
        words += ["--option", f"{name}={text}"]
    if sitting.seat != 0:
        words += ["--seat", str(sitting.seat + 1)]
    return shlex.join([*words, "--name", sitting.names[sitting.seat], "--bot", sitting.level])


def agreed(match: Match) -> dict[str, object]:
    """The options of this table that are not as printed."""
    return {
        option.name: spoken(match.options[option.name])
        for option in match.game.options
        if match.options[option.name] != option.read(option.default)
    }


def sentence_of(refusal: Refusal) -> str:
    """A refusal as a whole sentence.

    >>> sentence_of(Refusal("there is no choice 7"))
    'There is no choice 7.'
    """
    text = str(refusal)
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def word_for(token: str, label: str) -> str:
    """What to type for a choice, where its label does not show it anyway.

    >>> word_for("mark:c4", "c4, a cow"), word_for("take:3", "take row 3: goat")
    ('', '  (take:3)')
    """
    word, colon, argument = token.partition(":")
    shown = argument if colon and not argument.isdigit() else word if not colon else token
    return "" if re.search(rf"(?<!\w){re.escape(shown)}(?!\w)", label) else f"  ({token})"


def without_deals(told: list[Told]) -> list[Told]:
    """Long runs of cards and dice cut down to their last words."""
    kept: list[Told] = []
    run: list[Told] = []
    for event in [*told, Told("", OVER)]:
        if event.whose == CHANCE:
            run.append(event)
        else:
            kept += run if len(run) <= LONG_DEAL else [said for said in run if said.sentence][-LAST_OF_DEAL:]
            kept.append(event)
            run = []
    return kept


def paragraphs(told: list[Told], names: list[str]) -> list[str]:
    """Sentences about the same person share a line."""
    lines: list[str] = []
    last = None
    for sentence in (event.sentence for event in told if event.sentence):
        who = next((name for name in names if sentence.startswith(name)), None)
        if lines and who is not None and who == last:
            lines[-1] += f" {sentence}"
        else:
            lines.append(sentence)
        last = who
    return lines


def side_by_side(choices: list[str], width: int) -> list[str]:
    """Choices in columns, read downwards and always in their order; long ones at the end follow one a line.

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
