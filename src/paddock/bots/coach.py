"""The coach: win chance, confidence and reasons for each legal move. It knows only the facts that the seat knows.

    advice = advise(match)
    advice.best.token, advice.best.chance, advice.best.why

Win chances come from the solution of the game if it is known, otherwise from the owl's search. Margins come from
rollouts by greedy players, which begin with determinizations for the seat.
"""

import time
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from paddock.bots.algorithms.memory_construction import set_play_style
from paddock.bots.algorithms.move_choice import evaluate_moves_at
from paddock.bots.algorithms.rollouts import run_rollouts
from paddock.bots.algorithms.solver_jobs import known_solution
from paddock.bots.bot import question, thread_memory
from paddock.bots.levels import play_style
from paddock.engine.errors import PaddockError
from paddock.engine.rng import stream, streams
from paddock.engine.text.messages import Messages
from paddock.engine.types import CHANCE, OVER, Move, Rng, Seat
from paddock.match.match_state import MatchState

PLAYOUTS: Final = 96
"""The rollouts for every choice, if there is time."""
BATCH: Final = 16
"""The rollouts between two checks of the time."""
NEARLY: Final = 0.01
"""The difference up to which two win chances count as equal, however certain they are."""
SIGMAS: Final = 2.0
"""The standard errors up to which two win chances count as equal."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal move."""

    move: Move
    token: str
    chance: float
    """The win chance of the seat to move."""
    error: float
    """The standard error of the win chance; 0 if it is exact."""
    margin: float
    """The expected lead over the mean of the others at the end, or the score if all win together. Greedy players
    continue the game."""
    margin_error: float
    """The standard error of the margin."""
    nearly_best: bool
    """Whether no choice is clearly better."""
    why: Messages
    """The reasons. `render_english` with the game's sentences turns them into text."""


@dataclass(frozen=True, slots=True)
class Advice:
    """All choices in a position, the best first."""

    seat: Seat
    exact: bool
    choices: tuple[Choice, ...]
    seconds: float

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def stake(self) -> float:
        """The difference between the best and the worst win chance. If it is small, the choice matters little."""
        return self.best.chance - min(choice.chance for choice in self.choices)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def advise(match: MatchState, *, seconds: float = 1.0, seed: int = 0) -> Advice:
    """Return the advice for the seat to move. More seconds make the margins more precise.

    Raise `PaddockError` if no seat is to move.
    """
    if match.turn in (CHANCE, OVER):
        raise PaddockError("there is nothing to advise: no seat has a choice now")
    started = time.perf_counter()
    seat = Seat(match.turn)
    rng = stream(seed)
    legal = match.legal_moves()
    chances, errors, exact = evaluate_choices(match, rng)
    margins = expected_margins(match, legal, seat, started + seconds, seed)
    best = max(chances)
    s, reasons = match.plain, match.game.narrator.reasons
    choices = [
        Choice(
            move=move,
            token=match.game.write(s, move),
            chance=chance,
            error=error,
            margin=margin,
            margin_error=margin_error,
            nearly_best=best - chance <= max(NEARLY, SIGMAS * error),
            why=reasons(s, move) if reasons else (),
        )
        for move, chance, error, (margin, margin_error) in zip(legal, chances, errors, margins, strict=True)
    ]
    choices.sort(key=lambda choice: -choice.chance)
    return Advice(seat, exact, tuple(choices), time.perf_counter() - started)


def evaluate_choices(match: MatchState, rng: Rng) -> tuple[list[float], list[float], bool]:
    """Return the win chance after each legal move, the standard errors, and whether they are exact."""
    asked = question(match, rng)
    solution = known_solution(match.game, match.options)
    if solution is not None:
        values = dict(solution.values(asked.position[0]))
        return [values[move] for move in asked.legal], [0.0] * len(asked.legal), True
    memory = thread_memory(match.game, match.players)
    set_play_style(memory, asked.seat, play_style(match.game, "owl"))
    moves_buf = match.game.buffers().moves
    n = evaluate_moves_at(memory, asked.position, rng, moves_buf)
    return memory[0].win_chance[:n, asked.seat].tolist(), memory[0].error[:n].tolist(), False


def expected_margins(
    match: MatchState, legal: list[Move], seat: Seat, until: float, seed: int
) -> list[tuple[float, float]]:
    """Return the expected margin after each move with its standard error, with common random numbers."""
    memory = thread_memory(match.game, match.players)
    means = np.zeros((len(legal), 0))
    for first in range(0, PLAYOUTS, BATCH):
        if first and time.perf_counter() > until:
            break
        rngs = streams(seed, first + 1, BATCH)
        batch = [
            run_rollouts(memory, match.position, match.game.buffers(), seat, rngs.copy(), first=move).margin[seat]
            for move in legal
        ]
        means = np.hstack([means, np.array(batch)[:, None]])
    rounds = means.shape[1]
    error = means.std(axis=1, ddof=1) / np.sqrt(rounds) if rounds > 1 else np.full(len(legal), np.inf)
    return list(zip(means.mean(axis=1).tolist(), error.tolist(), strict=True))
