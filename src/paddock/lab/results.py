"""What a study found: everything that a report shows, read from the tables that were written."""

from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec
import numpy as np
import pyarrow.parquet as pq

from paddock.lab.blocks import Blocks, Estimate, difference, estimate, merged
from paddock.lab.measures import matrix, measured
from paddock.lab.running import Manifest, chunk_at
from paddock.lab.statistics import (
    FAIRNESS,
    SHARE,
    Statistic,
    guest_share,
    luck_share,
    per_game,
    rating_gap,
    statistics,
)
from paddock.lab.study import HABIT, LADDER, LUCK, VARIANT, Case, Given, Plan, as_given, said
from paddock.rules.refusals import BadOption

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
    found: list[Blocks] = []
    for case in plan.cases:
        blocks = Blocks(case)
        for first, count in case.spans():
            columns = read_chunk(chunk_at(out, case, first))
            blocks.add(first, measured(case, room, columns, plan.study.pace))
            if case.kind == VARIANT:
                scores = matrix(columns, "score", case.players)
                blocks.count_scores(scores[:, 0] if room.facts.together else scores)
            done += count
            progress(done)
        found.append(blocks)
    variants = [blocks for blocks in found if blocks.case.kind == VARIANT]
    return Results(
        title=plan.title,
        question=plan.study.question,
        game=room.id,
        credit=room.facts.credit,
        seed=plan.study.seed,
        games=plan.games,
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


def read_chunk(path: Path) -> dict[str, np.ndarray[Any, np.dtype[np.float64]]]:
    try:
        table = pq.ParquetFile(path).read(use_threads=False)  # a single file needs no data set
    except FileNotFoundError:
        raise BadOption(f"{path} is missing: the study is not finished; run it again to go on") from None
    return {name: table.column(name).to_numpy().astype(np.float64) for name in table.column_names}


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
    room = plan.room
    base = found[0]
    meanings = {habit.name: habit.meaning for habit in room.habits}
    for kind in (HABIT, LADDER, LUCK):
        for name in dict.fromkeys(blocks.case.name for blocks in found if blocks.case.kind == kind):
            parts = [blocks for blocks in found if (blocks.case.kind, blocks.case.name) == (kind, name)]
            blocks = merged(parts)
            games = sum(part.case.games for part in parts)
            if kind == LUCK:
                value = estimate(blocks, luck_share)
                yield Other(
                    kind, name, "of the variance of results goes along with dice and cards", games, share(value)
                )
            elif room.facts.together:
                one = Statistic("won", FAIRNESS, "won", per_game("won"), SHARE)
                alone = base if base is not blocks else None
                yield Other(kind, name, meanings.get(name, "at all seats"), games, finding_of(one, blocks, alone))
            else:
                value = estimate(blocks, guest_share, share=True)
                gap = estimate(blocks, rating_gap(base.case.players))
                hosts = next(bot for seat, bot in enumerate(parts[0].case.bots) if seat != parts[0].case.guest)
                meaning = meanings.get(name, f"as a guest of {hosts}")
                yield Other(kind, name, meaning, games, share(value), share(gap, "rating", "points of rating"))


def share(value: Estimate, key: str = "guest", label: str = "share of the victories") -> Finding:
    kind = SHARE if key == "guest" else "number"
    return Finding(key, "Skill and luck", label, kind, value.value, value.low, value.high)
