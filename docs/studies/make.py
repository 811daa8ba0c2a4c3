"""Run the studies of this directory and the searches in `searches`, and write their pages: `make studies`.

The games stay in `build/studies`: a stopped study continues, and a finished one is only reported again. The repository
has a page, a CSV file and a figure per study.
"""

import argparse
import sys
from pathlib import Path

from paddock.cli.compilation_progress import compile_study
from paddock.cli.console import new_console
from paddock.cli.progress_bar import progress_bar
from paddock.lab import board_search_report
from paddock.lab.board_search import SearchResult, search_rounds
from paddock.lab.report.files import as_markdown, write_report
from paddock.lab.runner import run
from paddock.lab.statistics.results import Results
from paddock.lab.study_file import read_search, read_study

STUDIES = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="names of studies and searches without .toml; default: all")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--work", type=Path, default=STUDIES.parent.parent / "build" / "studies")
    arguments = parser.parse_args()
    for path in sorted(STUDIES.glob("*.toml")):
        if not arguments.names or path.stem in arguments.names:
            plan, out = read_study(path), arguments.work / path.stem
            compile_study(plan, new_console(stderr=True))
            with progress_bar(plan.title, plan.games, new_console(stderr=True)) as progress:
                run(plan, out, threads=arguments.threads, progress=progress)
            results = write_report(out)
            publish(path.stem, results, out)
            print(f"docs/studies/{path.stem}.md")
    for path in sorted((STUDIES / "searches").glob("*.toml")):
        if not arguments.names or path.stem in arguments.names:
            out = arguments.work / path.stem
            result = search_rounds(
                read_search(path),
                out,
                threads=arguments.threads,
                on_round=lambda plan: compile_study(plan, new_console(stderr=True)),
            )
            publish_search(path.stem, result)
            print(f"docs/studies/{path.stem}.md")
    return 0


def publish_search(name: str, result: SearchResult) -> None:
    """Write the page of a search and its kept boards."""
    board_search_report.write_boards(result, STUDIES / name)
    search = result.search
    (STUDIES / f"{name}.md").write_text(
        f"# {search.title}\n\n{search.question}\n\n`paddock lab search docs/studies/searches/{name}.toml` "
        f"([the search](searches/{name}.toml)): {board_search_report.as_markdown(result)}",
        encoding="utf-8",
    )


def publish(name: str, results: Results, out: Path) -> None:
    """Write the page of a study, its CSV file and its first figure."""
    figure = next(path for path in ("wins-by-seat", "won") if (out / "figures" / f"{path}.svg").exists())
    (STUDIES / f"{name}.svg").write_bytes((out / "figures" / f"{figure}.svg").read_bytes())
    (STUDIES / f"{name}.csv").write_bytes((out / "findings.csv").read_bytes())
    versions = ", ".join(f"{package} {text}" for package, text in results.versions.items() if package != "sources")
    about = {"wins-by-seat": "Victories by place in the turn order, first rules", "won": "Share of matches won"}[figure]
    (STUDIES / f"{name}.md").write_text(
        f"# {results.title}\n\n{results.question}\n\n"
        f"`paddock lab study docs/studies/{name}.toml`: {results.games:,} games, seed {results.seed}, {versions}. "
        "Parentheses hold 95 % confidence intervals. "
        "Differences are from the first rules with the same number of players. "
        "They are paired by dice if both have the same number of games. Shares are in percent. "
        f"[All statistics]({name}.csv), [the study]({name}.toml).\n\n{as_markdown(results)}\n![{about}]({name}.svg)\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    sys.exit(main())
