"""The reasons for and against a choice in Kuhlorado. Numbers refer to RULES.md."""

from typing import Final

from paddock.engine.boards.grid import square_names
from paddock.engine.compilation.decorators import compiled
from paddock.engine.plain_position import PlainPosition
from paddock.engine.text.messages import POINTS, Message, Messages, message
from paddock.engine.types import Move, State
from paddock.games.kuhlorado.areas import NONE, bit, first_area, marked_by, size
from paddock.games.kuhlorado.data import COW, PASTURES, PRIZES
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, KEEP_LOWER, KEEP_NONE, lead
from paddock.games.kuhlorado.state import DICE_KEPT
from paddock.games.kuhlorado.view import look_over

SENTENCES: Final = POINTS | {
    "keep_none": "Of {free} free {free|square|squares} {fit} {fit|fits|fit} the dice as they lie.",
    "keep_one": "{n} {n|square fits|squares fit} {face}; the other die is thrown again.",
    "keep_both": "{n} {n|square fits|squares fit} {face}, {m} {m|fits|fit} {other}.",
    "keep_alike": "{n} {n|square fits|squares fit} both dice.",
    "number": "a {n}",
    "cow": "a cow",
    "done": "You mark no second square; it stays free for both of you.",
    "mark": "It {does}.",
    "leads": "puts you ahead {where}",
    "leads_on": "extends your lead {where}",
    "levels": "draws level {where}",
    "closes_up": "closes up {where}",
    "land": "makes land of {n} squares",
    "new_land": "begins new land",
    **{pasture: f"on the {pasture} pasture" for pasture in PASTURES},
    "trough": "at the trough {square}",
}


def reasons(s: PlainPosition, move: Move) -> Messages:
    """Return the reasons for or against a legal move."""
    if s.stage == DICE_KEPT:
        return (keeping(s, move),)
    return (message("done") if move == DONE else message("mark", does=marking(s, move)),)


def keeping(s: PlainPosition, kept: int) -> Message:
    """2.2 Return the number of squares that fit the kept dice."""
    lower, higher = s.dice
    if kept == KEEP_NONE:
        return message("keep_none", free=sum(s.free), fit=sum(s.free[die] for die in {lower, higher}))
    if kept == KEEP_BOTH and lower == higher:
        return message("keep_alike", n=s.free[lower])
    if kept == KEEP_BOTH:
        return message("keep_both", n=s.free[lower], face=face(lower), m=s.free[higher], other=face(higher))
    die = lower if kept == KEEP_LOWER else higher
    return message("keep_one", n=s.free[die], face=face(die))


def face(die: int) -> Messages:
    return (message("cow") if die == COW else message("number", n=die),)


def marking(s: PlainPosition, square: int) -> Messages:
    """5. Return the majorities that the mark changes, and the size of its land."""
    where: dict[str, list[Message]] = {"leads": [], "leads_on": [], "levels": [], "closes_up": []}
    for prize in range(PRIZES):
        if s.decides[square] >> prize & 1 and s.worth[prize]:
            before = lead(s.position[0], prize) * (1 if s.active == 0 else -1)
            turns = "leads" if before == 0 else "leads_on" if before > 0 else "levels" if before == -1 else "closes_up"
            where[turns].append(place(s, prize))
    land = int(area_with(s.position[0], square))
    return (
        *(message(turns, where=tuple(places)) for turns, places in where.items() if places),
        message("land", n=land) if land > 1 else message("new_land"),
    )


def place(s: PlainPosition, prize: int) -> Message:
    """Return the place of a prize: a pasture, or a trough by its first cell."""
    if prize < len(PASTURES):
        return message(PASTURES[prize])
    return message("trough", square=square_names(look_over(s).cells[prize])[0])


@compiled
def area_with(s: State, square: int) -> int:
    """5.4 Return the size of the land area that this mark would belong to."""
    mine = marked_by(s, int(s.active)) | bit(square)
    while mine != NONE:
        area = first_area(mine)
        if area & bit(square) != NONE:
            return size(area)
        mine ^= area
    return 0
