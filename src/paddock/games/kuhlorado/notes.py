"""What is worth counting in Kuhlorado, and ways to play it worse. Numbers refer to RULES.md."""

from typing import Final

from paddock.games.kuhlorado.data import PASTURES, PRIZES, SEATS
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, lead, points_for_land
from paddock.games.kuhlorado.state import DICE_KEPT, FINISHED, MARKED, SECOND_MARKED
from paddock.rules.compiler import compiled
from paddock.rules.game import Habit, Note
from paddock.rules.kinds import Move, Notes, State

NOTES: Final = (
    Note("thrown_again", "turns in which a die was thrown again"),
    Note("marks", "squares marked"),
    Note("pairs", "turns with two marks"),
    Note("border_points", "points for border pastures"),
    Note("trough_points", "points for troughs"),
    Note("land_points", "points for land"),
    Note("interim_points", "points of the interim score"),
)
THROWN_AGAIN, MARKS, PAIRS, BORDER_POINTS, TROUGH_POINTS, LAND_POINTS, INTERIM_POINTS = range(len(NOTES))

HABITS: Final = (
    Habit("never_throws_again", "keeps both dice of the first throw"),
    Habit("ignores_borders", "marks no square at the border while another fits"),
    Habit("ignores_troughs", "marks no square at a trough while another fits"),
)
NEVER_THROWS_AGAIN, IGNORES_BORDERS = 0, 1
AT_BORDER: Final = (1 << len(PASTURES)) - 1
AT_TROUGH: Final = (1 << PRIZES) - 1 - AT_BORDER
"""Prizes, a bit each."""


@compiled
def witness(s: State, move: Move, after: State, out: Notes) -> None:
    if s.stage == DICE_KEPT:
        out[THROWN_AGAIN, s.active] += int(move != KEEP_BOTH)
    elif (s.stage == MARKED or s.stage == SECOND_MARKED) and move != DONE:
        out[MARKS, s.active] += 1
        out[PAIRS, s.active] += int(s.stage == SECOND_MARKED)
    if after.stage == FINISHED:
        note_prizes(after, out)


@compiled
def note_prizes(s: State, out: Notes) -> None:
    """5. What the points at the end are made of."""
    for prize in range(PRIZES):
        ahead = lead(s, prize)
        if ahead != 0:
            kind = BORDER_POINTS if prize < len(PASTURES) else TROUGH_POINTS
            out[kind, 0 if ahead > 0 else 1] += s.worth[prize]
    for seat in range(SEATS):
        out[LAND_POINTS, seat] = points_for_land(s, seat)
        out[INTERIM_POINTS, seat] = s.interim[seat]


@compiled
def shuns(s: State, habit: int, move: Move) -> bool:
    if habit == NEVER_THROWS_AGAIN:
        return s.stage == DICE_KEPT and move != KEEP_BOTH
    if (s.stage != MARKED and s.stage != SECOND_MARKED) or move == DONE:
        return False
    return s.decides[move] & (AT_BORDER if habit == IGNORES_BORDERS else AT_TROUGH) != 0  # type: ignore[no-any-return]
