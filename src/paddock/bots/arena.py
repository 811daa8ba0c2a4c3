"""The arena: every bot meets every other, as a guest at a table of the other's kind, and is rated by what it takes.

A guest sits at each seat in turn, with the same dice each time, so neither seats nor dice favour anybody; all tables
have the same dice too. Where all win or lose together, each bot plays alone at all seats.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any, Final, TypeAlias

import numpy as np

from paddock.bots.certainty import Share, paired_difference, share_of, share_without_luck, without_luck
from paddock.bots.entrants import Entrant, Pace, knows_luck, pace_of, play
from paddock.bots.rating import Meeting, Rating, rated, rated_alone
from paddock.match.match import Match
from paddock.match.simulation import in_order
from paddock.rules.kinds import Numbers
from paddock.rules.options import Value
from paddock.rules.refusals import BadOption
from paddock.rules.solving import Solution

BLOCK_SECONDS: Final = 0.2
"""A thread plays about so long before it hands over what it has."""
MOST_SEEDS: Final = 256
"""Seeds that a thread plays at a time."""
MOST_WORTH: Final = 1e6
"""A game is worth more only where nothing but rounding is left."""

Pairing: TypeAlias = tuple[int, int]
"""Guest and host, by their place among the entrants; of a team both are the same."""


def seatings(players: int, guest: int, host: int) -> list[tuple[int, ...]]:
    """The guest at each seat in turn.

    >>> seatings(3, 0, 1)
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    return [tuple(guest if seat == at else host for seat in range(players)) for at in range(players)]


@dataclass(frozen=True, slots=True)
class Bout:
    """Tables that are played with the same dice, and what is watched there: cell of the cross table -> seat at each."""

    tables: tuple[tuple[int, ...], ...]
    watched: dict[Pairing, tuple[int, ...]]


def bout_of(players: int, pairing: Pairing, *, together: bool) -> Bout:
    """Of two players both are guests of each other, so their games fill two cells at once.

    >>> bout_of(2, (0, 1), together=False).watched
    {(0, 1): (0, 1), (1, 0): (1, 0)}
    >>> bout_of(4, (0, 0), together=True)
    Bout(tables=((0, 0, 0, 0),), watched={(0, 0): (0,)})
    """
    guest, host = pairing
    if together:
        return Bout(((guest,) * players,), {(guest, guest): (0,)})
    tables = tuple(seatings(players, guest, host))
    watched = {(guest, host): tuple(range(players))}
    if players == 2:
        watched[host, guest] = (1, 0)
    return Bout(tables, watched)


def all_pairings(players: int, bots: int, *, together: bool) -> list[Pairing]:
    """Everybody with everybody, each as often as there are different tables.

    >>> all_pairings(2, 3, together=False)
    [(0, 1), (0, 2), (1, 2)]
    >>> all_pairings(4, 2, together=False)
    [(0, 1), (1, 0)]
    """
    if together:
        return [(one, one) for one in range(bots)]
    pairs = [(guest, host) for guest in range(bots) for host in range(bots) if guest != host]
    return [pair for pair in pairs if players > 2 or pair[0] < pair[1]]


@dataclass(frozen=True, slots=True)
class Cell:
    """What a guest takes of the victories at a table of hosts; without its luck too, where that is known.

    `worth` says how many games one game is worth without its luck, at most `MOST_WORTH`.
    """

    guest: str
    host: str
    games: int
    share: Share
    adjusted: Share
    worth: float


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot in the final table; ratings are of results without luck, and of results as they were."""

    bot: str
    rating: Rating
    raw_rating: Rating
    pace: Pace


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much one team wins more often than another with the same dice; margins are half of 95 % intervals."""

    bot: str
    other: str
    share: float
    margin: float
    adjusted: float
    adjusted_margin: float


@dataclass(frozen=True, slots=True)
class Report:
    """What an arena found."""

    game: str
    rules: int
    players: int
    options: dict[str, Value]
    bots: list[str]
    together: bool
    seed: int
    seeds: int
    games: int
    complete: bool
    luck_known: bool
    standings: list[Standing]
    cells: list[Cell]
    differences: list[Difference]
    seconds: float
    versions: dict[str, str]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def cell(self, guest: str, host: str) -> Cell | None:
        """Of the cross table; None where these two have not met."""
        return next((cell for cell in self.cells if (cell.guest, cell.host) == (guest, host)), None)


