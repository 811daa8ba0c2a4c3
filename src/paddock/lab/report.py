"""The report of a study, as files: a page, figures, tables and all numbers as JSON."""

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from paddock.lab.page import page_of
from paddock.lab.results import Finding, Results, read_results
from paddock.lab.running import read_directory
from paddock.lab.statistics import NUMBER
from paddock.lab.study import BLUNDERS
from paddock.lab.tables import write
from paddock.lab.wording import change_of, interval_of, value_of
from paddock.rules.refusals import BadOption


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
        for finding in (other.finding, other.rating, *other.more):
            if finding is not None:
                yield {"kind_of": other.kind, "name": other.name, "games": other.games, **numbers_of(finding)}


def as_markdown(results: Results) -> str:
    """The statistics that a study shows, for all variants, then those who play another way; for documentation."""
    first = results.variants[0]
    known = [finding.key for finding in first.findings]
    for key in results.show:
        if key not in known:
            raise BadOption(f"show: there is no statistic {key!r}; there are {', '.join(known)}")
    shown = [first.of(key) for key in results.show or known[:1]]
    fair = shown[0].key.startswith("win_")
    head = ["rules", "bots", "games", *(["fair"] if fair else []), *(one.label for one in shown)]
    head.append(f"{shown[0].label}: difference")
    lines = [row(head), "|---" * len(head) + "|"]
    for told in results.variants:
        cells = [told.name, ", ".join(dict.fromkeys(told.bots)), f"{told.games:,}"]
        cells += [f"{100 / told.players:.1f} %"] if fair else []
        cells += [cell(told.of(one.key)) for one in shown]
        lines.append(row([*cells, change_of(told.of(shown[0].key)) or "–"]))
    return "\n".join([*lines, *others_in_markdown(results)]) + "\n"


def others_in_markdown(results: Results) -> Iterator[str]:
    """Those who play another way and luck; then what decisions give away, which has columns of its own."""
    others = [other for other in results.others if other.kind != BLUNDERS]
    reviewed = [other for other in results.others if other.kind == BLUNDERS]
    if others:
        rated = any(other.rating is not None for other in others)
        head = ["who", "games", "share" if rated else "won", "points of rating" if rated else "difference"]
        yield from ("", row(head), "|---" * len(head) + "|")
        for other in others:
            who, second = f"{other.name.replace('_', ' ')}: {other.meaning}", change_of(other.finding) or "–"
            if other.finding.kind == NUMBER:  # the whole ladder has points only
                yield row([who, f"{other.games:,}", "–", cell(other.finding)])
            else:
                yield row(
                    [who, f"{other.games:,}", cell(other.finding), cell(other.rating) if other.rating else second]
                )
    if reviewed:
        columns = [reviewed[0].finding, *reviewed[0].more]
        yield from (
            "",
            row(["decisions of", "games", *(one.label for one in columns)]),
            "|---" * (len(columns) + 2) + "|",
        )
        for other in reviewed:
            yield row([other.name, f"{other.games:,}", *(cell(one) for one in (other.finding, *other.more))])


def row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def cell(finding: Finding) -> str:
    return f"{value_of(finding)} ({interval_of(finding)})"
