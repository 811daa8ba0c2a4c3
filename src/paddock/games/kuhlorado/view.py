"""The view and the observation of Kuhlorado. There are no secrets, so all seats have the same view."""

from itertools import islice
from typing import Final

import numpy as np

from paddock.engine.boards.grid import square_names
from paddock.engine.compilation.decorators import compiled, compiled_holding_gil
from paddock.engine.plain_position import PlainPosition, ViewPart, cached_part, query
from paddock.engine.tensor_layout import TensorField, tensor_offsets
from paddock.engine.types import CHANCE, OVER, Move, Positions, Seat, State, Tensor
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

THROWS_LEFT: Final = {FIRST_THROW: 2, DICE_KEPT: 1, SECOND_THROW: 1}
MOST_AREAS: Final = SQUARES // 2
"""The most areas of one seat: the two squares of a domino are never in different areas."""


class Square(ViewPart, frozen=True):
    """One square: `1` to `5`, `cow` or `trough`, and its owner."""

    name: str
    shows: str
    owner: int | None


class Mark(ViewPart, frozen=True):
    """A square that may be marked now, and the squares that may be marked together with it (3.7)."""

    square: str
    partners: tuple[str, ...]


class Prize(ViewPart, frozen=True):
    """A pasture or a trough: the squares that decide it, the marks of each seat there, and the leader."""

    name: str
    cells: tuple[str, ...]
    squares: tuple[str, ...]
    points: int
    marked: tuple[int, int]
    leader: int | None


class Area(ViewPart, frozen=True):
    """Connected squares of one seat, and their points."""

    owner: int
    squares: tuple[str, ...]
    points: int


class Interim(ViewPart, frozen=True):
    """The interim score of the advanced game; `points` is None before it is taken."""

    cows_needed: int
    points_each: int
    points: tuple[int, int] | None


class View(ViewPart, frozen=True):
    """The facts that every seat sees."""

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


def view(s: PlainPosition, seat: Seat | None) -> View:
    """Return the view of a seat; None stands for a spectator."""
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
        marks=tuple(mark(at, sheet.partners[at]) for at in sheet.moves[: sheet.marks]),
        may_stop=s.stage == SECOND_MARKED and s.dice[0] != COW,  # 3.7 the mark of the other die is optional
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
        ("moves", "i2", (MOST_MOVES,)),
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


def look_over(s: PlainPosition) -> PlainPosition:
    """Return facts from the rules: squares that may be marked, leads at prizes, land areas and scores."""
    return query(note_sheet, SHEET, s)


@compiled_holding_gil
def note_sheet(position: Positions, out: Positions) -> None:
    s, sheet = position[0], out[0]
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
    """3.2, 3.4, 3.6 Write the squares among the legal moves; 3.7 and the partners of each."""
    if s.stage != MARKED and s.stage != SECOND_MARKED:
        return
    for i in range(moves(s, sheet.moves)):
        square = int(sheet.moves[i])
        if square == DONE:
            continue
        sheet.marks += 1
        if s.stage == MARKED and s.dice[1] == COW and s.dice[0] != COW:
            for down in range(-JUMP, JUMP + 1, JUMP):
                for right in range(-JUMP, JUMP + 1, JUMP):
                    other = partner(s, square, down, right)
                    if other != NOWHERE:
                        sheet.partners[square] |= bit(other)


def rows(s: PlainPosition) -> tuple[tuple[Square, ...], ...]:
    """Return the rows of the sheet, from the top."""
    squares = tuple(map(square, range(SQUARES), s.kind, s.owner))
    return tuple(squares[at : at + s.width] for at in range(0, s.height * SIDE, SIDE))


@cached_part
def square(at: int, kind: int, owner: int) -> Square:
    shows = "cow" if kind == COW else "trough" if kind == TROUGH else str(kind)
    return Square(name(at), shows, None if owner == NOBODY else owner)


@cached_part
def mark(at: int, partners: int) -> Mark:
    return Mark(name(at), square_names(partners))


@cached_part
def prize(number: int, cells: int, deciding: int, points: int, marked: tuple[int, int], ahead: int) -> Prize:
    trough = square_names(cells)
    return Prize(
        name=f"{'large' if len(trough) > 1 else 'small'} trough {trough[0]}"
        if trough
        else f"{PASTURES[number]} pasture",
        cells=trough,
        squares=square_names(deciding),
        points=points,
        marked=marked,
        leader=None if ahead == 0 else 0 if ahead > 0 else 1,
    )


def areas(owner: int, sheet: PlainPosition) -> list[Area]:
    """5.4 Return the land areas of a seat with single squares, the largest first."""
    found = [area(owner, land, points) for land, points in zip(sheet.areas[owner], sheet.area_points[owner]) if land]
    return sorted(found, key=lambda area: -len(area.squares))


