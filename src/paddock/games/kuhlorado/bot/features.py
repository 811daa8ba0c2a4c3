"""The features of Kuhlorado for the value network, between two turns.

No feature belongs to a single square, so a network that was trained on some sheets works on all.
"""

from math import sqrt
from typing import Final

import numpy as np

from paddock.engine.compilation.decorators import compiled
from paddock.engine.game import TrainingPlan
from paddock.engine.optional_verbs import TO_THE_END
from paddock.engine.tensor_layout import TensorField, tensor_offsets
from paddock.engine.types import Move, Seat, State, Tensor
from paddock.games.kuhlorado.areas import NONE, bit, groups_of_two
from paddock.games.kuhlorado.bot.area_growth import LAND, LEADING, OUTLOOKS, POINTS_SCALE, SIZE_SCALE, note_land
from paddock.games.kuhlorado.data import COW, FACES, PRIZES, SEATS, SQUARES, TROUGH
from paddock.games.kuhlorado.rules import KEEP_BOTH, KEEP_NONE, free_numbers, points_for_areas
from paddock.games.kuhlorado.sheet import SHEETS
from paddock.games.kuhlorado.state import DICE_KEPT, FIRST_THROW, NOBODY

ALGORITHM: Final = "expectimax"

FARTHEST_LEAD: Final = 3
MOST_FREE: Final = 6
"""Longer leads in a prize, and more free squares there, are not distinguished."""
LEADS: Final = 2 * FARTHEST_LEAD + 1
FREE: Final = MOST_FREE + 1
WORTH_SCALE: Final = 4.0
NEAR: Final = 4
"""The number of cows or numbers to go up to which they are distinguished."""
COWS_A_TURN: Final = 0.55
NUMBERS_A_TURN: Final = 0.85
"""The approximate numbers of cows and number squares marked in a turn."""
SPREAD_OF_LEADS: Final = 0.6
"""The variance that a free square adds to a lead."""

TRAINING_PLAN: Final = TrainingPlan(
    tables=tuple(
        (SEATS, {"sheet": sheet, "advanced": advanced})
        for sheet in (*SHEETS, *(f"random:{seed}" for seed in range(len(SHEETS))))
        for advanced in (False, False, True)
    ),
    imitation_rounds=6,
    rounds=24,
    games=600,
    units=64,
)

FEATURES: Final = (
    TensorField("to_throw", (1,), "1 if this seat throws next"),
    TensorField("cows", (1 + NEAR,), "free cows in twentieths; 1 at 1, 2, 3, 4 of them"),
    TensorField("numbers", (1 + NEAR,), "numbers to be marked until the end in twentieths; 1 at 1, 2, 3, 4 of them"),
    TensorField("used_up", (1,), "kinds of squares without a free one, in sixths"),
    TensorField("turns", (2,), "turns to the end, about: in twentieths, and how near the end is, from 0 to 1"),
    TensorField(
        "score", (4,), "lead in points if scored now, plain and the nearer the end the more; winning or losing then"
    ),
    TensorField(
        "hopes", (3,), "the same with each prize times the chance that its lead holds: prizes, all, nearer the end"
    ),
    TensorField("prizes", (LEADS, FREE), "worth of prizes by lead (-3 to 3) and free squares (0 to 6)"),
    TensorField("cow_prizes", (1,), "worth of prizes with a lead of at most one, by the free cows that decide them"),
    TensorField("own_land", (LAND,), "see `note_land`"),
    TensorField("rival_land", (LAND,), "the same of the other seat"),
    TensorField(
        "sure", (2 + OUTLOOKS,), "leads by the root of the turns left: now, hopes, and with land as `LEADING` says"
    ),
    TensorField(
        "interim", (5,), "if it is to come: 1, cows to go in tenths, groups of two in points: own, rival's, weighed"
    ),
)
AT: Final = tensor_offsets(FEATURES)


@compiled
def settled(s: State) -> bool:
    """Return whether a turn begins."""
    return s.stage == FIRST_THROW  # type: ignore[no-any-return]


@compiled
def daring(s: State, move: Move) -> int:
    """Return 1 for throwing both dice again, which is risky, and -1 for keeping both."""
    if s.stage != DICE_KEPT:
        return 0
    return int(move == KEEP_NONE) - int(move == KEEP_BOTH)


MOST_ENDINGS: Final = 100
"""The most positions between turns that the search follows to the end: some hundredths of a second."""


