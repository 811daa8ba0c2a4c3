"""Why a choice in Kuhlorado is good or bad. Numbers refer to RULES.md."""

from typing import Final

from paddock.games.kuhlorado.areas import NONE, bit, first_area, marked_by, size
from paddock.games.kuhlorado.data import COW, PASTURES, PRIZES
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, KEEP_LOWER, KEEP_NONE, lead
from paddock.games.kuhlorado.state import DICE_KEPT
from paddock.games.kuhlorado.view import look_over
from paddock.rules.compiler import compiled
from paddock.rules.grid import names_in
from paddock.rules.kinds import Move, State
from paddock.rules.plain import Plain
from paddock.rules.sayings import POINTS, Saying, Sayings, saying

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


def because(s: Plain, move: Move) -> Sayings:
    if s.stage == DICE_KEPT:
        return (keeping(s, move),)
    return (saying("done") if move == DONE else saying("mark", does=marking(s, move)),)


def keeping(s: Plain, kept: int) -> Saying:
    """2.2 How many squares the dice that stay can go to."""
    lower, higher = s.dice
    if kept == KEEP_NONE:
        return saying("keep_none", free=sum(s.free), fit=sum(s.free[die] for die in {lower, higher}))
    if kept == KEEP_BOTH and lower == higher:
        return saying("keep_alike", n=s.free[lower])
    if kept == KEEP_BOTH:
        return saying("keep_both", n=s.free[lower], face=face(lower), m=s.free[higher], other=face(higher))
    die = lower if kept == KEEP_LOWER else higher
    return saying("keep_one", n=s.free[die], face=face(die))


def face(die: int) -> Sayings:
    return (saying("cow") if die == COW else saying("number", n=die),)


def marking(s: Plain, square: int) -> Sayings:
    """5. Which majorities the mark changes, and how much land it joins."""
    where: dict[str, list[Saying]] = {"leads": [], "leads_on": [], "levels": [], "closes_up": []}
    for prize in range(PRIZES):
        if s.decides[square] >> prize & 1 and s.worth[prize]:
            before = lead(s.table[0], prize) * (1 if s.active == 0 else -1)
            turns = "leads" if before == 0 else "leads_on" if before > 0 else "levels" if before == -1 else "closes_up"
            where[turns].append(place(s, prize))
    land = int(area_with(s.table[0], square))
    return (
        *(saying(turns, where=tuple(places)) for turns, places in where.items() if places),
        saying("land", n=land) if land > 1 else saying("new_land"),
    )


def place(s: Plain, prize: int) -> Saying:
    """A border, or a trough by its first cell."""
    if prize < len(PASTURES):
        return saying(PASTURES[prize])
    return saying("trough", square=names_in(look_over(s).cells[prize])[0])


@compiled
def area_with(s: State, square: int) -> int:
    """5.4 The size of the land that this mark would belong to."""
    mine = marked_by(s, int(s.active)) | bit(square)
    while mine != NONE:
        area = first_area(mine)
        if area & bit(square) != NONE:
            return size(area)
        mine ^= area
    return 0
