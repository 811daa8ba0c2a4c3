"""What is worth counting in Life is Life, and ways to play it worse. Numbers refer to RULES.md."""

from typing import Final

from paddock.games.life.data import SPECIES
from paddock.games.life.rules import KNOCK, may_knock
from paddock.games.life.state import COUNTED, FINISHED, NOBODY, TRADE_OR_KNOCK
from paddock.rules.compiler import compiled
from paddock.rules.game import Habit, Note
from paddock.rules.kinds import Move, Notes, Seat, State

NOTES: Final = (
    Note("phases", "phases that this seat ended, by knocking first or by sudden death"),
    Note("sudden_deaths", "phases that it ended by sudden death"),
    Note("knock_regret", "phases in which it knocked first and lost a life"),
    Note("knock_lives", "lives that it lost by those"),
    Note("trades", "trades"),
    Note("points", "points in phases that were counted"),
    Note("lives_lost", "lives lost"),
    Note("open_cards", "cards in the hand that all had seen, before the last event of a phase that was counted"),
)
PHASES, SUDDEN_DEATHS, KNOCK_REGRET, KNOCK_LIVES, TRADES, POINTS, LIVES_LOST, OPEN_CARDS = range(len(NOTES))

HABITS: Final = (
    Habit("never_knocks_first", "trades on for as long as nobody has knocked"),
    Habit("knocks_at_once", "knocks as soon as the rules allow it"),
    Habit("open_hand", "plays as well as it can, with a hand that all others see"),
)
NEVER_KNOCKS_FIRST, KNOCKS_AT_ONCE, OPEN_HAND = range(len(HABITS))


@compiled
def witness(s: State, move: Move, after: State, out: Notes) -> None:
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
def shuns(s: State, habit: int, move: Move) -> bool:
    if s.stage != TRADE_OR_KNOCK:
        return False
    if habit == NEVER_KNOCKS_FIRST:
        return move == KNOCK and s.knocker == NOBODY
    return habit == KNOCKS_AT_ONCE and move != KNOCK and may_knock(s)


@compiled
def handicap(s: State, habit: int, seat: Seat) -> None:
    """2.8 Everybody knows the cards that they saw picked up; of an open hand they know all."""
    if habit == OPEN_HAND:
        for animal in range(SPECIES):
            s.known[seat, animal] = s.hand[seat, animal]