@compiled
def horizon(s: State) -> int:
    """Return TO_THE_END once few squares are left, else 0. Turns without a mark are included (3.3).

    The match continues while a cow and more than `last_numbers` numbers are free. In such positions each square that is
    free now may still be free, or belong to either player.
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
"""Prizes as bits -> a count of one for each prize, in one byte each."""
OCTET: Final = np.uint64(8)
ONE_OCTET: Final = np.uint64(255)


@compiled
def features(s: State, seat: Seat, out: Tensor) -> None:
    """Write the features from the side of this seat, before a throw."""
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
    # The distance to the end
    numbers = free_numbers(s) - int(s.last_numbers)
    herd = int(s.free[COW])
    out[AT.to_throw] = s.active == seat
    out[AT.cows] = herd / SIZE_SCALE
    if 1 <= herd <= NEAR:
        out[AT.cows + herd] = 1.0
    out[AT.numbers] = numbers / SIZE_SCALE
    if 1 <= numbers <= NEAR:
        out[AT.numbers + numbers] = 1.0
    for kind in range(1, COW + 1):
        out[AT.used_up] += (s.free[kind] == 0) / FACES
    turns = min(herd / COWS_A_TURN, numbers / NUMBERS_A_TURN)
    nearness = 1.0 / (1.0 + 0.5 * turns)
    out[AT.turns] = turns / SIZE_SCALE
    out[AT.turns + 1] = nearness
    # The lead
    points = points_for_areas(s, own) - points_for_areas(s, rival) + int(s.interim[seat]) - int(s.interim[1 - seat])
    now, hopes, cow_prizes = points, 0.0, 0.0
    for prize in range(PRIZES):
        worth = int(s.worth[prize])
        ahead = octet(own_there, prize) - octet(rival_there, prize)
        open_there = octet(free_there, prize)
        now += worth if ahead > 0 else -worth if ahead < 0 else 0
        hopes += worth * hold(ahead, open_there)
        row = min(max(ahead, -FARTHEST_LEAD), FARTHEST_LEAD) + FARTHEST_LEAD
        out[AT.prizes + row * FREE + min(open_there, MOST_FREE)] += worth / WORTH_SCALE
        if -1 <= ahead <= 1:
            cow_prizes += worth * octet(cows_there, prize) / SIZE_SCALE
    out[AT.score] = now / POINTS_SCALE
    out[AT.score + 1] = now * nearness
    out[AT.score + 2] = (now > 0) * nearness
    out[AT.score + 3] = (now < 0) * nearness
    out[AT.hopes] = hopes / POINTS_SCALE
    out[AT.hopes + 1] = (hopes + points) / POINTS_SCALE
    out[AT.hopes + 2] = (hopes + points) * nearness
    out[AT.cow_prizes] = cow_prizes
    own_turns = int(turns / 2.0 + 0.5)
    own_land, rival_land = out[AT.own_land :], out[AT.rival_land :]
    note_land(s, own, free, cows, own_turns, own_land)
    note_land(s, rival, free, cows, own_turns, rival_land)
    steadiness = 1.0 / sqrt(turns + 0.5)
    out[AT.sure] = now / POINTS_SCALE * steadiness
    out[AT.sure + 1] = (hopes + points) / POINTS_SCALE * steadiness
    for i in range(OUTLOOKS):
        lead_with_land = hopes / POINTS_SCALE + own_land[LEADING[i]] - rival_land[LEADING[i]]
        out[AT.sure + 2 + i] = lead_with_land * steadiness
    if s.advanced and not s.interim_taken:
        togo = max(int(s.interim_cows) - int(s.cows) + herd, 0)
        mine, others = groups_of_two(own) * int(s.interim_points), groups_of_two(rival) * int(s.interim_points)
        out[AT.interim] = 1.0
        out[AT.interim + 1] = togo / POINTS_SCALE
        out[AT.interim + 2] = mine / POINTS_SCALE
        out[AT.interim + 3] = others / POINTS_SCALE
        out[AT.interim + 4] = (mine - others) / (1.0 + togo)


@compiled
def octet(counts: np.uint64, prize: int) -> int:
    return np.int64((counts >> (OCTET * np.uint64(prize))) & ONE_OCTET)  # type: ignore[return-value]


@compiled
def hold(ahead: int, free: int) -> float:
    """Return the approximate chance that a lead holds minus the chance that it is lost, from -1 to 1."""
    if ahead == 0:
        return 0.0
    if abs(ahead) > free:
        return 1.0 if ahead > 0 else -1.0
    return ahead / np.sqrt(ahead * ahead + SPREAD_OF_LEADS * free)  # type: ignore[no-any-return]
