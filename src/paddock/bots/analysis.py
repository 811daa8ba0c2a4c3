"""A match looked at afterwards: what was luck, and what was done well or badly, player by player.

Every position has a worth for every player: the chance to win, as far as that player knew. An event changes it; the
change belongs to chance if a die or a card fell, else to whoever decided. So the sum telescopes, and for every player
luck + own decisions + others' decisions = result - expectation at the start holds exactly.

Where it can be looked through, a decision is worth as much as its best choice, so that the best choice costs nothing.
What cannot be looked through (a table that is being laid out, cards that are being dealt) is worth what it was before:
the whole deal then counts as one piece of luck.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from math import exp
from typing import Any, Final

import numpy as np

from paddock.bots.mind import MOST_SEATS, appraise_at
from paddock.bots.outlook import outlook
from paddock.bots.player import mind_at_hand
from paddock.bots.solved import solution_at_hand
from paddock.match.match import Match
from paddock.rules.chance import streams
from paddock.rules.kernels import play_at, standing_at, turn_at
from paddock.rules.kinds import CHANCE, OVER, Seat, Table
from paddock.rules.skills import settled
from paddock.rules.verbs import payoff

MOST_PLAYOUTS: Final = 64
FEWEST_PLAYOUTS: Final = 8
"""Games imagined for each player where a position cannot be looked through."""
ALL_PLAYOUTS: Final = 10_000
"""About so many for a whole match: in a long one there are fewer for each position."""
TURNING_POINTS: Final = 5
BLUNDER: Final = 0.02
"""A decision that gives away more is worth a word."""
GENTLE: Final = 12.0
"""How fast accuracy falls with what is given away: exp(-12 x 0.02) is about 79 of 100."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event: who or what, and how it changed everybody's chance to win."""

    number: int
    token: str
    whose: int
    """A seat, or CHANCE."""
    choices: int
    change: list[float]
    worth: list[float]
    """After it, for each player."""


@dataclass(frozen=True, slots=True)
class Account:
    """One player's match in numbers that add up: start + luck + own + others = result."""

    start: float
    luck: float
    own: float
    others: float
    result: float
    decisions: int
    accuracy: float
    """Of 100: how little the decisions gave away."""


@dataclass(slots=True)
class Analysis:
    """A match, event by event and player by player."""

    game: str
    seats: list[str]
    exact: bool
    accounts: list[Account]
    turning_points: list[int]
    """Numbers of the events that changed most."""
    steps: list[Step] = field(repr=False)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Valuer:
    """What positions of one match are worth to each player."""

    def __init__(self, match: Match, seed: int = 0) -> None:
        self.game, self.players = match.game, match.players
        self.solution = solution_at_hand(match.game, match.options)
        self.mind = mind_at_hand(match.game, match.players)
        self.seed = seed
        self.playouts = min(max(ALL_PLAYOUTS // (len(match.moves) + 1), FEWEST_PLAYOUTS), MOST_PLAYOUTS)
        self.listed = np.zeros(match.game.most_moves, np.int16)
        self.begun = False
        fair = 1 / match.players
        self.before = [fair] * match.players

    def worth(self, table: Table) -> list[float]:
        """Of this position, the next one of the match; what it was before where that cannot be said."""
        self.begun = self.begun or bool(settled(table[0])) or turn_at(table) >= 0
        self.before = self.known(table) or self.before
        return self.before

    def known(self, table: Table) -> list[float] | None:
        if turn_at(table) == OVER:
            out = np.zeros(self.players)
            payoff(table[0], out)
            return list(map(float, out))
        if self.solution is not None:
            return [self.solution.value(table[0])] * self.players
        out = np.zeros(MOST_SEATS)
        rng = np.ascontiguousarray(streams(self.seed, 0, 1)[0])
        if appraise_at(self.mind, table, self.begun, rng, self.listed, out):
            return list(map(float, out[: self.players]))
        return self.imagined(table) if turn_at(table) >= 0 else None

    def imagined(self, table: Table) -> list[float]:
        """By games that each player may imagine; the same luck in all of them."""
        return [
            outlook(
                self.mind,
                table,
                self.game.most_moves,
                Seat(seat),
                streams(self.seed, 1, self.playouts),
                to_the_end=not self.game.features,
            ).win[seat]
            for seat in range(self.players)
        ]


def analyse(
    match: Match, seats: Sequence[str], seed: int = 0, progress: Callable[[int], None] = lambda event: None
) -> Analysis:
    """Look at a match event by event."""
    valuer = Valuer(match, seed)
    table = match.game.table(match.players, match.options)
    listed = np.zeros(match.game.most_moves, np.int16)
    worth = start = valuer.worth(table)
    steps = []
    for number, (move, token) in enumerate(zip(match.moves, match.tokens, strict=True), 1):
        whose, choices = turn_at(table), abs(standing_at(table, listed))
        play_at(table, move)
        after = valuer.worth(table)
        change = [new - old for new, old in zip(after, worth, strict=True)]
        steps.append(Step(number, token, int(whose), choices, change, list(after)))
        worth = after
        progress(number)
    biggest = sorted(steps, key=lambda step: -max(map(abs, step.change)))[:TURNING_POINTS]
    return Analysis(
        game=match.game.id,
        seats=list(seats),
        exact=valuer.solution is not None,
        accounts=[account(steps, seat, start[seat], worth[seat]) for seat in range(match.players)],
        turning_points=sorted(step.number for step in biggest if max(map(abs, step.change)) > 0),
        steps=steps,
    )


def account(steps: list[Step], seat: int, start: float, result: float) -> Account:
    """One player's sums."""
    luck = sum(step.change[seat] for step in steps if step.whose == CHANCE)
    own_steps = [step for step in steps if step.whose == seat]
    own = sum(step.change[seat] for step in own_steps)
    others = sum(step.change[seat] for step in steps if step.whose not in (CHANCE, seat))
    given_away = [max(-step.change[seat], 0.0) for step in own_steps if step.choices > 1]
    accuracy = 100 * sum(exp(-GENTLE * lost) for lost in given_away) / len(given_away) if given_away else 100.0
    return Account(start, luck, own, others, result, len(given_away), accuracy)
