"""The arena: a tournament in which each bot is a guest at tables of each other bot.

The guest takes each seat in turn with the same dice, so neither seats nor dice favour a bot. All pairings use the same
dice too (common random numbers). If all seats win together, each bot plays alone at all seats.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any, Final

import numpy as np

from paddock.bots.arena.entrants import Entrant
from paddock.bots.arena.intervals import Share, paired_difference, share_of
from paddock.bots.arena.luck import share_without_luck, without_luck
from paddock.bots.arena.pace import Pace, measure_pace
from paddock.bots.arena.paired_games import knows_luck, play
from paddock.bots.arena.pairings import Matchup, Pairing, all_pairings, matchup_of
from paddock.bots.arena.ratings import Meeting, Rating, bradley_terry_ratings, team_rating
from paddock.engine.errors import BadOption
from paddock.engine.options import OptionValue
from paddock.engine.solver.protocols import Solution
from paddock.engine.types import Numbers
from paddock.match.match_state import MatchState
from paddock.match.simulation import in_order

BLOCK_SECONDS: Final = 0.2
"""The approximate time of one block of games on a thread."""
MAX_SEEDS: Final = 256
"""The largest number of seeds in a block."""
MAX_WORTH: Final = 1e6
"""The limit of `CrossTableCell.worth`. Only rounding errors remain above it."""


@dataclass(frozen=True, slots=True)
class CrossTableCell:
    """A guest's share of the victories at tables of hosts, as played and without luck.

    `worth` is the variance reduction: the number of games as played that are as informative as one without luck. It is
    at most `MAX_WORTH`.
    """

    guest: str
    host: str
    games: int
    share: Share
    adjusted: Share
    worth: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """One bot in the final table: its rating without luck, its rating as played, and its pace."""

    bot: str
    rating: Rating
    raw_rating: Rating
    pace: Pace


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between the shares of two teams with the same dice, and half of its 95 % interval."""

    bot: str
    other: str
    share: float
    margin: float
    adjusted: float
    adjusted_margin: float


@dataclass(frozen=True, slots=True)
class Report:
    """The results of an arena. The field names are those of the JSON output."""

    game: str
    rules: int
    players: int
    options: dict[str, OptionValue]
    bots: list[str]
    together: bool
    seed: int
    seeds: int
    games: int
    complete: bool
    luck_known: bool
    standings: list[Ranked]
    cells: list[CrossTableCell]
    differences: list[Difference]
    seconds: float
    versions: dict[str, str]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def cell(self, guest: str, host: str) -> CrossTableCell | None:
        """Return a cell of the cross table; None if these two have not met."""
        return next((cell for cell in self.cells if (cell.guest, cell.host) == (guest, host)), None)


@dataclass(frozen=True, slots=True)
class CellSamples:
    """The shares and the luck of a cell, by seed."""

    shares: Numbers
    luck: Numbers

    @property
    def adjusted(self) -> Numbers:
        return without_luck(self.shares, self.luck)

    @property
    def share(self) -> Share:
        return share_of(self.shares)

    @property
    def adjusted_share(self) -> Share:
        return share_without_luck(self.shares, self.luck)


