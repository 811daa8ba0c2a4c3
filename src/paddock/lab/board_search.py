"""Search for fair boards: generate many from seeds, play them in rounds and keep the fairest lively ones.

A round is a study in its own directory, so a stopped search continues. Each round has its own dice.
Selection biases the measurement used to select. The selected and the shipped boards are therefore measured again, with
dice that had no part in the selection.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from paddock.engine.errors import PaddockError
from paddock.engine.game import Game
from paddock.engine.options import Drawing
from paddock.games import load_game
from paddock.lab.data.measures import Column
from paddock.lab.data.parquet_files import read_case
from paddock.lab.runner import run
from paddock.lab.statistics.block_sums import BlockSums
from paddock.lab.statistics.bootstrap import Estimate, estimate, percentile_interval
from paddock.lab.statistics.statistic_definitions import per_game, statistics, win_without_luck
from paddock.lab.study import Study, StudyError
from paddock.lab.study_plan import LUCK, Plan, plan_of

CANDIDATE_NAME: Final = "random:{}"
"""Name of a board that is generated from a seed, in every game that generates boards."""

REPORTED: Final = ("lead_changes", "margin", "behind", "decided")
"""Statistics of the final measurement that show how lively a board is."""


class SearchRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round: the same bots play every remaining board."""

    bots: str
    games: int
    """Games per board."""
    keep: int = 0
    """Number of boards that stay; 0 in a final measurement, which keeps all."""
    luck: bool = False
    """Whether luck is subtracted, so that fewer games suffice."""
    lively: list[str] = []
    """Statistics in which a board must reach the median of its round; not together with `luck`."""


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A search as the file states it."""

    game: str
    candidates: int
    rounds: list[SearchRound]
    measured: list[SearchRound]
    """Final measurements of the kept and the shipped boards."""
    shipped: list[str]
    """Names of shipped boards, for comparison."""
    title: str = ""
    question: str = ""
    players: int | None = None
    first: int = 1
    """Seed of the first candidate; the others have the seeds after it."""
    seed: int = 0
    """Seed of the dice; each round adds its number."""


class BoardResult(msgspec.Struct, frozen=True):
    """One board in one round."""

    drawing: str
    unfair: float
    """Largest difference between the share of a place in the turn order and a fair share."""
    wins: list[tuple[float, float, float]]
    """Victories by place in the turn order: value and 95 % interval."""
    others: dict[str, tuple[float, float, float]]
    """Other statistics by key. A selecting round has only those that it selects by."""


class StarterAdvantage(msgspec.Struct, frozen=True):
    """Share of the starter beyond a fair share, as the mean over boards, with 95 % intervals.

    Every board keeps its sign, so that noise does not count as unfairness.
    """

    kept: tuple[float, float, float]
    shipped: tuple[float, float, float]
    difference: tuple[float, float, float]
    """`kept` minus `shipped`; both had the same dice."""


class SearchResult(msgspec.Struct, frozen=True):
    """Result of a search."""

    search: Search
    kept: list[str]
    rounds: list[list[BoardResult]]
    """Every candidate of each round."""
    measured: list[list[BoardResult]]
    """Kept boards, then shipped boards, for each final measurement."""
    unfairness: list[StarterAdvantage]
    """One entry per final measurement."""


def check_search(search: Search) -> tuple[Game, Drawing]:
    """Return the game and its board option; raise `StudyError` if the search cannot run."""
    try:
        game = load_game(search.game)
    except PaddockError as error:
        raise StudyError(("game",), str(error)) from None
    option = next((option for option in game.options if isinstance(option, Drawing)), None)
    if option is None or game.facts.together:
        raise StudyError(("game",), f"{game.facts.title} has no boards on which one seat can have an advantage")
    if search.candidates < 2:
        raise StudyError(("candidates",), f"candidates must be at least 2, not {search.candidates}")
    remaining = search.candidates
    for place, search_round in enumerate(search.rounds):
        if not 0 < search_round.keep <= remaining:
            raise StudyError(
                ("rounds", place, "keep"), f"keep must be from 1 to {remaining} here, not {search_round.keep}"
            )
        remaining = search_round.keep
    for key, rounds in (("rounds", search.rounds), ("measured", search.measured)):
        for place, search_round in enumerate(rounds):
            check_lively(game, search_round, (key, place, "lively"))
    return game, option


def check_lively(game: Game, search_round: SearchRound, key_path: tuple[str | int, ...]) -> None:
    if search_round.luck and search_round.lively:
        raise StudyError(key_path, "lively cannot be used in a round with luck = true")
    known = [statistic.key for statistic in statistics(game, game.facts.players[0])]
    for key in search_round.lively:
        if key not in known:
            raise StudyError(key_path, f"lively: there is no statistic {key!r}; there are {', '.join(known)}")


def round_plan(search: Search, option: Drawing, search_round: SearchRound, boards: list[str], number: int) -> Plan:
    """Return the plan of a round: one case per board, all with the same dice."""
    study = Study(
        search.game,
        title=f"{search.title or search.game}, round {number}",
        players=search.players,
        games=search_round.games,
        bots=search_round.bots,
        seed=search.seed + number,
        options={option.name: boards[0]},
        vary={option.name: list(boards)} if len(boards) > 1 else {},
    )
    plan = plan_of(study)
    if len(plan.cases) != len(boards):
        raise StudyError(("candidates",), "two of the boards are equal")
    kind = LUCK if search_round.luck else plan.cases[0].kind
    return msgspec.structs.replace(plan, cases=[msgspec.structs.replace(case, kind=kind) for case in plan.cases])


def measure_boards(
    plan: Plan, out: Path, search_round: SearchRound, boards: list[str]
) -> Iterator[tuple[BoardResult, BlockSums]]:
    """Yield the result of each board. One at a time, because the sums of thousands would fill the memory."""
    for case, board in zip(plan.cases, boards, strict=True):
        blocks = read_case(plan, out, case)
        yield measure_board(plan, blocks, search_round, board), blocks


def measure_board(plan: Plan, blocks: BlockSums, search_round: SearchRound, board: str) -> BoardResult:
    players, luck = blocks.case.players, search_round.luck
    wins = [
        estimate(blocks, win_without_luck(seat) if luck else per_game(f"win_{seat}"), share=not luck)
        for seat in range(players)
    ]
    others = {
        statistic.key: value_and_interval(estimate(blocks, statistic.formula))
        for statistic in statistics(plan.game, players)
        if (statistic.key in search_round.lively if search_round.keep else not luck and statistic.key in REPORTED)
    }
    unfair = max(abs(win.value - 1 / players) for win in wins)
    return BoardResult(board, unfair, [value_and_interval(win) for win in wins], others)


def value_and_interval(found: Estimate) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def select_fairest(results: list[BoardResult], search_round: SearchRound) -> list[str]:
    """Return the boards that stay, fairest first. Boards below a median of `lively` come last."""
    medians = {key: float(np.median([result.others[key][0] for result in results])) for key in search_round.lively}
    lively = [result for result in results if all(result.others[key][0] >= least for key, least in medians.items())]
    dull = [result for result in results if result not in lively]
    order = sorted(lively, key=lambda result: result.unfair) + sorted(dull, key=lambda result: result.unfair)
    return [result.drawing for result in order[: search_round.keep]]


def starter_advantage(
    kept: Sequence[BlockSums], shipped: Sequence[BlockSums], search_round: SearchRound
) -> StarterAdvantage:
    ours, theirs = mean_advantage(kept, search_round), mean_advantage(shipped, search_round)
    return StarterAdvantage(*(with_interval(samples) for samples in (ours, theirs, ours - theirs)))


def mean_advantage(blocks: Sequence[BlockSums], search_round: SearchRound) -> Column:
    """Return the mean advantage over boards: the measured value first, then one value per resample."""
    formula = win_without_luck(0) if search_round.luck else per_game("win_0")
    wins = [np.append(formula(sums.total()), formula(sums.resampled())) for sums in blocks]
    return np.mean(wins, axis=0) - 1 / blocks[0].case.players  # type: ignore[no-any-return]


def with_interval(samples: Column) -> tuple[float, float, float]:
    return float(samples[0]), *percentile_interval(samples[1:])


def search_rounds(
    search: Search,
    out: Path,
    *,
    threads: int = 1,
    cluster: str | None = None,
    on_round: Callable[[Plan], None] = lambda plan: None,
) -> SearchResult:
    """Run a search and return its result. `on_round` is called with the plan of every round before it is played."""
    _, option = check_search(search)
    candidates = [CANDIDATE_NAME.format(search.first + number) for number in range(search.candidates)]
    rounds, final, unfairness = [], [], []
    for number, (search_round, is_final) in enumerate(all_rounds(search), 1):
        boards = [*candidates, *search.shipped] if is_final else candidates
        plan = round_plan(search, option, search_round, boards, number)
        directory = out / f"round-{number}"
        on_round(plan)
        run(plan, directory, threads=threads, cluster=cluster)
        if is_final:
            measured, blocks = zip(*measure_boards(plan, directory, search_round, boards), strict=True)
            final.append(list(measured))
            kept, shipped = blocks[: len(candidates)], blocks[len(candidates) :]
            unfairness.append(starter_advantage(kept, shipped, search_round))
        else:
            rounds.append([result for result, _ in measure_boards(plan, directory, search_round, boards)])
            candidates = select_fairest(rounds[-1], search_round)
    return SearchResult(search, candidates, rounds, final, unfairness)


def all_rounds(search: Search) -> Iterator[tuple[SearchRound, bool]]:
    """Yield each round, and whether it is a final measurement."""
    yield from ((search_round, False) for search_round in search.rounds)
    yield from ((search_round, True) for search_round in search.measured)
