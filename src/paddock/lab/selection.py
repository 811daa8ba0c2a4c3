"""Looking for fair drawings: many are made from seeds, the fairest that are lively too are kept, round by round.

A round is a study like any other, in a directory of its own, so a search that was stopped goes on. Each round has dice
of its own. Whoever is chosen by a measurement looks better in it than it is, so what is published of those that are
left, and of those that come with the game, is measured once more with dice that had no part in the choice.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from paddock.games import game
from paddock.lab.blocks import Blocks, Estimate, ends_of, estimate
from paddock.lab.measures import Column
from paddock.lab.running import run
from paddock.lab.statistics import per_game, statistics, win_without_luck
from paddock.lab.study import LUCK, Flaw, Plan, Study, plan_of
from paddock.lab.tables import read_case
from paddock.rules.game import Game
from paddock.rules.options import Drawing
from paddock.rules.refusals import Refusal

MADE: Final = "random:{}"
"""What a drawing that is made from a seed is called, in every room that makes some."""

TOLD: Final = ("lead_changes", "margin", "behind", "decided")
"""Statistics of those that were kept: are they lively, too?"""


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that are left play among such bots."""

    bots: str
    games: int
    """On each drawing."""
    keep: int = 0
    """How many go on; all, where a round only measures."""
    luck: bool = False
    """Whether a mind watches the dice, so that luck can be taken out: good minds make few games as certain as many."""
    lively: list[str] = []
    """Statistics of which a drawing needs at least the median of its round, to go on; not with `luck`."""


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is looked for, as it was written."""

    game: str
    candidates: int
    rounds: list[Round]
    measured: list[Round]
    """Of those that were kept, and of those that come with the game."""
    shipped: list[str]
    """What the drawings that come with the game are called."""
    title: str = ""
    question: str = ""
    players: int | None = None
    first: int = 1
    """The seed of the first candidate; the others follow."""
    seed: int = 0
    """Of the dice; each round adds its number."""


class Measured(msgspec.Struct, frozen=True):
    """One drawing in one round."""

    drawing: str
    unfair: float
    """By how much the share of the place in the turn order that is farthest from a fair one is off."""
    wins: list[tuple[float, float, float]]
    """Victories by place in the turn order: value and 95 % interval."""
    others: dict[str, tuple[float, float, float]]
    """What else was measured: by key, the same; where drawings are only chosen, what they are chosen by."""


class Unfairness(msgspec.Struct, frozen=True):
    """How far the first place in the turn order is from a fair share, in the mean over drawings, with 95 % intervals.

    Every drawing keeps its sign, so that noise does not count as unfairness.
    """

    kept: tuple[float, float, float]
    shipped: tuple[float, float, float]
    """Of those that come with the game."""
    difference: tuple[float, float, float]
    """Of the first from the second; both met the same dice."""


class Chosen(msgspec.Struct, frozen=True):
    """What a search found."""

    search: Search
    kept: list[str]
    rounds: list[list[Measured]]
    """Every candidate of each round."""
    measured: list[list[Measured]]
    """Those that were kept, then those that come with the game."""
    unfairness: list[Unfairness]
    """Of each measurement."""


def check_search(search: Search) -> tuple[Game, Drawing]:
    """The room and the option that takes drawings; a `Flaw` if there is nothing to search."""
    try:
        room = game(search.game)
    except Refusal as flaw:
        raise Flaw(("game",), str(flaw)) from None
    option = next((option for option in room.options if isinstance(option, Drawing)), None)
    if option is None or room.facts.together:
        raise Flaw(("game",), f"{room.facts.title} is no game with drawings on which one seat may be ahead")
    if search.candidates < 2:
        raise Flaw(("candidates",), f"candidates cannot be {search.candidates}")
    left = search.candidates
    for place, one in enumerate(search.rounds):
        if not 0 < one.keep <= left:
            raise Flaw(("rounds", place, "keep"), f"keep: {one.keep} of {left} cannot go on")
        left = one.keep
    for part in (search.rounds, search.measured):
        for place, one in enumerate(part):
            at = ("rounds" if part is search.rounds else "measured", place)
            if one.luck and one.lively:
                raise Flaw((*at, "lively"), "lively: how a match goes is not watched where luck is")
            known = [each.key for each in statistics(room, room.facts.players[0])]
            for key in one.lively:
                if key not in known:
                    raise Flaw((*at, "lively"), f"lively: there is no statistic {key!r}; there are {', '.join(known)}")
    return room, option


def plan_of_round(search: Search, option: Drawing, one: Round, drawings: list[str], number: int) -> Plan:
    """The same games on every drawing."""
    study = Study(
        search.game,
        title=f"{search.title or search.game}, round {number}",
        players=search.players,
        games=one.games,
        bots=one.bots,
        seed=search.seed + number,
        options={option.name: drawings[0]},
        vary={option.name: list(drawings)} if len(drawings) > 1 else {},
    )
    plan = plan_of(study)
    if len(plan.cases) != len(drawings):
        raise Flaw(("candidates",), "two of the drawings are the same")
    kind = LUCK if one.luck else plan.cases[0].kind
    return msgspec.structs.replace(plan, cases=[msgspec.structs.replace(case, kind=kind) for case in plan.cases])


def measure(plan: Plan, out: Path, one: Round, drawings: list[str]) -> Iterator[tuple[Measured, Blocks]]:
    """Drawing by drawing, since the sums of thousands at a time would fill the memory."""
    for case, drawing in zip(plan.cases, drawings, strict=True):
        blocks = read_case(plan, out, case)
        yield measured_on(plan, blocks, one, drawing), blocks


def measured_on(plan: Plan, blocks: Blocks, one: Round, drawing: str) -> Measured:
    players = blocks.case.players
    wins = [
        estimate(blocks, win_without_luck(seat) if one.luck else per_game(f"win_{seat}"), share=not one.luck)
        for seat in range(players)
    ]
    others = {
        each.key: spread(estimate(blocks, each.formula))
        for each in statistics(plan.room, players)
        if (each.key in one.lively if one.keep else not one.luck and each.key in TOLD)
    }
    unfair = max(abs(win.value - 1 / players) for win in wins)
    return Measured(drawing, unfair, [spread(win) for win in wins], others)


def spread(found: Estimate) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def fairest(measured: list[Measured], one: Round) -> list[str]:
    """Those that go on: as lively as half of them, and then the fairest, best first."""
    medians = {key: float(np.median([each.others[key][0] for each in measured])) for key in one.lively}
    lively = [each for each in measured if all(each.others[key][0] >= least for key, least in medians.items())]
    rest = [each for each in measured if each not in lively]
    order = sorted(lively, key=lambda each: each.unfair) + sorted(rest, key=lambda each: each.unfair)
    return [each.drawing for each in order[: one.keep]]


def unfairness_of(kept: Sequence[Blocks], shipped: Sequence[Blocks], one: Round) -> Unfairness:
    ours, theirs = mean_unfairness(kept, one), mean_unfairness(shipped, one)
    return Unfairness(*(with_ends(drawn) for drawn in (ours, theirs, ours - theirs)))


def mean_unfairness(blocks: Sequence[Blocks], one: Round) -> Column:
    """As it was found, and then draw by draw."""
    formula = win_without_luck(0) if one.luck else per_game("win_0")
    wins = [np.append(formula(each.total()), formula(each.drawn())) for each in blocks]
    return np.mean(wins, axis=0) - 1 / blocks[0].case.players  # type: ignore[no-any-return]


def with_ends(found: Column) -> tuple[float, float, float]:
    return float(found[0]), *ends_of(found[1:])


def search_rounds(
    search: Search,
    out: Path,
    *,
    threads: int = 1,
    cluster: str | None = None,
    told: Callable[[Plan], None] = lambda plan: None,
) -> Chosen:
    """Carry it out; `told` hears of every round before it is played."""
    _, option = check_search(search)
    left = [MADE.format(search.first + number) for number in range(search.candidates)]
    rounds, final, unfairness = [], [], []
    for number, (one, is_last) in enumerate(numbered(search), 1):
        drawings = [*left, *search.shipped] if is_last else left
        plan = plan_of_round(search, option, one, drawings, number)
        where = out / f"round-{number}"
        told(plan)
        run(plan, where, threads=threads, cluster=cluster)
        if is_last:
            measured, blocks = zip(*measure(plan, where, one, drawings), strict=True)
            final.append(list(measured))
            unfairness.append(unfairness_of(blocks[: len(left)], blocks[len(left) :], one))
        else:
            rounds.append([found for found, _ in measure(plan, where, one, drawings)])
            left = fairest(rounds[-1], one)
    return Chosen(search, left, rounds, final, unfairness)


def numbered(search: Search) -> Iterator[tuple[Round, bool]]:
    yield from ((one, False) for one in search.rounds)
    yield from ((one, True) for one in search.measured)