@cached_part
def area(owner: int, squares: int, points: int) -> Area:
    return Area(owner, square_names(squares), points)


def interim(s: PlainPosition) -> Interim | None:
    if not s.advanced:
        return None
    return Interim(s.interim_cows, s.interim_points, s.interim if s.interim_taken else None)


def seen(s: PlainPosition, move: Move, seat: Seat | None) -> str:
    """Return the token. Every event is public."""
    return write(s, move)


STAGES: Final = (DICE_KEPT, SECOND_THROW, MARKED, SECOND_MARKED)
POINTS_SCALE: Final = 50.0
"""The scale of points. Few players reach more."""

OBSERVATION: Final = (
    TensorField("to_move", (1,), "1 if this seat decides now"),
    TensorField("own_turn", (1,), "1 if it is this seat's turn, also while dice are thrown"),
    TensorField("stage", (len(STAGES),), "1 for the next stage: keep dice, second throw, mark, second mark"),
    TensorField("own", (SIDE, SIDE), "1 where this seat has marked, rows from the top"),
    TensorField("rival", (SIDE, SIDE), "1 where the other seat has marked"),
    TensorField("free", (COW, SIDE, SIDE), "1 where a free square shows 1, 2, 3, 4, 5, a cow"),
    TensorField("trough", (SIDE, SIDE), "1 where a trough lies"),
    TensorField("chosen", (SIDE, SIDE), "1 on the square marked first in this turn, while a second may follow"),
    TensorField(
        "dice", (2, FACES), "1 for the face of each die, the lower first; nothing for a die still to be thrown"
    ),
    TensorField("worth", (PRIZES,), "points of each pasture (north, east, south, west) and trough, in tens"),
    TensorField("lead", (PRIZES,), "squares this seat is ahead there, in eighths, negative if behind"),
    TensorField("score", (SEATS,), "points if the match were scored now, in fifties, this seat first"),
    TensorField("cows_free", (1,), "share of the cow squares that are free"),
    TensorField("numbers_to_go", (1,), "number squares to be marked until the match ends, in 64ths"),
    TensorField("advanced", (1,), "1 if the interim score is still to come"),
    TensorField("cows_to_interim", (1,), "cows to be marked until then, in 64ths"),
)

AT: Final = tensor_offsets(OBSERVATION)


@compiled
def observe(s: State, seat: Seat, out: Tensor) -> None:
    """Write the observation relative to the seat: itself first."""
    seat, rival = int(seat), 1 - int(seat)  # type: ignore[assignment]
    out[AT.to_move] = s.turn == seat
    out[AT.own_turn] = s.starter != NOBODY and s.turn != OVER and s.active == seat
    for i in range(len(STAGES)):
        out[AT.stage + i] = s.stage == STAGES[i]
    for square in range(SQUARES):  # plane by plane: simple loops are vectorised
        out[AT.own + square] = s.owner[square] == seat
    for square in range(SQUARES):
        out[AT.rival + square] = s.owner[square] == rival
    for kind in range(1, COW + 1):
        plane = AT.free + (kind - 1) * SQUARES
        for square in range(SQUARES):
            out[plane + square] = (s.kind[square] == kind) & (s.owner[square] == NOBODY)
    for square in range(SQUARES):
        out[AT.trough + square] = s.kind[square] == TROUGH
    out[AT.chosen :] = 0.0
    if s.first != NOWHERE:
        out[AT.chosen + int(s.first)] = 1.0
    for i in range(2):
        if s.dice[i] > 0:
            out[AT.dice + i * FACES + int(s.dice[i]) - 1] = 1.0
    found = np.uint64(leads(s))
    for prize in range(PRIZES):
        ahead = lead_among(found, prize)
        out[AT.worth + prize] = s.worth[prize] / 10.0
        out[AT.lead + prize] = (ahead if seat == 0 else -ahead) / 8.0
    score_with(s, found, out[AT.score : AT.score + SEATS])  # type: ignore[arg-type]
    own, theirs = out[AT.score + seat], out[AT.score + rival]
    out[AT.score] = own / POINTS_SCALE
    out[AT.score + 1] = theirs / POINTS_SCALE
    out[AT.cows_free] = s.free[COW] / s.cows
    out[AT.numbers_to_go] = max(free_numbers(s) - s.last_numbers, 0) / SQUARES
    if s.advanced and not s.interim_taken:
        out[AT.advanced] = 1.0
        out[AT.cows_to_interim] = max(s.interim_cows - s.cows + s.free[COW], 0) / SQUARES