class Arena:
    """A tournament at one table: `games` for each cell, rounded up so that the guest takes each seat equally often.

    The solution of the game measures luck, if all seats win together and it is known; otherwise the game's algorithm.
    """

    def __init__(
        self,
        match: MatchState,
        entrants: Sequence[Entrant],
        games: int,
        *,
        pairings: Sequence[Pairing] | None = None,
        luck: bool = True,
        solution: Solution | None = None,
    ) -> None:
        self.match = match
        self.together = match.game.facts.together
        self.solution = solution if luck and self.together else None
        self.luck = luck and (self.solution is not None or knows_luck(match.game))
        self.entrants = with_different_names(entrants)
        if len(entrants) < (1 if self.together else 2):
            raise BadOption(f"an arena of {match.game.facts.title} needs at least two bots, such as owl,greedy")
        pairings = all_pairings(match.players, len(entrants), together=self.together) if pairings is None else pairings
        self.matchups = [matchup_of(match.players, pairing, together=self.together) for pairing in pairings]
        self.rounds = 1 if self.together else match.players
        self.seeds = -(-games // self.rounds)

    @property
    def games(self) -> int:
        """The number of all games."""
        return len(self.matchups) * self.seeds * self.rounds

    def run(self, *, seed: int = 0, threads: int = 1, progress: Callable[[int], None] = lambda played: None) -> Report:
        """Play all games and return the report; after Ctrl-C, the report of the games played by then."""
        started = time.perf_counter()
        paces = [measure_pace(self.match, one, seed) for one in self.entrants]
        found: list[list[dict[Pairing, CellSamples]]] = [[] for _ in self.matchups]
        block_seconds: deque[float] = deque(maxlen=len(self.matchups))
        played = 0
        blocks = in_order(
            threads, self.blocks(block_seconds), lambda block: self.play_block(seed, *block, block_seconds)
        )
        with suppress(KeyboardInterrupt), closing(blocks):
            for number, block in enumerate(blocks):
                found[number % len(self.matchups)].append(block)
                played += self.rounds * len(next(iter(block.values())).shares)
                progress(played)
        if not played:
            raise KeyboardInterrupt
        samples = {cell: joined([block[cell] for block in parts]) for parts in found if parts for cell in parts[0]}
        return self.report(samples, paces, played, seed, time.perf_counter() - started)

    def blocks(self, block_seconds: deque[float]) -> Iterator[tuple[Matchup, int, int]]:
        """Yield the matchup, first seed and seed count of each block; all matchups before the next seeds.

        So an interrupted arena has about equally many games in every cell. The size of the blocks follows the time that
        the last ones took and does not change the results.
        """
        first, block = 0, 1
        while first < self.seeds:
            count = min(block, self.seeds - first)
            for matchup in self.matchups:
                yield matchup, first, count
            first += count
            block = next_block(block, max(block_seconds.copy(), default=BLOCK_SECONDS))

    def play_block(
        self, seed: int, matchup: Matchup, first: int, count: int, block_seconds: deque[float]
    ) -> dict[Pairing, CellSamples]:
        """Play some seeds of a matchup and return the means over its tables, by cell and seed."""
        started = time.perf_counter()
        results = [
            play(
                self.match,
                [self.entrants[one] for one in table],
                seed,
                first,
                count,
                luck=self.luck,
                solution=self.solution,
            )
            for table in matchup.tables
        ]
        block_seconds.append(time.perf_counter() - started)
        return {
            cell: CellSamples(
                np.mean([result.payoffs[:, seat] for result, seat in zip(results, seats, strict=True)], axis=0),
                np.mean([result.luck[:, seat] for result, seat in zip(results, seats, strict=True)], axis=0),
            )
            for cell, seats in matchup.seats.items()
        }

    # ---- The report

    def report(
        self, samples: dict[Pairing, CellSamples], paces: Sequence[Pace], played: int, seed: int, seconds: float
    ) -> Report:
        game = self.match.game
        names = [one.name for one in self.entrants]
        ratings, raw = self.ratings(samples, adjusted=True), self.ratings(samples, adjusted=False)
        met = {one for pairing in samples for one in pairing}
        standings = [Ranked(names[one], ratings[one], raw[one], paces[one]) for one in sorted(met)]
        return Report(
            game=game.id,
            rules=game.rules_version,
            players=self.match.players,
            options=self.match.options,
            bots=names,
            together=self.together,
            seed=seed,
            seeds=self.seeds,
            games=played,
            complete=played == self.games,
            luck_known=self.luck,
            standings=sorted(standings, key=lambda standing: -standing.rating.points),
            cells=[self.cell(pairing, results) for pairing, results in sorted(samples.items())],
            differences=self.differences(samples) if self.together else [],
            seconds=seconds,
            versions={name: version(name) for name in ("paddock", "numpy", "numba")},
        )

    def cell(self, pairing: Pairing, results: CellSamples) -> CrossTableCell:
        guest, host = (self.entrants[one].name for one in pairing)
        share, adjusted = results.share, results.adjusted_share
        worth = min((share.error / adjusted.error) ** 2, MAX_WORTH) if adjusted.error > 0 else 1.0
        if adjusted.error == 0.0 < share.error:
            worth = MAX_WORTH
        return CrossTableCell(guest, host, len(results.shares) * self.rounds, share, adjusted, worth)

    def ratings(self, samples: dict[Pairing, CellSamples], *, adjusted: bool) -> dict[int, Rating]:
        if self.together:
            return {
                one: team_rating(results.adjusted_share if adjusted else results.share, len(results.shares))
                for (one, _), results in samples.items()
            }
        shares = {cell: results.adjusted if adjusted else results.shares for cell, results in samples.items()}
        once = {cell: each for cell, each in shares.items() if self.match.players > 2 or cell[0] < cell[1]}
        meetings = [Meeting(guest, host, each) for (guest, host), each in once.items()]
        return dict(enumerate(bradley_terry_ratings(len(self.entrants), self.match.players, meetings)))

    def differences(self, samples: dict[Pairing, CellSamples]) -> list[Difference]:
        teams = sorted((one, results) for (one, _), results in samples.items())
        return [
            Difference(
                self.entrants[one].name,
                self.entrants[other].name,
                *paired_difference(mine.shares, theirs.shares),
                *paired_difference(mine.adjusted, theirs.adjusted),
            )
            for one, mine in teams
            for other, theirs in teams
            if one != other
        ]


def next_block(block: int, seconds: float) -> int:
    """Return the number of seeds of the next block, after a block of this size took these seconds.

    >>> next_block(4, 0.01), next_block(4, 0.2), next_block(4, 9.0)
    (8, 4, 2)
    """
    if seconds < BLOCK_SECONDS / 2:
        return min(2 * block, MAX_SEEDS)
    return max(block // 2, 1) if seconds > 2 * BLOCK_SECONDS else block


def joined(blocks: Sequence[CellSamples]) -> CellSamples:
    """Return the samples of all blocks, in the order of the seeds."""
    return CellSamples(
        np.concatenate([block.shares for block in blocks]), np.concatenate([block.luck for block in blocks])
    )


def with_different_names(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants with numbers after repeated names: owl, owl 2."""
    named: list[Entrant] = []
    for place, one in enumerate(entrants):
        before = sum(other.name == one.name for other in entrants[:place])
        named.append(Entrant(f"{one.name} {before + 1}" if before else one.name, one.bot, one.play_style))
    return named
