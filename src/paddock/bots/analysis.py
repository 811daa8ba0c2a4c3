"""Analysis of a finished match: luck and skill of each player.

Each position has a win chance for each player, as far as that player knew. Each event changes it. The change counts as
luck after a chance event, otherwise as a decision of the seat that moved. The changes telescope, so for every player
luck + own decisions + others' decisions = result - win chance at the start holds exactly.

Where a search evaluates a decision, its win chance is that of the best move, so the best move costs nothing. Positions
without an estimate (during the setup or a deal) keep the win chances of the position before. The whole deal then counts
as one piece of luck.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from math import exp
from typing import Any, Final

import numpy as np

from paddock.bots.algorithms.bot_memory import MOST_SEATS
from paddock.bots.algorithms.move_choice import value_estimate_at
from paddock.bots.algorithms.rollouts import run_rollouts
from paddock.bots.algorithms.solver_jobs import known_solution
from paddock.bots.bot import thread_memory
from paddock.engine.optional_verbs import settled
from paddock.engine.position_calls import legal_count_at, play_at, turn_at
from paddock.engine.rng import stream, streams
from paddock.engine.types import CHANCE, OVER, Positions, Seat
from paddock.engine.verbs import payoff
from paddock.match.match_state import MatchState

MAX_PLAYOUTS: Final = 64
"""The largest number of rollouts for each player in a position that no search evaluates."""
MIN_PLAYOUTS: Final = 8
"""The smallest number of these rollouts."""
ALL_PLAYOUTS: Final = 10_000
"""The approximate number of rollouts of a whole match: a long match has fewer for each position."""
TURNING_POINTS: Final = 5
"""The number of turning points in an analysis."""
BLUNDER: Final = 0.02
"""The loss of win chance from which a decision counts as a blunder."""
ACCURACY_DECAY: Final = 12.0
"""The rate at which accuracy falls with the loss of win chance: exp(-12 x 0.02) is about 79 of 100."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event and its effect on the win chances. The field names are those of the JSON output."""

    number: int
    token: str
    whose: int
    """The seat that moved, or CHANCE."""
    choices: int
    """The number of legal moves or outcomes."""
    change: list[float]
    """The change of each player's win chance."""
    worth: list[float]
    """Each player's win chance after the event."""


@dataclass(frozen=True, slots=True)
class Account:
    """The sums of one player: start + luck + own + others = result."""

    start: float
    luck: float
    own: float
    others: float
    result: float
    decisions: int
    """The number of decisions between at least two moves."""
    accuracy: float
    """A mark from 0 to 100: the smaller the losses of the decisions, the higher."""


@dataclass(slots=True)
class Analysis:
    """A match, event by event and player by player."""

    game: str
    seats: list[str]
    exact: bool
    accounts: list[Account]
    turning_points: list[int]
    """The numbers of the events that changed the win chances most."""
    steps: list[Step] = field(repr=False)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Valuer:
    """Each player's win chance in the positions of one match, asked in the order of play."""

    def __init__(self, match: MatchState, seed: int = 0) -> None:
        self.game, self.players = match.game, match.players
        self.solution = known_solution(match.game, match.options)
        self.memory = thread_memory(match.game, match.players)
        self.seed = seed
        self.playouts = min(max(ALL_PLAYOUTS // (len(match.moves) + 1), MIN_PLAYOUTS), MAX_PLAYOUTS)
        self.moves_buf = match.game.buffers().moves
        self.begun = False
        fair = 1 / match.players
        self.last = [fair] * match.players

    def win_chances(self, position: Positions) -> list[float]:
        """Return the win chances in the next position; those of the position before if there is no estimate."""
        self.begun = self.begun or bool(settled(position[0])) or turn_at(position) >= 0
        self.last = self.estimate(position) or self.last
        return self.last

    def estimate(self, position: Positions) -> list[float] | None:
        """Return the win chances by payoff, solution, search or rollouts; None if none of these applies."""
        if turn_at(position) == OVER:
            out = np.zeros(self.players)
            payoff(position[0], out)
            return list(map(float, out))
        if self.solution is not None:
            return [float(self.solution.value(position[0]))] * self.players
        out = np.zeros(MOST_SEATS)
        rng = stream(self.seed)
        if value_estimate_at(self.memory, position, self.begun, rng, self.moves_buf, out):
            return list(map(float, out[: self.players]))
        return self.by_rollouts(position) if turn_at(position) >= 0 else None

    def by_rollouts(self, position: Positions) -> list[float]:
        """Return the win chances by rollouts from each player's knowledge, with common random numbers."""
        return [
            run_rollouts(
                self.memory,
                position,
                self.game.buffers(),
                Seat(seat),
                streams(self.seed, 1, self.playouts),
                to_the_end=not self.game.features,
            ).win[seat]
            for seat in range(self.players)
        ]


def analyse(
    match: MatchState, seats: Sequence[str], seed: int = 0, progress: Callable[[int], None] = lambda event: None
) -> Analysis:
    """Return the analysis of a match. `progress` receives the number of each analysed event."""
    valuer = Valuer(match, seed)
    position = match.game.start_position(match.players, match.options)
    moves_buf = match.game.buffers().moves
    before = start = valuer.win_chances(position)
    steps = []
    for number, (move, token) in enumerate(zip(match.moves, match.tokens, strict=True), 1):
        whose, choices = turn_at(position), abs(legal_count_at(position, moves_buf))
        play_at(position, move)
        after = valuer.win_chances(position)
        change = [new - old for new, old in zip(after, before, strict=True)]
        steps.append(Step(number, token, int(whose), choices, change, list(after)))
        before = after
        progress(number)
    biggest = sorted(steps, key=lambda step: -max(map(abs, step.change)))[:TURNING_POINTS]
    return Analysis(
        game=match.game.id,
        seats=list(seats),
        exact=valuer.solution is not None,
        accounts=[account(steps, seat, start[seat], before[seat]) for seat in range(match.players)],
        turning_points=sorted(step.number for step in biggest if max(map(abs, step.change)) > 0),
        steps=steps,
    )


def account(steps: list[Step], seat: int, start: float, result: float) -> Account:
    """Return the sums of one player."""
    luck = sum(step.change[seat] for step in steps if step.whose == CHANCE)
    own_steps = [step for step in steps if step.whose == seat]
    own = sum(step.change[seat] for step in own_steps)
    others = sum(step.change[seat] for step in steps if step.whose not in (CHANCE, seat))
    losses = [max(-step.change[seat], 0.0) for step in own_steps if step.choices > 1]
    accuracy = 100 * sum(exp(-ACCURACY_DECAY * loss) for loss in losses) / len(losses) if losses else 100.0
    return Account(start, luck, own, others, result, len(losses), accuracy)
