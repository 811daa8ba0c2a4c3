"""A learning curve as CSV and as SVG, with the standard library only."""

import csv
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from html import escape
from math import sqrt
from pathlib import Path

WIDTH, HEIGHT, MARGIN = 640, 320, 48


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve: matches and processor seconds of training, and the share of victories in a test."""

    matches: int
    seconds: float
    share: float
    tested: int

    @property
    def error(self) -> float:
        """Half the width of the 95 % confidence interval."""
        return 1.96 * sqrt(self.share * (1 - self.share) / self.tested)


def write_curve(points: Sequence[Point], directory: Path, name: str, title: str) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["matches", "seconds", "share", "tested"])
        for point in points:
            matches, seconds, share, tested = astuple(point)
            rows.writerow([matches, f"{seconds:.1f}", f"{share:.4f}", tested])
    (directory / f"{name}.svg").write_text(as_svg(points, title), encoding="utf-8")


def as_svg(points: Sequence[Point], title: str) -> str:
    """Return an SVG of the share over the matches, with the interval as a band."""
    most = max(point.matches for point in points) or 1

    def across(matches: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * matches / most

    def up(share: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * min(max(share, 0.0), 1.0)

    line = " ".join(f"{across(point.matches):.1f},{up(point.share):.1f}" for point in points)
    upper = [f"{across(point.matches):.1f},{up(point.share + point.error):.1f}" for point in points]
    lower = [f"{across(point.matches):.1f},{up(point.share - point.error):.1f}" for point in reversed(points)]
    grid = "".join(
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{up(share)}" y2="{up(share)}" stroke="#ccc"/>'
        f'<text x="{MARGIN - 6}" y="{up(share) + 4}" text-anchor="end">{share:.0%}</text>'
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>{grid}'
        f'<polygon points="{" ".join(upper + lower)}" fill="#2e7d32" opacity="0.2"/>'
        f'<polyline points="{line}" fill="none" stroke="#2e7d32" stroke-width="2"/>'
        f'<text x="{WIDTH / 2}" y="20" text-anchor="middle">{escape(title)}</text>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">matches played (0 to {most:,})</text></svg>\n'
    )
