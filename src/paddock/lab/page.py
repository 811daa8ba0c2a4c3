"""The report as one page that needs nothing else: no script, no font, no network."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from paddock.lab.results import Finding, Other, Results, Told
from paddock.lab.study import BLUNDERS, HABIT, LADDER, LUCK, SPREAD
from paddock.lab.wording import change_of, interval_of, is_sure, number, value_of


def page_of(results: Results, drawn: dict[str, str]) -> str:
    """The page, with these pictures by their names."""
    titles = {
        "wins-by-seat": ("Victories by place in the turn order", "bars show 95 %, the dashed line is fair"),
        "won": ("How often it is won", "bars show 95 %"),
        "leader-wins": ("How sure a lead is", "who leads alone at that moment wins the match"),
        "scores": ("Final scores", "all seats; the dashed line is the mean"),
    }
    figures = "".join(panel(*titles[name], f'<div class="figure">{svg}</div>') for name, svg in drawn.items())
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(results.title)}</title>'
        f"<style>{(files('paddock.lab') / 'page.css').read_text(encoding='utf-8')}</style></head><body>"
        f'<header class="top"><span class="brand">Paddock</span><span class="crumb">Lab</span></header>'
        f'<main class="wrap"><h1>{escape(results.title)}</h1><p class="lead">{escape(lead(results))}</p>'
        f'<div class="kp">{"".join(cards(results))}</div><div class="g">{figures}'
        f"{specials(results.variants[0])}{variants(results)}{others(results)}{everything(results)}</div>{footer(results)}</main></body></html>\n"
    )


def lead(results: Results) -> str:
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
    """The four numbers that matter most."""
    base = results.variants[0]
    if has(base, "win_0"):
        win, fair = base.of("win_0"), 1 / base.players
        off, margin = 100 * (win.value - fair), 50 * (win.high - win.low)
        which = "ahead" if off > 0 else "behind"
        sure = win.low > fair or win.high < fair
        title = f"Starter is {which}" if sure else "Starter: no difference seen"
        yield card(number(off, margin, sign=True), title, f"points of victories, ±{number(margin, margin)}", sure)
        half = base.of("kept_4")
        yield card(value_of(half), "Leader at half-time wins", f"95 %: {interval_of(half)}")
        shared = base.of("shared")
        yield card(value_of(shared), "Shared victories", f"95 %: {interval_of(shared)}")
    else:
        won = base.of("won")
        yield card(value_of(won), "Won", f"95 %: {interval_of(won)}")
        for key, title in (("score", "Mean score"), ("forced", "Forced decisions")):
            found = base.of(key)
            yield card(value_of(found), title, f"95 %: {interval_of(found)}")
    yield card(
        number(base.of("minutes").value, 1.0), "Minutes", f"estimated; {base.of('decisions').value:.0f} decisions"
    )


def has(told: Told, key: str) -> bool:
    return any(finding.key == key for finding in told.findings)


# ---- Tables

SIDE_BY_SIDE = {
    "score": "Score",
    "spread": "Spread",
    "shared": "Shared",
    "lead_changes": "Lead changes",
    "kept_4": "Half-time leader wins",
    "minutes": "Minutes",
}
"""Statistics that every variant shows in one line, and their headings."""


def variants(results: Results) -> str:
    """Side by side, with differences from the base rules."""
    together = not has(results.variants[0], "win_0")
    main = "won" if together else "win_0"
    keys = [key for key in SIDE_BY_SIDE if has(results.variants[0], key)]
    head = ["Rules", "Players", "Bots", "Games", "Won" if together else "Starter wins", "Difference"]
    head += [*(SIDE_BY_SIDE[key] for key in keys), "Table"]
    shown = [told.of(main) for told in results.variants]
    low, high = min(found.low for found in shown), max(found.high for found in shown)
    rows = []
    for told in results.variants:
        found = told.of(main)
        fair = None if together else 1 / told.players
        ends = (min(low, fair or low), max(high, fair or high))
        changed = ", ".join(f"{name}={value}" for name, value in told.changed.items())
        changed = "" if changed in told.name else changed
        cells = [
            f"<th>{escape(told.name)}{f'<br><small>{escape(shortened(changed))}</small>' if changed else ''}</th>",
            f"<td>{told.players}</td><td>{escape(', '.join(dict.fromkeys(told.bots)))}</td><td>{told.games:,}</td>",
            f"<td>{value_of(found)}{strip(found, ends, fair)}</td>",
            f"<td{' class=sure' if is_sure(found) else ''}>{change_of(found) or '–'}</td>",
            *(f"<td>{value_of(told.of(key))}</td>" for key in keys),
            f'<td><a href="{escape(told.link)}">open</a></td>',
        ]
        rows.append(f"<tr{' class=base' if told is results.variants[0] else ''}>{''.join(cells)}</tr>")
    return panel(
        "Variants side by side",
        "Differences are from the first rules with as many players, game by game with the same dice; 95 % intervals. "
        "The link lays a table with exactly these rules at a service that runs there.",
        table(head, rows),
        full=True,
    )


def specials(base: Told) -> str:
    """What the room counts, and how winners and losers differ in it."""
    notes = [one for one in base.findings if one.key.startswith("note_")]
    if not notes:
        return ""
    pairs = ("lost",) if has(base, "won") else ("winner", "loser")
    rows = []
    for one in notes:
        name = one.key.removeprefix("note_")
        cells = "".join(f"<td>{value_of(base.of(f'{pair}_{name}'))}</td>" for pair in pairs)
        rows.append(
            f"<tr><th>{escape(one.label.removesuffix(' (whole table)'))}</th><td>{value_of(one)}</td>{cells}</tr>"
        )
    head = [
        "",
        "Table",
        *("In a lost match" if pair == "lost" else "Winner" if pair == "winner" else "Each other" for pair in pairs),
    ]
    return panel("What happened", "means of a match with the base rules; intervals are below", table(head, rows))


def shortened(text: str, longest: int = 80) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def table(head: list[str], rows: list[str]) -> str:
    cells = "".join(f"<th>{escape(title)}</th>" for title in head)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def strip(found: Finding, ends: tuple[float, float], mark: float | None) -> str:
    """An interval on a line, with a mark where it would be fair."""
    width = (ends[1] - ends[0]) or 1.0

    def at(value: float) -> float:
        return 6 + 88 * (value - ends[0]) / width

    fair = "" if mark is None else f'<u style="left:{at(mark):.1f}%"></u>'
    return (
        f'<span class="ci">{fair}<i style="left:{at(found.low):.1f}%;width:{at(found.high) - at(found.low):.1f}%"></i>'
        f'<b style="left:{at(found.value):.1f}%"></b></span>'
    )


REMARKS = {
    HABIT: ("Restricted play", "One seat has the habit, each in turn and with the same dice; in a team all have it."),
    LADDER: (
        "Skill",
        (
            "Each level as a guest at tables of the one before, at every seat in turn; a team is of one level, and "
            "compared with a team of the level before."
        ),
    ),
    SPREAD: ("The whole ladder", "The steps one upon the other: the more there is between the ends, the more skill."),
    LUCK: ("Luck", "A mind appraises every die and card as it falls."),
    BLUNDERS: (
        "Blunders",
        (
            "Of each match some decisions are drawn by lot, and the best bot looks at them twice: one look says which "
            "move is the best, the other what it is worth beyond the one that was made, in points of the chance to win."
        ),
    ),
}


def others(results: Results) -> str:
    base, made = results.variants[0], ""
    fair = None if not has(base, "win_0") else 1 / base.players
    for kind, (title, remark) in REMARKS.items():
        shown = [other for other in results.others if other.kind == kind]
        if shown and kind == BLUNDERS:
            made += panel(title, remark, blunders(shown), full=True)
        elif shown:
            mark = fair if kind in (HABIT, LADDER) else None
            ends = (
                min([other.finding.low for other in shown] + ([mark] if mark else [])),
                max([other.finding.high for other in shown] + ([mark] if mark else [])),
            )
            rows = [other_row(other, ends, mark) for other in shown]
            share = "Points of rating" if kind == SPREAD and fair else "Share" if fair else "Won"
            head = ["", "Games", "Share of victories" if mark else share, "Interval", "Rating or difference"]
            made += panel(title, remark, table(head, rows), full=True)
    return made


def other_row(other: Other, ends: tuple[float, float], fair: float | None) -> str:
    rating = other.rating
    gap = "" if rating is None else f"{number(rating.value, (rating.high - rating.low) / 2, sign=True)} points"
    return (
        f"<tr><th>{escape(other.name.replace('_', ' '))}: {escape(other.meaning)}</th><td>{other.games:,}</td>"
        f"<td>{value_of(other.finding)}{strip(other.finding, ends, fair)}</td><td>{interval_of(other.finding)}</td>"
        f"<td>{gap or change_of(other.finding) or '–'}</td></tr>"
    )


def blunders(shown: list[Other]) -> str:
    """What decisions give away, level by level."""
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


def everything(results: Results) -> str:
    """All statistics of all variants, section by section."""
    made = []
    for told in results.variants:
        sections = dict.fromkeys(finding.section for finding in told.findings)
        inner = ""
        for section in sections:
            rows = [
                f"<tr><th>{escape(one.label)}</th><td>{value_of(one)}</td><td>{interval_of(one)}</td>"
                f"<td{' class=sure' if is_sure(one) else ''}>{change_of(one) or '–'}</td></tr>"
                for one in told.findings
                if one.section == section
            ]
            inner += f"<h2>{escape(section)}</h2>{table(['', 'Value', '95 % interval', 'Difference'], rows)}"
        made.append(f"<details><summary>{escape(told.name)}, {told.games:,} games</summary>{inner}</details>")
    return panel(
        "Everything that was measured",
        "Shares have Wilson's interval, all else a bootstrap over blocks of games.",
        "".join(made),
        full=True,
    )


def footer(results: Results) -> str:
    versions = ", ".join(f"{name} {text}" for name, text in results.versions.items())
    pace = f"{results.pace['decision']:g} s for a decision, {results.pace['event']:g} s for a throw or a deal"
    return (
        f"<footer><p>Versions: <code>{escape(versions)}</code>. Seed {results.seed}: the dice of a game depend on it "
        f"and on the number of the game only. Minutes are an estimate: {escape(pace)}. "
        f"Every game was played to its end. "
        f"Drama, decidedness and the lead go by the scores as they stand at the beginning of each turn.</p></footer>"
    )
