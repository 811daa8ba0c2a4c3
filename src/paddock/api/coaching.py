"""Advice for a decision, and the analysis of a whole match."""

from dataclasses import dataclass, field

from paddock.api.match import Match
from paddock.api.moves import Move
from paddock.api.record import Record
from paddock.api.turns import Seat, Turn, turn_of
from paddock.bots import analysis, coach
from paddock.engine.errors import PaddockError
from paddock.engine.text.messages import render_english
from paddock.match.seat_names import display_names


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal move, as the coach rates it."""

    move: Move
    """The move."""
    win_chance: float
    """Chance to win after this move."""
    error: float
    """Standard error of the win chance; 0 if it is exact."""
    margin: float
    """Expected lead at the end over the mean of the others, if greedy bots continue; for a team its score."""
    margin_error: float
    """Standard error of the margin."""
    nearly_best: bool
    """Whether no other move is clearly better."""
    reasons: str
    """Sentences for and against the move, in English."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The rated choices of a decision. `advise` returns it.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("mmm", board="bbf", dice=2, cat_moves=3, seed=0)
        >>> match.play("place:a1")
        >>> _ = paddock.solve("mmm", board="bbf", dice=2, cat_moves=3)    # so the advice is exact
        >>> advice = paddock.advise(match, seconds=0)
        >>> for choice in advice.choices:
        ...     print(f"{choice.move} wins {choice.win_chance:.1%}")
        gather wins 40.7%
        again wins 33.0%
    """

    seat: Seat
    """The seat that decides."""
    exact: bool
    """Whether the win chances are exact, from a solved game."""
    choices: tuple[Choice, ...]
    """All legal moves, the best first."""

    @property
    def best(self) -> Choice:
        """The best choice."""
        return self.choices[0]


def advise(match: Match, *, seconds: float = 1.0, seed: int = 0) -> Advice:
    """Return the win chance of each legal move, with reasons. The coach knows what the seat to move knows.

    Args:
        match: A match in which a seat has to decide.
        seconds: Time for the margins; with more time they are more precise.
        seed: Random seed of the rollouts.

    Raises:
        PaddockError: If no seat has to decide.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("mmm", board="bbf", dice=2, cat_moves=3, seed=0)
        >>> match.play("place:a1")
        >>> best = paddock.advise(match).best
        >>> best.move in match.legal, best.reasons
        (True, 'The cat has 3 moves to go. This gathers 1 square and costs one of its moves.')
    """
    if not isinstance(match.turn, Seat):
        raise PaddockError("there is nothing to advise: no seat has to decide now")
    found = coach.advise(match._state, seconds=seconds, seed=seed)
    sentences, names = match.game.narrator.sentences, display_names(match.names)
    choices = [
        Choice(
            move=Move(one.token, one.move),
            win_chance=float(one.chance),
            error=one.error,
            margin=one.margin,
            margin_error=one.margin_error,
            nearly_best=bool(one.nearly_best),
            reasons=render_english(one.why, sentences, names),
        )
        for one in found.choices
    ]
    return Advice(Seat(found.seat), found.exact, tuple(choices))


@dataclass(frozen=True, slots=True)
class Step:
    """One event of an analysed match."""

    number: int
    """Number of the event, counted from 1."""
    token: str
    """Token of the event."""
    turn: Turn
    """The seat that decided, or `CHANCE`."""
    choices: int
    """Number of moves or outcomes."""
    change: tuple[float, ...]
    """Change of the win chance of each seat."""
    win_chances: tuple[float, ...]
    """Win chance of each seat after the event."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A match in win chances: luck and decisions of each seat. `analyse` returns it.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("mmm", board="bbf", dice=2, cat_moves=3, seed=0)
        >>> match.play("place:a1", "gather")
        >>> _ = paddock.solve("mmm", board="bbf", dice=2, cat_moves=3)    # so the analysis is exact
        >>> analysis = paddock.analyse(match)
        >>> analysis.exact, round(analysis.accounts[0].accuracy)
        (True, 100)
        >>> analysis.turning_points[0].token
        'roll:bh'
    """

    accounts: tuple[analysis.Account, ...]
    """For each seat: `start + luck + own + others = result`, the number of decisions and their accuracy."""
    turning_points: tuple[Step, ...]
    """The events with the largest changes, in their order."""
    exact: bool
    """Whether the win chances are exact, from a solved game."""
    steps: tuple[Step, ...] = field(repr=False)
    """All events."""


def analyse(match: Match | Record, *, seed: int = 0) -> Analysis:
    """Split the result of a match into luck and decisions, for each seat.

    Each event changes the win chances. The change counts as luck if a die or a card caused it, else it counts for the
    seat that decided.

    Args:
        match: A match or its record, finished or not.
        seed: Random seed of the rollouts.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("mmm", board="bbf", dice=2, cat_moves=3, seed=0)
        >>> match.play("place:a1")
        >>> analysis = paddock.analyse(match)
        >>> [(step.turn, step.token) for step in analysis.steps]
        [(CHANCE, 'roll:bh'), (Seat(0), 'place:a1')]
        >>> account = analysis.accounts[0]
        >>> round(account.start + account.luck + account.own + account.others - account.result, 9)
        0.0
    """
    played = Match.from_record(match, chance="manual") if isinstance(match, Record) else match
    found = analysis.analyse(played._state, played.names, seed)
    steps = [
        Step(one.number, one.token, turn_of(one.whose), one.choices, tuple(one.change), tuple(one.worth))
        for one in found.steps
    ]
    points = tuple(steps[number - 1] for number in found.turning_points)
    return Analysis(tuple(found.accounts), points, found.exact, tuple(steps))
