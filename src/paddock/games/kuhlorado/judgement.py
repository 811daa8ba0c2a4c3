"""How bots judge: what to look at between two turns.

Nothing here belongs to a single square, so what was learned on some sheets holds on all.
"""

from math import sqrt
from typing import Final

import numpy as np

from paddock.games.kuhlorado.areas import NONE, bit, groups_of_two
from paddock.games.kuhlorado.data import COW, FACES, PRIZES, SEATS, SQUARES, TROUGH
from paddock.games.kuhlorado.land import LAND, LEADING, OUTLOOKS, POINTS_SCALE, SIZE_SCALE, note_land
from paddock.games.kuhlorado.rules import KEEP_BOTH, KEEP_NONE, free_numbers, points_for_areas
from paddock.games.kuhlorado.sheet import SHEETS
from paddock.games.kuhlorado.state import DICE_KEPT, FIRST_THROW, NOBODY
from paddock.rules.compiler import compiled
from paddock.rules.game import Piece, Schooling
from paddock.rules.kinds import Move, Seat, State, Tensor
from paddock.rules.skills import TO_THE_END

THINKING: Final = "lookahead"

FARTHEST_LEAD: Final = 3
MOST_FREE: Final = 6
"""A longer lead in a prize, or more free squares there, make no difference."""
LEADS: Final = 2 * FARTHEST_LEAD + 1
FREE: Final = MOST_FREE + 1
WORTH_SCALE: Final = 4.0
NEAR: Final = 4
"""Cows or numbers to go are told apart up to so many."""
COWS_A_TURN: Final = 0.55
NUMBERS_A_TURN: Final = 0.85
"""Squares marked in a turn, about."""
SPREAD_OF_LEADS: Final = 0.6
"""Variance that a free square adds to a lead."""

SCHOOLING: Final = Schooling(
    tables=tuple(
        (SEATS, {"sheet": sheet, "advanced": advanced})
        for sheet in (*SHEETS, *(f"random:{seed}" for seed in range(len(SHEETS))))
        for advanced in (False, False, True)
    ),
    watched=6,
    rounds=24,
    games=600,
    units=64,
)

FEATURES: Final = (
    Piece("to_throw", (1,), "1 if this seat throws next"),
    Piece("cows", (1 + NEAR,), "free cows in twentieths; 1 at 1, 2, 3, 4 of them"),
    Piece("numbers", (1 + NEAR,), "numbers to be marked until the end in twentieths; 1 at 1, 2, 3, 4 of them"),
    Piece("used_up", (1,), "kinds of squares of which none is free, in sixths"),
    Piece("turns", (2,), "turns to the end, about: in twentieths, and how near the end is, from 0 to 1"),
    Piece("score", (4,), "lead in points if scored now, plain and the nearer the end the more; winning or losing then"),
    Piece("hopes", (3,), "the same with each prize by the chance that its lead holds: prizes, all, nearer the end"),
    Piece("prizes", (LEADS, FREE), "worth of prizes by lead (-3 to 3) and free squares (0 to 6)"),
    Piece("cow_prizes", (1,), "worth of prizes with a lead of at most one, by the free cows that decide them"),
    Piece("own_land", (LAND,), "see `note_land`"),
    Piece("rival_land", (LAND,), "the same of the other seat"),
    Piece("sure", (2 + OUTLOOKS,), "leads by the root of the turns left: now, hopes, and with land as `LEADING` says"),
    Piece("interim", (5,), "if it is to come: 1, cows to go in tenths, groups of two in points: own, rival's, weighed"),
)


@compiled
def settled(s: State) -> bool:
    """Between two turns."""
    return s.stage == FIRST_THROW  # type: ignore[no-any-return]


@compiled
def daring(s: State, move: Move) -> int:
    """To throw both dice again is daring, to be content with both is careful."""
    if s.stage != DICE_KEPT:
        return 0
    return int(move == KEEP_NONE) - int(move == KEEP_BOTH)


MOST_ENDINGS: Final = 100
"""So many positions between turns are followed to the end of the match: some hundredths of a second."""


