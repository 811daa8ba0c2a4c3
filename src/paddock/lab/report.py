"""The report of a study, as files: a page, figures, tables and all numbers as JSON."""

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from paddock.lab.page import page_of
from paddock.lab.results import Finding, Results, read_results
from paddock.lab.running import read_directory, write
from paddock.lab.wording import change_of, interval_of, value_of


def write_report(out: Path, *, url: str = "", progress: Callable[[int], None] = lambda read: None) -> Results:
    """Read the games of a finished study and write all that was found beside them."""
    from paddock.lab.figures import as_png, as_svg, figures  # the only place that needs a browser's worth of drawing

    results = read_results(read_directory(out), out, url=url, progress=progress)
    drawn: dict[str, str] = {}
    (out / "figures").mkdir(exist_ok=True)
    for name, chart in figures(results).items():
        drawn[name] = as_svg(chart)
        write(out / "figures" / f"{name}.svg", drawn[name].encode())
        write(out / "figures" / f"{name}.png", as_png(chart))
    write(out / "results.json", msgspec.json.format(msgspec.json.encode(results), indent=1))
    write(out / "findings.csv", as_csv(finding_rows(results)))
    write(out / "others.csv", as_csv(other_rows(results)))
    write(out / "report.html", page_of(results, drawn).encode())
    return results


def as_csv(rows: Iterator[dict[str, Any]]) -> bytes:
    text, listed = io.StringIO(), list(rows)
    writer = csv.DictWriter(text, list(listed[0]) if listed else ["kind"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(listed)
    return text.getvalue().encode()


def numbers_of(finding: Finding) -> dict[str, Any]:
    return {
        name: getattr(finding, name)
        for name in ("key", "label", "kind", "value", "low", "high", "change", "change_low", "change_high")
    }


def finding_rows(results: Results) -> Iterator[dict[str, Any]]:
    for told in results.variants:
        for finding in told.findings:
            about = {"variant": told.name, "players": told.players, "bots": " ".join(told.bots), "games": told.games}
            yield {**about, "section": finding.section, **numbers_of(finding)}


def other_rows(results: Results) -> Iterator[dict[str, Any]]:
    for other in results.others:
        for finding in (other.finding, other.rating):
            if finding is not None:
                yield {"kind_of": other.kind, "name": other.name, "games": other.games, **numbers_of(finding)}


def as_markdown(results: Results, keys: list[str]) -> str:
    """A table of some statistics for all variants, then of those who play another way; for a page of documentation."""
    first = results.variants[0]
    shown = [key for key in keys if any(finding.key == key for finding in first.findings)]
    head = ["rules", "games", *(first.of(key).label for key in shown)]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for told in results.variants:
        cells = []
        for key in shown:
            found = next((finding for finding in told.findings if finding.key == key), None)
            cells.append("" if found is None else f"{value_of(found)} ({interval_of(found)})")
        lines.append(f"| {told.name} | {told.games:,} | {' | '.join(cells)} |")
    changes = [
        (told, told.of(key)) for told in results.variants for key in shown[:1] if told.of(key).change is not None
    ]
    if changes:
        lines += [
            "",
            f"Difference of “{first.of(shown[0]).label}” from the base rules, in pairs with the same dice:",
            "",
        ]
        lines += [f"- {told.name}: {change_of(found)}" for told, found in changes]
    if results.others:
        lines += ["", "| who | games | share of victories | rating |", "|---|---|---|---|"]
        for other in results.others:
            rating = "" if other.rating is None else f"{value_of(other.rating)} ({interval_of(other.rating)})"
            share = f"{value_of(other.finding)} ({interval_of(other.finding)})"
            lines.append(f"| {other.name.replace('_', ' ')}: {other.meaning} | {other.games:,} | {share} | {rating} |")
    return "\n".join(lines) + "\n"
