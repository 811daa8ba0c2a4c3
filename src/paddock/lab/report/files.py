"""The report of a study as files: HTML, figures, CSV and JSON; and as Markdown for the documentation."""

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from paddock.engine.errors import BadOption
from paddock.lab.data.parquet_files import write_atomically
from paddock.lab.report.html import page_of
from paddock.lab.report.number_format import change_of, interval_of, value_of
from paddock.lab.runner import read_directory
from paddock.lab.statistics.results import Finding, Results, read_results
from paddock.lab.statistics.statistic_definitions import NUMBER
from paddock.lab.study_plan import BLUNDERS


def write_report(out: Path, *, url: str = "", progress: Callable[[int], None] = lambda read: None) -> Results:
    """Read the games of a finished study, write its report into the same directory and return the results."""
    from paddock.lab.report.charts import as_png, as_svg, figures  # the import takes a second; only reports need it

    results = read_results(read_directory(out), out, url=url, progress=progress)
    svgs: dict[str, str] = {}
    (out / "figures").mkdir(exist_ok=True)
    for name, chart in figures(results).items():
        svgs[name] = as_svg(chart)
        write_atomically(out / "figures" / f"{name}.svg", svgs[name].encode())
        write_atomically(out / "figures" / f"{name}.png", as_png(chart))
    write_atomically(out / "results.json", msgspec.json.format(msgspec.json.encode(results), indent=1))
    write_atomically(out / "findings.csv", as_csv(finding_rows(results)))
    write_atomically(out / "others.csv", as_csv(secondary_rows(results)))
    write_atomically(out / "report.html", page_of(results, svgs).encode())
    return results


def as_csv(rows: Iterator[dict[str, Any]]) -> bytes:
    text, all_rows = io.StringIO(), list(rows)
    writer = csv.DictWriter(text, list(all_rows[0]) if all_rows else ["kind"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(all_rows)
    return text.getvalue().encode()


def finding_columns(finding: Finding) -> dict[str, Any]:
    return {
        name: getattr(finding, name)
        for name in ("key", "label", "kind", "value", "low", "high", "change", "change_low", "change_high")
    }


def finding_rows(results: Results) -> Iterator[dict[str, Any]]:
    for variant in results.variants:
        for finding in variant.findings:
            about = {
                "variant": variant.name,
                "players": variant.players,
                "bots": " ".join(variant.bots),
                "games": variant.games,
            }
            yield {**about, "section": finding.section, **finding_columns(finding)}


def secondary_rows(results: Results) -> Iterator[dict[str, Any]]:
    for other in results.others:
        for finding in (other.finding, other.rating, *other.more):
            if finding is not None:
                yield {"kind_of": other.kind, "name": other.name, "games": other.games, **finding_columns(finding)}


def as_markdown(results: Results) -> str:
    """Return tables for the documentation: the statistics in `show` of all variants, then the secondary results."""
    first = results.variants[0]
    known = [finding.key for finding in first.findings]
    for key in results.show:
        if key not in known:
            raise BadOption(f"show: there is no statistic {key!r}; there are {', '.join(known)}")
    shown = [first.finding(key) for key in results.show or known[:1]]
    fair = shown[0].key.startswith("win_")
    head = ["rules", "bots", "games", *(["fair"] if fair else []), *(one.label for one in shown)]
    head.append(f"{shown[0].label}: difference")
    lines = [row(head), "|---" * len(head) + "|"]
    for variant in results.variants:
        cells = [variant.name, ", ".join(dict.fromkeys(variant.bots)), f"{variant.games:,}"]
        cells += [f"{100 / variant.players:.1f} %"] if fair else []
        cells += [cell(variant.finding(one.key)) for one in shown]
        lines.append(row([*cells, change_of(variant.finding(shown[0].key)) or "–"]))
    return "\n".join([*lines, *secondary_markdown(results)]) + "\n"


def secondary_markdown(results: Results) -> Iterator[str]:
    """Yield a table of habits, ladder and luck, then a table of blunders, which has other columns."""
    others = [other for other in results.others if other.kind != BLUNDERS]
    reviewed = [other for other in results.others if other.kind == BLUNDERS]
    if others:
        rated = any(other.rating is not None for other in others)
        head = ["player", "games", "share" if rated else "won", "rating points" if rated else "difference"]
        yield from ("", row(head), "|---" * len(head) + "|")
        for other in others:
            label, second = f"{other.name.replace('_', ' ')}: {other.meaning}", change_of(other.finding) or "–"
            if other.finding.kind == NUMBER:  # the whole ladder has rating points only
                yield row([label, f"{other.games:,}", "–", cell(other.finding)])
            else:
                yield row(
                    [label, f"{other.games:,}", cell(other.finding), cell(other.rating) if other.rating else second]
                )
    if reviewed:
        columns = [reviewed[0].finding, *reviewed[0].more]
        yield from (
            "",
            row(["level", "games", *(one.label for one in columns)]),
            "|---" * (len(columns) + 2) + "|",
        )
        for other in reviewed:
            yield row([other.name, f"{other.games:,}", *(cell(one) for one in (other.finding, *other.more))])


def row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def cell(finding: Finding) -> str:
    return f"{value_of(finding)} ({interval_of(finding)})"
