"""Kuhlorado: the verbs, in the order of the rulebook. Numbers refer to the clauses of RULES.md."""

from typing import Final

import numpy as np

from paddock.engine.boards.grid import rows_of
from paddock.engine.compilation.decorators import compiled, inlined
from paddock.engine.errors import BadOption
from paddock.engine.options import OptionValues
from paddock.engine.types import CHANCE, OVER, Moves, Numbers, Rng, Seat, State, Weights
from paddock.games.kuhlorado.areas import NONE, first_area, groups_of_two, marked_by, neighbours, size
from paddock.games.kuhlorado.data import COW, EAST, FACES, LETTERS, NORTH, PASTURES, PRIZES, SEATS, SOUTH, SQUARES, WEST
from paddock.games.kuhlorado.sheet import LARGE, SIDE, SMALL, troughs_of
from paddock.games.kuhlorado.state import (
    DICE_KEPT,
    FINISHED,
    FIRST_THROW,
    MARKED,
    NOBODY,
    NOWHERE,
    SECOND_MARKED,
    SECOND_THROW,
    STARTER_DRAWN,
)

KEEP_NONE, KEEP_LOWER, KEEP_HIGHER, KEEP_BOTH = range(4)
"""The choices of dice to keep: one bit for each die."""

TENS = 10
"""Two dice thrown together are one number with the lower die as its tens: 36 is a three and a cow."""

DONE = SQUARES
"""The move to mark nothing. A mark is the number of its square."""
ACTIONS = DONE + 1

JUMP = 2
"""3.7 The distance of the two squares of a pair."""

# ---- 1. Set-up


def start(s: State, players: int, options: OptionValues) -> None:
    """Write the start position: an empty sheet (1.2 to 1.4). Raise `BadOption` if the options do not fit."""
    sizes, points = options["area_sizes"], options["area_points"]
    assert isinstance(sizes, tuple)
    assert isinstance(points, tuple)
    if len(sizes) != len(points):
        raise BadOption(
            f"option area_points: {len(points)} numbers for the {len(sizes)} of option area_sizes; "
            "it takes as many as there are sizes",
            code="uneven_areas",
            field="area_points",
            n=len(points),
            sizes=len(sizes),
        )
    s.turn, s.stage, s.starter, s.first = CHANCE, STARTER_DRAWN, NOBODY, NOWHERE
    s.advanced, s.last_numbers = options["advanced"], options["last_numbers"]
    s.interim_cows, s.interim_points = options["interim_cows"], options["interim_points"]
    s.bands = len(sizes)
    s.area_sizes[: len(sizes)] = sizes
    s.area_points[: len(sizes)] = points
    s.owner[:] = NOBODY
    lay_sheet(s, rows_of(str(options["sheet"])))
    troughs = troughs_of(rows_of(str(options["sheet"])))
    s.troughs = len(troughs)
    s.worth[: len(PASTURES)] = options["pasture"]
    for prize, trough in enumerate(troughs, len(PASTURES)):
        s.worth[prize] = options["large_trough" if trough.large else "small_trough"]
        for row, column in trough.cells + trough.neighbours:
            s.decides[row * SIDE + column] |= 1 << prize


def lay_sheet(s: State, rows: tuple[str, ...]) -> None:
    """1.2, 1.3 Write the squares, and the pastures that they decide."""
    s.height, s.width = len(rows), len(rows[0])
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            square = row * SIDE + column
            s.kind[square] = LETTERS.index(letter.replace(LARGE, SMALL))
            for prize, inside in (
                (NORTH, row > 0),
                (EAST, column < s.width - 1),
                (SOUTH, row < s.height - 1),
                (WEST, column > 0),
            ):
                s.decides[square] |= 0 if inside else 1 << prize
    for kind in range(1, COW + 1):
        s.free[kind] = (s.kind == kind).sum()
    s.cows = s.free[COW]


@compiled
def choose_starter(s: State, seat: int) -> None:
    """1.6 The starting player is random."""
    s.starter = s.active = seat
    begin_turn(s)


# ---- 2. A turn


@compiled
def begin_turn(s: State) -> None:
    """2.1 Begin a turn with both dice."""
    s.dice[0] = s.dice[1] = 0
    s.stage = FIRST_THROW
    s.turn = CHANCE


@compiled
def throw(s: State, thrown: int) -> None:
    """2.1, 2.3 Throw the dice. A die kept from the first throw joins the second throw."""
    kept = s.dice[0]
    if kept > 0:
        s.dice[0] = min(kept, thrown)
        s.dice[1] = max(kept, thrown)
    else:
        s.dice[0] = thrown // TENS
        s.dice[1] = thrown % TENS
    if s.stage == FIRST_THROW:
        s.stage = DICE_KEPT
        s.turn = s.active
    else:
        begin_marking(s)


