"""The event counts and the habits of Kuhlorado for the lab. Numbers refer to RULES.md."""

from typing import Final

from paddock.engine.compilation.decorators import compiled
from paddock.engine.game import EventCount, Habit
from paddock.engine.types import EventTally, Move, State
from paddock.games.kuhlorado.data import PASTURES, PRIZES, SEATS
from paddock.games.kuhlorado.rules import DONE, KEEP_BOTH, lead, points_for_land
from paddock.games.kuhlorado.state import DICE_KEPT, FINISHED, MARKED, SECOND_MARKED

EVENT_COUNTS: Final = (
    EventCount("thrown_again", "turns in which a die was thrown again"),
    EventCount("marks", "squares marked"),
    EventCount("pairs", "turns with two marks"),
    EventCount("border_points", "points for border pastures"),
    EventCount("trough_points", "points for troughs"),
    EventCount("land_points", "points for land"),
    EventCount("interim_points", "points of the interim score"),
)
THROWN_AGAIN, MARKS, PAIRS, BORDER_POINTS, TROUGH_POINTS, LAND_POINTS, INTERIM_POINTS = range(len(EVENT_COUNTS))

HABITS: Final = (
    Habit("never_throws_again", "keeps both dice of the first throw"),
    Habit("ignores_borders", "marks no square at the border while another fits"),
    Habit("ignores_troughs", "marks no square at a trough while another fits"),
)
NEVER_THROWS_AGAIN, IGNORES_BORDERS = 0, 1
AT_BORDER: Final = (1 << len(PASTURES)) - 1
AT_TROUGH: Final = (1 << PRIZES) - 1 - AT_BORDER
"""The prizes at a border and at a trough, one bit each."""


@compiled
def count_events(s: State, move: Move, after: State, out: EventTally) -> None:
    if s.stage == DICE_KEPT:
        out[THROWN_AGAIN, s.active] += int(move != KEEP_BOTH)
    elif (s.stage == MARKED or s.stage == SECOND_MARKED) and move != DONE:
        out[MARKS, s.active] += 1
        out[PAIRS, s.active] += int(s.stage == SECOND_MARKED)
    if after.stage == FINISHED:
        note_prizes(after, out)


@compiled
def note_prizes(s: State, out: EventTally) -> None:
    """5. Count the points at the end by their source."""
    for prize in range(PRIZES):
        ahead = lead(s, prize)
        if ahead != 0:
            kind = BORDER_POINTS if prize < len(PASTURES) else TROUGH_POINTS
            out[kind, 0 if ahead > 0 else 1] += s.worth[prize]
    for seat in range(SEATS):
        out[LAND_POINTS, seat] = points_for_land(s, seat)
        out[INTERIM_POINTS, seat] = s.interim[seat]


@compiled
def avoids(s: State, habit: int, move: Move) -> bool:
    if habit == NEVER_THROWS_AGAIN:
        return s.stage == DICE_KEPT and move != KEEP_BOTH
    if (s.stage != MARKED and s.stage != SECOND_MARKED) or move == DONE:
        return False
    return s.decides[move] & (AT_BORDER if habit == IGNORES_BORDERS else AT_TROUGH) != 0  # type: ignore[no-any-return]
