"""The event counts and the habits of So ein Mist for the lab. Numbers refer to RULES.md."""

from typing import Final

from paddock.engine.compilation.decorators import compiled
from paddock.engine.game import EventCount, Habit
from paddock.engine.types import EventTally, Move, State
from paddock.games.mist.rules import MORE, STOP, giver, landing, taker, worth
from paddock.games.mist.state import DIE_THROWN, PASSED_SHOWN, STOP_OR_MORE

EVENT_COUNTS: Final = (
    EventCount("dice", "dice thrown"),
    EventCount("forced", "turns that ended with a number thrown twice, or with the last die"),
    EventCount("handed_on", "turns in which the card went to a rival who waited there"),
    EventCount("own_dung", "dung taken of one's own will"),
    EventCount("dice_dung", "dung taken because the dice said so"),
    EventCount("brought_dung", "dung that a rival brought"),
    EventCount("brought_food", "food that a rival brought"),
    EventCount("passed_points", "points of the cards that the neighbours passed on"),
)
DICE, FORCED, HANDED_ON, OWN_DUNG, DICE_DUNG, BROUGHT_DUNG, BROUGHT_FOOD, PASSED_POINTS = range(len(EVENT_COUNTS))

HABITS: Final = (
    Habit("never_again", "stops at the first die"),
    Habit("always_again", "throws until the dice say stop"),
)
NEVER_AGAIN: Final = 0


@compiled
def count_events(s: State, move: Move, after: State, out: EventTally) -> None:
    if s.stage == DIE_THROWN:
        out[DICE, s.active] += 1
        if after.stage != STOP_OR_MORE:  # 2.3, 2.4
            out[FORCED, s.active] += 1
            note_walk(s, move, DICE_DUNG, out)
    elif s.stage == STOP_OR_MORE and move == STOP:
        note_walk(s, s.die, OWN_DUNG, out)
    elif s.stage == PASSED_SHOWN:
        for seat in range(s.seats):
            if seat != giver(s):
                out[PASSED_POINTS, seat] += after.points[seat] - s.points[seat]


@compiled
def note_walk(s: State, steps: int, own: int, out: EventTally) -> None:
    """3.1 to 3.3 Count the card that a walk brings, for the seat that takes it and for the walker."""
    at = landing(s, s.active, steps)
    seat = taker(s, s.active, at)
    dung = worth(s, seat, s.owner[at], s.value[at]) < 0
    if seat != s.active:
        out[HANDED_ON, s.active] += 1
        out[BROUGHT_DUNG if dung else BROUGHT_FOOD, seat] += 1
    elif dung:
        out[own, seat] += 1


@compiled
def avoids(s: State, habit: int, move: Move) -> bool:
    if s.stage != STOP_OR_MORE:
        return False
    return move == (MORE if habit == NEVER_AGAIN else STOP)
