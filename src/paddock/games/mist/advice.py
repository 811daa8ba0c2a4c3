"""Why a choice in So ein Mist is good or bad. Numbers refer to RULES.md."""

from typing import Final

from paddock.games.mist.data import FACES
from paddock.games.mist.rules import STOP, worth
from paddock.games.mist.view import look_ahead
from paddock.rules.kinds import Move
from paddock.rules.plain import Plain
from paddock.rules.sayings import POINTS, Sayings, saying

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


def brought(s: Plain, face: int) -> tuple[int, int]:
    """3.1 to 3.3 Who takes the card that a walk by this face reaches, and the points it is worth there."""
    ahead = look_ahead(s)
    at, who = ahead.place[face - 1], ahead.taker[face - 1]
    return who, worth(s.table[0], who, s.owner[at], s.value[at])


def because(s: Plain, move: Move) -> Sayings:
    return stopping(s) if move == STOP else going_on(s)


def stopping(s: Plain) -> Sayings:
    who, points = brought(s, s.die)
    better = [face for face in range(1, FACES + 1) if gain(s, face) > gain(s, s.die)]
    return (
        saying("brings_you", points=points) if who == s.active else saying("brings", who=who, points=points),
        saying("better", faces=faces(better)) if better else saying("none_better"),
    )


def going_on(s: Plain) -> Sayings:
    """What the next die may bring oneself."""
    mine = [(face, points) for face in range(1, FACES + 1) for who, points in [brought(s, face)] if who == s.active]
    dung = faces([face for face, points in mine if points < 0])
    food = faces([face for face, points in mine if points > 0])
    if dung and food:
        return (saying("dung_and_food", dung=dung, food=food),)
    if dung:
        return (saying("only_dung", dung=dung),)
    return (saying("only_food", food=food) if food else saying("neither"),)


def gain(s: Plain, face: int) -> float:
    """What a walk does to the lead over the mean of the rivals."""
    who, points = brought(s, face)
    return points if who == s.active else -points / (s.seats - 1)


def faces(which: list[int]) -> Sayings:
    return tuple(saying("face", face=face) for face in which)
