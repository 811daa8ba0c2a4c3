"""The sentences and text pictures of Pig."""

from paddock.engine.game import Names, Narrator
from paddock.engine.plain_position import PlainPosition
from paddock.engine.text.messages import POINTS, Messages, message
from paddock.engine.text.ranking import ranking
from paddock.engine.types import Move
from pig.data import UNLUCKY
from pig.rules import HOLD
from pig.state import DIE_THROWN, FINISHED, STARTER_DRAWN
from pig.view import View

BAR = 20
"""Characters of a bar from no points to the goal."""


def question(s: PlainPosition) -> str:
    return f"You have {s.points[s.active]} points and have thrown {s.thrown}. Hold, or throw again?"


def label(s: PlainPosition, move: Move) -> str:
    return f"hold: {s.points[s.active] + s.thrown} points" if move == HOLD else f"throw again (a 1 loses {s.thrown})"


def narrate(before: PlainPosition, move: Move, after: PlainPosition, names: Names) -> str:
    if before.stage == STARTER_DRAWN:
        return f"{names[move]} begins."
    who = names[before.active]
    if before.stage != DIE_THROWN:
        return f"{who} holds." if move == HOLD else f"{who} throws again."
    if move == UNLUCKY:
        return f"{who} throws a 1 and loses {before.thrown}."
    return f"{who} throws a {move}{' and is there!' if after.stage == FINISHED else '.'}"


def draw(view: View, names: Names) -> str:
    """Return a bar for each player. The points thrown this turn are still at risk."""
    lines = []
    for seat, points in enumerate(view.points):
        safe = BAR * min(points, view.goal) // view.goal
        danger = f" [yellow]+ {view.thrown}[/]" if seat == view.active else ""
        lines.append(f"{names[seat]:10} [green]{'#' * safe}[/]{'.' * (BAR - safe)} {points}{danger}")
    return "\n".join(lines)


def closing(s: PlainPosition, names: Names) -> list[str]:
    return ranking(s, [f"{s.points[seat]} points" for seat in range(s.seats)], names)


SENTENCES = POINTS | {
    "hold": "It makes {n} {n|point|points} safe.",
    "again": "One throw in six loses {n} {n|point|points}, the others add 4 on average.",
}


def reasons(s: PlainPosition, move: Move) -> Messages:
    """Return the coach's reasons for a choice, as messages."""
    return (message("hold" if move == HOLD else "again", n=s.thrown),)


NARRATOR = Narrator(
    question=question, label=label, narrate=narrate, draw=draw, closing=closing, sentences=SENTENCES, reasons=reasons
)
