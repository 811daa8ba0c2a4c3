"""What one seat may know of Kuhlorado: everything. The sheet and the dice lie open, so all seats see the same."""

from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np

from paddock.games.kuhlorado.areas import NONE, bit, first_area, marked_by, size
from paddock.games.kuhlorado.data import COW, FACES, LETTERS, MOST_MOVES, PASTURES, PRIZES, SEATS, SQUARES, TROUGH
from paddock.games.kuhlorado.notation import name, write
from paddock.games.kuhlorado.rules import (
    DONE,
    JUMP,
    free_numbers,
    lead,
    lead_among,
    leads,
    moves,
    partner,
    points_for_area,
    score,
    score_with,
)
from paddock.games.kuhlorado.sheet import SIDE
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
from paddock.rules.compiler import brief, compiled
from paddock.rules.game import Piece
from paddock.rules.grid import names_in
from paddock.rules.kinds import CHANCE, OVER, Move, Seat, State, Table, Tensor
from paddock.rules.plain import Plain, answer, shared

THROWS_LEFT: Final = {FIRST_THROW: 2, DICE_KEPT: 1, SECOND_THROW: 1}
MOST_AREAS: Final = SQUARES // 2
"""Of one seat: the squares pair up into so many dominoes, and both halves of one are never in different areas."""


