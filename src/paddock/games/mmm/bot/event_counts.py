"""The event counts and the habits of Mmm! for the lab. Numbers refer to RULES.md."""

from typing import Final

from paddock.engine.compilation.decorators import compiled
from paddock.engine.game import EventCount, Habit
from paddock.engine.types import EventTally, Move, State
from paddock.games.mmm.rules import AGAIN, GATHER
from paddock.games.mmm.state import DICE_PLACED, DICE_ROLLED, FINISHED

EVENT_COUNTS: Final = (
    EventCount("turns", "turns"),
    EventCount("failed", "turns that ended with a roll that fits nowhere"),
    EventCount("cat_waits", "turns after which the cat waited"),
    EventCount("rolled_again", "times the player rolled again by choice"),
    EventCount("left", "squares left at the end; 0 after a victory"),
    EventCount("cat_to_go", "moves the cat still had to go; 0 after a defeat"),
)
TURNS, FAILED, CAT_WAITS, ROLLED_AGAIN, LEFT, CAT_TO_GO = range(len(EVENT_COUNTS))

HABITS: Final = (
    Habit("never_again", "gathers what lies there after every roll"),
    Habit("always_again", "rolls until all dice lie or none fits"),
)
NEVER_AGAIN: Final = 0


@compiled
def count_events(s: State, move: Move, after: State, out: EventTally) -> None:
    if s.stage == DICE_PLACED and move == AGAIN:
        out[ROLLED_AGAIN, s.roller] += 1
        return
    failed = s.stage == DICE_ROLLED and after.stage != DICE_PLACED
    over = after.stage == FINISHED
    if failed or over or (s.stage == DICE_PLACED and after.stage == DICE_ROLLED):
        out[TURNS, s.roller] += 1
        out[FAILED, s.roller] += int(failed)
        out[CAT_WAITS, s.roller] += int(after.cat == s.cat and not over)
    if over:
        out[LEFT, s.roller] = after.left
        out[CAT_TO_GO, s.roller] = after.cat_moves - after.cat


@compiled
def avoids(s: State, habit: int, move: Move) -> bool:
    return move == (AGAIN if habit == NEVER_AGAIN else GATHER)
