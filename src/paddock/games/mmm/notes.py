"""What is worth counting in Mmm!, and ways to play it worse. Numbers refer to RULES.md."""

from typing import Final

from paddock.games.mmm.rules import AGAIN, GATHER
from paddock.games.mmm.state import DICE_PLACED, DICE_ROLLED, FINISHED
from paddock.rules.compiler import compiled
from paddock.rules.game import Habit, Note
from paddock.rules.kinds import Move, Notes, State

NOTES: Final = (
    Note("turns", "turns"),
    Note("failed", "turns that ended with a roll that fits nowhere"),
    Note("cat_waits", "turns after which the cat waited"),
    Note("rolled_again", "times somebody rolled again of their own will"),
    Note("left", "squares left at the end; 0 after a victory"),
    Note("cat_to_go", "moves the cat still had to go; 0 after a defeat"),
)
TURNS, FAILED, CAT_WAITS, ROLLED_AGAIN, LEFT, CAT_TO_GO = range(len(NOTES))

HABITS: Final = (
    Habit("never_again", "gathers what lies there after every roll"),
    Habit("always_again", "rolls until all dice lie or none fits"),
)
NEVER_AGAIN: Final = 0


@compiled
def witness(s: State, move: Move, after: State, out: Notes) -> None:
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
def shuns(s: State, habit: int, move: Move) -> bool:
    return move == (AGAIN if habit == NEVER_AGAIN else GATHER)
