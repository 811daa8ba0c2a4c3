"""The analysis of a match as a self-contained HTML page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paddock.bots.analysis import Analysis
    from paddock.match.match_state import MatchState

WIDTH, HEIGHT = 720, 240
STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { padding: .3rem .6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
tr + tr { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
svg { width: 100%; height: auto; } polyline { fill: none; stroke-width: 2; }
.axis { stroke: currentColor; opacity: .2; }
text { fill: currentColor; font-size: 12px; }
"""
STROKES = (("#0b7", ""), ("#d52", "6 3"), ("#36c", "2 3"), ("#a3a", "8 3 2 3"), ("#888", "1 4"), ("#b80", "10 4"))
"""A colour and a dash pattern for each player, so that colour alone carries no information."""


def analysis_page(match: MatchState, analysis: Analysis, names: list[str]) -> str:
    """Return the page."""
    from paddock.cli.commands.analyse import account_sentence, change_text, event_sentences

    sentences = event_sentences(match, names)
    people = "".join(f"<p>{escape(account_sentence(*pair))}</p>" for pair in zip(names, analysis.accounts, strict=True))
    turned = "".join(
        f"<li>Event {number}: {escape(sentences[number - 1])} {escape(change_text(analysis, number, names))}</li>"
        for number in analysis.turning_points
    )
    title = escape(match.game.facts.title)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}: luck and decisions</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
        f"<h1>{title}</h1><p>{escape(match.game.facts.credit)}.</p>{people}"
        f"<h2>Win chance</h2>{chart(analysis, names)}"
        f"<h2>In percentage points of win chance</h2>{table(analysis, names)}"
        f"<h2>Turning points</h2><ol>{turned}</ol></body></html>"
    )


def chart(analysis: Analysis, names: list[str]) -> str:
    """Return a chart of the win chances by event, with a line for each player."""
    many = max(len(analysis.steps), 1)
    lines = []
    for seat, name in enumerate(names):
        colour, dash = STROKES[seat % len(STROKES)]
        values = [analysis.accounts[seat].start, *(step.worth[seat] for step in analysis.steps)]
        points = " ".join(f"{WIDTH * at / many:.1f},{HEIGHT * (1 - value):.1f}" for at, value in enumerate(values))
        lines.append(
            f'<polyline points="{points}" stroke="{colour}" stroke-dasharray="{dash}"><title>{escape(name)}</title>'
            f'</polyline><line x1="{seat * 110}" x2="{seat * 110 + 24}" y1="{HEIGHT + 22}" y2="{HEIGHT + 22}" '
            f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>'
            f'<text x="{seat * 110 + 30}" y="{HEIGHT + 26}">{escape(name)}</text>'
        )
    grid = "".join(
        f'<line class="axis" x1="0" x2="{WIDTH}" y1="{HEIGHT * share:.0f}" y2="{HEIGHT * share:.0f}"/>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'<svg viewBox="0 -8 {WIDTH} {HEIGHT + 44}" role="img" aria-label="Win chance of each player by event">'
        f"{grid}{''.join(lines)}</svg>"
    )


def table(analysis: Analysis, names: list[str]) -> str:
    head = "".join(f"<th>{word}</th>" for word in ("", "start", "luck", "own", "others", "result", "accuracy"))
    rows = "".join(
        f"<tr><td>{escape(name)}</td>"
        + "".join(f"<td>{100 * number:.1f}</td>" for number in (one.start, one.luck, one.own, one.others, one.result))
        + f"<td>{one.accuracy:.0f}</td></tr>"
        for name, one in zip(names, analysis.accounts, strict=True)
    )
    return f"<table><tr>{head}</tr>{rows}</table>"
