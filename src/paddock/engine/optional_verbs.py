"""The optional verbs: functions that a game may implement for its bots or for the lab, with their defaults."""

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

import numpy as np

from paddock.engine.compilation.decorators import compiled
from paddock.engine.rng import below
from paddock.engine.types import EventTally, Move, Moves, Numbers, Positions, Rng, Seat, State, Tensor
from paddock.engine.verbs import VERBS, dispatched, moves, register

P = ParamSpec("P")
R = TypeVar("R")

OPTIONAL_VERBS: dict[str, Callable[..., Any]] = {}
"""Name of an optional verb -> its default, for games that do not implement it."""


def optional_verb(default: Callable[P, R]) -> Callable[P, R]:
    """Turn a function into an optional verb. The function itself is the default."""
    OPTIONAL_VERBS[default.__name__] = compiled(default)
    return dispatched(default)


def register_game(state: np.dtype[Any], **functions: Callable[..., Any]) -> None:
    """Register the verbs of a game for its record type. Raise `TypeError` for missing or unknown verbs."""
    missing, unknown = set(VERBS) - set(functions), set(functions) - set(VERBS) - set(OPTIONAL_VERBS)
    if missing or unknown:
        raise TypeError(
            f"a game needs the verbs {VERBS} and may have {list(OPTIONAL_VERBS)}; missing {missing}, unknown {unknown}"
        )
    register(state, **{**OPTIONAL_VERBS, **functions})


@optional_verb
def greedy(s: State, rng: Rng, moves_buf: Moves) -> int:
    """Return the best move within one turn, from the knowledge of the seat to move. Ties are broken at random."""
    return moves_buf[below(rng, moves(s, moves_buf))]  # type: ignore[no-any-return]


@optional_verb
def settled(s: State) -> bool:
    """Return whether the value network can evaluate this position, as between two turns."""
    return False


@optional_verb
def features(s: State, seat: Seat, out: Tensor) -> None:
    """Write the features of a settled position from this seat's side: the parts that the game's `FEATURES` names."""


@optional_verb
def daring(s: State, move: Move) -> int:
    """Return 1 for a risky move, -1 for a cautious move, and 0 for any other."""
    return 0


@optional_verb
def settle(s: State) -> bool:
    """Go from between two turns to a settled position or the end, as if play stopped. Return False if impossible."""
    return False


@optional_verb
def plan(s: State, rng: Rng, most: int, plans: State) -> int:
    """Write whole turns of the seat to move, at most `most`, the greedy favourite first. Return their number.

    They are in a record of the game's own type (`PLANS`): plan i is the first `many[i]` entries of `move[i]`. This is
    for games in which a turn has many moves and only the whole turn shows its value. Return 0 if nothing is to plan.
    """
    return 0


TO_THE_END: Final = 1 << 30
"""The horizon that means: all turns until the match is over."""


@optional_verb
def horizon(s: State) -> int:
    """Return the number of later turns to search completely, where few can follow; else 0."""
    return 0


# For a cooperative game whose turn is too wide for a search move by move: all possible ends of a turn are written
# into a record of the game's own type (`TURN_ENDS`) and evaluated, and each choice gets its value from them.


@optional_verb
def enumerate_turn_ends(s: State, ahead: State) -> int:
    """Enumerate the ends of this turn. Return the number of ends whose `win_chance` the caller has to fill in.

    Return 0 if the last call enumerated the same ends. The caller sets `known` to 0 to discard them.
    """
    return 0


@optional_verb
def turn_end_position(s: State, ahead: State, end: int, out: Positions) -> None:
    """Write one of these ends as a position."""


@optional_verb
def evaluate_turn_moves(s: State, ahead: State, moves_buf: Moves, out: Numbers) -> int:
    """List the legal moves and write the win chance of each, from the win chances of the ends. Return their number."""
    return moves(s, moves_buf)


@optional_verb
def turn_win_chance(s: State, ahead: State) -> float:
    """Return the win chance before the first roll of a turn, from the win chances of the ends."""
    return 0.0


# For the lab, which knows no game.


@optional_verb
def count_events(s: State, move: Move, after: State, out: EventTally) -> None:
    """Add the counts of one event, from the positions before and after it.

    `out` has a row for each of the game's `EVENT_COUNTS` and a column for each seat.
    """


@optional_verb
def avoids(s: State, habit: int, move: Move) -> bool:
    """Return whether a player with this habit, an index in the game's `HABITS`, never plays this legal move."""
    return False


@optional_verb
def handicap(s: State, habit: int, seat: Seat) -> None:
    """Change the position as a habit requires, after every event: for example, show the hand of a seat to all."""