@dataclass(frozen=True, slots=True)
class Watched:
    """The results of a cell, seed by seed."""

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
    """Bots, a table to meet at, and how often: `games` for each cell, rounded up to whole turns around the table.

    Luck is known to the solution of a game that is won together, if there is one, else to the game's minds.
    """

    def __init__(
        self,
        match: Match,
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
            raise BadOption(f"an arena of {match.game.facts.title} takes at least two bots, like owl,greedy")
        chosen = all_pairings(match.players, len(entrants), together=self.together) if pairings is None else pairings
        self.bouts = [bout_of(match.players, pairing, together=self.together) for pairing in chosen]
        self.rounds = 1 if self.together else match.players
        self.seeds = -(-games // self.rounds)

    @property
    def games(self) -> int:
        """All that are to be played."""
        return len(self.bouts) * self.seeds * self.rounds

    def run(self, *, seed: int = 0, threads: int = 1, progress: Callable[[int], None] = lambda played: None) -> Report:
        """Play; after Ctrl-C, the report is about what has been played by then."""
        started = time.perf_counter()
        paces = [pace_of(self.match, one, seed) for one in self.entrants]
        found: list[list[dict[Pairing, Watched]]] = [[] for _ in self.bouts]
        lasted: deque[float] = deque(maxlen=len(self.bouts))
        played = 0
        observing = in_order(threads, self.spans(lasted), lambda span: self.observe(seed, *span, lasted))
        with suppress(KeyboardInterrupt), closing(observing):
            for number, block in enumerate(observing):
                found[number % len(self.bouts)].append(block)
                played += self.rounds * len(next(iter(block.values())).shares)
                progress(played)
        if not played:
            raise KeyboardInterrupt
        watched = {cell: joined([block[cell] for block in blocks]) for blocks in found if blocks for cell in blocks[0]}
        return self.report(watched, paces, played, seed, time.perf_counter() - started)

    def spans(self, lasted: deque[float]) -> Iterator[tuple[Bout, int, int]]:
        """Bout by bout within a block of seeds: whoever stops early has about as many games in every cell.

        Blocks grow and shrink by how long the last ones took; that changes nothing but who plays what when.
        """
        first, block = 0, 1
        while first < self.seeds:
            count = min(block, self.seeds - first)
            for bout in self.bouts:
                yield bout, first, count
            first += count
            block = next_block(block, max(lasted.copy(), default=BLOCK_SECONDS))

    def observe(self, seed: int, bout: Bout, first: int, count: int, lasted: deque[float]) -> dict[Pairing, Watched]:
        """Some seeds of a bout: what is watched there, each the mean over all tables."""
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
            for table in bout.tables
        ]
        lasted.append(time.perf_counter() - started)
        return {
            cell: Watched(
                np.mean([result.payoffs[:, seat] for result, seat in zip(results, seats, strict=True)], axis=0),
                np.mean([result.luck[:, seat] for result, seat in zip(results, seats, strict=True)], axis=0),
            )
            for cell, seats in bout.watched.items()
        }

    # ---- What came of it

    def report(
        self, watched: dict[Pairing, Watched], paces: Sequence[Pace], played: int, seed: int, seconds: float
    ) -> Report:
        game = self.match.game
        names = [one.name for one in self.entrants]
        ratings, raw = self.ratings(watched, adjusted=True), self.ratings(watched, adjusted=False)
        met = {one for pairing in watched for one in pairing}
        standings = [Standing(names[one], ratings[one], raw[one], paces[one]) for one in sorted(met)]
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
            cells=[self.cell(pairing, results) for pairing, results in sorted(watched.items())],
            differences=self.differences(watched) if self.together else [],
            seconds=seconds,
            versions={name: version(name) for name in ("paddock", "numpy", "numba")},
        )

    def cell(self, pairing: Pairing, results: Watched) -> Cell:
        guest, host = (self.entrants[one].name for one in pairing)
        share, adjusted = results.share, results.adjusted_share
        worth = min((share.error / adjusted.error) ** 2, MOST_WORTH) if adjusted.error > 0 else 1.0
        if adjusted.error == 0.0 < share.error:
            worth = MOST_WORTH
        return Cell(guest, host, len(results.shares) * self.rounds, share, adjusted, worth)

    def ratings(self, watched: dict[Pairing, Watched], *, adjusted: bool) -> dict[int, Rating]:
        if self.together:
            return {
                one: rated_alone(results.adjusted_share if adjusted else results.share, len(results.shares))
                for (one, _), results in watched.items()
            }
        shares = {cell: results.adjusted if adjusted else results.shares for cell, results in watched.items()}
        once = {cell: each for cell, each in shares.items() if self.match.players > 2 or cell[0] < cell[1]}
        meetings = [Meeting(guest, host, each) for (guest, host), each in once.items()]
        return dict(enumerate(rated(len(self.entrants), self.match.players, meetings)))

    def differences(self, watched: dict[Pairing, Watched]) -> list[Difference]:
        teams = sorted((one, results) for (one, _), results in watched.items())
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
    """How many seeds to play at a time, after so many took so long.

    >>> next_block(4, 0.01), next_block(4, 0.2), next_block(4, 9.0)
    (8, 4, 2)
    """
    if seconds < BLOCK_SECONDS / 2:
        return min(2 * block, MOST_SEEDS)
    return max(block // 2, 1) if seconds > 2 * BLOCK_SECONDS else block


def joined(blocks: Sequence[Watched]) -> Watched:
    """All seeds in their order."""
    return Watched(np.concatenate([block.shares for block in blocks]), np.concatenate([block.luck for block in blocks]))


def with_different_names(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Who takes part twice is told apart by a number: owl, owl 2."""
    named: list[Entrant] = []
    for place, one in enumerate(entrants):
        before = sum(other.name == one.name for other in entrants[:place])
        named.append(Entrant(f"{one.name} {before + 1}" if before else one.name, one.bot, one.manner))
    return named