@dataclass(frozen=True, slots=True)
class Square:
    """One square: `1` to `5`, `cow` or `trough`, and who marked it."""

    name: str
    shows: str
    owner: int | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A square that may be marked now, and those of which one may then be marked with it (3.7)."""

    square: str
    partners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prize:
    """A pasture or a trough: the squares that decide it, how many of them each seat has, and who leads."""

    name: str
    cells: tuple[str, ...]
    squares: tuple[str, ...]
    points: int
    marked: tuple[int, int]
    leader: int | None


@dataclass(frozen=True, slots=True)
class Area:
    """Squares of one seat that hang together, and the points they are worth."""

    owner: int
    squares: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Interim:
    """The interim score of the advanced game; no points before it is taken."""

    cows_needed: int
    points_each: int
    points: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class View:
    """The table as everybody sees it."""

    whose: int | None
    over: bool
    active: int | None
    rows: tuple[tuple[Square, ...], ...]
    dice: tuple[str, ...]
    throws_left: int
    chosen: str | None
    marks: tuple[Mark, ...]
    may_stop: bool
    prizes: tuple[Prize, ...]
    areas: tuple[Area, ...]
    area_bands: tuple[tuple[int, int], ...]
    scores: tuple[int, int]
    interim: Interim | None
    cows_marked: int
    cows_free: int
    numbers_free: tuple[int, ...]
    last_numbers: int


def view(s: Plain, seat: Seat | None) -> View:
    """The view of a seat; None is somebody who only watches."""
    playing = s.stage not in (STARTER_DRAWN, FINISHED)
    sheet = look_over(s)
    prizes = map(prize, range(PRIZES), sheet.cells, sheet.deciding, s.worth, sheet.marked, sheet.ahead)
    return View(
        whose=None if s.turn in (CHANCE, OVER) else s.turn,
        over=s.turn == OVER,
        active=s.active if playing else None,
        rows=rows(s),
        dice=tuple(LETTERS[die] for die in s.dice if die) if playing else (),
        throws_left=THROWS_LEFT.get(s.stage, 0),
        chosen=None if s.first == NOWHERE else name(s.first),
        marks=tuple(mark(at, sheet.partners[at]) for at in sheet.listed[: sheet.marks]),
        may_stop=s.stage == SECOND_MARKED and s.dice[0] != COW,  # 3.7 the mark of the other die is never a must
        prizes=tuple(islice(prizes, len(PASTURES) + s.troughs)),
        areas=tuple(area for owner in range(SEATS) for area in areas(owner, sheet)),
        area_bands=tuple(zip(s.area_sizes[: s.bands], s.area_points[: s.bands], strict=True)),
        scores=(int(sheet.scores[0]), int(sheet.scores[1])),
        interim=interim(s),
        cows_marked=s.cows - s.free[COW],
        cows_free=s.free[COW],
        numbers_free=s.free[1:COW],
        last_numbers=s.last_numbers,
    )


SHEET: Final = np.dtype(
    [
        ("listed", "i2", (MOST_MOVES,)),
        ("marks", "i1"),  # squares among them
        ("partners", "u8", (SQUARES,)),
        # of each prize: sets of squares, one bit each, marks of both seats, lead of seat 1
        ("cells", "u8", (PRIZES,)),
        ("deciding", "u8", (PRIZES,)),
        ("marked", "i1", (PRIZES, SEATS)),
        ("ahead", "i1", (PRIZES,)),
        # of each seat: sets of squares, then none, and the points of each
        ("areas", "u8", (SEATS, MOST_AREAS)),
        ("area_points", "i1", (SEATS, MOST_AREAS)),
        ("scores", "f8", (SEATS,)),
    ],
    align=True,
)


def look_over(s: Plain) -> Plain:
    """The sheet as the rules see it: what may be marked, who leads where, and all land."""
    return answer(note_sheet, SHEET, s)


@brief
def note_sheet(table: Table, out: Table) -> None:
    s, sheet = table[0], out[0]
    note_marks(s, sheet)
    for square in range(SQUARES):
        for prize in range(PRIZES):
            if (s.decides[square] >> prize) & 1:
                if s.kind[square] == TROUGH:
                    sheet.cells[prize] |= bit(square)
                else:
                    sheet.deciding[prize] |= bit(square)
                if s.owner[square] != NOBODY:
                    sheet.marked[prize, s.owner[square]] += 1
    for prize in range(PRIZES):
        sheet.ahead[prize] = lead(s, prize)
    for seat in range(SEATS):
        left = marked_by(s, seat)
        n = 0
        while left != NONE:
            area = first_area(left)
            left ^= area
            sheet.areas[seat, n] = area
            sheet.area_points[seat, n] = points_for_area(s, size(area))
            n += 1
    score(s, sheet.scores)


@compiled
def note_marks(s: State, sheet: State) -> None:
    """3.2, 3.4, 3.6 The squares among the legal moves; 3.7 what may be marked together with each."""
    if s.stage != MARKED and s.stage != SECOND_MARKED:
        return
    for i in range(moves(s, sheet.listed)):
        square = int(sheet.listed[i])
        if square == DONE:
            continue
        sheet.marks += 1
        if s.stage == MARKED and s.dice[1] == COW and s.dice[0] != COW:
            for down in range(-JUMP, JUMP + 1, JUMP):
                for right in range(-JUMP, JUMP + 1, JUMP):
                    other = partner(s, square, down, right)
                    if other != NOWHERE:
                        sheet.partners[square] |= bit(other)


def rows(s: Plain) -> tuple[tuple[Square, ...], ...]:
    """The sheet, rows from the top."""
    squares = tuple(map(square, range(SQUARES), s.kind, s.owner))
    return tuple(squares[at : at + s.width] for at in range(0, s.height * SIDE, SIDE))


@shared
def square(at: int, kind: int, owner: int) -> Square:
    shows = "cow" if kind == COW else "trough" if kind == TROUGH else str(kind)
    return Square(name(at), shows, None if owner == NOBODY else owner)


@shared
def mark(at: int, partners: int) -> Mark:
    return Mark(name(at), names_in(partners))


@shared
def prize(number: int, cells: int, deciding: int, points: int, marked: tuple[int, int], ahead: int) -> Prize:
    trough = names_in(cells)
    return Prize(
        name=f"{'large' if len(trough) > 1 else 'small'} trough {trough[0]}"
        if trough
        else f"{PASTURES[number]} pasture",
        cells=trough,
        squares=names_in(deciding),
        points=points,
        marked=marked,
        leader=None if ahead == 0 else 0 if ahead > 0 else 1,
    )


def areas(owner: int, sheet: Plain) -> list[Area]:
    """5.4 Land areas of a seat, single squares included, the largest first."""
    found = [area(owner, land, points) for land, points in zip(sheet.areas[owner], sheet.area_points[owner]) if land]
    return sorted(found, key=lambda area: -len(area.squares))


@shared
def area(owner: int, squares: int, points: int) -> Area:
    return Area(owner, names_in(squares), points)


def interim(s: Plain) -> Interim | None:
    if not s.advanced:
        return None
    return Interim(s.interim_cows, s.interim_points, s.interim if s.interim_taken else None)


def seen(s: Plain, move: Move, seat: Seat | None) -> str:
    """Every event is public."""
    return write(s, move)


STAGES: Final = (DICE_KEPT, SECOND_THROW, MARKED, SECOND_MARKED)
POINTS_SCALE: Final = 50.0
"""Few matches give anybody more points."""

OBSERVATION: Final = (
    Piece("to_move", (1,), "1 if this seat decides now"),
    Piece("own_turn", (1,), "1 if it is this seat's turn, also while dice are thrown"),
    Piece("stage", (len(STAGES),), "1 for what comes next: keep dice, second throw, mark, second mark"),
    Piece("own", (SIDE, SIDE), "1 where this seat has marked, rows from the top"),
    Piece("rival", (SIDE, SIDE), "1 where the other seat has marked"),
    Piece("free", (COW, SIDE, SIDE), "1 where a free square shows 1, 2, 3, 4, 5, a cow"),
    Piece("trough", (SIDE, SIDE), "1 where a trough lies"),
    Piece("chosen", (SIDE, SIDE), "1 on the square marked first in this turn, while a second may follow"),
    Piece("dice", (2, FACES), "1 for the face of each die, the lower first; nothing for a die still to be thrown"),
    Piece("worth", (PRIZES,), "points of each pasture (north, east, south, west) and trough, in tens"),
    Piece("lead", (PRIZES,), "squares this seat is ahead there, in eighths, negative if behind"),
    Piece("score", (SEATS,), "points if the match were scored now, in fifties, this seat first"),
    Piece("cows_free", (1,), "share of the cow squares that are free"),
    Piece("numbers_to_go", (1,), "number squares to be marked until the match ends, in 64ths"),
    Piece("advanced", (1,), "1 if the interim score is still to come"),
    Piece("cows_to_interim", (1,), "cows to be marked until then, in 64ths"),
)


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Everything relative to the seat: itself first."""
    seat, rival = int(seat), 1 - int(seat)  # type: ignore[assignment]
    at = 0
    out[at] = s.turn == seat
    out[at + 1] = s.starter != NOBODY and s.turn != OVER and s.active == seat
    at += 2
    for i in range(len(STAGES)):
        out[at + i] = s.stage == STAGES[i]
    at += len(STAGES)
    for square in range(SQUARES):  # plane by plane, every number once: straight loops take many squares at a time
        out[at + square] = s.owner[square] == seat
    at += SQUARES
    for square in range(SQUARES):
        out[at + square] = s.owner[square] == rival
    at += SQUARES
    for kind in range(1, TROUGH + 1):
        for square in range(SQUARES):
            out[at + square] = (s.kind[square] == kind) & (s.owner[square] == NOBODY)
        at += SQUARES
    out[at:] = 0.0
    if s.first != NOWHERE:
        out[at + int(s.first)] = 1.0
    at += SQUARES
    for i in range(2):
        if s.dice[i] > 0:
            out[at + i * FACES + int(s.dice[i]) - 1] = 1.0
    at += 2 * FACES
    found = np.uint64(leads(s))
    for prize in range(PRIZES):
        ahead = lead_among(found, prize)
        out[at + prize] = s.worth[prize] / 10.0
        out[at + PRIZES + prize] = (ahead if seat == 0 else -ahead) / 8.0
    at += 2 * PRIZES
    score_with(s, found, out[at : at + SEATS])  # type: ignore[arg-type]
    own, theirs = out[at + seat], out[at + rival]
    out[at] = own / POINTS_SCALE
    out[at + 1] = theirs / POINTS_SCALE
    at += SEATS
    out[at] = s.free[COW] / s.cows
    out[at + 1] = max(free_numbers(s) - s.last_numbers, 0) / SQUARES
    if s.advanced and not s.interim_taken:
        out[at + 2] = 1.0
        out[at + 3] = max(s.interim_cows - s.cows + s.free[COW], 0) / SQUARES
