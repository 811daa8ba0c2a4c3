"""Results of a study: all numbers of the report, computed from the Parquet files."""

from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec

from paddock.lab.data.kernels import BLUNDER_LIMITS
from paddock.lab.level_ladder import is_flat, played_steps, rating_spread, read_stages
from paddock.lab.runner import Manifest
from paddock.lab.statistics.block_sums import BlockSums, merge_blocks
from paddock.lab.statistics.bootstrap import Estimate, difference, estimate
from paddock.lab.statistics.statistic_definitions import (
    CHANCE,
    FAIRNESS,
    NUMBER,
    SHARE,
    SKILL,
    Statistic,
    guest_share,
    luck_share,
    per_game,
    rating_gap,
    ratio,
    statistics,
    win_without_luck,
)
from paddock.lab.study import OptionInput
from paddock.lab.study_plan import BLUNDERS, HABIT, LADDER, LUCK, SPREAD, VARIANT, Case, Plan, as_input, input_text

DEFAULT_URL: Final = "http://127.0.0.1:4747"
"""Default address of `paddock serve`."""


class Finding(msgspec.Struct, frozen=True):
    """A statistic with its 95 % interval, and its difference from the base rules."""

    key: str
    section: str
    label: str
    kind: str
    value: float
    low: float
    high: float
    change: float | None = None
    change_low: float | None = None
    change_high: float | None = None


class VariantResult(msgspec.Struct, frozen=True):
    """Result of one variant."""

    name: str
    players: int
    bots: list[str]
    games: int
    options: dict[str, OptionInput]
    """Values of all options."""
    changed: dict[str, str]
    """Options that differ from the default of a table, as text."""
    link: str
    findings: list[Finding]
    scores: dict[str, int]
    """Number of seats by final score."""

    def finding(self, key: str) -> Finding:
        """Return the finding with this key."""
        return next(finding for finding in self.findings if finding.key == key)


class SecondaryResult(msgspec.Struct, frozen=True):
    """Result of a habit, a step of the ladder, the whole ladder, luck or the review of decisions."""

    kind: str
    name: str
    meaning: str
    games: int
    finding: Finding
    rating: Finding | None = None
    more: tuple[Finding, ...] = ()


class Results(msgspec.Struct, frozen=True):
    """Result of a study."""

    title: str
    question: str
    game: str
    credit: str
    seed: int
    games: int
    versions: dict[str, str]
    pace: dict[str, float]
    show: list[str]
    variants: list[VariantResult]
    others: list[SecondaryResult]


def read_results(manifest: Manifest, out: Path, *, url: str = "", progress: Callable[[int], None] = print) -> Results:
    """Return the results of a study. Every game is read once, chunk by chunk."""
    plan, game, games_read = manifest.plan, manifest.plan.game, 0

    def count_read(games: int) -> None:
        nonlocal games_read
        games_read += games
        progress(games_read)

    cases = read_stages(plan, out, count_read)
    found = list(cases.values())
    variants = [blocks for blocks in found if blocks.case.kind == VARIANT]
    return Results(
        title=plan.title,
        question=plan.study.question,
        game=game.id,
        credit=game.facts.credit,
        seed=plan.study.seed,
        games=games_read,
        versions={
            "paddock": manifest.paddock,
            "rules": str(game.rules_version),
            "numba": manifest.numba,
            "numpy": manifest.numpy,
            "pyarrow": version("pyarrow"),
            "sources": manifest.sources,
        },
        pace=msgspec.structs.asdict(plan.study.pace),
        show=plan.study.show,
        variants=[
            variant_result(plan, blocks, comparison_base(blocks, variants), url or DEFAULT_URL) for blocks in variants
        ],
        others=list(secondary_results(plan, found)),
    )


def comparison_base(blocks: BlockSums, variants: list[BlockSums]) -> BlockSums:
    """Return the variant to compare with: the first one with the same number of players, or else the first one."""
    return next((other for other in variants if other.case.players == blocks.case.players), variants[0])


def variant_result(plan: Plan, blocks: BlockSums, base: BlockSums, url: str) -> VariantResult:
    case, game = blocks.case, plan.game
    findings = [
        finding_of(statistic, blocks, None if base is blocks else base)
        for statistic in statistics(game, case.players, plan.study.ratios)
    ]
    return VariantResult(
        name=case.name,
        players=case.players,
        bots=case.bots,
        games=case.games,
        options=case.options,
        changed=changed(plan, case),
        link=link_to(case, changed_options(plan, case), url),
        findings=findings,
        scores={f"{score:g}": blocks.scores[score] for score in sorted(blocks.scores)},
    )


def finding_of(statistic: Statistic, blocks: BlockSums, base: BlockSums | None) -> Finding:
    value = estimate(blocks, statistic.formula, share=statistic.kind == SHARE)
    if base is None:
        return Finding(
            statistic.key, statistic.section, statistic.label, statistic.kind, value.value, value.low, value.high
        )
    change = difference(blocks, base, statistic.formula)
    return Finding(
        statistic.key,
        statistic.section,
        statistic.label,
        statistic.kind,
        value.value,
        value.low,
        value.high,
        change.value,
        change.low,
        change.high,
    )


def changed_options(plan: Plan, case: Case) -> dict[str, OptionInput]:
    """Return the options that differ from the default of a table."""
    defaults = {option.name: option.read(option.default) for option in plan.game.options}
    return {
        name: value for name, value in case.options.items() if input_text(value) != input_text(as_input(defaults[name]))
    }


