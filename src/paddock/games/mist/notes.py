"""What is worth counting in So ein Mist, and ways to play it worse. Numbers refer to RULES.md."""

from typing import Final

from paddock.games.mist.rules import MORE, STOP, giver, landing, taker, worth
from paddock.games.mist.state import DIE_THROWN, PASSED_SHOWN, STOP_OR_MORE
from paddock.rules.compiler import compiled
from paddock.rules.game import Habit, Note
from paddock.rules.kinds import Move, Notes, State

NOTES: Final = (
    Note("dice", "dice thrown"),
    Note("forced", "turns that ended with a number thrown twice, or with the last die"),
    Note("handed_on", "turns in which the card went to a rival who waited there"),
    Note("own_dung", "dung taken of one's own will"),
    Note("dice_dung", "dung taken because the dice said so"),
    Note("brought_dung", "dung that a rival brought"),
    Note("brought_food", "food that a rival brought"),
    Note("passed_points", "points of the cards that the neighbours passed on"),
)
DICE, FORCED, HANDED_ON, OWN_DUNG, DICE_DUNG, BROUGHT_DUNG, BROUGHT_FOOD, PASSED_POINTS = range(len(NOTES))

HABITS: Final = (
    Habit("never_again", "stops at the first die"),
    Habit("always_again", "throws until the dice say stop"),
)
NEVER_AGAIN: Final = 0


@compiled
def witness(s: State, move: Move, after: State, out: Notes) -> None:
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
def note_walk(s: State, steps: int, own: int, out: Notes) -> None:
    """3.1 to 3.3 Who takes what, and at whose hands."""
    at = landing(s, s.active, steps)
    seat = taker(s, s.active, at)
    dung = worth(s, seat, s.owner[at], s.value[at]) < 0
    if seat != s.active:
        out[HANDED_ON, s.active] += 1
        out[BROUGHT_DUNG if dung else BROUGHT_FOOD, seat] += 1
    elif dung:
        out[own, seat] += 1


@compiled
def shuns(s: State, habit: int, move: Move) -> bool:
    if s.stage != STOP_OR_MORE:
        return False
    return move == (MORE if habit == NEVER_AGAIN else STOP)
