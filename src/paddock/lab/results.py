"""What a study found: everything that a report shows, read from the tables that were written."""

from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec

from paddock.lab.blocks import Blocks, Estimate, difference, estimate, merged
from paddock.lab.climbing import climbed, is_flat, rating_spread, read_stages
from paddock.lab.kernels import LIMITS
from paddock.lab.running import Manifest
from paddock.lab.statistics import (
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
from paddock.lab.study import BLUNDERS, HABIT, LADDER, LUCK, SPREAD, VARIANT, Case, Given, Plan, as_given, said

HERE: Final = "http://127.0.0.1:4747"
"""Where `paddock serve` is found if nobody says otherwise."""


class Finding(msgspec.Struct, frozen=True):
    """A statistic with its 95 % interval, and how it differs from the base rules."""

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


class Told(msgspec.Struct, frozen=True):
    """One variant."""

    name: str
    players: int
    bots: list[str]
    games: int
    options: dict[str, Given]
    """All of them."""
    changed: dict[str, str]
    """Those that are not as printed."""
    link: str
    findings: list[Finding]
    scores: dict[str, int]
    """Score -> how many seats ended with it."""

    def of(self, key: str) -> Finding:
        return next(finding for finding in self.findings if finding.key == key)


class Other(msgspec.Struct, frozen=True):
    """What came of one who plays another way, or of luck."""

    kind: str
    name: str
    meaning: str
    games: int
    finding: Finding
    rating: Finding | None = None
    more: tuple[Finding, ...] = ()


class Results(msgspec.Struct, frozen=True):
    """The whole study."""

    title: str
    question: str
    game: str
    credit: str
    seed: int
    games: int
    versions: dict[str, str]
    pace: dict[str, float]
    show: list[str]
    variants: list[Told]
    others: list[Other]


def read_results(manifest: Manifest, out: Path, *, url: str = "", progress: Callable[[int], None] = print) -> Results:
    """Read all games once, a chunk at a time."""
    plan, room, done = manifest.plan, manifest.plan.room, 0

    def read(games: int) -> None:
        nonlocal done
        done += games
        progress(done)

    cases = read_stages(plan, out, read)
    found = list(cases.values())
    variants = [blocks for blocks in found if blocks.case.kind == VARIANT]
    return Results(
        title=plan.title,
        question=plan.study.question,
        game=room.id,
        credit=room.facts.credit,
        seed=plan.study.seed,
        games=done,
        versions={
            "paddock": manifest.paddock,
            "rules": str(room.rules_version),
            "numba": manifest.numba,
            "numpy": manifest.numpy,
            "pyarrow": version("pyarrow"),
            "sources": manifest.sources,
        },
        pace=msgspec.structs.asdict(plan.study.pace),
        show=plan.study.show,
        variants=[told(plan, blocks, base_of(blocks, variants), url or HERE) for blocks in variants],
        others=list(others(plan, found)),
    )


def base_of(blocks: Blocks, variants: list[Blocks]) -> Blocks:
    """What a variant is compared with: the first with as many players, else the first of all."""
    return next((other for other in variants if other.case.players == blocks.case.players), variants[0])


def told(plan: Plan, blocks: Blocks, base: Blocks, url: str) -> Told:
    case, room = blocks.case, plan.room
    findings = [
        finding_of(one, blocks, None if base is blocks else base)
        for one in statistics(room, case.players, plan.study.ratios)
    ]
    return Told(
        name=case.name,
        players=case.players,
        bots=case.bots,
        games=case.games,
        options=case.options,
        changed=changed(plan, case),
        link=link_to(case, changed_values(plan, case), url),
        findings=findings,
        scores={f"{score:g}": blocks.scores[score] for score in sorted(blocks.scores)},
    )


def finding_of(one: Statistic, blocks: Blocks, base: Blocks | None) -> Finding:
    value = estimate(blocks, one.formula, share=one.kind == SHARE)
    if base is None:
        return Finding(one.key, one.section, one.label, one.kind, value.value, value.low, value.high)
    change = difference(blocks, base, one.formula)
    return Finding(
        one.key,
        one.section,
        one.label,
        one.kind,
        value.value,
        value.low,
        value.high,
        change.value,
        change.low,
        change.high,
    )


def changed_values(plan: Plan, case: Case) -> dict[str, Given]:
    """The options that are not as a table has them by itself."""
    usual = {option.name: option.read(option.default) for option in plan.room.options}
    return {name: value for name, value in case.options.items() if said(value) != said(as_given(usual[name]))}


def changed(plan: Plan, case: Case) -> dict[str, str]:
    return {name: said(value) for name, value in changed_values(plan, case).items()}


def link_to(case: Case, options: dict[str, Given], url: str) -> str:
    """A page that lays a table with exactly these rules."""
    agreed = quote(msgspec.json.encode(options).decode(), safe="")
    return f"{url.rstrip('/')}/new?game={case.game}&options={agreed}&players={case.players}"


# ---- Those who play another way


def others(plan: Plan, found: list[Blocks]) -> Iterator[Other]:
    """Habits, the ladder, luck and blunders, one after the other."""
    base = found[0]
    yield from habits(plan, found, base)
    yield from ladder(plan, climbed(plan, {blocks.case.number: blocks for blocks in found}))
    for blocks in found:
        if blocks.case.kind == LUCK:
            yield from luck(plan, blocks)
    for blocks in found:
        if blocks.case.kind == BLUNDERS:
            yield from blunders(blocks)


def habits(plan: Plan, found: list[Blocks], base: Blocks) -> Iterator[Other]:
    for habit in plan.room.habits:
        parts = [blocks for blocks in found if (blocks.case.kind, blocks.case.name) == (HABIT, habit.name)]
        if parts and plan.room.facts.together:
            yield Other(HABIT, habit.name, habit.meaning, parts[0].case.games, finding_of(WON, parts[0], base))
        elif parts:
            yield guest(HABIT, habit.name, habit.meaning, merged(parts))


def guest(kind: str, name: str, meaning: str, blocks: Blocks) -> Other:
    """One who sits among others who play another way."""
    value = estimate(blocks, guest_share, share=True)
    gap = estimate(blocks, rating_gap(blocks.case.players))
    return Other(kind, name, meaning, int(blocks.total()["games"]), share(value), points(gap))


def ladder(plan: Plan, steps: list[Blocks]) -> Iterator[Other]:
    before: Blocks | None = None
    for blocks in steps:
        case = blocks.case
        if plan.room.facts.together:
            yield Other(LADDER, case.name, "at all seats", case.games, finding_of(WON, blocks, before))
        else:
            yield guest(LADDER, case.name, f"as a guest of {case.bots[case.guest - 1]}", blocks)
        before = blocks
    if steps:
        yield whole_ladder(plan, steps)


def whole_ladder(plan: Plan, steps: list[Blocks]) -> Other:
    """From the lowest level to the highest that brought something, and whether more thinking would bring more."""
    flat = is_flat(plan, steps) and len(steps) > 1
    meaning = f"{steps[-1].case.name} brings nothing more that could be seen" if flat else "the last step brings more"
    steps = steps[:-1] if flat else steps
    highest, games = steps[-1].case.name, int(sum(step.total()["games"] for step in steps))
    if plan.room.facts.together:
        name = f"{steps[0].case.name} to {highest}"
        return Other(SPREAD, name, meaning, games, finding_of(WON, steps[-1], steps[0]))
    return Other(SPREAD, f"{steps[0].case.bots[-1]} to {highest}", meaning, games, points(rating_spread(steps)))


def luck(plan: Plan, blocks: Blocks) -> Iterator[Other]:
    value = estimate(blocks, luck_share)
    yield Other(
        LUCK, "luck", "of the variance of results goes along with dice and cards", blocks.case.games, share(value)
    )
    if not plan.room.facts.together:
        win = estimate(blocks, win_without_luck(0))
        yield Other(LUCK, "starter", "wins this share if luck is taken out", blocks.case.games, share(win))


def blunders(blocks: Blocks) -> Iterator[Other]:
    """What decisions give away, by level."""
    case = blocks.case
    cost = Statistic("given_away", SKILL, "points given away by a decision", ratio("given_away", "free"), CHANCE)
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
        for limit in LIMITS
    )
    seats = case.players
    match = Statistic(
        "by_match", SKILL, "by a player in a match", lambda s: s["given_away"] / s["games"] / seats, CHANCE
    )
    found = finding_of(cost, blocks, None)
    yield Other(BLUNDERS, case.name, "at all seats", case.games, found, more=(finding_of(match, blocks, None), *beyond))


WON: Final = Statistic("won", FAIRNESS, "won", per_game("won"), SHARE)


def share(value: Estimate) -> Finding:
    return Finding("guest", SKILL, "share of the victories", SHARE, value.value, value.low, value.high)


def points(value: Estimate) -> Finding:
    return Finding("rating", SKILL, "points of rating", NUMBER, value.value, value.low, value.high)