@compiled
def keep(s: State, kept: int) -> None:
    """2.2 Keep dice. The others are thrown again."""
    if kept == KEEP_BOTH:
        begin_marking(s)
        return
    if kept == KEEP_NONE:
        s.dice[0] = 0
    elif kept == KEEP_HIGHER:
        s.dice[0] = s.dice[1]
    s.dice[1] = 0
    s.stage = SECOND_THROW
    s.turn = CHANCE


# ---- 3. Marking


@compiled
def begin_marking(s: State) -> None:
    """2.4, 3.3 Begin to mark with the final dice. If no square fits, the turn ends."""
    if s.free[s.dice[0]] > 0 or s.free[s.dice[1]] > 0:
        s.stage = MARKED
        s.turn = s.active
    else:
        end_turn(s)


@compiled
def mark(s: State, square: int) -> None:
    """3.1 Mark a square for the whole match."""
    s.owner[square] = s.active
    s.free[s.kind[square]] -= 1
    if s.stage == MARKED and has_second(s, square):
        s.first = square
        s.stage = SECOND_MARKED
    else:
        end_turn(s)


@compiled
def has_second(s: State, square: int) -> bool:
    """Return whether a second mark can follow this one."""
    if s.dice[1] != COW:  # 3.2 two numbers
        return False
    if s.dice[0] == COW:  # 3.4, 3.5 two cows
        return s.free[COW] > 0  # type: ignore[no-any-return]
    for down in range(-JUMP, JUMP + 1, JUMP):
        for right in range(-JUMP, JUMP + 1, JUMP):
            if partner(s, square, down, right) != NOWHERE:
                return True
    return False


@compiled
def partner(s: State, square: int, down: int, right: int) -> int:
    """3.6, 3.7 Return the square at this distance if it is free and shows the other die, else NOWHERE."""
    row, column = square // SIDE + down, square % SIDE + right
    if 0 <= row < SIDE and 0 <= column < SIDE:
        other = row * SIDE + column
        wanted = s.dice[0] + COW - s.kind[square]
        if s.kind[other] == wanted and s.owner[other] == NOBODY:
            return other
    return NOWHERE


@compiled
def end_turn(s: State) -> None:
    """2.5, 4.1 to 4.3, 6.1 End the turn. The other player is next, unless this was the last turn."""
    s.first = NOWHERE
    if s.advanced and not s.interim_taken and s.cows - s.free[COW] >= s.interim_cows:
        take_interim_score(s)
    if s.free[COW] == 0 or free_numbers(s) <= s.last_numbers:
        s.stage = FINISHED
        s.turn = OVER
    else:
        s.active = 1 - s.active
        begin_turn(s)


# ---- 4. The end


@compiled
def free_numbers(s: State) -> int:
    """4.2 Return the number of unmarked number squares."""
    n = 0
    for number in range(1, COW):
        n += int(s.free[number])
    return n


# ---- 5. Scoring


LANE: Final = np.uint64(8)
"""The bits of one lead in a word that has the leads at all prizes."""
LEVEL: Final = 1 << 7
"""The value of a lane at a tie. It prevents a carry into the next lane, upwards or downwards."""
ALL_LEVEL: Final = np.uint64(sum(LEVEL << 8 * prize for prize in range(PRIZES)))
IN_LANES: Final = np.array(
    [sum((prizes >> prize & 1) << 8 * prize for prize in range(PRIZES)) for prizes in range(256)], "u8"
)
"""A bit for each prize -> 1 in the lane of each."""


@compiled
def leads(s: State) -> np.uint64:
    """5.1, 5.2 Return the lead of seat 1 in squares at all prizes: one lane of the word for each."""
    found = ALL_LEVEL
    for square in range(SQUARES):
        lanes = IN_LANES[s.decides[square]]
        found += lanes * np.uint64(s.owner[square] == 0)
        found -= lanes * np.uint64(s.owner[square] == 1)
    return found


@inlined
def lead_among(found: np.uint64, prize: int) -> int:
    """Return the lead of seat 1 at this prize, negative if seat 2 leads."""
    return np.int64(found >> LANE * np.uint64(prize) & np.uint64(0xFF)) - LEVEL  # type: ignore[return-value]


@compiled
def lead(s: State, prize: int) -> int:
    """Return the lead of seat 1 at one prize, negative if seat 2 leads."""
    return lead_among(np.uint64(leads(s)), prize)


