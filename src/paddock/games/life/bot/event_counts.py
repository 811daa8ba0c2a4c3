"""The event counts and the habits of Life is Life for the lab. Numbers refer to RULES.md."""

from typing import Final

from paddock.engine.compilation.decorators import compiled
from paddock.engine.game import EventCount, Habit
from paddock.engine.types import EventTally, Move, Seat, State
from paddock.games.life.data import SPECIES
from paddock.games.life.rules import KNOCK, may_knock
from paddock.games.life.state import COUNTED, FINISHED, NOBODY, TRADE_OR_KNOCK

EVENT_COUNTS: Final = (
    EventCount("phases", "phases that this seat ended, by knocking first or by sudden death"),
    EventCount("sudden_deaths", "phases that it ended by sudden death"),
    EventCount("knock_regret", "phases in which it knocked first and lost a life"),
    EventCount("knock_lives", "lives that it lost by those"),
    EventCount("trades", "trades"),
    EventCount("points", "points in phases that were counted"),
    EventCount("lives_lost", "lives lost"),
    EventCount("open_cards", "publicly known cards in the hand, before the last event of a phase that was counted"),
)
PHASES, SUDDEN_DEATHS, KNOCK_REGRET, KNOCK_LIVES, TRADES, POINTS, LIVES_LOST, OPEN_CARDS = range(len(EVENT_COUNTS))

HABITS: Final = (
    Habit("never_knocks_first", "trades on until another player knocks"),
    Habit("knocks_at_once", "knocks as soon as the rules allow it"),
    Habit("open_hand", "plays with a hand that all others see"),
)
NEVER_KNOCKS_FIRST, KNOCKS_AT_ONCE, OPEN_HAND = range(len(HABITS))


@compiled
def count_events(s: State, move: Move, after: State, out: EventTally) -> None:
    if s.stage == TRADE_OR_KNOCK and move != KNOCK:
        out[TRADES, s.active] += 1
    if s.phase == 0 or (after.phase == s.phase and after.stage != FINISHED):
        return
    ended_by = after.ended_by
    out[PHASES, ended_by] += 1
    if after.ending != COUNTED:  # 3.3
        out[SUDDEN_DEATHS, ended_by] += 1
    elif after.change[ended_by] < 0:
        out[KNOCK_REGRET, ended_by] += 1
        out[KNOCK_LIVES, ended_by] -= after.change[ended_by]
    for seat in range(s.seats):
        if s.lives[seat] > 0:
            out[LIVES_LOST, seat] -= min(0, int(after.change[seat]))
            if after.ending == COUNTED:
                out[POINTS, seat] += after.points[seat]
                for animal in range(SPECIES):
                    out[OPEN_CARDS, seat] += s.known[seat, animal]


@compiled
def avoids(s: State, habit: int, move: Move) -> bool:
    if s.stage != TRADE_OR_KNOCK:
        return False
    if habit == NEVER_KNOCKS_FIRST:
        return move == KNOCK and s.knocker == NOBODY
    return habit == KNOCKS_AT_ONCE and move != KNOCK and may_knock(s)


@compiled
def handicap(s: State, habit: int, seat: Seat) -> None:
    """2.8 Make all cards of an open hand known. Of other hands only the picked-up cards are known."""
    if habit == OPEN_HAND:
        for animal in range(SPECIES):
            s.known[seat, animal] = s.hand[seat, animal]
