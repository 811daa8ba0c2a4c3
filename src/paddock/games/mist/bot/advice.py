"""The reasons for and against a choice in So ein Mist. Numbers refer to RULES.md."""

from typing import Final

from paddock.engine.plain_position import PlainPosition
from paddock.engine.text.messages import POINTS, Messages, message
from paddock.engine.types import Move
from paddock.games.mist.data import FACES
from paddock.games.mist.rules import STOP, worth
from paddock.games.mist.view import look_ahead

SENTENCES: Final = POINTS | {
    "brings_you": "It brings you {points:+}.",
    "brings": "It brings {who:name} {points:+}.",
    "better": "Better would be {faces:or}.",
    "none_better": "No other face would be better.",
    "dung_and_food": "Of the next die {dung:or} lands you on dung, {food:or} on food.",
    "only_dung": "Of the next die {dung:or} lands you on dung, and no face on food.",
    "only_food": "Of the next die no face lands you on dung, but {food:or} on food.",
    "neither": "Of the next die no face lands you on dung, and none on food.",
    "face": "a {face}",
}


def brought(s: PlainPosition, face: int) -> tuple[int, int]:
    """3.1 to 3.3 Return the seat that takes the card of a walk by this face, and its points for that seat."""
    ahead = look_ahead(s)
    at, who = ahead.place[face - 1], ahead.taker[face - 1]
    return who, worth(s.position[0], who, s.owner[at], s.value[at])


def reasons(s: PlainPosition, move: Move) -> Messages:
    """Return the reasons for or against a legal move."""
    return stopping(s) if move == STOP else going_on(s)


def stopping(s: PlainPosition) -> Messages:
    """Return the card that the newest die brings, and the faces that would be better."""
    who, points = brought(s, s.die)
    better = [face for face in range(1, FACES + 1) if gain(s, face) > gain(s, s.die)]
    return (
        message("brings_you", points=points) if who == s.active else message("brings", who=who, points=points),
        message("better", faces=faces(better)) if better else message("none_better"),
    )


def going_on(s: PlainPosition) -> Messages:
    """Return the faces of the next die that bring the active player dung or food."""
    mine = [(face, points) for face in range(1, FACES + 1) for who, points in [brought(s, face)] if who == s.active]
    dung = faces([face for face, points in mine if points < 0])
    food = faces([face for face, points in mine if points > 0])
    if dung and food:
        return (message("dung_and_food", dung=dung, food=food),)
    if dung:
        return (message("only_dung", dung=dung),)
    return (message("only_food", food=food) if food else message("neither"),)


def gain(s: PlainPosition, face: int) -> float:
    """Return the change of the lead over the mean of the rivals by a walk."""
    who, points = brought(s, face)
    return points if who == s.active else -points / (s.seats - 1)


def faces(which: list[int]) -> Messages:
    return tuple(message("face", face=face) for face in which)