@compiled
def points_for_area(s: State, squares: int) -> int:
    """5.5 Return the points of the highest band that an area of this size reaches."""
    points = 0
    for band in range(s.bands):
        if squares >= s.area_sizes[band]:
            points = int(s.area_points[band])
    return points


@compiled
def points_for_land(s: State, seat: int) -> int:
    """5.4, 5.5 Return the points of all land areas of a player."""
    return points_for_areas(s, marked_by(s, seat))


@compiled
def points_for_areas(s: State, squares: np.uint64) -> int:
    """5.5 Return the points of all land areas of these squares. The many single squares are counted together."""
    single = squares & ~np.uint64(neighbours(squares))
    points = size(single) * points_for_area(s, 1)
    squares ^= single
    while squares != NONE:
        area = first_area(squares)
        squares ^= area
        points += points_for_area(s, size(area))
    return points


@compiled
def score(s: State, out: Numbers) -> None:
    """5. Write the points if the match were scored now, with the interim score if it has been taken."""
    score_with(s, np.uint64(leads(s)), out)


@compiled
def score_with(s: State, found: np.uint64, out: Numbers) -> None:
    """Write the points from these leads."""
    for seat in range(SEATS):
        out[seat] = s.interim[seat] + points_for_land(s, seat)
    for prize in range(PRIZES):
        ahead = lead_among(found, prize)
        if ahead > 0:
            out[0] += s.worth[prize]
        elif ahead < 0:  # 5.3 a tie gives no points
            out[1] += s.worth[prize]


@compiled
def payoff(s: State, out: Numbers) -> None:
    """5.6 Most points win, and a tie is a draw."""
    score(s, out)
    ahead = out[0] - out[1]
    out[0] = 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    out[1] = 1.0 - out[0]


# ---- 6. The advanced game


@compiled
def take_interim_score(s: State) -> None:
    """6.1, 6.2 Score every land area of exactly two squares, once in a match."""
    s.interim_taken = 1
    for seat in range(SEATS):
        s.interim[seat] += int(s.interim_points) * groups_of_two(marked_by(s, seat))


# ---- The verbs


@compiled
def turn(s: State) -> int:
    return s.turn  # type: ignore[no-any-return]


@compiled
def moves(s: State, out: Moves) -> int:
    n = 0
    if s.stage == MARKED or (s.stage == SECOND_MARKED and s.dice[0] == COW):  # 3.2, 3.4, 3.6
        lower, higher = s.dice[0], s.dice[1]
        for square in range(SQUARES):
            fits = (s.kind[square] == lower) | (s.kind[square] == higher)
            out[n] = square  # always written, but counted only if it may be marked: no branch to mispredict
            n += int(fits & (s.owner[square] == NOBODY))
    elif s.stage == SECOND_MARKED:  # 3.7
        for down in range(-JUMP, JUMP + 1, JUMP):
            for right in range(-JUMP, JUMP + 1, JUMP):
                square = partner(s, s.first, down, right)
                if square != NOWHERE:
                    out[n] = square
                    n += 1
        out[n] = DONE
        n += 1
    elif s.stage == DICE_KEPT:  # 2.2
        for kept in range(KEEP_BOTH + 1):
            if kept != KEEP_HIGHER or s.dice[0] != s.dice[1]:  # two equal dice are interchangeable
                out[n] = kept
                n += 1
    elif s.stage == FIRST_THROW or s.stage == SECOND_THROW:
        if s.dice[0] > 0:
            for face in range(1, FACES + 1):
                out[n] = face
                n += 1
        else:
            for lower in range(1, FACES + 1):
                for higher in range(lower, FACES + 1):
                    out[n] = lower * TENS + higher
                    n += 1
    elif s.stage == STARTER_DRAWN:
        for seat in range(SEATS):
            out[n] = seat
            n += 1
    return n


@compiled
def weights(s: State, out: Weights) -> int:
    if s.stage == STARTER_DRAWN:
        out[0] = out[1] = 1
        return SEATS
    if s.dice[0] > 0:  # one die was kept
        for i in range(FACES):
            out[i] = 1
        return FACES
    n = 0
    for lower in range(FACES):
        for higher in range(lower, FACES):
            out[n] = 1 if lower == higher else 2
            n += 1
    return FACES * FACES


@compiled
def apply(s: State, move: int) -> None:
    if s.stage == FIRST_THROW or s.stage == SECOND_THROW:
        throw(s, move)
    elif s.stage == DICE_KEPT:
        keep(s, move)
    elif s.stage == STARTER_DRAWN:
        choose_starter(s, move)
    elif move == DONE:
        end_turn(s)
    else:
        mark(s, move)


@compiled
def imagine(s: State, seat: Seat, rng: Rng) -> None:
    """Change nothing: there are no secrets."""
