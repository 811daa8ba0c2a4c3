"""The skills: what a room may teach its bots besides the rules, and what is done in a room that does not."""

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

import numpy as np

from paddock.rules.chance import below
from paddock.rules.compiler import compiled
from paddock.rules.kinds import Move, Moves, Notes, Numbers, Rng, Seat, State, Table, Tensor
from paddock.rules.verbs import VERBS, dispatched, moves, register

P = ParamSpec("P")
R = TypeVar("R")

SKILLS: dict[str, Callable[..., Any]] = {}
"""What a room may do besides, judgement that makes its bots good; and what is done where a room has no such skill."""


def skill(default: Callable[P, R]) -> Callable[P, R]:
    """A function becomes a verb that a room may have; in any other room it does what it says."""
    SKILLS[default.__name__] = compiled(default)
    return dispatched(default)


def room(state: np.dtype[Any], **functions: Callable[..., Any]) -> None:
    """Make the verbs work on this record type; every verb must be there, skills may be."""
    missing, unknown = set(VERBS) - set(functions), set(functions) - set(VERBS) - set(SKILLS)
    if missing or unknown:
        raise TypeError(
            f"a room needs the verbs {VERBS} and may have {list(SKILLS)}; missing {missing}, unknown {unknown}"
        )
    register(state, **{**SKILLS, **functions})


@skill
def greedy(s: State, rng: Rng, listed: Moves) -> int:
    """The move of a player who looks exactly one turn ahead and uses only what the seat to move knows; ties by lot."""
    return listed[below(rng, moves(s, listed))]  # type: ignore[no-any-return]


@skill
def settled(s: State) -> bool:
    """Whether so much has just been decided that a position can be judged by its looks, as between two turns."""
    return False


@skill
def features(s: State, seat: Seat, out: Tensor) -> None:
    """What to judge a settled position by from this seat's side: the numbers that the room's `FEATURES` names."""


@skill
def daring(s: State, move: Move) -> int:
    """1 for a move that a daring player likes, -1 for one that a careful player likes, else 0."""
    return 0


@skill
def settle(s: State) -> bool:
    """From between two turns, go to a settled position or the end as if all stayed as it stands; False if none can."""
    return False


@skill
def plan(s: State, rng: Rng, most: int, plans: State) -> int:
    """Lay out whole turns of the seat to move, at most so many, a quick player's favourite first; returns their number.

    They lie in a record of the room's own type (`PLANS`): plan i is the first `many[i]` numbers of `move[i]`. For games
    in which many moves make a turn, and what each is good for shows only in the end. None where nothing is to plan.
    """
    return 0


TO_THE_END: Final = 1 << 30
"""As a horizon: all turns that can follow, and until the match is over."""


@skill
def horizon(s: State) -> int:
    """How many turns after this one are worth following to their ends, as few can follow; 0 where there are many."""
    return 0


# For a game that is won together and whose turn is too wide to be followed move by move: all the ends that a turn may
# have are laid out in a record of the room's own type (`FORESIGHT`) and judged, then the choices are weighed by them.


@skill
def foresee(s: State, ahead: State) -> int:
    """Lay out the rest of this turn; answers how many ends there are whose `worth` is to be filled in.

    None if that was done just before; setting `known` to 0 forgets it.
    """
    return 0


@skill
def end_of(s: State, ahead: State, end: int, out: Table) -> None:
    """One of these ends, as a position."""


@skill
def weigh_turn(s: State, ahead: State, listed: Moves, out: Numbers) -> int:
    """List the legal moves, and what each is worth by the worth of the ends."""
    return moves(s, listed)


@skill
def worth_of_turn(s: State, ahead: State) -> float:
    """What a turn is worth that has not begun, by the worth of its ends."""
    return 0.0


# For the lab, which asks a game questions and knows none of its words.


@skill
def witness(s: State, move: Move, after: State, out: Notes) -> None:
    """Count what is worth counting about an event, from the position before and after it.

    Into a row for each of the room's `NOTES` and a column for each seat.
    """


@skill
def shuns(s: State, habit: int, move: Move) -> bool:
    """Whether a player with this habit, by its place in the room's `HABITS`, keeps away from a legal move."""
    return False


@skill
def handicap(s: State, habit: int, seat: Seat) -> None:
    """What a habit does to the position besides, after every event: as when a seat lays its hand open."""
