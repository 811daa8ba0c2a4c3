"""The figures of a report: Altair charts, rendered as SVG and PNG without a browser or network."""

from typing import Any, Final

import altair as alt
import msgspec
import vl_convert

from paddock.lab.data.kernels import PARTS
from paddock.lab.statistics.results import Results, VariantResult

INK, SOFT, LINE, BAR, STARTER = "#2B2018", "#5F4D3E", "#DCCBA8", "#86AE55", "#B4341B"
LINES: Final = ("#1D57A6", "#C23B1B", "#128268", "#A87400", "#C25590", "#3A2A22")
"""Colours of thin lines; each line also has its own dash."""
DASHES: Final = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [10, 4])
MOST_BARS: Final = 40
MOST_LINES: Final = len(LINES)
WIDTH, HEIGHT = 520, 220

CONFIG: Final = {
    "background": "transparent",
    "font": "Nunito, Segoe UI, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": SOFT,
        "titleColor": SOFT,
        "gridColor": LINE,
        "domainColor": LINE,
        "tickColor": LINE,
        "labelFontSize": 13,
        "titleFontSize": 13,
        "titleFontWeight": 700,
    },
    "legend": {"labelColor": INK, "titleColor": SOFT, "labelFontSize": 13, "orient": "bottom", "labelLimit": 400},
}


def figures(results: Results) -> dict[str, Any]:
    """Return the charts of a report by file name."""
    base = results.variants[0]
    charts: dict[str, Any] = {}
    if any(finding.key == "win_0" for finding in base.findings):
        charts["wins-by-seat"] = wins_by_seat(base)
        charts["scores"] = scores(base)
        charts["leader-wins"] = leader_wins(results.variants[:MOST_LINES])
    else:
        charts["won"] = won(results.variants)
        charts["scores"] = scores(base)
    return charts


def wins_by_seat(variant: VariantResult) -> Any:
    """Return bars with intervals, and a line at the fair share."""
    wins = [variant.finding(f"win_{seat}") for seat in range(variant.players)]
    rows = [
        {
            "seat": "starts" if seat == 0 else f"place {seat + 1}",
            "share": 100 * win.value,
            "low": 100 * win.low,
            "high": 100 * win.high,
        }
        for seat, win in enumerate(wins)
    ]
    data = alt.Data(values=rows)
    x = alt.X("seat:N", sort=None, axis=alt.Axis(title=None, labelAngle=0))
    colour = alt.condition("datum.seat == 'starts'", alt.value(STARTER), alt.value(BAR))
    bars = (
        alt.Chart(data)
        .mark_bar(cornerRadiusEnd=5, width={"band": 0.6})
        .encode(x=x, y=alt.Y("share:Q", title="victories, percent"), color=colour)
    )
    ends = alt.Chart(data).mark_rule(color=INK, strokeWidth=2.5).encode(x=x, y="low:Q", y2="high:Q")
    fair = (
        alt.Chart(alt.Data(values=[{"fair": 100 / variant.players}]))
        .mark_rule(color=INK, strokeWidth=2, strokeDash=[6, 4])
        .encode(y="fair:Q")
    )
    return alt.layer(bars, ends, fair).properties(width=WIDTH, height=HEIGHT)


def won(variants: list[VariantResult]) -> Any:
    """Return the win share of each variant of a co-operative game."""
    rows = [
        {"rules": variant.name, "share": 100 * found.value, "low": 100 * found.low, "high": 100 * found.high}
        for variant in variants
        for found in [variant.finding("won")]
    ]
    data = alt.Data(values=rows)
    y = alt.Y("rules:N", sort=None, axis=alt.Axis(title=None, labelLimit=260))
    bars = (
        alt.Chart(data)
        .mark_bar(cornerRadiusEnd=5, color=BAR)
        .encode(y=y, x=alt.X("share:Q", title="won, percent", scale=alt.Scale(domain=[0, 100])))
    )
    ends = alt.Chart(data).mark_rule(color=INK, strokeWidth=2.5).encode(y=y, x="low:Q", x2="high:Q")
    return alt.layer(bars, ends).properties(width=WIDTH - 160, height=max(60, 34 * len(rows)))


def leader_wins(variants: list[VariantResult]) -> Any:
    """Return the share of leaders that win, over the course of the match."""
    names = [variant.name for variant in variants]
    rows = [
        {
            "rules": variant.name,
            "part": 100 * part / PARTS,
            "share": 100 * f.value,
            "low": 100 * f.low,
            "high": 100 * f.high,
        }
        for variant in variants
        for part in range(1, PARTS)
        for f in [variant.finding(f"kept_{part}")]
        if f.value == f.value
    ]
    data = alt.Data(values=rows)
    x = alt.X("part:Q", title="percent of the match", scale=alt.Scale(domain=[0, 100]))
    colour = alt.Color("rules:N", sort=names, scale=alt.Scale(domain=names, range=list(LINES)), title=None)
    y = alt.Y("share:Q", title="leader wins, percent", scale=alt.Scale(zero=False))
    lines = (
        alt.Chart(data)
        .mark_line(strokeWidth=2.5, point=True)
        .encode(
            x=x,
            y=y,
            color=colour,
            strokeDash=alt.StrokeDash(
                "rules:N", sort=names, scale=alt.Scale(domain=names, range=list(DASHES)), title=None
            ),
        )
    )
    ends = alt.Chart(data).mark_rule().encode(x=x, y="low:Q", y2="high:Q", color=colour)
    return alt.layer(lines, ends).properties(width=WIDTH, height=HEIGHT)


def scores(variant: VariantResult) -> Any:
    """Return the distribution of final scores."""
    counts = {float(score): count for score, count in variant.scores.items()}
    low, high, total = min(counts), max(counts), sum(counts.values())
    step = max(1.0, -(-(high - low + 1) // MOST_BARS))
    bins: dict[float, int] = {}
    for score, count in counts.items():
        start = low + (score - low) // step * step
        bins[start] = bins.get(start, 0) + count
    rows = [{"from": start, "to": start + step, "share": 100 * count / total} for start, count in sorted(bins.items())]
    x = alt.X("from:Q", title="score at the end", bin=alt.BinParams(binned=True, step=step))
    bars = (
        alt.Chart(alt.Data(values=rows)).mark_bar(color=BAR).encode(x=x, x2="to:Q", y=alt.Y("share:Q", title="percent"))
    )
    mean = (
        alt.Chart(alt.Data(values=[{"mean": variant.finding("score").value}]))
        .mark_rule(color=INK, strokeWidth=2, strokeDash=[6, 4])
        .encode(x="mean:Q")
    )
    return alt.layer(bars, mean).properties(width=WIDTH, height=HEIGHT)


def as_vega(chart: Any) -> str:
    specification = {**chart.to_dict(), "config": CONFIG}
    return msgspec.json.encode(specification).decode()


def as_svg(chart: Any) -> str:
    return str(vl_convert.vegalite_to_svg(as_vega(chart)))


def as_png(chart: Any) -> bytes:
    return bytes(vl_convert.vegalite_to_png(as_vega(chart), scale=2))