def changed(plan: Plan, case: Case) -> dict[str, str]:
    return {name: input_text(value) for name, value in changed_options(plan, case).items()}


def link_to(case: Case, options: dict[str, OptionInput], url: str) -> str:
    """Return the address of a page that opens a table with exactly these rules."""
    encoded = quote(msgspec.json.encode(options).decode(), safe="")
    return f"{url.rstrip('/')}/new?game={case.game}&options={encoded}&players={case.players}"


# ---- Habits, ladder, luck and blunders


def secondary_results(plan: Plan, found: list[BlockSums]) -> Iterator[SecondaryResult]:
    """Yield the results of habits, the ladder, luck and blunders, in this order."""
    base = found[0]
    yield from habit_results(plan, found, base)
    yield from ladder_results(plan, played_steps(plan, {blocks.case.number: blocks for blocks in found}))
    for blocks in found:
        if blocks.case.kind == LUCK:
            yield from luck_results(plan, blocks)
    for blocks in found:
        if blocks.case.kind == BLUNDERS:
            yield from blunder_results(blocks)


def habit_results(plan: Plan, found: list[BlockSums], base: BlockSums) -> Iterator[SecondaryResult]:
    for habit in plan.game.habits:
        parts = [blocks for blocks in found if (blocks.case.kind, blocks.case.name) == (HABIT, habit.name)]
        if parts and plan.game.facts.together:
            yield SecondaryResult(
                HABIT, habit.name, habit.meaning, parts[0].case.games, finding_of(WON, parts[0], base)
            )
        elif parts:
            yield guest_result(HABIT, habit.name, habit.meaning, merge_blocks(parts))


def guest_result(kind: str, name: str, meaning: str, blocks: BlockSums) -> SecondaryResult:
    """Return the result of a guest among hosts that play differently."""
    value = estimate(blocks, guest_share, share=True)
    gap = estimate(blocks, rating_gap(blocks.case.players))
    return SecondaryResult(kind, name, meaning, int(blocks.total()["games"]), share_finding(value), rating_finding(gap))


def ladder_results(plan: Plan, steps: list[BlockSums]) -> Iterator[SecondaryResult]:
    before: BlockSums | None = None
    for blocks in steps:
        case = blocks.case
        if plan.game.facts.together:
            yield SecondaryResult(LADDER, case.name, "at all seats", case.games, finding_of(WON, blocks, before))
        else:
            yield guest_result(LADDER, case.name, f"as a guest of {case.bots[case.guest - 1]}", blocks)
        before = blocks
    if steps:
        yield ladder_range_result(plan, steps)


def ladder_range_result(plan: Plan, steps: list[BlockSums]) -> SecondaryResult:
    """Return the range from the lowest level to the highest with a gain, and whether the last step had a gain."""
    flat = is_flat(plan, steps) and len(steps) > 1
    meaning = f"no measurable gain from {steps[-1].case.name}" if flat else "the last step still gains"
    steps = steps[:-1] if flat else steps
    highest, games = steps[-1].case.name, int(sum(step.total()["games"] for step in steps))
    if plan.game.facts.together:
        name = f"{steps[0].case.name} to {highest}"
        return SecondaryResult(SPREAD, name, meaning, games, finding_of(WON, steps[-1], steps[0]))
    return SecondaryResult(
        SPREAD, f"{steps[0].case.bots[-1]} to {highest}", meaning, games, rating_finding(rating_spread(steps))
    )


def luck_results(plan: Plan, blocks: BlockSums) -> Iterator[SecondaryResult]:
    value = estimate(blocks, luck_share)
    explained = "share of the variance of results that dice and cards explain"
    yield SecondaryResult(LUCK, "luck", explained, blocks.case.games, share_finding(value))
    if not plan.game.facts.together:
        win = estimate(blocks, win_without_luck(0))
        yield SecondaryResult(
            LUCK, "starter", "share of the victories without luck", blocks.case.games, share_finding(win)
        )


def blunder_results(blocks: BlockSums) -> Iterator[SecondaryResult]:
    """Yield the win chance that the decisions of a level lose."""
    case = blocks.case
    cost = Statistic(
        "given_away", SKILL, "win chance lost per decision, in points", ratio("given_away", "free"), CHANCE
    )
    beyond = tuple(
        finding_of(
            Statistic(
                f"beyond_{round(100 * limit)}",
                SKILL,
                f"more than {100 * limit:g} points",
                ratio(f"beyond_{round(100 * limit)}", "free"),
                SHARE,
            ),
            blocks,
            None,
        )
        for limit in BLUNDER_LIMITS
    )
    seats = case.players
    match = Statistic("by_match", SKILL, "per player and match", lambda s: s["given_away"] / s["games"] / seats, CHANCE)
    found = finding_of(cost, blocks, None)
    yield SecondaryResult(
        BLUNDERS, case.name, "at all seats", case.games, found, more=(finding_of(match, blocks, None), *beyond)
    )


WON: Final = Statistic("won", FAIRNESS, "won", per_game("won"), SHARE)


def share_finding(value: Estimate) -> Finding:
    return Finding("guest", SKILL, "share of the victories", SHARE, value.value, value.low, value.high)


def rating_finding(value: Estimate) -> Finding:
    return Finding("rating", SKILL, "rating points", NUMBER, value.value, value.low, value.high)
