"""Pig in words and pictures of text."""

from paddock.rules.game import Names, Speech
from paddock.rules.kinds import Move
from paddock.rules.plain import Plain
from paddock.rules.ranking import ranking
from paddock.rules.sayings import POINTS, Sayings, saying
from pig.data import UNLUCKY
from pig.rules import HOLD
from pig.state import DIE_THROWN, FINISHED, STARTER_DRAWN
from pig.view import View

BAR = 20
"""Signs from no points to the goal."""


def question(s: Plain) -> str:
    return f"You have {s.points[s.active]} points and have thrown {s.thrown}. Hold, or throw again?"


def label(s: Plain, move: Move) -> str:
    return f"hold: {s.points[s.active] + s.thrown} points" if move == HOLD else f"throw again (a 1 loses {s.thrown})"


def tell(before: Plain, move: Move, after: Plain, names: Names) -> str:
    if before.stage == STARTER_DRAWN:
        return f"{names[move]} begins."
    who = names[before.active]
    if before.stage != DIE_THROWN:
        return f"{who} holds." if move == HOLD else f"{who} throws again."
    if move == UNLUCKY:
        return f"{who} throws a 1 and loses {before.thrown}."
    return f"{who} throws a {move}{' and is there!' if after.stage == FINISHED else '.'}"


def draw(view: View, names: Names) -> str:
    """A bar for each player; what was thrown this turn is still in danger."""
    lines = []
    for seat, points in enumerate(view.points):
        safe = BAR * min(points, view.goal) // view.goal
        danger = f" [yellow]+ {view.thrown}[/]" if seat == view.active else ""
        lines.append(f"{names[seat]:10} [green]{'#' * safe}[/]{'.' * (BAR - safe)} {points}{danger}")
    return "\n".join(lines)


def closing(s: Plain, names: Names) -> list[str]:
    return ranking(s, [f"{s.points[seat]} points" for seat in range(s.seats)], names)


SENTENCES = POINTS | {
    "hold": "It makes {n} {n|point|points} safe.",
    "again": "One throw in six loses {n} {n|point|points}, the others add 4 on average.",
}


def because(s: Plain, move: Move) -> Sayings:
    """What the coach says of a choice: a sentence by its name, and what goes into its gaps."""
    return (saying("hold" if move == HOLD else "again", n=s.thrown),)


SPEECH = Speech(
    question=question, label=label, tell=tell, draw=draw, closing=closing, sentences=SENTENCES, because=because
)
