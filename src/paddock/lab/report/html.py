"""The HTML report: one file without scripts, fonts or network access."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from paddock.lab.report.number_format import change_of, interval_of, is_significant, number, value_of
from paddock.lab.statistics.results import Finding, Results, SecondaryResult, VariantResult
from paddock.lab.study_plan import BLUNDERS, HABIT, LADDER, LUCK, SPREAD


def page_of(results: Results, figures: dict[str, str]) -> str:
    """Return the report as HTML, with these SVG figures by name."""
    titles = {
        "wins-by-seat": (
            "Victories by place in the turn order",
            "Lines show 95 % intervals. The dashed line is a fair share.",
        ),
        "won": ("Share of matches won", "Lines show 95 % intervals."),
        "leader-wins": ("How safe a lead is", "Share of sole leaders at that moment that win the match."),
        "scores": ("Final scores", "All seats. The dashed line is the mean."),
    }
    figure_panels = "".join(panel(*titles[name], f'<div class="figure">{svg}</div>') for name, svg in figures.items())
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(results.title)}</title>'
        f"<style>{(files('paddock.lab.report') / 'page.css').read_text(encoding='utf-8')}</style></head><body>"
        f'<header class="top"><span class="brand">Paddock</span><span class="crumb">Lab</span></header>'
        f'<main class="wrap"><h1>{escape(results.title)}</h1><p class="lead">{escape(introduction(results))}</p>'
        f'<div class="kp">{"".join(cards(results))}</div><div class="g">{figure_panels}'
        f"{event_counts_panel(results.variants[0])}{variants_panel(results)}{secondary_panels(results)}"
        f"{all_statistics_panel(results)}</div>{footer(results)}</main></body></html>\n"
    )


def introduction(results: Results) -> str:
    base = results.variants[0]
    bots = ", ".join(dict.fromkeys(base.bots))
    return f"{results.question} {results.credit}. {results.games:,} games; bots: {bots}; seed {results.seed}.".strip()


def panel(title: str, remark: str, content: str, full: bool = False) -> str:
    wide = " full" if full else ""
    return f'<section class="panel{wide}"><h2>{escape(title)}</h2>{content}<p>{escape(remark)}</p></section>'


def card(value: str, title: str, remark: str, warn: bool = False) -> str:
    return (
        f'<div{" class=warn" if warn else ""}><span class="num">{escape(value)}</span>'
        f"<b>{escape(title)}</b><small>{escape(remark)}</small></div>"
    )


def cards(results: Results) -> Iterator[str]:
    """Yield the four most important numbers."""
    base = results.variants[0]
    if has(base, "win_0"):
        win, fair = base.finding("win_0"), 1 / base.players
        off, margin = 100 * (win.value - fair), 50 * (win.high - win.low)
        which = "ahead" if off > 0 else "behind"
        significant = win.low > fair or win.high < fair
        title = f"Starter is {which}" if significant else "Starter: no significant difference"
        yield card(
            number(off, margin, sign=True),
            title,
            f"percentage points of victories, ±{number(margin, margin)}",
            significant,
        )
        half = base.finding("kept_4")
        yield card(value_of(half), "Leader at half-time wins", f"95 %: {interval_of(half)}")
        shared = base.finding("shared")
        yield card(value_of(shared), "Shared victories", f"95 %: {interval_of(shared)}")
    else:
        won = base.finding("won")
        yield card(value_of(won), "Won", f"95 %: {interval_of(won)}")
        for key, title in (("score", "Mean score"), ("forced", "Forced decisions")):
            found = base.finding(key)
            yield card(value_of(found), title, f"95 %: {interval_of(found)}")
    yield card(
        number(base.finding("minutes").value, 1.0),
        "Minutes",
        f"estimated; {base.finding('decisions').value:.0f} decisions",
    )


def has(variant: VariantResult, key: str) -> bool:
    return any(finding.key == key for finding in variant.findings)


# ---- Tables

SIDE_BY_SIDE = {
    "score": "Score",
    "spread": "Spread",
    "shared": "Shared",
    "lead_changes": "Lead changes",
    "kept_4": "Half-time leader wins",
    "minutes": "Minutes",
}
"""Statistics in the table of variants, and their headings."""


def variants_panel(results: Results) -> str:
    """Return the table of variants, with differences from the base rules."""
    together = not has(results.variants[0], "win_0")
    main = "won" if together else "win_0"
    keys = [key for key in SIDE_BY_SIDE if has(results.variants[0], key)]
    head = ["Rules", "Players", "Bots", "Games", "Won" if together else "Starter wins", "Difference"]
    head += [*(SIDE_BY_SIDE[key] for key in keys), "Table"]
    shown = [variant.finding(main) for variant in results.variants]
    low, high = min(found.low for found in shown), max(found.high for found in shown)
    rows = []
    for variant in results.variants:
        found = variant.finding(main)
        fair = None if together else 1 / variant.players
        ends = (min(low, fair or low), max(high, fair or high))
        changed = ", ".join(f"{name}={value}" for name, value in variant.changed.items())
        changed = "" if changed in variant.name else changed
        cells = [
            f"<th>{escape(variant.name)}{f'<br><small>{escape(shortened(changed))}</small>' if changed else ''}</th>",
            f"<td>{variant.players}</td><td>{escape(', '.join(dict.fromkeys(variant.bots)))}</td>",
            f"<td>{variant.games:,}</td>",
            f"<td>{value_of(found)}{interval_strip(found, ends, fair)}</td>",
            f"<td{' class=significant' if is_significant(found) else ''}>{change_of(found) or '–'}</td>",
            *(f"<td>{value_of(variant.finding(key))}</td>" for key in keys),
            f'<td><a href="{escape(variant.link)}">open</a></td>',
        ]
        rows.append(f"<tr{' class=base' if variant is results.variants[0] else ''}>{''.join(cells)}</tr>")
    return panel(
        "Variants",
        "Differences are from the first rules with the same number of players, paired by dice, with 95 % intervals. "
        "The link opens a table with these rules, if the server is running.",
        table(head, rows),
        full=True,
    )


def event_counts_panel(base: VariantResult) -> str:
    """Return the table of event counts: all seats, winners and others."""
    event_counts = [one for one in base.findings if one.key.startswith("note_")]
    if not event_counts:
        return ""
    pairs = ("lost",) if has(base, "won") else ("winner", "loser")
    rows = []
    for one in event_counts:
        name = one.key.removeprefix("note_")
        cells = "".join(f"<td>{value_of(base.finding(f'{pair}_{name}'))}</td>" for pair in pairs)
        rows.append(
            f"<tr><th>{escape(one.label.removesuffix(' (whole table)'))}</th><td>{value_of(one)}</td>{cells}</tr>"
        )
    head = [
        "",
        "Table",
        *(
            "In a lost match" if pair == "lost" else "Winner" if pair == "winner" else "Each other seat"
            for pair in pairs
        ),
    ]
    return panel("Event counts", "Means per match with the base rules. The intervals are below.", table(head, rows))


def shortened(text: str, longest: int = 80) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def table(head: list[str], rows: list[str]) -> str:
    cells = "".join(f"<th>{escape(title)}</th>" for title in head)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def interval_strip(found: Finding, ends: tuple[float, float], mark: float | None) -> str:
    """Return an interval drawn on a line, with a mark at the fair share."""
    width = (ends[1] - ends[0]) or 1.0

    def at(value: float) -> float:
        return 6 + 88 * (value - ends[0]) / width

    fair = "" if mark is None else f'<u style="left:{at(mark):.1f}%"></u>'
    return (
        f'<span class="ci">{fair}<i style="left:{at(found.low):.1f}%;width:{at(found.high) - at(found.low):.1f}%"></i>'
        f'<b style="left:{at(found.value):.1f}%"></b></span>'
    )


REMARKS = {
    HABIT: (
        "Restricted play",
        "One seat has the habit, at every seat in turn and with the same dice. In a team all seats have it.",
    ),
    LADDER: (
        "Skill",
        (
            "Each level is a guest of the level before, at every seat in turn. "
            "A team has one level and is compared with a team of the level before."
        ),
    ),
    SPREAD: ("The whole ladder", "The sum of the steps. A larger range means more skill."),
    LUCK: ("Luck", "A bot evaluates every die and card."),
    BLUNDERS: (
        "Blunders",
        (
            "The best bot reviews some random decisions of each match with two evaluations. "
            "The first selects the best move; the second measures its advantage over the move played, "
            "in percentage points of win chance."
        ),
    ),
}
"""Title and remark of each table of secondary results."""


def secondary_panels(results: Results) -> str:
    base, panels = results.variants[0], ""
    fair = None if not has(base, "win_0") else 1 / base.players
    for kind, (title, remark) in REMARKS.items():
        shown = [other for other in results.others if other.kind == kind]
        if shown and kind == BLUNDERS:
            panels += panel(title, remark, blunders_table(shown), full=True)
        elif shown:
            mark = fair if kind in (HABIT, LADDER) else None
            ends = (
                min([other.finding.low for other in shown] + ([mark] if mark else [])),
                max([other.finding.high for other in shown] + ([mark] if mark else [])),
            )
            rows = [secondary_row(other, ends, mark) for other in shown]
            share = "Rating points" if kind == SPREAD and fair else "Share" if fair else "Won"
            head = ["", "Games", "Share of victories" if mark else share, "Interval", "Rating or difference"]
            panels += panel(title, remark, table(head, rows), full=True)
    return panels


def secondary_row(other: SecondaryResult, ends: tuple[float, float], fair: float | None) -> str:
    rating = other.rating
    gap = "" if rating is None else f"{number(rating.value, (rating.high - rating.low) / 2, sign=True)} points"
    return (
        f"<tr><th>{escape(other.name.replace('_', ' '))}: {escape(other.meaning)}</th><td>{other.games:,}</td>"
        f"<td>{value_of(other.finding)}{interval_strip(other.finding, ends, fair)}</td>"
        f"<td>{interval_of(other.finding)}</td>"
        f"<td>{gap or change_of(other.finding) or '–'}</td></tr>"
    )


def blunders_table(shown: list[SecondaryResult]) -> str:
    """Return the table of the win chance that decisions lose, by level."""
    columns = [shown[0].finding, *shown[0].more]
    rows = [
        f"<tr><th>{escape(other.name)}</th><td>{other.games:,}</td>"
        + "".join(
            f"<td>{value_of(one)} <small>({interval_of(one)})</small></td>" for one in (other.finding, *other.more)
        )
        + "</tr>"
        for other in shown
    ]
    return table(["", "Games", *(one.label for one in columns)], rows)


def all_statistics_panel(results: Results) -> str:
    """Return all statistics of all variants, by section."""
    variants = []
    for variant in results.variants:
        sections = dict.fromkeys(finding.section for finding in variant.findings)
        inner = ""
        for section in sections:
            rows = [
                f"<tr><th>{escape(one.label)}</th><td>{value_of(one)}</td><td>{interval_of(one)}</td>"
                f"<td{' class=significant' if is_significant(one) else ''}>{change_of(one) or '–'}</td></tr>"
                for one in variant.findings
                if one.section == section
            ]
            inner += f"<h2>{escape(section)}</h2>{table(['', 'Value', '95 % interval', 'Difference'], rows)}"
        variants.append(f"<details><summary>{escape(variant.name)}, {variant.games:,} games</summary>{inner}</details>")
    return panel(
        "All statistics",
        "Shares have Wilson's interval. All other statistics have a bootstrap interval over blocks of games.",
        "".join(variants),
        full=True,
    )


def footer(results: Results) -> str:
    versions = ", ".join(f"{name} {text}" for name, text in results.versions.items())
    pace = f"{results.pace['decision']:g} s for a decision, {results.pace['event']:g} s for a throw or a deal"
    return (
        f"<footer><p>Versions: <code>{escape(versions)}</code>. Seed {results.seed}: the dice of a game depend only on "
        f"the seed and on the number of the game. Minutes are an estimate: {escape(pace)}. "
        f"Every game was played to its end. "
        f"The lead, drama and the decided part use the scores at the beginning of each turn.</p></footer>"
    )