@compiled
def horizon(s: State) -> int:
    """All turns to the end once few squares are left, also those in which nothing can be marked (3.3).

    The match goes on while a cow is free and more numbers than the last ones. In such positions each of the squares
    that are free now may still be, or belong to either player.
    """
    herd, numbers = int(s.free[COW]), free_numbers(s)
    to_go = numbers - int(s.last_numbers)
    free_or_marked, all_marked = 1, 1
    for _ in range(herd):
        free_or_marked, all_marked = min(3 * free_or_marked, 3 * MOST_ENDINGS), min(2 * all_marked, MOST_ENDINGS)
    endings, ways = 0, free_or_marked - all_marked
    for marked in range(to_go):
        endings = min(endings + ways, MOST_ENDINGS + 1)
        ways = min(ways * 2 * (numbers - marked) // (marked + 1), MOST_ENDINGS + 1)
    return TO_THE_END if 0 < endings <= MOST_ENDINGS else 0


COUNTED: Final = np.array(
    [sum((prizes >> prize & 1) << 8 * prize for prize in range(PRIZES)) for prizes in range(1 << PRIZES)], np.uint64
)
"""Prizes as bits -> a count of one for each of them, an octet each."""
OCTET: Final = np.uint64(8)
ONE_OCTET: Final = np.uint64(255)


@compiled
def features(s: State, seat: Seat, out: Tensor) -> None:
    """Everything from the side of this seat; before a throw."""
    out[:] = 0.0
    own = rival = free = cows = NONE
    own_there = rival_there = free_there = cows_there = NONE
    for square in range(SQUARES):
        owner, kind = s.owner[square], s.kind[square]
        if kind == 0 or kind == TROUGH:
            continue
        here, counted = bit(square), COUNTED[s.decides[square]]
        if owner == NOBODY:
            free |= here
            free_there += counted
            if kind == COW:
                cows |= here
                cows_there += counted
        elif owner == seat:
            own |= here
            own_there += counted
        else:
            rival |= here
            rival_there += counted
    # How near the end is
    numbers = free_numbers(s) - int(s.last_numbers)
    herd = int(s.free[COW])
    out[0] = s.active == seat
    out[1] = herd / SIZE_SCALE
    if 1 <= herd <= NEAR:
        out[1 + herd] = 1.0
    at = 2 + NEAR
    out[at] = numbers / SIZE_SCALE
    if 1 <= numbers <= NEAR:
        out[at + numbers] = 1.0
    at += 1 + NEAR
    for kind in range(1, COW + 1):
        out[at] += (s.free[kind] == 0) / FACES
    turns = min(herd / COWS_A_TURN, numbers / NUMBERS_A_TURN)
    nearness = 1.0 / (1.0 + 0.5 * turns)
    out[at + 1] = turns / SIZE_SCALE
    out[at + 2] = nearness
    # Who is ahead
    points = points_for_areas(s, own) - points_for_areas(s, rival) + int(s.interim[seat]) - int(s.interim[1 - seat])
    now, hopes, at_prizes, cow_prizes = points, 0.0, at + 10, 0.0
    for prize in range(PRIZES):
        worth = int(s.worth[prize])
        ahead = octet(own_there, prize) - octet(rival_there, prize)
        open_there = octet(free_there, prize)
        now += worth if ahead > 0 else -worth if ahead < 0 else 0
        hopes += worth * hold(ahead, open_there)
        row = min(max(ahead, -FARTHEST_LEAD), FARTHEST_LEAD) + FARTHEST_LEAD
        out[at_prizes + row * FREE + min(open_there, MOST_FREE)] += worth / WORTH_SCALE
        if -1 <= ahead <= 1:
            cow_prizes += worth * octet(cows_there, prize) / SIZE_SCALE
    at += 3
    out[at] = now / POINTS_SCALE
    out[at + 1] = now * nearness
    out[at + 2] = (now > 0) * nearness
    out[at + 3] = (now < 0) * nearness
    out[at + 4] = hopes / POINTS_SCALE
    out[at + 5] = (hopes + points) / POINTS_SCALE
    out[at + 6] = (hopes + points) * nearness
    at = at_prizes + LEADS * FREE
    out[at] = cow_prizes
    own_turns = int(turns / 2.0 + 0.5)
    of_own = at + 1
    of_rival = note_land(s, own, free, cows, own_turns, out, of_own)
    at = note_land(s, rival, free, cows, own_turns, out, of_rival)
    steadiness = 1.0 / sqrt(turns + 0.5)
    out[at] = now / POINTS_SCALE * steadiness
    out[at + 1] = (hopes + points) / POINTS_SCALE * steadiness
    at += 2
    for i in range(OUTLOOKS):
        out[at + i] = (hopes / POINTS_SCALE + out[of_own + LEADING[i]] - out[of_rival + LEADING[i]]) * steadiness
    at += OUTLOOKS
    if s.advanced and not s.interim_taken:
        togo = max(int(s.interim_cows) - int(s.cows) + herd, 0)
        mine, others = groups_of_two(own) * int(s.interim_points), groups_of_two(rival) * int(s.interim_points)
        out[at] = 1.0
        out[at + 1] = togo / POINTS_SCALE
        out[at + 2] = mine / POINTS_SCALE
        out[at + 3] = others / POINTS_SCALE
        out[at + 4] = (mine - others) / (1.0 + togo)


@compiled
def octet(counts: np.uint64, prize: int) -> int:
    return np.int64((counts >> (OCTET * np.uint64(prize))) & ONE_OCTET)  # type: ignore[return-value]


@compiled
def hold(ahead: int, free: int) -> float:
    """About the chance that a lead is a lead at the end less that it is none: from -1 to 1."""
    if ahead == 0:
        return 0.0
    if abs(ahead) > free:
        return 1.0 if ahead > 0 else -1.0
    return ahead / np.sqrt(ahead * ahead + SPREAD_OF_LEADS * free)  # type: ignore[no-any-return]
