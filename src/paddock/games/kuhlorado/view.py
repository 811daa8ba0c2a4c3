"""What one seat may know of Kuhlorado: everything. The sheet and the dice lie open, so all seats see the same."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from paddock.games.kuhlorado.areas import NONE, first_area, marked_by
from paddock.games.kuhlorado.data import COW, FACES, LETTERS, PASTURES, PRIZES, SEATS, SQUARES, TROUGH
from paddock.games.kuhlorado.notation import name, write
from paddock.games.kuhlorado.rules import DONE, JUMP, free_numbers, lead, moves, partner, points_for_area, score
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
from paddock.rules.compiler import compiled
from paddock.rules.game import Piece
from paddock.rules.kinds import CHANCE, OVER, Move, Seat, State, Tensor

THROWS_LEFT: Final = {FIRST_THROW: 2, DICE_KEPT: 1, SECOND_THROW: 1}


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


def view(s: State, seat: Seat | None) -> View:
    """The view of a seat; None is somebody who only watches."""
    playing = s.stage not in (STARTER_DRAWN, FINISHED)
    bands = int(s.bands)
    points = np.zeros(SEATS)
    score(s, points)
    return View(
        whose=None if s.turn in (CHANCE, OVER) else int(s.turn),
        over=bool(s.turn == OVER),
        active=int(s.active) if playing else None,
        rows=rows(s),
        dice=tuple(LETTERS[die] for die in s.dice if die) if playing else (),
        throws_left=THROWS_LEFT.get(int(s.stage), 0),
        chosen=None if s.first == NOWHERE else name(s.first),
        marks=tuple(Mark(name(at), partners(s, at)) for at in markable(s)),
        may_stop=may_stop(s),
        prizes=tuple(prize(s, number) for number in range(len(PASTURES) + s.troughs)),
        areas=tuple(area for owner in range(SEATS) for area in areas(s, owner)),
        area_bands=tuple(zip(s.area_sizes[:bands].tolist(), s.area_points[:bands].tolist(), strict=True)),
        scores=(int(points[0]), int(points[1])),
        interim=interim(s),
        cows_marked=int(s.cows - s.free[COW]),
        cows_free=int(s.free[COW]),
        numbers_free=tuple(s.free[1:COW].tolist()),
        last_numbers=int(s.last_numbers),
    )


def rows(s: State) -> tuple[tuple[Square, ...], ...]:
    """The sheet, rows from the top."""
    squares = [square(at, kind, owner) for at, (kind, owner) in enumerate(zip(s.kind.tolist(), s.owner.tolist()))]
    return tuple(tuple(squares[row * SIDE : row * SIDE + int(s.width)]) for row in range(s.height))


def square(at: int, kind: int, owner: int) -> Square:
    shows = "cow" if kind == COW else "trough" if kind == TROUGH else str(kind)
    return Square(name(at), shows, None if owner == NOBODY else owner)


def markable(s: State) -> list[int]:
    """The squares among the legal moves."""
    if s.stage not in (MARKED, SECOND_MARKED):
        return []
    listed = np.zeros(SQUARES + 1, np.int16)
    return [int(move) for move in listed[: moves(s, listed)] if move != DONE]


def may_stop(s: State) -> bool:
    """3.7 The second mark of a cow and a number is never a must."""
    return bool(s.stage == SECOND_MARKED and s.dice[0] != COW)


def partners(s: State, at: int) -> tuple[str, ...]:
    """3.7 What may be marked together with this square."""
    if s.stage != MARKED or s.dice[1] != COW or s.dice[0] == COW:
        return ()
    jumps = range(-JUMP, JUMP + 1, JUMP)
    found = [partner(s, at, down, right) for down in jumps for right in jumps]
    return tuple(name(other) for other in found if other != NOWHERE)


def prize(s: State, number: int) -> Prize:
    kind, owner = s.kind.tolist(), s.owner.tolist()
    deciding = [at for at, prizes in enumerate(s.decides.tolist()) if prizes >> number & 1]
    cells = tuple(name(at) for at in deciding if kind[at] == TROUGH)
    marked = [sum(owner[at] == seat for at in deciding) for seat in range(SEATS)]
    ahead = lead(s, number)
    return Prize(
        name=f"{'large' if len(cells) > 1 else 'small'} trough {cells[0]}" if cells else f"{PASTURES[number]} pasture",
        cells=cells,
        squares=tuple(name(at) for at in deciding if kind[at] != TROUGH),
        points=int(s.worth[number]),
        marked=(marked[0], marked[1]),
        leader=None if ahead == 0 else 0 if ahead > 0 else 1,
    )


def areas(s: State, owner: int) -> list[Area]:
    """5.4 Land areas of a seat, single squares included, the largest first."""
    found = []
    left = np.uint64(marked_by(s, owner))
    while left != NONE:
        area = np.uint64(first_area(left))
        left ^= area
        squares = tuple(name(at) for at in range(SQUARES) if int(area) >> at & 1)
        found.append(Area(owner, squares, int(points_for_area(s, len(squares)))))
    return sorted(found, key=lambda area: -len(area.squares))


def interim(s: State) -> Interim | None:
    if not s.advanced:
        return None
    points = (int(s.interim[0]), int(s.interim[1])) if s.interim_taken else None
    return Interim(int(s.interim_cows), int(s.interim_points), points)


def seen(s: State, move: Move, seat: Seat | None) -> str:
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
    out[:] = 0.0
    at = 0
    out[at] = s.turn == seat
    out[at + 1] = s.starter != NOBODY and s.turn != OVER and s.active == seat
    at += 2
    for i in range(len(STAGES)):
        out[at + i] = s.stage == STAGES[i]
    at += len(STAGES)
    for square in range(SQUARES):
        kind = int(s.kind[square])
        owner = s.owner[square]
        if kind == TROUGH:
            out[at + (2 + COW) * SQUARES + square] = 1.0
        elif owner == seat:
            out[at + square] = 1.0
        elif owner != NOBODY:
            out[at + SQUARES + square] = 1.0
        elif kind > 0:
            out[at + (1 + kind) * SQUARES + square] = 1.0
    at += (3 + COW) * SQUARES
    if s.first != NOWHERE:
        out[at + int(s.first)] = 1.0
    at += SQUARES
    for i in range(2):
        if s.dice[i] > 0:
            out[at + i * FACES + int(s.dice[i]) - 1] = 1.0
    at += 2 * FACES
    for prize in range(PRIZES):
        ahead = lead(s, prize)
        out[at + prize] = s.worth[prize] / 10.0
        out[at + PRIZES + prize] = (ahead if seat == 0 else -ahead) / 8.0
    at += 2 * PRIZES
    score(s, out[at : at + SEATS])  # type: ignore[arg-type]
    own, rival = out[at + seat], out[at + 1 - seat]
    out[at] = own / POINTS_SCALE
    out[at + 1] = rival / POINTS_SCALE
    at += SEATS
    out[at] = s.free[COW] / s.cows
    out[at + 1] = max(free_numbers(s) - s.last_numbers, 0) / SQUARES
    if s.advanced and not s.interim_taken:
        out[at + 2] = 1.0
        out[at + 3] = max(s.interim_cows - s.cows + s.free[COW], 0) / SQUARES
