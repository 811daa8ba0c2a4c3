"""Why a choice in Kuhlorado is good or bad, in one sentence. Numbers refer to RULES.md."""

from paddock.games.kuhlorado.areas import NONE, bit, first_area, marked_by, size
from paddock.games.kuhlorado.data import FACES, PASTURES, PRIZES
from paddock.games.kuhlorado.notation import kind_in_words
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, KEEP_LOWER, KEEP_NONE, lead
from paddock.games.kuhlorado.state import DICE_KEPT
from paddock.rules.compiler import compiled
from paddock.rules.game import Names
from paddock.rules.grid import listed
from paddock.rules.kinds import Move, State
from paddock.rules.plain import Plain


def because(s: Plain, move: Move, names: Names) -> str:
    if s.stage == DICE_KEPT:
        return keeping(s, move)
    if move == DONE:
        return "A second mark would help the other more than you."
    return marking(s, move)


def keeping(s: Plain, kept: int) -> str:
    """2.2 How many squares the dice that stay can go to."""
    if kept == KEEP_NONE:
        return f"Of {sum(s.free)} free squares, {s.free[s.dice[0]] + s.free[s.dice[1]]} fit the dice as they lie."
    if kept == KEEP_BOTH:
        return f"{s.free[s.dice[0]]} squares fit {kind_in_words(s.dice[0])}, {s.free[s.dice[1]]} fit the other."
    die = s.dice[0] if kept == KEEP_LOWER else s.dice[1]
    return f"{s.free[die]} squares fit {kind_in_words(die)}; the other die shows each of {FACES} faces as often."


def marking(s: Plain, square: int) -> str:
    """5. Which majorities the mark changes, and how much land it joins."""
    said = []
    for prize in range(PRIZES):
        if s.decides[square] >> prize & 1 and s.worth[prize]:
            ahead = lead(s.table[0], prize) * (1 if s.active == 0 else -1) + 1
            where = f"the {PASTURES[prize]} pasture" if prize < len(PASTURES) else "a trough"
            said.append(
                f"{'puts you ahead at' if ahead > 0 else 'draws level at' if ahead == 0 else 'closes up at'} {where}"
            )
    land = area_with(s.table[0], square)
    said.append(f"makes land of {land} squares" if land > 1 else "begins new land")
    return f"It {listed(said)}."


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
