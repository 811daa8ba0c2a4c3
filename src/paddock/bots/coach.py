"""The coach: what every legal choice is worth, how sure that is, and why. It sees only what the seat sees.

    advice = advise(match)
    advice.best.token, advice.best.chance, advice.best.why

Chances come from the exact solution of a game where there is one at hand, else from the same thinking as the owl's.
Margins come from games that greedy players finish, imagined from the seat's own knowledge.
"""

import time
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from paddock.bots.levels import manner
from paddock.bots.mind import weigh_at
from paddock.bots.outlook import outlook
from paddock.bots.player import mind_at_hand, question
from paddock.bots.solved import solution_at_hand
from paddock.bots.thinking import sit
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.kinds import CHANCE, OVER, Move, Rng, Seat
from paddock.rules.refusals import Refusal
from paddock.rules.sayings import Sayings

PLAYOUTS: Final = 96
"""Games that are imagined for every choice, if there is time."""
AT_A_TIME: Final = 16
NEARLY: Final = 0.01
"""Chances this close are as good as equal, however sure they are."""
SIGMAS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal move."""

    move: Move
    token: str
    chance: float
    """To win, for the seat that chooses."""
    error: float
    """How far off that may be: a standard error; 0 where it is exact."""
    margin: float
    """Expected lead over the mean of the others at the end, of a team its score, in what the game counts; as greedy
    players go on."""
    margin_error: float
    nearly_best: bool
    """No choice is clearly better."""
    why: Sayings
    """`in_english`, with the sentences of the room's speech, puts it into words."""


@dataclass(frozen=True, slots=True)
class Advice:
    """All choices of a position, the best first."""

    seat: Seat
    exact: bool
    choices: tuple[Choice, ...]
    seconds: float

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def stake(self) -> float:
        """What the worst choice gives away: where this is small, the choice matters little."""
        return self.best.chance - min(choice.chance for choice in self.choices)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def advise(match: Match, *, seconds: float = 1.0, seed: int = 0) -> Advice:
    """What the seat to move should think of its choices. With a second to spare, the margins are the surer."""
    if match.turn in (CHANCE, OVER):
        raise Refusal("nobody has anything to choose now, so there is nothing to advise")
    started = time.perf_counter()
    seat = Seat(match.turn)
    rng = np.ascontiguousarray(streams(seed, 0, 1)[0])
    legal = match.legal()
    chances, errors, exact = weighed(match, rng)
    margins = margins_of(match, legal, seat, started + seconds, seed)
    best = max(chances)
    s, because = match.plain, match.game.speech.because
    choices = [
        Choice(
            move=move,
            token=match.game.write(s, move),
            chance=chance,
            error=error,
            margin=margin,
            margin_error=margin_error,
            nearly_best=best - chance <= max(NEARLY, SIGMAS * error),
            why=because(s, move) if because else (),
        )
        for move, chance, error, (margin, margin_error) in zip(legal, chances, errors, margins, strict=True)
    ]
    choices.sort(key=lambda choice: -choice.chance)
    return Advice(seat, exact, tuple(choices), time.perf_counter() - started)


def weighed(match: Match, rng: Rng) -> tuple[list[float], list[float], bool]:
    """The chance to win after each legal move, how far off it may be, and whether it is exact."""
    asked = question(match, rng)
    solution = solution_at_hand(match.game, match.options)
    if solution is not None:
        values = dict(solution.values(asked.table[0]))
        return [values[move] for move in asked.legal], [0.0] * len(asked.legal), True
    mind = mind_at_hand(match.game, match.players)
    sit(mind, asked.seat, manner(match.game, "owl"))
    listed = np.zeros(match.game.most_moves, np.int16)
    n = weigh_at(mind, asked.table, rng, listed)
    return mind[0].worth[:n, asked.seat].tolist(), mind[0].error[:n].tolist(), False


def margins_of(match: Match, legal: list[Move], seat: Seat, until: float, seed: int) -> list[tuple[float, float]]:
    """Expected margins after each move; the same dice for all, so that moves are compared and not dice."""
    mind = mind_at_hand(match.game, match.players)
    means = np.zeros((len(legal), 0))
    for first in range(0, PLAYOUTS, AT_A_TIME):
        if first and time.perf_counter() > until:
            break
        rngs = streams(seed, first + 1, AT_A_TIME)
        some = [
            outlook(mind, match.table, match.game.most_moves, seat, rngs.copy(), first=move).margin[seat]
            for move in legal
        ]
        means = np.hstack([means, np.array(some)[:, None]])
    rounds = means.shape[1]
    error = means.std(axis=1, ddof=1) / np.sqrt(rounds) if rounds > 1 else np.full(len(legal), np.inf)
    return list(zip(means.mean(axis=1).tolist(), error.tolist(), strict=True))
